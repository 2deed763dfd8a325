//! `fuda completions`: lets a shell complete the commands and options.

use super::Outcome;
use crate::cli::Cli;
use crate::output;
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

/// Print completions for your shell
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda completions bash > ~/.local/share/bash-completion/completions/fuda
  fuda completions zsh > ~/.zfunc/_fuda
  fuda completions fish > ~/.config/fish/completions/fuda.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "fuda", &mut script);
        output::print(&String::from_utf8(script)?)?;
        Ok(Outcome::Done)
    }
}
