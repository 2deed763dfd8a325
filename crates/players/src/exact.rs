//! Exact values of games in which the seat that chooses knows everything that was decided.
//!
//! A game that was compiled with open chance is gone through to its ends; positions that are the same are
//! gone through once, whichever copies of cards lie in them. Every seat chooses what gives itself the most, and chance is averaged. Cards that lie
//! face down and were not decided yet are no secret: chance decides them when they are turned over.

use engine::canonical::Canonical;
use engine::ids::{Card, Seat};
use engine::position::{Choice, Decision, Position};
use engine::program::Program;
use rustc_hash::FxHashMap;

use crate::tree::{Payoff, payoffs};

/// The largest depth of decisions with several choices: they are searched by recursion.
const DEEPEST: u32 = 2000;

/// Reason why there are no exact values.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExactProblem {
    /// There are too many positions.
    #[error("the game is too large: it has more than {0} positions")]
    TooLarge(usize),
    /// A game may go on for very long, or come back to where it was.
    #[error(
        "the game may go on for ever: a position can come back, or more than {DEEPEST} decisions follow"
    )]
    Endless,
    /// A game of it was stopped.
    #[error("a game was stopped: {0}")]
    Stopped(String),
    /// Somebody must choose without knowing everything.
    #[error(
        "seat {0} must choose without knowing everything that was decided; `--method cfr+` solves such games"
    )]
    Hidden(u8),
}

/// Computes values, and remembers them.
#[derive(Debug)]
pub struct Exact<'p> {
    program: &'p Program,
    payoff: Payoff,
    most: usize,
    canonical: Canonical,
    known: FxHashMap<u64, Progress>,
    /// True if somebody may choose with the same hidden from them that is hidden in the program.
    has_secrets: bool,
}

#[derive(Debug, Clone)]
enum Progress {
    /// It is being computed.
    Begun,
    Values(Box<[f64]>),
}

impl<'p> Exact<'p> {
    /// For a program that was compiled with open chance; remembers at most so many positions.
    pub fn new(program: &'p Program, payoff: Payoff, most: usize) -> Self {
        let secret_asks = program.asks.iter().any(|ask| ask.secret);
        let hidden = |it: &engine::program::VariableInfo| it.hidden && !it.internal && !it.of_cards;
        let hidden_values = program.variables.iter().any(hidden);
        Self {
            program,
            payoff,
            most,
            canonical: Canonical::new(program),
            known: FxHashMap::default(),
            has_secrets: program.seats > 1 && (secret_asks || hidden_values),
        }
    }

    /// The number of positions that were evaluated.
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// The payoffs from a position on.
    pub fn values(&mut self, position: &Position) -> Result<Vec<f64>, ExactProblem> {
        self.evaluated(position.clone(), 0).map(Vec::from)
    }

    /// The payoffs from each choice on; none where nobody must choose.
    pub fn of_choices(&mut self, position: &Position) -> Result<Vec<Vec<f64>>, ExactProblem> {
        let Decision::Choose { choices, .. } = position.decision() else {
            return Ok(Vec::new());
        };
        let each = (0..choices.len()).map(|number| {
            let mut next = position.clone();
            next.play_unchecked(self.program, number);
            self.values(&next)
        });
        each.collect()
    }

    fn evaluated(&mut self, mut at: Position, depth: u32) -> Result<Box<[f64]>, ExactProblem> {
        let mut made = 0;
        let (count, seat) = loop {
            made += 1;
            let (count, seat) = match at.decision() {
                Decision::Over => {
                    return Ok(payoffs(self.program, &at, self.payoff).into());
                }
                Decision::Fault(fault) => {
                    return Err(ExactProblem::Stopped(fault.message(self.program)));
                }
                Decision::Chance { outcomes } => (outcomes.len(), None),
                Decision::Choose { seat, choices, .. } => (choices.len(), Some(seat)),
            };
            if count > 1 {
                break (count, seat);
            }
            if made > DEEPEST {
                return Err(ExactProblem::Endless);
            }
            play(self.program, &mut at, seat, 0);
        };
        let hash = self.canonical.hash(self.program, &at);
        match self.known.get(&hash) {
            Some(Progress::Values(values)) => return Ok(values.clone()),
            Some(Progress::Begun) => return Err(ExactProblem::Endless),
            None if depth > DEEPEST => return Err(ExactProblem::Endless),
            None if self.known.len() >= self.most => {
                return Err(ExactProblem::TooLarge(self.most));
            }
            None => {}
        }
        if let Some(seat) = seat.filter(|seat| self.hides(&at, *seat)) {
            return Err(ExactProblem::Hidden(seat.0));
        }
        self.known.insert(hash, Progress::Begun);
        let values = self.of_node(&at, count, seat, depth)?;
        self.known.insert(hash, Progress::Values(values.clone()));
        Ok(values)
    }

    fn of_node(
        &mut self,
        at: &Position,
        count: usize,
        seat: Option<Seat>,
        depth: u32,
    ) -> Result<Box<[f64]>, ExactProblem> {
        let mut sum = vec![0.0; usize::from(self.program.seats)];
        let mut best: Option<Box<[f64]>> = None;
        for (number, copies) in self.different(at) {
            let mut next = at.clone();
            play(self.program, &mut next, seat, number);
            let values = self.evaluated(next, depth + 1)?;
            match seat {
                None => sum
                    .iter_mut()
                    .zip(&values)
                    .for_each(|(sum, value)| *sum += copies * value),
                Some(seat) => {
                    let own = |values: &[f64]| values[seat.index()];
                    if best.as_ref().is_none_or(|best| own(&values) > own(best)) {
                        best = Some(values);
                    }
                }
            }
        }
        Ok(best.unwrap_or_else(|| sum.iter().map(|sum| sum / count as f64).collect()))
    }

    /// The choices or outcomes between which there is a difference, each with how many it stands for.
    fn different(&self, at: &Position) -> Vec<(usize, f64)> {
        let all: &[Choice] = match at.decision() {
            Decision::Choose { choices, .. } => choices,
            Decision::Chance { outcomes } => outcomes,
            Decision::Over | Decision::Fault(_) => &[],
        };
        let mut different: Vec<(usize, f64)> = Vec::with_capacity(all.len());
        for (number, one) in all.iter().enumerate() {
            let mut earlier = different.iter_mut();
            let same =
                earlier.find(|(other, _)| self.canonical.are_same(self.program, all[*other], *one));
            match same {
                Some((_, copies)) => *copies += 1.0,
                None => different.push((number, 1.0)),
            }
        }
        different
    }

    /// True if something was decided that a seat does not know.
    fn hides(&self, at: &Position, seat: Seat) -> bool {
        let cards = (0..self.program.cards.len()).map(|number| Card(number as u16));
        let mut decided = cards.filter(|card| !at.is_open(*card));
        self.has_secrets || decided.any(|card| !at.knows(seat, card))
    }
}

fn play(program: &Program, at: &mut Position, seat: Option<Seat>, number: usize) {
    match seat {
        Some(_) => at.play_unchecked(program, number),
        None => {
            at.play_chance(program, number);
        }
    }
}
