//! External sampling: one way for chance and the others, every way for the seat that learns.

use super::{Cfr, match_regrets, weighted};
use crate::tree::{InformationSet, Kind};

impl Cfr<'_> {
    /// A seat learns from one game.
    pub(super) fn sample(&mut self, seat: usize) {
        self.sampled(0, seat);
    }

    /// Value of a node for a seat in one game.
    fn sampled(&mut self, at: usize, seat: usize) -> f64 {
        let tree = self.tree;
        let node = tree.nodes[at];
        let first = node.first as usize;
        match node.kind {
            Kind::End => tree.payoffs[first + seat],
            Kind::Chance => {
                let number = self.random.below(node.count) as usize;
                self.sampled(first + number, seat)
            }
            Kind::Choice { set } => {
                let set = tree.sets[set as usize];
                let regrets = &self.regrets[set.range()];
                match_regrets(regrets, &mut self.current.0[set.range()]);
                if usize::from(set.seat) == seat {
                    self.learn(set, first, seat)
                } else {
                    let number = self.other(set);
                    self.sampled(first + number, seat)
                }
            }
        }
    }

    fn learn(&mut self, set: InformationSet, first: usize, seat: usize) -> f64 {
        // Updates further down concern other sets: a seat never comes into one twice.
        let count = set.count as usize;
        let values: Vec<f64> = (0..count)
            .map(|number| self.sampled(first + number, seat))
            .collect();
        let chosen = &self.current.0[set.range()];
        let value = weighted(chosen, &values);
        for (regret, one) in self.regrets[set.range()].iter_mut().zip(&values) {
            *regret += one - value;
        }
        value
    }

    /// Another seat chooses, which counts for its average.
    fn other(&mut self, set: InformationSet) -> usize {
        let chosen = &self.current.0[set.range()];
        for (sum, probability) in self.sums[set.range()].iter_mut().zip(chosen) {
            *sum += probability;
        }
        drawn(chosen, &mut self.random)
    }
}

/// The number of a choice, drawn by these probabilities.
pub(crate) fn drawn(probabilities: &[f64], random: &mut engine::random::Random) -> usize {
    let mut left = f64::from(random.bits()) / 4_294_967_296.0;
    for (number, probability) in probabilities.iter().enumerate() {
        left -= probability;
        if left < 0.0 {
            return number;
        }
    }
    // Rounding left a little: the last choice that can be made.
    probabilities.iter().rposition(|it| *it > 0.0).unwrap_or(0)
}
