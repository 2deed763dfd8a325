//! Actions of effects, in the groups of the vocabulary.

pub(crate) mod cards;
pub(crate) mod control;
pub(crate) mod definitions;
pub(crate) mod flow;
pub(crate) mod input;
pub(crate) mod movement;
pub(crate) mod order;
pub(crate) mod resources;
pub(crate) mod state;
pub(crate) mod steps;
pub(crate) mod visibility;
