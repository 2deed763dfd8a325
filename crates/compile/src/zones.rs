//! Zones as cards move: capacity, slots, stacks, tokens, pieces on cards, and arguments of the card-move routine.

pub(crate) mod leaving_pieces;
pub(crate) mod move_arguments;
pub(crate) mod slots;
pub(crate) mod stacks;
pub(crate) mod tokens;
pub(crate) mod zone_capacity;

use cgml::model::{Game, ZoneId};

use crate::emit::scope::Value;
use crate::plan::Plan;
use crate::plan::layout::zone_capacity::managed;

/// State of the code for zones.
pub(crate) struct Zones {
    /// The zones whose capacity is managed by code.
    pub(crate) managed: Vec<ZoneId>,
    /// Set if a rule distinguishes the slots of a zone.
    pub(crate) slots_differ: bool,
    /// The slot that the cards of this step ask for.
    pub(crate) asking_slot: Option<Value>,
}

impl Zones {
    pub(crate) fn new(game: &Game, plan: &Plan<'_>) -> Self {
        Self {
            managed: managed(game, &plan.setting),
            slots_differ: false,
            asking_slot: None,
        }
    }
}
