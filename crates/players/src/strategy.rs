//! A solved game as a file, and the player that plays by it.
//!
//! The file begins with a mark, its version and a hash of what follows: how everyone plays, by
//! what a player knows that is only asked, packed. Whatever is damaged or belongs to another game is refused
//! with the reason.

use std::io::{Read, Write};
use std::sync::Arc;

use engine::program::Program;
use serde::{Deserialize, Serialize};

use crate::cfr::{Profile, drawn};
use crate::knowledge::{Asked, Digest};
use crate::thought::{Considered, Thought};
use crate::tree::Tree;
use crate::{Player, Question, Watch};

const MAGIC: &[u8; 4] = b"fudC";

/// The version that is written. Version 1 had fingerprints made of the names of ops.
const VERSION: u32 = 2;

/// Mark, version, and the hash of the rest.
const HEADER: usize = 4 + 4 + 16;

/// More than this is no strategy that this program wrote.
const MOST_BYTES: u64 = 1 << 31;

/// A strategy unpacks to at most so many times the bytes of its file: what players know are numbers that nothing
/// makes smaller.
const MOST_UNPACKED: u64 = 64;

/// Small files may unpack to this much.
const FREE_BYTES: u64 = 1 << 16;

/// Strategy of all players of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Strategy {
    /// Name of the game.
    pub game: String,
    /// Fingerprint of the game, its parameters and decks, as it is played (with chance drawn).
    pub fingerprint: u64,
    /// The number of players there are.
    pub seats: u8,
    /// The method, for people.
    pub method: String,
    /// The number of iterations it took.
    pub iterations: u64,
    /// Distance from an equilibrium.
    pub exploitability: f64,
    /// Expected payoffs of the seats.
    pub values: Vec<f64>,
    /// Probabilities of a player's choices by its knowledge, sorted by that.
    sets: Vec<(u128, Vec<f32>)>,
}

/// Reason why a file holds no strategy that can be played by.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StrategyProblem {
    /// It is something else.
    #[error("this is no strategy: write one with `fuda solve GAME --save FILE`")]
    Foreign,
    /// It is of another version.
    #[error(
        "the strategy was written in version {0}; this program reads version {VERSION}: write it anew with \
         `fuda solve GAME --save FILE`"
    )]
    Version(u32),
    /// It unpacks to more than any strategy.
    #[error(
        "the strategy unpacks to more than {0} bytes, which none does that `fuda solve GAME --save FILE` wrote"
    )]
    TooLarge(u64),
    /// Its bytes are not those that were written.
    #[error("the strategy is damaged: write it anew with `fuda solve GAME --save FILE`")]
    Damaged,
    /// It is of another game.
    #[error(
        "the strategy is of `{found}` for {found_seats} players, not of `{expected}` for {seats}"
    )]
    OtherGame {
        /// The game at hand.
        expected: String,
        /// The players of the game at hand.
        seats: u8,
        /// The game of the strategy.
        found: String,
        /// The players of the strategy.
        found_seats: u8,
    },
    /// The game has changed since, or its parameters or decks are others.
    #[error(
        "the strategy is of another edition of `{game}`, or of other parameters or decks: \
         its fingerprint is {found:016x}, that of this game {expected:016x}"
    )]
    OtherEdition {
        /// Name of the game.
        game: String,
        /// Fingerprint of the game at hand.
        expected: u64,
        /// Fingerprint of the game that the strategy is of.
        found: u64,
    },
}

/// Origin of a strategy.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin {
    /// Name of the method, for people.
    pub method: String,
    /// The number of iterations it took.
    pub iterations: u64,
}

impl Strategy {
    /// A profile of a tree, for the game as it is played; nothing if a player would have to be told more than
    /// it is asked ([`Tree::is_playable`]).
    pub fn new(played: &Program, tree: &Tree, profile: &Profile, origin: Origin) -> Option<Self> {
        if !tree.is_playable() {
            return None;
        }
        let probabilities = |set: usize| -> Vec<f32> {
            profile.of(tree, set).iter().map(|it| *it as f32).collect()
        };
        let mut sets: Vec<(u128, Vec<f32>)> = tree
            .sets
            .iter()
            .enumerate()
            .map(|(number, set)| (set.asked.number(), probabilities(number)))
            .collect();
        sets.sort_by_key(|(known, _)| *known);
        Some(Self {
            game: played.name.clone(),
            fingerprint: played.fingerprint,
            seats: played.seats,
            method: origin.method,
            iterations: origin.iterations,
            exploitability: tree.exploitability(profile),
            values: tree.values(profile),
            sets,
        })
    }

    /// The number of information sets it has.
    pub fn information_sets(&self) -> usize {
        self.sets.len()
    }

    /// The strategy as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let packed = packed(&self.plain()).expect("memory can be written to");
        let mut bytes = Vec::with_capacity(HEADER + packed.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(Digest::default().with_bytes(&packed).number().to_le_bytes());
        bytes.extend(packed);
        bytes
    }

    /// Fingerprint of all that it says.
    pub fn fingerprint(&self) -> u64 {
        Digest::default().with_bytes(&self.plain()).number() as u64
    }

    fn plain(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("a strategy is plain data")
    }

    /// Reads the bytes of a file; checks its version and its hash.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StrategyProblem> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(StrategyProblem::Foreign);
        };
        let (version, rest) = rest.split_first_chunk().ok_or(StrategyProblem::Damaged)?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return Err(StrategyProblem::Version(version));
        }
        let (number, packed) = rest.split_first_chunk().ok_or(StrategyProblem::Damaged)?;
        if Digest::default().with_bytes(packed).number() != u128::from_le_bytes(*number) {
            return Err(StrategyProblem::Damaged);
        }
        let plain = unpacked(packed)?;
        let (strategy, rest): (Self, &[u8]) =
            postcard::take_from_bytes(&plain).map_err(|_| StrategyProblem::Damaged)?;
        let is_sorted = strategy.sets.is_sorted_by(|one, other| one.0 < other.0);
        (is_sorted && rest.is_empty())
            .then_some(strategy)
            .ok_or(StrategyProblem::Damaged)
    }

    /// Refuses a program that it is not of.
    pub fn fits(&self, program: &Program) -> Result<(), StrategyProblem> {
        if (&self.game, self.seats) != (&program.name, program.seats) {
            return Err(StrategyProblem::OtherGame {
                expected: program.name.clone(),
                seats: program.seats,
                found: self.game.clone(),
                found_seats: self.seats,
            });
        }
        if self.fingerprint != program.fingerprint {
            return Err(StrategyProblem::OtherEdition {
                game: self.game.clone(),
                expected: program.fingerprint,
                found: self.fingerprint,
            });
        }
        Ok(())
    }

    fn of(&self, known: Digest) -> Option<&[f32]> {
        let known = known.number();
        let found = self.sets.binary_search_by_key(&known, |(known, _)| *known);
        found.ok().map(|at| self.sets[at].1.as_slice())
    }
}

fn packed(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 9)?;
    encoder.write_all(plain)?;
    encoder.finish()
}

fn unpacked(packed: &[u8]) -> Result<Vec<u8>, StrategyProblem> {
    let most = FREE_BYTES.max(packed.len() as u64 * MOST_UNPACKED);
    let most = most.min(MOST_BYTES);
    let mut plain = Vec::new();
    let read = zstd::Decoder::new(packed)
        .and_then(|decoder| decoder.take(most + 1).read_to_end(&mut plain));
    read.map_err(|_| StrategyProblem::Damaged)?;
    if plain.len() as u64 > most {
        return Err(StrategyProblem::TooLarge(most));
    }
    Ok(plain)
}

/// Plays by a strategy. Where the strategy says nothing, which only happens in games it is not of, every choice
/// is equally likely.
#[derive(Debug, Clone)]
pub struct Solved {
    strategy: Arc<Strategy>,
    random: engine::random::Random,
    asked: Asked,
    lost: u64,
}

impl Solved {
    /// A player that has not begun a game. See [`Strategy::fits`].
    pub fn new(strategy: Arc<Strategy>) -> Self {
        Self {
            strategy,
            random: engine::random::Random::new(0),
            asked: Asked::default(),
            lost: 0,
        }
    }

    /// The number of times the strategy said nothing.
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// The probabilities of the choices.
    fn probabilities(&mut self, question: &Question<'_>) -> Vec<f64> {
        let count = question.count();
        self.asked.see(&question.view());
        match self.strategy.of(self.asked.0) {
            Some(found) if found.len() == count => found.iter().map(|it| f64::from(*it)).collect(),
            Some(_) | None => {
                self.lost += 1;
                vec![1.0 / count as f64; count]
            }
        }
    }

    fn draw(&mut self, probabilities: &[f64]) -> usize {
        let number = drawn(probabilities, &mut self.random);
        self.asked.answer(number);
        number
    }
}

impl Player for Solved {
    fn begin(&mut self, seed: u64) {
        self.random = engine::random::Random::new(seed);
        self.asked = Asked::default();
    }

    fn choose(&mut self, question: &Question<'_>) -> usize {
        if question.count() == 1 {
            return 0;
        }
        let probabilities = self.probabilities(question);
        self.draw(&probabilities)
    }

    /// The probabilities are told as priors: nothing is tried out.
    fn think(&mut self, question: &Question<'_>, _: &mut Watch<'_>) -> Thought {
        if question.count() == 1 {
            return Thought::of_choice(1, 0);
        }
        let probabilities = self.probabilities(question);
        let considered = probabilities.iter().map(|prior| Considered {
            prior: *prior,
            ..Considered::default()
        });
        Thought {
            considered: considered.collect(),
            choice: self.draw(&probabilities),
            ..Thought::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with the right mark, version and number, whatever it holds.
    fn file(plain: &[u8]) -> Vec<u8> {
        let packed = packed(plain).expect("memory can be written to");
        let number = Digest::default().with_bytes(&packed).number();
        let parts: [&[u8]; 4] = [
            MAGIC,
            &VERSION.to_le_bytes(),
            &number.to_le_bytes(),
            &packed,
        ];
        parts.concat()
    }

    #[test]
    fn a_file_that_unpacks_to_far_more_than_it_has_is_refused() {
        let swollen = file(&vec![0; 1 << 26]);
        assert!(swollen.len() < 1 << 14);
        let refused = Strategy::from_bytes(&swollen);
        assert!(
            matches!(refused, Err(StrategyProblem::TooLarge(..=1_000_000))),
            "{refused:?}"
        );
        assert_eq!(
            Strategy::from_bytes(&file(&[0; 1000])),
            Err(StrategyProblem::Damaged)
        );
    }
}
