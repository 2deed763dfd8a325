//! The cards of a match: what others could do is not compiled.

use std::borrow::Cow;
use std::collections::BTreeSet;

use cgml::model::{CardDefId, DeckSource, Game};

use crate::plan::refusal::Refusal;
use crate::plan::rehearsal::Rehearsal;
use crate::plan::settings::{Setting, Settings};

/// A game in which only cards can do something that are in the match: in its decks, made up for it, or made by
/// effects.
pub(crate) fn for_match<'g>(
    game: &'g Game,
    settings: &Settings,
    rehearsal: Option<&Rehearsal<'_>>,
) -> Result<Cow<'g, Game>, Refusal> {
    let setting = Setting::new(game, settings)?;
    let mut present: BTreeSet<CardDefId> = crate::plan::layout::move_arguments::created(game)
        .into_iter()
        .collect();
    for deck in game.decks.iter() {
        match &deck.source {
            DeckSource::Type(of) => {
                present.extend(game.deck_types[*of].cards.iter().map(|(card, _)| *card));
            }
            DeckSource::Cards(cards) => present.extend(cards.iter().map(|(card, _)| *card)),
            DeckSource::DeckList(_) => {
                let lists = setting.decks.lists.iter();
                let cards = lists.flat_map(|list| list.sections.iter());
                let cards = cards.flat_map(|(_, cards)| cards);
                present.extend(cards.map(|(card, _)| *card));
            }
        }
    }
    if let Some(rehearsal) = rehearsal {
        present.extend(rehearsal.cards.iter().map(|(card, _)| *card));
    }
    let absent: Vec<CardDefId> = game
        .cards
        .pairs()
        .filter(|(id, _)| !present.contains(id))
        .filter(|(_, card)| !card.abilities.is_empty() || !card.keywords.is_empty())
        .map(|(id, _)| id)
        .collect();
    if absent.is_empty() {
        return Ok(Cow::Borrowed(game));
    }
    let mut game = game.clone();
    for id in absent {
        let card = &mut game.cards[id];
        card.abilities.clear();
        card.keywords.clear();
    }
    Ok(Cow::Owned(game))
}
