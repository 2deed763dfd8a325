//! Games of a run, written down for people.

use metagame::stage::{Played, halves};
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

/// Writes games down: a text for people and a record for each.
pub(super) struct Journal {
    /// The folder of the run.
    pub(super) folder: PathBuf,
    /// The beginning of the names of the files: the step.
    pub(super) step: String,
    /// The language of reasons and cards.
    pub(super) language: &'static str,
}

impl Journal {
    /// Writes a game down.
    pub(super) fn write(&self, played: &Played<'_>) -> io::Result<()> {
        let Played {
            pairing,
            deal,
            first,
            ..
        } = played;
        let name = format!("game_{}_{pairing:04}_{deal:04}_{}", self.step, first + 1);
        let record = format!("records/{name}.record");
        let text = self.text(played, &record);
        storage::write_one_of_many(&self.folder.join(&record), &played.record.to_bytes())?;
        storage::write_one_of_many(
            &self.folder.join(format!("logs/{name}.txt")),
            text.as_bytes(),
        )
    }

    /// The winner, how, in which turn, and with which cards.
    fn text(&self, played: &Played<'_>, record: &str) -> String {
        let of_run = played.first % 2;
        let who = |seat: usize| {
            if seat == of_run {
                "the deck of the run"
            } else {
                "the opponent"
            }
        };
        let seats = usize::from(played.program.seats).min(2);
        let winner =
            (0..seats).find(|seat| played.result.is_decided() && played.result.has_won(*seat));
        let mut text = String::new();
        let _ = match winner {
            Some(seat) => writeln!(text, "winner: seat {}, {}", seat + 1, who(seat)),
            None => writeln!(text, "winner: nobody"),
        };
        let otherwise = if played.result.is_over() {
            "by the rules"
        } else if seats == 1 {
            "no line that wins was found"
        } else {
            "it was broken off"
        };
        let reason = played.result.reason.as_deref().unwrap_or(otherwise);
        let _ = writeln!(text, "how: {reason}");
        let _ = writeln!(text, "turn: {}", played.noted.turns());
        let _ = writeln!(text, "decisions: {}", played.result.decisions);
        for seat in 0..seats {
            let points = f64::from(halves(played.result, seat)) / 2.0;
            let cards = self.key_cards(played, seat as u8);
            let _ = writeln!(
                text,
                "seat {}, {}: {points} points; played {cards}",
                seat + 1,
                who(seat)
            );
        }
        let _ = writeln!(text, "seed: {}\nrecord: {record}", played.record.seed);
        text
    }

    /// The cards that a seat played, with how often, in the order in which they first came.
    fn key_cards(&self, played: &Played<'_>, seat: u8) -> String {
        let mut counts: Vec<(&str, u32)> = Vec::new();
        for (_, card) in played.noted.played().iter().filter(|(by, _)| *by == seat) {
            let name = played.program.cards[usize::from(*card)]
                .name
                .of(self.language);
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        let counts = counts.iter().map(|(card, count)| match count {
            1 => (*card).to_owned(),
            count => format!("{card} ×{count}"),
        });
        let counts: Vec<String> = counts.collect();
        if counts.is_empty() {
            "nothing".to_owned()
        } else {
            counts.join(", ")
        }
    }
}
