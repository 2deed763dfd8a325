//! A change of a game: a number of a card, a parameter, or a card that is banned.

use cgml::model::{Game, Literal, Type};
use cgml::similar::nearest;
use compile::Settings;
use std::fmt;

/// A change of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A number that is printed on a card.
    Number {
        /// The card.
        card: String,
        /// The property.
        property: String,
        /// The number before.
        from: i64,
        /// The number after.
        to: i64,
    },
    /// A parameter.
    Parameter {
        /// Its name.
        name: String,
        /// Its value before.
        from: String,
        /// Its value after.
        to: String,
    },
    /// A card that decks may not have.
    Ban(String),
}

/// A text that is no change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadChange {
    /// It is not written as a change.
    #[error("`{0}` is no change: write `CARD.PROPERTY=NUMBER`, as in `bronze_arm_tribe.cost=4`")]
    Form(String),
    /// There is no such card.
    #[error("there is no card `{card}`{near}")]
    Card {
        /// Text that was written.
        card: String,
        /// A similar name.
        near: String,
    },
    /// The card has no such number.
    #[error("`{card}` has no number `{property}`; its numbers are {known}")]
    Property {
        /// The card.
        card: String,
        /// Text that was written.
        property: String,
        /// Those that it has.
        known: String,
    },
    /// There is no such parameter.
    #[error("there is no parameter `{name}`{near}")]
    Parameter {
        /// Text that was written.
        name: String,
        /// A similar name.
        near: String,
    },
    /// A range of values is none.
    #[error("`{0}` is no range of values: write `NAME=VALUE`, or `NAME=4..6`")]
    Range(String),
}

impl fmt::Display for Change {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number {
                card,
                property,
                from,
                to: after,
            } => write!(to, "{card}.{property}: {from} → {after}"),
            Self::Parameter {
                name,
                from,
                to: after,
            } => write!(to, "{name}: {from} → {after}"),
            Self::Ban(card) => write!(to, "without {card}"),
        }
    }
}

fn near<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> String {
    nearest(name, names).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

impl Change {
    /// The change of a number that a text asks for, such as `bronze_arm_tribe.cost=4`.
    pub fn number(game: &Game, text: &str) -> Result<Self, BadChange> {
        let form = || BadChange::Form(text.to_owned());
        let (place, to) = text.split_once('=').ok_or_else(form)?;
        let (card, property) = place.trim().split_once('.').ok_or_else(form)?;
        let to: i64 = to.trim().parse().map_err(|_| form())?;
        let numbers = numbers(game, card)?;
        match numbers.iter().find(|(name, _)| name == property) {
            Some((_, from)) => Ok(Self::Number {
                card: card.to_owned(),
                property: property.to_owned(),
                from: *from,
                to,
            }),
            None => {
                let known: Vec<&str> = numbers.iter().map(|(name, _)| name.as_str()).collect();
                Err(BadChange::Property {
                    card: card.to_owned(),
                    property: property.to_owned(),
                    known: if known.is_empty() {
                        "none".to_owned()
                    } else {
                        known.join(", ")
                    },
                })
            }
        }
    }

    /// The ban of a card.
    pub fn ban(game: &Game, card: &str) -> Result<Self, BadChange> {
        match game.cards.find(card) {
            Some(_) => Ok(Self::Ban(card.to_owned())),
            None => Err(BadChange::Card {
                card: card.to_owned(),
                near: near(card, game.cards.names()),
            }),
        }
    }

    /// Makes the change. A ban changes decks, which are not part of a game.
    pub fn apply(&self, game: &mut Game, settings: &mut Settings) {
        match self {
            Self::Number {
                card, property, to, ..
            } => {
                let ids = game.cards.find(card).zip(game.properties.find(property));
                if let Some((card, property)) = ids {
                    let printed = game.cards[card].properties.iter_mut();
                    let printed = printed.filter(|(id, _)| *id == property);
                    printed.for_each(|(_, value)| *value = Literal::Number(*to));
                }
            }
            Self::Parameter { name, to, .. } => {
                settings.parameters.retain(|(known, _)| known != name);
                settings.parameters.push((name.clone(), to.clone()));
            }
            Self::Ban(_) => {}
        }
    }
}

/// The numbers that are printed on a card.
pub(super) fn numbers(game: &Game, card: &str) -> Result<Vec<(String, i64)>, BadChange> {
    let id = game.cards.find(card).ok_or_else(|| BadChange::Card {
        card: card.to_owned(),
        near: near(card, game.cards.names()),
    })?;
    let printed = game.cards[id]
        .properties
        .iter()
        .filter_map(|(property, value)| match value {
            Literal::Number(number) => Some((game.properties[*property].name.clone(), *number)),
            _ => None,
        });
    Ok(printed.collect())
}

/// The changes of a parameter that a name and a text ask for: a value, or all of a range such as `4..6`.
pub fn changed_parameters(game: &Game, name: &str, text: &str) -> Result<Vec<Change>, BadChange> {
    let id = game
        .parameters
        .find(name)
        .ok_or_else(|| BadChange::Parameter {
            name: name.to_owned(),
            near: near(name, game.parameters.names()),
        })?;
    let parameter = &game.parameters[id];
    let from = match (&parameter.default, &parameter.ty) {
        (Literal::Number(number), _) => number.to_string(),
        (Literal::Bool(truth), _) => truth.to_string(),
        (Literal::Symbol(set, at), Type::Symbol(_)) => {
            let values = &game.symbol_sets[*set].values;
            values
                .iter()
                .nth(*at as usize)
                .map_or_else(String::new, ToString::to_string)
        }
        (Literal::Text(text), _) => text.clone(),
        _ => String::new(),
    };
    let values = match text.split_once("..") {
        None => vec![text.to_owned()],
        Some((first, last)) => {
            let bounds: Option<(i64, i64)> =
                first.trim().parse().ok().zip(last.trim().parse().ok());
            let bounds = bounds.filter(|(first, last)| first <= last && last - first < 1000);
            let (first, last) = bounds.ok_or_else(|| BadChange::Range(text.to_owned()))?;
            (first..=last).map(|value| value.to_string()).collect()
        }
    };
    let changed = values.into_iter().filter(|value| *value != from);
    Ok(changed
        .map(|to| Change::Parameter {
            name: name.to_owned(),
            from: from.clone(),
            to,
        })
        .collect())
}
