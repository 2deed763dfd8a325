//! Everything that can be said about a field from the results of its pairs.

use crate::alpha_rank::{Selection, alpha_rank};
use crate::bootstrap::{Spread, bootstrap};
use crate::cycles::{Cycle, cycles};
use crate::equilibrium::{Unsolved, equilibrium};
use crate::field::{Expected, effective_decks, expected};
use crate::payoffs::{Matrix, Payoffs};
use crate::replicator::course;
use serde::{Deserialize, Serialize};

/// A number with its interval, 19 times out of 20.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// A number and how far the interval reaches to both sides.
    pub fn around(value: f64, half: f64) -> Self {
        Self {
            value,
            low: value - half,
            high: value + half,
        }
    }

    /// A win rate, whose interval ends at 0 and 1.
    pub fn rate(value: f64, half: f64) -> Self {
        Self {
            value,
            low: (value - half).max(0.0),
            high: (value + half).min(1.0),
        }
    }

    fn drawn(value: f64, spread: &Spread, at: usize) -> Self {
        let (low, high) = spread.interval(at).unwrap_or((value, value));
        Self { value, low, high }
    }
}

/// A deck in a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeckLine {
    /// Its name.
    pub name: String,
    /// Its share in the equilibrium.
    pub share: Estimate,
    /// Its share by alpha-rank.
    pub alpha_rank: Estimate,
    /// Its win rate against the equilibrium.
    pub against_equilibrium: Estimate,
    /// Its win rate against all decks alike.
    pub against_all: Estimate,
}

/// A pair of decks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PairLine {
    /// The first deck.
    pub one: String,
    /// The second deck.
    pub other: String,
    /// Number of their games.
    pub games: u64,
    /// The share of points of the first.
    pub rate: Estimate,
}

/// A cycle, by the names of its decks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CycleLine {
    /// The decks, each of which beats the next, and the last the first.
    pub decks: Vec<String>,
    /// Win rate of each against the next.
    pub rates: Vec<f64>,
}

/// A deck against a field that was given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldLine {
    /// The deck.
    pub name: String,
    /// Its share in the field.
    pub share: f64,
    /// Its win rate against the field.
    pub rate: Estimate,
}

/// Figures of a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// Number of games.
    pub games: u64,
    /// Number of decks of the equilibrium, counted by their shares.
    pub effective_decks: Estimate,
    /// True if the equilibrium is the only one.
    pub is_unique: bool,
    /// The decks in their order.
    pub decks: Vec<DeckLine>,
    /// All pairs.
    pub pairs: Vec<PairLine>,
    /// Cycles that are sure.
    pub cycles: Vec<CycleLine>,
    /// Every deck against the field that was given, the best response first; empty without one.
    pub field: Vec<FieldLine>,
    /// Shares of the decks over time, where people copy what wins, from the field that was given or from equal shares.
    pub course: Vec<Vec<f64>>,
}

/// Points of the course of shares over time.
const POINTS: usize = 61;

/// Time between them.
const APART: f64 = 5.0;

/// Method by which the numbers are worked out.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    /// Number of tables that are drawn for intervals.
    pub tables: u32,
    /// The seed of what is drawn.
    pub seed: u64,
    /// For alpha-rank.
    pub selection: Selection,
}

/// Says everything that can be said about decks; `field` are the shares with which they are met, if that is known.
pub fn analyse(
    payoffs: &Payoffs,
    names: &[String],
    field: Option<&[f64]>,
    method: Method,
) -> Result<Analysis, Unsolved> {
    let rates = payoffs.rates();
    let found = equilibrium(&rates)?;
    let ranks = alpha_rank(&rates, method.selection);
    let spread = bootstrap(payoffs, method.tables, method.seed, |rates| {
        figures(rates, method.selection)
    });
    let decks = names.len();
    let even = vec![1.0 / decks.max(1) as f64; decks];
    let (against_mix, against_all) = (expected(payoffs, &found.mix), expected(payoffs, &even));
    let line = |deck: usize| DeckLine {
        name: names[deck].clone(),
        share: Estimate::drawn(found.mix[deck], &spread, deck),
        alpha_rank: Estimate::drawn(ranks[deck], &spread, decks + deck),
        against_equilibrium: of(&against_mix, deck),
        against_all: of(&against_all, deck),
    };
    let start = field.unwrap_or(&even);
    Ok(Analysis {
        games: 2 * payoffs.count(),
        effective_decks: Estimate::drawn(effective_decks(&found.mix), &spread, 2 * decks),
        is_unique: found.is_unique,
        decks: (0..decks).map(line).collect(),
        pairs: pairs(payoffs, names),
        cycles: cycles(payoffs)
            .into_iter()
            .map(|cycle| named(cycle, names))
            .collect(),
        field: field.map_or_else(Vec::new, |field| field_lines(payoffs, names, field)),
        course: course(&rates, start, POINTS, APART),
    })
}

/// Shares, ranks and the number of decks, one after the other.
fn figures(rates: &Matrix, selection: Selection) -> Result<Vec<f64>, Unsolved> {
    let mut figures = equilibrium(rates)?.mix;
    let effective = effective_decks(&figures);
    figures.extend(alpha_rank(rates, selection));
    figures.push(effective);
    Ok(figures)
}

fn of(lines: &[Expected], deck: usize) -> Estimate {
    let line = lines.iter().find(|line| line.deck == deck);
    line.map_or(Estimate::rate(0.5, 0.5), |line| {
        Estimate::rate(line.rate, line.half)
    })
}

fn pairs(payoffs: &Payoffs, names: &[String]) -> Vec<PairLine> {
    let lines = payoffs.pairs().map(|(one, other)| {
        let deals = payoffs.deals(one, other);
        let (low, high) = deals.interval();
        PairLine {
            one: names[one].clone(),
            other: names[other].clone(),
            games: 2 * deals.count(),
            rate: Estimate {
                value: deals.rate(),
                low,
                high,
            },
        }
    });
    lines.collect()
}

fn named(cycle: Cycle, names: &[String]) -> CycleLine {
    let decks = cycle.decks.iter().map(|deck| names[*deck].clone());
    CycleLine {
        decks: decks.collect(),
        rates: cycle.rates,
    }
}

fn field_lines(payoffs: &Payoffs, names: &[String], field: &[f64]) -> Vec<FieldLine> {
    let lines = expected(payoffs, field).into_iter().map(|line| FieldLine {
        name: names[line.deck].clone(),
        share: field[line.deck],
        rate: Estimate::rate(line.rate, line.half),
    });
    lines.collect()
}
