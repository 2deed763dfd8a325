//! Named players who sit at the other seats of a position that somebody plays by hand.

use std::sync::{Arc, Mutex};

use engine::random::derived;
use fuda::thinking;
use players::{Player, PlayerSpec, Question};
use pyo3::prelude::*;

use crate::error::wrong;
use crate::play::features::asked;
use crate::play::game::{Game, Match};
use crate::play::position::Position;

/// Decisions of the others in a row, at most: more is a game without an end.
const LONGEST: u32 = 100_000;

/// Players for the seats that nobody plays by hand.
#[pyclass(module = "fuda", frozen)]
pub(crate) struct Opponents {
    made: Arc<Match>,
    players: Mutex<Vec<Box<dyn Player>>>,
}

#[pymethods]
impl Opponents {
    #[new]
    fn new(py: Python<'_>, game: &Game, name: &str) -> PyResult<Self> {
        let hint = "`fuda.players()` lists the players and their settings";
        let name: PlayerSpec = name
            .parse()
            .map_err(|bad: players::PlayerSpecError| wrong(bad.to_string(), hint))?;
        let made = game.made.clone();
        let names = std::slice::from_ref(&name);
        let equipment = py.detach(|| thinking::equipment(&made.program, names));
        let equipment = equipment.map_err(|error| wrong(error.to_string(), hint))?;
        let seats = 0..made.program.seats;
        let players: Result<Vec<_>, _> = seats.map(|_| name.player(&equipment)).collect();
        let players = players.map_err(|error| wrong(error.to_string(), hint))?;
        Ok(Self {
            made,
            players: Mutex::new(players),
        })
    }

    /// A new game begins.
    fn begin(&self, seed: u64) -> PyResult<()> {
        let mut players = self.players.lock().map_err(|_| busy())?;
        for (seat, player) in players.iter_mut().enumerate() {
            player.begin(derived(seed, seat as u64 + 1));
        }
        Ok(())
    }

    /// Plays until it is a seat's turn, or the game is over.
    fn play(&self, py: Python<'_>, position: &mut Position, own: u8) -> PyResult<()> {
        if position.made.program.fingerprint != self.made.program.fingerprint {
            return Err(wrong(
                "the position is of another game",
                "make the opponents with its game",
            ));
        }
        py.detach(|| {
            let mut players = self.players.lock().map_err(|_| busy())?;
            for _ in 0..LONGEST {
                let Some(seat) = asked(&position.state).filter(|seat| seat.0 != own) else {
                    break;
                };
                let program = &self.made.program;
                let question = Question::new(program, &position.state, seat, position.secrets());
                let number = players[seat.index()].choose(&question);
                position.choose(number)?;
            }
            Ok(())
        })
    }
}

fn busy() -> PyErr {
    wrong(
        "the players are used by another thread",
        "make others for each thread",
    )
}
