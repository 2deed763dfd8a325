//! Runs compiled card games.
//!
//! ```text
//! Program ──start(seed)──▶ Position ──decision──▶ choices ──play──▶ Position …
//! ```
//!
//! A [`Program`](program::Program) is immutable and shared; a [`Position`](position::Position) is everything
//! that changes. What one seat may know of it is a [`View`](view::View); what happens is told to each seat by
//! a [`Telling`](telling::Telling). This crate knows nothing of YAML, files, clocks or threads.

pub mod alike;
pub mod aside;
mod blind;
mod bytes;
pub mod chance;
pub mod copies;
pub mod coverage;
pub mod dealer;
pub mod event;
pub mod facts;
pub mod fault;
pub mod glance;
pub mod hash;
pub mod hidden;
pub mod ids;
pub mod listing;
pub mod lists;
pub mod live;
mod memory;
pub mod native;
mod needed;
pub mod notation;
pub mod op;
pub mod open;
pub mod position;
mod present;
pub mod program;
pub mod proof;
pub mod random;
pub mod record;
pub mod redeal;
pub mod rehearsal;
mod room;
mod run;
pub mod samples;
pub mod save;
pub mod seed;
pub mod seen;
pub mod table;
pub mod telling;
#[cfg(test)]
mod tests;
pub mod trace;
pub mod verify;
pub mod view;
