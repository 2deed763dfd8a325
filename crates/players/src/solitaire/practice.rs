//! Practice: what is usually good is learnt from many games.
//!
//! A deal is played several times. What was chosen in the games that went better than the others becomes
//! weightier, what was chosen in the worse ones lighter (policy gradients, with the other games of the deal as
//! the measure). The guide knows only what the seat may know, so that it learns to play without knowing the
//! deck.

use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::Random;
use rustc_hash::FxHashMap;

use super::guide::Change;
use super::{Guide, LONGEST_DIVE, Outcome, Solver, outcome};

/// How often a deal is played.
const GAMES: usize = 8;

/// How much getting further counts beside winning.
const GETTING_FURTHER: f32 = 0.1;

/// What one deal teaches.
#[derive(Debug, Clone, Default)]
pub struct Lesson {
    change: Change,
    /// How many of the games were won.
    pub won: u32,
    /// How many games there were.
    pub games: u32,
    /// How many choices were made.
    pub nodes: u64,
}

/// A game of a lesson.
#[derive(Default)]
struct Played {
    result: Outcome,
    changes: Vec<(u32, f32)>,
}

/// Plays for practice. Keeps its memory.
#[derive(Debug)]
pub struct Pupil<'p> {
    program: &'p Program,
    solver: Solver<'p>,
}

impl<'p> Pupil<'p> {
    /// Practises a game for one.
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            solver: Solver::new(program),
        }
    }

    /// Plays the deal with a seed several times by a guide.
    pub fn practise(&mut self, guide: &Guide, seed: u64) -> Lesson {
        let start = Position::start(self.program, seed);
        let mut random = Random::new(seed);
        self.solver.nodes = 0;
        let games: Vec<Played> = (0..GAMES)
            .map(|_| self.play(&start, guide, &mut random))
            .collect();
        let mut change: Change = FxHashMap::default();
        for (game, better) in games.iter().zip(judged(&games)) {
            if better != 0.0 {
                for (pair, by) in &game.changes {
                    *change.entry(*pair).or_insert(0.0) += by * better;
                }
            }
        }
        Lesson {
            change,
            won: games.iter().filter(|game| game.result.won).count() as u32,
            games: GAMES as u32,
            nodes: self.solver.nodes,
        }
    }

    fn play(&mut self, from: &Position, guide: &Guide, random: &mut Random) -> Played {
        let Solver {
            diver,
            sight,
            nodes,
            ..
        } = &mut self.solver;
        diver.clone_from(from);
        let mut changes = Vec::new();
        let mut length = 0;
        while let Decision::Choose { choices, .. } = diver.decision() {
            if length >= LONGEST_DIVE {
                break;
            }
            let number = match choices.len() {
                1 => 0,
                _ => {
                    guide.look(self.program, diver, sight);
                    let way = sight.drawn(random);
                    sight.note(way, &mut changes);
                    sight.ways[way].number
                }
            };
            diver.play_unchecked(self.program, number);
            *nodes += 1;
            length += 1;
        }
        Played {
            result: outcome(self.program, diver),
            changes,
        }
    }
}

/// How much better than the others of its deal each game went.
fn judged(games: &[Played]) -> Vec<f32> {
    let worth = |game: &Played| {
        let below = games.iter().filter(|other| other.result < game.result);
        let same = games.iter().filter(|other| other.result == game.result);
        let rank = below.count() as f32 + (same.count() as f32 - 1.0) / 2.0;
        let rank = rank / (games.len() as f32 - 1.0);
        f32::from(u8::from(game.result.won)) + GETTING_FURTHER * rank
    };
    let worths: Vec<f32> = games.iter().map(worth).collect();
    let mean = worths.iter().sum::<f32>() / worths.len() as f32;
    let squares = worths.iter().map(|worth| (worth - mean) * (worth - mean));
    let spread = (squares.sum::<f32>() / worths.len() as f32).sqrt();
    if spread < 1e-6 {
        return vec![0.0; games.len()];
    }
    worths.iter().map(|worth| (worth - mean) / spread).collect()
}

impl Guide {
    /// Learns from lessons, in this order.
    pub fn learn(&mut self, lessons: &[Lesson]) {
        for lesson in lessons {
            self.take(&lesson.change);
        }
    }
}
