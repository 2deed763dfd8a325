//! Runs that breed decks: the judge of games for one, and what is written of games.

use crate::boards::DeckBoards;
use crate::lines::Practice;
use crate::thinking::attach_machine_code;
use engine::position::Position;
use engine::program::Program;
use engine::random::derived;
use metagame::deck::Deck;
use metagame::evolution::{Judge, Trial, Verdict};
use metagame::payoffs::MOST_HALVES;
use metagame::stage::{Played, Unplayable, halves};
use players::solitaire::{Answer, Guide, Solver};
use std::fmt::Write as _;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::threads::on_threads;

/// Judges decks of a game for one: a hand counts as won if the solver finds a line that wins.
pub struct LineJudge<'a> {
    /// Makes programs for decks.
    pub boards: &'a DeckBoards<'a>,
    /// Nodes that a hand may take.
    pub budget: u64,
    /// Choices of practice for each deck.
    pub practice: u64,
    /// Number of threads.
    pub threads: NonZeroUsize,
    /// Is set when somebody wants it to stop.
    pub stop: &'a AtomicBool,
    /// Decks that are prepared.
    pub kept: Mutex<Vec<(Deck, Arc<Prepared>)>>,
}

/// Decks that are kept prepared.
const MOST_KEPT: usize = 32;

/// A game compiled for a deck, and what was learnt about it.
pub struct Prepared {
    program: Program,
    guide: Guide,
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl LineJudge<'_> {
    /// A program and a guide for a deck; those that were made before are kept.
    fn prepared(&self, deck: &Deck) -> Result<Arc<Prepared>, Unplayable> {
        let known = locked(&self.kept)
            .iter()
            .find(|(known, _)| known == deck)
            .map(|(_, it)| it.clone());
        if let Some(known) = known {
            return Ok(known);
        }
        let mut program = self.boards.program(&[deck]).map_err(Unplayable::Board)?;
        attach_machine_code(&mut program);
        let practice = Practice {
            program: &program,
            // Decks that are compared have practised alike, so that equal decks have equal verdicts.
            seed: 1,
            nodes: self.practice,
            threads: NonZeroUsize::MIN,
            stop: self.stop,
        };
        let guide = practice.guide(&|_, _| {});
        if self.stop.load(Ordering::Relaxed) {
            return Err(Unplayable::Stopped);
        }
        let prepared = Arc::new(Prepared { program, guide });
        let mut kept = locked(&self.kept);
        kept.push((deck.clone(), prepared.clone()));
        if kept.len() > MOST_KEPT {
            kept.remove(0);
        }
        Ok(prepared)
    }

    fn verdict(&self, trial: &Trial<'_>) -> Result<Verdict, Unplayable> {
        let prepared = self.prepared(trial.deck)?;
        let Prepared { program, guide } = &*prepared;
        let mut solver = Solver::new(program);
        let mut verdict = Verdict::default();
        for deal in trial.opponents.iter().flat_map(|it| &it.deals) {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Unplayable::Stopped);
            }
            let seed = derived(trial.seed, *deal);
            let start = Position::start(program, seed);
            let searched = solver.search(&start, guide, self.budget, derived(seed, u64::MAX));
            let has_won = matches!(searched.answer, Answer::Won(_));
            verdict.halves.push(if has_won { MOST_HALVES } else { 0 });
        }
        Ok(verdict)
    }
}

impl Judge for LineJudge<'_> {
    fn judge(&self, trials: &[Trial<'_>]) -> Result<Vec<Verdict>, Unplayable> {
        let next = AtomicUsize::new(0);
        let found: Vec<Mutex<Option<Result<Verdict, Unplayable>>>> =
            trials.iter().map(|_| Mutex::new(None)).collect();
        on_threads(self.threads, || {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let (Some(trial), Some(slot)) = (trials.get(place), found.get(place)) else {
                    return;
                };
                let verdict = self.verdict(trial);
                *slot.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(verdict);
            }
        });
        let found = found.into_iter().filter_map(|slot| {
            slot.into_inner()
                .unwrap_or_else(|poisoned| poisoned.into_inner())
        });
        found.collect()
    }

    fn games_per_deal(&self) -> u64 {
        1
    }
}

/// Writes games down: a text for people and a record for each.
pub struct Journal {
    /// The folder of the run.
    pub folder: PathBuf,
    /// The beginning of the names of the files: the step.
    pub step: String,
    /// The language of reasons and cards.
    pub language: &'static str,
}

impl Journal {
    /// Writes a game down.
    pub fn write(&self, played: &Played<'_>) -> io::Result<()> {
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
        let winner = (0..2).find(|seat| played.result.is_decided() && played.result.has_won(*seat));
        let mut text = String::new();
        let _ = match winner {
            Some(seat) => writeln!(text, "winner: seat {}, {}", seat + 1, who(seat)),
            None => writeln!(text, "winner: nobody"),
        };
        let reason = played.result.reason.as_deref().unwrap_or("by the rules");
        let _ = writeln!(text, "how: {reason}");
        let _ = writeln!(text, "turn: {}", played.noted.turns());
        let _ = writeln!(text, "decisions: {}", played.result.decisions);
        for seat in 0..2 {
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
