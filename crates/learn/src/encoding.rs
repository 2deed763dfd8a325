//! Declared encodings: choices of a game as indices, and its views as vectors of numbers.
//!
//! The file `encoding.yaml` of a game lists groups of slots. Every legal choice has exactly one index, and every index
//! at most one choice: what does not fit is a problem with a name, never a wrong number. A vector is made from a view,
//! so that nothing a seat may not know can be in it.

mod actions;
mod keys;
mod observation;
mod read;

pub use actions::{Action, Unencodable};
pub use read::read_encoding;

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The file of a game that holds its encoding.
pub const FILE: &str = "encoding.yaml";

/// Choices as indices and views as vectors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Encoding {
    groups: Vec<Group>,
    parts: Vec<observation::Part>,
    cards: observation::Cards,
}

/// Slots for choices of one sort.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its indices.
    pub indices: Range<usize>,
    sort: Sort,
}

/// The choices that a group is for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Sort {
    /// Moves with a card of a zone, and if there is a target, that too.
    Moves {
        moves: Vec<String>,
        card: Place,
        target: Option<(String, Place)>,
    },
    /// All choices that no other group is for, in the order in which they are offered.
    Rest,
    /// No move, or no more of several options.
    Pass,
}

/// A zone whose cards have slots: the card that has been there longest has the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Place {
    zone: String,
    owner: Owner,
    slots: usize,
}

/// Owner of a zone, seen from the player who chooses or looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Owner {
    Me,
    Opponent,
    Table,
}

impl Owner {
    /// True if a pile is meant.
    fn is(self, seat: u8, owner: Option<u8>) -> bool {
        match self {
            Self::Me => owner == Some(seat),
            Self::Opponent => owner.is_some_and(|owner| owner != seat),
            Self::Table => owner.is_none(),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Me => "me",
            Self::Opponent => "opponent",
            Self::Table => "table",
        }
    }
}

impl Encoding {
    /// Number of indices.
    pub fn action_count(&self) -> usize {
        self.groups.last().map_or(0, |group| group.indices.end)
    }

    /// The groups, in the order of their indices.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Name of an index: `PLAY 3`.
    pub fn name(&self, index: usize) -> Option<String> {
        let group = self.groups.iter().find(|it| it.indices.contains(&index))?;
        let slot = index - group.indices.start;
        Some(match group.indices.len() {
            1 => group.name.clone(),
            _ => format!("{} {slot}", group.name),
        })
    }

    /// Length of the vector of a view.
    pub fn length(&self) -> usize {
        self.parts.iter().map(observation::Part::length).sum()
    }
}
