//! A plain network of dense layers over a vector of fixed length: the profile `seed`.

use crate::matrix::{Matrix, add_rows, multiply};

/// A network of dense layers with rectifiers between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Perceptron {
    /// Widths: of the input, of the layers between, of the output.
    pub widths: Vec<usize>,
    /// Weights (before × after) and biases, layer by layer.
    pub parameters: Vec<f32>,
}

/// Memory of a pass through a network.
#[derive(Debug, Clone, Default)]
pub struct Pass {
    layers: Vec<Vec<f32>>,
    back: Vec<Vec<f32>>,
}

impl Perceptron {
    /// The network of the seed: five layers of 1024.
    pub fn seed_widths(input: usize, output: usize) -> Vec<usize> {
        let mut widths = vec![1024; 7];
        widths[0] = input;
        widths[6] = output;
        widths
    }

    /// A network that has learned nothing.
    pub fn new(widths: Vec<usize>, mut uniform: impl FnMut() -> f32) -> Self {
        let mut parameters = Vec::new();
        for (number, pair) in widths.windows(2).enumerate() {
            let is_last = number + 2 == widths.len();
            let gain: f32 = if is_last { 0.1 } else { 6.0 };
            let bound = (gain / pair[0] as f32).sqrt();
            parameters.extend((0..pair[0] * pair[1]).map(|_| (uniform() * 2.0 - 1.0) * bound));
            parameters.extend(std::iter::repeat_n(0.0, pair[1]));
        }
        Self { widths, parameters }
    }

    fn blocks(&self) -> Vec<(std::ops::Range<usize>, std::ops::Range<usize>)> {
        let mut at = 0;
        let blocks = self.widths.windows(2).map(|pair| {
            let weights = at..at + pair[0] * pair[1];
            at = weights.end + pair[1];
            (weights.clone(), weights.end..at)
        });
        blocks.collect()
    }

    /// Evaluates samples that lie one after the other; gives the outputs, one sample after the other.
    pub fn evaluate<'p>(&self, inputs: &[f32], pass: &'p mut Pass) -> &'p [f32] {
        let samples = inputs.len() / self.widths[0].max(1);
        let count = self.widths.len() - 1;
        pass.layers.resize(count + 1, Vec::new());
        pass.layers[0].clear();
        pass.layers[0].extend_from_slice(inputs);
        for (number, (weights, bias)) in self.blocks().into_iter().enumerate() {
            let (before, after) = (self.widths[number], self.widths[number + 1]);
            let (done, rest) = pass.layers.split_at_mut(number + 1);
            let to = &mut rest[0];
            to.clear();
            for _ in 0..samples {
                to.extend_from_slice(&self.parameters[bias.clone()]);
            }
            let from = Matrix::new(&done[number], samples, before);
            let weights = Matrix::new(&self.parameters[weights], before, after);
            multiply(to, from, weights, true);
            if number + 1 < count {
                crate::kernels::rectify(to);
            }
        }
        &pass.layers[count]
    }

    /// The gradient, given that with respect to the outputs of the last evaluation.
    pub fn gradient(&self, back: &[f32], pass: &mut Pass, gradient: &mut Vec<f32>) {
        gradient.clear();
        gradient.resize(self.parameters.len(), 0.0);
        let count = self.widths.len() - 1;
        pass.back.resize(count + 1, Vec::new());
        pass.back[count].clear();
        pass.back[count].extend_from_slice(back);
        let samples = back.len() / self.widths[count].max(1);
        for (number, (weights, bias)) in self.blocks().into_iter().enumerate().rev() {
            let (before, after) = (self.widths[number], self.widths[number + 1]);
            let (below, above) = pass.back.split_at_mut(number + 1);
            let (below, above) = (&mut below[number], &mut above[0]);
            if number + 1 < count {
                for (back, activation) in above.iter_mut().zip(&pass.layers[number + 1]) {
                    if *activation <= 0.0 {
                        *back = 0.0;
                    }
                }
            }
            let back = Matrix::new(above, samples, after);
            let from = Matrix::new(&pass.layers[number], samples, before);
            multiply(
                &mut gradient[weights.clone()],
                from.transposed(),
                back,
                false,
            );
            add_rows(&mut gradient[bias], above);
            if number > 0 {
                below.resize(samples * before, 0.0);
                let weights = Matrix::new(&self.parameters[weights], before, after);
                multiply(below, back, weights.transposed(), false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        let mut state = 7_u32;
        let mut uniform = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        };
        let inputs: Vec<f32> = (0..4 * 6).map(|_| uniform()).collect();
        let mut network = Perceptron::new(vec![6, 9, 8, 5], uniform);
        let mut pass = Pass::default();
        let loss = |outputs: &[f32]| -> f64 {
            outputs
                .iter()
                .map(|value| 0.5 * f64::from(*value).powi(2))
                .sum()
        };
        let back = network.evaluate(&inputs, &mut pass).to_vec();
        let mut gradient = Vec::new();
        network.gradient(&back, &mut pass, &mut gradient);
        let mut compared = 0;
        for (parameter, found) in gradient.iter().enumerate() {
            let old = network.parameters[parameter];
            let mut slope = |step: f32| {
                let mut at = |by: f32| {
                    network.parameters[parameter] = old + by;
                    loss(network.evaluate(&inputs, &mut pass))
                };
                let slope = (at(step) - at(-step)) / (2.0 * f64::from(step));
                network.parameters[parameter] = old;
                slope
            };
            let (wide, narrow) = (slope(1e-2), slope(5e-3));
            if (wide - narrow).abs() > 1e-3 * (1.0 + wide.abs()) {
                continue;
            }
            compared += 1;
            assert!((f64::from(*found) - narrow).abs() < 5e-3 * (1.0 + narrow.abs()));
        }
        assert!(compared > 100, "{compared}");
    }
}
