//! Training by lessons: policies that searches recommend, and how games ended.

use crate::features::{Table, Vocabulary};
use crate::heads::{Answers, Heads};
use crate::replay::{Draw, Replay};
use crate::threads::in_parts;
use crate::values::{softmax, value_loss};
use engine::random::Random;
use nets::adam::{Adam, Moments};
use nets::infer::{Inference, Outputs};
use nets::selection::{Selection, Touched};
use nets::train::{Gradient, OutputGradient};
use nets::{Batch, Composition, Network};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A step is cut into so many parts, whatever the number of threads.
pub(crate) const PARTS: usize = 4;

/// A network that is being trained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pupil {
    /// The network.
    pub network: Network,
    /// Moments of the optimiser.
    pub moments: Moments,
}

impl Pupil {
    /// A network that was not trained yet.
    pub fn new(network: Network) -> Self {
        Self {
            moments: Moments::new(network.parameters.len()),
            network,
        }
    }
}

/// A step of training that was taken.
pub(crate) struct Stepped<F> {
    /// Length of the gradient.
    pub(crate) length: f32,
    /// Figures of the parts.
    pub(crate) figures: Vec<F>,
}

impl Pupil {
    /// Takes a step by samples that are cut into parts, always the same ones. `batch` writes the batch of a part;
    /// `loss` sees the outputs for it, writes the gradient with respect to them, and gives figures about it.
    pub(crate) fn step<S: Sync, F: Send>(
        &mut self,
        [inputs, choices]: [&Composition; 2],
        (adam, rate): (&Adam, f32),
        samples: &[S],
        threads: usize,
        batch: impl Fn(&[S]) -> Batch + Sync,
        loss: impl Fn(&[S], &Batch, &Outputs, &mut OutputGradient) -> F + Sync,
    ) -> Stepped<F> {
        let parts: Vec<&[S]> = samples
            .chunks(samples.len().div_ceil(PARTS).max(1))
            .collect();
        let mut batches = in_parts(&parts, threads, |part| batch(part));
        let touched = Touched::by(inputs, choices, &mut batches);
        let whole = &self.network.shape;
        let mut network = Network {
            shape: touched.selection.shape(whole),
            parameters: touched.selection.gather(whole, &self.network.parameters),
        };
        let tables = [&touched.inputs, &touched.choices];
        let prepared = Inference::new(&network, tables[0], tables[1]);
        let parts: Vec<(&[S], Batch)> = parts.into_iter().zip(batches).collect();
        let results = in_parts(&parts, threads, |(part, batch)| {
            let mut gradient = Gradient::default();
            let mut figures = None;
            gradient.compute(
                &network,
                &prepared,
                tables[0],
                tables[1],
                batch,
                |outputs, back| {
                    figures = Some(loss(part, batch, outputs, back));
                },
            );
            (gradient.parameters, figures)
        });
        let (gradients, figures): (Vec<_>, Vec<_>) = results.into_iter().unzip();
        let sum = gradients.into_iter().reduce(|mut sum, part| {
            nets::kernels::add_scaled(&mut sum, &part, 1.0);
            sum
        });
        let length = sum.map_or(0.0, |sum| {
            self.follow(&touched.selection, (adam, rate), &mut network, &sum)
        });
        Stepped {
            length,
            figures: figures.into_iter().flatten().collect(),
        }
    }

    /// Moves the part of the network that a step has touched.
    fn follow(
        &mut self,
        selection: &Selection,
        (adam, rate): (&Adam, f32),
        part: &mut Network,
        gradient: &[f32],
    ) -> f32 {
        let whole = &self.network.shape;
        let mut moments = Moments {
            first: selection.gather(whole, &self.moments.first),
            second: selection.gather(whole, &self.moments.second),
            steps: self.moments.steps,
        };
        let length = moments.step(adam, rate, &mut part.parameters, gradient);
        selection.scatter(whole, &part.parameters, &mut self.network.parameters);
        selection.scatter(whole, &moments.first, &mut self.moments.first);
        selection.scatter(whole, &moments.second, &mut self.moments.second);
        self.moments.steps = moments.steps;
        length
    }
}

/// Settings of training by lessons.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Samples in a step.
    pub batch: u32,
    /// Weight of the values.
    pub value: f32,
    /// Share of the search's own value in what a value is to become.
    pub value_mix: f32,
    /// Share of the softened policy in what the policy is to become.
    pub soft_target: f32,
    /// Weight decay.
    pub decay: f32,
    /// Extra outputs.
    pub heads: Heads,
}

/// Figures of some steps.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Progress {
    /// Mean loss of the policy, above what no policy could be below.
    pub policy_loss: f32,
    /// Mean loss of the values.
    pub value_loss: f32,
    /// Mean entropy of the policy.
    pub entropy: f32,
    /// Mean length of the gradient.
    pub gradient: f32,
    /// Steps made.
    pub steps: u32,
}

/// One who teaches.
pub struct Teacher<'a> {
    /// Settings of the lessons.
    pub settings: &'a Settings,
    /// The rows.
    pub vocabulary: &'a Vocabulary,
    /// The games.
    pub replay: &'a Replay,
    /// Threads that work.
    pub threads: usize,
}

impl Teacher<'_> {
    /// Trains for some steps.
    pub fn train(&self, pupil: &mut Pupil, steps: u32, rate: f32, random: &mut Random) -> Progress {
        let mut sums = Sums::default();
        if self.replay.is_empty() {
            return Progress::default();
        }
        for _ in 0..steps {
            let samples = self.replay.draw(self.settings.batch.max(1), random);
            sums.add(&self.step(pupil, &samples, rate));
        }
        sums.progress(steps)
    }

    fn step(&self, pupil: &mut Pupil, samples: &[Draw], rate: f32) -> Sums {
        let tables = [&self.vocabulary.inputs, &self.vocabulary.choices].map(Table::composition);
        let adam = Adam {
            decay: self.settings.decay,
            ..Adam::default()
        };
        let stepped = pupil.step(
            tables,
            (&adam, rate),
            samples,
            self.threads,
            |part| self.batch(part),
            |part, batch, outputs, back| self.judge(part, samples.len(), batch, outputs, back),
        );
        let mut sums = Sums::default();
        stepped.figures.iter().for_each(|part| sums.add(part));
        sums.gradient = f64::from(stepped.length);
        sums
    }

    /// Two samples for each lesson: of who decided, and what another seat saw.
    fn batch(&self, samples: &[Draw]) -> Batch {
        let mut batch = Batch::default();
        for sample in samples {
            batch.push_from(self.replay.batch(sample), sample.lesson as usize);
            let (rows, weights) = self.replay.view(sample);
            batch.observations.add(rows, weights);
            batch.end_sample();
        }
        batch
    }

    fn judge(
        &self,
        samples: &[Draw],
        all: usize,
        batch: &Batch,
        outputs: &Outputs,
        back: &mut OutputGradient,
    ) -> Sums {
        let mut sums = Sums::default();
        let each = outputs.values.len() / batch.len().max(1);
        for (number, sample) in samples.iter().enumerate() {
            let judge = Judge {
                teacher: self,
                sample,
                weight: sample.weight / all as f32,
            };
            judge.values(2 * number, false, each, outputs, back, &mut sums);
            judge.values(2 * number + 1, true, each, outputs, back, &mut sums);
            judge.heads(2 * number, each, outputs, back);
            judge.policy(batch.choices_of(2 * number), outputs, back, &mut sums);
        }
        sums
    }
}

/// One sample of a step.
struct Judge<'a> {
    teacher: &'a Teacher<'a>,
    sample: &'a Draw,
    weight: f32,
}

impl Judge<'_> {
    fn values(
        &self,
        number: usize,
        is_other: bool,
        each: usize,
        outputs: &Outputs,
        back: &mut OutputGradient,
        sums: &mut Sums,
    ) {
        let settings = self.teacher.settings;
        let (lesson, mut ends) = self.teacher.replay.lesson(self.sample);
        let decider = usize::from(lesson.seat);
        if let Some(part) = self.teacher.replay.value_part(self.sample) {
            let end = &mut ends[decider][part];
            *end += settings.value_mix * (lesson.value - *end);
        }
        let viewer = if is_other {
            lesson.viewer(ends.len())
        } else {
            decider
        };
        let range = number * each..(number + 1) * each;
        let weight = 0.5 * settings.value * self.weight;
        let values = &outputs.values[range.clone()];
        let loss = value_loss(values, &ends, viewer, [weight; 2], &mut back.values[range]);
        sums.value_loss += f64::from(loss / settings.value.max(1e-9));
    }

    fn heads(&self, number: usize, each: usize, outputs: &Outputs, back: &mut OutputGradient) {
        let Teacher {
            settings, replay, ..
        } = self.teacher;
        let (lesson, ends) = (self.sample, replay.lesson(self.sample).1);
        let range = number * each + crate::values::EACH * ends.len()..(number + 1) * each;
        if range.is_empty() {
            return;
        }
        let answers = Answers {
            ahead: replay.value_ahead(lesson, settings.heads.decisions),
            held: replay.held(lesson),
        };
        settings.heads.judge(
            &outputs.values[range.clone()],
            answers,
            self.weight,
            &mut back.values[range],
        );
    }

    fn policy(
        &self,
        range: std::ops::Range<usize>,
        outputs: &Outputs,
        back: &mut OutputGradient,
        sums: &mut Sums,
    ) {
        let (lesson, _) = self.teacher.replay.lesson(self.sample);
        let mut policy = outputs.scores[range.clone()].to_vec();
        softmax(&mut policy);
        let back = &mut back.scores[range];
        let target = softened(&lesson.policy, self.teacher.settings.soft_target);
        for ((back, found), wanted) in back.iter_mut().zip(&policy).zip(target.iter()) {
            *back += self.weight * (found - wanted);
            if *wanted > 0.0 {
                let ratio = wanted / found.max(1e-12);
                sums.policy_loss += f64::from(self.weight * wanted * ratio.ln());
            }
            sums.entropy -= f64::from(self.weight * found * found.max(1e-12).ln());
        }
    }
}

/// A policy mixed with its own fourth root.
fn softened(policy: &[f32], share: f32) -> Cow<'_, [f32]> {
    if share == 0.0 {
        return Cow::Borrowed(policy);
    }
    let soft = |likely: f32| likely.max(0.0).sqrt().sqrt();
    let sum: f32 = policy.iter().copied().map(soft).sum();
    let mixed = policy
        .iter()
        .map(|likely| likely + share * (soft(*likely) / sum.max(1e-12) - likely));
    Cow::Owned(mixed.collect())
}

#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    policy_loss: f64,
    value_loss: f64,
    entropy: f64,
    gradient: f64,
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.policy_loss += other.policy_loss;
        self.value_loss += other.value_loss;
        self.entropy += other.entropy;
        self.gradient += other.gradient;
    }

    fn progress(&self, steps: u32) -> Progress {
        let mean = |sum: f64| (sum / f64::from(steps.max(1))) as f32;
        Progress {
            policy_loss: mean(self.policy_loss),
            value_loss: mean(self.value_loss),
            entropy: mean(self.entropy),
            gradient: mean(self.gradient),
            steps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_softened_policy_is_a_policy_between_the_recommended_one_and_its_root() {
        let policy = [0.81, 0.18, 0.01, 0.0];
        assert_eq!(&*softened(&policy, 0.0), &policy);
        let soft = softened(&policy, 1.0);
        let sum: f32 = soft.iter().sum();
        assert!((sum - 1.0).abs() < 1e-5);
        assert!(soft[0] < 0.5 && soft[2] > 0.1 && soft[3] == 0.0, "{soft:?}");
        let half = softened(&policy, 0.5);
        for ((half, soft), policy) in half.iter().zip(soft.iter()).zip(policy) {
            assert!((half - 0.5 * (soft + policy)).abs() < 1e-6);
        }
    }
}
