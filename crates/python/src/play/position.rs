//! A game in play.

use std::sync::Arc;

use engine::ids::Seat;
use engine::position::{Decision, Position as State};
use engine::random::Random;
use engine::record::{Record, RecordProblem};
use engine::seed::Seed;
use numpy::{IntoPyArray, PyArray1};
use players::{Question, Secrets};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyList, PyTuple, PyType};

use crate::error::{raised, wrong};
use crate::plain;
use crate::play::features::asked;
use crate::play::game::{Game, Match};
use crate::play::returns::Reward;

/// A game in play. Made by `Game.new`.
#[pyclass(module = "fuda")]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) made: Arc<Match>,
    pub(crate) state: State,
    secrets: Secrets,
    /// The seed and the choices that led here; nothing for positions that were dealt anew or restored.
    history: Option<(Seed, Vec<u32>)>,
}

/// The class `fuda.Choice`, which is written in Python.
fn choice_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "fuda.choice", "Choice")
}

impl Position {
    pub(crate) fn begin(made: Arc<Match>, seed: Seed) -> Self {
        let state = State::start(&made.program, seed);
        Self {
            made,
            state,
            secrets: Secrets::new(),
            history: Some((seed, Vec::new())),
        }
    }

    pub(crate) fn of_record(
        made: Arc<Match>,
        record: &[u8],
        steps: Option<usize>,
    ) -> PyResult<Self> {
        let unreadable = |problem: RecordProblem| {
            wrong(
                problem.to_string(),
                "load the game as it was when the record was made",
            )
        };
        let record = Record::from_bytes(record).map_err(unreadable)?;
        record.verify(&made.program).map_err(unreadable)?;
        let mut position = Self::begin(made, record.whole_seed());
        let steps = steps.unwrap_or(record.choices.len());
        for choice in record.choices.iter().take(steps) {
            position.choose(*choice as usize)?;
        }
        Ok(position)
    }

    pub(crate) fn of_saved(made: Arc<Match>, saved: &[u8]) -> PyResult<Self> {
        let state = State::load(&made.program, saved).map_err(|problem| {
            wrong(
                problem.to_string(),
                "restore it with the game that it was saved in",
            )
        })?;
        Ok(Self {
            made,
            state,
            secrets: Secrets::new(),
            history: None,
        })
    }

    /// A world that a seat could be in.
    pub(crate) fn of_world(made: Arc<Match>, state: State, secrets: Secrets) -> Self {
        Self {
            made,
            state,
            secrets,
            history: None,
        }
    }

    /// Makes the choice with a number.
    pub(crate) fn choose(&mut self, number: usize) -> PyResult<()> {
        let count = self.state.choices().len();
        if number >= count {
            return Err(illegal(number, count));
        }
        let program = &self.made.program;
        self.secrets.choose(program, &self.state, number);
        self.state.play_unchecked(program, number);
        if let Some((_, choices)) = &mut self.history {
            choices.push(number as u32);
        }
        Ok(())
    }

    /// The secrets that players may have.
    pub(crate) fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    fn seat_of(&self, seat: u8) -> PyResult<Seat> {
        let seats = self.made.program.seats;
        if seat < seats {
            return Ok(Seat(seat));
        }
        Err(PyIndexError::new_err(format!(
            "there is no seat {seat}: the game has {seats}, from 0"
        )))
    }

    fn record_made(&self) -> PyResult<Record> {
        let Some((seed, choices)) = &self.history else {
            return Err(wrong(
                "this position was dealt anew or restored: no record leads to it",
                "record the game that it came from",
            ));
        };
        let program = &self.made.program;
        let mut record = Record::begin(program, *seed);
        record.parameters.clone_from(&self.made.spec.parameters);
        record.choices.clone_from(choices);
        record.hash = self.state.hash(program);
        Ok(record)
    }
}

/// A choice that is not among the legal ones.
pub(crate) fn illegal(number: impl std::fmt::Display, count: usize) -> PyErr {
    let message = match count {
        0 => "the game waits for no choice: it is over".to_owned(),
        _ => format!("{number} is not one of the {count} legal choices, which are numbered from 0"),
    };
    Python::attach(|py| raised(py, "IllegalChoice", (message,)))
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game {
            made: self.made.clone(),
        }
    }

    /// The seat that must choose; `None` if the game is over.
    #[getter]
    fn seat(&self) -> Option<u8> {
        match self.state.decision() {
            Decision::Choose { seat, .. } => Some(seat.0),
            Decision::Chance { .. } | Decision::Over | Decision::Fault(_) => None,
        }
    }

    /// The number of legal choices; 0 if the game is over.
    #[getter]
    fn count(&self) -> usize {
        self.state.choices().len()
    }

    /// True if the game waits for nothing any more.
    #[getter]
    fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// The reason why the game was stopped, if something is wrong with it.
    #[getter]
    fn fault(&self) -> Option<String> {
        match self.state.decision() {
            Decision::Fault(fault) => Some(fault.message(&self.made.program)),
            Decision::Choose { .. } | Decision::Chance { .. } | Decision::Over => None,
        }
    }

    /// The seats that have won.
    #[getter]
    fn winners(&self) -> Vec<u16> {
        let winners = self.state.winners(&self.made.program);
        winners.into_iter().map(u16::from).collect()
    }

    /// The scores of the seats, as they stand at the end.
    #[getter]
    fn scores(&self) -> Vec<i64> {
        self.state.scores(&self.made.program).to_vec()
    }

    /// The rewards of the seats at the end: `scores`, `wins` (1 is shared by the winners and −1 by the others), or
    /// `auto`, which is the scores where one seat pays another.
    #[pyo3(signature = (kind = "auto"))]
    fn rewards(&self, py: Python<'_>, kind: &str) -> PyResult<Vec<f64>> {
        let reward = py.detach(|| Reward::named(kind, &self.made))?;
        Ok(match self.state.decision() {
            Decision::Over => reward.of(&self.made.program, &self.state),
            Decision::Choose { .. } | Decision::Chance { .. } | Decision::Fault(_) => {
                vec![0.0; usize::from(self.made.program.seats)]
            }
        })
    }

    /// The choices of the seat that must choose, as it sees them.
    #[pyo3(signature = (language = "en"))]
    fn choices<'py>(&self, py: Python<'py>, language: &str) -> PyResult<Bound<'py, PyList>> {
        let seen = self.state.choices_seen(&self.made.program, language);
        let class = choice_class(py)?;
        let list = PyList::empty(py);
        for (number, choice) in seen.iter().enumerate() {
            list.append(class.call1((number, plain::plain(py, choice)?))?)?;
        }
        Ok(list)
    }

    /// The action of each choice: its index in the fixed space of the game, `Game.action_count` in all.
    fn actions(&self, py: Python<'_>) -> PyResult<Vec<u32>> {
        let space = self.made.space(py);
        let indices = space.indices(&self.made.program, &self.state);
        indices.map_err(|too_many| crate::environments::env::too_many_choices(too_many.room))
    }

    /// Makes a choice: its number, or one of `choices()`.
    fn play(&mut self, py: Python<'_>, choice: &Bound<'_, PyAny>) -> PyResult<()> {
        let number = if choice.is_instance_of::<PyInt>() {
            choice.extract::<i64>().unwrap_or(-1)
        } else if let Ok(index) = choice.call_method0("__index__") {
            index.extract::<i64>().unwrap_or(-1)
        } else {
            return Err(PyTypeError::new_err(
                "a choice is a number, or one of `position.choices()`",
            ));
        };
        let count = self.state.choices().len();
        let number = usize::try_from(number).map_err(|_| illegal(number, count))?;
        py.detach(|| self.choose(number))
    }

    /// All that a seat may know, as plain data.
    #[pyo3(signature = (seat, language = "en"))]
    fn view<'py>(&self, py: Python<'py>, seat: u8, language: &str) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat_of(seat)?;
        plain::plain(py, &self.state.view_in(&self.made.program, seat, language))
    }

    /// All that a seat sees, as a vector of `Game.observation_length` numbers.
    fn observation<'py>(&self, py: Python<'py>, seat: u8) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat_of(seat)?;
        let vector = self.made.vector(&self.made.program, &self.state, seat);
        Ok(vector.into_pyarray(py))
    }

    /// Everything, whoever may see it, as plain data.
    #[pyo3(signature = (language = "en"))]
    fn open_view<'py>(&self, py: Python<'py>, language: &str) -> PyResult<Bound<'py, PyAny>> {
        plain::plain(py, &self.state.open_view(&self.made.program, language))
    }

    /// The record of the game so far, as bytes that `fuda replay` reads.
    fn record_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.record_made()?.to_bytes()))
    }

    /// The record of the game so far.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let record = self.record_made()?;
        let data = plain::plain(py, &record)?;
        let class = py.import("fuda.records")?.getattr("Record")?;
        class.call1((data, PyBytes::new(py, &record.to_bytes()), self.game()))
    }

    /// A number that stands for this position: equal for positions that are the same.
    fn hash(&self) -> u64 {
        self.state.hash(&self.made.program)
    }

    /// The position as bytes, for `Game.restore`.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.state.save(&self.made.program))
    }

    /// A copy that goes its own way.
    #[pyo3(name = "clone")]
    fn copied(&self) -> Self {
        self.clone()
    }

    /// Another position that a seat could just as well be in: it sees the same, and all that it does not know is
    /// dealt anew from a seed.
    #[pyo3(signature = (seat, seed = 1))]
    fn redeal(&self, py: Python<'_>, seat: u8, seed: u64) -> PyResult<Self> {
        let seat = self.seat_of(seat)?;
        Ok(py.detach(|| self.dealt_anew(seat, seed)))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        let Ok(other) = other.try_borrow() else {
            return false;
        };
        let program = &self.made.program;
        program.fingerprint == other.made.program.fingerprint
            && self.state.is_same(program, &other.state)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let module = py.import("fuda.pickled")?;
        let (restore, bytes) = match &self.history {
            Some(_) => (module.getattr("played")?, self.record_bytes(py)?),
            None => (module.getattr("saved")?, self.save(py)),
        };
        Ok((restore, (self.game(), bytes).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let name = &self.made.program.name;
        match self.seat() {
            Some(seat) => format!(
                "<fuda.Position of {name:?}, seat {seat} has {} choices>",
                self.count()
            ),
            None => format!("<fuda.Position of {name:?}, over>"),
        }
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let view = match self.seat() {
            Some(seat) => self.view(py, seat, "en")?,
            None => self.open_view(py, "en")?,
        };
        py.import("fuda.notebook")?
            .call_method1("position_html", (view,))?
            .extract()
    }
}

impl Position {
    fn dealt_anew(&self, seat: Seat, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut dealt = Self {
            history: None,
            ..self.clone()
        };
        let program = &self.made.program;
        if asked(&self.state) == Some(seat) {
            dealt.state = world(&self.made, &self.state, &self.secrets, seat, &mut random);
        } else {
            dealt.state.redeal_in_place(program, seat, &mut random);
            dealt.state.reseed(engine::random::derived(seed, 1));
        }
        dealt
    }
}

/// A world that a seat which must choose could just as well be in. It sees the same there: where no way was found that
/// leads to what it sees, the cards it does not know are dealt anew, and secrets that lie in wait are others.
pub(crate) fn world(
    made: &Match,
    state: &State,
    secrets: &Secrets,
    seat: Seat,
    random: &mut Random,
) -> State {
    let program = &made.program;
    let lookahead = made.lookahead();
    let question = Question::new(program, state, seat, secrets);
    let mut world = state.clone();
    question.worlds(lookahead).draw(random, &mut world);
    let eyes = lookahead.eyes(seat);
    if eyes.at(&world) != eyes.at(state) {
        world.clone_from(state);
        world.redeal_in_place(program, seat, random);
        world.reseed(u64::from(random.bits()));
        world.scramble_secrets(program, random);
    }
    world
}

/// A record as plain data.
#[pyfunction]
pub(crate) fn record_data<'py>(py: Python<'py>, record: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let record = Record::from_bytes(record);
    let record =
        record.map_err(|problem| wrong(problem.to_string(), "give the bytes of a record"))?;
    plain::plain(py, &record)
}
