//! Settings of a run.

use serde::{Deserialize, Serialize};

/// The figure that says which cards go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Guide {
    /// Swap value: the same deals with the card replaced by a neutral one.
    Swap,
    /// Contribution: games in which the card was drawn against those in which it was not.
    Contribution,
    /// Nothing: cards go by chance.
    Chance,
}

/// Whom the decks meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Matchmaking {
    /// The equilibrium of the environment and of the champions of earlier rounds.
    Equilibrium,
    /// The environment and the champions of earlier rounds, one half each.
    League,
    /// The environment alone, all decks alike.
    Environment,
    /// The champions of earlier rounds alone.
    Past,
    /// Nobody: a game for one.
    Alone,
}

/// Settings of breeding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The seed of everything.
    pub seed: u64,
    /// Whom the decks meet.
    pub matchmaking: Matchmaking,
    /// Figure by which cards go.
    pub guide: Guide,
    /// The neutral card of swap values; the plainest card of the pool if there is none.
    pub neutral: Option<String>,
    /// At most so many rounds.
    pub rounds: u32,
    /// At most so many generations in a round.
    pub generations: u32,
    /// Decks that stay from one generation to the next.
    pub population: usize,
    /// Children in a generation.
    pub children: usize,
    /// Deals that a deck plays in a generation.
    pub deals: u64,
    /// Deals for each swap value.
    pub swap_deals: u64,
    /// Decks of a generation whose cards get swap values.
    pub swap_decks: usize,
    /// Deals of each pair of decks for the equilibrium, on average.
    pub matrix_deals: u64,
    /// Deals that confirm the champion of a round.
    pub confirm_deals: u64,
    /// Decks by chance to start from.
    pub random_decks: usize,
    /// Gain above one half with which a champion joins the field.
    pub gain: f64,
    /// A round ends when the best deck is known to so much, and has been the best for some generations.
    pub precision: f64,
    /// The number of those generations.
    pub patience: u32,
    /// True if no more than half of the decks are of one cell of the archive.
    pub diverse: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            matchmaking: Matchmaking::Equilibrium,
            guide: Guide::Swap,
            neutral: None,
            rounds: 6,
            generations: 20,
            population: 6,
            children: 12,
            deals: 24,
            swap_deals: 8,
            swap_decks: 1,
            matrix_deals: 24,
            confirm_deals: 200,
            random_decks: 6,
            gain: 0.02,
            precision: 0.03,
            patience: 4,
            diverse: true,
        }
    }
}
