//! A game that is set up for a match, and what others need of it.

use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use cgml::diagnostic::Diagnostics;
use cgml::model::Game as Rules;
use compile::{Refusal, Settings, compile};
use engine::ids::Seat;
use engine::position::Position as State;
use engine::program::Program;
use fuda::matches::{Checked, DeckChoiceError, Wanted, checked, choose_decks};
use fuda::{Located, game_of_text, library, locate, thinking};
use learn::features::{Marked, ViewVector};
use players::Lookahead;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::Value;

use crate::error::{problem, problems, wrong};
use crate::plain;
use crate::play::actions::ActionSpace;
use crate::play::features::Rows;
use crate::play::position::Position;

/// The way in which a game was asked for: enough to ask for it again elsewhere.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spec {
    pub(crate) source: String,
    pub(crate) seats: Option<u8>,
    pub(crate) decks: Vec<String>,
    pub(crate) parameters: Vec<(String, String)>,
    pub(crate) regulation: Option<String>,
}

impl Spec {
    /// A name or a path fits on a line; a game does not.
    fn located(&self) -> PyResult<Located> {
        if self.source.contains('\n') {
            return Ok(game_of_text(&self.source));
        }
        locate(&self.source).map_err(|error| wrong(error.to_string(), error.hint()))
    }

    fn wanted(&self) -> Wanted<'_> {
        Wanted::Asked {
            decks: &self.decks,
            regulation: self.regulation.as_deref(),
        }
    }

    fn settings(&self) -> Settings {
        Settings {
            players: self.seats,
            parameters: self.parameters.clone(),
            deck_terms: self.wanted().terms(),
            ..Settings::default()
        }
    }
}

/// A game set up for a match. What only some need is made when it is first asked for.
pub(crate) struct Match {
    pub(crate) spec: Spec,
    pub(crate) located: Located,
    pub(crate) checked: Arc<Checked>,
    pub(crate) settings: Settings,
    /// The game as it is played and recorded.
    pub(crate) program: Program,
    fast: OnceLock<Program>,
    open: OnceLock<Result<Program, String>>,
    lookahead: OnceLock<Arc<Lookahead>>,
    prepared: OnceLock<State>,
    rows: OnceLock<Arc<Rows>>,
    vectors: OnceLock<Arc<ViewVector>>,
    space: OnceLock<ActionSpace>,
}

impl Match {
    fn new(py: Python<'_>, spec: Spec) -> PyResult<Self> {
        let located = spec.located()?;
        let checked = py.detach(|| checked(&located));
        Self::of_checked(py, spec, located, Arc::new(checked))
    }

    pub(crate) fn of_checked(
        py: Python<'_>,
        spec: Spec,
        located: Located,
        checked: Arc<Checked>,
    ) -> PyResult<Self> {
        let Some(game) = &checked.game else {
            return Err(problems(py, &checked.diagnostics));
        };
        let files = checked.diagnostics.files();
        let mut settings = spec.settings();
        settings.decks = match choose_decks(game, files, &settings, spec.wanted()) {
            Ok(decks) => decks,
            Err(DeckChoiceError::Problems(found)) => return Err(problems(py, &found)),
            Err(DeckChoiceError::Refused(refusal)) => return Err(refused(&refusal)),
        };
        let program = py
            .detach(|| compile(game, files, &settings))
            .map_err(|refusal| refused(&refusal))?;
        Ok(Self {
            spec,
            located,
            checked,
            settings,
            program,
            fast: OnceLock::new(),
            open: OnceLock::new(),
            lookahead: OnceLock::new(),
            prepared: OnceLock::new(),
            rows: OnceLock::new(),
            vectors: OnceLock::new(),
            space: OnceLock::new(),
        })
    }

    /// A game that is played elsewhere, without its files.
    pub(crate) fn of_lookahead(lookahead: Arc<Lookahead>) -> Self {
        let program = lookahead.program().clone();
        Self {
            spec: Spec {
                source: program.name.clone(),
                seats: Some(program.seats),
                ..Spec::default()
            },
            located: game_of_text(""),
            checked: Arc::new(Checked {
                game: None,
                diagnostics: Diagnostics::new(),
            }),
            settings: Settings::default(),
            program,
            fast: OnceLock::new(),
            open: OnceLock::new(),
            lookahead: OnceLock::from(lookahead),
            prepared: OnceLock::new(),
            rows: OnceLock::new(),
            vectors: OnceLock::new(),
            space: OnceLock::new(),
        }
    }

    /// The rules of the game, as they were checked.
    pub(crate) fn rules(&self) -> PyResult<&Rules> {
        let rules = self.checked.game.as_ref();
        rules.ok_or_else(|| wrong("the files of the game are not at hand", "load it by name"))
    }

    /// The program with machine code, for many games.
    pub(crate) fn fast(&self) -> &Program {
        self.fast.get_or_init(|| {
            let mut program = self.program.clone();
            thinking::attach_machine_code(&mut program);
            program
        })
    }

    /// The program that waits for every outcome of chance.
    pub(crate) fn open(&self) -> PyResult<&Program> {
        let made = self.open.get_or_init(|| {
            let settings = Settings {
                open_chance: true,
                ..self.settings.clone()
            };
            let game = self.checked.game.as_ref().ok_or("there is no game")?;
            compile(game, self.checked.diagnostics.files(), &settings)
                .map_err(|refusal| refusal.to_string())
        });
        made.as_ref()
            .map_err(|message| wrong(message.clone(), "play the game with sampled chance"))
    }

    /// The game for those who look ahead.
    pub(crate) fn lookahead(&self) -> &Arc<Lookahead> {
        self.lookahead
            .get_or_init(|| Arc::new(thinking::lookahead(&self.program)))
    }

    /// The features of the game.
    pub(crate) fn rows(&self, py: Python<'_>) -> &Arc<Rows> {
        py.detach(|| self.rows.get_or_init(|| Arc::new(Rows::of(&self.program))))
    }

    /// Vectors of what seats see.
    pub(crate) fn vectors(&self) -> &Arc<ViewVector> {
        let vectors = &self.vectors;
        vectors.get_or_init(|| Arc::new(ViewVector::new(&self.program)))
    }

    /// The actions of the game.
    pub(crate) fn space(&self, py: Python<'_>) -> &ActionSpace {
        py.detach(|| {
            self.space
                .get_or_init(|| ActionSpace::new(&self.program, self.prepared(), None))
        })
    }

    /// View of a seat, as a vector.
    pub(crate) fn vector(&self, program: &Program, state: &State, seat: Seat) -> Vec<f32> {
        let vectors = self.vectors();
        let mut vector = vec![0.0; vectors.length()];
        let (set, marked) = (&mut Vec::new(), &mut Marked::default());
        vectors.write(program, state, seat, &mut vector, set, marked);
        vector
    }

    /// The table before chance is drawn for the first time.
    pub(crate) fn prepared(&self) -> &State {
        self.prepared.get_or_init(|| State::prepared(&self.program))
    }
}

/// A match that cannot be set up so.
pub(crate) fn refused(refusal: &Refusal) -> PyErr {
    let hint = match refusal {
        Refusal::Players { .. } => "choose the number with `seats`",
        Refusal::UnknownParameter { .. } | Refusal::ParameterValue { .. } => {
            "parameters are set with `params={\"name\": value}`"
        }
        Refusal::UnknownDeck(_) => {
            "`decks` takes decks of the game, which `game.deck_names` lists, or files"
        }
        Refusal::UnknownRegulation(_) => "leave `regulation` out for the usual one",
        Refusal::NoDeck => "give a deck with `decks`",
        Refusal::NoDecksBrought => "leave `decks` out",
        Refusal::DeckCount { .. } => "name one deck for each seat, or one for all",
        Refusal::IllegalDecks { problems } => {
            return wrong(
                format!("the decks may not be played: {}", problems.join("; ")),
                "change the decks, or name another `regulation`",
            );
        }
        Refusal::UnknownCard { .. }
        | Refusal::NotYet { .. }
        | Refusal::TooManyValues { .. }
        | Refusal::TooLarge { .. } => "change the game",
    };
    wrong(refusal.to_string(), hint)
}

/// So many threads: those asked for, or all there are.
pub(crate) fn threads(asked: Option<usize>) -> PyResult<NonZeroUsize> {
    match asked {
        None => Ok(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        Some(count) => NonZeroUsize::new(count)
            .ok_or_else(|| wrong("no threads do no work", "`threads` is 1 or more")),
    }
}

/// A game set up for a match. Made by `fuda.load`.
#[pyclass(module = "fuda", frozen)]
pub(crate) struct Game {
    pub(crate) made: Arc<Match>,
}

#[pymethods]
impl Game {
    /// The name of the game.
    #[getter]
    fn name(&self) -> &str {
        &self.made.program.name
    }

    /// The source it was loaded from: a name, a path or a text.
    #[getter]
    fn source(&self) -> &str {
        &self.made.spec.source
    }

    /// The title in a language, such as `en` or `ja`.
    #[pyo3(signature = (language = "en"))]
    fn title(&self, language: &str) -> String {
        let game = self.made.checked.game.as_ref();
        let title = game.map(|game| game.meta.name.of(language).to_owned());
        title.unwrap_or_default()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.made.program.seats
    }

    /// The fingerprint of the rules, parameters and decks, as 16 hexadecimal digits.
    #[getter]
    fn fingerprint(&self) -> String {
        format!("{:016x}", self.made.program.fingerprint)
    }

    /// The decks that the seats bring; empty if they bring none.
    #[getter]
    fn decks(&self) -> Vec<String> {
        self.made.program.decks.clone()
    }

    /// The number of actions in the fixed space of the game.
    #[getter]
    fn action_count(&self, py: Python<'_>) -> usize {
        self.made.space(py).len()
    }

    /// The length of `Position.observation`.
    #[getter]
    fn observation_length(&self) -> usize {
        self.made.vectors().length()
    }

    /// The deck lists that the game has.
    #[getter]
    fn deck_names(&self) -> Vec<String> {
        let game = self.made.checked.game.as_ref();
        let lists = game.map(|game| game.deck_lists.iter().map(|deck| deck.name.clone()));
        lists.into_iter().flatten().collect()
    }

    /// The parameters that the game has.
    #[getter]
    fn parameters(&self) -> Vec<String> {
        let game = self.made.checked.game.as_ref();
        let names = game.map(|game| game.parameters.iter().map(|it| it.name.clone()));
        names.into_iter().flatten().collect()
    }

    /// The warnings of the check, as plain data.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let diagnostics = &self.made.checked.diagnostics;
        let found = diagnostics.iter().map(|it| problem(diagnostics, it));
        plain::python(py, &Value::Array(found.collect()))
    }

    /// Begins a game; the same seed gives the same cards.
    #[pyo3(name = "new", signature = (seed = None))]
    fn begin(&self, py: Python<'_>, seed: Option<u64>) -> Position {
        let seed = seed.or(self.made.program.seed).unwrap_or(1);
        let made = self.made.clone();
        py.detach(|| Position::begin(made, seed.into()))
    }

    /// The position that a record leads to; `steps` choices of it, or all.
    #[pyo3(signature = (record, steps = None))]
    fn replay(&self, py: Python<'_>, record: &[u8], steps: Option<usize>) -> PyResult<Position> {
        let made = self.made.clone();
        py.detach(|| Position::of_record(made, record, steps))
    }

    /// A position from the bytes of `Position.save`.
    fn restore(&self, saved: &[u8]) -> PyResult<Position> {
        Position::of_saved(self.made.clone(), saved)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("fuda.pickled")?.getattr("game")?;
        let arguments = (spec_of(py, &self.made.spec)?, self.fingerprint());
        Ok((restore, arguments.into_pyobject(py)?))
    }

    /// The request for it, as the arguments of `fuda.load`.
    #[getter]
    fn spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        spec_of(py, &self.made.spec)
    }

    fn __repr__(&self) -> String {
        format!(
            "<fuda.Game {:?}, {} seats>",
            self.made.program.name,
            self.seats()
        )
    }
}

fn spec_of<'py>(py: Python<'py>, spec: &Spec) -> PyResult<Bound<'py, PyDict>> {
    let arguments = PyDict::new(py);
    arguments.set_item("source", &spec.source)?;
    arguments.set_item("seats", spec.seats)?;
    arguments.set_item("decks", &spec.decks)?;
    let parameters = PyDict::new(py);
    for (name, value) in &spec.parameters {
        parameters.set_item(name, value)?;
    }
    arguments.set_item("params", parameters)?;
    arguments.set_item("regulation", &spec.regulation)?;
    Ok(arguments)
}

/// Loads a game: a shipped game's name, a path, or a text.
#[pyfunction]
#[pyo3(signature = (source, seats = None, decks = Vec::new(), parameters = Vec::new(), regulation = None))]
pub(crate) fn load(
    py: Python<'_>,
    source: String,
    seats: Option<u8>,
    decks: Vec<String>,
    parameters: Vec<(String, String)>,
    regulation: Option<String>,
) -> PyResult<Game> {
    let spec = Spec {
        source,
        seats,
        decks,
        parameters,
        regulation,
    };
    let made = Arc::new(Match::new(py, spec)?);
    Ok(Game { made })
}

/// The names of the shipped games.
#[pyfunction]
pub(crate) fn games() -> Vec<String> {
    library::names()
}
