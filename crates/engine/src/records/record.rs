//! A game written down: enough to play it again exactly.
//!
//! A record names its game, how it was set up, the seed and every choice by its position among the legal
//! ones. Playing it again must reach a position with the same number; whatever is damaged or belongs to
//! another game is refused with the reason.

use serde::{Deserialize, Serialize};

use crate::bytes::{BytesProblem, Reader, Writer};
use crate::event::{Unwatched, Watch};
use crate::fault::Fault;
use crate::ids::Seat;
use crate::position::{Decision, Position};
use crate::program::Program;
use crate::seed::{Generator, Seed};

/// The version that is written. Version 1 had fingerprints made of the names of ops.
pub const VERSION: u32 = 2;

const MAGIC: &[u8; 4] = b"fudR";

/// A game written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of this format.
    pub version: u32,
    /// Name of the game.
    pub game: String,
    /// Fingerprint of the game, its parameters and decks.
    #[serde(with = "hexadecimal")]
    pub fingerprint: u64,
    /// The number of players.
    pub seats: u8,
    /// The parameters that were set, with their values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<(String, String)>,
    /// The decks that the players brought: the name of a deck list of the game, or the deck itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<String>,
    /// The regulation that the decks were checked with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regulation: Option<String>,
    /// The number of the seed.
    pub seed: u64,
    /// The generator that chance came from.
    #[serde(default, skip_serializing_if = "Generator::is_fast")]
    pub generator: Generator,
    /// Each choice as its position among the legal ones.
    pub choices: Vec<u32>,
    /// Hash of the last position.
    #[serde(with = "hexadecimal")]
    pub hash: u64,
}

/// Reason why a record could not be replayed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordProblem {
    /// It is of another version.
    #[error(
        "the record was written in version {found}; this program reads version {VERSION}, in which games have other \
         fingerprints"
    )]
    Version {
        /// The version that was found.
        found: u32,
    },
    /// It is of another game.
    #[error("the record is of `{found}`, not of `{expected}`")]
    OtherGame {
        /// The game at hand.
        expected: String,
        /// The game of the record.
        found: String,
    },
    /// The game has changed since, or its parameters or decks are others.
    #[error(
        "the record is of another edition of the game, or with other parameters or decks: \
         its fingerprint is {found:016x}, that of this game {expected:016x}"
    )]
    OtherEdition {
        /// That of the game.
        expected: u64,
        /// That of the record.
        found: u64,
    },
    /// It is of another number of players.
    #[error("the record is of {found} players, not of {expected}")]
    Seats {
        /// Those of the game.
        expected: u8,
        /// Those of the record.
        found: u8,
    },
    /// A choice is not legal.
    #[error("choice {number} cannot be made: it is the legal choice {choice}, and there are {legal} for {}", who(*seat))]
    Illegal {
        /// The number of the choice, from 1.
        number: usize,
        /// The choice, from 0.
        choice: u32,
        /// The number of legal choices.
        legal: usize,
        /// The seat that had to choose; nobody where chance decides.
        seat: Option<Seat>,
    },
    /// There are choices after the end.
    #[error("the game is over after {number} choices, but the record has {choices}")]
    Over {
        /// The number of choices that could be made.
        number: usize,
        /// The number of choices in the record.
        choices: usize,
    },
    /// The game was stopped.
    #[error("the game was stopped after {number} choices: {message}")]
    Stopped {
        /// The number of choices that could be made.
        number: usize,
        /// Message of the fault.
        message: String,
    },
    /// The last position is another one.
    #[error(
        "the game ends in another position: the record says {expected:016x}, played again it is {found:016x}"
    )]
    Hash {
        /// The number of the record.
        expected: u64,
        /// The number of the position that was reached.
        found: u64,
    },
    /// The bytes are no record, or damaged.
    #[error("the record cannot be read: {0}")]
    Bytes(#[from] BytesProblem),
}

impl Record {
    /// A record without choices, as a game begins.
    pub fn begin(program: &Program, seed: impl Into<Seed>) -> Self {
        let seed = seed.into();
        Self {
            version: VERSION,
            game: program.name.clone(),
            fingerprint: program.fingerprint,
            seats: program.seats,
            parameters: Vec::new(),
            decks: program.decks.clone(),
            regulation: program.regulation.clone(),
            seed: seed.number,
            generator: seed.generator,
            choices: Vec::new(),
            hash: Position::start(program, seed).hash(program),
        }
    }

    /// The beginning of its chance: the seed with the generator.
    pub fn whole_seed(&self) -> Seed {
        Seed {
            number: self.seed,
            generator: self.generator,
        }
    }

    /// Adds a choice, and the number of the position it led to.
    pub fn add(&mut self, program: &Program, number: usize, reached: &Position) {
        self.choices.push(number as u32);
        self.hash = reached.hash(program);
    }

    /// Plays the game again; the last position, if everything agrees.
    pub fn verify(&self, program: &Program) -> Result<Position, RecordProblem> {
        let position = self.replay(program, &mut Unwatched)?;
        let found = position.hash(program);
        if found != self.hash {
            let expected = self.hash;
            return Err(RecordProblem::Hash { expected, found });
        }
        Ok(position)
    }

    /// Plays the game again for someone who watches; the last position, whatever its number.
    pub fn replay<W: Watch>(
        &self,
        program: &Program,
        watch: &mut W,
    ) -> Result<Position, RecordProblem> {
        self.belongs_to(program)?;
        let mut position = Position::start_watched(program, self.whole_seed(), watch);
        for (number, choice) in self.choices.iter().enumerate() {
            let (seat, choices) = match position.decision() {
                Decision::Choose { seat, choices, .. } => (Some(seat), choices),
                Decision::Chance { outcomes } => (None, outcomes),
                Decision::Fault(fault) => return Err(stopped(program, number, fault)),
                Decision::Over => {
                    let choices = self.choices.len();
                    return Err(RecordProblem::Over { number, choices });
                }
            };
            if *choice as usize >= choices.len() {
                return Err(RecordProblem::Illegal {
                    number: number + 1,
                    choice: *choice,
                    legal: choices.len(),
                    seat,
                });
            }
            match seat {
                Some(_) => position.play_number(program, *choice as usize, watch),
                None => position.play_chance_watched(program, *choice as usize, watch),
            }
        }
        Ok(position)
    }

    fn belongs_to(&self, program: &Program) -> Result<(), RecordProblem> {
        if self.version != VERSION {
            let found = self.version;
            return Err(RecordProblem::Version { found });
        }
        if self.game != program.name {
            return Err(RecordProblem::OtherGame {
                expected: program.name.clone(),
                found: self.game.clone(),
            });
        }
        if self.seats != program.seats {
            return Err(RecordProblem::Seats {
                expected: program.seats,
                found: self.seats,
            });
        }
        if self.fingerprint != program.fingerprint {
            return Err(RecordProblem::OtherEdition {
                expected: program.fingerprint,
                found: self.fingerprint,
            });
        }
        Ok(())
    }

    /// The record in few bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = Writer::new(MAGIC, VERSION.into());
        to.text(&self.game);
        to.number(self.fingerprint);
        to.number(self.seats.into());
        to.count(self.parameters.len());
        for (name, value) in &self.parameters {
            to.text(name);
            to.text(value);
        }
        to.count(self.decks.len());
        self.decks.iter().for_each(|deck| to.text(deck));
        to.number(self.seed);
        to.count(self.choices.len());
        self.choices
            .iter()
            .for_each(|choice| to.number((*choice).into()));
        to.number(self.hash);
        let key = match self.generator {
            Generator::Pcg32 => None,
            Generator::Chacha20 { key } => Some(key.to_string()),
        };
        // Earlier records end with the regulation, or before it.
        if self.regulation.is_some() || key.is_some() {
            to.text(self.regulation.as_deref().unwrap_or_default());
        }
        if let Some(key) = key {
            to.text(&key);
        }
        to.finish()
    }

    /// Decodes a record from bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RecordProblem> {
        let mut from = Reader::new(bytes, MAGIC, "a record", VERSION.into())?;
        let mut record = Self {
            version: VERSION,
            game: from.text()?,
            fingerprint: from.number()?,
            seats: from.below(256, "there are too many seats")? as u8,
            parameters: (0..from.count()?)
                .map(|_| Ok((from.text()?, from.text()?)))
                .collect::<Result<_, BytesProblem>>()?,
            decks: (0..from.count()?)
                .map(|_| from.text())
                .collect::<Result<_, _>>()?,
            regulation: None,
            seed: from.number()?,
            choices: (0..from.count()?)
                .map(|_| {
                    let choice = u32::try_from(from.number()?);
                    choice.map_err(|_| BytesProblem::Wrong("a choice is too large"))
                })
                .collect::<Result<_, _>>()?,
            hash: from.number()?,
            generator: Generator::Pcg32,
        };
        if !from.is_at_end() {
            record.regulation = Some(from.text()?);
        }
        if !from.is_at_end() {
            let key = from.text()?.parse();
            let key = key.map_err(|_| BytesProblem::Wrong("a key is no key"))?;
            record.generator = Generator::Chacha20 { key };
            record.regulation = record
                .regulation
                .filter(|regulation| !regulation.is_empty());
        }
        from.finish()?;
        Ok(record)
    }
}

fn who(seat: Option<Seat>) -> String {
    seat.map_or_else(|| "chance".to_owned(), |seat| format!("player {}", seat.0))
}

fn stopped(program: &Program, number: usize, fault: &Fault) -> RecordProblem {
    RecordProblem::Stopped {
        number,
        message: fault.message(program),
    }
}

/// 64-bit numbers as texts, because not every reader of JSON has such numbers.
mod hexadecimal {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(number: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{number:016x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let text = String::deserialize(from)?;
        u64::from_str_radix(&text, 16).map_err(|_| {
            D::Error::custom(format!("`{text}` is no number of 16 hexadecimal digits"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::small;

    fn recorded(program: &Program, seed: impl Into<Seed>) -> (Record, Position) {
        let seed = seed.into();
        let mut record = Record::begin(program, seed);
        let mut position = Position::start(program, seed);
        while !position.is_over() {
            let number = position.choices().len() - 1;
            position.play_unchecked(program, number);
            record.add(program, number, &position);
        }
        (record, position)
    }

    fn problem(record: &Record, program: &Program) -> String {
        match record.verify(program) {
            Ok(_) => "none".to_owned(),
            Err(problem) => problem.to_string(),
        }
    }

    #[test]
    fn a_record_leads_to_the_same_position() {
        let program = small::program();
        for seed in 0..20 {
            let (record, last) = recorded(&program, seed);
            assert_eq!(record.verify(&program).as_ref(), Ok(&last));
            assert_eq!(Record::from_bytes(&record.to_bytes()).as_ref(), Ok(&record));
            let text = serde_json::to_string(&record).expect("a record is plain data");
            let back: Record = serde_json::from_str(&text).expect("it was just written");
            assert_eq!(back, record);
        }
    }

    #[test]
    fn the_generator_is_part_of_a_record() {
        let program = small::program();
        let (fast, _) = recorded(&program, 3);
        for regulation in [None, Some("2026".to_owned())] {
            let (mut record, last) = recorded(&program, small::keyed(3));
            record.regulation = regulation;
            assert_eq!(record.verify(&program).as_ref(), Ok(&last));
            assert_eq!(Record::from_bytes(&record.to_bytes()).as_ref(), Ok(&record));
            let text = serde_json::to_string(&record).expect("a record is plain data");
            assert!(
                text.contains(r#""generator":{"chacha20":{"key":"0707"#),
                "{text}"
            );
            assert_eq!(
                serde_json::from_str::<Record>(&text).ok(),
                Some(record.clone())
            );
            assert_ne!(record.hash, fast.hash);
            record.generator = Generator::Pcg32;
            assert!(
                record.verify(&program).is_err(),
                "another generator, another game"
            );
        }
        let text = serde_json::to_string(&fast).expect("a record is plain data");
        assert!(
            !text.contains("generator"),
            "records of simulations stay as they were"
        );
    }

    #[test]
    fn a_game_that_is_not_over_can_be_recorded() {
        let program = small::program();
        let (mut record, _) = recorded(&program, 1);
        record.choices.truncate(2);
        let position = record.replay(&program, &mut Unwatched);
        record.hash = position.expect("two choices are legal").hash(&program);
        assert_eq!(problem(&record, &program), "none");
    }

    #[test]
    fn a_foreign_or_damaged_record_is_refused_with_the_reason() {
        let program = small::program();
        let (record, _) = recorded(&program, 1);
        let changed = |change: fn(&mut Record)| {
            let mut record = record.clone();
            change(&mut record);
            problem(&record, &program)
        };
        assert_eq!(
            changed(|record| record.version = 9),
            "the record was written in version 9; this program reads version 2, in which games have other \
             fingerprints"
        );
        assert_eq!(
            changed(|record| record.game = "war".to_owned()),
            "the record is of `war`, not of `small`"
        );
        assert_eq!(
            changed(|record| record.seats = 3),
            "the record is of 3 players, not of 2"
        );
        assert_eq!(
            changed(|record| record.fingerprint = 1),
            "the record is of another edition of the game, or with other parameters or decks: \
             its fingerprint is 0000000000000001, that of this game 0000000000005a11"
        );
        assert_eq!(
            changed(|record| record.choices[1] = 7),
            "choice 2 cannot be made: it is the legal choice 7, and there are 3 for player 1"
        );
        assert_eq!(
            changed(|record| record.choices.push(0)),
            format!(
                "the game is over after {} choices, but the record has {}",
                record.choices.len(),
                record.choices.len() + 1
            )
        );
        assert!(
            changed(|record| record.seed = 77)
                .starts_with("the game ends in another position: the record says "),
        );
    }
}
