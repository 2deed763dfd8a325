//! Figures of an iteration.

use super::rating::Rating;
use crate::contest::Score;
use serde::{Deserialize, Serialize};

/// Figures of an iteration, one line of `metrics.jsonl`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// Its number, from 1.
    pub iteration: u64,
    /// Games played so far.
    pub games: u64,
    /// Decisions made so far.
    pub decisions: u64,
    /// Evaluations of networks so far.
    pub evaluations: u64,
    /// Mean decisions of a game.
    pub length: f64,
    /// Games that were broken off.
    pub unfinished: u64,
    /// Simulations of a decision that teaches.
    pub simulations: u32,
    /// Learning rate.
    pub rate: f32,
    /// Lessons in the replay buffer: newest, golden.
    pub buffer: [usize; 2],
    /// Mean loss of the policy.
    pub policy_loss: f32,
    /// Mean loss of the value.
    pub value_loss: f32,
    /// Mean entropy of the policy.
    pub entropy: f32,
    /// Mean length of the gradient.
    pub gradient: f32,
    /// Games in which a seat resigned.
    pub resigned: u64,
    /// Resigned games that were played on.
    pub resign_checked: u64,
    /// Those of them that the resigned seat did not lose.
    pub resign_wrong: u64,
    /// The gate, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<Gate>,
    /// The checkpoint against the one before, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
    /// Measurements against other players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measured: Vec<Measured>,
    /// Time, which is different in every run.
    pub seconds: Seconds,
}

/// A contest of a new network against the best one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    /// Score of the new network.
    pub score: Score,
    /// True if it was taken over.
    pub is_passed: bool,
}

/// A measurement against another player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The player.
    pub player: String,
    /// Score of the policy alone.
    pub score: Score,
}

/// Seconds of the parts of an iteration.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    /// Games.
    pub playing: f64,
    /// Training.
    pub training: f64,
    /// Gate.
    pub gate: f64,
    /// Measurements.
    pub measuring: f64,
}

impl Seconds {
    /// All together.
    pub fn all(&self) -> f64 {
        self.playing + self.training + self.gate + self.measuring
    }
}
