//! Names of cards that their deck type only lists.

use cgml::model::{CardDef, Game, Literal};
use cgml::vocabulary::Language;
use cgml::vocabulary::sections::PrintedProperty;
use cgml::vocabulary::suits::standard_suit;
use engine::program::Text;

/// The name of a card for people: its own, or its rank and suit.
pub(crate) fn name(game: &Game, card: &CardDef) -> Text {
    let mut text = crate::plan::texts::text(&card.name, &card.title);
    if !text.texts.is_empty() {
        return text;
    }
    let rank = printed(game, card, PrintedProperty::Rank);
    let suit = printed(game, card, PrintedProperty::Suit);
    let called = match (rank, suit) {
        (Some(rank), Some(suit)) => {
            let known = standard_suit(&suit);
            known.map_or(format!("{rank} {suit}"), |known| {
                format!("{rank}{}", known.sign)
            })
        }
        (Some(only), None) | (None, Some(only)) => {
            let joker = JOKERS.iter().find(|(name, _)| *name == only);
            let japanese = joker.map(|(_, japanese)| {
                (Language::Japanese.code().to_owned(), (*japanese).to_owned())
            });
            text.texts
                .push((Language::English.code().to_owned(), only.replace('_', " ")));
            text.texts.extend(japanese);
            return text;
        }
        (None, None) => return text,
    };
    text.texts
        .push((Language::English.code().to_owned(), called));
    text
}

/// Jokers of the shared decks, and their Japanese.
const JOKERS: [(&str, &str); 3] = [
    ("joker", "ジョーカー"),
    ("black_joker", "黒のジョーカー"),
    ("red_joker", "赤のジョーカー"),
];

/// A printed value of a card, if it is a word or a number.
fn printed(game: &Game, card: &CardDef, property: PrintedProperty) -> Option<String> {
    let id = game.printed_property(property)?;
    let (_, literal) = card.properties.iter().find(|(known, _)| *known == id)?;
    match literal {
        Literal::Text(text) => Some(text.clone()),
        Literal::Number(number) => Some(number.to_string()),
        Literal::Symbol(set, value) => {
            let values = &game.symbol_sets[*set].values;
            values.get_index(*value as usize).cloned()
        }
        Literal::Nothing
        | Literal::Bool(_)
        | Literal::Range(_)
        | Literal::List(_)
        | Literal::Record(_) => None,
    }
}
