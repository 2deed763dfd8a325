//! `fuda solve`: what a game is worth, how to play it, and how often it can be won alone.

mod alone;
mod equilibrium;
mod exploited;
mod positions;

use super::Outcome;
use super::matched::{Match, Matched};
use crate::cli::{ResultFormat, Threads, Tongue};
use clap::{Args, ValueEnum};
use compile::Settings;
use players::PlayerSpec;
use players::tree::Payoff;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Solve a game: its value and how to play it, or the winning lines of a game for one
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda solve kuhn-poker
  fuda solve leduc-poker --iterations 1000 --save leduc.strategy
  fuda solve goofspiel --param num_cards=3 --param scoring=difference
  fuda solve leduc-poker --exploit net:runs/leduc/best.safetensors,sims=0,draw=yes
  fuda solve leduc-poker --method mccfr --iterations 100000 --format json
  fuda solve ygo-ftk --deck exodia --seed 7 --record kill.record --language ja
  fuda solve ygo-ftk --deck exodia --hands 1000 --seed 1
  fuda solve ygo-ftk --deck exodia --hands 10000 --seed 1 --worlds 0
  fuda solve klondike --hands 100 --foresight-only --format json

METHODS:
  cfr+, cfr, mccfr  how to play a small game with hidden cards or hidden choices, and how much that could
                    still be exploited
  exact             the values of a small game in which nothing that was decided is hidden
  lines             for games for one: a line that wins the game with this seed, or how often there is one

Lines are found by someone who knows everything, shuffles to come included: an upper bound of what a person
can do. `--hands` also plays every hand without knowing the deck, which is a lower bound. The same seed gives
the same result with any number of threads.

docs/solvers.md explains what is computed, and what it does not mean.")]
pub(crate) struct Solve {
    #[command(flatten)]
    game: Match,

    /// Method; if left out, `lines` for games for one and `cfr+` for others
    #[arg(long, value_name = "METHOD")]
    method: Option<Method>,

    /// Number of iterations; 1,000 if left out, 100,000 with `mccfr`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,

    /// Finds out how far a network can be exploited, instead of solving the game
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["method", "save", "hands"])]
    exploit: Option<PlayerSpec>,

    /// Objective of the players
    #[arg(long, value_name = "WHAT", default_value = "scores")]
    payoff: Want,

    /// Writes the strategy to this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Limit on the nodes or positions of the game
    #[arg(long, value_name = "N", default_value = "20000000")]
    nodes: NonZeroUsize,

    /// The seed of what is drawn by chance; if left out that of the game, or 1
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Looks at so many hands and tells how often the game can be won; if left out, the game with this seed is
    /// solved and its line is shown
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hands: Option<u64>,

    /// Number of nodes searched for a line before the answer is "not known"
    #[arg(long, value_name = "N", default_value = "20000")]
    budget: u64,

    /// Number of deals of the unknown cards at each decision of the player who does not know the deck; with
    /// 0 it plays by what it has practised
    #[arg(long, value_name = "N", default_value = "4")]
    worlds: u32,

    /// Number of games that player tries in each of these for each choice
    #[arg(long, value_name = "N", default_value = "1")]
    dives: u32,

    /// Leaves out the player who does not know the deck
    #[arg(long)]
    foresight_only: bool,

    /// Number of choices made in practice games beforehand, to learn what is usually good
    #[arg(long, value_name = "N", default_value = "4000000")]
    practice: u64,

    #[command(flatten)]
    threads: Threads,

    /// Writes the line that wins to this file, for `fuda replay`; as JSON if it ends in `.json`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// The language of the line
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: Tongue,

    #[command(flatten)]
    result: ResultFormat,
}

/// Method of solving a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    #[value(name = "cfr+")]
    CfrPlus,
    Cfr,
    Mccfr,
    Exact,
    Lines,
}

/// Payoff of the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Want {
    /// High scores
    Scores,
    /// To win
    Wins,
}

impl Want {
    fn payoff(self) -> Payoff {
        match self {
            Self::Scores => Payoff::Scores,
            Self::Wins => Payoff::Wins,
        }
    }
}

impl Solve {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        if let Some(player) = &self.exploit {
            return self.exploited(player);
        }
        match self.method() {
            Ok(method) => self.by(method),
            Err(error) => error.outcome(),
        }
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The method that was asked for, or the usual one for so many players.
    fn method(&self) -> Result<Method, super::matched::MatchError> {
        if let Some(method) = self.method {
            return Ok(method);
        }
        if self.hands.is_some() || self.record.is_some() {
            return Ok(Method::Lines);
        }
        let matched = self.game.build(0, self.result.format)?;
        Ok(match matched.program.seats {
            1 => Method::Lines,
            _ => Method::CfrPlus,
        })
    }

    fn by(&self, method: Method) -> anyhow::Result<Outcome> {
        match method {
            Method::CfrPlus => self.equilibrium(players::cfr::Rule::CfrPlus),
            Method::Cfr => self.equilibrium(players::cfr::Rule::Cfr),
            Method::Mccfr => self.equilibrium(players::cfr::Rule::Sampled),
            Method::Exact => self.positions(),
            Method::Lines => self.alone(),
        }
    }

    /// The game with every outcome of chance, and as it is played.
    fn both(&self) -> Result<(Matched, Matched), super::matched::MatchError> {
        let format = self.result.format;
        let open = Settings {
            open_chance: true,
            ..Settings::default()
        };
        Ok((
            self.game.build_with(open, 0, format)?,
            self.game.build(0, format)?,
        ))
    }
}
