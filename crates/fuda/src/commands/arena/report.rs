//! What a contest came to, for people and for programs.

use comfy_table::{CellAlignment, Table, TableComponent, presets};
use engine::random::mixed;
use fuda::arena::{
    Contest, GameResult, Interval, Rating, Sequential, Standing, Verdict, ratings, standings,
};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A contest and what it came to.
pub(super) struct Report<'a> {
    /// The game as it was asked for.
    pub(super) game: &'a str,
    pub(super) seed: u64,
    pub(super) contest: &'a Contest<'a>,
    pub(super) decks: &'a [String],
    pub(super) results: &'a [GameResult],
    /// How many games were played before.
    pub(super) earlier: usize,
    pub(super) seconds: f64,
    pub(super) sequential: Option<(Sequential, Verdict)>,
}

impl Report<'_> {
    /// For programs.
    pub(super) fn json(&self) -> Value {
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

    /// For people.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{}\n\n", self.heading());
        text.push_str(&format!(
            "{}\n",
            table("player", &self.players(), &self.of_players())
        ));
        if self.contest.players.len() > 2 {
            text.push_str(&format!(
                "\n{}\n",
                pairs(&self.players(), &self.of_players())
            ));
        }
        if self.decks.len() > 1 {
            text.push_str(&format!(
                "\n{}\n",
                table("deck", self.decks, &self.of_decks())
            ));
            text.push_str(&format!("\n{}\n", pairs(self.decks, &self.of_decks())));
        }
        if let Some((test, verdict)) = self.sequential {
            text.push_str(&format!("\n{}\n", self.verdict(test, verdict)));
        }
        let unfinished = self.results.iter().filter(|game| !game.is_over()).count();
        if unfinished > 0 {
            text.push_str(&format!(
                "\n{unfinished} games came to no end and do not count\n"
            ));
        }
        let played = self.results.len() - self.earlier;
        for (number, (reason, games)) in self.reasons().into_iter().enumerate() {
            let heading = if number == 0 {
                "\nwhy games ended:\n"
            } else {
                ""
            };
            text.push_str(&format!("{heading}  {reason}: {games}\n"));
        }
        text.push_str(&format!(
            "\n{:.1} decisions a game; {played} games in {:.1} s; checksum {}\n",
            self.mean_decisions().unwrap_or(0.0),
            self.seconds,
            self.checksum()
        ));
        text
    }

    /// Which contest it is, in a line.
    pub(super) fn heading(&self) -> String {
        format!(
            "{}: {} games, seed {}, {} ways to sit and to meet",
            self.game,
            self.results.len(),
            self.seed,
            self.contest.lineups.len()
        )
    }

    pub(super) fn of_players(&self) -> Vec<Standing> {
        self.standings(self.contest.players.len(), |number| {
            &self.contest.lineup(number).players
        })
    }

    pub(super) fn of_decks(&self) -> Vec<Standing> {
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

    fn players(&self) -> Vec<String> {
        self.contest
            .players
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    fn seat_wins(&self) -> usize {
        self.results.iter().filter(|game| game.has_won(0)).count()
    }

    /// How many games ended for each reason, the most frequent first.
    fn reasons(&self) -> Vec<(&str, u64)> {
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

    fn mean_decisions(&self) -> Option<f64> {
        let sum: u64 = self.results.iter().map(|game| game.decisions).sum();
        (!self.results.is_empty()).then(|| sum as f64 / self.results.len() as f64)
    }

    /// Stands for the results of all games.
    fn checksum(&self) -> String {
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

    fn verdict(&self, test: Sequential, verdict: Verdict) -> String {
        let name = &self.contest.players[0];
        match verdict {
            Verdict::Stronger => {
                format!(
                    "sure to 95 %: {name} leads by more than {} points of Elo",
                    test.least
                )
            }
            Verdict::Weaker => {
                format!(
                    "sure to 95 %: {name} leads by less than {} points of Elo",
                    test.most
                )
            }
            Verdict::Open => "not sure yet: more games would be needed".to_owned(),
        }
    }
}

fn rated(standings: &[Standing]) -> Vec<Rating> {
    let points: Vec<Vec<f64>> = standings
        .iter()
        .map(|standing| standing.points.clone())
        .collect();
    ratings(&points)
}

/// What each came to, and the points made against each other.
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

fn table(what: &str, names: &[String], standings: &[Standing]) -> Table {
    let mut table = plain();
    table.set_header([
        what,
        "games",
        "won",
        "sure to 95 %",
        "of decided",
        "draws",
        "Elo",
        "mean score",
    ]);
    let rated = rated(standings);
    for ((name, standing), rating) in names.iter().zip(standings).zip(rated) {
        table.add_row([
            name.clone(),
            standing.games.to_string(),
            percent(standing.win_rate()),
            between(standing.win_interval()),
            percent(standing.decided_rate()),
            standing.draws.to_string(),
            match rating.error.is_finite() {
                true => format!("{:+.0} ± {:.0}", rating.elo, rating.error),
                false => "–".to_owned(),
            },
            score(standing),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// The share of points of each row against each column.
fn pairs(names: &[String], standings: &[Standing]) -> Table {
    let mut table = plain();
    let mut header = vec!["points against".to_owned()];
    header.extend_from_slice(names);
    table.set_header(header);
    for (row, name) in names.iter().enumerate() {
        let mut cells = vec![name.clone()];
        for column in 0..names.len() {
            let made = standings[row].points[column];
            let games = made + standings[column].points[row];
            let share = (row != column && games > 0.0).then(|| made / games);
            cells.push(percent(share));
        }
        table.add_row(cells);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn plain() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_style(TableComponent::HeaderLines, '─');
    table.set_style(TableComponent::MiddleHeaderIntersections, '─');
    table
}

fn score(standing: &Standing) -> String {
    match (standing.mean_score(), standing.score_interval()) {
        (Some(mean), Some(interval)) => format!("{mean:+.3} ± {:.3}", interval.high - mean),
        (Some(mean), None) => format!("{mean:+.3}"),
        (None, _) => "–".to_owned(),
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

fn between(interval: Option<Interval>) -> String {
    interval.map_or("–".to_owned(), |interval| {
        format!(
            "{:.1} – {:.1} %",
            interval.low * 100.0,
            interval.high * 100.0
        )
    })
}
