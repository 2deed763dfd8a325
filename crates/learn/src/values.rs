//! Values of seats as a network gives them: two numbers for each, counted from the seat that it sees with.
//!
//! The first is how likely the seat is to win, as a logit; the second what its score is worth, about 0 to 1.

use engine::ids::Seat;

/// Outputs of a network for each seat.
pub const EACH: usize = 2;

/// Outputs of a network at a table.
pub fn outputs(seats: u8) -> usize {
    usize::from(seats) * EACH
}

/// The place of a seat among the outputs of a network that sees with another one.
#[inline]
pub fn place(of: Seat, viewer: Seat, seats: u8) -> usize {
    let seats = usize::from(seats.max(1));
    (of.index() + seats - viewer.index()) % seats
}

/// Expectation of a seat by the outputs, winning and score weighted.
#[inline]
pub fn expected(outputs: &[f32], place: usize, weights: [f64; 2]) -> f64 {
    let won = f64::from(sigmoid(outputs[place * EACH]));
    let score = f64::from(outputs[place * EACH + 1]);
    weights[0] * won + weights[1] * score
}

/// 1 / (1 + e^−x).
#[inline]
pub fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Turns scores into probabilities in place.
pub fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - most).exp();
        sum += *score;
    }
    for score in scores.iter_mut() {
        *score /= sum;
    }
}

/// Draws a position with these probabilities, given a number from 0 to 1.
pub fn drawn(probabilities: &[f32], uniform: f32) -> usize {
    let mut rest = uniform;
    for (number, probability) in probabilities.iter().enumerate() {
        rest -= probability;
        if rest < 0.0 {
            return number;
        }
    }
    let likely = probabilities
        .iter()
        .rposition(|probability| *probability > 0.0);
    likely.unwrap_or(0)
}

/// Loss of the values of a sample and its gradient: cross entropy of winning, squares of scores, with a weight each.
pub fn value_loss(
    outputs: &[f32],
    ends: &[[f32; 2]],
    viewer: usize,
    weights: [f32; 2],
    gradient: &mut [f32],
) -> f32 {
    let [winning, scoring] = weights;
    let seats = ends.len();
    let mut loss = 0.0;
    for (seat, [won, score]) in ends.iter().enumerate() {
        let at = (seat + seats - viewer) % seats * EACH;
        let (logit, guess) = (outputs[at], outputs[at + 1]);
        let chance = sigmoid(logit);
        gradient[at] += winning * (chance - won);
        loss += winning * (logit.max(0.0) - logit * won + (1.0 + (-logit.abs()).exp()).ln());
        let off = guess - score;
        gradient[at + 1] += scoring * off.clamp(-1.0, 1.0);
        loss += scoring * 0.5 * off * off;
    }
    loss
}
