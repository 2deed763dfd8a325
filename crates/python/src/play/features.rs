//! Positions and choices as weighted rows, as the networks of `crates/learn` read them.

use std::sync::Arc;

use engine::ids::Seat;
use engine::position::{Decision, Position as State};
use engine::program::Program;
use learn::features::{Features as Sight, Vocabulary};
use learn::model::Model;
use nets::{Composition, Ragged};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::error::wrong;
use crate::play::game::{Game, Match};
use crate::play::position::Position;

/// The rows of a game, and the factors that rows are made of.
pub(crate) struct Rows {
    pub(crate) reader: Sight,
    pub(crate) vocabulary: Vocabulary,
}

impl Rows {
    /// All rows of a program.
    pub(crate) fn of(program: &Program) -> Self {
        let mut vocabulary = Vocabulary::default();
        let reader = Sight::new(program, None, &mut vocabulary);
        vocabulary.close();
        Self { reader, vocabulary }
    }

    /// The rows of a program, made of the factors that a network has.
    pub(crate) fn of_model(program: &Program, model: &Model) -> Self {
        let mut vocabulary = model.vocabulary();
        let declared = model.about.declared.clone().map(Arc::new);
        let reader = Sight::new(program, declared, &mut vocabulary);
        Self { reader, vocabulary }
    }

    pub(crate) fn inputs(&self) -> &Composition {
        self.vocabulary.inputs.composition()
    }

    pub(crate) fn choices(&self) -> &Composition {
        self.vocabulary.choices.composition()
    }
}

/// Adds lists of rows to `to`, each row as the factors that it is made of.
pub(crate) fn factored(from: &Ragged, composition: &Composition, to: &mut Ragged) {
    for list in 0..from.len() {
        let (rows, weights) = from.list(list);
        for (row, weight) in rows.iter().zip(weights) {
            let (factors, shares) = composition.row(*row as usize);
            for (factor, share) in factors.iter().zip(shares) {
                to.push(*factor, weight * share);
            }
        }
        to.end();
    }
}

/// Rows and weights of several lists, with the offsets where they begin.
type Lists<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<f32>>,
);

/// Lists as arrays of their own.
fn lists<'py>(py: Python<'py>, ragged: &Ragged) -> Lists<'py> {
    let mut offsets = vec![0_i64];
    let (mut rows, mut weights) = (Vec::new(), Vec::new());
    for list in 0..ragged.len() {
        let (of_list, weighed) = ragged.list(list);
        rows.extend(of_list.iter().map(|row| *row as i32));
        weights.extend_from_slice(weighed);
        offsets.push(rows.len() as i64);
    }
    (
        offsets.into_pyarray(py),
        rows.into_pyarray(py),
        weights.into_pyarray(py),
    )
}

/// The features of a game: what seats see, and choices, as weighted rows of tables.
#[pyclass(module = "fuda", frozen)]
pub(crate) struct Features {
    pub(crate) made: Arc<Match>,
    pub(crate) rows: Arc<Rows>,
}

#[pymethods]
impl Features {
    /// The features of a game; with the bytes of a network, made of the factors that it has.
    #[new]
    #[pyo3(signature = (game, network = None))]
    fn new(py: Python<'_>, game: &Game, network: Option<&[u8]>) -> PyResult<Self> {
        let made = game.made.clone();
        let rows = match network {
            None => made.rows(py).clone(),
            Some(bytes) => {
                let model = model(bytes)?;
                model.fits(&made.program).map_err(|error| {
                    wrong(
                        error.to_string(),
                        "load the game that the network was made for",
                    )
                })?;
                Arc::new(py.detach(|| Rows::of_model(&made.program, &model)))
            }
        };
        Ok(Self { made, rows })
    }

    /// The number of rows of observations.
    #[getter]
    fn inputs(&self) -> usize {
        self.rows.inputs().len()
    }

    /// The number of rows of choices.
    #[getter]
    fn choices(&self) -> usize {
        self.rows.choices().len()
    }

    /// The keys of the factors of observations: hashes of their names.
    #[getter]
    fn input_keys<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        self.rows.vocabulary.inputs.keys().to_vec().into_pyarray(py)
    }

    /// The keys of the factors of choices.
    #[getter]
    fn choice_keys<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        self.rows
            .vocabulary
            .choices
            .keys()
            .to_vec()
            .into_pyarray(py)
    }

    /// View of a seat: offsets, rows (or factors) and weights of one list.
    #[pyo3(signature = (position, seat = None, factors = true))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        seat: Option<u8>,
        factors: bool,
    ) -> PyResult<Lists<'py>> {
        self.fits(position)?;
        let seat = seat.map(Seat).or(asked(&position.state));
        let seat = seat.filter(|seat| seat.0 < self.made.program.seats);
        let seat = seat.ok_or_else(|| wrong("nobody looks: the game is over", "name a `seat`"))?;
        let mut ragged = Ragged::default();
        let (program, state) = (&self.made.program, &position.state);
        self.rows.reader.observe(program, state, seat, &mut ragged);
        Ok(self.told(py, ragged, self.rows.inputs(), factors))
    }

    /// The choices: offsets, rows (or factors) and weights, one list each.
    #[pyo3(signature = (position, factors = true))]
    fn offered<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        factors: bool,
    ) -> PyResult<Lists<'py>> {
        self.fits(position)?;
        let mut ragged = Ragged::default();
        let (program, state) = (&self.made.program, &position.state);
        self.rows.reader.choices(program, state, &mut ragged);
        Ok(self.told(py, ragged, self.rows.choices(), factors))
    }
}

impl Features {
    /// View of the seat that is asked.
    pub(crate) fn asked<'py>(
        &self,
        py: Python<'py>,
        state: &State,
        seat: Seat,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut ragged = Ragged::default();
        let program = &self.made.program;
        self.rows.reader.observe(program, state, seat, &mut ragged);
        let lists = self.told(py, ragged, self.rows.inputs(), true);
        Ok(lists.into_pyobject(py)?.into_any())
    }

    /// The choices of a position.
    pub(crate) fn choices_of<'py>(
        &self,
        py: Python<'py>,
        state: &State,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut ragged = Ragged::default();
        let program = &self.made.program;
        self.rows.reader.choices(program, state, &mut ragged);
        let lists = self.told(py, ragged, self.rows.choices(), true);
        Ok(lists.into_pyobject(py)?.into_any())
    }

    fn fits(&self, position: &Position) -> PyResult<()> {
        self.fit(&position.made)
    }

    /// Features of one game mean nothing in another one.
    pub(crate) fn fit(&self, made: &Match) -> PyResult<()> {
        if made.program.fingerprint == self.made.program.fingerprint {
            return Ok(());
        }
        Err(wrong(
            "the features are of another game, or with other parameters or decks",
            "make them with the game that is played",
        ))
    }

    fn told<'py>(
        &self,
        py: Python<'py>,
        ragged: Ragged,
        of: &Composition,
        factors: bool,
    ) -> Lists<'py> {
        if !factors {
            return lists(py, &ragged);
        }
        let mut expanded = Ragged::default();
        factored(&ragged, of, &mut expanded);
        lists(py, &expanded)
    }
}

/// The seat that must choose.
pub(crate) fn asked(state: &State) -> Option<Seat> {
    match state.decision() {
        Decision::Choose { seat, .. } => Some(seat),
        Decision::Chance { .. } | Decision::Over | Decision::Fault(_) => None,
    }
}

/// The network of a file.
pub(crate) fn model(bytes: &[u8]) -> PyResult<Model> {
    let hint = "give the bytes of a network that `fuda train` or `fuda.torch.save` wrote";
    Model::from_bytes(bytes).map_err(|error| wrong(error.to_string(), hint))
}
