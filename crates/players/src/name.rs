//! The names that players have on command lines, in records and in reports.

use crate::{Player, Random};
use std::fmt;
use std::str::FromStr;

/// Which player. Its text can be read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Name {
    /// Takes every choice with the same probability.
    Random,
}

/// A text that names no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no player `{0}`; the players are {players}", players = known())]
pub struct UnknownName(String);

impl Name {
    /// All there are.
    pub const ALL: [Self; 1] = [Self::Random];

    /// A player of this name.
    pub fn player(self) -> Box<dyn Player> {
        match self {
            Self::Random => Box::new(Random::new()),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => write!(to, "random"),
        }
    }
}

impl FromStr for Name {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|name| name.to_string() == text);
        found.ok_or_else(|| UnknownName(text.to_owned()))
    }
}

fn known() -> String {
    let names: Vec<String> = Name::ALL.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_can_be_read_back() {
        for name in Name::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_those_there_are() {
        let problem = "rnadom".parse::<Name>().map_err(|error| error.to_string());
        assert_eq!(
            problem,
            Err("there is no player `rnadom`; the players are `random`".to_owned())
        );
    }
}
