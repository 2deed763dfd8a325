//! The outcome of a contest, for people.

use comfy_table::{CellAlignment, Table, TableComponent, presets};
use fuda::arena::{Interval, Sequential, Standing, Summary, Verdict, rated};
use std::ops::Deref;

/// A contest and what it came to, for people.
pub(super) struct Report<'a> {
    pub(super) summary: Summary<'a>,
    /// The number of games that were played before.
    pub(super) earlier: usize,
}

impl<'a> Deref for Report<'a> {
    type Target = Summary<'a>;

    fn deref(&self) -> &Summary<'a> {
        &self.summary
    }
}

impl Report<'_> {
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

    /// Heading of the contest, in a line.
    pub(super) fn heading(&self) -> String {
        format!(
            "{}: {} games, seed {}, {} ways to sit and to meet",
            self.game,
            self.results.len(),
            self.seed,
            self.contest.lineups.len()
        )
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
