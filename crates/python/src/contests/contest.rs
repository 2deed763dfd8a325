//! Players, or decks, against each other: `fuda.arena`.

use std::sync::Arc;

use fuda::arena::{Board, Contest, GameResult, Lineup, Summary, lineups};
use pyo3::prelude::*;
use std::io;

use crate::contests::guests::Cast;
use crate::contests::series::{finished, rename, written};
use crate::contests::watch::Watch;
use crate::error::wrong;
use crate::plain;
use crate::play::game::{Game, Match, Spec, threads};

/// A contest that can be played in parts, here or elsewhere.
#[pyclass(module = "fuda", frozen)]
pub(crate) struct Arena {
    cast: Cast,
    lineups: Vec<Lineup>,
    board_of: Vec<usize>,
    matches: Vec<Arc<Match>>,
    decks: Vec<String>,
    seed: Option<u64>,
    limit: u64,
}

#[pymethods]
impl Arena {
    #[new]
    #[pyo3(signature = (game, players, decks = Vec::new(), seed = None, limit = 100_000))]
    fn new(
        py: Python<'_>,
        game: &Game,
        players: Vec<Bound<'_, PyAny>>,
        decks: Vec<String>,
        seed: Option<u64>,
        limit: u64,
    ) -> PyResult<Self> {
        let cast = Cast::of(&players)?;
        let made = &game.made;
        let decks = competing(made, decks)?;
        if cast.names.len() < 2 && decks.len() < 2 {
            return Err(wrong(
                "there is nobody to compete with",
                "name two players or more, or several decks",
            ));
        }
        let first = match decks.first() {
            Some(deck) => with_decks(py, made, vec![deck.clone()])?,
            None => made.clone(),
        };
        let program = &first.program;
        let seats = usize::from(program.seats);
        let lineups = lineups(cast.names.len(), decks.len(), seats, &program.teams);
        let mut boards: Vec<(Vec<usize>, Arc<Match>)> = Vec::new();
        let mut board_of = Vec::new();
        for lineup in &lineups {
            let known = boards.iter().position(|(decks, _)| *decks == lineup.decks);
            board_of.push(known.unwrap_or(boards.len()));
            if known.is_none() {
                let names = lineup.decks.iter().map(|deck| decks[*deck].clone());
                let board = match lineup.decks.is_empty() {
                    true => made.clone(),
                    false => with_decks(py, made, names.collect())?,
                };
                boards.push((lineup.decks.clone(), board));
            }
        }
        Ok(Self {
            cast,
            lineups,
            board_of,
            matches: boards.into_iter().map(|(_, board)| board).collect(),
            decks,
            seed,
            limit: limit.max(1),
        })
    }

    /// Plays the games from one number up to another; their results as text.
    #[pyo3(signature = (first, end, threads = None, progress = None))]
    fn play(
        &self,
        py: Python<'_>,
        first: u64,
        end: u64,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let count = crate::play::game::threads(threads)?;
        let watch = Arc::new(Watch::new(progress, false));
        let played = py.detach(|| -> PyResult<String> {
            let boards = self.boards(&watch)?;
            let contest = self.contest(&boards, count);
            let results = contest.play(first..end, &mut |_, _| {
                watch.add(1);
                match watch.should_stop() {
                    true => Err(io::Error::other("it was stopped")),
                    false => Ok(()),
                }
            });
            let results = results
                .map_err(|error| wrong(error.to_string(), "`fuda.players()` lists the players"))?;
            written(&results)
        });
        finished(py, watch)?;
        played
    }

    /// The figures of parts that follow each other, as `fuda arena --format json` prints them.
    fn summary<'py>(
        &self,
        py: Python<'py>,
        parts: Vec<String>,
        seconds: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut results: Vec<GameResult> = Vec::new();
        for part in &parts {
            let part: Vec<GameResult> = serde_json::from_str(part).map_err(|error| {
                wrong(
                    format!("this is no part of a contest: {error}"),
                    "give what `play` gave",
                )
            })?;
            results.extend(part);
        }
        let boards: Vec<Board> = self
            .matches
            .iter()
            .map(|made| Board {
                program: made.program.clone(),
                equipment: players::Equipment::none(),
            })
            .collect();
        let contest = self.contest(&boards, threads(Some(1))?);
        let summary = Summary {
            game: &self.matches[0].located.display,
            seed: self.seed.unwrap_or(1),
            contest: &contest,
            decks: &self.decks,
            results: &results,
            seconds,
            sequential: None,
        };
        let mut value = summary.json();
        rename(&mut value["players"]);
        plain::python(py, &value)
    }

    /// The number of games that belong together: everybody sits everywhere once.
    #[getter]
    fn lineups(&self) -> usize {
        self.lineups.len()
    }

    /// True if a player is written in Python.
    #[getter]
    fn has_guests(&self) -> bool {
        self.cast.has_guests()
    }
}

impl Arena {
    fn boards(&self, watch: &Arc<Watch>) -> PyResult<Vec<Board>> {
        let board = |made: &Arc<Match>| {
            Ok(Board {
                equipment: self.cast.equipment(made, watch)?,
                program: made.program.clone(),
            })
        };
        self.matches.iter().map(board).collect()
    }

    fn contest<'a>(&'a self, boards: &'a [Board], count: std::num::NonZeroUsize) -> Contest<'a> {
        Contest {
            players: &self.cast.names,
            lineups: &self.lineups,
            board_of: &self.board_of,
            boards,
            seed: self.seed.unwrap_or(1),
            keeps_chance: self.seed.is_none(),
            limit: self.limit,
            threads: count,
        }
    }
}

/// The decks that compete: those named, or all of the game.
fn competing(made: &Match, decks: Vec<String>) -> PyResult<Vec<String>> {
    if decks.iter().all(|name| name != "all") {
        return Ok(decks);
    }
    let game = made.checked.game.as_ref();
    let lists = game.map(|game| game.deck_lists.iter().map(|deck| deck.name.clone()));
    let all: Vec<String> = lists.into_iter().flatten().collect();
    if all.is_empty() {
        return Err(wrong(
            "the game has no deck lists",
            "leave `decks` out, or name files",
        ));
    }
    Ok(all)
}

/// The same match with other decks.
pub(crate) fn with_decks(
    py: Python<'_>,
    made: &Arc<Match>,
    decks: Vec<String>,
) -> PyResult<Arc<Match>> {
    let spec = Spec {
        decks,
        ..made.spec.clone()
    };
    let made = Match::of_checked(py, spec, made.located.clone(), made.checked.clone())?;
    Ok(Arc::new(made))
}
