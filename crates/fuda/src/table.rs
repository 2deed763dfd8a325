//! Games in words: what a seat sees and is told, in English and Japanese.
//!
//! Nothing here prints: terminals and plain text show the same words.

mod board;
mod log;
mod thoughts;
pub(crate) mod trace;
mod words;

pub(crate) use board::{Board, Piece, Section, Tint};
pub(crate) use log::Log;
pub(crate) use words::Words;
