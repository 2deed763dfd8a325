//! Selection: the choice that a simulation follows.

use super::tree::Edge;
use super::{Noise, Search};
use crate::numbers::ln_of_count;
use engine::random::Random;

/// Criteria by which a choice is selected.
pub(super) struct Selection<'a> {
    exploration: f64,
    by_priors: bool,
    has_priors: bool,
    /// Noise that is added to the priors.
    noise: Option<(Noise, &'a [f64])>,
}

impl<'a> Selection<'a> {
    /// As a search says. Chance adds something at the root only.
    #[inline]
    pub(super) fn new(search: &Search, has_priors: bool, drawn: Option<&'a [f64]>) -> Self {
        Self {
            exploration: search.exploration,
            by_priors: search.priors || has_priors,
            has_priors,
            noise: search.noise.zip(drawn),
        }
    }

    /// The number of the choice to follow; each is offered with its number.
    #[inline]
    pub(super) fn choose<'e>(
        &self,
        offered: impl Iterator<Item = (usize, &'e Edge)> + Clone,
        random: &mut Random,
    ) -> usize {
        if self.by_priors {
            self.choose_by_priors(offered)
        } else {
            self.choose_by_bounds(offered, random)
        }
    }

    /// The choice that may be best, judged by how often it was tried (UCB1); first those never tried.
    #[inline]
    fn choose_by_bounds<'e>(
        &self,
        offered: impl Iterator<Item = (usize, &'e Edge)> + Clone,
        random: &mut Random,
    ) -> usize {
        let mut untried = 0;
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        let (mut available, mut logarithm) = (0, 0.0);
        for (number, edge) in offered.clone() {
            if edge.visits == 0 {
                untried += 1;
                continue;
            }
            if untried > 0 {
                continue;
            }
            if edge.available != available {
                available = edge.available;
                logarithm = ln_of_count(available);
            }
            let visits = f64::from(edge.visits);
            let score = edge.value / visits + self.exploration * (logarithm / visits).sqrt();
            if score > best_score {
                (best, best_score) = (number, score);
            }
        }
        if untried == 0 {
            return best;
        }
        let wanted = random.below(untried) as usize;
        let mut untried = offered.filter(|(_, edge)| edge.visits == 0);
        untried.nth(wanted).map_or(best, |(number, _)| number)
    }

    /// The choice that may be best, judged by how likely it seemed before, too (PUCT).
    fn choose_by_priors<'e>(
        &self,
        offered: impl Iterator<Item = (usize, &'e Edge)> + Clone,
    ) -> usize {
        let edges = || offered.clone().map(|(_, edge)| edge);
        let count = edges().count() as f64;
        let visits: u64 = edges().map(|edge| u64::from(edge.visits)).sum();
        let value: f64 = edges().map(|edge| edge.value).sum();
        let priors: f64 = edges().map(|edge| edge.prior).sum();
        let unknown = if visits == 0 {
            0.5
        } else {
            value / visits as f64
        };
        let spread = self.exploration * ((visits + 1) as f64).sqrt();
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for (number, edge) in offered.clone() {
            let mut prior = if !self.has_priors || priors <= 0.0 {
                1.0 / count
            } else {
                edge.prior / priors
            };
            if let Some((noise, drawn)) = self.noise {
                let drawn = drawn.get(number).copied().unwrap_or(prior);
                prior = (1.0 - noise.share) * prior + noise.share * drawn;
            }
            let visits = f64::from(edge.visits);
            let mean = if edge.visits == 0 {
                unknown
            } else {
                edge.value / visits
            };
            let score = mean + spread * prior / (1.0 + visits);
            if score > best_score {
                (best, best_score) = (number, score);
            }
        }
        best
    }
}
