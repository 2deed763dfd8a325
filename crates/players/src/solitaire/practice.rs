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

use super::guide::{Change, Note};
use super::{Answer, Guide, LONGEST_DIVE, Outcome, Solver, outcome};

/// The number of times a deal is played.
const GAMES: usize = 8;

/// Weight of progress beside winning.
const GETTING_FURTHER: f32 = 0.1;

/// Weight of entropy: all choices go on being tried.
const EVENNESS: f32 = 0.04;

/// Lesson of one deal.
#[derive(Debug, Clone, Default)]
pub struct Lesson {
    change: Change,
    /// The number of games that were won.
    pub won: u32,
    /// The number of games there were.
    pub games: u32,
    /// The number of choices that were made.
    pub nodes: u64,
}

/// A game of a lesson.
#[derive(Default)]
struct Played {
    result: Outcome,
    notes: Vec<Note>,
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
    ///
    /// If none of these games is won, a winning line is looked for at so many nodes, and learnt from as if it
    /// had been played.
    pub fn practise(&mut self, guide: &Guide, seed: u64, search: u64) -> Lesson {
        let start = Position::start(self.program, seed);
        let mut random = Random::new(seed);
        self.solver.nodes = 0;
        let mut games: Vec<Played> = (0..GAMES)
            .map(|_| self.play(&start, guide, &mut random))
            .collect();
        let won = games.iter().filter(|game| game.result.won).count() as u32;
        let mut nodes = self.solver.nodes;
        if won == 0 && search > 0 {
            let searched = self.solver.search(&start, guide, search, seed);
            nodes += searched.nodes;
            if let Answer::Won(line) = searched.answer {
                games.push(self.follow(&start, guide, &line));
            }
        }
        let mut change: Change = FxHashMap::default();
        for (game, better) in games.iter().zip(judged(&games)) {
            if better != 0.0 {
                for note in &game.notes {
                    let by = note.likelier * better + EVENNESS * note.evener;
                    *change.entry(note.pair).or_insert(0.0) += by;
                }
            }
        }
        Lesson {
            change,
            won,
            games: GAMES as u32,
            nodes,
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
        let mut notes = Vec::new();
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
                    sight.note(way, &mut notes);
                    sight.ways[way].number
                }
            };
            diver.play_unchecked(self.program, number);
            *nodes += 1;
            length += 1;
        }
        Played {
            result: outcome(self.program, diver),
            notes,
        }
    }

    /// Plays a line as if the guide had chosen it.
    fn follow(&mut self, from: &Position, guide: &Guide, line: &[u32]) -> Played {
        let Solver { diver, sight, .. } = &mut self.solver;
        diver.clone_from(from);
        let mut notes = Vec::new();
        for number in line {
            if diver.choices().len() > 1 {
                guide.look(self.program, diver, sight);
                sight.note(sight.way_of(*number as usize), &mut notes);
            }
            diver.play_unchecked(self.program, *number as usize);
        }
        Played {
            result: outcome(self.program, diver),
            notes,
        }
    }
}

/// Advantage of each game over the others of its deal.
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
