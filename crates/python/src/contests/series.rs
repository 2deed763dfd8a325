//! Many games of one match: `fuda.sim`.

use std::sync::Arc;
use std::time::Instant;

use engine::program::Program;
use fuda::sim::{Series, Summary, Tally, simulate_part};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::Value;

use crate::contests::guests::{Cast, shown};
use crate::contests::watch::Watch;
use crate::error::wrong;
use crate::plain;
use crate::play::game::{Game, Match, threads};

/// A series of games that can be played in parts, here or elsewhere.
#[pyclass(module = "fuda", frozen)]
pub(crate) struct Sim {
    made: Arc<Match>,
    cast: Cast,
    games: u64,
    seed: Option<u64>,
    limit: u64,
}

/// Numbers of games from which on machine code is worth while.
const WORTH_MACHINE_CODE: u64 = 200;

impl Sim {
    fn program(&self, games: u64) -> &Program {
        match games >= WORTH_MACHINE_CODE {
            true => self.made.fast(),
            false => &self.made.program,
        }
    }

    fn series<'a>(
        &self,
        program: &'a Program,
        equipment: players::Equipment,
        count: std::num::NonZeroUsize,
    ) -> Series<'a> {
        Series {
            program,
            players: self.cast.names.clone(),
            equipment,
            games: self.games,
            seed: self.seed.unwrap_or(1),
            chance: program.seed.filter(|_| self.seed.is_none()),
            limit: self.limit,
            threads: count,
            covers: false,
        }
    }
}

#[pymethods]
impl Sim {
    #[new]
    #[pyo3(signature = (game, players, games, seed = None, limit = 100_000))]
    fn new(
        game: &Game,
        players: Vec<Bound<'_, PyAny>>,
        games: u64,
        seed: Option<u64>,
        limit: u64,
    ) -> PyResult<Self> {
        let seats = usize::from(game.made.program.seats);
        let players = match players.len() {
            1 => vec![players[0].clone(); seats],
            count if count == seats => players,
            count => {
                return Err(wrong(
                    format!("{count} players are named for {seats} seats"),
                    "name one for each seat, or one for all",
                ));
            }
        };
        Ok(Self {
            cast: Cast::of(&players)?,
            made: game.made.clone(),
            games,
            seed,
            limit: limit.max(1),
        })
    }

    /// Plays the games from one number up to another; what came of them as text, and records if they are wanted.
    #[pyo3(signature = (first, end, threads = None, progress = None, records = false))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        end: u64,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
        records: bool,
    ) -> PyResult<(String, Vec<Bound<'py, PyBytes>>)> {
        let count = crate::play::game::threads(threads)?;
        let watch = Arc::new(Watch::new(progress, records));
        let played = py.detach(|| -> PyResult<String> {
            let equipment = self.cast.equipment(&self.made, &watch)?;
            let program = self.program(end.saturating_sub(first));
            let series = self.series(program, equipment, count);
            let tally = simulate_part(&series, first..end.min(self.games), &*watch)
                .map_err(|error| wrong(error.to_string(), "`fuda.players()` lists the players"))?;
            written(&tally)
        });
        let kept = finished(py, watch)?;
        let kept = kept.iter().map(|record| PyBytes::new(py, record));
        Ok((played?, kept.collect()))
    }

    /// The figures of parts that follow each other, as `fuda sim --format json` prints them.
    fn summary<'py>(
        &self,
        py: Python<'py>,
        parts: Vec<String>,
        seconds: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let program = &self.made.program;
        let mut tally = Tally::new(program);
        for part in &parts {
            let part: Tally = serde_json::from_str(part).map_err(|error| {
                wrong(
                    format!("this is no part of a series: {error}"),
                    "give what `play` gave",
                )
            })?;
            tally.add(part);
        }
        let equipment = players::Equipment::none();
        let series = self.series(program, equipment, threads(Some(1))?);
        let summary = Summary {
            game: &self.made.located.display,
            series: &series,
            tally: &tally,
            seconds,
            covered: None,
        };
        let mut value = summary.json();
        if let Some(entries) = value.as_object_mut() {
            entries.remove("threads");
            rename(&mut entries["players"]);
        }
        plain::python(py, &value)
    }

    /// The records of the first seat's games are made with, in the order of the seats.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.cast
            .names
            .iter()
            .map(|name| shown(&name.to_string()))
            .collect()
    }

    /// True if a player is written in Python.
    #[getter]
    fn has_guests(&self) -> bool {
        self.cast.has_guests()
    }
}

/// Names of players as people gave them.
pub(crate) fn rename(names: &mut Value) {
    for name in names.as_array_mut().into_iter().flatten() {
        let name = match name {
            Value::Object(entry) => entry.get_mut("name"),
            name => Some(name),
        };
        if let Some(name) = name
            && let Some(text) = name.as_str()
        {
            *name = Value::String(shown(text));
        }
    }
}

/// Plain data as text.
pub(crate) fn written<T: serde::Serialize>(thing: &T) -> PyResult<String> {
    serde_json::to_string(thing).map_err(|error| wrong(error.to_string(), ""))
}

/// Ends a watch whose work is done.
pub(crate) fn finished(py: Python<'_>, watch: Arc<Watch>) -> PyResult<Vec<Vec<u8>>> {
    match Arc::into_inner(watch) {
        Some(watch) => watch.finish(py),
        None => Err(wrong("the work is still going on", "wait until it ends")),
    }
}

/// Seconds that work takes.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let done = work();
    (done, started.elapsed().as_secs_f64())
}
