//! Someone who does not know the deck.

use crate::sampling::sampled;
use engine::dealer::Dealer;
use engine::hidden::Hidden;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::{Random, derived};
use engine::samples::Samples;

use super::{ALONE, Guide, Solver, outcome};

/// The number of decisions a game may have.
const LONGEST: usize = 5_000;

/// Weight of the guide beside games that were tried.
const TRUST: f32 = 1.0;

/// Plays by what the seat may know: a guide that practised on other games, and games that are tried in worlds
/// that could be the real one.
#[derive(Debug)]
pub struct Blind<'p> {
    program: &'p Program,
    solver: Solver<'p>,
    hidden: Hidden,
    /// Samples of hidden values from other games, once somebody needed them.
    samples: Option<Samples>,
    worlds: u32,
    dives: u32,
}

impl<'p> Blind<'p> {
    /// Deals out so many worlds at each decision, and plays so many games in each for each choice. Without
    /// worlds it does what the guide says.
    pub fn new(program: &'p Program, worlds: u32, dives: u32) -> Self {
        Self {
            program,
            solver: Solver::new(program),
            hidden: Hidden::of(program, ALONE),
            samples: None,
            worlds,
            dives,
        }
    }

    /// Plays a game from a position on; whether it was won, and the choices.
    pub fn play(&mut self, from: &Position, guide: &Guide, seed: u64) -> (bool, Vec<u32>) {
        let mut position = from.clone();
        let mut line = Vec::new();
        while let Decision::Choose { choices, .. } = position.decision() {
            if line.len() >= LONGEST {
                break;
            }
            let number = match choices.len() {
                1 => 0,
                _ => self.choose(&position, guide, derived(seed, line.len() as u64)),
            };
            line.push(number as u32);
            position.play_unchecked(self.program, number);
        }
        (outcome(self.program, &position).won, line)
    }

    /// The choice after which most games are won that go on by the guide, in worlds that the seat could be in.
    pub fn choose(&mut self, at: &Position, guide: &Guide, seed: u64) -> usize {
        let solver = &mut self.solver;
        guide.look(self.program, at, &mut solver.sight);
        let likely = solver.sight.likely();
        if self.worlds == 0 || likely.len() == 1 {
            return solver.sight.ways[solver.sight.best()].number;
        }
        let mut random = Random::new(seed);
        let mut won = vec![0_u32; likely.len()];
        let mut dealer = Dealer::new(self.program, at, ALONE);
        if self.hidden.is_in(at) {
            let samples = self.samples.get_or_insert_with(|| sampled(self.program));
            dealer = dealer.guessing(&self.hidden, samples);
        }
        let mut world = at.clone();
        for number in 0..u64::from(self.worlds) {
            dealer.deal(&mut random, &mut world);
            world.reseed(derived(seed, number));
            for (won, way) in won.iter_mut().zip(&likely) {
                let mut next = world.clone();
                next.play_unchecked(self.program, way.number);
                for _ in 0..self.dives {
                    let dive = solver.dive(&next, guide, &mut random);
                    *won += u32::from(dive.result.won);
                }
            }
        }
        // The guide counts as much as a few games.
        let games = (self.worlds * self.dives) as f32;
        let mut best = (f32::MIN, 0);
        for (won, way) in won.iter().zip(&likely) {
            let worth = *won as f32 + TRUST * way.share * (games.sqrt());
            if worth > best.0 {
                best = (worth, way.number);
            }
        }
        best.1
    }
}
