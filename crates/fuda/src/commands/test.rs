//! `fuda test`: runs the scenarios of games.

use super::{Misuse, Outcome};
use crate::cli::{Format, ResultFormat};
use crate::output;
use cgml::render::{self, Style};
use clap::{Args, ValueEnum};
use fuda::coverage::Covered;
use fuda::scenarios::{Report, cover_scenarios, run_scenarios};
use fuda::{Located, locate};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Run the scenarios of a game: given a position, after these choices, this must be true
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda test hearts
  fuda test my-game --filter 'queen of spades'
  fuda test my-game --coverage
  fuda test my-game --coverage=required
  fuda test my-game --scenarios drafts --format json")]
pub(crate) struct Test {
    /// Shipped games' names, folders or files
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,

    /// The folder with the scenarios; `scenarios` in the game's folder if left out
    #[arg(long, value_name = "DIR")]
    scenarios: Option<PathBuf>,

    /// Only the scenarios whose names contain this text
    #[arg(long, value_name = "TEXT", default_value = "")]
    filter: String,

    /// Lists the rules, checks, moves, abilities, effects and choices that happen in no scenario; with `required`
    /// that is a failure
    #[arg(
        long,
        value_name = "HOW",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "list"
    )]
    coverage: Option<Lint>,

    #[command(flatten)]
    result: ResultFormat,
}

/// Severity of what happens in no scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Lint {
    /// It is listed.
    List,
    /// It is listed, and a failure.
    Required,
}

impl Test {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let located: Result<Vec<Located>, _> = self.games.iter().map(|it| locate(it)).collect();
        let mut games = located.map_err(Misuse::from)?;
        if let Some(folder) = &self.scenarios {
            if !folder.is_dir() {
                let message = format!("there is no folder `{}`", folder.display());
                return Err(Misuse::new(message, "give a folder with scenarios").into());
            }
            for game in &mut games {
                game.sources = game.sources.clone().with_scenarios(folder);
            }
        }
        let run = |game: &Located| match self.coverage {
            Some(_) => cover_scenarios(&game.sources, &game.entry, &self.filter),
            None => run_scenarios(&game.sources, &game.entry, &self.filter),
        };
        let reports: Vec<Report> = games.iter().map(run).collect();
        match self.result.format {
            Format::Text => output::print(&text(&games, &reports))?,
            Format::Json => output::print_json(&all(&games, &reports))?,
        }
        let is_covered = |report: &Report| {
            let covered = report.covered.as_ref();
            covered.is_none_or(|covered| covered.never().next().is_none())
        };
        let is_enough = self.coverage != Some(Lint::Required) || reports.iter().all(is_covered);
        Ok(match is_enough && reports.iter().all(Report::is_ok) {
            true => Outcome::Done,
            false => Outcome::Problems,
        })
    }
}

fn text(games: &[Located], reports: &[Report]) -> String {
    let mut text = String::new();
    for (game, report) in games.iter().zip(reports) {
        for problems in &report.problems {
            text += &render::terminal(problems, Style::Color);
        }
        let mut file = "";
        for case in &report.cases {
            if case.file != file {
                file = &case.file;
                text += &format!("{file}\n");
            }
            for line in case.text().lines() {
                text += &format!("  {line}\n");
            }
        }
        if let Some(covered) = &report.covered {
            text += &covered.text("these scenarios");
        }
        text += &format!("{}: {}\n", game.display, summary(report));
    }
    if reports.len() > 1 {
        text += &format!("{}\n", total(reports));
    }
    text
}

/// All games together.
fn total(reports: &[Report]) -> String {
    let passed: usize = reports.iter().map(Report::passed).sum();
    let all: usize = reports.iter().map(|report| report.cases.len()).sum();
    let games = reports.len();
    let wrong = reports.iter().filter(|report| !report.is_ok()).count();
    match wrong {
        0 => format!("{all} scenarios of {games} games passed"),
        wrong => {
            format!("{passed} of {all} scenarios passed; {wrong} of {games} games have problems")
        }
    }
}

fn summary(report: &Report) -> String {
    let (passed, all) = (report.passed(), report.cases.len());
    let problems = match report.problems.is_empty() {
        true => "",
        false => "; some files have problems",
    };
    match all {
        0 => format!("no scenarios ran{problems}"),
        1 if passed == 1 => format!("1 scenario passed{problems}"),
        all if passed == all => format!("{all} scenarios passed{problems}"),
        all => format!("{} of {all} scenarios failed{problems}", all - passed),
    }
}

fn all(games: &[Located], reports: &[Report]) -> Value {
    let list: Vec<Value> = games
        .iter()
        .zip(reports)
        .map(|(game, report)| one(game, report))
        .collect();
    let passed: usize = reports.iter().map(Report::passed).sum();
    let cases: usize = reports.iter().map(|report| report.cases.len()).sum();
    json!({
        "ok": reports.iter().all(Report::is_ok),
        "passed": passed,
        "failed": cases - passed,
        "games": list,
    })
}

fn one(game: &Located, report: &Report) -> Value {
    let mut diagnostics = Vec::new();
    for problems in &report.problems {
        if let Value::Array(list) = render::json(problems)["diagnostics"].take() {
            diagnostics.extend(list);
        }
    }
    let cases: Vec<Value> = report.cases.iter().map(|case| case.json()).collect();
    json!({
        "game": game.display,
        "ok": report.is_ok(),
        "cases": cases,
        "diagnostics": diagnostics,
        "coverage": report.covered.as_ref().map(Covered::json),
    })
}
