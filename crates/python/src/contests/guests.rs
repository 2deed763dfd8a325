//! Players that are written in Python.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::ids::Seat;
use engine::position::Position as State;
use engine::random::{Random, derived};
use fuda::thinking;
use players::{Equipment, GameNetwork, NetworkSearch, Player, PlayerSpec, Question, Secrets};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::contests::watch::Watch;
use crate::error::wrong;
use crate::plain;
use crate::play::game::Match;
use crate::play::position::illegal;

/// The beginning of the file names under which players of Python are known: no file begins like this.
const MARK: &str = "@";

/// Players by name, and those of Python by the names they got.
pub(crate) struct Cast {
    pub(crate) names: Vec<PlayerSpec>,
    guests: BTreeMap<String, Py<PyAny>>,
}

impl Cast {
    /// Reads players: texts, classes or objects with `choose`.
    pub(crate) fn of(players: &[Bound<'_, PyAny>]) -> PyResult<Self> {
        let mut cast = Self {
            names: Vec::new(),
            guests: BTreeMap::new(),
        };
        for (number, player) in players.iter().enumerate() {
            if let Ok(text) = player.cast::<PyString>() {
                let name = text.to_str()?.parse();
                cast.names
                    .push(name.map_err(|bad: players::PlayerSpecError| {
                        wrong(
                            bad.to_string(),
                            "`fuda.players()` lists the players and their settings",
                        )
                    })?);
                continue;
            }
            if !player.hasattr("choose")? {
                return Err(wrong(
                    format!("{} is no player", player.repr()?),
                    "a player is a name, or has a method `choose(question)`",
                ));
            }
            let known = cast.guests.iter().find(|(_, guest)| guest.is(player));
            let file = match known {
                Some((file, _)) => file.clone(),
                None => format!("{MARK}{number}-{}", called(player)?),
            };
            let name = format!("net:{file}").parse();
            cast.names
                .push(name.map_err(|bad: players::PlayerSpecError| {
                    wrong(bad.to_string(), "give its class a plain name")
                })?);
            cast.guests.insert(file, player.clone().unbind());
        }
        Ok(cast)
    }

    /// True if a player is written in Python.
    pub(crate) fn has_guests(&self) -> bool {
        !self.guests.is_empty()
    }

    /// Equipment of the players; exceptions of those in Python go to the watch.
    pub(crate) fn equipment(&self, made: &Arc<Match>, watch: &Arc<Watch>) -> PyResult<Equipment> {
        let is_guest = |name: &&PlayerSpec| {
            name.network_file()
                .is_some_and(|file| file.starts_with(MARK))
        };
        let named: Vec<PlayerSpec> = self
            .names
            .iter()
            .filter(|name| !is_guest(name))
            .cloned()
            .collect();
        let mut equipment = thinking::equipment(&made.program, &named).map_err(|error| {
            wrong(
                error.to_string(),
                "give the file of a strategy or network of this game",
            )
        })?;
        for (file, guest) in &self.guests {
            let player = Python::attach(|py| guest.clone_ref(py));
            let guest = Guest::new(player, made.clone(), watch.clone());
            equipment.networks.insert(file.clone(), Arc::new(guest));
        }
        Ok(equipment)
    }
}

/// The name of a player of Python.
fn called(player: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(name) = player.getattr("name")
        && let Ok(name) = name.extract::<String>()
    {
        return Ok(plain_name(&name));
    }
    let class = match player.cast::<PyType>() {
        Ok(class) => class.clone(),
        Err(_) => player.get_type(),
    };
    Ok(plain_name(&class.name()?.to_string()))
}

/// A name without what names of players use for settings.
fn plain_name(name: &str) -> String {
    let letters = name.chars();
    letters
        .map(|letter| if ",:=@".contains(letter) { '_' } else { letter })
        .collect()
}

/// The name of a player as people gave it.
pub(crate) fn shown(name: &str) -> String {
    match name
        .strip_prefix("net:@")
        .and_then(|rest| rest.split_once('-'))
    {
        Some((_, name)) => name.to_owned(),
        None => name.to_owned(),
    }
}

/// A player of Python, for the equipment of players.
pub(crate) struct Guest {
    player: Py<PyAny>,
    made: Arc<Match>,
    watch: Arc<Watch>,
}

impl Guest {
    /// A player for a match; its exceptions go to the watch.
    pub(crate) fn new(player: Py<PyAny>, made: Arc<Match>, watch: Arc<Watch>) -> Self {
        Self {
            player,
            made,
            watch,
        }
    }
}

impl GameNetwork for Guest {
    fn player(&self, _: &NetworkSearch, _: &Equipment) -> Box<dyn Player> {
        let player = Python::attach(|py| {
            let player = self.player.bind(py);
            let own = match player.cast::<PyType>() {
                Ok(class) => class.call0()?,
                Err(_) => player.clone(),
            };
            Ok(own.unbind())
        });
        let player = player.map_err(|error: PyErr| self.watch.fail(error)).ok();
        Box::new(Seated {
            player,
            made: self.made.clone(),
            watch: self.watch.clone(),
            seed: 0,
            number: 0,
        })
    }
}

/// A player of Python at a table.
struct Seated {
    /// Nobody, if it could not be made.
    player: Option<Py<PyAny>>,
    made: Arc<Match>,
    watch: Arc<Watch>,
    seed: u64,
    number: u64,
}

impl Player for Seated {
    fn begin(&mut self, seed: u64) {
        (self.seed, self.number) = (seed, 0);
        let Some(player) = &self.player else { return };
        let begun = Python::attach(|py| {
            let player = player.bind(py);
            if player.hasattr("begin")? {
                player.call_method1("begin", (seed,))?;
            }
            Ok(())
        });
        if let Err(error) = begun {
            self.watch.fail(error);
        }
    }

    fn choose(&mut self, question: &Question<'_>) -> usize {
        let Some(player) = &self.player else { return 0 };
        if self.watch.should_stop() {
            return 0;
        }
        self.number += 1;
        let (state, secrets) = question.copied();
        let asked = Asked {
            made: self.made.clone(),
            seat: question.seat(),
            state,
            secrets,
            seed: derived(self.seed, self.number),
        };
        let count = question.count();
        let chosen = Python::attach(|py| {
            let answer = player.bind(py).call_method1("choose", (asked,))?;
            let answer = answer.call_method0("__index__").unwrap_or(answer);
            let number: i64 = answer.extract()?;
            let found = usize::try_from(number)
                .ok()
                .filter(|number| *number < count);
            found.ok_or_else(|| illegal(number, count))
        });
        chosen.unwrap_or_else(|error| {
            self.watch.fail(error);
            0
        })
    }
}

/// A question to a player, with all that it may know. `fuda` makes it for players that are written in Python.
#[pyclass(module = "fuda", name = "Question", frozen)]
pub(crate) struct Asked {
    made: Arc<Match>,
    seat: Seat,
    state: State,
    secrets: Secrets,
    seed: u64,
}

#[pymethods]
impl Asked {
    /// The seat that must choose.
    #[getter]
    fn seat(&self) -> u8 {
        self.seat.0
    }

    /// The number of choices.
    #[getter]
    fn count(&self) -> usize {
        self.state.choices().len()
    }

    /// A seed for this decision: whoever draws from it plays the same game again.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// The choices as the seat sees them.
    #[pyo3(signature = (language = "en"))]
    fn choices<'py>(&self, py: Python<'py>, language: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let class = py.import("fuda.choice")?.getattr("Choice")?;
        let seen = self.state.choices_seen(&self.made.program, language);
        let numbered = seen.iter().enumerate();
        numbered
            .map(|(number, choice)| class.call1((number, plain::plain(py, choice)?)))
            .collect()
    }

    /// Everything that the seat may know, as plain data.
    #[pyo3(signature = (language = "en"))]
    fn view<'py>(&self, py: Python<'py>, language: &str) -> PyResult<Bound<'py, PyAny>> {
        plain::plain(
            py,
            &self.state.view_in(&self.made.program, self.seat, language),
        )
    }

    /// A position that the seat could just as well be in, by chance: for looking ahead.
    #[pyo3(signature = (seed = 1))]
    fn world(&self, py: Python<'_>, seed: u64) -> crate::play::position::Position {
        let world = py.detach(|| {
            let random = &mut Random::new(seed);
            crate::play::position::world(&self.made, &self.state, &self.secrets, self.seat, random)
        });
        crate::play::position::Position::of_world(self.made.clone(), world, self.secrets.clone())
    }

    /// View of the seat as offsets, rows and weights of `Features`.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        features: &crate::play::features::Features,
    ) -> PyResult<Bound<'py, PyAny>> {
        features.fit(&self.made)?;
        features.asked(py, &self.state, self.seat)
    }

    /// The choices, as offsets, rows and weights of `Features`.
    fn offered<'py>(
        &self,
        py: Python<'py>,
        features: &crate::play::features::Features,
    ) -> PyResult<Bound<'py, PyAny>> {
        features.fit(&self.made)?;
        features.choices_of(py, &self.state)
    }
}

/// The names of several players, separated by commas, one by one.
#[pyfunction]
pub(crate) fn player_names(text: &str) -> Vec<String> {
    PlayerSpec::texts(text)
}

/// The players that have names, with their settings, as text.
#[pyfunction]
#[pyo3(name = "players")]
pub(crate) fn named_players() -> String {
    players::known_players()
}
