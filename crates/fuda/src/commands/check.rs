//! `fuda check`: every problem of a game.

use super::{Misuse, Outcome};
use crate::cli::{Format, ResultFormat};
use crate::output;
use cgml::diagnostic::Diagnostics;
use cgml::render::{self, Style};
use clap::Args;
use fuda::scenarios::check_scenarios;
use fuda::{Located, locate};
use serde_json::{Value, json};

/// Show every problem of a game, with its place and a hint
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda check my-game
  fuda check my-game/variants/official.cgml
  fuda check my-game --format json")]
pub(crate) struct Check {
    /// Shipped games' names, folders or files
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,

    #[command(flatten)]
    result: ResultFormat,
}

impl Check {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let located: Result<Vec<Located>, _> = self.games.iter().map(|it| locate(it)).collect();
        let games = located.map_err(Misuse::from)?;
        let found: Vec<Vec<Diagnostics>> = games.iter().map(diagnose).collect();
        match self.result.format {
            Format::Text => output::print(&text(&games, &found))?,
            Format::Json => output::print_json(&all(&found))?,
        }
        if found.iter().flatten().any(Diagnostics::has_errors) {
            return Ok(Outcome::Problems);
        }
        Ok(Outcome::Done)
    }
}

/// The problems of a game and its scenarios, and those of scenarios that name another file as their game.
fn diagnose(game: &Located) -> Vec<Diagnostics> {
    let (_, own, others) = check_scenarios(&game.sources, &game.entry);
    std::iter::once(own).chain(others).collect()
}

fn text(games: &[Located], found: &[Vec<Diagnostics>]) -> String {
    let games = games.iter().zip(found);
    games.map(|(game, found)| one(game, found)).collect()
}

fn one(game: &Located, found: &[Diagnostics]) -> String {
    if found.iter().all(Diagnostics::is_empty) {
        return format!("{}: no problems\n", game.display);
    }
    let shown = found.iter().filter(|found| !found.is_empty());
    shown
        .map(|found| render::terminal(found, Style::Color))
        .collect()
}

/// The problems of all games as if they were one's.
fn all(found: &[Vec<Diagnostics>]) -> Value {
    let mut list = Vec::new();
    for diagnostics in found.iter().flatten() {
        if let Value::Array(problems) = render::json(diagnostics)["diagnostics"].take() {
            list.extend(problems);
        }
    }
    let ok = !found.iter().flatten().any(Diagnostics::has_errors);
    json!({ "ok": ok, "diagnostics": list })
}
