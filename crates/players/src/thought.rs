//! Thoughts of a player about a decision, as data: for reports, the terminal and the studio.

use engine::fault::{Fault, FaultKind};
use engine::position::{Decision, Position};
use engine::seen::ChoiceSeen;
use serde::{Deserialize, Serialize};

/// Thoughts of a player about a decision.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Thought {
    /// The number of the choice that is best so far.
    pub choice: usize,
    /// The thoughts about each choice, in the order of the choices.
    pub considered: Vec<Considered>,
    /// The expected line in one of the worlds that the seat may be in, from the best choice on.
    pub line: Vec<Step>,
    /// The number of simulations that were made.
    pub simulations: u64,
    /// The number of different worlds that they were made in.
    pub worlds: u64,
    /// The time it took, if there was a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Reason why thinking ended early: a simulated game went on without end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// Thoughts about a choice. Choices that lead to the same are thought of as one, the first.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Considered {
    /// The number of simulations that began with it; in a tree that was kept, earlier ones that came here as well.
    pub visits: u64,
    /// Mean result for the seat: about 0 for losing to 1 for winning; nothing if it was never tried.
    pub value: Option<f64>,
    /// The prior probability of the choice.
    pub prior: f64,
}

/// A step of an expected line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The seat that chooses.
    pub seat: u8,
    /// The choice as the thinking seat sees it.
    pub choice: ChoiceSeen,
    /// The number of simulations that took it.
    pub visits: u64,
}

/// The fault of a game that goes on without end.
pub(crate) fn endless(position: &Position) -> Option<Fault> {
    match position.decision() {
        Decision::Fault(fault) => Some(*fault).filter(|fault| fault.kind == FaultKind::Endless),
        Decision::Choose { .. } | Decision::Chance { .. } | Decision::Over => None,
    }
}

impl Thought {
    /// That of a player which does not tell what it thinks.
    pub fn of_choice(count: usize, choice: usize) -> Self {
        let considered = Considered {
            prior: 1.0 / count.max(1) as f64,
            ..Considered::default()
        };
        Self {
            choice,
            considered: vec![considered; count],
            ..Self::default()
        }
    }

    /// The choice with the most visits; among equals the one with the best value, then the first.
    pub(crate) fn most_visited(considered: &[Considered]) -> usize {
        let mut best = 0;
        for (number, other) in considered.iter().enumerate().skip(1) {
            let (one, other) = [considered[best], *other]
                .map(|choice| (choice.visits, choice.value.unwrap_or(f64::NEG_INFINITY)))
                .into();
            if other.0 > one.0 || other.0 == one.0 && other.1 > one.1 {
                best = number;
            }
        }
        best
    }

    /// The choice with the best value.
    pub(crate) fn most_valued(considered: &[Considered]) -> usize {
        let value = |number: usize| considered[number].value.unwrap_or(f64::NEG_INFINITY);
        let mut best = 0;
        for number in 1..considered.len() {
            if value(number) > value(best) {
                best = number;
            }
        }
        best
    }
}
