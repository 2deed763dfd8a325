//! `fuda replay`: x.

use super::Outcome;
use clap::Args;

/// Replay a game in the terminal
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda replay hearts")]
pub(crate) struct Replay {}

impl Replay {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        Ok(Outcome::Done)
    }
}
