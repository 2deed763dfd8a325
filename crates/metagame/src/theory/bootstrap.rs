//! Bootstrap: a result of all pairs of decks is worked out again from deals that are drawn anew
//! from those that were played.

use crate::payoffs::{Deals, MOST_HALVES, Matrix, Payoffs};
use engine::random::{Random, derived};

/// Results of drawn tables, number by number.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spread {
    /// For each number of the result, its values in order.
    sorted: Vec<Vec<f64>>,
}

/// Works a list of numbers out for many drawn tables; tables for which there is no answer are left out.
pub fn bootstrap<E>(
    payoffs: &Payoffs,
    times: u32,
    seed: u64,
    result: impl Fn(&Matrix) -> Result<Vec<f64>, E>,
) -> Spread {
    let mut sorted: Vec<Vec<f64>> = Vec::new();
    for time in 0..times {
        let rates = drawn(payoffs, &mut Random::new(derived(seed, u64::from(time))));
        let Ok(result) = result(&rates) else {
            continue;
        };
        sorted.resize(result.len(), Vec::new());
        for (values, value) in sorted.iter_mut().zip(result) {
            values.push(value);
        }
    }
    for values in &mut sorted {
        values.sort_by(f64::total_cmp);
    }
    Spread { sorted }
}

impl Spread {
    /// The average of a number of the result; 0 if there are no results.
    pub fn mean(&self, at: usize) -> f64 {
        let values = self.sorted.get(at).map_or(&[][..], Vec::as_slice);
        values.iter().sum::<f64>() / values.len().max(1) as f64
    }

    /// The interval of a number of the result, 19 times out of 20.
    pub fn interval(&self, at: usize) -> Option<(f64, f64)> {
        let values = self.sorted.get(at).filter(|values| !values.is_empty())?;
        let last = (values.len() - 1) as f64;
        let place = |share: f64| values[(share * last).round() as usize];
        Some((place(0.025), place(0.975)))
    }
}

/// Rates of as many deals as each pair played, drawn from them. Where all came out the same, another one comes now and
/// then.
pub fn drawn(payoffs: &Payoffs, random: &mut Random) -> Matrix {
    let decks = payoffs.decks();
    let mut rates = vec![0.5; decks * decks];
    for (one, other) in payoffs.pairs() {
        let rate = redrawn(&payoffs.deals(one, other), random);
        rates[one * decks + other] = rate;
        rates[other * decks + one] = 1.0 - rate;
    }
    Matrix::new(decks, |one, other| rates[one * decks + other])
}

/// More draws than this tell no more: fewer are made and count more.
const MOST_DRAWS: u64 = 4096;

fn redrawn(deals: &Deals, random: &mut Random) -> f64 {
    let count = deals.count();
    if count == 0 {
        return f64::from(random.below(1 << 24)) / f64::from(1 << 24);
    }
    // In halves of deals: one half of a win and of a loss are added to what was played.
    let mut weights = deals.0.map(|times| 2 * times);
    weights[0] += 1;
    weights[usize::from(MOST_HALVES)] += 1;
    if count > MOST_DRAWS {
        return (deals.rate() + deals.error() * normal(random)).clamp(0.0, 1.0);
    }
    let all = (2 * count + 2) as u32;
    let mut halves = 0;
    for _ in 0..count {
        let mut at = u64::from(random.below(all));
        for (value, weight) in weights.iter().enumerate() {
            if at < *weight {
                halves += value as u64;
                break;
            }
            at -= weight;
        }
    }
    halves as f64 / (count * u64::from(MOST_HALVES)) as f64
}

/// A normal value, nearly: twelve uniform ones.
fn normal(random: &mut Random) -> f64 {
    let sum: f64 = (0..12)
        .map(|_| f64::from(random.bits()) / f64::from(u32::MAX))
        .sum();
    sum - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equilibrium::equilibrium;
    use std::convert::Infallible;

    fn planted(decks: usize, deals: u64, rate: impl Fn(usize, usize) -> f64, seed: u64) -> Payoffs {
        let mut payoffs = Payoffs::new(decks);
        let mut random = Random::new(seed);
        for (one, other) in payoffs.pairs() {
            for _ in 0..deals {
                let won =
                    |random: &mut Random| f64::from(random.below(10_000)) < 1e4 * rate(one, other);
                let wins = u8::from(won(&mut random)) + u8::from(won(&mut random));
                payoffs.add(one, other, 2 * wins);
            }
        }
        payoffs
    }

    #[test]
    fn intervals_of_rates_are_as_wide_as_those_of_the_deals() {
        let payoffs = planted(2, 400, |_, _| 0.3, 5);
        let spread = bootstrap(&payoffs, 1000, 1, |rates| {
            Ok::<_, Infallible>(vec![rates.at(0, 1)])
        });
        let (low, high) = spread.interval(0).expect("there are results");
        let (wanted_low, wanted_high) = payoffs.deals(0, 1).interval();
        assert!((low - wanted_low).abs() < 0.006 && (high - wanted_high).abs() < 0.006);
        assert!((spread.mean(0) - payoffs.rate(0, 1)).abs() < 0.005);
    }

    #[test]
    fn the_equilibrium_is_in_its_interval() {
        let rate = |one: usize, other: usize| {
            [[0.5, 0.3, 0.8], [0.7, 0.5, 0.4], [0.2, 0.6, 0.5]][one][other]
        };
        let truth = equilibrium(&Matrix::new(3, rate)).expect("it has one").mix;
        let covered = (0..40).filter(|seed| {
            let payoffs = planted(3, 200, rate, *seed);
            let spread = bootstrap(&payoffs, 200, 1, |rates| {
                equilibrium(rates).map(|it| it.mix)
            });
            let (low, high) = spread.interval(0).expect("there are results");
            (low..=high).contains(&truth[0])
        });
        let covered = covered.count();
        assert!(covered >= 35, "{covered}");
    }
}
