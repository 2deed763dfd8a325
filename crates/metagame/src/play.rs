//! Decks that keep the rules of a game, and games between them.

pub mod building;
pub mod contest;
pub mod deck;
pub mod game;
pub mod result;
pub mod stage;
pub mod usage;
