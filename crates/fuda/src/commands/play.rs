//! `fuda play`: a game at the terminal.

use super::Outcome;
use clap::Args;

/// Play a game in the terminal
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda play hearts")]
pub(crate) struct Play {}

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        Ok(Outcome::Done)
    }
}
