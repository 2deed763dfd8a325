//! The commands, one file each.

pub(crate) mod arena;
pub(crate) mod balance;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod decks;
pub(crate) mod evolve;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod meta;
pub(crate) mod migrate;
pub(crate) mod new;
pub(crate) mod odds;
mod options;
pub(crate) mod play;
pub(crate) mod replay;
mod results;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod sim;
pub(crate) mod solve;
pub(crate) mod test;
pub(crate) mod train;

use options::{contestants, game_files, matched, runs, weighing};
use results::{checked, dump, numbers};

use anyhow::Context;
use fuda::LocateError;
use std::path::Path;

/// Writes a file that was asked for.
fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    storage::write(file, bytes).with_context(|| format!("`{}` cannot be written", file.display()))
}

/// Outcome of a command that could be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It is done.
    Done,
    /// The input has problems, and they were shown.
    Problems,
}

/// The command was asked for something it cannot do: an error with advice.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Misuse {
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

impl Misuse {
    pub(crate) fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: Some(hint.into()),
        }
    }
}

impl From<LocateError> for Misuse {
    fn from(error: LocateError) -> Self {
        Self::new(error.to_string(), error.hint())
    }
}
