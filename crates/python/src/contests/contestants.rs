//! Decks that meet each other, and why they cannot.

use fuda::contestants::{NoContestants, Request};
use fuda::matches::DeckChoiceError;
use metagame::stage::Unplayable;
use players::PlayerSpec;
use pyo3::prelude::*;

use crate::error::{problems, wrong};
use crate::play::game::{Spec, refused};

const PLAYERS: &str = "`fuda.players()` lists the players and their settings";

/// A player by name.
pub(crate) fn player(name: &str) -> PyResult<PlayerSpec> {
    let player = name.parse();
    player.map_err(|bad: players::PlayerSpecError| wrong(bad.to_string(), PLAYERS))
}

/// The decks that are asked for in a game.
pub(crate) fn request(spec: &Spec, decks: Vec<String>) -> Request {
    Request {
        seats: spec.seats,
        parameters: spec.parameters.clone(),
        decks,
        regulation: spec.regulation.clone(),
    }
}

/// A request for decks that cannot be met.
pub(crate) fn without(py: Python<'_>, error: NoContestants) -> PyErr {
    let hint = match &error {
        NoContestants::NoDecks => {
            "`fuda.arena` compares players in any game, and `fuda.balance` looks at any game"
        }
        NoContestants::Seats { wanted: 1, .. } => "leave `goal=\"ftk\"` out",
        NoContestants::Seats { .. } => "load the game with `seats=2`, if it allows it",
        NoContestants::UnknownDeck(_) => "`game.deck_names` lists the decks",
        NoContestants::UnknownRegulation(_) => "the game's files list its regulations",
        NoContestants::SameName(_) => "rename one of the files",
        NoContestants::Illegal(_) => "change the decks, or name another `regulation`",
        NoContestants::Choice(_) => "",
    };
    match error {
        NoContestants::Choice(DeckChoiceError::Problems(found)) => problems(py, &found),
        NoContestants::Choice(DeckChoiceError::Refused(refusal)) => refused(&refusal),
        error => wrong(error.to_string(), hint),
    }
}

/// Games that could not be played.
pub(crate) fn unplayable(error: &Unplayable) -> PyErr {
    let hint = match error {
        Unplayable::Player(_) => PLAYERS,
        Unplayable::Fault { .. } => "`fuda.sim` with the same seed leads to it",
        Unplayable::Board(_) | Unplayable::Stopped | Unplayable::Written(_) => "",
    };
    wrong(error.to_string(), hint)
}
