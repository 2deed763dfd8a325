//! Replicator dynamics: how the shares of decks change where people copy what wins.

use crate::payoffs::Matrix;

/// Time of a step. With gains of at most a half, this is small enough to stay on the curve.
const STEP: f64 = 0.1;

/// Shares of decks at some times, the beginning first: `points` times, `apart` apart.
pub fn course(rates: &Matrix, start: &[f64], points: usize, apart: f64) -> Vec<Vec<f64>> {
    let gains = rates.gains();
    let steps = (apart / STEP).ceil().max(1.0);
    let step = apart / steps;
    let mut mix = start.to_vec();
    let mut course = vec![mix.clone()];
    for _ in 1..points {
        for _ in 0..steps as usize {
            mix = after(&gains, &mix, step);
        }
        course.push(mix.clone());
    }
    course
}

/// The shares a step later (Runge and Kutta, fourth order).
fn after(gains: &Matrix, mix: &[f64], step: f64) -> Vec<f64> {
    let moved = |slope: &[f64], far: f64| -> Vec<f64> {
        mix.iter()
            .zip(slope)
            .map(|(share, change)| share + far * change)
            .collect()
    };
    let first = slope(gains, mix);
    let second = slope(gains, &moved(&first, step / 2.0));
    let third = slope(gains, &moved(&second, step / 2.0));
    let fourth = slope(gains, &moved(&third, step));
    let mut next: Vec<f64> = (0..mix.len())
        .map(|deck| {
            let slopes = first[deck] + 2.0 * (second[deck] + third[deck]) + fourth[deck];
            (mix[deck] + step / 6.0 * slopes).max(0.0)
        })
        .collect();
    let sum: f64 = next.iter().sum();
    next.iter_mut().for_each(|share| *share /= sum);
    next
}

/// A deck grows by as much as it gains more than the field does.
fn slope(gains: &Matrix, mix: &[f64]) -> Vec<f64> {
    let made = gains.against(mix);
    let field: f64 = made.iter().zip(mix).map(|(made, share)| made * share).sum();
    let changes = made
        .iter()
        .zip(mix)
        .map(|(made, share)| share * (made - field));
    changes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_deck_grows_as_the_logistic_curve_says() {
        let rates = Matrix::of_rows([[0.5, 0.7], [0.3, 0.5]]);
        let course = course(&rates, &[0.1, 0.9], 4, 10.0);
        for (at, mix) in course.iter().enumerate() {
            let odds = 0.1 / 0.9 * (0.2 * 10.0 * at as f64).exp();
            assert!((mix[0] - odds / (1.0 + odds)).abs() < 1e-6, "{mix:?}");
        }
    }

    #[test]
    fn rock_paper_scissors_go_round_and_come_back() {
        let rates = Matrix::of_rows([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]);
        // The product of the shares stays as it is.
        let product = |mix: &[f64]| mix.iter().product::<f64>();
        let course = course(&rates, &[0.5, 0.3, 0.2], 20, 1.0);
        for mix in &course {
            assert!((product(mix) - 0.03).abs() < 1e-6, "{mix:?}");
        }
        assert!(course.iter().any(|mix| mix[2] > 0.45));
    }
}
