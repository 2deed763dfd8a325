//! Learning card games: what a network sees, how it is trained, and how it plays.
//!
//! Any game is learned from its [`features`], which follow from what its seats see. A game may also say in a file of
//! its own how its choices are indices and its views vectors ([`encoding`]).

pub mod encoding;
pub mod features;
pub mod gradient;
pub mod ground;
pub mod search;
pub mod selfplay;
pub mod values;
