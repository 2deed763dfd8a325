//! What players need from outside: the game to look ahead in, with machine code, the strategies they play by, a clock,
//! threads.

use engine::program::Program;
use players::strategy::{Strategy, StrategyProblem};
use players::{Equipment, Lookahead, Name};
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Why players do not get what they need.
#[derive(Debug, thiserror::Error)]
pub enum Unequipped {
    /// There is no such file, or it cannot be read.
    #[error("the strategy `{file}` cannot be read: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why not.
        error: io::Error,
    },
    /// What the file holds cannot be played by.
    #[error("`{file}`: {problem}")]
    Strategy {
        /// The file.
        file: String,
        /// Why not.
        problem: StrategyProblem,
    },
}

/// What these players need to play a game: nothing if none of them looks ahead or plays by a strategy.
pub fn equipment(program: &Program, names: &[Name]) -> Result<Equipment, Unequipped> {
    let mut strategies = BTreeMap::new();
    for file in names.iter().filter_map(Name::strategy_file) {
        strategies.insert(file.to_owned(), Arc::new(strategy(program, file)?));
    }
    let looks_ahead = names.iter().any(Name::looks_ahead);
    Ok(Equipment {
        lookahead: looks_ahead.then(|| Arc::new(lookahead(program))),
        strategies,
        ..Equipment::none()
    })
}

/// As [`equipment`], for players who face people: with a clock, and with all threads for one decision.
pub fn equipment_for_people(program: &Program, names: &[Name]) -> Result<Equipment, Unequipped> {
    Ok(Equipment {
        threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        clock: Some(clock),
        ..equipment(program, names)?
    })
}

/// How many bytes the file of a strategy may have.
const LARGEST_STRATEGY: u64 = 1 << 32;

/// Reads a strategy of a game.
pub fn strategy(program: &Program, file: &str) -> Result<Strategy, Unequipped> {
    let bytes = storage::read(Path::new(file), LARGEST_STRATEGY).map_err(|error| {
        Unequipped::Unreadable {
            file: file.to_owned(),
            error,
        }
    })?;
    let strategy = Strategy::from_bytes(&bytes);
    let fitting = strategy.and_then(|strategy| strategy.fits(program).map(|()| strategy));
    fitting.map_err(|problem| Unequipped::Strategy {
        file: file.to_owned(),
        problem,
    })
}

/// A game to look ahead in, with machine code where the processor allows it.
pub fn lookahead(program: &Program) -> Lookahead {
    Lookahead::new(program, hasten)
}

/// Gives a program machine code, where the processor allows it.
pub fn hasten(program: &mut Program) {
    // Without it the interpreter plays.
    native::attach(program).ok();
}

/// The time since this was first asked.
pub fn clock() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}
