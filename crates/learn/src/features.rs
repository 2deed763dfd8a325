//! Features: what a network sees of a position and of a choice, derived for every game from what a seat may know.
//!
//! A feature is a row of a table, with a weight. A [`Reader`] knows the rows of one compiled game; rows of different
//! programs of one game (other decks, other numbers of copies) have the same names and so the same meaning. A row of a
//! card is the sum of a factor for that very card and of factors for what is printed on it, which it shares with other
//! cards ([`Vocabulary`]).

mod declared;
mod reader;
mod rows;
mod traits;
mod vector;
mod vocabulary;

pub use declared::Declared;
pub use reader::Reader;
pub use vector::{Marked, ViewVector};
pub use vocabulary::{Table, Vocabulary};

use crate::encoding::Encoding;
use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::program::Program;
use nets::{Batch, Ragged};
use std::sync::Arc;

/// Encoder of positions and choices as rows.
#[derive(Debug)]
pub enum Features {
    /// Derived from the compiled game.
    Derived(Reader),
    /// As the game declares it.
    Declared(Declared),
}

impl Features {
    /// Features of a program: as its game declares them, or derived. New rows go into the vocabulary.
    pub fn new(
        program: &Program,
        declared: Option<Arc<Encoding>>,
        vocabulary: &mut Vocabulary,
    ) -> Self {
        match declared {
            Some(encoding) => Self::Declared(Declared::new(encoding, vocabulary)),
            None => Self::Derived(Reader::new(program, vocabulary)),
        }
    }

    /// Writes what a seat sees as one list of rows.
    pub fn observe(&self, program: &Program, position: &Position, seat: Seat, to: &mut Ragged) {
        match self {
            Self::Derived(reader) => reader.observe(program, position, seat, to),
            Self::Declared(declared) => declared.observe(program, position, seat, to),
        }
    }

    /// As [`Self::observe`], with everything that any seat knows: for a critic that is there in training only. A
    /// declared encoding has no words for that, and its critic sees what the seat sees.
    pub fn observe_all(&self, program: &Program, position: &Position, seat: Seat, to: &mut Ragged) {
        match self {
            Self::Derived(reader) => reader.observe_all(program, position, seat, to),
            Self::Declared(declared) => declared.observe(program, position, seat, to),
        }
    }

    /// Writes the kinds of cards that others hold and a seat does not know: for training only. A declared encoding has no
    /// numbers for them.
    pub fn held(&self, program: &Program, position: &Position, seat: Seat, to: &mut Ragged) {
        match self {
            Self::Derived(reader) => reader.held(program, position, seat, to),
            Self::Declared(_) => to.end(),
        }
    }

    /// Writes the choices of the seat that must choose, one list of rows each.
    pub fn choices(&self, program: &Program, position: &Position, to: &mut Ragged) {
        match self {
            Self::Derived(reader) => reader.choices(program, position, to),
            Self::Declared(declared) => declared.choices(program, position, to),
        }
    }

    /// Writes a whole sample: what the seat that must choose sees, and its choices.
    pub fn sample(&self, program: &Program, position: &Position, to: &mut Batch) {
        let Decision::Choose { seat, .. } = position.decision() else {
            return;
        };
        self.observe(program, position, seat, &mut to.observations);
        self.choices(program, position, &mut to.choices);
        to.end_sample();
    }
}
