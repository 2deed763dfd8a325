//! Training runs: `fuda.train`.

use std::path::Path;
use std::sync::Mutex;

use cgml::diagnostic::Diagnostics;
use engine::program::Program;
use fuda::encodings::encoding_of;
use fuda::training::settings::settings;
use fuda::training::{self, Training as Run, TrainingError, choose_teacher, write_report};
use learn::folder::{Budget, Folder, Header};
use learn::ground::Subject;
use learn::run::Errand;
use learn::settings::{Profile, Settings, Teacher};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::contests::contest::with_decks;
use crate::error::wrong;
use crate::plain;
use crate::play::game::{Game, threads};

/// The most pairs of decks that are played with.
const MATCHUPS: usize = 16;

/// A training run.
#[pyclass(module = "fuda", frozen)]
pub(crate) struct Training {
    run: Mutex<Run>,
    threads: usize,
}

fn failed(error: TrainingError) -> PyErr {
    wrong(
        error.to_string(),
        "name another folder with `out`, or go on with `resume=True`",
    )
}

fn busy() -> PyErr {
    wrong("the run is used by another thread", "wait until it is done")
}

#[pymethods]
impl Training {
    /// Begins a run in a folder, or goes on with the one that is there.
    #[new]
    #[pyo3(signature = (game, out, games = None, minutes = None, given = Vec::new(), config = None, resume = false, threads = None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        game: &Game,
        out: &str,
        games: Option<u64>,
        minutes: Option<f64>,
        given: Vec<(String, String)>,
        config: Option<&str>,
        resume: bool,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let threads = self::threads(threads)?.get();
        let budget = games.map(Budget::Games).or(minutes.map(Budget::Minutes));
        let programs = programs(py, game)?;
        let path = Path::new(out);
        let run = if resume {
            let (folder, mut header) = Folder::open(path).map_err(|error| failed(error.into()))?;
            header.budget = budget.unwrap_or(header.budget);
            let subject = subject(game, &header.settings, &programs)?;
            py.detach(|| Run::resume(folder, header, &subject))
        } else {
            let made = &game.made;
            let settings = settings(&made.located, config.map(Path::new), &given)
                .map_err(|bad| wrong(bad.message, bad.hint))?;
            let mut header = Header {
                format: Header::format(),
                game: made.spec.source.clone(),
                seats: made.spec.seats,
                parameters: made.spec.parameters.clone(),
                decks: made.spec.decks.clone(),
                regulation: made.spec.regulation.clone(),
                budget: budget.unwrap_or(Budget::Games(20_000)),
                settings,
                fingerprints: programs.iter().map(|program| program.fingerprint).collect(),
            };
            let subject = subject(game, &header.settings, &programs)?;
            py.detach(|| {
                if header.settings.teacher == Teacher::Auto {
                    let choice = choose_teacher(&header.settings, &subject, threads);
                    header.settings.teacher = choice.teacher;
                }
                Run::begin(path, header, &subject)
            })
        };
        Ok(Self {
            run: Mutex::new(run.map_err(failed)?),
            threads,
        })
    }

    /// Makes an iteration; its figures.
    fn step<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let metrics = py.detach(|| {
            let mut run = self.run.lock().map_err(|_| busy())?;
            run.step(self.threads).cloned().map_err(failed)
        })?;
        plain::plain(py, &metrics)
    }

    /// The games of the next iteration as bytes, which a `TrainingWorker` reads, and the number of their shares.
    fn errand<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, u32)> {
        let (bytes, shares) = py.detach(|| {
            let mut run = self.run.lock().map_err(|_| busy())?;
            let errand = run.errand();
            let bytes = errand.to_bytes().map_err(|error| failed(error.into()))?;
            Ok::<_, PyErr>((bytes, errand.shares))
        })?;
        Ok((PyBytes::new(py, &bytes), shares))
    }

    /// As `step`, with the shares of an errand that were played elsewhere, in their order.
    fn step_with<'py>(
        &self,
        py: Python<'py>,
        shares: Vec<PyBackedBytes>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let metrics = py.detach(|| {
            let mut run = self.run.lock().map_err(|_| busy())?;
            let metrics = run.step_with(&shares, self.threads);
            metrics.cloned().map_err(failed)
        })?;
        plain::plain(py, &metrics)
    }

    /// The settings of the run, as a `TrainingWorker` takes them.
    #[getter]
    fn settings(&self) -> PyResult<String> {
        let run = self.run.lock().map_err(|_| busy())?;
        Ok(serde_json::to_string(&run.header().settings).unwrap_or_default())
    }

    /// Keeps everything, so that the run can be gone on with, and writes its report.
    fn save(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let mut run = self.run.lock().map_err(|_| busy())?;
            run.save().map_err(failed)?;
            write_report(run.path()).map_err(failed)?;
            Ok(())
        })
    }

    /// True if the budget is used up.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        Ok(self.run.lock().map_err(|_| busy())?.is_over())
    }

    /// Progress of the run, from 0 to 1.
    #[getter]
    fn progress(&self) -> PyResult<f32> {
        Ok(self.run.lock().map_err(|_| busy())?.progress())
    }

    /// The figures of all iterations so far.
    fn metrics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let run = self.run.lock().map_err(|_| busy())?;
        plain::plain(py, &run.metrics())
    }
}

/// Plays games for training runs of other machines.
#[pyclass(module = "fuda", frozen)]
pub(crate) struct TrainingWorker {
    run: Mutex<learn::run::Run>,
}

#[pymethods]
impl TrainingWorker {
    /// A worker for runs of a game with these settings.
    #[new]
    fn new(py: Python<'_>, game: &Game, settings: &str) -> PyResult<Self> {
        let settings: Settings = serde_json::from_str(settings)
            .map_err(|error| wrong(error.to_string(), "give the `settings` of a run"))?;
        let programs = programs(py, game)?;
        let subject = subject(game, &settings, &programs)?;
        let run = py.detach(|| learn::run::Run::of_errands(settings, &subject));
        Ok(Self {
            run: Mutex::new(run),
        })
    }

    /// Plays a share of the games of an errand.
    fn play<'py>(
        &self,
        py: Python<'py>,
        errand: PyBackedBytes,
        share: u32,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let played = py.detach(|| {
            let mut run = self.run.lock().map_err(|_| busy())?;
            let errand = Errand::from_bytes(&errand).map_err(|error| failed(error.into()))?;
            let played = run.play_share(&errand, share);
            played.map_err(|error| failed(error.into()))
        })?;
        Ok(PyBytes::new(py, &played))
    }
}

/// The game as it is learned.
fn subject(game: &Game, settings: &Settings, programs: &[Program]) -> PyResult<Subject> {
    let made = &game.made;
    let declared = match (&made.checked.game, settings.profile) {
        (Some(checked), Profile::Seed) => {
            let mut diagnostics = Diagnostics::default();
            let encoding = encoding_of(&made.located, checked, &mut diagnostics);
            let encoding = encoding.ok().flatten().ok_or_else(|| {
                wrong(
                    "the profile `seed` needs a game with an `encoding.yaml` that fits".to_owned(),
                    "leave the profile out: features are derived for every game".to_owned(),
                )
            });
            Some(encoding?)
        }
        (None, _) | (_, Profile::Small) => None,
    };
    let hint = "the networks of `rival` and `measure_players` must be files that fit the game";
    training::subject(programs, declared, settings).map_err(|error| wrong(error.to_string(), hint))
}

/// The game, compiled for every pair of decks that is played with.
fn programs(py: Python<'_>, game: &Game) -> PyResult<Vec<Program>> {
    let made = &game.made;
    let mut names = made.spec.decks.clone();
    if names.is_empty() {
        let checked = made.checked.game.as_ref();
        let lists = checked.map(|game| game.deck_lists.iter().map(|deck| deck.name.clone()));
        names = lists.into_iter().flatten().collect();
    }
    if names.is_empty() || made.program.decks.is_empty() {
        return Ok(vec![made.program.clone()]);
    }
    let seats = usize::from(made.program.seats);
    let line_ups = training::line_ups(&names, seats, MATCHUPS);
    let compiled = line_ups.into_iter().map(|decks| {
        let with = with_decks(py, made, decks)?;
        Ok(with.program.clone())
    });
    compiled.collect()
}
