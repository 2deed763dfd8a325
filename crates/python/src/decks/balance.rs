//! The balance of a game, and the effect of changes: `fuda.balance`.

use std::sync::atomic::AtomicBool;

use cgml::vocabulary::Language;
use fuda::balancing::{Opened, Request, Target, Unlooked};
use fuda::boards::Work;
use fuda::sim::LIMIT;
use pyo3::prelude::*;

use crate::contests::contestants::{player, request, unplayable, without};
use crate::contests::watch::Watch;
use crate::error::wrong;
use crate::plain;
use crate::play::game::{Game, threads};

/// Figures of seats, decks and cards, as `fuda balance --format json` prints them.
#[pyfunction]
#[pyo3(signature = (game, player = "greedy:30", games = 1000, decks = Vec::new(), change = Vec::new(), parameters = Vec::new(), ban = Vec::new(), together = false, target = None, pair = Vec::new(), tolerance = 2.0, swap_deals = 4, coverage_games = 20, seed = 1, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn balance<'py>(
    py: Python<'py>,
    game: &Game,
    player: &str,
    games: u64,
    decks: Vec<String>,
    change: Vec<String>,
    parameters: Vec<(String, String)>,
    ban: Vec<String>,
    together: bool,
    target: Option<&str>,
    pair: Vec<String>,
    tolerance: f64,
    swap_deals: u64,
    coverage_games: u64,
    seed: u64,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let target = target.map(str::parse::<Target>).transpose();
    let asked = Request {
        player: self::player(player)?,
        games,
        swap_deals,
        coverage_games,
        change,
        parameters,
        ban,
        together,
        target: target.map_err(|message| wrong(message, "write `target=\"50%\"`"))?,
        pair,
        tolerance,
        regulation: game.made.spec.regulation.clone(),
        seed,
        limit: LIMIT,
        language: Language::English,
    };
    let threads = self::threads(threads)?;
    let opened = opened(py, game, decks, &asked.pair)?;
    let watch = Watch::new(progress, false);
    let stop = AtomicBool::new(false);
    let work = Work {
        threads,
        stop: &stop,
        onlooker: &|played| watch.count(played),
    };
    let figures = py.detach(|| watch.attended(&stop, || opened.figures(&asked, work)));
    watch.finish(py)?;
    plain::plain(py, &figures.map_err(unlooked)?)
}

fn opened(py: Python<'_>, game: &Game, decks: Vec<String>, more: &[String]) -> PyResult<Opened> {
    let made = &game.made;
    let rules = made.rules()?.clone();
    let files = made.checked.diagnostics.files().clone();
    let name = made.located.display.clone();
    let asked = request(&made.spec, decks);
    Opened::new(&name, made.located.clone(), rules, files, &asked, more)
        .map_err(|error| without(py, error))
}

fn unlooked(error: Unlooked) -> PyErr {
    let hint = match &error {
        Unlooked::Played(error) => return unplayable(error),
        Unlooked::Covered(_) | Unlooked::Equipment(_) => "`fuda.players()` lists the players",
        Unlooked::Change(_) => {
            "changes are `change=[\"card.cost=4\"]`, `params={\"name\": \"4..6\"}` and `ban=[\"card\"]`"
        }
        Unlooked::NoField => "ask for a share, as in `target=\"50%\"`",
        Unlooked::NoPair => "name two decks, as in `match=[\"rush\", \"blockers\"]`",
        Unlooked::NoMatch => "name two decks with `match`, or ask for `target=\"wider\"`",
        Unlooked::Patch(_) => "ask for another target",
    };
    wrong(error.to_string(), hint)
}
