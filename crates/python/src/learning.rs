//! Networks: training runs, and what networks say of a position.

pub(crate) mod network;
pub(crate) mod training;
