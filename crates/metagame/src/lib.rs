//! The field of decks of a game: who beats whom, which mix of decks is stable, which deck to build next, and what a
//! change of the game would do to all of that.
//!
//! - [`payoffs`] holds how often each deck beat each other one, in whole numbers;
//! - [`equilibrium`], [`alpha_rank`], [`replicator`], [`cycles`] and [`field`] are mathematics on that table, and
//!   [`bootstrap`] says how sure their results are;
//! - [`sampling`] decides which pairs of decks play next, and [`contest`] lets them play;
//! - [`deck`] and [`building`] are decks that keep the rules of a game, [`game`] and [`stage`] play them, and [`usage`]
//!   notes what became of their cards.
//!
//! - [`swap`] puts neutral cards in place of others, and [`balance`] asks what a change of the game would do;
//! - [`evolution`] breeds decks, and [`folder`] is a run of it on the disk, as [`field_folder`] is one that weighs a field;
//! - [`tables`] has the figures of both as tables with commas.
//!
//! Files, shipped games, machine code and networks are brought by the caller.

pub mod balance;
pub mod evolution;
mod play;
mod runs;
pub mod swap;
mod theory;

pub use play::{building, contest, deck, game, result, stage, usage};
pub use runs::{field_folder, folder, tables};
pub use theory::{
    alpha_rank, analysis, bootstrap, cycles, equilibrium, field, payoffs, replicator, sampling,
};
