//! Mathematics on tables of results: it knows decks by numbers, and no game.

pub mod alpha_rank;
pub mod analysis;
pub mod bootstrap;
pub mod cycles;
pub mod equilibrium;
pub mod field;
pub mod payoffs;
pub mod replicator;
pub mod sampling;
