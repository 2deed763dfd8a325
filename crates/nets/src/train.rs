//! The gradient of a loss over a batch.
//!
//! A large batch is cut into parts, always the same ones, so that threads can share the work and the sum comes out
//! the same whatever their number.

use crate::Batch;
use crate::infer::{Inference, Outputs, Scratch};
use crate::kernels::{Meeting, MeetingGradient, back_choices, back_linearly, scatter_lists};
use crate::matrix::{Matrix, add_rows, multiply};
use crate::network::{Composition, Network, Scoring};

/// Gradient of the loss with respect to the outputs of a network, as the loss function leaves it.
#[derive(Debug, Clone, Default)]
pub struct OutputGradient {
    /// Gradient with respect to [`Outputs::values`], in the same order.
    pub values: Vec<f32>,
    /// Gradient with respect to [`Outputs::scores`], in the same order.
    pub scores: Vec<f32>,
}

/// Memory for gradients, and the gradient itself.
#[derive(Debug, Clone, Default)]
pub struct Gradient {
    /// With respect to all parameters.
    pub parameters: Vec<f32>,
    scratch: Scratch,
    /// The outputs of the last pass.
    pub outputs: Outputs,
    back: OutputGradient,
    input_rows: Vec<f32>,
    choice_rows: Vec<f32>,
    layers: Vec<Vec<f32>>,
    state: Vec<f32>,
    joint: Vec<f32>,
}

impl Gradient {
    /// Computes the gradient over a batch. `loss` sees the outputs and writes the gradient with respect to them,
    /// which is zero where it writes nothing.
    pub fn compute(
        &mut self,
        network: &Network,
        prepared: &Inference,
        inputs: &Composition,
        choices: &Composition,
        batch: &Batch,
        loss: impl FnOnce(&Outputs, &mut OutputGradient),
    ) {
        prepared.evaluate(batch, &mut self.scratch, &mut self.outputs);
        refill(&mut self.back.values, self.outputs.values.len());
        refill(&mut self.back.scores, self.outputs.scores.len());
        loss(&self.outputs, &mut self.back);
        let shape = &network.shape;
        refill(&mut self.parameters, network.parameters.len());
        refill(&mut self.input_rows, inputs.len() * shape.width);
        refill(&mut self.choice_rows, choices.len() * shape.choice_width);
        refill(&mut self.state, batch.len() * shape.choice_width);
        self.back_through_choices(network, prepared, batch);
        self.back_through_layers(network, batch);
        let layout = shape.layout();
        inputs.scatter(
            &self.input_rows,
            shape.width,
            &mut self.parameters[layout.input_table],
        );
        choices.scatter(
            &self.choice_rows,
            shape.choice_width,
            &mut self.parameters[layout.choice_table],
        );
    }

    fn back_through_choices(&mut self, network: &Network, prepared: &Inference, batch: &Batch) {
        let width = network.shape.choice_width;
        if width == 0 {
            return;
        }
        if network.shape.scoring == Scoring::Linear {
            return self.back_through_linear_choices(width, prepared, batch);
        }
        let layout = network.shape.layout();
        let weights = &network.parameters[layout.score.clone()];
        let mut scores = vec![0.0; width];
        self.joint.resize(width, 0.0);
        for sample in 0..batch.len() {
            let state = sample * width..(sample + 1) * width;
            back_choices(
                &batch.choices,
                batch.choices_of(sample),
                Meeting {
                    table: prepared.choice_table(),
                    state: &self.scratch.state[state.clone()],
                    weights,
                },
                &self.back.scores,
                &mut self.joint,
                MeetingGradient {
                    table: &mut self.choice_rows,
                    state: &mut self.state[state],
                    weights: &mut scores,
                },
            );
        }
        self.parameters[layout.score].copy_from_slice(&scores);
    }

    fn back_through_linear_choices(&mut self, width: usize, prepared: &Inference, batch: &Batch) {
        for sample in 0..batch.len() {
            let state = sample * width..(sample + 1) * width;
            back_linearly(
                &batch.choices,
                batch.choices_of(sample),
                prepared.choice_table(),
                &self.scratch.state[state.clone()],
                &self.back.scores,
                &mut self.choice_rows,
                &mut self.state[state],
            );
        }
    }

    fn back_through_layers(&mut self, network: &Network, batch: &Batch) {
        let (shape, layout) = (&network.shape, network.shape.layout());
        let samples = batch.len();
        let count = shape.hidden.len();
        self.layers.resize(count + 1, Vec::new());
        let last = shape.last();
        refill(&mut self.layers[count], samples * last);
        let joint = layout.state.1.len();
        if joint == 0 && shape.choice_width > last {
            let states = self.state.chunks_exact(shape.choice_width);
            for (back, state) in self.layers[count].chunks_exact_mut(last).zip(states) {
                back.copy_from_slice(&state[..last]);
            }
        }
        let heads = [
            (&layout.output, shape.outputs, &self.back.values),
            (&layout.state, joint, &self.state),
        ];
        for ((weights, bias), after, back) in heads {
            if after == 0 {
                continue;
            }
            let back_matrix = Matrix::new(back, samples, after);
            let activations = Matrix::new(&self.scratch.layers[count], samples, last);
            multiply(
                &mut self.parameters[weights.clone()],
                activations.transposed(),
                back_matrix,
                true,
            );
            add_rows(&mut self.parameters[bias.clone()], back);
            let weights = Matrix::new(&network.parameters[weights.clone()], last, after);
            multiply(
                &mut self.layers[count],
                back_matrix,
                weights.transposed(),
                true,
            );
        }
        for number in (0..count).rev() {
            let after = shape.hidden[number];
            let before = match number {
                0 => shape.width,
                _ => shape.hidden[number - 1],
            };
            let (weights, bias) = &layout.dense[number];
            let (below, above) = self.layers.split_at_mut(number + 1);
            let (below, back) = (&mut below[number], &mut above[0]);
            mask(back, &self.scratch.layers[number + 1]);
            let back_matrix = Matrix::new(back, samples, after);
            let activations = Matrix::new(&self.scratch.layers[number], samples, before);
            multiply(
                &mut self.parameters[weights.clone()],
                activations.transposed(),
                back_matrix,
                true,
            );
            add_rows(&mut self.parameters[bias.clone()], back);
            below.resize(samples * before, 0.0);
            let weights = Matrix::new(&network.parameters[weights.clone()], before, after);
            multiply(below, back_matrix, weights.transposed(), false);
        }
        let first = &mut self.layers[0];
        mask(first, &self.scratch.layers[0]);
        add_rows(&mut self.parameters[layout.input_bias], first);
        scatter_lists(
            &batch.observations,
            first,
            shape.width,
            &mut self.input_rows,
        );
    }
}

/// Sets to zero what the rectifier cut off.
fn mask(back: &mut [f32], activations: &[f32]) {
    for (back, activation) in back.iter_mut().zip(activations) {
        if *activation <= 0.0 {
            *back = 0.0;
        }
    }
}

fn refill(values: &mut Vec<f32>, len: usize) {
    values.clear();
    values.resize(len, 0.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Shape;

    fn uniform(seed: u32) -> impl FnMut() -> f32 {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        }
    }

    fn batch() -> Batch {
        let mut batch = Batch::default();
        let mut next = uniform(5);
        for sample in 0..6 {
            for row in 0..5 {
                batch.observations.push(row * 2 + sample % 2, next() + 0.1);
            }
            batch.observations.end();
            for choice in 0..=sample % 4 {
                batch.choices.add(&[choice, 4], &[1.0, next()]);
            }
            batch.end_sample();
        }
        batch
    }

    /// A made-up loss whose gradient is plain: sum of squares with different weights.
    fn loss(outputs: &Outputs) -> f64 {
        let of = |values: &[f32]| -> f64 {
            let terms = values.iter().enumerate();
            terms
                .map(|(at, value)| f64::from(*value).powi(2) * (1.0 + at as f64 * 0.1))
                .sum()
        };
        0.5 * (of(&outputs.values) + of(&outputs.scores))
    }

    fn gradient_of_loss(outputs: &Outputs, back: &mut OutputGradient) {
        let pairs = [
            (&outputs.values, &mut back.values),
            (&outputs.scores, &mut back.scores),
        ];
        for (from, to) in pairs {
            for (at, (from, to)) in from.iter().zip(to).enumerate() {
                *to = from * (1.0 + at as f32 * 0.1);
            }
        }
    }

    #[test]
    fn a_network_without_choices_has_a_gradient() {
        let shape = Shape {
            inputs: 11,
            width: 4,
            hidden: vec![3],
            outputs: 2,
            ..Shape::default()
        };
        let network = Network::new(shape, uniform(3));
        let (inputs, none) = (Composition::identity(11), Composition::default());
        let mut batch = Batch::default();
        batch.observations.add(&[1, 5], &[1.0, 0.5]);
        batch.end_sample();
        let prepared = Inference::new(&network, &inputs, &none);
        let mut gradient = Gradient::default();
        gradient.compute(
            &network,
            &prepared,
            &inputs,
            &none,
            &batch,
            gradient_of_loss,
        );
        assert!(gradient.parameters.iter().any(|slope| *slope != 0.0));
    }

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        agrees_with_finite_differences(Shape {
            inputs: 8,
            width: 12,
            hidden: vec![10, 7],
            outputs: 3,
            choices: 6,
            choice_width: 9,
            scoring: Scoring::Joint,
        });
    }

    #[test]
    fn the_gradient_of_plain_outputs_agrees_with_finite_differences() {
        agrees_with_finite_differences(Shape {
            inputs: 8,
            width: 12,
            hidden: vec![10, 7],
            outputs: 3,
            choices: 6,
            choice_width: 8,
            scoring: Scoring::Linear,
        });
    }

    fn agrees_with_finite_differences(shape: Shape) {
        let mut network = Network::new(shape, uniform(3));
        let mut inputs = Composition::default();
        for row in 0..11 {
            inputs.add(&[(row % 8, 1.0), ((row + 3) % 8, 0.5)]);
        }
        let mut choices = Composition::default();
        for row in 0..5 {
            choices.add(&[(row, 1.0), (5, 0.25)]);
        }
        let batch = batch();
        let prepared = Inference::new(&network, &inputs, &choices);
        let mut gradient = Gradient::default();
        gradient.compute(
            &network,
            &prepared,
            &inputs,
            &choices,
            &batch,
            gradient_of_loss,
        );
        let at = |network: &Network| {
            let prepared = Inference::new(network, &inputs, &choices);
            let (mut scratch, mut outputs) = (Scratch::default(), Outputs::default());
            prepared.evaluate(&batch, &mut scratch, &mut outputs);
            loss(&outputs)
        };
        let step = 1e-2_f32;
        let (mut compared, mut large) = (0, 0);
        for parameter in 0..network.parameters.len() {
            let old = network.parameters[parameter];
            let mut around = [1.0, -1.0, 0.5, -0.5].map(|by| {
                network.parameters[parameter] = old + by * step;
                at(&network)
            });
            network.parameters[parameter] = old;
            let slope = |up: f64, down: f64, step: f64| (up - down) / (2.0 * step);
            let wide = slope(around[0], around[1], f64::from(step));
            let narrow = slope(around[2], around[3], f64::from(step) / 2.0);
            around.fill(0.0);
            // A rectifier bends in between if both slopes differ.
            if (wide - narrow).abs() > 1e-3 * (1.0 + wide.abs()) {
                continue;
            }
            compared += 1;
            large += usize::from(narrow.abs() > 1e-3);
            let found = f64::from(gradient.parameters[parameter]);
            assert!(
                (found - narrow).abs() < 5e-3 * (1.0 + narrow.abs()),
                "parameter {parameter}: {found} and {narrow}"
            );
        }
        assert!(compared > 200 && large > 100, "{compared} {large}");
    }
}
