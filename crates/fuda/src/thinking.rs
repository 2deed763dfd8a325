//! Equipment of players: the game to look ahead in, with machine code, the strategies they play by, a clock,
//! threads.

use crate::library;
use engine::program::Program;
use learn::model::{Model, ModelError};
use learn::player::{Prepared, SharedNetwork};
use players::strategy::{Strategy, StrategyProblem};
use players::{Equipment, GameNetwork, Lookahead, PlayerSpec};
use std::borrow::Cow;
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
        /// The system's error.
        error: io::Error,
    },
    /// The strategy of the file cannot be played by.
    #[error("`{file}`: {problem}")]
    Strategy {
        /// The file.
        file: String,
        /// The problem.
        problem: StrategyProblem,
    },
    /// There is no such network, or it cannot be read.
    #[error("the network `{file}` cannot be read: {error}")]
    NoNetwork {
        /// The file.
        file: String,
        /// The system's error.
        error: io::Error,
    },
    /// No network ships with the game.
    #[error(
        "no network ships with `{game}` for {seats} players: name the file of one, as in `net:FILE`"
    )]
    NotShipped {
        /// Name of the game.
        game: String,
        /// Number of players.
        seats: u8,
    },
    /// The network cannot play the game.
    #[error("`{file}`: {problem}")]
    Network {
        /// The file.
        file: String,
        /// The problem.
        problem: ModelError,
    },
}

/// Equipment of these players for a game: nothing if none of them looks ahead or plays by a strategy.
pub fn equipment(program: &Program, names: &[PlayerSpec]) -> Result<Equipment, Unequipped> {
    let mut strategies = BTreeMap::new();
    for file in names.iter().filter_map(PlayerSpec::strategy_file) {
        strategies.insert(file.to_owned(), Arc::new(strategy(program, file)?));
    }
    let looks_ahead = names.iter().any(PlayerSpec::looks_ahead);
    let lookahead = looks_ahead.then(|| Arc::new(lookahead(program)));
    let mut networks = BTreeMap::new();
    for file in names.iter().filter_map(PlayerSpec::network_file) {
        if let Some(lookahead) = &lookahead {
            networks.insert(file.to_owned(), network(lookahead.clone(), file)?);
        }
    }
    Ok(Equipment {
        lookahead,
        strategies,
        networks,
        ..Equipment::none()
    })
}

/// As [`equipment`], for players who face people: with a clock, and with all threads for one decision.
pub fn equipment_for_people(
    program: &Program,
    names: &[PlayerSpec],
) -> Result<Equipment, Unequipped> {
    Ok(Equipment {
        threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        clock: Some(clock),
        ..equipment(program, names)?
    })
}

/// The number of bytes the file of a strategy may have.
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

/// The number of bytes the file of a network may have.
const LARGEST_NETWORK: u64 = 1 << 30;

/// Reads a network for a game; the one that ships with it, if the file has no name.
pub fn network(lookahead: Arc<Lookahead>, file: &str) -> Result<Arc<dyn GameNetwork>, Unequipped> {
    let program = lookahead.program();
    let bytes = if file.is_empty() {
        let shipped = library::network(&program.name, program.seats);
        shipped.ok_or_else(|| Unequipped::NotShipped {
            game: program.name.clone(),
            seats: program.seats,
        })?
    } else {
        let bytes = storage::read(Path::new(file), LARGEST_NETWORK);
        Cow::Owned(bytes.map_err(|error| Unequipped::NoNetwork {
            file: file.to_owned(),
            error,
        })?)
    };
    let model = Model::from_bytes(&bytes);
    let prepared = model.and_then(|model| Prepared::new(&model, lookahead));
    let prepared = prepared.map_err(|problem| Unequipped::Network {
        file: match file {
            "" => "the network that ships".to_owned(),
            file => file.to_owned(),
        },
        problem,
    })?;
    Ok(Arc::new(SharedNetwork(Arc::new(prepared))))
}

/// A game to look ahead in, with machine code where the processor allows it.
pub fn lookahead(program: &Program) -> Lookahead {
    Lookahead::new(program, attach_machine_code)
}

/// Gives a program machine code, where the processor allows it.
pub fn attach_machine_code(program: &mut Program) {
    // Without it the interpreter plays.
    native::attach(program).ok();
}

/// The time since this was first asked.
pub fn clock() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}
