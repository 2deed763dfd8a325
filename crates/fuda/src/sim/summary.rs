//! The outcome of a series as data.

use super::{FaultTally, SeatTally, Series, Tally};
use crate::coverage::Covered;
use engine::program::Text;
use serde_json::{Value, json};
use std::cmp::Reverse;

/// A series and what it came to.
#[derive(Clone, Copy)]
pub struct Summary<'a> {
    /// The game as it was asked for.
    pub game: &'a str,
    /// The series.
    pub series: &'a Series<'a>,
    /// The tally.
    pub tally: &'a Tally,
    /// The time it took.
    pub seconds: f64,
    /// The coverage, if that was asked for.
    pub covered: Option<&'a Covered>,
}

impl Summary<'_> {
    /// All figures, as `fuda sim --format json` prints them.
    pub fn json(&self) -> Value {
        let Tally {
            games,
            decisions,
            seats,
            ..
        } = self.tally;
        let wins: Vec<u64> = seats.iter().map(|seat| seat.wins).collect();
        let scores: Vec<Option<f64>> = seats.iter().map(|seat| self.mean_score(seat)).collect();
        let players: Vec<String> = self
            .series
            .players
            .iter()
            .map(ToString::to_string)
            .collect();
        let told =
            |(reason, games): (&Text, u64)| json!({ "reason": reason.of("en"), "games": games });
        let mut value = json!({
            "game": self.game,
            "games": games,
            "decisions": decisions,
            "seconds": self.seconds,
            "wins": wins,
            "draws": self.tally.draws,
            "mean_scores": scores,
            "mean_decisions": self.mean_decisions(),
            "checksum": self.checksum(),
            "reasons": self.reasons().map(told).collect::<Vec<_>>(),
            "players": players,
            "decks": self.series.program.decks,
            "seed": self.series.seed,
            "threads": self.series.threads,
            "shared_wins": self.tally.shared,
            "unfinished": self.tally.unfinished,
            "limit": self.series.limit,
            "shortest": self.tally.shortest,
            "longest": self.tally.longest,
            "mean_choices": self.mean_choices(),
            "most_choices": self.tally.most_choices,
            "faults": self.tally.faults.iter().map(fault).collect::<Vec<_>>(),
        });
        if let Some(covered) = self.covered {
            value["coverage"] = covered.json();
        }
        value
    }

    /// Numbers of games that ended for each reason, the most frequent first.
    pub fn reasons(&self) -> impl Iterator<Item = (&Text, u64)> {
        let reasons = self.series.program.reasons.iter();
        let counted = reasons.zip(self.tally.reasons.iter().copied());
        let mut counted: Vec<_> = counted.filter(|(_, games)| *games > 0).collect();
        counted.sort_by_key(|(_, games)| Reverse(*games));
        counted.into_iter()
    }

    /// Stands for every choice and every result.
    pub fn checksum(&self) -> String {
        format!("{:016x}", self.tally.checksum)
    }

    /// The mean score of a seat.
    pub fn mean_score(&self, seat: &SeatTally) -> Option<f64> {
        let finished = self.tally.finished;
        (finished > 0).then(|| seat.score as f64 / finished as f64)
    }

    /// Decisions of a game in the mean.
    pub fn mean_decisions(&self) -> f64 {
        self.tally.decisions as f64 / self.tally.games as f64
    }

    /// Choices of a decision in the mean.
    pub fn mean_choices(&self) -> Option<f64> {
        ratio(self.tally.choices, self.tally.decisions)
    }
}

fn fault(fault: &FaultTally) -> Value {
    json!({ "message": fault.message, "games": fault.games, "first": fault.first })
}

/// A part of a whole; nothing of nothing.
pub fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
