//! Part of a network: some factors of its tables, and everything else of it.
//!
//! A step of training touches few of the rows that a game has. It composes, differentiates and moves only those.

use crate::network::{Composition, Layout, Shape};
use crate::{Batch, Ragged};
use std::ops::Range;

/// Some factors of both tables, by their numbers in the whole network.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Of the input table.
    pub inputs: Vec<u32>,
    /// Of the choice table.
    pub choices: Vec<u32>,
}

impl Selection {
    /// The shape of the part.
    pub fn shape(&self, whole: &Shape) -> Shape {
        Shape {
            inputs: self.inputs.len(),
            choices: self.choices.len(),
            ..whole.clone()
        }
    }

    /// Copies values of parameters out of those of the whole network.
    pub fn gather(&self, whole: &Shape, values: &[f32]) -> Vec<f32> {
        let part = self.shape(whole).layout();
        let mut gathered = vec![0.0; part.len];
        self.each(whole, &part, |whole, part| {
            gathered[part].copy_from_slice(&values[whole]);
        });
        gathered
    }

    /// Copies values of parameters back into those of the whole network.
    pub fn scatter(&self, whole: &Shape, gathered: &[f32], values: &mut [f32]) {
        let part = self.shape(whole).layout();
        self.each(whole, &part, |whole, part| {
            values[whole].copy_from_slice(&gathered[part]);
        });
    }

    /// Calls `copy` with the place of each block in the whole network and in the part.
    fn each(&self, shape: &Shape, part: &Layout, mut copy: impl FnMut(Range<usize>, Range<usize>)) {
        let whole = shape.layout();
        let tables = [
            (
                &self.inputs,
                shape.width,
                &whole.input_table,
                &part.input_table,
            ),
            (
                &self.choices,
                shape.choice_width,
                &whole.choice_table,
                &part.choice_table,
            ),
        ];
        for (factors, width, whole, part) in tables {
            let row = |first: usize, at: usize| first + at * width..first + (at + 1) * width;
            for (at, factor) in factors.iter().enumerate() {
                copy(row(whole.start, *factor as usize), row(part.start, at));
            }
        }
        let between = |layout: &Layout| layout.input_bias.start..layout.choice_table.start;
        copy(between(&whole), between(part));
        copy(whole.score, part.score.clone());
    }
}

/// The part of a network that some batches touch.
#[derive(Debug, Clone, Default)]
pub struct Touched {
    /// Factors of the whole network that the part consists of.
    pub selection: Selection,
    /// Rows of observations, composed of the factors of the part.
    pub inputs: Composition,
    /// Rows of choices, composed of the factors of the part.
    pub choices: Composition,
}

impl Touched {
    /// Finds the part that batches touch, and renumbers their rows accordingly.
    pub fn by(inputs: &Composition, choices: &Composition, batches: &mut [Batch]) -> Self {
        let observations = batches.iter_mut().map(|batch| &mut batch.observations);
        let (inputs, input_factors) = part(inputs, observations);
        let offers = batches.iter_mut().map(|batch| &mut batch.choices);
        let (choices, choice_factors) = part(choices, offers);
        Self {
            selection: Selection {
                inputs: input_factors,
                choices: choice_factors,
            },
            inputs,
            choices,
        }
    }
}

/// Numbers in the order in which they are met.
struct Numbering {
    numbers: Vec<u32>,
    met: Vec<u32>,
}

impl Numbering {
    fn new(count: usize) -> Self {
        Self {
            numbers: vec![u32::MAX; count],
            met: Vec::new(),
        }
    }

    fn of(&mut self, old: u32) -> u32 {
        let place = &mut self.numbers[old as usize];
        if *place == u32::MAX {
            *place = self.met.len() as u32;
            self.met.push(old);
        }
        *place
    }
}

/// The rows that lists touch, and their factors.
fn part<'a>(
    whole: &Composition,
    lists: impl Iterator<Item = &'a mut Ragged>,
) -> (Composition, Vec<u32>) {
    let mut rows = Numbering::new(whole.len());
    for list in lists {
        for row in list.rows_mut() {
            *row = rows.of(*row);
        }
    }
    let mut factors = Numbering::new(whole.factors());
    let mut composition = Composition::default();
    let mut parts = Vec::new();
    for row in rows.met {
        let (old, weights) = whole.row(row as usize);
        parts.clear();
        parts.extend(
            old.iter()
                .zip(weights)
                .map(|(old, weight)| (factors.of(*old), *weight)),
        );
        composition.add(&parts);
    }
    (composition, factors.met)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Network;
    use crate::infer::{Inference, Outputs, Scratch};

    fn shape() -> Shape {
        Shape {
            inputs: 9,
            width: 5,
            hidden: vec![4],
            outputs: 2,
            choices: 6,
            choice_width: 3,
            ..Shape::default()
        }
    }

    fn compositions() -> (Composition, Composition) {
        let (mut inputs, mut choices) = (Composition::default(), Composition::default());
        for row in 0..20 {
            inputs.add(&[(row % 9, 1.0), ((row + 4) % 9, 0.5)]);
            choices.add(&[(row % 6, 1.0), ((row + 1) % 6, 2.0)]);
        }
        (inputs, choices)
    }

    fn batch() -> Batch {
        let mut batch = Batch::default();
        batch.observations.add(&[17, 2], &[1.0, 0.25]);
        batch.choices.add(&[19], &[1.0]);
        batch.choices.add(&[3, 9], &[1.0, 1.0]);
        batch.end_sample();
        batch
    }

    fn evaluate(network: &Network, tables: [&Composition; 2], batch: &Batch) -> Outputs {
        let mut outputs = Outputs::default();
        let prepared = Inference::new(network, tables[0], tables[1]);
        prepared.evaluate(batch, &mut Scratch::default(), &mut outputs);
        outputs
    }

    #[test]
    fn a_part_gives_what_the_whole_network_gives() {
        let mut number = 0.0;
        let whole = Network::new(shape(), || {
            number += 0.37_f32;
            number.fract()
        });
        let (inputs, choices) = compositions();
        let mut batches = [batch()];
        let touched = Touched::by(&inputs, &choices, &mut batches);
        assert_eq!(touched.inputs.len(), 2);
        assert!(touched.selection.choices.len() < 6);
        let part = Network {
            shape: touched.selection.shape(&whole.shape),
            parameters: touched.selection.gather(&whole.shape, &whole.parameters),
        };
        assert_eq!(
            evaluate(&part, [&touched.inputs, &touched.choices], &batches[0]),
            evaluate(&whole, [&inputs, &choices], &batch())
        );
        let mut copy = whole.parameters.clone();
        touched
            .selection
            .scatter(&whole.shape, &part.parameters, &mut copy);
        assert_eq!(copy, whole.parameters);
    }
}
