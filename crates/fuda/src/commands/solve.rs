//! `fuda solve`: what a game is worth, how to play it, and how often it can be won alone.

mod equilibrium;
mod positions;

use super::Outcome;
use super::matched::{Match, Matched};
use crate::cli::ResultFormat;
use clap::{Args, ValueEnum};
use compile::Settings;
use players::tree::Payoff;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Solve a game: its value and how to play it, or the winning lines of a game for one
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda solve kuhn-poker
  fuda solve leduc-poker --iterations 1000 --save leduc.strategy
  fuda solve goofspiel --param num_cards=3 --param scoring=difference
  fuda solve leduc-poker --method mccfr --iterations 100000 --format json
  fuda solve blackjack/variants/infinite-deck.cgml --method exact

METHODS:
  cfr+, cfr, mccfr  how to play a small game with hidden cards or hidden choices, and how much that could
                    still be exploited
  exact             the values of a small game in which nothing that was decided is hidden

docs/solvers.md explains what is computed, and what it does not mean.")]
pub(crate) struct Solve {
    #[command(flatten)]
    game: Match,

    /// How to solve it; if left out, `cfr+`
    #[arg(long, value_name = "METHOD")]
    method: Option<Method>,

    /// How many iterations; if left out 1,000, and 100,000 with `mccfr`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,

    /// What the players want
    #[arg(long, value_name = "WHAT", default_value = "scores")]
    payoff: Want,

    /// Writes the strategy to this file, for the player `cfr:FILE`
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// How many nodes or positions the game may have
    #[arg(long, value_name = "N", default_value = "20000000")]
    nodes: NonZeroUsize,

    /// The seed of what is drawn by chance
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u64,

    #[command(flatten)]
    result: ResultFormat,
}

/// How a game is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    #[value(name = "cfr+")]
    CfrPlus,
    Cfr,
    Mccfr,
    Exact,
}

/// What players want.
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
        match self.method.unwrap_or(Method::CfrPlus) {
            Method::CfrPlus => self.equilibrium(players::cfr::Rule::CfrPlus),
            Method::Cfr => self.equilibrium(players::cfr::Rule::Cfr),
            Method::Mccfr => self.equilibrium(players::cfr::Rule::Sampled),
            Method::Exact => self.positions(),
        }
    }

    /// The game with every outcome of chance, and as it is played.
    fn both(&self) -> Result<(Matched, Matched), super::matched::Unmatched> {
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
