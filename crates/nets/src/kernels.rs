//! Inner loops. They are compiled for the processor's widest instructions and picked at run time.
//!
//! Every sample is computed on its own and in the same order, so that a result does not depend on the batch.

use crate::Ragged;
use pulp::Arch;

/// Columns that are computed together.
const COLUMNS: usize = 32;

/// Samples that are computed together.
const SAMPLES: usize = 4;

/// Defines a function that is compiled once for every kind of processor, its whole body inlined.
macro_rules! vectorized {
    ($(#[$about:meta])* $seen:vis fn $name:ident<$life:lifetime>($($argument:ident: $type:ty),+ $(,)?) $body:block) => {
        $(#[$about])*
        $seen fn $name<$life>($($argument: $type),+) {
            struct Call<$life> {
                $($argument: $type),+
            }
            impl pulp::WithSimd for Call<'_> {
                type Output = ();

                #[inline(always)]
                fn with_simd<S: pulp::Simd>(self, _: S) {
                    let Self { $($argument),+ } = self;
                    $body
                }
            }
            Arch::new().dispatch(Call { $($argument),+ });
        }
    };
}

pub(crate) use vectorized;

vectorized! {
    /// Adds a multiple of a list to another.
    pub fn add_scaled<'a>(to: &'a mut [f32], from: &'a [f32], by: f32) {
        scaled(to, from, by);
    }
}

#[inline(always)]
fn scaled(to: &mut [f32], from: &[f32], by: f32) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = from.mul_add(by, *to);
    }
}

vectorized! {
    /// For each list from the first on, the weighted sum of rows of a table, plus a bias.
    pub fn sum_lists<'a>(
        lists: &'a Ragged,
        first: usize,
        table: &'a [f32],
        bias: Option<&'a [f32]>,
        width: usize,
        to: &'a mut [f32],
    ) {
        for (number, sum) in (first..lists.len()).zip(to.chunks_exact_mut(width)) {
            match bias {
                Some(bias) => sum.copy_from_slice(bias),
                None => sum.fill(0.0),
            }
            let (rows, weights) = lists.list(number);
            sum_rows(table, width, rows, weights, sum);
        }
    }
}

vectorized! {
    /// The way back of [`sum_lists`]: adds each list's vector to the rows of the list, weighted.
    pub fn scatter_lists<'a>(
        lists: &'a Ragged,
        from: &'a [f32],
        width: usize,
        to: &'a mut [f32],
    ) {
        for (number, from) in from.chunks_exact(width).enumerate().take(lists.len()) {
            let (rows, weights) = lists.list(number);
            scatter_rows(rows, weights, from, to);
        }
    }
}

#[inline(always)]
fn scatter_rows(rows: &[u32], weights: &[f32], from: &[f32], to: &mut [f32]) {
    let width = from.len();
    for (row, weight) in rows.iter().zip(weights) {
        let to = &mut to[*row as usize * width..][..width];
        let (mut to, mut from) = (to.chunks_exact_mut(COLUMNS), from.chunks_exact(COLUMNS));
        for (to, from) in to.by_ref().zip(from.by_ref()) {
            for column in 0..COLUMNS {
                to[column] = from[column].mul_add(*weight, to[column]);
            }
        }
        scaled(to.into_remainder(), from.remainder(), *weight);
    }
}

/// A layer in which state and choice meet, for the way back through it.
pub(crate) struct Meeting<'a> {
    /// Rows of choices.
    pub(crate) table: &'a [f32],
    /// The state part of a sample.
    pub(crate) state: &'a [f32],
    /// Weights of the score.
    pub(crate) weights: &'a [f32],
}

/// Gradients of such a layer.
pub(crate) struct MeetingGradient<'a> {
    pub(crate) table: &'a mut [f32],
    pub(crate) state: &'a mut [f32],
    pub(crate) weights: &'a mut [f32],
}

vectorized! {
    /// The way back of [`score_choices`]: `back` is the gradient with respect to the scores of all choices.
    pub(crate) fn back_choices<'a>(
        choices: &'a Ragged,
        range: std::ops::Range<usize>,
        layer: Meeting<'a>,
        back: &'a [f32],
        room: &'a mut [f32],
        gradient: MeetingGradient<'a>,
    ) {
        for choice in range {
            let back = back[choice];
            if back == 0.0 {
                continue;
            }
            let (rows, factors) = choices.list(choice);
            room.copy_from_slice(layer.state);
            sum_rows(layer.table, room.len(), rows, factors, room);
            let columns = room.iter_mut().zip(layer.weights).zip(&mut *gradient.weights);
            for ((joint, weight), slope) in columns {
                *slope = back.mul_add(joint.max(0.0), *slope);
                *joint = if *joint > 0.0 { back * weight } else { 0.0 };
            }
            scaled(gradient.state, room, 1.0);
            scatter_rows(rows, factors, room, gradient.table);
        }
    }
}

#[inline(always)]
fn sum_rows(table: &[f32], width: usize, rows: &[u32], weights: &[f32], sum: &mut [f32]) {
    let mut first = 0;
    while first + COLUMNS <= width {
        let mut kept = [0.0; COLUMNS];
        kept.copy_from_slice(&sum[first..first + COLUMNS]);
        for (row, weight) in rows.iter().zip(weights) {
            let from = *row as usize * width + first;
            let row: &[f32] = &table[from..from + COLUMNS];
            for column in 0..COLUMNS {
                kept[column] = row[column].mul_add(*weight, kept[column]);
            }
        }
        sum[first..first + COLUMNS].copy_from_slice(&kept);
        first += COLUMNS;
    }
    if first < width {
        for (row, weight) in rows.iter().zip(weights) {
            let row = &table[*row as usize * width..][..width];
            scaled(&mut sum[first..], &row[first..], *weight);
        }
    }
}

vectorized! {
    /// Replaces what is below zero with zero.
    pub fn rectify<'a>(values: &'a mut [f32]) {
        for value in values.iter_mut() {
            *value = value.max(0.0);
        }
    }
}

/// `to` = `from` × `weights` + `bias`, for each row of `from`; the weights are before × after.
pub fn affine(from: &[f32], before: usize, weights: &[f32], bias: &[f32], to: &mut [f32]) {
    if !bias.is_empty() {
        affine_rows(from, before, weights, bias, to);
    }
}

vectorized! {
    fn affine_rows<'a>(
        from: &'a [f32],
        before: usize,
        weights: &'a [f32],
        bias: &'a [f32],
        to: &'a mut [f32],
    ) {
        let after = bias.len();
        let mut inputs = from.chunks_exact(before * SAMPLES);
        let mut outputs = to.chunks_exact_mut(after * SAMPLES);
        for (input, output) in inputs.by_ref().zip(outputs.by_ref()) {
            block::<SAMPLES>(input, before, weights, bias, output);
        }
        let rest = inputs.remainder().chunks_exact(before);
        for (input, output) in rest.zip(outputs.into_remainder().chunks_exact_mut(after)) {
            block::<1>(input, before, weights, bias, output);
        }
    }
}

#[inline(always)]
fn block<const N: usize>(
    from: &[f32],
    before: usize,
    weights: &[f32],
    bias: &[f32],
    to: &mut [f32],
) {
    let after = bias.len();
    let mut first = 0;
    while first + COLUMNS <= after {
        let mut sums = [[0.0; COLUMNS]; N];
        for sum in &mut sums {
            sum.copy_from_slice(&bias[first..first + COLUMNS]);
        }
        for input in 0..before {
            let row = &weights[input * after + first..][..COLUMNS];
            for (sample, sum) in sums.iter_mut().enumerate() {
                let value = from[sample * before + input];
                for column in 0..COLUMNS {
                    sum[column] = row[column].mul_add(value, sum[column]);
                }
            }
        }
        for (sample, sum) in sums.iter().enumerate() {
            to[sample * after + first..][..COLUMNS].copy_from_slice(sum);
        }
        first += COLUMNS;
    }
    for sample in 0..N {
        let to = &mut to[sample * after..][..after];
        to[first..].copy_from_slice(&bias[first..]);
        for input in 0..before {
            let row = &weights[input * after..][..after];
            let value = from[sample * before + input];
            scaled(&mut to[first..], &row[first..], value);
        }
    }
}

vectorized! {
    /// The scores of the choices of a sample: `weights` · max(0, state + sum of the choice's rows).
    pub fn score_choices<'a>(
        choices: &'a Ragged,
        range: std::ops::Range<usize>,
        table: &'a [f32],
        state: &'a [f32],
        weights: &'a [f32],
        room: &'a mut [f32],
        scores: &'a mut Vec<f32>,
    ) {
        for choice in range {
            room.copy_from_slice(state);
            let (rows, factors) = choices.list(choice);
            sum_rows(table, weights.len(), rows, factors, room);
            scores.push(rectified_product(room, weights));
        }
    }
}

vectorized! {
    /// The scores of the choices of a sample: state · sum of the choice's rows.
    pub fn score_linearly<'a>(
        choices: &'a Ragged,
        range: std::ops::Range<usize>,
        table: &'a [f32],
        state: &'a [f32],
        scores: &'a mut Vec<f32>,
    ) {
        let width = state.len();
        for choice in range {
            let (rows, factors) = choices.list(choice);
            let products = rows.iter().zip(factors).map(|(row, factor)| {
                factor * product(&table[*row as usize * width..][..width], state)
            });
            scores.push(products.sum());
        }
    }
}

vectorized! {
    /// The way back of [`score_linearly`]: `back` is the gradient with respect to the scores of all choices.
    pub(crate) fn back_linearly<'a>(
        choices: &'a Ragged,
        range: std::ops::Range<usize>,
        table: &'a [f32],
        state: &'a [f32],
        back: &'a [f32],
        to_table: &'a mut [f32],
        to_state: &'a mut [f32],
    ) {
        let width = state.len();
        for choice in range {
            let (rows, factors) = choices.list(choice);
            for (row, factor) in rows.iter().zip(factors) {
                let place = *row as usize * width..(*row as usize + 1) * width;
                let slope = back[choice] * factor;
                scaled(to_state, &table[place.clone()], slope);
                scaled(&mut to_table[place], state, slope);
            }
        }
    }
}

/// Sum of products, in sixteen lanes that are added up at the end.
#[inline(always)]
fn product(one: &[f32], other: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0_f32; LANES];
    let (mut ones, mut others) = (one.chunks_exact(LANES), other.chunks_exact(LANES));
    for (one, other) in ones.by_ref().zip(others.by_ref()) {
        for lane in 0..LANES {
            sums[lane] = one[lane].mul_add(other[lane], sums[lane]);
        }
    }
    let rest = ones.remainder().iter().zip(others.remainder());
    sums.iter().sum::<f32>() + rest.map(|(one, other)| one * other).sum::<f32>()
}

/// Sum of weights × max(0, value), in sixteen lanes that are added up at the end.
#[inline(always)]
fn rectified_product(values: &[f32], weights: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0_f32; LANES];
    let whole = values.len() / LANES * LANES;
    for first in (0..whole).step_by(LANES) {
        let (values, weights) = (
            &values[first..first + LANES],
            &weights[first..first + LANES],
        );
        for lane in 0..LANES {
            sums[lane] = values[lane].max(0.0).mul_add(weights[lane], sums[lane]);
        }
    }
    let mut sum: f32 = sums.iter().sum();
    for (value, weight) in values[whole..].iter().zip(&weights[whole..]) {
        sum = value.max(0.0).mul_add(*weight, sum);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn a_layer_multiplies_and_adds() {
        for (samples, before, after) in [(1, 3, 2), (5, 40, 33), (9, 64, 64), (4, 7, 96)] {
            let (from, weights) = (numbers(samples * before, 1), numbers(before * after, 2));
            let bias = numbers(after, 3);
            let mut to = vec![0.0; samples * after];
            affine(&from, before, &weights, &bias, &mut to);
            for sample in 0..samples {
                for column in 0..after {
                    let products = (0..before)
                        .map(|i| from[sample * before + i] * weights[i * after + column]);
                    let expected = bias[column] + products.sum::<f32>();
                    let found = to[sample * after + column];
                    assert!((found - expected).abs() < 1e-4, "{found} {expected}");
                }
            }
        }
    }

    #[test]
    fn a_sample_does_not_depend_on_its_batch() {
        let (before, after) = (50, 70);
        let (weights, bias) = (numbers(before * after, 2), numbers(after, 3));
        let from = numbers(7 * before, 4);
        let mut together = vec![0.0; 7 * after];
        affine(&from, before, &weights, &bias, &mut together);
        for sample in 0..7 {
            let mut alone = vec![0.0; after];
            let input = &from[sample * before..][..before];
            affine(input, before, &weights, &bias, &mut alone);
            assert_eq!(alone, &together[sample * after..][..after]);
        }
    }

    #[test]
    fn rows_are_weighted_and_added() {
        let width = 37;
        let table = numbers(5 * width, 9);
        let mut lists = Ragged::default();
        lists.add(&[0, 4, 2], &[1.0, -0.5, 2.0]);
        lists.add(&[], &[]);
        let bias = numbers(width, 1);
        let mut sums = vec![0.0; 2 * width];
        sum_lists(&lists, 0, &table, Some(&bias), width, &mut sums);
        for column in 0..width {
            let at = |row: usize| table[row * width + column];
            let expected = bias[column] + at(0) - 0.5 * at(4) + 2.0 * at(2);
            assert!((sums[column] - expected).abs() < 1e-5);
        }
        assert_eq!(sums[width..], bias[..]);
    }
}
