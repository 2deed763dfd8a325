//! Games for one: a line that wins, or that there is none.
//!
//! A [`Solver`] knows everything, the shuffles to come included: they follow from the game's generator. It
//! finds a line by dives, games played to the end by a [`Guide`] that learns from the best of them, and by
//! going through all lines, depth first. Positions that are alike ([`engine::canonical`]) are gone through once and
//! choices between copies of a card are made once, so that a search that comes to its end has proved that no
//! line wins. Nodes are counted, not seconds: the same budget gives the same answer everywhere.
//!
//! A [`Blind`] player knows what a seat may know: a guide that a [`Pupil`] has taught on other deals. It deals
//! what it does not know again and again, and makes the choice after which most games are won that go on by the guide.

mod blind;
mod depth;
mod guide;
mod practice;

pub use blind::Blind;
pub use guide::Guide;
pub use practice::{Lesson, Pupil};

use engine::canonical::Canonical;
use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::Random;
use guide::Sight;

/// Seat of the only player.
const ALONE: Seat = Seat(0);

/// The number of decisions a dive may have.
const LONGEST_DIVE: usize = 2_000;

/// After so many dives what was learnt from them is forgotten.
const DIVES_IN_A_ROUND: usize = 60;

/// Weight of the guide in each round.
const FIRMNESS: [f32; 4] = [1.0, 0.6, 0.8, 0.4];

/// Result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// This line wins: each choice as its position among the legal ones.
    Won(Vec<u32>),
    /// No line wins.
    Lost,
    /// The budget is used up.
    Unknown,
}

/// An answer, and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searched {
    /// A winning line, the proof that there is none, or neither.
    pub answer: Answer,
    /// The number of nodes that were looked at.
    pub nodes: u64,
}

/// Looks for winning lines. Keeps its memory from one game to the next.
#[derive(Debug)]
pub struct Solver<'p> {
    program: &'p Program,
    canonical: Canonical,
    diver: Position,
    sight: Sight,
    nodes: u64,
    budget: u64,
}

/// A game that was played to its end.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dive {
    pub(crate) line: Vec<u32>,
    pub(crate) result: Outcome,
}

/// Outcome of a game for its player; more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Outcome {
    pub(crate) won: bool,
    score: i64,
    /// The number of cards that left the piles that cards are drawn from.
    drawn: usize,
}

impl<'p> Solver<'p> {
    /// A solver of games of one player.
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            canonical: Canonical::new(program),
            diver: Position::start(program, 0),
            sight: Sight::default(),
            nodes: 0,
            budget: 0,
        }
    }

    /// Looks for a line that wins from a position, at so many nodes at most.
    pub fn search(&mut self, from: &Position, guide: &Guide, budget: u64, seed: u64) -> Searched {
        self.nodes = 0;
        let mut guide = guide.clone();
        let quick = budget / 10;
        self.budget = quick;
        let mut answer = self.exhaust(from, &guide);
        if answer == Answer::Unknown {
            self.budget = quick + (budget - quick) * 3 / 4;
            answer = self.dive_often(from, &mut guide, seed);
        }
        if answer == Answer::Unknown {
            self.budget = budget;
            answer = self.exhaust(from, &guide);
        }
        Searched {
            answer,
            nodes: self.nodes,
        }
    }

    /// Dives until one wins or the budget is used up, and learns from the best so far after each. What was
    /// learnt is forgotten from time to time: it may lead nowhere. The last of it is left in `guide`.
    fn dive_often(&mut self, from: &Position, guide: &mut Guide, seed: u64) -> Answer {
        let mut random = Random::new(seed);
        let usual = guide.clone();
        let mut best = Dive::default();
        for number in 0.. {
            if self.nodes >= self.budget {
                break;
            }
            if number % DIVES_IN_A_ROUND == 0 {
                guide.clone_from(&usual);
                guide.firmness = FIRMNESS[number / DIVES_IN_A_ROUND % FIRMNESS.len()];
                best = Dive::default();
            }
            let dive = self.dive(from, guide, &mut random);
            if dive.result.won {
                return Answer::Won(dive.line);
            }
            if best.line.is_empty() || dive.result >= best.result {
                best = dive;
            }
            self.nodes += best.line.len() as u64;
            guide.adapt(
                self.program,
                from,
                &best.line,
                &mut self.diver,
                &mut self.sight,
            );
        }
        Answer::Unknown
    }

    /// Plays to the end by a guide.
    pub(crate) fn dive(&mut self, from: &Position, guide: &Guide, random: &mut Random) -> Dive {
        self.diver.clone_from(from);
        let mut line = Vec::new();
        while let Decision::Choose { choices, .. } = self.diver.decision() {
            if line.len() >= LONGEST_DIVE {
                break;
            }
            let number = match choices.len() {
                1 => 0,
                _ => {
                    guide.look(self.program, &self.diver, &mut self.sight);
                    self.sight.ways[self.sight.drawn(random)].number
                }
            };
            line.push(number as u32);
            self.diver.play_unchecked(self.program, number);
            self.nodes += 1;
        }
        Dive {
            result: outcome(self.program, &self.diver),
            line,
        }
    }
}

/// Rates a finished game.
pub(crate) fn outcome(program: &Program, end: &Position) -> Outcome {
    let is_over = matches!(end.decision(), Decision::Over);
    let piles = program.piles.iter().enumerate();
    let decks = piles.filter(|(_, pile)| pile.role == engine::program::Role::Deck);
    let left: usize = decks
        .map(|(number, _)| end.cards(engine::ids::Pile(number as u16)).count())
        .sum();
    Outcome {
        won: is_over && end.has_won(ALONE),
        score: if is_over { end.scores(program)[0] } else { 0 },
        drawn: program.cards.len().saturating_sub(left),
    }
}
