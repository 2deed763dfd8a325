//! Alpha-rank: how much of the time a population spends with each deck in which now and then somebody tries another.
//!
//! Omidshafiei et al., "α-Rank: Multi-Agent Evaluation by Evolution" (2019), for one population of a symmetric game whose
//! points have a fixed sum.

use crate::payoffs::Matrix;

/// Intensity with which people copy what wins, and their number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Selection {
    /// Ranking intensity.
    pub alpha: f64,
    /// Population size.
    pub population: u32,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            alpha: 100.0,
            population: 50,
        }
    }
}

/// The share of the time that each deck is what everybody plays.
pub fn alpha_rank(rates: &Matrix, selection: Selection) -> Vec<f64> {
    let size = rates.size();
    if size <= 1 {
        return vec![1.0; size];
    }
    let gains = rates.gains();
    let tried = 1.0 / (size - 1) as f64;
    stationary(size, |from, to| {
        tried * takeover(gains.at(to, from), selection)
    })
}

/// Probability that one who tries a deck with this gain is copied by everybody.
fn takeover(gain: f64, Selection { alpha, population }: Selection) -> f64 {
    let many = f64::from(population);
    let edge = alpha * many / (many - 1.0).max(1.0) * gain;
    if edge.abs() < 1e-14 {
        return 1.0 / many;
    }
    let chance = (-edge).exp_m1() / (-many * edge).exp_m1();
    // Against a strong deck the quotient is of two infinities.
    if chance.is_finite() { chance } else { 0.0 }.max(f64::MIN_POSITIVE)
}

/// The stationary distribution of a Markov chain with these chances to go from one state to another one, by the
/// elimination of Grassmann, Taksar and Heyman: it never subtracts, so that tiny chances keep all their digits.
fn stationary(size: usize, chance: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let mut chances = Matrix::new(
        size,
        |from, to| if from == to { 0.0 } else { chance(from, to) },
    );
    for last in (1..size).rev() {
        let leaving: f64 = (0..last).map(|to| chances.at(last, to)).sum();
        let leaving = leaving.max(f64::MIN_POSITIVE);
        chances = Matrix::new(size, |from, to| {
            let old = chances.at(from, to);
            if from >= last || from == to {
                old
            } else if to == last {
                old / leaving
            } else if to < last {
                old + chances.at(from, last) / leaving * chances.at(last, to)
            } else {
                old
            }
        });
    }
    let mut weights = vec![1.0];
    for state in 1..size {
        let into = weights.iter().enumerate();
        let into = into.map(|(from, weight)| weight * chances.at(from, state));
        weights.push(into.sum());
        let largest = weights.iter().copied().fold(0.0, f64::max);
        weights.iter_mut().for_each(|weight| *weight /= largest);
    }
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payoffs::close;

    #[test]
    fn both_rock_paper_scissors_of_the_literature_are_ranked_evenly() {
        let plain = Matrix::of_rows([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]);
        let biased = Matrix::of_rows([[0.0, -0.5, 1.0], [0.5, 0.0, -0.1], [-1.0, 0.1, 0.0]]);
        close(&alpha_rank(&plain, Selection::default()), &[1.0 / 3.0; 3]);
        let strong = Selection {
            alpha: 1e4,
            population: 50,
        };
        close(&alpha_rank(&biased, strong), &[1.0 / 3.0; 3]);
    }

    #[test]
    fn with_weak_selection_the_biased_cycle_is_not_even() {
        // Two out of three chains by hand: where everybody plays one deck, the next is taken over with these chances.
        let biased = Matrix::of_rows([[0.0, -0.5, 1.0], [0.5, 0.0, -0.1], [-1.0, 0.1, 0.0]]);
        let weak = Selection {
            alpha: 0.1,
            population: 10,
        };
        let ranks = alpha_rank(&biased, weak);
        let chance = |from: usize, to: usize| takeover(biased.at(to, from), weak) / 2.0;
        for state in 0..3 {
            let others = (0..3).filter(|other| *other != state);
            let (mut into, mut out) = (0.0, 0.0);
            for other in others {
                into += ranks[other] * chance(other, state);
                out += ranks[state] * chance(state, other);
            }
            assert!((into - out).abs() < 1e-15, "{ranks:?}");
        }
        assert!(ranks.iter().any(|rank| (rank - 1.0 / 3.0).abs() > 0.01));
    }

    #[test]
    fn a_deck_that_beats_all_has_all_of_the_time_and_equal_ones_share_it() {
        let best = Matrix::of_rows([[0.5, 0.9, 0.6], [0.1, 0.5, 0.5], [0.4, 0.5, 0.5]]);
        close(&alpha_rank(&best, Selection::default()), &[1.0, 0.0, 0.0]);
        let equal = Matrix::new(4, |_, _| 0.5);
        close(&alpha_rank(&equal, Selection::default()), &[0.25; 4]);
    }
}
