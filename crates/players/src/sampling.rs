//! Games that show what hidden values may be.

use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::{Random, derived};
use engine::samples::Samples;

/// The number of games that are played.
const GAMES: u64 = 100;

/// The number of decisions a game may have, and all of them together.
const LONGEST: u32 = 2_000;
const MOST_DECISIONS: u32 = 20_000;

/// Plays some games at random, always the same ones, and keeps positions.
pub(crate) fn sampled(program: &Program) -> Samples {
    let mut samples = Samples::new(program);
    let prepared = Position::prepared(program);
    let mut position = prepared.clone();
    let mut decisions = 0;
    for game in 0..GAMES {
        position.restart_from(program, &prepared, derived(0x5A3B, game));
        let mut random = Random::new(derived(0x1E5, game));
        for _ in 0..LONGEST {
            let Decision::Choose { choices, .. } = position.decision() else {
                break;
            };
            let number = random.below(choices.len() as u32) as usize;
            samples.offer(&position);
            position.play_unchecked(program, number);
            decisions += 1;
        }
        if decisions >= MOST_DECISIONS {
            break;
        }
    }
    samples
}
