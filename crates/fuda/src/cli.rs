//! The command line: which commands there are, and the options they share.

use crate::commands::{
    Outcome, arena, balance, check, completions, decks, evolve, explain, fmt, meta, migrate, new,
    odds, play, replay, schema, serve, sim, solve, test, train,
};
use cgml::vocabulary::Language;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

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

/// Commands of the program. The order is the one people read.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Serve(serve::Serve),
    New(new::New),
    Check(check::Check),
    Test(test::Test),
    Play(play::Play),
    Sim(sim::Sim),
    Arena(arena::Arena),
    Train(train::Train),
    Meta(meta::Meta),
    Evolve(evolve::Evolve),
    Balance(balance::Balance),
    Solve(solve::Solve),
    Odds(odds::Odds),
    Replay(replay::Replay),
    Fmt(fmt::Fmt),
    Migrate(migrate::Migrate),
    Explain(explain::Explain),
    Decks(decks::Decks),
    Schema(schema::Schema),
    Completions(completions::Completions),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Self::Serve(command) => command.run(),
            Self::New(command) => command.run(),
            Self::Check(command) => command.run(),
            Self::Test(command) => command.run(),
            Self::Play(command) => command.run(),
            Self::Sim(command) => command.run(),
            Self::Arena(command) => command.run(),
            Self::Train(command) => command.run(),
            Self::Meta(command) => command.run(),
            Self::Evolve(command) => command.run(),
            Self::Balance(command) => command.run(),
            Self::Solve(command) => command.run(),
            Self::Odds(command) => command.run(),
            Self::Replay(command) => command.run(),
            Self::Fmt(command) => command.run(),
            Self::Migrate(command) => command.run(),
            Self::Explain(command) => command.run(),
            Self::Decks(command) => command.run(),
            Self::Schema(command) => command.run(),
            Self::Completions(command) => command.run(),
        }
    }
}

/// More threads than any machine has use for; far more than that the system does not start.
const MOST_THREADS: i64 = 1024;

/// Number of threads that share the work.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Threads {
    /// Number of threads, up to 1024; one for each core if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    threads: Option<u16>,
}

impl Threads {
    pub(crate) fn count(self) -> NonZeroUsize {
        let wanted = self.threads.map(usize::from).and_then(NonZeroUsize::new);
        wanted
            .or_else(|| available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN)
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
    /// Form of the result: text for people, or one JSON value on stdout
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// Form of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// A language on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tongue {
    En,
    Ja,
}

impl Tongue {
    pub(crate) fn language(self) -> Language {
        match self {
            Self::En => Language::English,
            Self::Ja => Language::Japanese,
        }
    }
}

/// The commands to begin with.
const FIRST: [&str; 5] = ["serve", "new", "check", "play", "sim"];

/// Introduction of `fuda` without arguments: ten lines.
pub(crate) fn introduction() -> String {
    let cli = Cli::command();
    let about = cli.get_about().map(ToString::to_string).unwrap_or_default();
    let named = |name: &str| cli.find_subcommand(name)?.get_about().cloned();
    let first = FIRST.iter().filter_map(|name| Some((name, named(name)?)));
    let first: String = first
        .map(|(name, about)| format!("  fuda {name:<9}{about}\n"))
        .collect();
    let others = cli.get_subcommands().map(clap::Command::get_name);
    let others: Vec<&str> = others.filter(|name| !FIRST.contains(name)).collect();
    format!(
        "{about}.\n\n{first}\n\
         More commands: {}. `fuda COMMAND --help` has examples of each.\n\
         A GAME is a shipped game's name, such as `crazy-eights`, a folder or a file.\n",
        others.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_introduction_is_ten_lines_and_names_every_command() {
        let introduction = introduction();

        assert_eq!(introduction.lines().count(), 10, "{introduction}");
        for command in Cli::command().get_subcommands() {
            assert!(introduction.contains(command.get_name()), "{introduction}");
        }
    }

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
