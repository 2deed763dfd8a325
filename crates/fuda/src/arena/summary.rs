//! The outcome of a contest as data.

use super::{Contest, GameResult, Rating, Sequential, Standing, Verdict, ratings, standings};
use engine::random::mixed;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A contest and what it came to.
#[derive(Clone, Copy)]
pub struct Summary<'a> {
    /// The game as it was asked for.
    pub game: &'a str,
    /// The seed.
    pub seed: u64,
    /// The contest.
    pub contest: &'a Contest<'a>,
    /// The decks.
    pub decks: &'a [String],
    /// The results of the games, in their order.
    pub results: &'a [GameResult],
    /// The time it took.
    pub seconds: f64,
    /// The sequential test, if there was one.
    pub sequential: Option<(Sequential, Verdict)>,
}

impl Summary<'_> {
    /// All figures, as `fuda arena --format json` prints them.
    pub fn json(&self) -> Value {
        let players: Vec<String> = self.players();
        let mut value = json!({
            "game": self.game,
            "games": self.results.len(),
            "seed": self.seed,
            "players": entries(&players, &self.of_players()),
            "first_seat_wins": self.seat_wins(),
            "draws": self.results.iter().filter(|game| game.is_over() && !game.is_decided()).count(),
            "unfinished": self.results.iter().filter(|game| !game.is_over()).count(),
            "reasons": self.reasons().into_iter().map(|(reason, games)| json!({ "reason": reason, "games": games })).collect::<Vec<_>>(),
            "mean_decisions": self.mean_decisions(),
            "seconds": self.seconds,
            "checksum": self.checksum(),
        });
        if self.decks.len() > 1 {
            value["decks"] = entries(self.decks, &self.of_decks());
        }
        if let Some((test, verdict)) = self.sequential {
            value["sprt"] = json!({ "low": test.least, "high": test.most, "verdict": verdict });
        }
        value
    }

    /// Standings of the players.
    pub fn of_players(&self) -> Vec<Standing> {
        self.standings(self.contest.players.len(), |number| {
            &self.contest.lineup(number).players
        })
    }

    /// Standings of the decks.
    pub fn of_decks(&self) -> Vec<Standing> {
        self.standings(self.decks.len(), |number| {
            &self.contest.lineup(number).decks
        })
    }

    fn standings<'s>(&'s self, count: usize, seated: impl Fn(u64) -> &'s [usize]) -> Vec<Standing> {
        let teams = &self.contest.boards[0].program.teams;
        let games = self.results.iter().enumerate();
        standings(
            count,
            teams,
            games.map(|(number, game)| (game, seated(number as u64))),
        )
    }

    /// Names of the players.
    pub fn players(&self) -> Vec<String> {
        self.contest
            .players
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    fn seat_wins(&self) -> usize {
        self.results.iter().filter(|game| game.has_won(0)).count()
    }

    /// Numbers of games that ended for each reason, the most frequent first.
    pub fn reasons(&self) -> Vec<(&str, u64)> {
        let mut counted: BTreeMap<&str, u64> = BTreeMap::new();
        for reason in self
            .results
            .iter()
            .filter_map(|game| game.reason.as_deref())
        {
            *counted.entry(reason).or_default() += 1;
        }
        let mut counted: Vec<_> = counted.into_iter().collect();
        counted.sort_by_key(|(_, games)| Reverse(*games));
        counted
    }

    /// Decisions of a game in the mean.
    pub fn mean_decisions(&self) -> Option<f64> {
        let sum: u64 = self.results.iter().map(|game| game.decisions).sum();
        (!self.results.is_empty()).then(|| sum as f64 / self.results.len() as f64)
    }

    /// Stands for the results of all games.
    pub fn checksum(&self) -> String {
        let mut sum = 0;
        for game in self.results {
            for score in &game.scores {
                sum = mixed(sum ^ *score as u64);
            }
            for winner in &game.winners {
                sum = mixed(sum ^ u64::from(*winner) ^ 1 << 32);
            }
            sum = mixed(sum ^ game.decisions);
        }
        format!("{sum:016x}")
    }
}

/// Ratings of those who took part.
pub fn rated(standings: &[Standing]) -> Vec<Rating> {
    let points: Vec<Vec<f64>> = standings
        .iter()
        .map(|standing| standing.points.clone())
        .collect();
    ratings(&points)
}

/// The outcome for each, and the points made against each other.
fn entries(names: &[String], standings: &[Standing]) -> Value {
    let rated = rated(standings);
    let entry = |((name, standing), rating): ((&String, &Standing), &Rating)| {
        json!({
            "name": name,
            "games": standing.games,
            "wins": standing.wins,
            "draws": standing.draws,
            "losses": standing.losses(),
            "win_rate": standing.win_rate(),
            "win_rate_interval": standing.win_interval(),
            "decided_win_rate": standing.decided_rate(),
            "decided_win_rate_interval": standing.decided_interval(),
            "mean_score": standing.mean_score(),
            "mean_score_interval": standing.score_interval(),
            "elo": rating.elo,
            "elo_error": rating.error.is_finite().then_some(rating.error),
            "points_against": standing.points,
        })
    };
    names.iter().zip(standings).zip(&rated).map(entry).collect()
}
