//! Course of the game: setup, states, turns, phases, the end, and entries for made-up positions.

pub(crate) mod flow;
pub(crate) mod invariants;
pub(crate) mod phases;
pub(crate) mod rehearsal;
pub(crate) mod setup;
pub(crate) mod shared_phases;
pub(crate) mod turns;
pub(crate) mod win;

use cgml::model::Game;
use engine::ids::Cell;

use crate::emit::builder::{Code, Label};
use crate::plan::Plan;

/// State of the code for the course of the game.
pub(crate) struct Course {
    /// Label of the end: the game is decided and over.
    pub(crate) end: Option<Label>,
    /// Entries of phases in the middle of a turn, by state and phase.
    pub(crate) phase_labels: Vec<(u32, u32, Label)>,
    /// The first of the cells that count the turns of each player, if the game asks for them.
    pub(crate) turn_counts: Option<Cell>,
    /// The routines that forget uses in this turn, and in this phase.
    pub(crate) resets: (Option<Label>, Option<Label>),
    /// The cells that remember uses in this turn, and in this phase.
    pub(crate) uses_once: (Vec<Cell>, Vec<Cell>),
    /// For each duration the routine that forgets uses in it, and the cells that remember them.
    pub(crate) durations: Vec<(Label, Vec<Cell>)>,
}

impl Course {
    pub(crate) fn new(game: &Game, plan: &Plan<'_>, code: &mut Code) -> Self {
        let resets = (
            plan.uses.once_per_turn.then(|| code.label()),
            plan.uses.once_per_phase.then(|| code.label()),
        );
        let durations = game.resolution.durations.iter();
        let durations = durations.map(|_| (code.label(), Vec::new())).collect();
        Self {
            end: None,
            phase_labels: Vec::new(),
            turn_counts: None,
            resets,
            uses_once: (Vec::new(), Vec::new()),
            durations,
        }
    }
}
