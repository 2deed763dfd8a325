//! The player that takes any choice.

use crate::{Player, Question};

/// Takes every choice with the same probability.
#[derive(Debug, Clone)]
pub struct Random(engine::random::Random);

impl Random {
    /// A player that has not begun a game.
    pub fn new() -> Self {
        Self(engine::random::Random::new(0))
    }
}

impl Default for Random {
    fn default() -> Self {
        Self::new()
    }
}

impl Player for Random {
    #[inline]
    fn begin(&mut self, seed: u64) {
        self.0 = engine::random::Random::new(seed);
    }

    #[inline]
    fn choose(&mut self, question: &Question<'_>) -> usize {
        self.0.below(question.count() as u32) as usize
    }
}
