//! The ops, each a function of [`Execution`](super::execution::Execution), by families.

mod cards;
mod choices;
mod course;
mod jumps;
mod lists;
mod moves;
mod values;
