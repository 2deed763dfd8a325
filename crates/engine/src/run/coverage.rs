//! Coverage: the ops that were executed in games, and the choices that were made. To find rules that never run, let
//! a [`Coverage`] watch.

use crate::event::{Event, Scene, Watch};
use crate::ids::Pc;
use crate::program::Program;

/// Ops and meanings that were reached in some games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// For each op, whether it was executed in play. What is only tried does not count.
    ops: Vec<bool>,
    /// For each meaning, whether it was chosen.
    meanings: Vec<bool>,
}

impl Coverage {
    /// Nothing was reached yet.
    pub fn new(program: &Program) -> Self {
        Self {
            ops: vec![false; program.ops.len()],
            meanings: vec![false; program.meanings.len()],
        }
    }

    /// Adds what was reached in other games of the same program.
    pub fn add(&mut self, other: &Self) {
        let ops = self.ops.iter_mut().zip(&other.ops);
        let meanings = self.meanings.iter_mut().zip(&other.meanings);
        for (own, other) in ops.chain(meanings) {
            *own |= *other;
        }
    }

    /// For each place of the program, whether an op that comes from it was executed.
    pub fn places(&self, program: &Program) -> Vec<bool> {
        let mut places = vec![false; program.places.len()];
        for (origin, reached) in program.origins.iter().zip(&self.ops) {
            places[*origin as usize] |= *reached;
        }
        places
    }

    /// For each meaning, whether it was chosen.
    pub fn meanings(&self) -> &[bool] {
        &self.meanings
    }
}

impl Watch for Coverage {
    const ON: bool = true;

    fn event(&mut self, _: Scene<'_>, event: Event) {
        if let Event::Chose { choice, .. } = event {
            self.meanings[choice.meaning.index()] = true;
        }
    }

    fn step(&mut self, pc: Pc, is_trial: bool) {
        if !is_trial {
            self.ops[pc.index()] = true;
        }
    }
}
