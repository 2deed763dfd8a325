//! A deck that is bred.

use crate::deck::Deck;
use crate::payoffs::{Deals, SURE};
use serde::{Deserialize, Serialize};

/// Distance of a child from its parent, as a standard deviation of win rates.
const APART: f64 = 0.06;

/// A deck, and what is known of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// Its number in the run.
    pub id: u64,
    /// The deck.
    pub deck: Deck,
    /// The number of the deck that it was bred from.
    pub parent: Option<u64>,
    /// Exchanged cards: for each, how many more.
    pub changes: Vec<(String, i64)>,
    /// Why, in the figures of the cards at that time.
    pub reason: Vec<(String, f64)>,
    /// The generation in which it was bred.
    pub born: u32,
    /// The win rate that was expected of it before it played.
    pub expected: f64,
    /// Its deals against the opponents of the round.
    pub deals: Deals,
    /// Half points in the deals of the last generation.
    pub last: Vec<u8>,
}

impl Individual {
    pub(super) fn founder(id: u64, deck: Deck, born: u32) -> Self {
        Self {
            id,
            deck,
            parent: None,
            changes: Vec::new(),
            reason: Vec::new(),
            born,
            expected: 0.5,
            deals: Deals::default(),
            last: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, halves: &[u8]) {
        halves.iter().for_each(|halves| self.deals.add(*halves));
    }

    /// The win rate, by what was expected and what was played: a child is near its parent until games say otherwise.
    pub fn score(&self) -> f64 {
        let (prior, played) = self.weights();
        (prior * self.expected + played * self.deals.rate()) / (prior + played)
    }

    /// The interval around [`Self::score`], 19 times out of 20.
    pub fn interval(&self) -> (f64, f64) {
        let (prior, played) = self.weights();
        let half = SURE / (prior + played).sqrt();
        (self.score() - half, self.score() + half)
    }

    fn weights(&self) -> (f64, f64) {
        let played = match self.deals.count() {
            0 => 0.0,
            _ => 1.0 / self.deals.error().powi(2),
        };
        // Nothing is known of a deck by chance.
        let apart = if self.parent.is_some() {
            APART
        } else {
            4.0 * APART
        };
        (1.0 / (apart * apart), played)
    }

    /// The opponents are others now: what was played before counts as a guess.
    pub(super) fn forget(&mut self) {
        self.expected = 0.5 + (self.score() - 0.5) / 2.0;
        self.deals = Deals::default();
        self.last.clear();
    }
}
