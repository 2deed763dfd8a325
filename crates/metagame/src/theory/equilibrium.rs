//! The Nash equilibrium over decks: a mix against which no deck gains.
//!
//! The game of choosing decks is symmetric and one gains what the other loses, so its value is 0 and a linear program
//! finds a mix. A solver of linear programs ends at a corner of what is optimal; the mix is worked out again from the
//! decks that it has, so that it is exact to rounding. Where several mixes are stable, as with equal decks, the answer is
//! the one in which every deck has the same part of the most that it could have: equal decks get equal shares.

use crate::payoffs::Matrix;
use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

/// Shares below this are none.
const NONE: f64 = 1e-7;

/// A mix of decks against which no deck gains.
#[derive(Debug, Clone, PartialEq)]
pub struct Equilibrium {
    /// The share of each deck.
    pub mix: Vec<f64>,
    /// True if it is the only one.
    pub is_unique: bool,
}

/// The linear program has no answer, which rounding alone can cause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the equilibrium cannot be computed: {0}")]
pub struct Unsolved(String);

/// The equilibrium of a matrix of win rates.
pub fn equilibrium(rates: &Matrix) -> Result<Equilibrium, Unsolved> {
    let gains = rates.gains();
    if gains.size() <= 1 {
        return Ok(Equilibrium {
            mix: vec![1.0; gains.size()],
            is_unique: true,
        });
    }
    let corner = corner(&gains)?;
    if let Some(mix) = exact(&gains, &corner) {
        return Ok(Equilibrium {
            mix,
            is_unique: true,
        });
    }
    Ok(Equilibrium {
        mix: centre(&gains)?,
        is_unique: false,
    })
}

/// The most that a deck gains against a mix: 0 if the mix is an equilibrium.
pub fn exploitability(rates: &Matrix, mix: &[f64]) -> f64 {
    let gains = rates.gains().against(mix);
    gains.into_iter().fold(0.0, f64::max)
}

/// One stable mix.
fn corner(gains: &Matrix) -> Result<Vec<f64>, Unsolved> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let shares = shares(&mut problem, gains.size(), None);
    let worst = problem.add_var(1.0, (-1.0, 1.0));
    for column in 0..gains.size() {
        let made = shares.iter().enumerate();
        let made = made.map(|(row, share)| (*share, gains.at(row, column)));
        let row: Vec<(Variable, f64)> = made.chain([(worst, -1.0)]).collect();
        problem.add_constraint(&row, ComparisonOp::Ge, 0.0);
    }
    solved(&problem, &shares)
}

/// Of all stable mixes the one in which every deck has the same part of the most that it has in any of them.
fn centre(gains: &Matrix) -> Result<Vec<f64>, Unsolved> {
    let size = gains.size();
    let mut most = Vec::new();
    for deck in 0..size {
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let shares = shares(&mut problem, size, Some(deck));
        keep_even(&mut problem, &shares, gains);
        most.push(solved(&problem, &shares)?[deck]);
    }
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let shares = shares(&mut problem, size, None);
    keep_even(&mut problem, &shares, gains);
    let part = problem.add_var(1.0, (0.0, 1.0));
    for (share, most) in shares.iter().zip(most).filter(|(_, most)| *most > 0.0) {
        problem.add_constraint([(*share, 1.0), (part, -most)], ComparisonOp::Ge, 0.0);
    }
    solved(&problem, &shares)
}

/// The mix loses to no deck.
fn keep_even(problem: &mut Problem, shares: &[Variable], gains: &Matrix) {
    for column in 0..gains.size() {
        let made = shares.iter().enumerate();
        let row: Vec<(Variable, f64)> = made
            .map(|(row, share)| (*share, gains.at(row, column)))
            .collect();
        problem.add_constraint(&row, ComparisonOp::Ge, 0.0);
    }
}

/// Shares that are together 1; one of them may be what is to be as large as possible.
fn shares(problem: &mut Problem, size: usize, most: Option<usize>) -> Vec<Variable> {
    let worth = |deck| if most == Some(deck) { 1.0 } else { 0.0 };
    let shares: Vec<Variable> = (0..size)
        .map(|deck| problem.add_var(worth(deck), (0.0, 1.0)))
        .collect();
    let whole: Vec<(Variable, f64)> = shares.iter().map(|share| (*share, 1.0)).collect();
    problem.add_constraint(&whole, ComparisonOp::Eq, 1.0);
    shares
}

fn solved(problem: &Problem, shares: &[Variable]) -> Result<Vec<f64>, Unsolved> {
    let unsolved = |error: &dyn std::fmt::Display| Unsolved(error.to_string());
    let outcome = problem.solve().map_err(|error| unsolved(&error))?;
    let Ok(solution) = outcome.into_solution() else {
        return Err(unsolved(&"the solver stopped early"));
    };
    let found = shares.iter().map(|share| solution.var_value(*share));
    Ok(normalized(found.collect()))
}

fn normalized(mut mix: Vec<f64>) -> Vec<f64> {
    for share in &mut mix {
        *share = if *share < NONE { 0.0 } else { *share };
    }
    let sum: f64 = mix.iter().sum();
    mix.iter_mut().for_each(|share| *share /= sum);
    mix
}

/// The only equilibrium, worked out from the decks of a mix; nothing if there are others.
///
/// Every other equilibrium has only decks that break even against this mix. If these are the decks of the mix alone, it
/// must break even against each of them, and the mixes that do are the kernel of their part of the matrix.
fn exact(gains: &Matrix, mix: &[f64]) -> Option<Vec<f64>> {
    let against = gains.against(mix);
    let even: Vec<usize> = (0..mix.len())
        .filter(|deck| against[*deck] > -NONE)
        .collect();
    if even.iter().any(|deck| mix[*deck] < NONE) {
        return None;
    }
    let part = Matrix::new(even.len(), |row, column| gains.at(even[row], even[column]));
    let shares = only_kernel(&part)?;
    let sum: f64 = shares.iter().sum();
    if shares.iter().any(|share| share / sum < 0.0) {
        return None;
    }
    let mut exact = vec![0.0; mix.len()];
    for (deck, share) in even.into_iter().zip(shares) {
        exact[deck] = share / sum;
    }
    Some(exact)
}

/// The vector that a matrix makes 0, if there is only one but for its length: by elimination with full pivoting.
fn only_kernel(matrix: &Matrix) -> Option<Vec<f64>> {
    let size = matrix.size();
    let mut rows: Vec<Vec<f64>> = (0..size)
        .map(|row| (0..size).map(|column| matrix.at(row, column)).collect())
        .collect();
    let mut columns: Vec<usize> = (0..size).collect();
    for step in 0..size {
        let places = (step..size).flat_map(|row| (step..size).map(move |column| (row, column)));
        let largest = places.max_by(|one, other| {
            let size_at = |place: &(usize, usize)| rows[place.0][place.1].abs();
            size_at(one).total_cmp(&size_at(other))
        });
        let (row, column) = largest?;
        if rows[row][column].abs() < NONE {
            return (step + 1 == size).then(|| kernel_of(&rows, &columns));
        }
        rows.swap(step, row);
        columns.swap(step, column);
        rows.iter_mut().for_each(|row| row.swap(step, column));
        eliminate(&mut rows, step);
    }
    None
}

/// Clears the column of a pivot in the rows below it.
fn eliminate(rows: &mut [Vec<f64>], step: usize) {
    let (above, below) = rows.split_at_mut(step + 1);
    let pivot = &above[step];
    for row in below {
        let factor = row[step] / pivot[step];
        for (value, other) in row.iter_mut().zip(pivot).skip(step) {
            *value -= factor * other;
        }
    }
}

/// The kernel of a triangular matrix whose last pivot is 0.
fn kernel_of(rows: &[Vec<f64>], columns: &[usize]) -> Vec<f64> {
    let size = rows.len();
    let mut solution = vec![0.0; size];
    solution[size - 1] = 1.0;
    for row in (0..size - 1).rev() {
        let known: f64 = (row + 1..size)
            .map(|column| rows[row][column] * solution[column])
            .sum();
        solution[row] = -known / rows[row][row];
    }
    let mut kernel = vec![0.0; size];
    for (value, column) in solution.into_iter().zip(columns) {
        kernel[*column] = value;
    }
    kernel
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payoffs::close;

    #[test]
    fn rock_paper_scissors_are_mixed_evenly() {
        let rates = Matrix::of_rows([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]);
        let found = equilibrium(&rates).expect("it has one");
        close(&found.mix, &[1.0 / 3.0; 3]);
        assert!(found.is_unique);
    }

    #[test]
    fn biased_rock_paper_scissors_has_the_mix_of_the_literature() {
        // Omidshafiei et al. 2019: payoffs -0.5, 1 and -0.1; the equilibrium is (1, 10, 5) / 16.
        let gains = Matrix::of_rows([[0.0, -0.5, 1.0], [0.5, 0.0, -0.1], [-1.0, 0.1, 0.0]]);
        let found = equilibrium(&gains).expect("it has one");
        close(&found.mix, &[0.0625, 0.625, 0.3125]);
    }

    #[test]
    fn a_matrix_of_four_has_the_equilibrium_worked_out_by_hand() {
        // Deck 3 loses to all. The others: gains 2, 1 and 4 tenths in a cycle, so the mix is (4, 1, 2) / 7.
        let gains = Matrix::of_rows([
            [0.0, 0.2, -0.1, 0.1],
            [-0.2, 0.0, 0.4, 0.3],
            [0.1, -0.4, 0.0, 0.05],
            [-0.1, -0.3, -0.05, 0.0],
        ]);
        let found = equilibrium(&gains).expect("it has one");
        close(&found.mix, &[4.0 / 7.0, 1.0 / 7.0, 2.0 / 7.0, 0.0]);
        assert!(exploitability(&gains, &found.mix) < 1e-12);
    }

    #[test]
    fn equal_decks_have_equal_shares() {
        let found = equilibrium(&Matrix::new(4, |_, _| 0.5)).expect("it has one");
        close(&found.mix, &[0.25; 4]);
        assert!(!found.is_unique);
        // Two rocks share what one would have.
        let rates = Matrix::of_rows([
            [0.5, 0.5, 0.0, 1.0],
            [0.5, 0.5, 0.0, 1.0],
            [1.0, 1.0, 0.5, 0.0],
            [0.0, 0.0, 1.0, 0.5],
        ]);
        let found = equilibrium(&rates).expect("it has one");
        close(&found.mix, &[1.0 / 6.0, 1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0]);
    }

    #[test]
    fn a_deck_that_beats_all_is_the_whole_field() {
        let rates = Matrix::of_rows([[0.5, 0.6], [0.4, 0.5]]);
        close(&equilibrium(&rates).expect("it has one").mix, &[1.0, 0.0]);
        assert_eq!(
            equilibrium(&Matrix::new(0, |_, _| 0.0)).map(|it| it.mix),
            Ok(Vec::new())
        );
    }

    #[test]
    fn no_deck_gains_against_the_equilibrium_of_a_random_matrix() {
        let mut random = engine::random::Random::new(3);
        for size in 2..20 {
            let values: Vec<f64> = (0..size * size)
                .map(|_| f64::from(random.below(1000)) / 1000.0)
                .collect();
            let rates = Matrix::new(size, |row, column| values[row * size + column]);
            let found = equilibrium(&rates).expect("it has one");
            let sum: f64 = found.mix.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12 && found.mix.iter().all(|share| *share >= 0.0));
            assert!(exploitability(&rates, &found.mix) < 1e-9, "{size}");
        }
    }
}
