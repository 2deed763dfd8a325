//! Someone who does not know the deck.

use engine::position::Position;
use engine::program::Program;
use engine::random::{Random, derived};

use super::{ALONE, Guide, Solver, outcome};
use engine::position::Decision;

/// How many decisions a game may have.
const LONGEST: usize = 5_000;

/// Plays by what the seat may know: a guide that practised on other games, and winning lines in worlds that
/// could be the real one.
#[derive(Debug)]
pub struct Blind<'p> {
    program: &'p Program,
    solver: Solver<'p>,
    worlds: u32,
    dives: u32,
}

impl<'p> Blind<'p> {
    /// Deals out so many worlds at each decision, and plays so many games in each.
    pub fn new(program: &'p Program, worlds: u32, dives: u32) -> Self {
        Self {
            program,
            solver: Solver::new(program),
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

    /// The choice that most winning lines begin with; without any, what is usually good.
    pub fn choose(&mut self, at: &Position, guide: &Guide, seed: u64) -> usize {
        let options = guide.options(self.program, at);
        if let [only] = &options[..] {
            return only.number;
        }
        let mut votes = vec![0_u32; at.choices().len()];
        let mut random = Random::new(seed);
        for number in 0..u64::from(self.worlds) {
            let mut world = at.redeal(self.program, ALONE, &mut random);
            let seed = derived(seed, number);
            world.reseed(seed);
            if let Some(line) = self.solver.glance(&world, guide, self.dives, seed) {
                votes[line[0] as usize] += 1;
            }
        }
        let best = guide.best(self.program, at);
        // Among equals what is usually good, then what is offered first.
        let most = votes.iter().copied().max().unwrap_or(0);
        if votes[best] == most {
            return best;
        }
        votes
            .iter()
            .position(|count| *count == most)
            .unwrap_or(best)
    }
}
