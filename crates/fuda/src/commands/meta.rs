//! `fuda meta`: which decks beat which, and which mix of decks is stable.

mod play;
mod setup;
mod tell;

use super::matched::{Decks, Match};
use super::weighing::Weighing;
use super::{Outcome, runs};
use crate::cli::Format;
use crate::output;
use cgml::vocabulary::Language;
use clap::Args;
use metagame::analysis::Analysis;
use metagame::field_folder::FieldHeader;
use play::Weighed;
use std::path::PathBuf;
use storage::run::RunError;

/// Weigh decks against each other: win rates, the stable mix, best responses
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda meta duel-masters --player greedy:50 --games 4000
  fuda meta duel-masters --player net --deck all,my_deck.yaml --html field.html --language ja
  fuda meta duel-masters --player greedy:50 --field shop.txt
  fuda meta my-game --player ismcts:200 --regulation 2008-04-15 --format json --csv pairs.csv
  fuda meta duel-masters --player greedy:50 --games 8000 --out runs/field
  fuda meta --resume runs/field

A field is a text with a deck in each line, by name or file, and its share: `rush 30`. Two decks play the same deals with
the seats swapped; deals go to the pairs whose results are still open. The same seed and number of games give the same
result with any number of threads. With `--out` it is a run in a folder, which goes on with `--resume` if it was stopped or
killed and ends as if it had never been stopped.

docs/metagame.md explains the figures.")]
pub(crate) struct Meta {
    /// The game: a folder, a file, or the name of a shipped game; left out with `--resume DIR`
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    name: Option<String>,

    /// Goes on with a run that was stopped, with the settings that it began with
    #[arg(long, value_name = "DIR", conflicts_with_all = ["name", "out"])]
    resume: Option<PathBuf>,

    /// Number of players; if left out, as few as the game allows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    seats: Option<u8>,

    /// Sets a parameter of the game; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = super::matched::parameter)]
    parameters: Vec<(String, String)>,

    #[command(flatten)]
    decks: Decks,

    /// Number of games in all, about
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,

    /// Stops when every share of the equilibrium is known to so many percentage points, 19 times out of 20
    #[arg(long, value_name = "POINTS")]
    precision: Option<f64>,

    /// A text with the decks that are met and their shares
    #[arg(long, value_name = "FILE")]
    field: Option<PathBuf>,

    /// Every pair of decks plays equally often, instead of those whose results are open
    #[arg(long)]
    uniform: bool,

    /// Ranking intensity of alpha-rank
    #[arg(long, value_name = "ALPHA", default_value = "100")]
    alpha: f64,

    #[command(flatten)]
    weighing: Weighing,
}

impl Meta {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let opened = match self.opened() {
            Ok(opened) => opened,
            Err(error) => return error.outcome(),
        };
        match self.analysis(&opened) {
            Ok(Weighed::Known(analysis)) => self.tell(&opened, &analysis),
            Ok(Weighed::Stopped) => Ok(Outcome::Done),
            Ok(Weighed::Faulted) => Ok(Outcome::Problems),
            Err(error) => error.outcome(),
        }
    }

    fn tell(&self, opened: &setup::Opened, analysis: &Analysis) -> anyhow::Result<Outcome> {
        let header = &opened.header;
        match self.weighing.result.format {
            Format::Text => output::print(&tell::text(
                &header.game,
                &about(header, Language::English),
                analysis,
            ))?,
            Format::Json => output::print_json(&json(header, analysis)?)?,
        }
        if let Some(file) = &self.weighing.csv {
            super::write(file, analysis.csv().as_bytes())?;
        }
        if self.weighing.html.is_none() && opened.folder.is_none() {
            return Ok(Outcome::Done);
        }
        let language = self.weighing.language();
        let about = about(header, language);
        let page = fuda::report::field(&header.game, &about, analysis, language)?;
        if let Some(file) = &self.weighing.html {
            super::write(file, page.as_bytes())?;
        }
        if let Some(folder) = &opened.folder {
            folder.save_report(&page).map_err(failed)?;
            let report = folder.path().join("report.html");
            match self.weighing.result.format {
                Format::Text => output::print(&format!("\nreport: {}\n", report.display()))?,
                Format::Json => {}
            }
        }
        Ok(Outcome::Done)
    }

    /// The match that decks are read for.
    fn asked(&self, game: &str) -> Match {
        Match {
            game: game.to_owned(),
            seats: self.seats,
            parameters: self.parameters.clone(),
            decks: self.decks.clone(),
        }
    }
}

/// The player and the seed of a run.
fn about(header: &FieldHeader, language: Language) -> String {
    fuda::report::about(&header.player, header.seed, language)
}

fn json(header: &FieldHeader, analysis: &Analysis) -> anyhow::Result<serde_json::Value> {
    let mut value = serde_json::to_value(analysis)?;
    value["game"] = header.game.clone().into();
    value["player"] = header.player.clone().into();
    value["seed"] = header.seed.into();
    Ok(value)
}

/// A run that cannot go on: wrong usage, or a problem of its files.
fn failed(error: RunError) -> anyhow::Error {
    runs::unusable(error, "meta")
}
