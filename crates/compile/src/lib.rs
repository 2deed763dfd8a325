//! From a checked game to a program.
//!
//! ```text
//! Game ──compile(settings)──▶ Program
//! ```
//!
//! A program is made for a number of players and for the values of all parameters, so that everything that
//! follows from these is computed once. The course of the game (states, phases, turns) becomes ops like
//! any effect: an event that no rule listens to leaves no trace.

mod abilities;
mod actions;
mod compiler;
mod course;
mod emit;
mod events;
mod finish;
pub mod given;
mod moves;
mod passes;
mod plan;
mod routines;
mod zones;

use cgml::model::Game;
use cgml::source::SourceMap;
use engine::program::Program;

pub use plan::cards::decks::{BroughtDeck, DeckChoice, DeckTerms};
pub use plan::refusal::Refusal;
pub use plan::rehearsal::{Question, Rehearsal};
pub use plan::settings::Settings;

/// Compiles a game for a match.
pub fn compile(game: &Game, sources: &SourceMap, settings: &Settings) -> Result<Program, Refusal> {
    let game = plan::cards::match_cards::for_match(game, settings, None)?;
    compiler::Compiler::new(&game, settings, None)?.program(sources)
}

/// Compiles a game so that positions can be made up in it and asked about.
pub fn compile_for_rehearsal(
    game: &Game,
    sources: &SourceMap,
    settings: &Settings,
    rehearsal: &Rehearsal<'_>,
) -> Result<Program, Refusal> {
    let game = plan::cards::match_cards::for_match(game, settings, Some(rehearsal))?;
    compiler::Compiler::new(&game, settings, Some(rehearsal))?.program(sources)
}
