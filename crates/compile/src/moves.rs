//! Moves of players: offers, legality, targets and execution.

pub(crate) mod execution;
pub(crate) mod hoisting;
pub(crate) mod legality;
pub(crate) mod offer;
pub(crate) mod shared_lists;
pub(crate) mod targets;

use std::collections::HashMap;

use engine::ids::{Cell, Constant, Slot};

use crate::emit::scope::Value;
use crate::plan::identity::ExprId;
use shared_lists::Shared;

/// State of the code for moves.
#[derive(Default)]
pub(crate) struct Moves {
    /// Subexpressions that were evaluated before a loop, by their identities.
    pub(crate) hoisted: HashMap<ExprId, Value>,
    /// The lists that the moves of the question being written share.
    pub(crate) shared: Vec<Shared>,
    /// The sets of cards that targets of a move are chosen from and the relation they must have to its card, by
    /// the expressions of the targets.
    pub(crate) related: HashMap<ExprId, (Slot, Constant)>,
    /// The player of moves without `players`, while moves of several players are written.
    pub(crate) own_seat: Option<Slot>,
    /// The cells that remember moves that were made.
    pub(crate) once_moves: HashMap<u32, Cell>,
}
