//! The types of values.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::SymbolSetId;

/// The type of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// Not known before play.
    Any,
    /// The type of `none`.
    Nothing,
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Number,
    /// Text that is no value of a set.
    Text,
    /// A value of an enumerated property or attribute.
    Symbol(SymbolSetId),
    /// A card at the table.
    Card,
    /// A zone of the table or of one owner.
    Zone,
    /// A player, by seat.
    Player,
    /// A team of players.
    Team,
    /// A phase of a turn.
    Phase,
    /// A state of the flow.
    State,
    /// A card kind, such as `creature`.
    Kind,
    /// A kind of card: all copies share it.
    CardName,
    /// A set of numbers, such as an attack's range.
    Range,
    /// A pool of a resource.
    Pool,
    /// A list of values of one type.
    List(Box<Type>),
    /// Named values, each with its type.
    Record(Arc<[(String, Type)]>),
}

impl Type {
    /// A list of this type.
    pub fn list(self) -> Self {
        Self::List(Box::new(self))
    }

    /// The type of the elements: of a list's, and the cards of a zone.
    pub fn element(&self) -> Option<&Self> {
        match self {
            Self::List(element) => Some(element),
            Self::Zone => Some(&Self::Card),
            Self::Any => Some(&Self::Any),
            Self::Nothing
            | Self::Bool
            | Self::Number
            | Self::Text
            | Self::Symbol(_)
            | Self::Card
            | Self::Player
            | Self::Team
            | Self::Phase
            | Self::State
            | Self::Kind
            | Self::CardName
            | Self::Range
            | Self::Pool
            | Self::Record(_) => None,
        }
    }

    /// The words for it in messages.
    pub fn noun(&self) -> String {
        match self {
            Self::Any => "a value".to_owned(),
            Self::Nothing => "nothing".to_owned(),
            Self::Bool => "a truth value".to_owned(),
            Self::Number => "a number".to_owned(),
            Self::Text => "text".to_owned(),
            Self::Symbol(_) => "a word".to_owned(),
            Self::Card => "a card".to_owned(),
            Self::Zone => "a zone".to_owned(),
            Self::Player => "a player".to_owned(),
            Self::Team => "a team".to_owned(),
            Self::Phase => "a phase".to_owned(),
            Self::State => "a state".to_owned(),
            Self::Kind => "a card kind".to_owned(),
            Self::CardName => "the name of a card".to_owned(),
            Self::Range => "a range".to_owned(),
            Self::Pool => "a pool".to_owned(),
            Self::List(element) => format!("a list of {}", element.plural()),
            Self::Record(_) => "a record".to_owned(),
        }
    }

    fn plural(&self) -> String {
        match self {
            Self::Any => "values".to_owned(),
            Self::Bool => "truth values".to_owned(),
            Self::Text => "texts".to_owned(),
            Self::Symbol(_) => "words".to_owned(),
            Self::CardName => "names of cards".to_owned(),
            Self::List(_) => "lists".to_owned(),
            Self::Nothing => "nothing".to_owned(),
            Self::Number
            | Self::Card
            | Self::Zone
            | Self::Player
            | Self::Team
            | Self::Phase
            | Self::State
            | Self::Kind
            | Self::Range
            | Self::Pool
            | Self::Record(_) => {
                let noun = self.noun();
                format!("{}s", noun.trim_start_matches("a "))
            }
        }
    }
}

/// The values of an enumerated property or attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolSet {
    /// Name of the property or attribute.
    pub name: String,
    /// The values, in order.
    pub values: IndexSet<String, FxBuildHasher>,
    /// Other words for a value, by its position: `H` for `hearts`.
    pub aliases: Vec<(String, u32)>,
}

impl SymbolSet {
    /// The position of the value that a word means.
    pub fn position(&self, word: &str) -> Option<u32> {
        let value = self.values.get_index_of(word);
        value.map(|position| position as u32).or_else(|| {
            self.aliases
                .iter()
                .find(|(alias, _)| alias == word)
                .map(|(_, position)| *position)
        })
    }
}
