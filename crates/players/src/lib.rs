//! Who decides in a game.
//!
//! A [`Player`] is asked with a [`Question`]: how many choices there are, and, if it wants to know more, what
//! its seat may know. It never gets a position. The same seed and the same questions give the same answers.
//!
//! ```text
//! "random" ──Name──▶ Box<dyn Player> ──begin(seed)──▶ choose(question) → number of a choice …
//! ```

pub mod cfr;
pub mod exact;
mod knowledge;
mod name;
pub mod odds;
mod question;
mod random;
pub mod solitaire;
pub mod strategy;
pub mod tree;

pub use name::{Name, UnknownName};
pub use question::Question;
pub use random::Random;

/// Someone who decides for a seat.
pub trait Player: Send {
    /// A new game begins. What is chosen in it depends on this seed and on what is asked, on nothing else.
    fn begin(&mut self, seed: u64);

    /// The number of a choice, less than [`Question::count`].
    fn choose(&mut self, question: &Question<'_>) -> usize;
}
