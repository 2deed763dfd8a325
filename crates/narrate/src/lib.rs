//! One voice for games: views, events, questions, results and diagnostics in English and Japanese.
//!
//! ```text
//! SeatEvent, DecisionSeen, ChoiceSeen ──Narrator──▶ Line (parts with links to cards) ──▶ terminal, pages
//! Diagnostic, DeckProblem ──────────────────────▶ words
//! ```
//!
//! A [`Narrator`] speaks a language to one seat, or to a spectator. What is worth a line is decided in
//! [`Teller`], so that a log in a terminal and one on a page read the same. Nothing here prints, and nothing knows a
//! rule of any game: names, colours and what lies sideways come with the program.

mod choices;
mod decks;
pub mod diagnostics;
mod events;
mod game_names;
mod grammar;
mod line;
mod moves;
mod names;
mod results;
mod trace;

pub use decks::{Advice, JudgedDeck};
pub use events::{Teller, Values};
pub use game_names::GameNames;
pub use grammar::spaced;
pub use line::{Line, LineKind, Part};

use cgml::vocabulary::Language;
use engine::program::Program;

/// Speaks a language, to one seat or to a spectator.
#[derive(Debug, Clone, Copy)]
pub struct Narrator<'p> {
    /// The game that is played.
    pub program: &'p Program,
    /// Language of all texts.
    pub language: Language,
    /// The seat that is called "you".
    pub seat: Option<u8>,
    /// The number of the first player: 1 for people at a table, 0 where commands count seats.
    pub first_number: u8,
    /// The names that people gave, by seat; empty where nobody did.
    pub names: &'p [String],
    /// The events that are worth a line.
    pub detail: Detail,
}

/// The events that are worth a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Those that people at a table would mention.
    Table,
    /// All of them, as authors want it.
    Everything,
}

impl Narrator<'_> {
    /// One text or the other.
    pub fn pick<'t>(&self, english: &'t str, japanese: &'t str) -> &'t str {
        match self.language {
            Language::English => english,
            Language::Japanese => japanese,
        }
    }

    fn say(&self, english: String, japanese: String) -> String {
        match self.language {
            Language::English => english,
            Language::Japanese => japanese,
        }
    }
}
