//! Decks that people build: the cards there are, whether a deck may be played, and the decks that are kept.

use crate::shelf::Edition;
use crate::speaker::{Speaker, language_of};
use crate::wire::{Catalogue, CatalogueCard, DeckChecked, DeckProblem, DeckSectionRule};
use cgml::decks::{Terms, deck_list_of, read_deck, regulation_of};
use cgml::diagnostic::Diagnostics;
use cgml::load::load_file;
use cgml::model::{CardDefId, Expr, ExprKind, Literal, Type};
use cgml::source::MemorySources;
use engine::program::Program;

/// The file that a deck is read from.
const FILE: &str = "deck.yaml";

/// Every card that a deck of the game may hold, and the sections of a deck.
pub(crate) fn catalogue(edition: &Edition, language: &str) -> Catalogue {
    let game = &edition.game;
    let program = Program::default();
    let speaker = Speaker {
        edition,
        program: &program,
        language: language_of(language),
        seat: None,
    };
    let cards = (0..game.cards.len() as u32).map(CardDefId);
    let cards = cards.filter(|id| game.cards[*id].deck_type.is_none() && !is_token(edition, *id));
    let cards = cards.map(|id| {
        let card = &game.cards[id];
        let numbers = card
            .properties
            .iter()
            .filter_map(|(property, value)| match value {
                Literal::Number(number) => {
                    let name = &game.properties[*property].name;
                    Some((speaker.property(name), i32::try_from(*number).ok()?))
                }
                _ => None,
            });
        CatalogueCard {
            face: speaker.card_face(id),
            tags: card.tags.clone(),
            numbers: numbers.collect(),
        }
    });
    let rules = game.deck_rules.iter().flat_map(|rules| &rules.sections);
    Catalogue {
        cards: cards.collect(),
        sections: rules
            .map(|section| DeckSectionRule {
                id: section.name.clone(),
                min: bound(section.min.as_ref()),
                max: bound(section.max.as_ref()),
                copies: bound(section.copies.as_ref()),
            })
            .collect(),
    }
}

fn is_token(edition: &Edition, id: CardDefId) -> bool {
    let mut kind = edition.game.cards[id].kind;
    while let Some(of) = kind {
        if edition.game.kinds[of].token {
            return true;
        }
        kind = edition.game.kinds[of].extends;
    }
    false
}

/// A bound that is a number as it is written; others are said by what is wrong with a deck.
fn bound(expr: Option<&Expr>) -> Option<u32> {
    match (&expr?.kind, &expr?.ty) {
        (ExprKind::Literal(Literal::Number(number)), Type::Number) => u32::try_from(*number).ok(),
        _ => None,
    }
}

/// Reads a deck in any form that the game knows, and says everything that is wrong with it.
///
/// `@` and a name stand for a deck list of the game.
pub(crate) fn checked(edition: &Edition, text: &str) -> DeckChecked {
    let game = &edition.game;
    let shipped = text
        .strip_prefix('@')
        .and_then(|name| deck_list_of(game, name).ok());
    if let Some(deck) = shipped {
        return DeckChecked {
            problems: Vec::new(),
            sections: named(edition, deck.sections.clone()),
        };
    }
    let parameters: Vec<Literal> = game
        .parameters
        .iter()
        .map(|it| it.default.clone())
        .collect();
    let terms = Terms {
        // The game's own regulation is always there.
        regulation: regulation_of(game, None).ok().flatten(),
        parameters: &parameters,
    };
    let read = |terms| {
        let sources = MemorySources::new().with(FILE, text);
        let mut diagnostics = Diagnostics::new();
        let deck = load_file(&sources, FILE, &mut diagnostics)
            .and_then(|file| read_deck(game, &file, "deck", terms, &mut diagnostics));
        (deck, diagnostics)
    };
    let (_, diagnostics) = read(Some(terms));
    let (deck, _) = read(None);
    let problems = diagnostics.sorted().into_iter().map(|problem| DeckProblem {
        message: problem.message.clone(),
        hint: problem.hint.clone(),
    });
    DeckChecked {
        problems: problems.collect(),
        sections: deck.map_or_else(|_| Vec::new(), |deck| named(edition, deck.sections)),
    }
}

/// Sections with the names of their cards.
fn named(
    edition: &Edition,
    sections: Vec<(String, Vec<(CardDefId, u32)>)>,
) -> Vec<(String, Vec<(String, u32)>)> {
    let name = |(id, count): (CardDefId, u32)| (edition.game.cards[id].name.clone(), count);
    let sections = sections.into_iter();
    sections
        .map(|(section, cards)| (section, cards.into_iter().map(name).collect()))
        .collect()
}
