//! The effect of a change of a game: the same deals before and after.

mod change;
mod compare;
mod target;

pub use change::{BadChange, Change, changed_parameters};
pub use compare::{Comparison, DeckEffect, Results, compare, paired};
pub use target::{Evaluate, Goal, Proposal, Search};
