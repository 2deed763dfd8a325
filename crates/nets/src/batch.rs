//! Inputs of several samples side by side.

use serde::{Deserialize, Serialize};

/// Lists of weighted rows, one list after the other.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Ragged {
    ends: Vec<u32>,
    rows: Vec<u32>,
    weights: Vec<f32>,
}

impl Ragged {
    /// Empties it and keeps the memory.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.rows.clear();
        self.weights.clear();
    }

    /// The number of lists.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is no list.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a row to the list that is being written.
    #[inline]
    pub fn push(&mut self, row: u32, weight: f32) {
        self.rows.push(row);
        self.weights.push(weight);
    }

    /// Ends the list that is being written.
    #[inline]
    pub fn end(&mut self) {
        self.ends.push(self.rows.len() as u32);
    }

    /// The rows and weights of a list.
    #[inline]
    pub fn list(&self, number: usize) -> (&[u32], &[f32]) {
        let first = match number {
            0 => 0,
            _ => self.ends[number - 1] as usize,
        };
        let end = self.ends[number] as usize;
        (&self.rows[first..end], &self.weights[first..end])
    }

    /// All rows, for renumbering them.
    pub(crate) fn rows_mut(&mut self) -> &mut [u32] {
        &mut self.rows
    }

    /// Copies lists of another one to the end.
    pub fn extend_from(&mut self, other: &Self, lists: std::ops::Range<usize>) {
        for number in lists {
            let (rows, weights) = other.list(number);
            self.rows.extend_from_slice(rows);
            self.weights.extend_from_slice(weights);
            self.end();
        }
    }

    /// Adds all lists of another one.
    pub fn append(&mut self, other: &Self) {
        let offset = self.rows.len() as u32;
        self.rows.extend_from_slice(&other.rows);
        self.weights.extend_from_slice(&other.weights);
        self.ends.extend(other.ends.iter().map(|end| end + offset));
    }

    /// Adds a whole list.
    pub fn add(&mut self, rows: &[u32], weights: &[f32]) {
        self.rows.extend_from_slice(rows);
        self.weights.extend_from_slice(weights);
        self.end();
    }
}

/// Observations, each with the choices that were open.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// One list for each sample.
    pub observations: Ragged,
    /// One list for each choice, those of the first sample first.
    pub choices: Ragged,
    choice_ends: Vec<u32>,
}

impl Batch {
    /// Empties it and keeps the memory.
    pub fn clear(&mut self) {
        self.observations.clear();
        self.choices.clear();
        self.choice_ends.clear();
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.choice_ends.len()
    }

    /// True if there is no sample.
    pub fn is_empty(&self) -> bool {
        self.choice_ends.is_empty()
    }

    /// Ends a sample whose observation and choices were written.
    pub fn end_sample(&mut self) {
        self.choice_ends.push(self.choices.len() as u32);
    }

    /// The numbers of the choices of a sample.
    #[inline]
    pub fn choices_of(&self, sample: usize) -> std::ops::Range<usize> {
        let first = match sample {
            0 => 0,
            _ => self.choice_ends[sample - 1] as usize,
        };
        first..self.choice_ends[sample] as usize
    }

    /// Adds all samples of another batch.
    pub fn append(&mut self, other: &Self) {
        let offset = self.choices.len() as u32;
        self.observations.append(&other.observations);
        self.choices.append(&other.choices);
        let ends = other.choice_ends.iter().map(|end| end + offset);
        self.choice_ends.extend(ends);
    }

    /// Copies a sample of another batch to the end.
    pub fn push_from(&mut self, other: &Self, sample: usize) {
        self.observations
            .extend_from(&other.observations, sample..sample + 1);
        self.choices
            .extend_from(&other.choices, other.choices_of(sample));
        self.end_sample();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_copied_with_its_choices() {
        let mut batch = Batch::default();
        for sample in 0..3_u32 {
            batch.observations.add(&[sample, 7], &[1.0, 0.5]);
            for choice in 0..=sample {
                batch.choices.add(&[choice], &[2.0]);
            }
            batch.end_sample();
        }
        let mut copy = Batch::default();
        copy.push_from(&batch, 2);
        assert_eq!(copy.len(), 1);
        assert_eq!(copy.observations.list(0), (&[2, 7][..], &[1.0, 0.5][..]));
        assert_eq!(copy.choices_of(0), 0..3);
        assert_eq!(copy.choices.list(2), (&[2][..], &[2.0][..]));
        copy.append(&batch);
        let mut one_by_one = Batch::default();
        for sample in [2, 0, 1, 2] {
            one_by_one.push_from(&batch, sample);
        }
        assert_eq!(copy, one_by_one);
    }
}
