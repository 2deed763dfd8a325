//! Results of all pairs of decks.
//!
//! A deal is two games with the same seed and the seats swapped. Its result is a number of half points from 0 to 4 for
//! the first deck, and all that is kept of a pair is how often each of these came out: sums of whole numbers, which do not
//! depend on the order in which deals were played.

use serde::{Deserialize, Serialize};

/// Half points that a deck can make in a deal.
pub const MOST_HALVES: u8 = 4;

const OUTCOMES: usize = MOST_HALVES as usize + 1;

/// Distance of a normal value from its mean, 19 times out of 20, in deviations.
pub const SURE: f64 = 1.959_964;

/// The results of the deals of a pair: how often each number of half points came out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deals(pub [u64; OUTCOMES]);

impl Deals {
    /// The deals with these half points.
    pub fn of(halves: &[u8]) -> Self {
        let mut deals = Self::default();
        halves.iter().for_each(|halves| deals.add(*halves));
        deals
    }

    /// Adds the result of a deal; more half points than there are count as all of them.
    pub fn add(&mut self, halves: u8) {
        self.0[usize::from(halves.min(MOST_HALVES))] += 1;
    }

    /// Adds the results of other deals.
    pub fn add_all(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own += other;
        }
    }

    /// Number of deals.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of points that the first deck made; a half if there were no deals.
    pub fn rate(&self) -> f64 {
        let count = self.count();
        if count == 0 {
            return 0.5;
        }
        let halves = self.0.iter().enumerate();
        let halves: u64 = halves.map(|(halves, times)| halves as u64 * times).sum();
        halves as f64 / (count * u64::from(MOST_HALVES)) as f64
    }

    /// The standard error of [`Self::rate`]. Two deals that never happened, one won and one lost, keep it from being 0
    /// where all deals came out the same.
    pub fn error(&self) -> f64 {
        let mut padded = *self;
        padded.add(0);
        padded.add(MOST_HALVES);
        let (count, rate) = (padded.count() as f64, padded.rate());
        let squares = padded.0.iter().enumerate().map(|(halves, times)| {
            let away = halves as f64 / f64::from(MOST_HALVES) - rate;
            away * away * *times as f64
        });
        (squares.sum::<f64>() / count / count).sqrt()
    }

    /// The interval that the true rate is in, 19 times out of 20.
    pub fn interval(&self) -> (f64, f64) {
        let half = SURE * self.error();
        ((self.rate() - half).max(0.0), (self.rate() + half).min(1.0))
    }

    /// The same deals as the other deck sees them.
    pub fn turned(&self) -> Self {
        let mut turned = self.0;
        turned.reverse();
        Self(turned)
    }
}

/// The results of all pairs of some decks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payoffs {
    decks: usize,
    /// For each pair, the lower number first.
    pairs: Vec<Deals>,
}

impl Payoffs {
    /// A table for so many decks, without deals.
    pub fn new(decks: usize) -> Self {
        Self {
            decks,
            pairs: vec![Deals::default(); pairs_of(decks)],
        }
    }

    /// Number of decks.
    pub fn decks(&self) -> usize {
        self.decks
    }

    /// True if there is a place for every pair, and no count is beyond all games that can be played.
    pub fn is_whole(&self) -> bool {
        let is_small = |deals: &Deals| deals.0.iter().all(|times| *times < 1 << 40);
        self.pairs.len() == pairs_of(self.decks) && self.pairs.iter().all(is_small)
    }

    /// Every pair of decks, the lower number first.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let decks = self.decks;
        (0..decks).flat_map(move |one| (one + 1..decks).map(move |other| (one, other)))
    }

    /// Adds the result of a deal: the half points of the first of two different decks.
    pub fn add(&mut self, one: usize, other: usize, halves: u8) {
        let halves = halves.min(MOST_HALVES);
        if one < other {
            self.pairs[place(self.decks, one, other)].add(halves);
        } else if other < one {
            self.pairs[place(self.decks, other, one)].add(MOST_HALVES - halves);
        }
    }

    /// The deals of two decks as the first of them sees them; none of a deck against itself.
    pub fn deals(&self, one: usize, other: usize) -> Deals {
        match one.cmp(&other) {
            std::cmp::Ordering::Less => self.pairs[place(self.decks, one, other)],
            std::cmp::Ordering::Greater => self.pairs[place(self.decks, other, one)].turned(),
            std::cmp::Ordering::Equal => Deals::default(),
        }
    }

    /// Number of all deals.
    pub fn count(&self) -> u64 {
        self.pairs.iter().map(Deals::count).sum()
    }

    /// The share of points that one deck makes against another.
    pub fn rate(&self, one: usize, other: usize) -> f64 {
        self.deals(one, other).rate()
    }

    /// The rates as a matrix: the row's share against the column.
    pub fn rates(&self) -> Matrix {
        Matrix::new(self.decks, |one, other| self.rate(one, other))
    }

    /// Adds a deck that has not played yet.
    pub fn add_deck(&mut self) {
        let mut larger = Self::new(self.decks + 1);
        for (one, other) in self.pairs() {
            larger.pairs[place(larger.decks, one, other)] = self.deals(one, other);
        }
        *self = larger;
    }
}

fn pairs_of(decks: usize) -> usize {
    decks * decks.saturating_sub(1) / 2
}

/// The place of a pair among all pairs; `one` is below `other`.
fn place(decks: usize, one: usize, other: usize) -> usize {
    one * (2 * decks - one - 1) / 2 + other - one - 1
}

/// A square matrix: what the deck of the row makes against that of the column.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    size: usize,
    values: Vec<f64>,
}

impl Matrix {
    /// The matrix with these values.
    pub fn new(size: usize, value: impl Fn(usize, usize) -> f64) -> Self {
        let places = (0..size * size).map(|at| value(at / size, at % size));
        Self {
            size,
            values: places.collect(),
        }
    }

    /// The matrix of some rows, each as long as there are rows.
    pub fn of_rows<const N: usize>(rows: [[f64; N]; N]) -> Self {
        Self::new(N, |row, column| rows[row][column])
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// A value.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    /// The payoff of each row against a mix of columns.
    pub fn against(&self, mix: &[f64]) -> Vec<f64> {
        let rows = self.values.chunks(self.size.max(1));
        let sums = rows.map(|row| {
            row.iter()
                .zip(mix)
                .map(|(value, share)| value * share)
                .sum()
        });
        sums.collect()
    }

    /// Win rates as what is gained: half the difference between a pair's two rates, so that what one gains the other
    /// loses.
    pub fn gains(&self) -> Self {
        Self::new(self.size, |row, column| {
            (self.at(row, column) - self.at(column, row)) / 2.0
        })
    }
}

/// Shares that are the same but for rounding, for tests.
#[cfg(test)]
pub(crate) fn close(found: &[f64], wanted: &[f64]) {
    let mut pairs = found.iter().zip(wanted);
    let is_far = pairs.any(|(one, other)| (one - other).abs() > 1e-9);
    assert!(
        found.len() == wanted.len() && !is_far,
        "{found:?} {wanted:?}"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_the_same_from_both_sides() {
        let mut payoffs = Payoffs::new(4);
        payoffs.add(1, 3, 4);
        payoffs.add(3, 1, 1);
        payoffs.add(2, 0, 2);
        assert_eq!(payoffs.deals(1, 3).0, [0, 0, 0, 1, 1]);
        assert_eq!(payoffs.deals(3, 1).0, [1, 1, 0, 0, 0]);
        assert_eq!((payoffs.rate(1, 3), payoffs.rate(3, 1)), (0.875, 0.125));
        assert_eq!((payoffs.rate(0, 2), payoffs.rate(0, 1)), (0.5, 0.5));
        assert_eq!(payoffs.count(), 3);
        payoffs.add_deck();
        assert_eq!(payoffs.deals(3, 1).0, [1, 1, 0, 0, 0]);
        assert_eq!((payoffs.decks(), payoffs.count()), (5, 3));
    }

    #[test]
    fn an_interval_has_the_truth_19_times_out_of_20() {
        let mut random = engine::random::Random::new(7);
        let mut covered = 0;
        for _ in 0..1000 {
            let mut deals = Deals::default();
            for _ in 0..100 {
                let wins = (0..2).filter(|_| random.below(100) < 30).count();
                deals.add(2 * wins as u8);
            }
            let (low, high) = deals.interval();
            covered += u32::from((low..=high).contains(&0.3));
        }
        assert!((935..=970).contains(&covered), "{covered}");
    }
}
