//! Faces of a game for learners: batches on the caller's arrays, OpenSpiel's states, opponents for single seats.

pub(crate) mod env;
pub(crate) mod opponents;
pub(crate) mod spiel;
