//! The result of a game.

use engine::position::{Decision, Position};
use engine::program::Program;
use serde::{Deserialize, Serialize};

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// Its ending.
    pub ending: Ending,
    /// The seats that have won; nobody where nobody or everybody has.
    pub winners: Vec<u8>,
    /// The scores of the seats.
    pub scores: Vec<i64>,
    /// Number of decisions.
    pub decisions: u64,
    /// Why it ended, if the game says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The ending of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By its rules.
    Over,
    /// It had too many decisions.
    BrokenOff,
    /// It was stopped, and why.
    Fault(String),
}

/// Why a game ended, in English or the first language of the game.
fn reason(program: &Program, position: &Position) -> Option<String> {
    let reason = program.reasons.get(position.reason(program)?)?;
    Some(reason.of("en").to_owned())
}

impl GameResult {
    /// The result of a game in its last position, after so many decisions.
    pub fn of(program: &Program, position: &Position, decisions: usize) -> Self {
        let ending = match position.decision() {
            Decision::Over => Ending::Over,
            Decision::Fault(fault) => Ending::Fault(fault.message(program)),
            Decision::Choose { .. } | Decision::Chance { .. } => Ending::BrokenOff,
        };
        let is_over = ending == Ending::Over;
        let mut winners = position.winners(program);
        if !is_over || program.seats > 1 && winners.len() == usize::from(program.seats) {
            winners.clear();
        }
        Self {
            winners,
            scores: match is_over {
                true => position.scores(program).to_vec(),
                false => Vec::new(),
            },
            ending,
            decisions: decisions as u64,
            reason: is_over.then(|| reason(program, position)).flatten(),
        }
    }

    /// True if a game of so many seats can have come out like this.
    pub fn is_of(&self, seats: u8) -> bool {
        let scores = match self.ending {
            Ending::Over => usize::from(seats),
            Ending::BrokenOff | Ending::Fault(_) => 0,
        };
        let are_seats = self.winners.iter().all(|winner| *winner < seats);
        self.scores.len() == scores && are_seats && self.winners.is_sorted_by(|one, two| one < two)
    }

    /// True if something is wrong with the game.
    pub fn is_stopped(&self) -> bool {
        matches!(self.ending, Ending::Fault(_))
    }

    /// True if the game came to an end.
    pub fn is_over(&self) -> bool {
        self.ending == Ending::Over
    }

    /// True if somebody has won and somebody has not.
    pub fn is_decided(&self) -> bool {
        !self.winners.is_empty()
    }

    /// True if a seat has won.
    pub fn has_won(&self, seat: usize) -> bool {
        self.winners
            .iter()
            .any(|winner| usize::from(*winner) == seat)
    }
}
