//! Values of choices, apart from the luck of the worlds they were tried in.
//!
//! Worlds differ far more than choices do: in a good world every choice looks good. Choices are not tried in the same
//! worlds all the time, because some are dropped on the way; so each value is taken as the sum of what the choice is worth
//! and what the world adds, and both are fitted by turns.

/// Rounds of fitting.
const ROUNDS: usize = 8;

/// Values by choice and world.
#[derive(Debug, Default)]
pub(crate) struct Paired {
    tried: Vec<(usize, usize, f32)>,
    choices: Vec<f32>,
    worlds: Vec<f32>,
    counts: [Vec<f32>; 2],
    now: (usize, usize),
}

impl Paired {
    /// Begins anew, with so many choices and worlds.
    pub(crate) fn clear(&mut self, choices: usize, worlds: usize) {
        self.tried.clear();
        refill(&mut self.choices, choices);
        refill(&mut self.worlds, worlds);
    }

    /// The choice and the world of the simulation that begins.
    pub(crate) fn begin(&mut self, choice: usize, world: usize) {
        self.now = (choice, world);
    }

    /// The value that the simulation came to.
    pub(crate) fn end(&mut self, value: f32) {
        let (choice, world) = self.now;
        self.tried.push((choice, world, value));
    }

    /// The values of all choices; 0 for those that were not tried.
    pub(crate) fn means(&mut self) -> &[f32] {
        self.worlds.fill(0.0);
        for _ in 0..ROUNDS {
            fit(
                &self.tried,
                &mut self.choices,
                &mut self.counts[0],
                |(choice, world, value)| (choice, value - self.worlds[world]),
            );
            fit(
                &self.tried,
                &mut self.worlds,
                &mut self.counts[1],
                |(choice, world, value)| (world, value - self.choices[choice]),
            );
            let mean = self.worlds.iter().sum::<f32>() / self.worlds.len().max(1) as f32;
            self.worlds.iter_mut().for_each(|world| *world -= mean);
        }
        fit(
            &self.tried,
            &mut self.choices,
            &mut self.counts[0],
            |(choice, world, value)| (choice, value - self.worlds[world]),
        );
        &self.choices
    }
}

/// The mean of what is left over for each place.
fn fit(
    tried: &[(usize, usize, f32)],
    means: &mut [f32],
    counts: &mut Vec<f32>,
    rest: impl Fn((usize, usize, f32)) -> (usize, f32),
) {
    means.fill(0.0);
    refill(counts, means.len());
    for one in tried {
        let (place, value) = rest(*one);
        means[place] += value;
        counts[place] += 1.0;
    }
    for (mean, count) in means.iter_mut().zip(counts) {
        *mean /= count.max(1.0);
    }
}

fn refill(values: &mut Vec<f32>, len: usize) {
    values.clear();
    values.resize(len, 0.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_that_was_tried_in_good_worlds_is_not_better_for_it() {
        let (choices, worlds) = ([0.5, 0.55, 0.4], [-0.3, 0.2, 0.1]);
        let mut paired = Paired::default();
        paired.clear(3, 3);
        for (choice, world) in [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)] {
            paired.begin(choice, world);
            paired.end(choices[choice] + worlds[world]);
        }
        let means = paired.means().to_vec();
        assert!((means[1] - means[0] - 0.05).abs() < 0.01, "{means:?}");
        assert!((means[2] - means[0] + 0.1).abs() < 0.01, "{means:?}");
    }
}
