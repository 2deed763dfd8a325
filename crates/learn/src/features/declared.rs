//! Rows of an encoding that a game declares: one for each number of its vector, and one for each index of a choice.

use super::vocabulary::{Table, Vocabulary};
use crate::encoding::Encoding;
use engine::ids::Seat;
use engine::position::Position;
use engine::program::Program;
use nets::Ragged;
use std::sync::Arc;

/// Reads positions as a game declares it.
///
/// A position that does not fit into the declared slots is an empty vector, and its choices have no rows: all of them
/// are alike then. A choice that is the first half of several indices (who attacks, before whom) has all of their rows,
/// each with an equal share.
#[derive(Debug)]
pub struct Declared {
    encoding: Arc<Encoding>,
    inputs: Vec<u32>,
    choices: Vec<u32>,
}

impl Declared {
    /// Finds the rows of an encoding, and adds those to the vocabulary that it has not met.
    pub fn new(encoding: Arc<Encoding>, vocabulary: &mut Vocabulary) -> Self {
        let rows = |table: &mut Table, what: &str, count: usize| -> Vec<u32> {
            let numbers = 0..count;
            numbers
                .map(|number| table.row(&format!("{what} {number}")))
                .collect()
        };
        Self {
            inputs: rows(&mut vocabulary.inputs, "number", encoding.length()),
            choices: rows(&mut vocabulary.choices, "index", encoding.action_count()),
            encoding,
        }
    }

    /// Writes what a seat sees as one list of rows.
    pub(super) fn observe(
        &self,
        program: &Program,
        position: &Position,
        seat: Seat,
        to: &mut Ragged,
    ) {
        let vector = self.encoding.observe_position(program, position, seat);
        let numbers = self.inputs.iter().zip(vector.unwrap_or_default());
        for (row, number) in numbers.filter(|(_, number)| *number != 0.0) {
            to.push(*row, number);
        }
        to.end();
    }

    /// Writes the choices of the seat that must choose, one list of rows each.
    pub(super) fn choices(&self, program: &Program, position: &Position, to: &mut Ragged) {
        let mut indices = vec![Vec::new(); position.choices().len()];
        for action in self.encoding.actions(program, position).unwrap_or_default() {
            if let Some(of) = action.choices.first().and_then(|it| indices.get_mut(*it)) {
                of.push(action.index);
            }
        }
        for indices in indices {
            let share = 1.0 / indices.len().max(1) as f32;
            for index in indices {
                to.push(self.choices[index], share);
            }
            to.end();
        }
    }
}
