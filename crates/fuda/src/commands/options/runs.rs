//! Runs about decks that are folders: what `fuda evolve` and `fuda meta` have in common.

use crate::cli::Format;
use crate::commands::Misuse;
use crate::commands::checked::{Checked, checked, show};
use crate::commands::matched::MatchError;
use cgml::model::Game;
use cgml::source::SourceMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use storage::run::{RunError, take_stop_request};

/// Time between two looks for a request to stop.
const LOOKS: Duration = Duration::from_millis(200);

/// A flag that is set once somebody wants the run of a folder to stop. The step that is under way is lost, no more.
pub(in crate::commands) fn stop_flag(folder: &Path) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Without it the run ends at once, and goes on from its last step, too.
        signal_hook::flag::register(signal, stop.clone()).ok();
    }
    let (watched, folder) = (stop.clone(), folder.to_owned());
    // Ends with the program.
    thread::spawn(move || {
        while !watched.load(Ordering::Relaxed) {
            if take_stop_request(&folder) {
                watched.store(true, Ordering::Relaxed);
            }
            thread::sleep(LOOKS);
        }
    });
    stop
}

/// The game of a run is another one now.
pub(in crate::commands) fn other_game(command: &str) -> Misuse {
    Misuse::new(
        "the game has changed since the run began: its rules, parameters or cards are others",
        format!("begin a new run with `fuda {command} GAME --out DIR`"),
    )
}

/// A run that cannot go on: wrong usage, or a problem of its files.
pub(in crate::commands) fn unusable(error: RunError, command: &str) -> anyhow::Error {
    let hint = match &error {
        RunError::Exists(_) => {
            "continue it with `--resume`, or name another folder with `--out`".to_owned()
        }
        RunError::Missing(_) => format!("begin one with `fuda {command} GAME --out DIR`"),
        RunError::Locked(..) => "wait until it is done, or stop it".to_owned(),
        RunError::Unreadable(..) | RunError::Unwritable(..) | RunError::Damaged(..) => {
            return error.into();
        }
    };
    Misuse::new(error.to_string(), hint).into()
}

/// Finds and checks the game of a run.
pub(in crate::commands) fn located(
    name: &str,
    format: Format,
) -> Result<(Game, SourceMap), MatchError> {
    let located = fuda::locate(name).map_err(Misuse::from)?;
    let Checked { game, diagnostics } = checked(&located);
    match game {
        Some(game) => Ok((game, diagnostics.files().clone())),
        None => Err(MatchError::Shown(show(&diagnostics, format)?)),
    }
}
