//! The judge of decks of games for one.

use crate::boards::DeckBoards;
use crate::lines::Practice;
use crate::thinking::attach_machine_code;
use crate::threads::on_threads;
use engine::position::Position;
use engine::program::Program;
use engine::random::derived;
use engine::record::Record;
use metagame::deck::Deck;
use metagame::evolution::{Judge, Trial, Verdict};
use metagame::payoffs::MOST_HALVES;
use metagame::result::GameResult;
use metagame::stage::{Onlooker, Played, Unplayable};
use metagame::usage::{Noting, Uses};
use players::solitaire::{Answer, Guide, Solver};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// Judges decks of a game for one: a hand counts as won if the solver finds a line that wins.
pub(super) struct LineJudge<'a> {
    /// Makes programs for decks.
    pub(super) boards: &'a DeckBoards<'a>,
    /// Nodes that a hand may take.
    pub(super) budget: u64,
    /// Choices of practice for each deck.
    pub(super) practice: u64,
    /// Number of threads.
    pub(super) threads: NonZeroUsize,
    /// Is set when somebody wants it to stop.
    pub(super) stop: &'a AtomicBool,
    /// The moves by which cards are played.
    pub(super) moves: BTreeSet<String>,
    /// Is told of every hand; trials are numbered through all calls.
    pub(super) onlooker: &'a Onlooker<'a>,
    /// Trials so far.
    pub(super) trials: AtomicUsize,
    /// Decks that are prepared.
    pub(super) kept: Mutex<Vec<(Deck, Arc<Prepared>)>>,
}

/// Decks that are kept prepared.
const MOST_KEPT: usize = 32;

/// A game compiled for a deck, and what was learnt about it.
pub(super) struct Prepared {
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

    fn verdict(&self, number: usize, trial: &Trial<'_>) -> Result<Verdict, Unplayable> {
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
            let (has_won, line) = match searched.answer {
                Answer::Won(line) => (true, line),
                Answer::Lost | Answer::Unknown => (false, Vec::new()),
            };
            let halves = if has_won { MOST_HALVES } else { 0 };
            verdict.halves.push(halves);
            let hand = Hand {
                trial: number,
                deal: *deal,
                seed,
                line: &line,
            };
            self.tell(program, &hand, halves / 2, &mut verdict.uses)?;
        }
        Ok(verdict)
    }

    /// Plays the line of a hand, for those who write games down and for the use of its cards.
    fn tell(
        &self,
        program: &Program,
        hand: &Hand<'_>,
        halves: u8,
        uses: &mut Uses,
    ) -> Result<(), Unplayable> {
        let mut noted = Noting::new(program, &self.moves);
        let mut record = Record::begin(program, hand.seed);
        let mut position = Position::start_watched(program, hand.seed, &mut noted);
        for choice in hand.line {
            position.play_number(program, *choice as usize, &mut noted);
            record.choices.push(*choice);
        }
        record.hash = position.hash(program);
        noted.count(program, 0, halves, uses);
        (self.onlooker)(&Played {
            pairing: hand.trial,
            deal: hand.deal,
            first: 0,
            program,
            result: &GameResult::of(program, &position, record.choices.len()),
            record: &record,
            noted: &noted,
        })?;
        Ok(())
    }
}

/// A hand, and the line that was found for it; without choices where none was.
struct Hand<'l> {
    trial: usize,
    deal: u64,
    seed: u64,
    line: &'l [u32],
}

impl Judge for LineJudge<'_> {
    fn judge(&self, trials: &[Trial<'_>]) -> Result<Vec<Verdict>, Unplayable> {
        let before = self.trials.fetch_add(trials.len(), Ordering::Relaxed);
        let next = AtomicUsize::new(0);
        let found: Vec<Mutex<Option<Result<Verdict, Unplayable>>>> =
            trials.iter().map(|_| Mutex::new(None)).collect();
        on_threads(self.threads, || {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let (Some(trial), Some(slot)) = (trials.get(place), found.get(place)) else {
                    return;
                };
                let verdict = self.verdict(before + place, trial);
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
