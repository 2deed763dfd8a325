//! Runs that breed decks: `fuda.evolve`.

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard};

use cgml::vocabulary::Language;
use fuda::boards::Work;
use fuda::evolving::{Ground, NotOpened, Opened, RANDOM, Request};
use fuda::sim::LIMIT;
use metagame::building::Building;
use metagame::evolution::{Guide, Matchmaking, Run, Settings, State};
use metagame::folder::{self, Goal, Header, Logs};
use metagame::payoffs::Deals;
use metagame::stage::Unplayable;
use pyo3::prelude::*;
use serde::Deserialize;

use crate::contests::contestants::{player, unplayable, without};
use crate::contests::series::written;
use crate::contests::watch::Watch;
use crate::decks::elsewhere::{self, Elsewhere};
use crate::error::wrong;
use crate::plain;
use crate::play::game::{Game, Match, threads};

/// A run that breeds decks, made step by step.
#[pyclass(module = "fuda", frozen)]
pub(crate) struct Evolution {
    run: Mutex<Held>,
}

/// A run, and how far it is.
struct Held {
    opened: Opened,
    state: State,
    checked: Vec<(String, Deals)>,
}

/// Settings that have names in Python, as text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Given {
    goal: String,
    budget: u64,
    practice: u64,
    matchmaking: String,
    guide: String,
    neutral: Option<String>,
    pool: Option<Vec<String>>,
    check: Option<String>,
    logs: String,
    rounds: u32,
    generations: u32,
    population: usize,
    children: usize,
    deals: u64,
    swap_deals: u64,
    matrix_deals: u64,
    confirm_deals: u64,
    random_decks: usize,
    gain: f64,
    precision: f64,
    limit: u64,
}

impl Default for Given {
    fn default() -> Self {
        let usual = Settings::default();
        Self {
            goal: "win".to_owned(),
            budget: 2000,
            practice: 100_000,
            matchmaking: "equilibrium".to_owned(),
            guide: "swap".to_owned(),
            neutral: None,
            pool: None,
            check: None,
            logs: "champions".to_owned(),
            rounds: usual.rounds,
            generations: usual.generations,
            population: usual.population,
            children: usual.children,
            deals: usual.deals,
            swap_deals: usual.swap_deals,
            matrix_deals: usual.matrix_deals,
            confirm_deals: usual.confirm_deals,
            random_decks: usual.random_decks,
            gain: usual.gain * 100.0,
            precision: usual.precision * 100.0,
            limit: LIMIT,
        }
    }
}

/// The value of a word.
fn named<T: Clone>(what: &str, word: &str, known: &[(&str, T)]) -> PyResult<T> {
    let found = known.iter().find(|(name, _)| *name == word);
    found.map(|(_, value)| value.clone()).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let hint = format!("`{what}` is one of {}", names.join(", "));
        wrong(format!("there is no {what} `{word}`"), hint)
    })
}

impl Given {
    fn of(text: &str) -> PyResult<Self> {
        serde_json::from_str(text).map_err(|error| {
            let hint = "the settings are those of `fuda evolve --help`, with `_` for `-`";
            wrong(format!("these are no settings of a run: {error}"), hint)
        })
    }

    fn goal(&self) -> PyResult<Goal> {
        let line = Goal::Ftk {
            budget: self.budget,
            practice: self.practice,
        };
        named("goal", &self.goal, &[("win", Goal::Win), ("ftk", line)])
    }

    fn settings(&self, seed: u64, starts_by_chance: bool) -> PyResult<Settings> {
        let matchmaking = match self.goal()? {
            Goal::Ftk { .. } => Matchmaking::Alone,
            Goal::Win => named(
                "matchmaking",
                &self.matchmaking,
                &[
                    ("equilibrium", Matchmaking::Equilibrium),
                    ("league", Matchmaking::League),
                    ("environment", Matchmaking::Environment),
                    ("past", Matchmaking::Past),
                ],
            )?,
        };
        let guides = [
            ("swap", Guide::Swap),
            ("contribution", Guide::Contribution),
            ("chance", Guide::Chance),
        ];
        if self.rounds == 0 || self.generations == 0 || self.population == 0 || self.deals == 0 {
            let hint = "`rounds`, `generations`, `population` and `deals` are 1 or more";
            return Err(wrong("a run of nothing breeds nothing", hint));
        }
        Ok(Settings {
            seed,
            matchmaking,
            guide: named("guide", &self.guide, &guides)?,
            neutral: self.neutral.clone(),
            rounds: self.rounds,
            generations: self.generations,
            population: self.population,
            children: self.children,
            deals: self.deals,
            swap_deals: self.swap_deals,
            matrix_deals: self.matrix_deals,
            confirm_deals: self.confirm_deals,
            random_decks: if starts_by_chance {
                self.random_decks
            } else {
                0
            },
            gain: self.gain / 100.0,
            precision: self.precision / 100.0,
            ..Settings::default()
        })
    }

    fn header(&self, made: &Match, player: &str, settings: Settings) -> PyResult<Header> {
        let logs = [
            ("none", Logs::None),
            ("champions", Logs::Champions),
            ("all", Logs::All),
        ];
        let checker = self.check.as_deref().map(self::player).transpose()?;
        let pool = self.pool.clone().map(|mut pool| {
            pool.sort();
            pool.dedup();
            pool
        });
        Ok(Header {
            format: Header::format(),
            game: made.spec.source.clone(),
            parameters: made.spec.parameters.clone(),
            regulation: made.spec.regulation.clone(),
            pool,
            player: self::player(player)?.to_string(),
            checker: checker.map(|checker| checker.to_string()),
            goal: self.goal()?,
            logs: named("logs", &self.logs, &logs)?,
            limit: self.limit.max(1),
            fingerprint: 0,
            settings,
        })
    }
}

fn not_opened(py: Python<'_>, error: NotOpened) -> PyErr {
    let message = error.to_string();
    let hint = match error {
        NotOpened::Folder(folder::FolderError::Exists(_)) => {
            "name another folder with `out`, or go on with `resume=True`".to_owned()
        }
        NotOpened::Folder(_) => "name another folder with `out`".to_owned(),
        NotOpened::Contestants(error) => return without(py, error),
        NotOpened::Building(_) => {
            "only games with `deck_rules` have decks to build; `pool` lists ids of cards".to_owned()
        }
        NotOpened::Parameters(_) => "parameters are set with `fuda.load`".to_owned(),
        NotOpened::UnknownCard { near, .. } => match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "name a card of the game".to_owned(),
        },
        NotOpened::NoOpponent => "name some with `decks`".to_owned(),
        NotOpened::Changed => "begin a new run in another folder".to_owned(),
        NotOpened::Board(_) => String::new(),
    };
    wrong(message, hint)
}

fn unwritten(error: impl std::fmt::Display) -> PyErr {
    wrong(error.to_string(), "is the folder `out` still there?")
}

#[pymethods]
impl Evolution {
    /// Begins a run in a folder.
    #[new]
    #[pyo3(signature = (game, out, player, decks, start, seed, given))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        game: &Game,
        out: &str,
        player: &str,
        decks: Vec<String>,
        start: Vec<String>,
        seed: u64,
        given: &str,
    ) -> PyResult<Self> {
        let given = Given::of(given)?;
        let settings = given.settings(seed, start.iter().any(|start| start == RANDOM))?;
        let asked = Request {
            header: given.header(&game.made, player, settings)?,
            decks,
            start,
        };
        let rules = game.made.rules()?.clone();
        let files = game.made.checked.diagnostics.files().clone();
        let opened = py.detach(|| Opened::begin(rules, files, Path::new(out), asked));
        Self::of(py, opened.map_err(|error| not_opened(py, error))?)
    }

    /// Goes on with the run in a folder.
    #[staticmethod]
    fn resume(py: Python<'_>, game: &Game, out: &str) -> PyResult<Self> {
        let rules = game.made.rules()?.clone();
        let files = game.made.checked.diagnostics.files().clone();
        let opened = py.detach(|| Opened::resume(rules, files, Path::new(out)));
        Self::of(py, opened.map_err(|error| not_opened(py, error))?)
    }

    /// Makes a step and keeps it.
    #[pyo3(signature = (threads = None, progress = None))]
    fn step(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        self.worked(py, threads, progress, |held, work| {
            held.stepped(|opened, run| opened.step(run, Language::English, work))
        })
    }

    /// Makes a step and keeps it. `judge` gets texts of at most `part` deals each, and gives the answers of `judge` of
    /// this module to them, which were played elsewhere.
    fn step_elsewhere(&self, py: Python<'_>, judge: Py<PyAny>, part: usize) -> PyResult<()> {
        let done = py.detach(|| -> PyResult<Result<(), Unplayable>> {
            let mut held = self.held()?;
            let judge = Elsewhere::new(&judge, &held.opened.header, part);
            Ok(held.stepped(|_, run| run.step(&judge)))
        });
        done?.map_err(|error| elsewhere::raised(py, &error).unwrap_or_else(|| unplayable(&error)))
    }

    /// Checks the champions, and writes the result and the report of a run that is over.
    #[pyo3(signature = (threads = None))]
    fn finish(&self, py: Python<'_>, threads: Option<usize>) -> PyResult<()> {
        self.worked(py, threads, None, |held, work| {
            let checked = {
                let building = held.building()?;
                held.opened.checked(&held.run(&building), work)?
            };
            held.checked = checked;
            Ok(())
        })?;
        let held = self.held()?;
        let finished = held
            .opened
            .finish(&held.state, &held.checked, Language::English);
        finished.map(drop).map_err(unwritten)
    }

    /// The result so far, as `result.json` has it.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let held = self.held()?;
        let value = held.opened.result(&held.state, &held.checked);
        plain::python(py, &value)
    }

    /// True if nothing is left to do.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        Ok(self.held()?.state.finished.is_some())
    }

    /// Generations so far, and how many there are at most.
    #[getter]
    fn generations(&self) -> PyResult<(u32, u32)> {
        let held = self.held()?;
        let settings = &held.opened.header.settings;
        Ok((held.state.total, settings.rounds * settings.generations))
    }

    /// The subject of the run, for those who judge decks elsewhere.
    #[getter]
    fn subject(&self) -> PyResult<String> {
        written(&self.held()?.opened.header)
    }

    /// The names of the players who decide for the decks.
    #[getter]
    fn player(&self) -> PyResult<String> {
        Ok(self.held()?.opened.header.player.clone())
    }
}

impl Held {
    fn building(&self) -> Result<Building<'_>, Unplayable> {
        let building = self.opened.building();
        building.map_err(|error| Unplayable::Board(error.to_string()))
    }

    fn run<'g>(&self, building: &'g Building<'g>) -> Run<'g> {
        let settings = self.opened.header.settings.clone();
        Run::resume(building, settings, self.state.clone())
    }

    /// Makes a step and keeps it; without one, the run is as it was.
    fn stepped(
        &mut self,
        step: impl FnOnce(&Opened, &mut Run<'_>) -> Result<(), Unplayable>,
    ) -> Result<(), Unplayable> {
        let state = {
            let building = self.building()?;
            let mut run = self.run(&building);
            step(&self.opened, &mut run)?;
            run.state
        };
        self.opened.save(&state).map_err(io::Error::other)?;
        self.state = state;
        Ok(())
    }
}

impl Evolution {
    fn of(py: Python<'_>, opened: Opened) -> PyResult<Self> {
        let building = opened.building().map_err(|error| not_opened(py, error))?;
        let state = opened.run(&building).map_err(unwritten)?.state;
        drop(building);
        Ok(Self {
            run: Mutex::new(Held {
                opened,
                state,
                checked: Vec::new(),
            }),
        })
    }

    fn held(&self) -> PyResult<MutexGuard<'_, Held>> {
        let hint = "wait until it is done";
        self.run
            .try_lock()
            .map_err(|_| wrong("the run is used by another thread", hint))
    }

    /// Plays without the interpreter.
    fn worked(
        &self,
        py: Python<'_>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
        work: impl FnOnce(&mut Held, Work<'_>) -> Result<(), Unplayable> + Send,
    ) -> PyResult<()> {
        let threads = self::threads(threads)?;
        let watch = Watch::new(progress, false);
        let stop = AtomicBool::new(false);
        let games = Work {
            threads,
            stop: &stop,
            onlooker: &|played| watch.count(played),
        };
        let working = || -> PyResult<()> {
            let mut held = self.held()?;
            work(&mut held, games).map_err(|error| unplayable(&error))
        };
        let done = py.detach(|| watch.attended(&stop, working));
        watch.finish(py)?;
        done
    }
}

/// Judges decks for a run that is elsewhere: trials as text, and verdicts as text.
#[pyfunction]
#[pyo3(signature = (game, subject, player, trials))]
pub(crate) fn judge(
    py: Python<'_>,
    game: &Game,
    subject: &str,
    player: &str,
    trials: &str,
) -> PyResult<String> {
    let hint = "give what a run asked for";
    let header: Header =
        serde_json::from_str(subject).map_err(|error| wrong(error.to_string(), hint))?;
    let watch = Watch::new(None, false);
    let stop = AtomicBool::new(false);
    let work = Work {
        threads: threads(Some(1))?,
        stop: &stop,
        onlooker: &|_| Ok(()),
    };
    let ground = Ground {
        game: game.made.rules()?,
        files: game.made.checked.diagnostics.files(),
        header: &header,
    };
    let judging = || ground.with_judge(player, work, |judge| elsewhere::answered(judge, trials));
    let judged = py.detach(|| watch.attended(&stop, judging));
    watch.finish(py)?;
    judged.map_err(|error| unplayable(&error))
}
