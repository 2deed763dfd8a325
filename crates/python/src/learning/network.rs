//! Networks: evaluated here, so that what PyTorch says of them can be compared, and described for their files.

use std::sync::Arc;

use learn::model::{About, ENCODING, Sizes, Structure, Training};
use nets::infer::{Inference, Outputs, Scratch};
use nets::{Batch, Scoring};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::error::wrong;
use crate::plain;
use crate::play::features::{Rows, asked, model};
use crate::play::game::{Game, Match};
use crate::play::position::Position;

/// A network that evaluates positions as the player `net` does.
#[pyclass(module = "fuda", frozen)]
pub(crate) struct Network {
    made: Arc<Match>,
    rows: Rows,
    inference: Inference,
}

/// Values, and a score for each choice.
type Said<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<f32>>);

#[pymethods]
impl Network {
    /// Reads the bytes of a network of a game.
    #[new]
    fn new(py: Python<'_>, game: &Game, bytes: &[u8]) -> PyResult<Self> {
        let made = game.made.clone();
        let model = model(bytes)?;
        model
            .fits(&made.program)
            .map_err(|error| wrong(error.to_string(), "load the game that it was made for"))?;
        let (rows, inference) = py.detach(|| {
            let rows = Rows::of_model(&made.program, &model);
            let inference = Inference::new(&model.network, rows.inputs(), rows.choices());
            (rows, inference)
        });
        Ok(Self {
            made,
            rows,
            inference,
        })
    }

    /// Evaluation of a position: two values for each seat, from the seat that must choose on, and a score
    /// for each choice.
    fn evaluate<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Said<'py>> {
        if position.made.program.fingerprint != self.made.program.fingerprint {
            return Err(wrong(
                "the position is of another game",
                "evaluate positions of its own game",
            ));
        }
        if asked(&position.state).is_none() {
            return Err(wrong(
                "nobody must choose here",
                "evaluate positions with choices",
            ));
        }
        let mut batch = Batch::default();
        let reader = &self.rows.reader;
        reader.sample(&self.made.program, &position.state, &mut batch);
        let mut outputs = Outputs::default();
        self.inference
            .evaluate(&batch, &mut Scratch::default(), &mut outputs);
        Ok((
            outputs.values.into_pyarray(py),
            outputs.scores.into_pyarray(py),
        ))
    }
}

/// The description of a network of a game, as its file holds it, and the number of its outputs.
#[pyfunction]
#[pyo3(signature = (game, width, hidden, choice_width, games = 0, decisions = 0))]
pub(crate) fn describe(
    game: &Game,
    width: usize,
    hidden: Vec<usize>,
    choice_width: usize,
    games: u64,
    decisions: u64,
) -> PyResult<(String, usize)> {
    let structure = Structure::of(&game.made.program);
    let sizes = Sizes {
        width,
        hidden,
        choice_width,
        scoring: Scoring::Joint,
        memory: 0,
    };
    let outputs = sizes.shape(0, 0, structure.seats).outputs;
    let about = About {
        encoding: ENCODING,
        sizes,
        structure,
        training: Training {
            teacher: "python".to_owned(),
            games,
            decisions,
            ..Training::default()
        },
        declared: None,
    };
    Ok((crate::contests::series::written(&about)?, outputs))
}

/// The description that the bytes of a network hold, as plain data.
#[pyfunction]
pub(crate) fn described<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let about = About::of_file(bytes);
    let about = about.map_err(|error| wrong(error.to_string(), "give the bytes of a network"))?;
    plain::plain(py, &about)
}

/// The network that ships with a game, if there is one.
#[pyfunction]
pub(crate) fn shipped_network(game: &Game) -> Option<Vec<u8>> {
    let program = &game.made.program;
    let found = fuda::library::network(&program.name, program.seats);
    found.map(std::borrow::Cow::into_owned)
}
