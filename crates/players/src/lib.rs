//! Players: they decide in a game.
//!
//! A [`Player`] is asked with a [`Question`]: how many choices there are, and, if it wants to know more, what
//! its seat may know. It never gets the position that is played: who looks ahead does so in worlds that the seat
//! could just as well be in. The same seed and the same questions give the same answers.
//!
//! ```text
//! "ismcts:2000" ──PlayerSpec──▶ Box<dyn Player> ──begin(seed)──▶ choose(question) → number of a choice …
//!                                                 └───────▶ think(question) → Thought
//! ```

mod aims;
pub mod cfr;
mod evaluate;
pub mod exact;
pub mod exploit;
mod flat;
pub mod knowledge;
mod lookahead;
mod numbers;
pub mod odds;
mod past;
mod question;
mod random;
mod sampling;
mod search;
mod secrets;
pub mod solitaire;
mod spec;
pub mod strategy;
mod thought;
pub mod tree;

pub use aims::{Aim, Aims};
pub use evaluate::{Evaluator, Rollouts};
pub use flat::{Flat, Spread};
pub use lookahead::Lookahead;
pub use past::{Moment, Past};
pub use question::{Question, Worlds};
pub use random::Random;
pub use search::{Budget, Noise, Search, Searcher, Sight};
pub use secrets::Secrets;
pub use spec::{NetworkSearch, Planning, PlayerError, PlayerSpec, PlayerSpecError, known_players};
pub use thought::{Considered, Step, Thought};

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use strategy::Strategy;

/// Someone who decides for a seat.
pub trait Player: Send {
    /// A new game begins. What is chosen in it depends on this seed and on what is asked, on nothing else.
    fn begin(&mut self, seed: u64);

    /// The number of a choice, less than [`Question::count`].
    fn choose(&mut self, question: &Question<'_>) -> usize;

    /// As [`Self::choose`], and tells what was thought. `watch` sees it grow, and may break it off. Whether
    /// anybody watches makes no difference to the choice.
    fn think(&mut self, question: &Question<'_>, watch: &mut Watch<'_>) -> Thought {
        let _ = watch;
        Thought::of_choice(question.count(), self.choose(question))
    }

    /// The probabilities of its choices, for players that decide by what they see alone and can tell.
    fn policy(&mut self, question: &Question<'_>) -> Option<Vec<f64>> {
        let _ = question;
        None
    }
}

/// Is shown what is thought so far, and says whether to go on.
pub type Watch<'a> = dyn FnMut(&Thought) -> ControlFlow<()> + 'a;

/// The time since any fixed moment.
pub type Clock = fn() -> Duration;

/// A network that was read for a game.
pub trait GameNetwork: Send + Sync {
    /// A player that searches with it.
    fn player(&self, search: &NetworkSearch, equipment: &Equipment) -> Box<dyn Player>;
}

/// Equipment of players from outside.
#[derive(Clone)]
pub struct Equipment {
    /// The game, for those who look ahead.
    pub lookahead: Option<Arc<Lookahead>>,
    /// The number of threads one player may use at a time. It makes no difference to what is chosen.
    pub threads: NonZeroUsize,
    /// For players whose budget is a time, and for reports.
    pub clock: Option<Clock>,
    /// The strategies of the game that were read, by the names of their files.
    pub strategies: BTreeMap<String, Arc<Strategy>>,
    /// The networks of the game that were read, by the names of their files.
    pub networks: BTreeMap<String, Arc<dyn GameNetwork>>,
}

impl Equipment {
    /// Nothing: enough for players that do not look ahead.
    pub fn none() -> Self {
        Self {
            lookahead: None,
            threads: NonZeroUsize::MIN,
            clock: None,
            strategies: BTreeMap::new(),
            networks: BTreeMap::new(),
        }
    }

    /// For looking ahead in a game, on one thread and without a clock.
    pub fn for_game(lookahead: Arc<Lookahead>) -> Self {
        Self {
            lookahead: Some(lookahead),
            ..Self::none()
        }
    }
}
