//! The decks of a game against each other: `fuda.meta`.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use cgml::model::Game as Rules;
use fuda::boards::DeckBoards;
use fuda::contestants::{Contestants, contestants};
use fuda::sim::LIMIT;
use metagame::alpha_rank::Selection;
use metagame::analysis::{Method, analyse};
use metagame::contest::FieldContest;
use metagame::sampling::Focus;
use metagame::stage::Stage;
use metagame::usage::playing_moves;
use players::PlayerSpec;
use pyo3::prelude::*;
use serde_json::Value;

use crate::contests::contestants::{player, request, unplayable, without};
use crate::contests::watch::Watch;
use crate::error::wrong;
use crate::plain;
use crate::play::game::{Game, Match, threads};

/// Tables that are drawn for intervals.
const TABLES: u32 = 200;

/// Weighs decks; the figures, as `fuda meta --format json` prints them.
#[pyfunction]
#[pyo3(signature = (game, player = "greedy:30", games = 2000, decks = Vec::new(), seed = 1, uniform = false, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn meta<'py>(
    py: Python<'py>,
    game: &Game,
    player: &str,
    games: u64,
    decks: Vec<String>,
    seed: u64,
    uniform: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let made = &game.made;
    let threads = self::threads(threads)?;
    let player = self::player(player)?;
    let rules = made.rules()?;
    let files = made.checked.diagnostics.files();
    let found = contestants(rules, files, &request(&made.spec, decks), &[], 2);
    let found = found.map_err(|error| without(py, error))?;
    if found.decks.len() < 2 {
        let hint = "name some with `decks`";
        return Err(wrong("a field needs two decks or more", hint));
    }
    let watch = Watch::new(progress, false);
    let field = Field {
        made,
        rules,
        player: &player,
        found,
    };
    let stop = AtomicBool::new(false);
    let weighed = || field.weighed(games, seed, uniform, threads, &watch, &stop);
    let value = py.detach(|| watch.attended(&stop, weighed));
    watch.finish(py)?;
    let mut value = value?;
    value["game"] = made.located.display.clone().into();
    value["player"] = player.to_string().into();
    value["seed"] = seed.into();
    plain::python(py, &value)
}

/// Decks that are weighed.
struct Field<'a> {
    made: &'a Match,
    rules: &'a Rules,
    player: &'a PlayerSpec,
    found: Contestants,
}

impl Field<'_> {
    fn weighed(
        &self,
        games: u64,
        seed: u64,
        uniform: bool,
        threads: NonZeroUsize,
        watch: &Watch,
        stop: &AtomicBool,
    ) -> PyResult<Value> {
        let boards = self.boards();
        let stage = Stage {
            boards: &boards,
            players: [self.player.clone(), self.player.clone()],
            moves: playing_moves(self.rules),
            limit: LIMIT,
            threads,
            stop,
        };
        let contest = FieldContest {
            stage: &stage,
            decks: &self.found.decks,
            focus: if uniform { Focus::Uniform } else { Focus::Open },
            field: Vec::new(),
            games,
            seed,
        };
        let payoffs = contest.play(&|_| false, &|played| watch.count(played));
        let payoffs = payoffs.map_err(|error| unplayable(&error))?;
        let failed = |error: &dyn std::fmt::Display| wrong(error.to_string(), "");
        let analysis = analyse(&payoffs, &self.found.names, None, method(seed));
        let analysis = analysis.map_err(|error| failed(&error))?;
        serde_json::to_value(&analysis).map_err(|error| failed(&error))
    }

    fn boards(&self) -> DeckBoards<'_> {
        let settings = self.found.settings.clone();
        let files = self.made.checked.diagnostics.files();
        let most = (self.found.decks.len() * self.found.decks.len()).min(256);
        DeckBoards::new(self.rules, files, settings, vec![self.player.clone()], most)
    }
}

fn method(seed: u64) -> Method {
    Method {
        tables: TABLES,
        seed,
        selection: Selection {
            alpha: 100.0,
            ..Selection::default()
        },
    }
}
