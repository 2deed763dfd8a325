//! `fuda check`: every problem of a game.

use super::{Misuse, Outcome};
use crate::cli::{Format, ResultFormat};
use crate::output;
use cgml::decks::{Terms, regulation_of};
use cgml::diagnostic::Diagnostics;
use cgml::model::{Game, Literal};
use cgml::render::{self, Style};
use cgml::source::SourceMap;
use clap::Args;
use fuda::decks::{DeckError, DeckReader};
use fuda::encodings::encoding_of;
use fuda::scenarios::check_scenarios;
use fuda::{Located, locate};
use serde_json::{Value, json};
use std::iter;

/// Show every problem of a game, with its place and a hint
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda check my-game
  fuda check my-game/variants/official.cgml
  fuda check my-game --format json
  fuda check my-game --deck my-deck.yaml --regulation spring")]
pub(crate) struct Check {
    /// Shipped games' names, folders or files
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,

    /// Also check the deck in this file against the games' deck rules; may be given several times
    #[arg(long = "deck", value_name = "FILE")]
    decks: Vec<String>,

    /// The regulation that the decks must keep, by its name or a day on which it was in force; that of the game if
    /// left out
    #[arg(long, value_name = "NAME", requires = "decks")]
    regulation: Option<String>,

    #[command(flatten)]
    result: ResultFormat,
}

impl Check {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let located: Result<Vec<Located>, _> = self.games.iter().map(|it| locate(it)).collect();
        let games = located.map_err(Misuse::from)?;
        let found = games.iter().map(|game| self.diagnose(game));
        let found: Vec<Vec<Diagnostics>> = found.collect::<Result<_, _>>()?;
        match self.result.format {
            Format::Text => output::print(&text(&games, &found))?,
            Format::Json => output::print_json(&all(&found))?,
        }
        if found.iter().flatten().any(Diagnostics::has_errors) {
            return Ok(Outcome::Problems);
        }
        Ok(Outcome::Done)
    }

    /// The problems of a game and its scenarios, those of scenarios that name another file as their game, those of
    /// the decks, and those of the encoding.
    fn diagnose(&self, located: &Located) -> Result<Vec<Diagnostics>, Misuse> {
        let (game, own, others) = check_scenarios(&located.sources, &located.entry);
        let Some(game) = &game else {
            return Ok(iter::once(own).chain(others).collect());
        };
        let decks = self.decks(game, own.files())?;
        let mut encoding = Diagnostics::new();
        // Its problems are shown with the others.
        encoding_of(located, game, &mut encoding).ok();
        let rest = others.into_iter().chain([decks, encoding]);
        Ok(iter::once(own).chain(rest).collect())
    }

    fn decks(&self, game: &Game, files: &SourceMap) -> Result<Diagnostics, Misuse> {
        let regulation = regulation_of(game, self.regulation.as_deref());
        let hint = "`fuda decks GAME` lists the regulations";
        let regulation = regulation.map_err(|unknown| Misuse::new(unknown, hint))?;
        let parameters = game.parameters.iter();
        let parameters: Vec<Literal> = parameters.map(|it| it.default.clone()).collect();
        let terms = Terms {
            regulation,
            parameters: &parameters,
        };
        let mut reader = DeckReader::new(game, files, Some(terms));
        for deck in &self.decks {
            match reader.file(deck) {
                Ok(_) | Err(DeckError::Reported) => {}
                Err(DeckError::Unknown(message)) => {
                    return Err(Misuse::new(message, "give the file of a deck"));
                }
            }
        }
        Ok(reader.diagnostics())
    }
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
