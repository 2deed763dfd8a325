//! Cycles: A beats B, B beats C, and C beats A.

use crate::payoffs::Payoffs;

/// Cycles with more decks are not looked for: every longer one of decks that all beat each other has a short one in it.
const LONGEST: usize = 5;

/// At most so many are told, the clearest first.
const MOST: usize = 20;

/// A cycle of decks, each of which beats the next, and the last the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Cycle {
    /// The decks, the lowest number first.
    pub decks: Vec<usize>,
    /// Win rate of each against the next.
    pub rates: Vec<f64>,
}

impl Cycle {
    /// The smallest of its rates.
    pub fn weakest(&self) -> f64 {
        self.rates.iter().copied().fold(1.0, f64::min)
    }
}

/// The cycles in which it is sure, 19 times out of 20, that each deck beats the next: the shortest first, then the
/// clearest.
pub fn cycles(payoffs: &Payoffs) -> Vec<Cycle> {
    let decks = payoffs.decks();
    let beats = |one: usize, other: usize| payoffs.deals(one, other).interval().0 > 0.5;
    let beaten: Vec<Vec<usize>> = (0..decks)
        .map(|one| {
            (0..decks)
                .filter(|other| one != *other && beats(one, *other))
                .collect()
        })
        .collect();
    let mut paths = Vec::new();
    for first in 0..decks {
        extend(&beaten, &mut vec![first], &mut paths);
    }
    let mut cycles: Vec<Cycle> = paths
        .into_iter()
        .map(|decks| rated(payoffs, decks))
        .collect();
    // Longer ones are told only where there are no short ones.
    let shortest = cycles.iter().map(|cycle| cycle.decks.len()).min();
    cycles.retain(|cycle| Some(cycle.decks.len()) == shortest);
    cycles.sort_by(|one, other| other.weakest().total_cmp(&one.weakest()));
    cycles.truncate(MOST);
    cycles
}

fn rated(payoffs: &Payoffs, decks: Vec<usize>) -> Cycle {
    let next = decks.iter().cycle().skip(1);
    let rates = decks
        .iter()
        .zip(next)
        .map(|(one, other)| payoffs.rate(*one, *other));
    Cycle {
        rates: rates.collect(),
        decks,
    }
}

/// Every way to go on from a path and to come back to its first deck, which has the lowest number.
fn extend(beaten: &[Vec<usize>], path: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let (first, last) = (path[0], path[path.len() - 1]);
    for next in &beaten[last] {
        if *next == first && path.len() > 2 {
            found.push(path.clone());
        } else if *next > first && path.len() < LONGEST.min(longest(beaten)) && !path.contains(next)
        {
            path.push(*next);
            extend(beaten, path, found);
            path.pop();
        }
    }
}

/// Of many decks only short cycles are looked for.
fn longest(beaten: &[Vec<usize>]) -> usize {
    match beaten.len() {
        0..=12 => 5,
        13..=40 => 4,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(decks: usize, wins: &[(usize, usize)]) -> Payoffs {
        let mut payoffs = Payoffs::new(decks);
        for (one, other) in wins {
            for deal in 0..100 {
                payoffs.add(*one, *other, if deal < 80 { 4 } else { 0 });
            }
        }
        payoffs
    }

    #[test]
    fn a_cycle_is_found_once() {
        let payoffs = played(4, &[(0, 2), (2, 3), (3, 0), (1, 0), (1, 2), (1, 3)]);
        let found = cycles(&payoffs);
        assert_eq!(
            found,
            [Cycle {
                decks: vec![0, 2, 3],
                rates: vec![0.8; 3]
            }]
        );
    }

    #[test]
    fn a_longer_one_counts_where_there_is_no_shorter_one() {
        let payoffs = played(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
        let decks: Vec<Vec<usize>> = cycles(&payoffs)
            .into_iter()
            .map(|cycle| cycle.decks)
            .collect();
        assert_eq!(decks, [[0, 1, 2, 3]]);
        assert_eq!(cycles(&played(3, &[(0, 1), (1, 2), (0, 2)])), []);
    }
}
