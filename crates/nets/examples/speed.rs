//! Speed of networks on one core, evaluated and trained, as JSON lines.
//!
//! `speed DIR [SECONDS]` writes each network and its batch to DIR, so that others can do the same with them:
//! `crates/python/bench/networks.py` compares with PyTorch (`cargo xtask bench networks`).

#![expect(clippy::print_stdout, reason = "the figures are what it is for")]
#![expect(
    clippy::disallowed_methods,
    reason = "it measures time and writes files"
)]
#![expect(clippy::unwrap_used, reason = "a measurement that fails may stop")]

use nets::adam::{Adam, Moments};
use nets::file::{Precision, Tensor, Values, write};
use nets::infer::{Inference, Outputs, Scratch};
use nets::train::Gradient;
use nets::{Batch, Composition, Network, Scoring, Shape};
use std::path::Path;
use std::time::{Duration, Instant};

/// Something to measure.
struct Case {
    name: &'static str,
    shape: Shape,
    samples: usize,
    /// Rows of an observation, and choices with their rows.
    rows: usize,
    choices: usize,
    choice_rows: usize,
    trains: bool,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| ".".to_owned());
    let seconds = arguments.next().and_then(|text| text.parse().ok());
    let least = Duration::from_secs_f64(seconds.unwrap_or(2.0));
    for case in cases() {
        case.run(Path::new(&folder), least);
    }
}

/// The network of the profile `seed`, and the usual one, at the sizes they have for Duel Masters.
fn cases() -> Vec<Case> {
    let seed = Shape {
        inputs: 205,
        width: 1024,
        hidden: vec![1024; 4],
        outputs: 4,
        choices: 581,
        choice_width: 1025,
        scoring: Scoring::Linear,
    };
    let small = Shape {
        inputs: 4096,
        width: 64,
        hidden: vec![64, 32],
        outputs: 4,
        choices: 2048,
        choice_width: 32,
        scoring: Scoring::Joint,
    };
    let of_seed = |name, trains| Case {
        name,
        shape: seed.clone(),
        samples: 256,
        rows: 60,
        choices: 8,
        choice_rows: 1,
        trains,
    };
    let of_small = |name, samples| Case {
        name,
        shape: small.clone(),
        samples,
        rows: 80,
        choices: 8,
        choice_rows: 12,
        trains: false,
    };
    vec![
        of_seed("seed inference 256", false),
        of_seed("seed training 256", true),
        of_small("small inference 1", 1),
        of_small("small inference 256", 256),
    ]
}

impl Case {
    fn run(&self, folder: &Path, least: Duration) {
        let mut next = uniform(7);
        let network = Network::new(self.shape.clone(), &mut next);
        let batch = self.batch(&mut next);
        let (inputs, choices) = (
            Composition::identity(self.shape.inputs),
            Composition::identity(self.shape.choices),
        );
        let prepared = Inference::new(&network, &inputs, &choices);
        let (mut scratch, mut outputs) = (Scratch::default(), Outputs::default());
        prepared.evaluate(&batch, &mut scratch, &mut outputs);
        self.save(folder, &network, &batch, &outputs);
        let mut trained = network.clone();
        let mut moments = Moments::new(network.parameters.len());
        let mut gradient = Gradient::default();
        let rounds = repeat(least, || {
            if !self.trains {
                prepared.evaluate(&batch, &mut scratch, &mut outputs);
                return;
            }
            let prepared = Inference::new(&trained, &inputs, &choices);
            gradient.compute(
                &trained,
                &prepared,
                &inputs,
                &choices,
                &batch,
                |outputs, back| {
                    back.values.copy_from_slice(&outputs.values);
                    back.scores.copy_from_slice(&outputs.scores);
                },
            );
            moments.step(
                &Adam::default(),
                1e-4,
                &mut trained.parameters,
                &gradient.parameters,
            );
        });
        println!(
            "{{\"case\": \"{}\", \"samples_a_second\": {:.0}}}",
            self.name,
            rounds * self.samples as f64
        );
    }

    fn batch(&self, next: &mut impl FnMut() -> f32) -> Batch {
        let mut batch = Batch::default();
        let mut drawn = |below: usize| (next() * below as f32) as u32 % below as u32;
        for _ in 0..self.samples {
            for _ in 0..self.rows {
                batch.observations.push(drawn(self.shape.inputs), 1.0);
            }
            batch.observations.end();
            for _ in 0..self.choices {
                for _ in 0..self.choice_rows {
                    batch.choices.push(drawn(self.shape.choices), 1.0);
                }
                batch.choices.end();
            }
            batch.end_sample();
        }
        batch
    }

    fn save(&self, folder: &Path, network: &Network, batch: &Batch, outputs: &Outputs) {
        let (shape, layout) = (&self.shape, self.shape.layout());
        let mut tensors = Vec::new();
        let mut floats = |name: &str, sizes: &[usize], values: &[f32]| {
            tensors.push(Tensor {
                name: name.to_owned(),
                shape: sizes.to_vec(),
                values: Values::Floats(values.to_vec()),
            });
        };
        let part = |range: &std::ops::Range<usize>| &network.parameters[range.clone()];
        floats(
            "input.table",
            &[shape.inputs, shape.width],
            part(&layout.input_table),
        );
        floats("input.bias", &[shape.width], part(&layout.input_bias));
        let mut before = shape.width;
        for (number, (weights, bias)) in layout.dense.iter().enumerate() {
            let after = shape.hidden[number];
            floats(
                &format!("dense.{number}.weight"),
                &[before, after],
                part(weights),
            );
            floats(&format!("dense.{number}.bias"), &[after], part(bias));
            before = after;
        }
        floats(
            "value.weight",
            &[before, shape.outputs],
            part(&layout.output.0),
        );
        floats("value.bias", &[shape.outputs], part(&layout.output.1));
        let joint = layout.score.len();
        floats("state.weight", &[before, joint], part(&layout.state.0));
        floats("state.bias", &[joint], part(&layout.state.1));
        floats(
            "choice.table",
            &[shape.choices, shape.choice_width],
            part(&layout.choice_table),
        );
        floats("choice.score", &[joint], part(&layout.score));
        floats("values", &[self.samples, shape.outputs], &outputs.values);
        floats("scores", &[self.samples, self.choices], &outputs.scores);
        let lists = [
            ("rows", &batch.observations),
            ("choice_rows", &batch.choices),
        ];
        for (name, lists) in lists {
            let rows = (0..lists.len()).flat_map(|list| lists.list(list).0.to_vec());
            let rows: Vec<u64> = rows.map(u64::from).collect();
            tensors.push(Tensor {
                name: name.to_owned(),
                shape: vec![lists.len(), rows.len() / lists.len()],
                values: Values::Integers(rows),
            });
        }
        let bytes = write(&tensors, "{}", Precision::Single).unwrap();
        let file = format!("{}.safetensors", self.name.replace(' ', "_"));
        std::fs::write(folder.join(file), bytes).unwrap();
    }
}

/// Repetitions a second, the best of three stretches.
fn repeat(least: Duration, mut work: impl FnMut()) -> f64 {
    work();
    let stretches = (0..3).map(|_| {
        let began = Instant::now();
        let mut count = 0_u32;
        while began.elapsed() < least / 3 {
            work();
            count += 1;
        }
        f64::from(count) / began.elapsed().as_secs_f64()
    });
    stretches.fold(0.0, f64::max)
}

fn uniform(seed: u32) -> impl FnMut() -> f32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    }
}
