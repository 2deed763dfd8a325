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
mod activated;
mod along;
mod always;
mod asking;
mod bounds;
mod cards;
mod chain;
mod checks;
mod code;
mod compiler;
mod condition;
mod continuous;
mod control;
mod costs;
mod decks;
mod delay;
mod effects;
mod expr;
mod face;
mod facts;
mod flow;
mod fold;
mod forbids;
pub mod given;
mod inline;
mod invariants;
mod keywords;
mod lasting;
mod layout;
mod list;
mod marks;
mod melds;
mod missing;
mod moves;
mod nested;
mod once;
mod open;
mod operators;
mod parts;
mod pools;
mod present;
mod printed;
mod proceed;
mod ranks;
mod refusal;
mod rehearsal;
mod replace;
mod room;
mod rows;
mod rules;
mod scope;
mod settings;
mod settled;
mod several;
mod shared;
mod showing;
mod slots;
mod sources;
mod stacks;
mod tidy;
mod tokens;
mod traits;
mod triggers;
mod truthy;
mod turns;
mod waiting;
mod win;
mod words;
mod words_of_cards;
mod zone_fields;

use cgml::model::Game;
use cgml::source::SourceMap;
use engine::program::Program;

pub use decks::{BroughtDeck, DeckChoice, DeckTerms};
pub use refusal::Refusal;
pub use rehearsal::{Question, Rehearsal};
pub use settings::Settings;

/// Compiles a game for a match.
pub fn compile(game: &Game, sources: &SourceMap, settings: &Settings) -> Result<Program, Refusal> {
    let game = present::for_match(game, settings, None)?;
    compiler::Compiler::new(&game, settings, None)?.program(sources)
}

/// Compiles a game so that positions can be made up in it and asked about.
pub fn compile_for_rehearsal(
    game: &Game,
    sources: &SourceMap,
    settings: &Settings,
    rehearsal: &Rehearsal<'_>,
) -> Result<Program, Refusal> {
    let game = present::for_match(game, settings, Some(rehearsal))?;
    compiler::Compiler::new(&game, settings, Some(rehearsal))?.program(sources)
}
