//! The outcome of a series, for people.

use crate::commands::numbers::{SURE, grouped, interval};
use comfy_table::{CellAlignment, Table, TableComponent, presets};
use fuda::sim::{SeatTally, Summary, Tally, ratio};
use std::fmt::Write;
use std::ops::Deref;

/// A series and what it came to, for people.
pub(super) struct Report<'a>(pub(super) Summary<'a>);

impl<'a> Deref for Report<'a> {
    type Target = Summary<'a>;

    fn deref(&self) -> &Summary<'a> {
        &self.0
    }
}

impl Report<'_> {
    /// For people.
    pub(super) fn text(&self) -> String {
        let mut text = format!(
            "{}: {} games, seed {}\n\n{}\n",
            self.game,
            grouped(self.tally.games),
            self.series.seed,
            self.seats()
        );
        let lines = [self.ties(), self.why(), self.unfinished()];
        for line in lines.into_iter().flatten() {
            text.push_str(&line);
        }
        text.push('\n');
        text.push_str(&self.course());
        text.push_str(&self.speed());
        if let Some(covered) = self.covered {
            let games = format!("{} games", grouped(self.tally.games));
            text.push_str(&format!("\n{}", covered.text(&games)));
        }
        text
    }

    fn seats(&self) -> Table {
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        table.set_style(TableComponent::HeaderLines, '─');
        table.set_style(TableComponent::MiddleHeaderIntersections, '─');
        table.set_header([
            "seat",
            "player",
            "wins",
            "share",
            "sure to 95 %",
            "mean score",
        ]);
        for (number, seat) in self.tally.seats.iter().enumerate() {
            table.add_row([
                number.to_string(),
                self.series.players[number].to_string(),
                grouped(seat.wins),
                self.share(seat.wins),
                self.sure(seat.wins),
                self.score(seat),
            ]);
        }
        for column in table.column_iter_mut().skip(2) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }

    fn share(&self, wins: u64) -> String {
        percent(ratio(wins, self.tally.finished))
    }

    /// Between which shares the true one lies, after Wilson.
    fn sure(&self, wins: u64) -> String {
        match interval(wins, self.tally.finished) {
            Some((low, high)) => format!("{:.1} – {:.1} %", low * 100.0, high * 100.0),
            None => "–".to_owned(),
        }
    }

    fn score(&self, seat: &SeatTally) -> String {
        let Some(mean) = self.mean_score(seat) else {
            return "–".to_owned();
        };
        let error = error(mean, seat.score_squared as f64, self.tally.finished);
        format!("{mean:.2} ± {error:.2}")
    }

    fn ties(&self) -> Option<String> {
        let Tally { draws, shared, .. } = *self.tally;
        if draws + shared == 0 {
            return None;
        }
        let (draws_share, shared_share) = (self.share(draws), self.share(shared));
        Some(format!(
            "draws {} ({draws_share}), wins that were shared {} ({shared_share})\n",
            grouped(draws),
            grouped(shared)
        ))
    }

    /// Why games ended, the most frequent reason first.
    fn why(&self) -> Option<String> {
        let told = self.reasons().map(|(reason, games)| {
            let share = self.share(games);
            format!("  {}: {} ({share})\n", reason.of("en"), grouped(games))
        });
        let told: String = told.collect();
        (!told.is_empty()).then(|| format!("why games ended:\n{told}"))
    }

    fn unfinished(&self) -> Option<String> {
        let (unfinished, limit) = (self.tally.unfinished, self.series.limit);
        (unfinished > 0).then(|| {
            format!(
                "{} games were broken off after {} decisions; `--limit` allows more\n",
                grouped(unfinished),
                grouped(limit)
            )
        })
    }

    fn course(&self) -> String {
        let Tally {
            games,
            decisions,
            shortest,
            longest,
            most_choices,
            forced,
            ..
        } = *self.tally;
        let mean = self.mean_decisions();
        let error = error(mean, self.tally.decisions_squared as f64, games);
        let mut text =
            format!("decisions a game    {mean:.1} ± {error:.1}, from {shortest} to {longest}\n");
        if let Some(choices) = self.mean_choices() {
            let forced = percent(ratio(forced, decisions));
            writeln!(
                text,
                "choices a decision  {choices:.2}, at most {most_choices}; {forced} of the decisions had only one"
            )
            .expect("a text takes anything");
        }
        text
    }

    fn speed(&self) -> String {
        let per_second = |count: u64| grouped((count as f64 / self.seconds.max(1e-9)) as u64);
        let threads = self.series.threads.get();
        let threads = if threads == 1 {
            "1 thread".to_owned()
        } else {
            format!("{threads} threads")
        };
        format!(
            "speed               {} games and {} decisions a second ({:.2} s, {threads})\n\
             checksum            {}\n",
            per_second(self.tally.games),
            per_second(self.tally.decisions),
            self.seconds,
            self.checksum(),
        )
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

/// Error of a mean.
fn error(mean: f64, squares: f64, count: u64) -> f64 {
    if count < 2 {
        return 0.0;
    }
    let count = count as f64;
    let variance = ((squares - count * mean * mean) / (count - 1.0)).max(0.0);
    SURE * (variance / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_of_equal_values_is_exact() {
        assert_eq!(error(3.0, 9.0 * 50.0, 50), 0.0);
        assert_eq!(error(3.0, 9.0, 1), 0.0);
    }
}
