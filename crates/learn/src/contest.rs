//! Two sides against each other, at every seat and with the same cards.

use crate::ground::Field;
use crate::selfplay::{Fixture, Lanes, Side};
use engine::random::derived;
use players::Aim;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Points of the first of two sides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Games played.
    pub games: u32,
    /// Share of the points from 0 to 1; ½ where both sides are equal.
    pub mean: f64,
    /// Standard error of the mean.
    pub error: f64,
}

/// Everything that a contest needs.
pub struct Contest<'a> {
    /// The programs, of which games take turns.
    pub fields: &'a [Arc<Field>],
    /// The sides; the first is the one whose points are counted.
    pub sides: [Side<'a>; 2],
    /// Start of all chance.
    pub seed: u64,
    /// Threads that play.
    pub threads: usize,
    /// The aim that counts as points.
    pub aim: Aim,
}

impl Contest<'_> {
    /// Plays some games. Each deal is played once for every way to turn the sides round the table.
    pub fn play(&self, games: u32) -> Score {
        self.play_from(0, games)
    }

    /// As [`Self::play`], with the deals from a number on.
    pub fn play_from(&self, first: u32, games: u32) -> Score {
        let fixtures: Vec<Fixture> = (first..first + games)
            .map(|number| self.fixture(number))
            .collect();
        let lanes = Lanes {
            fields: self.fields,
            sides: &self.sides,
            teaching: None,
            seed: self.seed,
            threads: self.threads,
        };
        let played = lanes.play(&fixtures);
        let points: Vec<f64> = played
            .episodes
            .iter()
            .map(|episode| {
                let field = &self.fields[episode.field as usize];
                let worths = field.worths(&episode.ends, self.aim);
                share(&worths, &episode.sides)
            })
            .collect();
        Score::of(&points)
    }

    fn fixture(&self, number: u32) -> Fixture {
        // All fields of a game have the same seats.
        let seats = u32::from(self.fields[0].program().seats);
        let (deal, turned) = (number / seats, number % seats);
        let seed = derived(self.seed, u64::from(deal));
        let field = (derived(seed, 2) % self.fields.len() as u64) as usize;
        let sides = (0..seats).map(|seat| ((seat + turned) % seats % 2) as u8);
        Fixture {
            field,
            seed,
            sides: sides.collect(),
        }
    }
}

/// Share of the first side in what both sides get, each by the mean of its seats.
fn share(worths: &[f64], sides: &[u8]) -> f64 {
    let mean = |wanted: u8| {
        let own = worths
            .iter()
            .zip(sides)
            .filter(|(_, side)| **side == wanted);
        let (count, sum) = own.fold((0.0, 0.0), |(count, sum), (worth, _)| {
            (count + 1.0, sum + worth.max(0.0))
        });
        sum / f64::max(count, 1.0)
    };
    let (own, other) = (mean(0), mean(1));
    if own + other > 0.0 {
        own / (own + other)
    } else {
        0.5
    }
}

impl Score {
    fn of(points: &[f64]) -> Self {
        let count = points.len().max(1) as f64;
        let mean = points.iter().sum::<f64>() / count;
        let variance = points.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / count;
        Self {
            games: points.len() as u32,
            mean,
            error: (variance / count).sqrt(),
        }
    }

    /// Adds games that were played besides.
    pub fn and(self, other: Self) -> Self {
        let (one, two) = (f64::from(self.games), f64::from(other.games));
        let games = (one + two).max(1.0);
        let square =
            |score: &Self, games: f64| (score.error.powi(2) * games + score.mean.powi(2)) * games;
        let mean = (self.mean * one + other.mean * two) / games;
        let variance = (square(&self, one) + square(&other, two)) / games - mean.powi(2);
        Self {
            games: self.games + other.games,
            mean,
            error: (variance.max(0.0) / games).sqrt(),
        }
    }
}
