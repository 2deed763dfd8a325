//! Small networks with sparse inputs: inference, training and files.
//!
//! ```text
//! rows of an observation ─▶ sum of table rows ─▶ dense layers ─┬▶ values, one block per seat
//!                                                              └▶ state part ┐
//! rows of each choice ────▶ sum of table rows ──────────────────────────────┴▶ ReLU ─▶ a score per choice
//! ```
//!
//! The crate knows numbers, not games: the meaning of a row is the caller's business. A [`Network`] is a shape and
//! one flat list of parameters; [`Inference`](infer::Inference) evaluates it, [`train`] computes its gradient, [`adam`]
//! follows it, and [`file`](mod@file) writes it down. The same inputs give the same bytes on one kind of processor, whatever
//! the batch they come in; wide layers, which a library multiplies, may round differently.

pub mod adam;
pub mod batch;
pub mod file;
pub mod infer;
pub mod kernels;
mod matrix;
pub mod network;
pub mod selection;
pub mod train;

pub use batch::{Batch, Ragged};
pub use network::{Composition, Network, Scoring, Shape};
