//! Evaluation of positions that a search has reached.

use crate::aims::{Aim, roll_out};
use crate::lookahead::Lookahead;
use engine::position::Position;
use engine::random::Random;

/// Says what positions are worth, and which choices look good. A network is one; playing on at random is another.
pub trait Evaluator: Send {
    /// True if [`Self::evaluate`] says something about the choices. If not it is not asked for it.
    fn has_priors(&self) -> bool;

    /// Value of a position for each seat, about 0 to 1. It is one that the searching seat considers possible,
    /// waits for a choice or is over, and may be spoiled. If there are priors, how likely each choice is to be
    /// good goes into them, as numbers that add up to 1, for the seat that must choose.
    fn evaluate(
        &mut self,
        lookahead: &Lookahead,
        position: &mut Position,
        random: &mut Random,
        values: &mut [f64],
        priors: Option<&mut [f64]>,
    );

    /// Another one that does the same, for another thread.
    fn copy(&self) -> Box<dyn Evaluator>;
}

/// Plays on at random, and looks what comes of it.
#[derive(Debug, Clone, Copy)]
pub struct Rollouts {
    /// Values of the ends that games come to.
    pub aim: Aim,
    /// Decisions after which a game without an end counts as won by nobody.
    pub most_decisions: u32,
}

impl Evaluator for Rollouts {
    fn has_priors(&self) -> bool {
        false
    }

    fn evaluate(
        &mut self,
        lookahead: &Lookahead,
        position: &mut Position,
        random: &mut Random,
        values: &mut [f64],
        _: Option<&mut [f64]>,
    ) {
        let program = lookahead.program();
        roll_out(program, position, random, self.most_decisions);
        lookahead.aims().values(program, position, self.aim, values);
    }

    fn copy(&self) -> Box<dyn Evaluator> {
        Box::new(*self)
    }
}
