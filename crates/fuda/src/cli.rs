//! The command line: which commands there are, and the options they share.

use crate::commands::{Outcome, check, completions, explain, fmt, migrate, new, schema, test};
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

/// fuda turns a card game written in YAML into a checked, playable game
#[derive(Debug, Parser)]
#[command(name = "fuda", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// When to use colours; `auto` means on a terminal
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

/// What the program can do. The order is the one people read.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    New(new::New),
    Check(check::Check),
    Test(test::Test),
    Fmt(fmt::Fmt),
    Migrate(migrate::Migrate),
    Explain(explain::Explain),
    Schema(schema::Schema),
    Completions(completions::Completions),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Self::New(command) => command.run(),
            Self::Check(command) => command.run(),
            Self::Test(command) => command.run(),
            Self::Fmt(command) => command.run(),
            Self::Migrate(command) => command.run(),
            Self::Explain(command) => command.run(),
            Self::Schema(command) => command.run(),
            Self::Completions(command) => command.run(),
        }
    }
}

/// When to use colours.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Makes it the choice for everything printed from now on.
    pub(crate) fn write_global(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// For commands whose result a program may read.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct ResultFormat {
    /// How to print the result: for people, or one JSON value on stdout
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// How to print a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// What `fuda` says when it is called without arguments.
pub(crate) fn introduction() -> String {
    let cli = Cli::command();
    let about = cli.get_about().map(ToString::to_string).unwrap_or_default();
    let commands: String = cli
        .get_subcommands()
        .filter_map(|command| Some((command.get_name(), command.get_about()?)))
        .map(|(name, about)| format!("  fuda {name:<13}{about}\n"))
        .collect();
    format!(
        "{about}.\n\n{commands}\n\
         For example: `fuda new my-game`, then `fuda check my-game`.\n\
         A GAME is a shipped game's name, a folder or a file.\n\
         `fuda COMMAND --help` shows a command's options and examples.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_says_what_it_does_and_gives_examples() {
        Cli::command().debug_assert();
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let about = command.get_about().map(ToString::to_string);
            let examples = command.get_after_help().map(ToString::to_string);

            assert!(about.is_some_and(|text| !text.ends_with('.')), "{name}");
            assert!(
                examples.is_some_and(|text| text.contains(&format!("  fuda {name}"))),
                "{name} has no example"
            );
        }
    }
}
