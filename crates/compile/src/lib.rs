//! From a checked game to a program.
//!
//! ```text
//! Game ──compile(settings)──▶ Program
//! ```
//!
//! A program is made for a number of players and for the values of all parameters, so that everything that
//! follows from these is worked out once. The course of the game (states, phases, turns) becomes ops like
//! any effect: an event that no rule listens to leaves no trace.

mod abilities;
mod asking;
mod cards;
mod code;
mod compiler;
mod condition;
mod control;
mod decks;
mod effects;
mod expr;
mod face;
mod facts;
mod flow;
mod fold;
mod layout;
mod list;
mod melds;
mod missing;
mod moves;
mod nested;
mod open;
mod operators;
mod printed;
mod refusal;
mod rehearsal;
mod room;
mod rules;
mod scope;
mod settings;
mod sources;
mod tidy;
mod truthy;
mod turns;
mod win;
mod words;

use cgml::model::Game;
use cgml::source::SourceMap;
use engine::program::Program;

pub use decks::{BroughtDeck, DeckChoice, DeckTerms};
pub use refusal::Refusal;
pub use rehearsal::{Question, Rehearsal};
pub use settings::Settings;

/// Compiles a game for a match.
pub fn compile(game: &Game, sources: &SourceMap, settings: &Settings) -> Result<Program, Refusal> {
    compiler::Compiler::new(game, settings, None)?.program(sources)
}

/// Compiles a game so that positions can be made up in it and asked about.
pub fn compile_for_rehearsal(
    game: &Game,
    sources: &SourceMap,
    settings: &Settings,
    rehearsal: &Rehearsal<'_>,
) -> Result<Program, Refusal> {
    compiler::Compiler::new(game, settings, Some(rehearsal))?.program(sources)
}
