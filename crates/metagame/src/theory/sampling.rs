//! The choice of the pairs of decks that play next.
//!
//! Two questions are open at any time: which of two decks is ahead, and how the equilibrium is mixed. A pair is worth deals
//! for the second question by how far a mistake in its rate would move the equilibrium, which is by the shares of its
//! decks, on average over drawn tables; and for the first one, in the way of response-graph bandits (Rowland et al., 2019),
//! as long as its interval has one half in it. Pairs that answer neither get no deals. Each batch goes where it takes away
//! most of what is not known, so that the answer depends on the results and the seed alone.

use crate::bootstrap::drawn;
use crate::equilibrium::equilibrium;
use crate::payoffs::{Deals, Payoffs, SURE};
use engine::random::{Random, derived};

/// Tables that are drawn to find out which decks matter.
const TABLES: u32 = 24;

/// Weight of a pair for knowing who is ahead, compared with the shares of its decks in the equilibrium.
const ORDER: f64 = 0.03;

/// Weight of a pair for knowing how decks do against a given field, by the shares in it.
const FIELD: f64 = 0.5;

/// Pairs that get the deals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Focus {
    /// The pairs whose results are still open.
    #[default]
    Open,
    /// All pairs alike.
    Uniform,
}

/// Decides which pairs play next.
#[derive(Debug, Clone)]
pub struct Sampler {
    /// Pairs that get the deals.
    pub focus: Focus,
    /// Deals that every pair plays before anything is decided.
    pub first: u64,
    /// The seed of the tables that are drawn.
    pub seed: u64,
    /// The shares of the decks of a field that all decks are to be known against; empty without one.
    pub field: Vec<f64>,
}

impl Sampler {
    /// Number of deals that each pair plays next, about `deals` in all; none if everything is known that deals could tell.
    pub fn batch(&self, payoffs: &Payoffs, deals: u64) -> Vec<(usize, usize, u64)> {
        let pairs: Vec<(usize, usize)> = payoffs.pairs().collect();
        let missing = |(one, other): (usize, usize)| {
            let played = payoffs.deals(one, other).count();
            (one, other, self.first.saturating_sub(played))
        };
        let begun: Vec<_> = pairs
            .iter()
            .map(|pair| missing(*pair))
            .filter(|(.., deals)| *deals > 0)
            .collect();
        if !begun.is_empty() {
            return begun;
        }
        match self.focus {
            Focus::Uniform => evenly(&pairs, payoffs.count(), deals),
            Focus::Open => self.open(payoffs, &pairs, deals),
        }
    }

    fn open(
        &self,
        payoffs: &Payoffs,
        pairs: &[(usize, usize)],
        deals: u64,
    ) -> Vec<(usize, usize, u64)> {
        let shares = self.shares(payoffs);
        let worth: Vec<f64> = pairs
            .iter()
            .map(|(one, other)| {
                let order = if is_open(&payoffs.deals(*one, *other)) {
                    ORDER
                } else {
                    0.0
                };
                // A pair is open for the equilibrium while the mean square of both shares is.
                let mixed = shares[*one].1 * shares[*other].0 + shares[*other].1 * shares[*one].0;
                let met = |deck: &usize| self.field.get(*deck).copied().unwrap_or(0.0);
                (mixed / 2.0).sqrt()
                    + FIELD * (met(one) + met(other))
                    + order * (shares[*one].0 + shares[*other].0 + 1e-3)
            })
            .collect();
        let results: Vec<Deals> = pairs
            .iter()
            .map(|(one, other)| payoffs.deals(*one, *other))
            .collect();
        let given = allotted(&results, &worth, deals);
        let given = pairs.iter().zip(given);
        given
            .filter(|(_, deals)| *deals > 0)
            .map(|((one, other), deals)| (*one, *other, deals))
            .collect()
    }

    /// The mean and the mean square of the share of each deck in the equilibria of drawn tables.
    fn shares(&self, payoffs: &Payoffs) -> Vec<(f64, f64)> {
        let mut shares = vec![(0.0, 0.0); payoffs.decks()];
        let seed = derived(self.seed, payoffs.count());
        for table in 0..TABLES {
            let rates = drawn(payoffs, &mut Random::new(derived(seed, u64::from(table))));
            // Without an answer the table says nothing.
            let mix = equilibrium(&rates)
                .map(|found| found.mix)
                .unwrap_or_default();
            for (sum, share) in shares.iter_mut().zip(mix) {
                sum.0 += share / f64::from(TABLES);
                sum.1 += share * share / f64::from(TABLES);
            }
        }
        shares
    }
}

/// True if it is not yet sure which of two decks is ahead.
pub fn is_open(deals: &Deals) -> bool {
    (deals.rate() - 0.5).abs() <= SURE * deals.error()
}

/// The next deals in turn, each pair as often as every other one.
fn evenly(pairs: &[(usize, usize)], played: u64, deals: u64) -> Vec<(usize, usize, u64)> {
    let many = pairs.len().max(1) as u64;
    let times = |place: u64| {
        (played + deals + many - 1 - place) / many - (played + many - 1 - place) / many
    };
    let given = pairs.iter().zip(0..);
    given
        .map(|((one, other), place)| (*one, *other, times(place)))
        .filter(|(.., deals)| *deals > 0)
        .collect()
}

/// Deals where they take away most: the variance of a pair, weighed by the square of its worth, falls as 1 / n, so that
/// the best share of all deals is proportional to worth times deviation. Pairs with more than that get none.
fn allotted(results: &[Deals], worth: &[f64], deals: u64) -> Vec<u64> {
    let weights: Vec<f64> = results
        .iter()
        .zip(worth)
        .map(|(result, worth)| worth * result.error() * (result.count() as f64 + 2.0).sqrt())
        .collect();
    let mut is_in: Vec<bool> = weights.iter().map(|weight| *weight > 0.0).collect();
    loop {
        let taking = || {
            is_in
                .iter()
                .zip(results.iter().zip(&weights))
                .filter(|(is_in, _)| **is_in)
        };
        let played: u64 = taking().map(|(_, (result, _))| result.count()).sum();
        let weight: f64 = taking().map(|(_, (_, weight))| *weight).sum();
        if weight <= 0.0 {
            return vec![0; results.len()];
        }
        let per_weight = (played + deals) as f64 / weight;
        let wanted = |at: usize| per_weight * weights[at] - results[at].count() as f64;
        let full: Vec<usize> = (0..results.len())
            .filter(|at| is_in[*at] && wanted(*at) < 0.0)
            .collect();
        if full.is_empty() {
            let given = (0..results.len()).map(|at| {
                if is_in[at] {
                    wanted(at).round() as u64
                } else {
                    0
                }
            });
            return given.collect();
        }
        full.into_iter().for_each(|at| is_in[at] = false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payoffs::Matrix;

    const DECKS: usize = 20;

    /// Twenty decks: a few that beat the others and each other in a circle, and many that are worse.
    fn planted(seed: u64) -> Matrix {
        let mut random = Random::new(seed);
        let strength: Vec<f64> = (0..DECKS)
            .map(|deck| {
                if deck < 5 {
                    0.0
                } else {
                    -0.06 - 0.012 * deck as f64
                }
            })
            .collect();
        let noise: Vec<f64> = (0..DECKS * DECKS)
            .map(|_| f64::from(random.below(1000)) / 1000.0 - 0.5)
            .collect();
        let gain = |one: usize, other: usize| {
            let circle = if one < 5 && other < 5 {
                match (other + 5 - one) % 5 {
                    1 | 2 => 0.15,
                    _ => -0.15,
                }
            } else {
                0.0
            };
            let noise = (noise[one * DECKS + other] - noise[other * DECKS + one]) * 0.1;
            (circle + strength[one] - strength[other] + noise).clamp(-0.45, 0.45)
        };
        Matrix::new(DECKS, |one, other| {
            if one == other {
                0.5
            } else {
                0.5 + gain(one, other)
            }
        })
    }

    /// After how many deals the equilibrium stays within 0.05 of the planted one, up to a limit.
    fn needed(truth: &Matrix, focus: Focus, seed: u64, limit: u64) -> u64 {
        let wanted = equilibrium(truth).expect("it has one").mix;
        let sampler = Sampler {
            focus,
            first: 10,
            seed,
            field: Vec::new(),
        };
        let mut payoffs = Payoffs::new(DECKS);
        let mut random = Random::new(seed);
        let mut since = 0;
        while payoffs.count() < limit {
            let deals = (payoffs.count() / 8).max(500);
            for (one, other, deals) in sampler.batch(&payoffs, deals) {
                for _ in 0..deals {
                    let mut won = || {
                        u8::from(
                            f64::from(random.below(1 << 20))
                                < truth.at(one, other) * f64::from(1 << 20),
                        )
                    };
                    payoffs.add(one, other, 2 * (won() + won()));
                }
            }
            let mix = equilibrium(&payoffs.rates()).expect("it has one").mix;
            let far: f64 = mix
                .iter()
                .zip(&wanted)
                .map(|(one, other)| (one - other).abs())
                .sum();
            if far > 0.05 {
                since = payoffs.count();
            }
        }
        since
    }

    #[test]
    fn the_planted_equilibrium_takes_a_third_of_the_games_of_uniform_sampling() {
        let (mut open, mut uniform) = (Vec::new(), Vec::new());
        for seed in 0..5 {
            let truth = planted(seed);
            open.push(needed(&truth, Focus::Open, seed, 150_000));
            uniform.push(needed(&truth, Focus::Uniform, seed, 500_000));
        }
        open.sort_unstable();
        uniform.sort_unstable();
        assert!(3 * open[2] <= uniform[2], "{open:?} {uniform:?}");
    }

    #[test]
    fn uniform_deals_are_even_whatever_the_size_of_a_batch() {
        let mut payoffs = Payoffs::new(4);
        let sampler = Sampler {
            focus: Focus::Uniform,
            first: 0,
            seed: 1,
            field: Vec::new(),
        };
        for deals in [1, 4, 7, 2, 10] {
            for (one, other, deals) in sampler.batch(&payoffs, deals) {
                (0..deals).for_each(|_| payoffs.add(one, other, 4));
            }
        }
        let counts: Vec<u64> = payoffs
            .pairs()
            .map(|(one, other)| payoffs.deals(one, other).count())
            .collect();
        assert_eq!(counts, [4; 6]);
    }

    #[test]
    fn a_pair_without_meaning_gets_no_deals() {
        // Deck 0 beats both others clearly; how these do against each other moves nothing and is known.
        let mut payoffs = Payoffs::new(3);
        for deal in 0..200 {
            payoffs.add(0, 1, if deal < 190 { 4 } else { 0 });
            payoffs.add(0, 2, if deal < 190 { 4 } else { 0 });
            payoffs.add(1, 2, if deal < 180 { 4 } else { 0 });
        }
        let batch = Sampler {
            focus: Focus::Open,
            first: 0,
            seed: 1,
            field: Vec::new(),
        }
        .batch(&payoffs, 100);
        assert!(batch.iter().all(|(one, ..)| *one == 0), "{batch:?}");
    }
}
