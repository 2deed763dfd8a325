//! Learning card games: what a network sees, how it is trained, and how it plays.
//!
//! Any game is learned from its [`features`], which follow from what its seats see. A game may also say in a file of
//! its own how its choices are indices and its views vectors ([`encoding`]).

pub mod contest;
pub mod encoding;
pub mod features;
pub mod folder;
pub mod gradient;
pub mod ground;
pub mod heads;
pub mod model;
pub mod player;
pub mod replay;
pub mod run;
pub mod search;
pub mod selfplay;
pub mod settings;
pub mod teach;
mod threads;
pub mod trial;
pub mod values;
