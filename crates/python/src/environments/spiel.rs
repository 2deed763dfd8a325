//! A game as OpenSpiel sees it: one state after the other, with chance as a player.
//!
//! Chance is open, so that every outcome is a node with its probability; or sampled, where the order of shuffled cards
//! comes from a seed. What a seat was told since the beginning, with what it sees, is its information state.

use std::sync::Arc;

use engine::ids::Seat;
use engine::position::{Decision, Position as State};
use engine::program::Program;
use engine::random::Random;
use engine::telling::Telling;
use numpy::{IntoPyArray, PyArray1};
use players::Secrets;
use players::knowledge::Knowledge;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::environments::env::too_many_choices;
use crate::error::wrong;
use crate::play::features::asked;
use crate::play::game::{Game, Match};
use crate::play::position::{illegal, world};
use crate::play::returns::Reward;

/// The player that chance is, and the one that plays when a game is over, as OpenSpiel numbers them.
const CHANCE: i64 = -1;
const TERMINAL: i64 = -4;

/// Bits of an information state that tell states apart which look the same now.
const BITS: usize = 128;

/// Histories that are tried to find one that a player cannot tell from another, and the longest.
const TRIES: u32 = 2_000;
const LONGEST: usize = 60;

/// A state of a game, as OpenSpiel knows them.
#[pyclass(module = "fuda")]
#[derive(Clone)]
pub(crate) struct SpielState {
    made: Arc<Match>,
    state: State,
    is_open: bool,
    reward: Reward,
    telling: Telling,
    known: Vec<Knowledge>,
    secrets: Secrets,
    /// Every action with who made it, and what the seats had been told then.
    history: Vec<Acted>,
    seed: u64,
    /// True if the cards were dealt anew, so that no history leads here.
    is_dealt: bool,
}

/// An action that was made.
#[derive(Clone)]
struct Acted {
    action: i64,
    /// The seat; nobody where chance decided.
    seat: Option<Seat>,
    /// Knowledge of the seats after it.
    known: Vec<Knowledge>,
}

impl SpielState {
    /// A state at the beginning.
    fn begun(made: Arc<Match>, is_open: bool, reward: Reward, seed: u64) -> PyResult<Self> {
        let program = match is_open {
            true => made.open()?,
            false => &made.program,
        };
        let mut telling = Telling::new(program, "");
        let state = State::start_watched(program, seed, &mut telling);
        let known = vec![Knowledge::default(); usize::from(program.seats)];
        let mut begun = Self {
            state,
            is_open,
            reward,
            telling,
            known,
            secrets: Secrets::new(),
            history: Vec::new(),
            seed,
            is_dealt: false,
            made,
        };
        begun.hear();
        Ok(begun)
    }

    fn program(&self) -> PyResult<&Program> {
        match self.is_open {
            true => self.made.open(),
            false => Ok(&self.made.program),
        }
    }

    fn seat_of(&self, player: i64) -> PyResult<Seat> {
        let seats = self.made.program.seats;
        let seat = u8::try_from(player).ok().filter(|seat| *seat < seats);
        seat.map(Seat).ok_or_else(|| {
            PyIndexError::new_err(format!("there is no player {player}: there are {seats}"))
        })
    }

    /// Tells the seats what they noticed.
    fn hear(&mut self) {
        for (seat, known) in self.known.iter_mut().enumerate() {
            known.hear(&self.telling.take(Seat(seat as u8)));
        }
    }

    fn indices(&self, py: Python<'_>) -> PyResult<Vec<u32>> {
        let space = self.made.space(py);
        let indices = space.indices(self.program()?, &self.state);
        indices.map_err(|too_many| too_many_choices(too_many.room))
    }

    fn dense(&self, seat: Seat) -> PyResult<Vec<f32>> {
        Ok(self.made.vector(self.program()?, &self.state, seat))
    }

    /// The number of an information state.
    fn told(&self, seat: Seat) -> PyResult<u128> {
        let program = self.program()?;
        let known = &self.known[seat.index()];
        Ok(known.told_at(program, &self.state, seat))
    }

    /// The seat whose turn it is, and whether it answers in secret.
    fn turn(&self) -> PyResult<(Option<Seat>, bool)> {
        Ok(match self.state.decision() {
            Decision::Choose { seat, ask, .. } => {
                (Some(seat), self.program()?.asks[ask.index()].secret)
            }
            Decision::Chance { .. } | Decision::Over | Decision::Fault(_) => (None, false),
        })
    }

    fn play_chance(&mut self, number: usize) -> PyResult<()> {
        let made = self.made.clone();
        self.state
            .play_chance_watched(made.open()?, number, &mut self.telling);
        self.hear();
        Ok(())
    }

    /// A history by chance; nothing if the seat could tell it from this one.
    fn played_again(
        &self,
        py: Python<'_>,
        seat: Seat,
        random: &mut Random,
    ) -> PyResult<Option<Self>> {
        let mut other = Self::begun(self.made.clone(), self.is_open, self.reward, 0)?;
        for acted in &self.history {
            let (turn, is_secret) = other.turn()?;
            if turn != acted.seat || other.state.is_over() {
                return Ok(None);
            }
            let action = match turn {
                None => {
                    let count = other.chance_outcomes().len() as u32;
                    i64::from(random.below(count.max(1)))
                }
                Some(turn) if turn != seat && is_secret => {
                    let indices = other.indices(py)?;
                    i64::from(indices[random.below(indices.len() as u32) as usize])
                }
                Some(_) => acted.action,
            };
            if other.apply_action(py, action).is_err() {
                return Ok(None);
            }
            if other.known[seat.index()] != acted.known[seat.index()] {
                return Ok(None);
            }
        }
        let is_same = other.told(seat)? == self.told(seat)?;
        Ok(is_same.then_some(other))
    }

    fn dealt_anew(&self, seat: Seat, random: &mut Random) -> PyResult<Self> {
        let program = self.program()?;
        let mut other = self.clone();
        other.is_dealt = true;
        if asked(&self.state) == Some(seat) && !self.is_open {
            other.state = world(&self.made, &self.state, &self.secrets, seat, random);
        } else {
            other.state.redeal_in_place(program, seat, random);
            other.state.reseed(u64::from(random.bits()));
        }
        Ok(other)
    }

    fn play_choice(&mut self, number: usize) -> PyResult<()> {
        let made = self.made.clone();
        let program = match self.is_open {
            true => made.open()?,
            false => &made.program,
        };
        self.secrets.choose(program, &self.state, number);
        if let Some(seat) = asked(&self.state) {
            self.known[seat.index()].answer(number);
        }
        self.state.play_number(program, number, &mut self.telling);
        self.hear();
        Ok(())
    }
}

#[pymethods]
impl SpielState {
    #[new]
    #[pyo3(signature = (game, chance = "open", reward = "auto", seed = 1))]
    fn new(py: Python<'_>, game: &Game, chance: &str, reward: &str, seed: u64) -> PyResult<Self> {
        let made = game.made.clone();
        let is_open = match chance {
            "open" => true,
            "sampled" => false,
            other => {
                let message = format!("chance cannot be `{other}`");
                return Err(wrong(message, "`chance` is `open` or `sampled`"));
            }
        };
        let reward = py.detach(|| Reward::named(reward, &made))?;
        Self::begun(made, is_open, reward, seed)
    }

    /// The player who acts: a seat, −1 for chance, −4 if the game is over.
    fn current_player(&self) -> i64 {
        match self.state.decision() {
            Decision::Choose { seat, .. } => i64::from(seat.0),
            Decision::Chance { .. } => CHANCE,
            Decision::Over | Decision::Fault(_) => TERMINAL,
        }
    }

    /// True if chance acts.
    fn is_chance_node(&self) -> bool {
        matches!(self.state.decision(), Decision::Chance { .. })
    }

    /// True if the game is over.
    fn is_terminal(&self) -> bool {
        self.state.is_over()
    }

    /// The actions, sorted.
    #[pyo3(signature = (player = None))]
    fn legal_actions(&self, py: Python<'_>, player: Option<i64>) -> PyResult<Vec<i64>> {
        if player.is_some_and(|player| player != self.current_player()) {
            return Ok(Vec::new());
        }
        if let Decision::Chance { outcomes } = self.state.decision() {
            return Ok((0..outcomes.len() as i64).collect());
        }
        let mut actions: Vec<i64> = self.indices(py)?.into_iter().map(i64::from).collect();
        actions.sort_unstable();
        Ok(actions)
    }

    /// The outcomes of chance, each with its probability.
    fn chance_outcomes(&self) -> Vec<(i64, f64)> {
        let Decision::Chance { outcomes } = self.state.decision() else {
            return Vec::new();
        };
        let share = 1.0 / outcomes.len() as f64;
        (0..outcomes.len() as i64)
            .map(|outcome| (outcome, share))
            .collect()
    }

    /// Acts for whoever's turn it is.
    fn apply_action(&mut self, py: Python<'_>, action: i64) -> PyResult<()> {
        let (seat, _) = self.turn()?;
        if let Decision::Chance { outcomes } = self.state.decision() {
            let count = outcomes.len();
            let number = usize::try_from(action)
                .ok()
                .filter(|number| *number < count);
            self.play_chance(number.ok_or_else(|| illegal(action, count))?)?;
        } else {
            let indices = self.indices(py)?;
            let found = indices.iter().position(|index| i64::from(*index) == action);
            let number = found.ok_or_else(|| illegal(action, indices.len()))?;
            self.play_choice(number)?;
        }
        self.history.push(Acted {
            action,
            seat,
            known: self.known.clone(),
        });
        Ok(())
    }

    /// The returns of the players; 0 before the end.
    fn returns(&self) -> Vec<f64> {
        match self.state.decision() {
            Decision::Over => self.reward.of(&self.made.program, &self.state),
            Decision::Choose { .. } | Decision::Chance { .. } | Decision::Fault(_) => {
                vec![0.0; usize::from(self.made.program.seats)]
            }
        }
    }

    /// The actions so far, those of chance among them.
    fn history(&self) -> Vec<i64> {
        self.history.iter().map(|acted| acted.action).collect()
    }

    /// An action in words.
    fn action_to_string(&self, py: Python<'_>, action: i64) -> PyResult<String> {
        let program = self.program()?;
        if self.is_chance_node() {
            return Ok(format!("outcome {action}"));
        }
        let indices = self.indices(py)?;
        let found = indices.iter().position(|index| i64::from(*index) == action);
        let Some(number) = found else {
            return Ok(format!("action {action}"));
        };
        let seen = self.state.choices_seen(program, "en");
        let choice = crate::plain::plain(py, &seen[number])?;
        let class = py.import("fuda.choice")?.getattr("Choice")?;
        class.call1((number, choice))?.str()?.extract()
    }

    /// A text that stands for everything a player knows and was told: equal for histories that it cannot tell apart.
    fn information_state_string(&self, player: i64) -> PyResult<String> {
        let seat = self.seat_of(player)?;
        Ok(format!("{player}:{:032x}", self.told(seat)?))
    }

    /// View of a player, and bits that stand for what it was told before.
    fn information_state_tensor<'py>(
        &self,
        py: Python<'py>,
        player: i64,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat_of(player)?;
        let mut dense = self.dense(seat)?;
        let told = self.told(seat)?;
        dense.extend((0..BITS).map(|bit| (told >> bit & 1) as f32));
        Ok(dense.into_pyarray(py))
    }

    /// View of a player.
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: i64,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat_of(player)?;
        Ok(self.dense(seat)?.into_pyarray(py))
    }

    /// View of a player, as plain data in JSON.
    fn observation_string(&self, player: i64) -> PyResult<String> {
        let seat = self.seat_of(player)?;
        let view = self.state.view_in(self.program()?, seat, "en");
        Ok(serde_json::to_string(&view).unwrap_or_default())
    }

    /// The length of an observation, and of an information state.
    fn tensor_lengths(&self) -> (usize, usize) {
        let length = self.made.vectors().length();
        (length, length + BITS)
    }

    /// Another state that a player could just as well be in: a history that it cannot tell from this one, by chance.
    /// In games too large for that, and where chance is sampled, the cards it does not know are dealt anew, and what
    /// the others were told stays.
    fn resample_from_infostate(&self, py: Python<'_>, player: i64, seed: u64) -> PyResult<Self> {
        let seat = self.seat_of(player)?;
        let mut random = Random::new(seed);
        if self.is_open && self.history.len() <= LONGEST {
            for _ in 0..TRIES {
                if let Some(found) = self.played_again(py, seat, &mut random)? {
                    return Ok(found);
                }
            }
        }
        self.dealt_anew(seat, &mut random)
    }

    /// A copy that goes its own way.
    #[pyo3(name = "clone")]
    fn copied(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        if self.is_dealt {
            return Err(wrong(
                "this state was dealt anew: no history leads to it",
                "pickle the state that it came from",
            ));
        }
        let restore = py.import("fuda.pickled")?.getattr("spiel")?;
        let game = Game {
            made: self.made.clone(),
        };
        let chance = if self.is_open { "open" } else { "sampled" };
        let arguments = (game, chance, self.reward.name(), self.seed, self.history());
        Ok((restore, arguments.into_pyobject(py)?))
    }

    fn __str__(&self) -> PyResult<String> {
        let view = self.state.open_view(self.program()?, "en");
        Ok(serde_json::to_string(&view).unwrap_or_default())
    }
}
