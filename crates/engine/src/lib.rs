//! Runs compiled card games.
//!
//! ```text
//! Program ──start(seed)──▶ Position ──decision──▶ choices ──play──▶ Position …
//! ```
//!
//! A [`Program`](program::Program) is immutable and shared; a [`Position`](position::Position) is everything
//! that changes. What one seat may know of it is a [`View`](view::View); what happens is told to each seat by
//! a [`Telling`](telling::Telling). This crate knows nothing of YAML, files, clocks or threads.

pub mod chance;
pub mod knowledge;
pub mod program;
pub mod records;
mod run;
pub mod state;
#[cfg(test)]
mod tests;

pub use chance::{open, random, seed};
pub(crate) use knowledge::current_values;
pub use knowledge::{dealer, hidden, proof, redeal, samples, seen, telling, view, view_hasher};
pub use program::{listing, live, op, verify};
pub(crate) use records::bytes;
pub use records::{notation, recent, record, save};
pub use run::{coverage, native, trace};
pub use state::{
    canonical, copies, event, facts, fault, hash, ids, lists, position, rehearsal, snapshot, table,
};
pub(crate) use state::{spare, undo};
