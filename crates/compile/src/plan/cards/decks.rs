//! The deck of each seat, where players bring their own.

use std::fmt::Write as _;

use cgml::decks::{Terms, deck_list_of, problems, regulation_of};
use cgml::model::{DeckList, DeckSource, Game, Literal, Prose};
use cgml::similar::nearest;
use cgml::source::{FileId, Span};

use crate::plan::refusal::Refusal;
use crate::plan::settings::Settings;

/// The deck of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeckChoice {
    /// A deck list of the game, by its name.
    Named(String),
    /// A deck that a player brings.
    Brought(BroughtDeck),
}

/// A deck that a player brings, by the names of its cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BroughtDeck {
    /// Name of the deck, for messages and records.
    pub name: String,
    /// Sections, each with card names and the number of copies.
    pub sections: Vec<(String, Vec<(String, u32)>)>,
}

/// The rules that decks must keep.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum DeckTerms {
    /// The deck rules with the regulation of the game.
    #[default]
    OfGame,
    /// The deck rules with another regulation, by its name.
    Regulation(String),
    /// None: the match was played already, or is made up. Where there is no deck at all, there are no cards.
    Any,
}

impl BroughtDeck {
    /// A deck that was read for a game.
    pub fn new(game: &Game, deck: &DeckList) -> Self {
        let name = |card| game.cards[card].name.clone();
        let sections = deck.sections.iter().map(|(section, cards)| {
            let cards = cards.iter().map(|(card, count)| (name(*card), *count));
            (section.clone(), cards.collect())
        });
        Self {
            name: deck.name.clone(),
            sections: sections.collect(),
        }
    }

    /// The deck as records keep it: a deck list in one line, which `cgml::decks::read_deck` reads.
    pub fn written_out(&self) -> String {
        let sections = self.sections.iter().map(|(section, cards)| {
            let cards = cards
                .iter()
                .map(|(card, count)| format!("{}:{count}", quoted(card)));
            let cards: Vec<String> = cards.collect();
            format!("{}:{{{}}}", quoted(section), cards.join(","))
        });
        let sections: Vec<String> = sections.collect();
        let id = quoted(&self.name);
        format!("{{\"id\":{id},\"sections\":{{{}}}}}", sections.join(","))
    }
}

/// A text in double quotes, as JSON and YAML read it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => {
                // Control characters have at most four digits.
                let written = write!(quoted, "\\u{:04x}", letter as u32);
                written.expect("a string takes any text");
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// The decks of a match: for each seat the cards, and the text that records keep.
#[derive(Debug, Clone, Default)]
pub(crate) struct SeatDecks {
    pub(crate) lists: Vec<DeckList>,
    pub(crate) texts: Vec<String>,
    /// The regulation that they were checked with.
    pub(crate) regulation: Option<String>,
}

/// The decks of the seats, checked; none if the game brings its own cards.
pub(crate) fn seat_decks(
    game: &Game,
    settings: &Settings,
    seats: u8,
    parameters: &[Literal],
) -> Result<SeatDecks, Refusal> {
    let regulation = match &settings.deck_terms {
        DeckTerms::OfGame | DeckTerms::Any => None,
        DeckTerms::Regulation(name) => Some(name.as_str()),
    };
    let regulation = regulation_of(game, regulation).map_err(Refusal::UnknownRegulation)?;
    let is_brought = |source: &DeckSource| matches!(source, DeckSource::DeckList(_));
    if !game.decks.iter().any(|deck| is_brought(&deck.source)) {
        return match settings.decks.is_empty() {
            true => Ok(SeatDecks::default()),
            false => Err(Refusal::NoDecksBrought),
        };
    }
    let mut decks = SeatDecks::default();
    let is_any = settings.deck_terms == DeckTerms::Any;
    if is_any && settings.decks.is_empty() && game.deck_lists.is_empty() {
        return Ok(decks);
    }
    for choice in for_seats(game, settings, seats)? {
        let (list, text) = resolve(game, &choice)?;
        decks.lists.push(list);
        decks.texts.push(text);
    }
    if is_any {
        return Ok(decks);
    }
    let terms = Terms {
        regulation,
        parameters,
    };
    let mut found: Vec<String> = Vec::new();
    for list in &decks.lists {
        for problem in problems(game, list, terms) {
            if !found.contains(&problem.message) {
                found.push(problem.message);
            }
        }
    }
    let rules = game.deck_rules.as_ref();
    decks.regulation = rules
        .zip(regulation)
        .map(|(rules, id)| rules.regulations[id].name.clone());
    if found.is_empty() {
        Ok(decks)
    } else {
        Err(Refusal::IllegalDecks { problems: found })
    }
}

/// One for each seat: those that were named, the only one for all, or the first of the game.
fn for_seats(game: &Game, settings: &Settings, seats: u8) -> Result<Vec<DeckChoice>, Refusal> {
    let count = usize::from(seats);
    match settings.decks.as_slice() {
        [] => {
            let first = game.deck_lists.iter().next().ok_or(Refusal::NoDeck)?;
            Ok(vec![DeckChoice::Named(first.name.clone()); count])
        }
        [one] => Ok(vec![one.clone(); count]),
        several if several.len() == count => Ok(several.to_vec()),
        several => Err(Refusal::DeckCount {
            decks: several.len(),
            seats,
        }),
    }
}

fn resolve(game: &Game, choice: &DeckChoice) -> Result<(DeckList, String), Refusal> {
    match choice {
        DeckChoice::Named(name) => {
            let list = deck_list_of(game, name).map_err(Refusal::UnknownDeck)?;
            Ok((list.clone(), name.clone()))
        }
        DeckChoice::Brought(deck) => Ok((listed(game, deck)?, deck.written_out())),
    }
}

fn listed(game: &Game, deck: &BroughtDeck) -> Result<DeckList, Refusal> {
    let mut sections = Vec::new();
    for (section, cards) in &deck.sections {
        let mut found = Vec::new();
        for (card, count) in cards {
            let id = game.cards.find(card).ok_or_else(|| Refusal::UnknownCard {
                deck: deck.name.clone(),
                card: card.clone(),
                near: nearest(card, game.cards.names()).map(str::to_owned),
            })?;
            found.push((id, *count));
        }
        sections.push((section.clone(), found));
    }
    Ok(DeckList {
        name: deck.name.clone(),
        title: Prose::default(),
        text: Prose::default(),
        sections,
        origin: Span::new(FileId(0), 0, 0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_is_written_out_in_one_line() {
        let deck = BroughtDeck {
            name: "my \"best\"\n".to_owned(),
            sections: vec![
                ("main".to_owned(), vec![("ember".to_owned(), 3)]),
                ("side".to_owned(), Vec::new()),
            ],
        };
        assert_eq!(
            deck.written_out(),
            r#"{"id":"my \"best\"\u000a","sections":{"main":{"ember":3},"side":{}}}"#
        );
    }
}
