//! `fuda evolve`: breeds decks.

mod setup;
mod steps;
mod tell;

use super::Outcome;
use super::runs::unusable;
use crate::cli::{Threads, Tongue};
use clap::{Args, ValueEnum};
use fuda::sim::LIMIT;
use metagame::evolution::{Guide, Matchmaking, Settings};
use metagame::folder::{FolderError, Logs};
use players::PlayerSpec;
use std::path::PathBuf;

/// Breed decks: exchange weak cards for better ones, generation by generation
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda evolve duel-masters --out runs/decks --player greedy:30
  fuda evolve duel-masters --out runs/2008 --player net --regulation 2008-04-15 --check ismcts:200
  fuda evolve my-game --out runs/mine --start random --matchmaking league --guide contribution
  fuda evolve ygo-ftk --out runs/exodia --goal ftk --start exodia
  fuda evolve --resume runs/decks
  fuda evolve --report runs/decks --language ja

A run is a folder: champions and other good decks lie in `decks`, figures in `history.csv`, `adoption.csv`, `cards.csv` and
`result.json`, games in `logs` and `records`, and `report.html` shows it all. A run that was stopped or killed goes on
with `--resume` and ends as if it had never been stopped. The same seed gives the same run with any number of threads.

docs/metagame.md explains how decks are bred and what the figures mean.")]
pub(crate) struct Evolve {
    /// The game: a folder, a file, or the name of a shipped game; left out with `--resume DIR`
    #[arg(value_name = "GAME", required_unless_present_any = ["resume", "report"])]
    name: Option<String>,

    /// The folder of the run
    #[arg(long, value_name = "DIR", required_unless_present_any = ["resume", "report"])]
    out: Option<PathBuf>,

    /// Goes on with a run that was stopped, with the settings that it began with
    #[arg(long, value_name = "DIR", conflicts_with_all = ["name", "out"])]
    resume: Option<PathBuf>,

    /// Writes `report.html` about the run in a folder, and plays nothing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["name", "out", "resume"])]
    report: Option<PathBuf>,

    /// Player of all decks
    #[arg(long, value_name = "PLAYER", default_value = "greedy:30")]
    player: PlayerSpec,

    /// Another player, who checks the champions at the end
    #[arg(long, value_name = "PLAYER")]
    check: Option<PlayerSpec>,

    /// The decks that are met: names of deck lists of the game, or files; all of the game if left out
    #[arg(
        long = "deck",
        visible_alias = "decks",
        value_name = "NAME|FILE",
        value_delimiter = ','
    )]
    decks: Vec<String>,

    /// The decks to start from: `random` for decks by chance, `decks` for those that are met, names or files
    #[arg(
        long,
        value_name = "NAME|FILE",
        value_delimiter = ',',
        default_value = "random,decks"
    )]
    start: Vec<String>,

    /// A text with the cards that decks may have, one in each line; all that the rules allow if left out
    #[arg(long, value_name = "FILE")]
    pool: Option<PathBuf>,

    /// The regulation that decks must keep, by its name or a day on which it was in force
    #[arg(long, value_name = "NAME")]
    regulation: Option<String>,

    /// Sets a parameter of the game; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = super::matched::parameter)]
    parameters: Vec<(String, String)>,

    /// The goal
    #[arg(long, value_name = "GOAL", default_value = "win")]
    goal: Goal,

    /// Opponents of the decks
    #[arg(long, value_name = "WHO", default_value = "equilibrium")]
    matchmaking: Who,

    /// The figure by which cards go and come
    #[arg(long, value_name = "FIGURE", default_value = "swap")]
    guide: Figure,

    /// The neutral card of swap values; the plainest one if left out
    #[arg(long, value_name = "CARD")]
    neutral: Option<String>,

    /// The most rounds; each begins with the equilibrium of the decks so far
    #[arg(long, value_name = "N", default_value = "6", value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,

    /// The most generations of a round
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    generations: u32,

    /// Decks that stay from one generation to the next
    #[arg(long, value_name = "N", default_value = "6", value_parser = clap::value_parser!(u16).range(1..=1000))]
    population: u16,

    /// Children of a generation
    #[arg(long, value_name = "N", default_value = "12", value_parser = clap::value_parser!(u16).range(1..=1000))]
    children: u16,

    /// Deals, of two games each, that a deck plays in a generation
    #[arg(long, value_name = "N", default_value = "24", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    deals: u64,

    /// Deals for each swap value
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    swap_deals: u64,

    /// Deals of each pair of decks for the equilibrium, on average
    #[arg(long, value_name = "N", default_value = "24", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    matrix_deals: u64,

    /// Deals that confirm the champion of a round
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    confirm_deals: u64,

    /// Decks by chance to start from
    #[arg(long, value_name = "N", default_value = "6", value_parser = clap::value_parser!(u16).range(0..=1000))]
    random_decks: u16,

    /// Points of win rate that a deck must gain against the equilibrium to join it
    #[arg(long, value_name = "POINTS", default_value = "2")]
    gain: f64,

    /// A round ends when the best deck is known to so many points and has been the best for four generations
    #[arg(long, value_name = "POINTS", default_value = "3")]
    precision: f64,

    /// With `--goal ftk`: nodes that the solver may look at for a hand
    #[arg(long, value_name = "N", default_value = "2000")]
    budget: u64,

    /// With `--goal ftk`: choices of practice for each deck
    #[arg(long, value_name = "N", default_value = "100000")]
    practice: u64,

    /// Games that are written down
    #[arg(long, value_name = "WHICH", default_value = "champions")]
    logs: Which,

    /// The seed, from which everything follows
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u64,

    /// After how many decisions a game is broken off
    #[arg(long, value_name = "N", default_value_t = LIMIT, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    #[command(flatten)]
    threads: Threads,

    /// The language of the report
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: Tongue,
}

/// The goal of breeding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Goal {
    /// Winning against opponents
    Win,
    /// Winning alone: hands for which the solver finds a line, as in first-turn kills
    Ftk,
}

/// Opponents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Who {
    /// The equilibrium of all decks so far
    Equilibrium,
    /// The decks that are met and the champions of earlier rounds, one half each
    League,
    /// The decks that are met alone
    Environment,
    /// The champions of earlier rounds alone
    Past,
}

/// The figure that leads exchanges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Figure {
    /// The same deals with a neutral card
    Swap,
    /// Games in which the card was drawn against others
    Contribution,
    /// None
    Chance,
}

/// Games that are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Which {
    None,
    Champions,
    All,
}

impl Which {
    fn logs(self) -> Logs {
        match self {
            Self::None => Logs::None,
            Self::Champions => Logs::Champions,
            Self::All => Logs::All,
        }
    }
}

impl Evolve {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        if let Some(path) = &self.report {
            return self.report_on(path);
        }
        let opened = match self.opened() {
            Ok(opened) => opened,
            Err(error) => return error.outcome(),
        };
        self.go(opened)
    }

    fn settings(&self) -> Settings {
        let matchmaking = match (self.goal, self.matchmaking) {
            (Goal::Ftk, _) => Matchmaking::Alone,
            (Goal::Win, Who::Equilibrium) => Matchmaking::Equilibrium,
            (Goal::Win, Who::League) => Matchmaking::League,
            (Goal::Win, Who::Environment) => Matchmaking::Environment,
            (Goal::Win, Who::Past) => Matchmaking::Past,
        };
        let guide = match self.guide {
            Figure::Swap => Guide::Swap,
            Figure::Contribution => Guide::Contribution,
            Figure::Chance => Guide::Chance,
        };
        let is_random = self.start.iter().any(|start| start == "random");
        Settings {
            seed: self.seed,
            matchmaking,
            guide,
            neutral: self.neutral.clone(),
            rounds: self.rounds,
            generations: self.generations,
            population: usize::from(self.population),
            children: usize::from(self.children),
            deals: self.deals,
            swap_deals: self.swap_deals,
            matrix_deals: self.matrix_deals,
            confirm_deals: self.confirm_deals,
            random_decks: if is_random {
                usize::from(self.random_decks)
            } else {
                0
            },
            gain: self.gain / 100.0,
            precision: self.precision / 100.0,
            ..Settings::default()
        }
    }
}

/// A run that cannot go on: wrong usage, or a problem of its files.
fn failed(error: FolderError) -> anyhow::Error {
    unusable(error, "evolve")
}
