//! Upper bounds by prior and visits, with Dirichlet noise at the root.

use super::tree::Edge;
use engine::random::Random;
use rand_core::{RngCore, impls};
use rand_distr::{Distribution, Gamma};

/// Settings of the selection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Puct {
    /// Weight of the prior against values found.
    pub exploration: f32,
    /// Share of noise in the priors at the root, where the search is noisy.
    pub noise_share: f32,
    /// Shape of the noise: the smaller, the fewer choices it favours.
    pub noise_alpha: f32,
}

impl Default for Puct {
    fn default() -> Self {
        let usual = crate::settings::Settings::default();
        Self {
            exploration: usual.exploration,
            noise_share: usual.noise_share,
            noise_alpha: usual.noise_alpha,
        }
    }
}

impl Puct {
    /// Mixes noise into priors.
    pub(super) fn disturb(&self, prior: &mut [f32], random: &mut Random) {
        let noise = dirichlet(self.noise_alpha, prior.len(), random);
        for (prior, noise) in prior.iter_mut().zip(noise) {
            *prior += self.noise_share * (noise - *prior);
        }
    }

    /// The offered edge with the highest bound. An edge that was not visited counts as the node itself.
    pub(super) fn select(
        &self,
        edges: &[Edge],
        prior: &[f32],
        value: f32,
        offered: impl Iterator<Item = usize>,
    ) -> usize {
        let all: u32 = edges.iter().map(|edge| edge.visits).sum();
        let root = (all.max(1) as f32).sqrt();
        let bound = |at: usize| {
            let edge = &edges[at];
            let curiosity = prior[at] * root / (1 + edge.visits) as f32;
            edge.mean_or(value) + self.exploration * curiosity
        };
        let numbered = offered.enumerate().map(|(number, at)| (number, bound(at)));
        let best = numbered.fold((0, f32::NEG_INFINITY), |best, one| {
            if one.1 > best.1 { one } else { best }
        });
        best.0
    }
}

/// Shares that add up to 1, drawn from a symmetric Dirichlet distribution.
fn dirichlet(alpha: f32, count: usize, random: &mut Random) -> Vec<f32> {
    let even = vec![1.0 / count.max(1) as f32; count];
    let Ok(gamma) = Gamma::new(alpha, 1.0) else {
        return even;
    };
    let mut source = Source(random);
    let drawn: Vec<f32> = (0..count).map(|_| gamma.sample(&mut source)).collect();
    let sum: f32 = drawn.iter().sum();
    if sum <= f32::MIN_POSITIVE {
        return even;
    }
    drawn.iter().map(|it| it / sum).collect()
}

/// The engine's chance for the library of distributions.
struct Source<'a>(&'a mut Random);

impl RngCore for Source<'_> {
    fn next_u32(&mut self) -> u32 {
        self.0.bits()
    }

    fn next_u64(&mut self) -> u64 {
        impls::next_u64_via_u32(self)
    }

    fn fill_bytes(&mut self, to: &mut [u8]) {
        impls::fill_bytes_via_next(self, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_adds_up_to_one_and_favours_few_choices() {
        let mut random = Random::new(4);
        let mut largest = 0.0;
        for _ in 0..200 {
            let noise = dirichlet(0.1, 8, &mut random);
            assert!((noise.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!(noise.iter().all(|it| *it >= 0.0));
            largest += noise.iter().copied().fold(0.0, f32::max) / 200.0;
        }
        // The mean of the largest of eight shares is near 0.7 for 0.1; with even noise it would be 0.125.
        assert!((0.55..0.85).contains(&largest), "{largest}");
        let even = dirichlet(1000.0, 8, &mut random);
        assert!(even.iter().all(|it| (it - 0.125).abs() < 0.03), "{even:?}");
    }

    #[test]
    fn what_was_never_tried_is_tried_and_what_is_good_is_tried_again() {
        let puct = Puct {
            exploration: 1.25,
            noise_share: 0.0,
            noise_alpha: 0.3,
        };
        let mut edges = vec![Edge::default(); 3];
        let prior = [0.6, 0.3, 0.1];
        let worth = [0.1, 0.9, 0.2];
        for _ in 0..200 {
            let at = puct.select(&edges, &prior, 0.5, 0..3);
            edges[at].add(worth[at]);
        }
        let visits: Vec<u32> = edges.iter().map(|edge| edge.visits).collect();
        assert!(visits.iter().all(|it| *it > 0), "{visits:?}");
        assert!(visits[1] > 150, "{visits:?}");
    }
}
