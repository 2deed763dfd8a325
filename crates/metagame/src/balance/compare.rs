//! Results of the same deals before and after a change.

use crate::analysis::Estimate;
use crate::equilibrium::equilibrium;
use crate::field::effective_decks;
use crate::payoffs::{MOST_HALVES, Payoffs, SURE};
use crate::stage::Outcome;
use serde::Serialize;

/// Results of all pairs of decks, or of a game without decks as one pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    /// The number of decks.
    pub decks: usize,
    /// The pairs.
    pub pairs: Vec<(usize, usize)>,
    /// Outcomes of the pairs.
    pub outcomes: Vec<Outcome>,
}

impl Results {
    /// The table of the results.
    pub fn payoffs(&self) -> Payoffs {
        let mut payoffs = Payoffs::new(self.decks);
        for ((one, other), outcome) in self.pairs.iter().zip(&self.outcomes) {
            outcome
                .halves
                .iter()
                .for_each(|halves| payoffs.add(*one, *other, *halves));
        }
        payoffs
    }

    /// Half points of a deck in all its deals, pair by pair.
    fn of_deck(&self, deck: usize) -> Vec<u8> {
        let mut all = Vec::new();
        for ((one, other), outcome) in self.pairs.iter().zip(&self.outcomes) {
            if *one == deck && *other != deck {
                all.extend(&outcome.halves);
            } else if *other == deck && *one != deck {
                all.extend(outcome.halves.iter().map(|halves| MOST_HALVES - halves));
            }
        }
        all
    }

    fn first_seat(&self) -> Vec<u8> {
        self.outcomes
            .iter()
            .flat_map(|outcome| &outcome.first_seat)
            .copied()
            .collect()
    }

    /// The share of points of the first seat.
    pub fn first_share(&self) -> Estimate {
        estimate(
            &self
                .first_seat()
                .iter()
                .map(|halves| share(*halves))
                .collect::<Vec<_>>(),
        )
    }

    /// Turns and decisions of a game, on average.
    pub fn length(&self) -> (f64, f64) {
        let games: usize = self
            .outcomes
            .iter()
            .map(|outcome| 2 * outcome.halves.len())
            .sum();
        let sum = |of: fn(&Outcome) -> u64| self.outcomes.iter().map(of).sum::<u64>() as f64;
        let games = games.max(1) as f64;
        (sum(|it| it.turns) / games, sum(|it| it.decisions) / games)
    }
}

/// A deck before and after.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DeckEffect {
    /// The deck.
    pub deck: usize,
    /// Its win rate against all others before.
    pub before: f64,
    /// And after.
    pub after: f64,
    /// The difference, of the same deals.
    pub difference: Estimate,
}

/// A game before and after a change.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The decks.
    pub decks: Vec<DeckEffect>,
    /// The share of the first seat: the difference.
    pub first_seat: Estimate,
    /// Turns of a game, before and after.
    pub turns: (f64, f64),
    /// Decisions of a game, before and after.
    pub decisions: (f64, f64),
    /// Shares in the equilibrium, before and after.
    pub equilibrium: Vec<(f64, f64)>,
    /// The effective number of decks, before and after.
    pub effective_decks: (f64, f64),
}

/// Compares results of the same deals.
pub fn compare(before: &Results, after: &Results) -> Comparison {
    let effect = |deck: usize| {
        let (old, new) = (before.of_deck(deck), after.of_deck(deck));
        DeckEffect {
            deck,
            before: mean(&old),
            after: mean(&new),
            difference: paired(&old, &new),
        }
    };
    let mixes = [before, after].map(|results| {
        let found = equilibrium(&results.payoffs().rates());
        found.map_or_else(|_| vec![0.0; results.decks], |found| found.mix)
    });
    let decks = if before.decks > 1 { before.decks } else { 0 };
    let ((turns, decisions), (turns_after, decisions_after)) = (before.length(), after.length());
    Comparison {
        decks: (0..decks).map(effect).collect(),
        first_seat: paired(&before.first_seat(), &after.first_seat()),
        turns: (turns, turns_after),
        decisions: (decisions, decisions_after),
        equilibrium: mixes[0]
            .iter()
            .copied()
            .zip(mixes[1].iter().copied())
            .take(decks)
            .collect(),
        effective_decks: (effective_decks(&mixes[0]), effective_decks(&mixes[1])),
    }
}

fn share(halves: u8) -> f64 {
    f64::from(halves) / f64::from(MOST_HALVES)
}

fn mean(halves: &[u8]) -> f64 {
    halves.iter().map(|halves| share(*halves)).sum::<f64>() / halves.len().max(1) as f64
}

/// The difference between two lists of half points of the same deals, as a win rate.
pub fn paired(before: &[u8], after: &[u8]) -> Estimate {
    let pairs = before.iter().zip(after);
    let differences: Vec<f64> = pairs
        .map(|(before, after)| share(*after) - share(*before))
        .collect();
    estimate(&differences)
}

fn estimate(values: &[f64]) -> Estimate {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    // Two values that never happened keep the interval from being 0 where nothing changed.
    let variance = (squares + 0.125) / count;
    Estimate::around(mean, SURE * (variance / count).sqrt())
}
