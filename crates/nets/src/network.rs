//! The network `small`: its shape, its parameters, and the tables that inference reads.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Score of a choice, from the state and from the rows of the choice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// Weights · max(0, state part + sum of the choice's rows).
    #[default]
    Joint,
    /// Last layer, and 1 · sum of the choice's rows: a plain output for every row.
    Linear,
}

/// Sizes of a network.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// Factors of the input table: each row of an observation is a sum of some of them.
    pub inputs: usize,
    /// Width of the first layer.
    pub width: usize,
    /// Widths of the dense layers after it; at least one.
    pub hidden: Vec<usize>,
    /// Outputs that are not about choices.
    pub outputs: usize,
    /// Factors of the choice table.
    pub choices: usize,
    /// Width of the layer in which state and choice meet; 0 without choices.
    pub choice_width: usize,
    /// Scoring of choices. With [`Scoring::Linear`] the width is one more than that of the last layer.
    pub scoring: Scoring,
}

/// Ranges of the blocks of parameters in the flat list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// `inputs` × `width`.
    pub input_table: Range<usize>,
    /// One number for each of `width`.
    pub input_bias: Range<usize>,
    /// Weights (before × after) and biases of the dense layers.
    pub dense: Vec<(Range<usize>, Range<usize>)>,
    /// Last × `outputs`, and biases.
    pub output: (Range<usize>, Range<usize>),
    /// Last × `choice_width`, and biases; nothing where choices are scored linearly.
    pub state: (Range<usize>, Range<usize>),
    /// `choices` × `choice_width`.
    pub choice_table: Range<usize>,
    /// `choice_width`; nothing where choices are scored linearly.
    pub score: Range<usize>,
    /// All of them.
    pub len: usize,
}

impl Shape {
    /// Width of the last dense layer.
    pub fn last(&self) -> usize {
        self.hidden.last().copied().unwrap_or(self.width)
    }

    /// Ranges of the blocks of parameters, in the order of the file.
    pub fn layout(&self) -> Layout {
        let mut len = 0;
        let mut block = |size: usize| {
            let range = len..len + size;
            len += size;
            range
        };
        let input_table = block(self.inputs * self.width);
        let input_bias = block(self.width);
        let mut before = self.width;
        let mut dense = Vec::new();
        for after in &self.hidden {
            dense.push((block(before * after), block(*after)));
            before = *after;
        }
        let output = (block(before * self.outputs), block(self.outputs));
        let joint = match self.scoring {
            Scoring::Joint => self.choice_width,
            Scoring::Linear => 0,
        };
        let state = (block(before * joint), block(joint));
        let choice_table = block(self.choices * self.choice_width);
        let score = block(joint);
        Layout {
            input_table,
            input_bias,
            dense,
            output,
            state,
            choice_table,
            score,
            len,
        }
    }
}

/// Factors of each row of a table.
///
/// A row that stands for a card in a zone is the sum of a factor for that very card and of factors it shares with
/// other cards, so that a card nobody has met is not unknown.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Composition {
    parts: crate::Ragged,
    /// A number above that of every factor.
    factors: u32,
}

impl Composition {
    /// Every row is one factor of its own.
    pub fn identity(rows: usize) -> Self {
        let mut composition = Self::default();
        for row in 0..rows as u32 {
            composition.add(&[(row, 1.0)]);
        }
        composition
    }

    /// Adds a row; gives its number.
    pub fn add(&mut self, factors: &[(u32, f32)]) -> u32 {
        for (factor, weight) in factors {
            self.parts.push(*factor, *weight);
            self.factors = self.factors.max(factor + 1);
        }
        self.parts.end();
        self.parts.len() as u32 - 1
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// True if there is no row.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// A number above that of every factor.
    pub fn factors(&self) -> usize {
        self.factors as usize
    }

    /// The factors of a row, with their weights.
    pub fn row(&self, row: usize) -> (&[u32], &[f32]) {
        self.parts.list(row)
    }

    /// Writes every row as the sum of its factors.
    pub fn compose(&self, factors: &[f32], width: usize, table: &mut Vec<f32>) {
        table.clear();
        table.resize(self.len() * width, 0.0);
        crate::kernels::sum_lists(&self.parts, 0, factors, None, width, table);
    }

    /// Adds the gradient of every row to the gradients of its factors.
    pub fn scatter(&self, rows: &[f32], width: usize, factors: &mut [f32]) {
        if width > 0 {
            crate::kernels::scatter_lists(&self.parts, rows, width, factors);
        }
    }
}

/// A network: a shape, and all its parameters in one list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Network {
    /// Widths of the layers.
    pub shape: Shape,
    /// Its parameters, laid out as [`Shape::layout`] says.
    pub parameters: Vec<f32>,
}

impl Network {
    /// The same with the first outputs alone.
    #[must_use]
    pub fn with_outputs(&self, outputs: usize) -> Self {
        let before = self.shape.outputs;
        if outputs >= before {
            return self.clone();
        }
        let layout = self.shape.layout();
        let mut parameters = Vec::with_capacity(self.parameters.len());
        for (number, parameter) in self.parameters.iter().enumerate() {
            let mut blocks = [&layout.output.0, &layout.output.1].into_iter();
            let block = blocks.find(|block| block.contains(&number));
            if block.is_none_or(|block| (number - block.start) % before < outputs) {
                parameters.push(*parameter);
            }
        }
        Self {
            shape: Shape {
                outputs,
                ..self.shape.clone()
            },
            parameters,
        }
    }

    /// A network that has learned nothing: tables near zero, dense layers spread as He et al. propose, and nothing
    /// preferred.
    pub fn new(shape: Shape, mut uniform: impl FnMut() -> f32) -> Self {
        let layout = shape.layout();
        let mut parameters = vec![0.0; layout.len];
        let mut spread = |range: &Range<usize>, bound: f32| {
            for parameter in &mut parameters[range.clone()] {
                *parameter = (uniform() * 2.0 - 1.0) * bound;
            }
        };
        spread(&layout.input_table, 0.1);
        let mut before = shape.width;
        for ((weights, _), after) in layout.dense.iter().zip(&shape.hidden) {
            spread(weights, (6.0 / before as f32).sqrt());
            before = *after;
        }
        spread(&layout.output.0, 0.3 / (before as f32).sqrt());
        spread(&layout.state.0, (3.0 / before as f32).sqrt());
        let of_choices = match shape.scoring {
            Scoring::Joint => 0.1,
            Scoring::Linear => 0.3 / (before as f32).sqrt(),
        };
        spread(&layout.choice_table, of_choices);
        spread(
            &layout.score,
            0.3 / (shape.choice_width.max(1) as f32).sqrt(),
        );
        Self { shape, parameters }
    }
}
