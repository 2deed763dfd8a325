//! fuda turns a card game written in YAML into a game that can be checked, played and searched.
//!
//! ```text
//! YAML files ──load──▶ Document ──check──▶ Game ──compile──▶ Program ──start──▶ Position
//! ```
//!
//! The stages live in [`cgml`]; they read no files themselves. This crate brings the outside world:
//!
//! - [`locate()`] finds a game by name, folder or file and gives its [`Sources`](cgml::source::Sources);
//! - [`sources`] reads games from disk and from the program itself;
//! - [`library`] holds the shipped games, [`decks`] reads the decks that players bring;
//! - [`mod@matches`] sets a game up for a match: checked, with its decks chosen, and [`mod@contestants`] reads the decks
//!   that compete;
//! - [`build()`] makes a game into a program, [`sim`] plays it many times, [`arena`] lets players compete, and
//!   [`thinking`] gives them what they need to look ahead;
//! - [`training`] runs the training of networks, and [`report`] writes pages about it;
//! - [`lines`] finds out how often a game for one can be won, and [`odds`] counts opening hands.
//!
//! ```
//! use cgml::source::Sources;
//!
//! # fn main() -> Result<(), fuda::LocateError> {
//! # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/high-card");
//! let game = fuda::locate(folder)?;
//! let text = game.sources.read(&game.entry);
//! assert!(text.is_ok());
//! # Ok(())
//! # }
//! ```

pub mod arena;
pub mod balancing;
pub mod boards;
mod build;
pub mod contestants;
pub mod coverage;
pub mod decks;
pub mod encodings;
pub mod evolving;
pub mod library;
pub mod lines;
mod locate;
pub mod matches;
pub mod odds;
pub mod report;
pub mod scenarios;
#[cfg(feature = "studio")]
pub mod serving;
pub mod sim;
pub mod sources;
pub mod thinking;
mod threads;
pub mod training;

pub use build::{BuildError, build, refusal_text};
pub use cgml;
pub use compile;
pub use engine;
pub use learn;
pub use locate::{LocateError, Located, game_of_text, locate};
pub use native;
pub use players;
