//! What players that look ahead need: the game with machine code, a clock, threads.

use engine::program::Program;
use players::{Equipment, Lookahead, Name};
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// What these players need to play a game: nothing if none of them looks ahead.
pub fn equipment(program: &Program, names: &[Name]) -> Equipment {
    if names.iter().any(Name::looks_ahead) {
        Equipment::for_game(Arc::new(lookahead(program)))
    } else {
        Equipment::none()
    }
}

/// As [`equipment`], for players who face people: with a clock, and with all threads for one decision.
pub fn equipment_for_people(program: &Program, names: &[Name]) -> Equipment {
    Equipment {
        threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        clock: Some(clock),
        ..equipment(program, names)
    }
}

/// A game to look ahead in, with machine code where the processor allows it.
pub fn lookahead(program: &Program) -> Lookahead {
    Lookahead::new(program, |program| {
        // Without it the interpreter plays.
        native::attach(program).ok();
    })
}

/// The time since this was first asked.
pub fn clock() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}
