//! Elo ratings of players, from their wins against each other.
//!
//! Strength after Bradley and Terry: the chance to win against somebody follows from the difference. A draw is half a
//! win for both. What is most likely is found by the method of Zermelo; how sure it is follows from how
//! sharply the likelihood falls.

/// The strength of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// In points; all players together are at 0.
    pub elo: f64,
    /// Its error, 19 times out of 20.
    pub error: f64,
}

/// The number of points a factor of e is.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Quantile: distance of a normal value from its mean, 19 times out of 20.
const SURE: f64 = 1.959_964;

/// The strengths of players, given for each pair how many points one has made against the other. A draw that was
/// never played is added to every pair that met, so that nobody is infinitely strong.
pub fn ratings(points: &[Vec<f64>]) -> Vec<Rating> {
    let count = points.len();
    let met =
        |one: usize, other: usize| one != other && points[one][other] + points[other][one] > 0.0;
    let against =
        |one: usize, other: usize| points[one][other] + if met(one, other) { 0.5 } else { 0.0 };
    let games = |one: usize, other: usize| against(one, other) + against(other, one);
    let mut strength = vec![1.0_f64; count];
    for _ in 0..10_000 {
        let mut change = 0.0_f64;
        for one in 0..count {
            let others = || (0..count).filter(|other| met(one, *other));
            let won: f64 = others().map(|other| against(one, other)).sum();
            let expected: f64 = others()
                .map(|other| games(one, other) / (strength[one] + strength[other]))
                .sum();
            if expected > 0.0 {
                let new = won / expected;
                change = change.max((new.ln() - strength[one].ln()).abs());
                strength[one] = new;
            }
        }
        let mean = strength.iter().map(|strength| strength.ln()).sum::<f64>() / count.max(1) as f64;
        strength
            .iter_mut()
            .for_each(|strength| *strength /= mean.exp());
        if change < 1e-10 {
            break;
        }
    }
    let mut information = vec![vec![0.0; count]; count];
    for one in 0..count {
        for other in (0..count).filter(|other| met(one, *other)) {
            let chance = strength[one] / (strength[one] + strength[other]);
            let sharpness = games(one, other) * chance * (1.0 - chance);
            information[one][one] += sharpness;
            information[one][other] -= sharpness;
        }
    }
    // The mean is fixed: adding the same to everything takes that freedom away, and is taken out again below.
    let fix = 1.0 / count.max(1) as f64;
    information
        .iter_mut()
        .flatten()
        .for_each(|value| *value += fix);
    let inverse = inverse(information);
    let rating = |(number, strength): (usize, &f64)| Rating {
        elo: SCALE * strength.ln(),
        error: match &inverse {
            Some(inverse) => SCALE * SURE * (inverse[number][number] - fix).max(0.0).sqrt(),
            None => f64::INFINITY,
        },
    };
    strength.iter().enumerate().map(rating).collect()
}

/// The inverse of a matrix, if it has one (Gauss and Jordan).
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (number, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == number { 1.0 } else { 0.0 }));
    }
    for column in 0..size {
        let rows = column..size;
        let pivot = rows.max_by(|one, other| {
            matrix[*one][column]
                .abs()
                .total_cmp(&matrix[*other][column].abs())
        })?;
        matrix.swap(column, pivot);
        let divisor = matrix[column][column];
        if divisor.abs() < 1e-12 {
            return None;
        }
        matrix[column]
            .iter_mut()
            .for_each(|value| *value /= divisor);
        let source = matrix[column].clone();
        for (number, row) in matrix.iter_mut().enumerate() {
            let factor = row[column];
            if number != column {
                for (value, source) in row.iter_mut().zip(&source) {
                    *value -= factor * source;
                }
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_of_four_points_are_191_points_of_difference() {
        // The draw that is added makes 75 of 100 a bit less.
        let rated = ratings(&[vec![0.0, 7500.0], vec![2500.0, 0.0]]);
        let difference = rated[0].elo - rated[1].elo;
        assert!((difference - 190.8).abs() < 0.2, "{difference}");
        assert!((rated[0].elo + rated[1].elo).abs() < 1e-6);
        // Half of 400/ln 10 · 1.96 / sqrt(10001 · 0.75 · 0.25).
        assert!((rated[0].error - 3.93).abs() < 0.05, "{}", rated[0].error);
    }

    #[test]
    fn strengths_follow_the_chain() {
        let rated = ratings(&[
            vec![0.0, 640.0, 0.0],
            vec![360.0, 0.0, 640.0],
            vec![0.0, 360.0, 0.0],
        ]);
        let steps = [rated[0].elo - rated[1].elo, rated[1].elo - rated[2].elo];
        assert!(
            (steps[0] - 100.0).abs() < 1.0 && (steps[1] - 100.0).abs() < 1.0,
            "{steps:?}"
        );
        assert!(rated[0].error > rated[1].error);
    }

    #[test]
    fn who_always_wins_is_strong_and_not_sure() {
        let rated = ratings(&[vec![0.0, 20.0], vec![0.0, 0.0]]);
        assert!(rated[0].elo > 200.0 && rated[0].elo.is_finite());
        assert!(rated[0].error > 100.0);
        let nobody_met = ratings(&[vec![0.0, 0.0], vec![0.0, 0.0]]);
        assert!(nobody_met.iter().all(|rating| rating.elo == 0.0));
    }
}
