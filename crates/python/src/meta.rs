//! The decks of a game against each other: `fuda.meta`.

use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use cgml::decks::deck_list_of;
use cgml::model::Game as Rules;
use compile::{DeckChoice, Settings};
use fuda::boards::DeckBoards;
use fuda::matches::{DeckChoiceError, Wanted, choose_decks};
use fuda::sim::LIMIT;
use metagame::alpha_rank::Selection;
use metagame::analysis::{Method, analyse};
use metagame::contest::FieldContest;
use metagame::deck::Deck;
use metagame::sampling::Focus;
use metagame::stage::Stage;
use metagame::usage::playing_moves;
use players::PlayerSpec;
use pyo3::prelude::*;
use serde_json::Value;

use crate::error::{problems, wrong};
use crate::game::{Game, Match, refused, threads};
use crate::plain;
use crate::watch::Watch;

/// Tables that are drawn for intervals.
const TABLES: u32 = 200;

const PLAYERS: &str = "`fuda.players()` lists the players and their settings";

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
    let player: PlayerSpec = player
        .parse()
        .map_err(|bad: players::PlayerSpecError| wrong(bad.to_string(), PLAYERS))?;
    let rules = made
        .checked
        .game
        .as_ref()
        .ok_or_else(|| wrong("there is no game", ""))?;
    let (names, found) = contestants(py, made, rules, decks)?;
    let watch = Watch::new(progress, false);
    let field = Field {
        made,
        rules,
        player: &player,
        names,
        decks: found,
    };
    let value = py.detach(|| field.weighed(games, seed, uniform, threads, &watch));
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
    names: Vec<String>,
    decks: Vec<Deck>,
}

impl Field<'_> {
    fn weighed(
        &self,
        games: u64,
        seed: u64,
        uniform: bool,
        threads: NonZeroUsize,
        watch: &Watch,
    ) -> PyResult<Value> {
        let boards = self.boards();
        let stop = AtomicBool::new(false);
        let stage = Stage {
            boards: &boards,
            players: [self.player.clone(), self.player.clone()],
            moves: playing_moves(self.rules),
            limit: LIMIT,
            threads,
            stop: &stop,
        };
        let contest = FieldContest {
            stage: &stage,
            decks: &self.decks,
            focus: if uniform { Focus::Uniform } else { Focus::Open },
            field: Vec::new(),
            games,
            seed,
        };
        let told = |_: &metagame::stage::Played<'_>| {
            watch.add(1);
            if watch.should_stop() {
                stop.store(true, Ordering::Relaxed);
                return Err(io::Error::other("it was stopped"));
            }
            Ok(())
        };
        let failed = |error: &dyn std::fmt::Display| wrong(error.to_string(), PLAYERS);
        let payoffs = contest.play(&|_| watch.should_stop(), &told);
        let payoffs = payoffs.map_err(|error| failed(&error))?;
        let analysis = analyse(&payoffs, &self.names, None, method(seed));
        let analysis = analysis.map_err(|error| failed(&error))?;
        serde_json::to_value(&analysis).map_err(|error| failed(&error))
    }

    fn boards(&self) -> DeckBoards<'_> {
        let settings = Settings {
            decks: Vec::new(),
            ..self.made.settings.clone()
        };
        let files = self.made.checked.diagnostics.files();
        let most = (self.decks.len() * self.decks.len()).min(256);
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

/// The decks that compete, with their names: those named, or all of the game.
fn contestants(
    py: Python<'_>,
    made: &Match,
    rules: &Rules,
    decks: Vec<String>,
) -> PyResult<(Vec<String>, Vec<Deck>)> {
    if made.program.decks.is_empty() || made.program.seats != 2 {
        return Err(wrong(
            "this is for games for two to which players bring decks",
            "`fuda.arena` compares players in any game",
        ));
    }
    let names = match decks.is_empty() || decks.iter().any(|name| name == "all") {
        true => rules
            .deck_lists
            .iter()
            .map(|deck| deck.name.clone())
            .collect(),
        false => decks,
    };
    if names.len() < 2 {
        return Err(wrong(
            "a field needs two decks or more",
            "name some with `decks`",
        ));
    }
    let wanted = Wanted::Asked {
        decks: &names,
        regulation: made.spec.regulation.as_deref(),
    };
    let files = made.checked.diagnostics.files();
    let chosen = match choose_decks(rules, files, &made.settings, wanted) {
        Ok(chosen) => chosen,
        Err(DeckChoiceError::Problems(found)) => return Err(problems(py, &found)),
        Err(DeckChoiceError::Refused(refusal)) => return Err(refused(&refusal)),
    };
    let found = chosen.into_iter().map(|choice| match choice {
        DeckChoice::Named(name) => {
            let list = deck_list_of(rules, &name);
            let list =
                list.map_err(|message| wrong(message, "`game.deck_names` lists the decks"))?;
            Ok(Deck::of_list(rules, list))
        }
        DeckChoice::Brought(deck) => Ok(Deck {
            sections: deck.sections,
        }),
    });
    Ok((names, found.collect::<PyResult<_>>()?))
}
