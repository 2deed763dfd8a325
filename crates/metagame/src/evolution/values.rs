//! The worth of a card.
//!
//! *Swap value*: the same deals are played with a neutral card in place of all copies of the card; the difference is
//! caused by the card and by nothing else. *Contribution*: how much more is won in games in which the card was drawn than
//! in those in which it was not, by the same decks; it costs no games, and flatters cards that are drawn late in games
//! that go well.

use super::settings::Guide;
use crate::payoffs::{MOST_HALVES, SURE};
use crate::usage::{CardUse, Uses};
use engine::random::Random;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// After so many deals the older ones count half: a card is worth something else among other cards.
const MEMORY: u64 = 400;

/// Difference between cards, as a standard deviation of win rates per copy: what is expected of a card that never played.
const SPREAD: f64 = 0.02;

/// Knowledge of a card.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardValue {
    /// Half points that were made more with the card than with the neutral one.
    pub gained: i64,
    /// The squares of those differences.
    pub squares: u64,
    /// In how many deals.
    pub deals: u64,
    /// Copies in all those deals together.
    pub copies: u64,
    /// Its use in games.
    pub uses: CardUse,
}

impl CardValue {
    /// Swap value per copy, as a difference of win rates, and half the width of its interval.
    pub fn swap(&self) -> Option<(f64, f64)> {
        if self.deals < 2 {
            return None;
        }
        let (deals, most) = (self.deals as f64, f64::from(MOST_HALVES));
        let copies = self.copies as f64 / deals;
        let mean = self.gained as f64 / deals;
        // Two deals that never happened keep the interval from being 0 where the card changed nothing.
        let squares = self.squares as f64 + 2.0;
        let variance = (squares / (deals + 2.0) - mean * mean).max(0.1);
        let half = SURE * (variance / deals).sqrt();
        Some((mean / most / copies, half / most / copies))
    }

    /// The figure that a guide goes by, and its standard error.
    fn figure(&self, guide: Guide) -> (f64, f64) {
        let known = match guide {
            Guide::Swap => self.swap().or_else(|| {
                self.uses
                    .contribution()
                    .map(|(gain, half)| (gain / 4.0, half))
            }),
            Guide::Contribution => self.uses.contribution(),
            Guide::Chance => None,
        };
        match known {
            None => (0.0, SPREAD),
            // An estimate from few games is drawn towards zero.
            Some((value, half)) => {
                let (known, usual) = ((SURE / half).powi(2), SPREAD.powi(-2));
                let usual = if guide == Guide::Contribution {
                    usual / 16.0
                } else {
                    usual
                };
                (value * known / (known + usual), (known + usual).powf(-0.5))
            }
        }
    }
}

/// Knowledge of all cards.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Values(BTreeMap<String, CardValue>);

impl Values {
    /// Knowledge of a card.
    pub fn of(&self, card: &str) -> CardValue {
        self.0.get(card).copied().unwrap_or_default()
    }

    /// All cards of which something is known.
    pub fn all(&self) -> impl Iterator<Item = (&str, &CardValue)> {
        self.0.iter().map(|(card, value)| (card.as_str(), value))
    }

    /// Adds games in which cards were used.
    pub fn add_uses(&mut self, uses: &Uses) {
        for (card, more) in uses {
            self.0.entry(card.clone()).or_default().uses.add_all(more);
        }
    }

    /// Adds deals with a card and with the neutral one in its place.
    pub fn add_swap(&mut self, card: &str, copies: u32, with: &[u8], without: &[u8]) {
        let value = self.0.entry(card.to_owned()).or_default();
        for (with, without) in with.iter().zip(without) {
            let gained = i64::from(*with) - i64::from(*without);
            value.gained += gained;
            value.squares += gained.unsigned_abs().pow(2);
            value.deals += 1;
            value.copies += u64::from(copies);
        }
        if value.deals > MEMORY {
            value.gained /= 2;
            value.squares /= 2;
            value.deals /= 2;
            value.copies /= 2;
        }
    }

    /// A possible worth of a card: a number drawn by what is known, so that cards of which little is known are tried.
    pub(super) fn drawn(&self, card: &str, guide: Guide, random: &mut Random) -> f64 {
        let (value, error) = self.of(card).figure(guide);
        let sum: f64 = (0..12)
            .map(|_| f64::from(random.bits()) / f64::from(u32::MAX))
            .sum();
        value + error * (sum - 6.0)
    }
}
