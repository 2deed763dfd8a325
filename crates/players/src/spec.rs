//! Specifications of players: the player and its settings, as text on command lines, in records and in reports.

mod errors;
mod network;
mod settings;
mod table;
#[cfg(test)]
mod tests;

use crate::flat::{Flat, Spread, Trying};
use crate::search::{Budget, Search, Searcher};
use crate::strategy::Solved;
use crate::{Equipment, Player, Random};
pub use errors::{PlayerError, PlayerSpecError};
pub use network::{NetworkSearch, Planning};
use settings::{is_setting, texts};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use table::PLAYERS;
pub use table::known_players;

/// A player with its settings. Its text can be read back.
#[derive(Debug, Clone, PartialEq)]
pub enum PlayerSpec {
    /// Takes every choice with the same probability.
    Random,
    /// Looks one step ahead, with so many simulations for each choice.
    Greedy(Search),
    /// Looks one step ahead, with so many simulations in all.
    Flat(Search),
    /// Grows a search tree (MCTS), with one of several views of hidden cards.
    Search(Search),
    /// Plays by a strategy that was computed before and lies in a file.
    Solved(String),
    /// Searches with a network that lies in a file.
    Network(NetworkSearch),
}

impl PlayerSpec {
    /// Several players, separated by commas. A part such as `c=1.2` is a setting of the player before it.
    pub fn list(text: &str) -> Result<Vec<Self>, PlayerSpecError> {
        Self::texts(text).iter().map(|name| name.parse()).collect()
    }

    /// The texts of several names, separated by commas.
    pub fn texts(text: &str) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for part in text.split(',') {
            let part = part.trim();
            match names.last_mut() {
                Some(last) if is_setting(part) => {
                    last.push(',');
                    last.push_str(part);
                }
                Some(_) | None => names.push(part.to_owned()),
            }
        }
        names
    }

    /// True if the player looks ahead, so that it needs [`Equipment::lookahead`].
    pub fn looks_ahead(&self) -> bool {
        match self {
            Self::Greedy(_) | Self::Flat(_) | Self::Search(_) | Self::Network(_) => true,
            Self::Random | Self::Solved(_) => false,
        }
    }

    /// The file of the network that the player searches with, so that it must be in [`Equipment::networks`]; empty for
    /// the one that ships with the game.
    pub fn network_file(&self) -> Option<&str> {
        match self {
            Self::Network(search) => Some(&search.file),
            Self::Random | Self::Greedy(_) | Self::Flat(_) | Self::Search(_) | Self::Solved(_) => {
                None
            }
        }
    }

    /// The file with the strategy that the player plays by, so that it must be in [`Equipment::strategies`].
    pub fn strategy_file(&self) -> Option<&str> {
        match self {
            Self::Solved(file) => Some(file),
            Self::Random | Self::Greedy(_) | Self::Flat(_) | Self::Search(_) | Self::Network(_) => {
                None
            }
        }
    }

    /// The work of a decision, compared with a random one.
    pub fn simulations(&self) -> u64 {
        match self {
            Self::Random | Self::Solved(_) => 0,
            Self::Greedy(search) => 10 * simulations(search),
            Self::Flat(search) | Self::Search(search) => simulations(search),
            Self::Network(search) => u64::from(search.simulations),
        }
    }

    /// A player of this name.
    pub fn player(&self, equipment: &Equipment) -> Result<Box<dyn Player>, PlayerError> {
        let search = match self {
            Self::Random => return Ok(Box::new(Random::new())),
            Self::Solved(file) => {
                let strategy = equipment.strategies.get(file).map(Arc::clone);
                let strategy = strategy.ok_or_else(|| PlayerError::NoStrategy(self.to_string()))?;
                return Ok(Box::new(Solved::new(strategy)));
            }
            Self::Network(search) => {
                let network = equipment.networks.get(&search.file);
                let network = network.ok_or_else(|| PlayerError::NoNetwork(self.to_string()))?;
                return Ok(network.player(search, equipment));
            }
            Self::Greedy(search) | Self::Flat(search) | Self::Search(search) => search,
        };
        if matches!(search.budget, Budget::Time(_)) && equipment.clock.is_none() {
            return Err(PlayerError::NoClock(self.to_string()));
        }
        let lookahead = equipment.lookahead.as_ref().map(Arc::clone);
        let lookahead = lookahead.ok_or_else(|| PlayerError::NoLookahead(self.to_string()))?;
        let count = simulations(search) as u32;
        let spread = match self {
            Self::Greedy(_) => Spread::Each(count),
            Self::Flat(_) => Spread::Best(count),
            Self::Search(_) | Self::Random | Self::Solved(_) | Self::Network(_) => {
                let searcher = Searcher::new(search.clone(), lookahead, equipment);
                return Ok(Box::new(searcher));
            }
        };
        let trying = Trying {
            spread,
            exploration: search.exploration,
            most_decisions: search.most_decisions,
            aim: search.aim,
        };
        Ok(Box::new(Flat::with(trying, lookahead, equipment)))
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.row();
        write!(to, "{}", row.word)?;
        let search = match self {
            Self::Random => return Ok(()),
            Self::Solved(file) => return write!(to, ":{file}"),
            Self::Network(search) => return search.fmt(to),
            Self::Greedy(search) | Self::Flat(search) | Self::Search(search) => search,
        };
        match search.budget {
            Budget::Simulations(count) => write!(to, ":{count}")?,
            Budget::Time(time) => write!(to, ":{}ms", time.as_millis())?,
        }
        for text in texts(search, &Search::new(search.sight, 1), row.settings) {
            write!(to, ",{text}")?;
        }
        Ok(())
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        let (word, rest) = match text.split_once([':', ',']) {
            Some((word, rest)) => (word, Some(rest)),
            None => (text, None),
        };
        let row = PLAYERS.iter().find(|row| row.word == word);
        let row = row.ok_or_else(|| PlayerSpecError::Unknown(text.to_owned()))?;
        row.read(rest)
    }
}

fn simulations(search: &Search) -> u64 {
    match search.budget {
        Budget::Simulations(count) => u64::from(count),
        Budget::Time(_) => 1000,
    }
}
