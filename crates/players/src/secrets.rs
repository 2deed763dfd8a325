//! Answers that were given in secret and are not known to the others yet.
//!
//! Where several seats decide at once, the game asks one after the other, and what the first ones answered waits
//! in the position until all have. A seat that is asked later may not know it. Cards that a seat does not know
//! hide such an answer well enough; a number, or a card that everybody knows, does not. So those who ask players
//! remember how the game stood before the first answer of the round, and worlds are made from there.

use engine::ids::{AskId, Seat};
use engine::position::{Decision, Position};
use engine::program::Program;

/// The answers of a round in which all decide in secret, as far as they have been given.
#[derive(Debug, Clone, Default)]
pub struct Secrets {
    /// How the game stood before the first of them.
    before: Option<Box<Position>>,
    answers: Vec<(Seat, usize)>,
}

impl Secrets {
    /// A game that has just begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// Another game begins.
    #[inline]
    pub fn clear(&mut self) {
        self.answers.clear();
    }

    /// Must be told of every choice just before it is made.
    #[inline]
    pub fn choose(&mut self, program: &Program, position: &Position, number: usize) {
        if let Decision::Choose { seat, ask, .. } = position.decision() {
            if is_secret(program, ask) {
                self.add(position, seat, number);
            } else {
                self.clear();
            }
        }
    }

    fn add(&mut self, position: &Position, seat: Seat, number: usize) {
        if self.begins_anew(seat) {
            self.answers.clear();
        }
        if self.answers.is_empty() {
            match &mut self.before {
                Some(before) => (**before).clone_from(position),
                None => self.before = Some(Box::new(position.clone())),
            }
        }
        self.answers.push((seat, number));
    }

    /// Whoever answers again after others did is in another round.
    fn begins_anew(&self, seat: Seat) -> bool {
        let last = self.answers.last().map(|(seat, _)| *seat);
        let mut seats = self.answers.iter().map(|(seat, _)| *seat);
        last != Some(seat) && seats.any(|answered| answered == seat)
    }

    /// How the game stood before answers that a seat may not know, and all answers since; nothing if there
    /// are none.
    pub(crate) fn kept_from(&self, program: &Program, seat: Seat, ask: AskId) -> Option<Kept<'_>> {
        let others = self.answers.iter().any(|(answered, _)| *answered != seat);
        if !others || !is_secret(program, ask) || self.begins_anew(seat) {
            return None;
        }
        self.before.as_deref().map(|before| Kept {
            before,
            answers: &self.answers,
        })
    }
}

/// Answers that a seat may not know.
#[derive(Clone, Copy)]
pub(crate) struct Kept<'a> {
    pub(crate) before: &'a Position,
    pub(crate) answers: &'a [(Seat, usize)],
}

fn is_secret(program: &Program, ask: AskId) -> bool {
    program.asks[ask.index()].secret
}
