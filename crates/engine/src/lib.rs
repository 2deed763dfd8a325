//! Runs compiled card games.
//!
//! ```text
//! Program ──start(seed)──▶ Position ──decision──▶ choices ──play──▶ Position …
//! ```
//!
//! A [`Program`](program::Program) is immutable and shared; a [`Position`](position::Position) is everything
//! that changes. This crate knows nothing of YAML, files, clocks or threads.

pub mod event;
pub mod fault;
pub mod ids;
pub mod lists;
pub mod op;
pub mod position;
pub mod program;
pub mod random;
mod run;
pub mod table;
