//! Evaluating a network, for one position or for many at once.

use crate::kernels::{affine, rectify, score_choices, score_linearly, sum_lists};
use crate::matrix::{Matrix, multiply};
use crate::network::{Composition, Layout, Network, Scoring, Shape};
use crate::{Batch, Ragged};

/// A network as it is evaluated: every row of its tables is composed. Immutable, and shared by all who evaluate.
#[derive(Debug, Clone)]
pub struct Inference {
    shape: Shape,
    layout: Layout,
    parameters: Vec<f32>,
    input_table: Vec<f32>,
    choice_table: Vec<f32>,
}

/// Memory for evaluations.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    pub(crate) layers: Vec<Vec<f32>>,
    pub(crate) state: Vec<f32>,
    room: Vec<f32>,
}

/// Results for a batch.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outputs {
    /// [`Shape::outputs`] numbers for each sample, before any squashing.
    pub values: Vec<f32>,
    /// One number for each choice, before any squashing, in the order of the batch.
    pub scores: Vec<f32>,
}

impl Inference {
    /// Prepares a network, whose tables have rows composed as given.
    pub fn new(network: &Network, inputs: &Composition, choices: &Composition) -> Self {
        let layout = network.shape.layout();
        let mut prepared = Self {
            shape: network.shape.clone(),
            parameters: network.parameters.clone(),
            input_table: Vec::new(),
            choice_table: Vec::new(),
            layout,
        };
        prepared.compose(inputs, choices);
        prepared
    }

    fn compose(&mut self, inputs: &Composition, choices: &Composition) {
        let (layout, parameters) = (&self.layout, &self.parameters);
        let factors = &parameters[layout.input_table.clone()];
        inputs.compose(factors, self.shape.width, &mut self.input_table);
        if self.shape.choice_width > 0 {
            let factors = &parameters[layout.choice_table.clone()];
            choices.compose(factors, self.shape.choice_width, &mut self.choice_table);
        }
    }

    /// Widths of the layers.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Evaluates a batch. Each sample comes out the same whatever else is in the batch, but for the rounding of wide
    /// layers.
    pub fn evaluate(&self, batch: &Batch, scratch: &mut Scratch, outputs: &mut Outputs) {
        self.evaluate_from(batch, 0, scratch, outputs);
    }

    /// As [`Self::evaluate`], from a sample of the batch on: the outputs are about those.
    pub fn evaluate_from(
        &self,
        batch: &Batch,
        first: usize,
        scratch: &mut Scratch,
        outputs: &mut Outputs,
    ) {
        self.evaluate_states(&batch.observations, first, scratch, &mut outputs.values);
        outputs.scores.clear();
        let width = self.shape.choice_width;
        if width == 0 {
            return;
        }
        scratch.room.resize(width, 0.0);
        for sample in first..batch.len() {
            let state = &scratch.state[(sample - first) * width..][..width];
            let range = batch.choices_of(sample);
            match self.shape.scoring {
                Scoring::Joint => score_choices(
                    &batch.choices,
                    range,
                    &self.choice_table,
                    state,
                    self.block(&self.layout.score),
                    &mut scratch.room,
                    &mut outputs.scores,
                ),
                Scoring::Linear => score_linearly(
                    &batch.choices,
                    range,
                    &self.choice_table,
                    state,
                    &mut outputs.scores,
                ),
            }
        }
    }

    /// All but the choices, for observations from a list on.
    pub fn evaluate_states(
        &self,
        lists: &Ragged,
        first: usize,
        scratch: &mut Scratch,
        values: &mut Vec<f32>,
    ) {
        let samples = lists.len() - first;
        let widths = std::iter::once(&self.shape.width).chain(&self.shape.hidden);
        scratch
            .layers
            .resize(self.shape.hidden.len() + 1, Vec::new());
        for (layer, width) in scratch.layers.iter_mut().zip(widths) {
            layer.resize(samples * width, 0.0);
        }
        let bias = self.block(&self.layout.input_bias);
        let layer = &mut scratch.layers[0];
        sum_lists(
            lists,
            first,
            &self.input_table,
            Some(bias),
            self.shape.width,
            layer,
        );
        rectify(layer);
        let mut before = self.shape.width;
        for (number, (weights, bias)) in self.layout.dense.iter().enumerate() {
            let (done, rest) = scratch.layers.split_at_mut(number + 1);
            let bias = self.block(bias);
            layer_of(
                &done[number],
                before,
                self.block(weights),
                bias,
                &mut rest[0],
            );
            rectify(&mut rest[0]);
            before = bias.len();
        }
        let last = &scratch.layers[self.shape.hidden.len()];
        let (weights, bias) = &self.layout.output;
        values.resize(samples * self.shape.outputs, 0.0);
        affine(last, before, self.block(weights), self.block(bias), values);
        let (weights, bias) = &self.layout.state;
        let width = self.shape.choice_width;
        let state = &mut scratch.state;
        state.resize(samples * width, 0.0);
        match self.shape.scoring {
            Scoring::Joint => affine(last, before, self.block(weights), self.block(bias), state),
            Scoring::Linear if width > 0 => {
                for (state, last) in state.chunks_exact_mut(width).zip(last.chunks_exact(before)) {
                    state[..before].copy_from_slice(last);
                    state[before] = 1.0;
                }
            }
            Scoring::Linear => {}
        }
    }

    fn block(&self, range: &std::ops::Range<usize>) -> &[f32] {
        &self.parameters[range.clone()]
    }

    /// Rows of the composed input table.
    pub(crate) fn choice_table(&self) -> &[f32] {
        &self.choice_table
    }
}

/// Wider layers are multiplied by the library of matrices, if there are enough samples.
const WIDE: usize = 128;

/// Samples from which on that pays.
const MANY: usize = 8;

/// As [`affine`], by whatever is faster.
fn layer_of(from: &[f32], before: usize, weights: &[f32], bias: &[f32], to: &mut [f32]) {
    let after = bias.len();
    let samples = from.len() / before.max(1);
    if before < WIDE || after < WIDE || samples < MANY {
        return affine(from, before, weights, bias, to);
    }
    for to in to.chunks_exact_mut(after) {
        to.copy_from_slice(bias);
    }
    let from = Matrix::new(from, samples, before);
    multiply(to, from, Matrix::new(weights, before, after), true);
}
