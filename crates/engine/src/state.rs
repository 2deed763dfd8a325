//! State of a game: positions, cards in piles, lists, undo, snapshots, hashes and equality.

pub mod canonical;
pub mod copies;
pub mod event;
pub mod facts;
pub mod fault;
pub mod hash;
pub mod ids;
pub mod lists;
pub mod position;
pub mod rehearsal;
pub mod snapshot;
pub(crate) mod spare;
pub mod table;
pub(crate) mod undo;
