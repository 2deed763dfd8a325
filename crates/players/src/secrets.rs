//! Answers, hidden values and draws that lie in wait and are not known to all.
//!
//! In the middle of an effect the game may keep in its registers what a seat may not know: what others answered in
//! secret, where several decide at once and are asked one after the other, a number that chance has drawn, a hidden
//! variable that was looked at. Cards that a seat does not know hide such a thing well enough; a number, or a card
//! that everybody knows, does not. So those who ask players remember how the game stood when nothing of that kind
//! was kept, and worlds are made from there.

use engine::ids::{AskId, Card, Seat};
use engine::position::{Decision, Position};
use engine::program::Program;

/// The number of answers that are remembered at most.
const MOST_ANSWERS: usize = 1_000;

/// The answers since nothing was kept that not everybody may know.
#[derive(Debug, Clone, Default)]
pub struct Secrets {
    since: Since,
    /// The position then; spare memory otherwise.
    before: Option<Box<Position>>,
    answers: Vec<Answer>,
    /// All choices of the game by number.
    made: Vec<u32>,
}

/// Since when answers are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Since {
    /// Since the game began.
    #[default]
    Beginning,
    /// Since the position that is kept.
    Kept,
    /// They are not: nothing is secret.
    Never,
}

/// An answer that was given.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer {
    pub(crate) seat: Seat,
    pub(crate) number: usize,
    pub(crate) is_secret: bool,
    /// The card that was chosen.
    pub(crate) card: Option<Card>,
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
        self.made.clear();
        self.since = Since::Beginning;
    }

    /// Must be told of every choice just before it is made.
    #[inline]
    pub fn choose(&mut self, program: &Program, position: &Position, number: usize) {
        let Decision::Choose { seat, ask, .. } = position.decision() else {
            return;
        };
        self.made.push(number as u32);
        let is_secret = is_secret(program, ask);
        if !self.goes_on(program, position, seat, is_secret) {
            self.begin(position, is_secret || program.taint.has_values());
        }
        if self.answers.len() == MOST_ANSWERS {
            self.begin(position, false);
        }
        if self.since != Since::Never {
            self.answers.push(Answer {
                seat,
                number,
                is_secret,
                card: position.card_of_choice(program, number),
            });
        }
    }

    /// All choices of the game by number, in order.
    pub(crate) fn made(&self) -> &[u32] {
        &self.made
    }

    /// True if what was answered before may still lie in wait when a seat is asked.
    fn goes_on(&self, program: &Program, at: &Position, seat: Seat, is_secret: bool) -> bool {
        self.is_same_round(seat, is_secret) || at.secrets_held(program).any()
    }

    fn begin(&mut self, position: &Position, is_kept: bool) {
        self.answers.clear();
        self.since = if is_kept { Since::Kept } else { Since::Never };
        if is_kept {
            match &mut self.before {
                Some(before) => (**before).clone_from(position),
                None => self.before = Some(Box::new(position.clone())),
            }
        }
    }

    /// True if all decide in secret, and the seat has its turn in that. Whoever answers again after others did is in
    /// another round.
    fn is_same_round(&self, seat: Seat, is_secret: bool) -> bool {
        let Some(last) = self.answers.last() else {
            return false;
        };
        let mut answers = self.answers.iter();
        is_secret && last.is_secret && (last.seat == seat || answers.all(|it| it.seat != seat))
    }

    /// Position before something came up that a seat may not know, and all answers since; nothing if there
    /// is nothing of that kind.
    pub(crate) fn kept_from(
        &self,
        program: &Program,
        position: &Position,
        seat: Seat,
    ) -> Option<Kept<'_>> {
        let Decision::Choose { ask, .. } = position.decision() else {
            return None;
        };
        let mut answers = self.answers.iter();
        let others = answers.any(|answer| answer.is_secret && answer.seat != seat);
        let held = position.secrets_held(program);
        let is_round = || self.is_same_round(seat, is_secret(program, ask));
        let is_round = others && is_round();
        if !(is_round || held.values || others && held.answers) {
            return None;
        }
        let before = match self.since {
            Since::Beginning => None,
            Since::Kept => self.before.as_deref(),
            Since::Never => return None,
        };
        Some(Kept {
            before,
            answers: &self.answers,
            is_sure: is_round,
        })
    }
}

/// History that a seat may not know all of.
#[derive(Clone, Copy)]
pub(crate) struct Kept<'a> {
    /// The position; nothing for the beginning of the game.
    pub(crate) before: Option<&'a Position>,
    pub(crate) answers: &'a [Answer],
    /// True if there is something for sure; otherwise what registers hold may follow from what the seat knows.
    pub(crate) is_sure: bool,
}

pub(crate) fn is_secret(program: &Program, ask: AskId) -> bool {
    program.asks[ask.index()].secret
}
