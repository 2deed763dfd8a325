//! Features: what a network sees of a position and of a choice, derived for every game from what a seat may know.
//!
//! A feature is a row of a table, with a weight. A [`Reader`] knows the rows of one compiled game; rows of different
//! programs of one game (other decks, other numbers of copies) have the same names and so the same meaning. A row of a
//! card is the sum of a factor for that very card and of factors for what is printed on it, which it shares with other
//! cards ([`Vocabulary`]).

mod reader;
mod rows;
mod traits;
mod vocabulary;

pub use reader::Reader;
pub use vocabulary::{Table, Vocabulary};
