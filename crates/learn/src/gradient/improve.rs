//! Improving policy and critic by the samples of an iteration.

use super::{Collected, Settings};
use crate::features::Vocabulary;
use crate::teach::{PARTS, Pupil};
use crate::threads::in_parts;
use crate::values::{softmax, value_loss};
use engine::random::Random;
use nets::adam::Adam;
use nets::infer::{Inference, Outputs, Scratch};
use nets::train::OutputGradient;
use nets::{Batch, Composition, Network};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The critic is a pupil that sees all cards and has no choices.
pub type Critic = Pupil;

/// Policy, critic, magnet and average.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Improver {
    /// Plays.
    pub policy: Pupil,
    /// Judges.
    pub critic: Critic,
    /// Keeps the policy from running away.
    pub magnet: Network,
    /// Plays in the end.
    pub average: Network,
}

/// Figures of an iteration.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Progress {
    /// Mean loss of the critic.
    pub value_loss: f32,
    /// Mean entropy of the policy.
    pub entropy: f32,
    /// Mean distance from the policy that played.
    pub distance: f32,
    /// Share of samples that were clipped.
    pub clipped: f32,
    /// Mean length of the gradient.
    pub gradient: f32,
}

impl Improver {
    /// Begins with a policy and a critic.
    pub fn new(policy: Network, critic: Network) -> Self {
        Self {
            magnet: policy.clone(),
            average: policy.clone(),
            policy: Pupil::new(policy),
            critic: Pupil::new(critic),
        }
    }

    /// Improves by samples. `rate` is the learning rate.
    pub fn improve(
        &mut self,
        settings: &Settings,
        vocabulary: &Vocabulary,
        collected: &mut Collected,
        rate: f32,
        random: &mut Random,
        threads: usize,
    ) -> Progress {
        normalise(collected);
        let inputs = vocabulary.inputs.composition();
        let choices = vocabulary.choices.composition();
        let held = self.magnet_scores(inputs, choices, collected, threads);
        let mut order: Vec<usize> = (0..collected.steps.len()).collect();
        let none = Composition::default();
        let mut sums = Sums::default();
        for _ in 0..settings.epochs {
            random.shuffle(&mut order);
            for samples in order.chunks(settings.batch.max(1) as usize) {
                let policy = Teacher {
                    settings,
                    collected,
                    held: &held,
                    is_critic: false,
                };
                let step = policy.step(&mut self.policy, [inputs, choices], samples, rate, threads);
                let critic = Teacher {
                    is_critic: true,
                    ..policy
                };
                let judged = critic.steps(&mut self.critic, [inputs, &none], samples, threads);
                sums.add(&step, &judged);
            }
        }
        let policy = &self.policy.network.parameters;
        follow(&mut self.magnet.parameters, policy, settings.magnet_speed);
        follow(&mut self.average.parameters, policy, settings.average_speed);
        sums.progress()
    }

    /// The magnet's probabilities of all choices.
    fn magnet_scores(
        &self,
        inputs: &Composition,
        choices: &Composition,
        collected: &Collected,
        threads: usize,
    ) -> Vec<f32> {
        let prepared = Inference::new(&self.magnet, inputs, choices);
        let count = collected.batch.len();
        let parts: Vec<Range<usize>> = (0..PARTS)
            .map(|part| part * count / PARTS..(part + 1) * count / PARTS)
            .collect();
        let results = in_parts(&parts, threads, |range| {
            let mut batch = Batch::default();
            for sample in range.clone() {
                batch.push_from(&collected.batch, sample);
            }
            let (mut scratch, mut outputs) = (Scratch::default(), Outputs::default());
            prepared.evaluate(&batch, &mut scratch, &mut outputs);
            for sample in 0..batch.len() {
                softmax(&mut outputs.scores[batch.choices_of(sample)]);
            }
            outputs.scores
        });
        results.concat()
    }
}

/// Takes over a share of other parameters.
fn follow(parameters: &mut [f32], leader: &[f32], share: f32) {
    for (parameter, leader) in parameters.iter_mut().zip(leader) {
        *parameter += share * (leader - *parameter);
    }
}

/// Advantages with mean 0 and spread 1.
fn normalise(collected: &mut Collected) {
    let count = collected.steps.len().max(1) as f64;
    let advantages = || collected.steps.iter().map(|step| f64::from(step.advantage));
    let mean = advantages().sum::<f64>() / count;
    let variance = advantages().map(|it| (it - mean).powi(2)).sum::<f64>() / count;
    let spread = variance.sqrt().max(1e-6);
    for step in &mut collected.steps {
        step.advantage = ((f64::from(step.advantage) - mean) / spread) as f32;
    }
}

/// The lesson of one step.
#[derive(Clone, Copy)]
struct Teacher<'a> {
    settings: &'a Settings,
    collected: &'a Collected,
    held: &'a [f32],
    is_critic: bool,
}

/// Sums of figures over samples.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    samples: f64,
    value_loss: f64,
    entropy: f64,
    distance: f64,
    clipped: f64,
    steps: f64,
    gradient: f64,
}

impl Sums {
    fn add(&mut self, policy: &Self, critic: &Self) {
        self.samples += policy.samples;
        self.value_loss += critic.value_loss;
        self.entropy += policy.entropy;
        self.distance += policy.distance;
        self.clipped += policy.clipped;
        self.steps += 1.0;
        self.gradient += policy.gradient;
    }

    fn progress(&self) -> Progress {
        let mean = |sum: f64| (sum / self.samples.max(1.0)) as f32;
        Progress {
            value_loss: mean(self.value_loss),
            entropy: mean(self.entropy),
            distance: mean(self.distance),
            clipped: mean(self.clipped),
            gradient: (self.gradient / self.steps.max(1.0)) as f32,
        }
    }
}

/// Learning rate of the critic: its task is plain regression, and chance in it averages out.
const CRITIC_RATE: f32 = 1e-3;

impl Teacher<'_> {
    /// Several steps, as the critic needs them: its batches are small.
    fn steps(
        &self,
        pupil: &mut Pupil,
        tables: [&Composition; 2],
        samples: &[usize],
        threads: usize,
    ) -> Sums {
        let mut sums = Sums::default();
        for part in samples.chunks(self.settings.critic_batch.max(1) as usize) {
            let step = self.step(pupil, tables, part, CRITIC_RATE, threads);
            sums.value_loss += step.value_loss;
        }
        sums
    }

    fn step(
        &self,
        pupil: &mut Pupil,
        tables: [&Composition; 2],
        samples: &[usize],
        rate: f32,
        threads: usize,
    ) -> Sums {
        let adam = Adam::default();
        let stepped = pupil.step(
            tables,
            (&adam, rate),
            samples,
            threads,
            |part| self.batch(part),
            |part, batch, outputs, back| self.judge_all(part, samples.len(), batch, outputs, back),
        );
        let mut sums = Sums::default();
        for part in stepped.figures {
            sums.samples += part.samples;
            sums.value_loss += part.value_loss;
            sums.entropy += part.entropy;
            sums.distance += part.distance;
            sums.clipped += part.clipped;
        }
        sums.gradient = f64::from(stepped.length);
        sums
    }

    fn batch(&self, samples: &[usize]) -> Batch {
        let mut batch = Batch::default();
        for sample in samples {
            if self.is_critic {
                let range = *sample..sample + 1;
                batch.observations.extend_from(&self.collected.open, range);
            } else {
                batch.push_from(&self.collected.batch, *sample);
                let (rows, weights) = self.collected.views.list(*sample);
                batch.observations.add(rows, weights);
            }
            batch.end_sample();
        }
        batch
    }

    fn judge_all(
        &self,
        samples: &[usize],
        all: usize,
        batch: &Batch,
        outputs: &Outputs,
        back: &mut OutputGradient,
    ) -> Sums {
        let mut sums = Sums {
            samples: samples.len() as f64,
            ..Sums::default()
        };
        // The critic has one view of each decision, the policy two.
        let views = if self.is_critic { 1 } else { 2 };
        let each = outputs.values.len() / batch.len().max(1);
        for (number, sample) in samples.iter().enumerate() {
            let first = number * views * each;
            let values = first..first + views * each;
            let scores = batch.choices_of(number * views);
            self.judge(
                *sample, outputs, back, values, scores, all as f32, &mut sums,
            );
        }
        sums
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "one sample of a pass through the network"
    )]
    fn judge(
        &self,
        sample: usize,
        outputs: &Outputs,
        back: &mut OutputGradient,
        values: Range<usize>,
        scores: Range<usize>,
        all: f32,
        sums: &mut Sums,
    ) {
        let step = &self.collected.steps[sample];
        let viewers: &[u8] = if self.is_critic {
            &[step.seat]
        } else {
            &[step.seat, step.viewer]
        };
        let weights = if self.is_critic {
            // It is asked for what is played for and for nothing else. Near one half, cross entropy is four times as steep
            // as half a square.
            let [winning, scoring] = self.settings.aims;
            [winning, 4.0 * scoring]
        } else {
            [0.5 * self.settings.value; 2]
        };
        let each = values.len() / viewers.len();
        for (number, viewer) in viewers.iter().enumerate() {
            let first = values.start + number * each;
            let loss = value_loss(
                &outputs.values[first..first + each],
                &step.ends,
                usize::from(*viewer),
                weights.map(|weight| weight / all),
                &mut back.values[first..first + each],
            );
            if self.is_critic {
                sums.value_loss += f64::from(loss * all);
            }
        }
        if self.is_critic {
            return;
        }
        let first = self.collected.batch.choices_of(sample);
        let held = &self.held[first];
        self.judge_policy(
            step,
            &outputs.scores[scores.clone()],
            held,
            all,
            &mut back.scores[scores],
            sums,
        );
    }

    /// True if the policy has gone so far in the direction of an advantage that it is not followed any further.
    fn is_far(&self, ratio: f32, advantage: f32) -> bool {
        let clip = self.settings.clip;
        advantage > 0.0 && ratio > 1.0 + clip
            || advantage < 0.0 && ratio < 1.0 - clip
            // Far off the policy that played, even a loss is only followed so far.
            || advantage < 0.0 && ratio > 3.0
    }

    fn judge_policy(
        &self,
        step: &super::collect::Step,
        scores: &[f32],
        held: &[f32],
        all: f32,
        back: &mut [f32],
        sums: &mut Sums,
    ) {
        let mut policy = scores.to_vec();
        softmax(&mut policy);
        let chosen = step.chosen as usize;
        let likelihood = policy[chosen].max(1e-12).ln();
        let ratio = (likelihood - step.likelihood).clamp(-20.0, 20.0).exp();
        let is_clipped = self.is_far(ratio, step.advantage);
        let push = if is_clipped {
            0.0
        } else {
            step.advantage * ratio
        };
        let entropy: f32 = -policy.iter().map(|it| it * it.max(1e-12).ln()).sum::<f32>();
        let from_magnet = |at: usize| policy[at].max(1e-12).ln() - held[at].max(1e-12).ln();
        let pull: f32 = (0..policy.len())
            .map(|at| policy[at] * from_magnet(at))
            .sum();
        for at in 0..policy.len() {
            let mut gradient = push * (policy[at] - f32::from(u8::from(at == chosen)));
            gradient += self.settings.entropy * policy[at] * (policy[at].max(1e-12).ln() + entropy);
            gradient += self.settings.magnet * policy[at] * (from_magnet(at) - pull);
            back[at] += gradient / all;
        }
        sums.entropy += f64::from(entropy);
        sums.distance += f64::from(step.likelihood - likelihood);
        sums.clipped += f64::from(u8::from(is_clipped));
    }
}
