//! Rewards at the end of a game.

use engine::position::Position;
use engine::program::Program;
use players::Aim;
use players::tree::{Payoff, payoffs};

use crate::error::wrong;
use crate::play::game::Match;
use pyo3::PyResult;

/// The reward that seats get at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reward {
    /// The scores.
    Scores,
    /// 1 is shared by the winners and −1 by the others.
    Wins,
}

impl Reward {
    /// The reward with a name. `auto` is the scores where what one seat gets another one loses, or there is only one
    /// seat; winning otherwise.
    pub(crate) fn named(name: &str, made: &Match) -> PyResult<Self> {
        match name {
            "scores" => Ok(Self::Scores),
            "wins" => Ok(Self::Wins),
            "auto" => {
                let aims = made.lookahead().aims();
                let pays = aims.weights(Aim::Usual) == aims.weights(Aim::Scores)
                    && aims.weights(Aim::Scores)[1] > 0.0;
                Ok(if pays { Self::Scores } else { Self::Wins })
            }
            other => Err(wrong(
                format!("there is no reward `{other}`"),
                "`reward` is `auto`, `scores` or `wins`",
            )),
        }
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Scores => "scores",
            Self::Wins => "wins",
        }
    }

    /// The rewards of the seats.
    pub(crate) fn of(self, program: &Program, end: &Position) -> Vec<f64> {
        let payoff = match self {
            Self::Scores => Payoff::Scores,
            Self::Wins => Payoff::Wins,
        };
        payoffs(program, end, payoff)
    }

    /// Writes the rewards of the seats.
    pub(crate) fn write(self, program: &Program, end: &Position, rewards: &mut [f32]) {
        for (to, from) in rewards.iter_mut().zip(self.of(program, end)) {
            *to = from as f32;
        }
    }
}
