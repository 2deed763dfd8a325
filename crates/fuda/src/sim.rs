//! Many games of one program, on as many threads as are wanted.
//!
//! What comes out does not depend on the threads: each game has a seed of its own, and everything that is
//! added up is a whole number.

mod summary;
mod tally;
mod worker;

pub use summary::{Summary, ratio};
pub use tally::{FaultTally, SeatTally, Tally};

use crate::thinking;
use crate::threads::on_threads;
use engine::position::Position;
use engine::program::Program;
use engine::record::Record;
use players::{Equipment, PlayerError, PlayerSpec};
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use worker::Worker;

/// The number of decisions a game may have, if nobody says otherwise.
pub const LIMIT: u64 = 100_000;

/// Chunks are small enough for the last thread not to be waited for long, and not smaller than needed.
const CHUNKS_PER_THREAD: u64 = 128;

/// Series of games.
#[derive(Clone)]
pub struct Series<'a> {
    /// The game.
    pub program: &'a Program,
    /// Deciders of the seats.
    pub players: Vec<PlayerSpec>,
    /// Their equipment.
    pub equipment: Equipment,
    /// The number of games.
    pub games: u64,
    /// The seed, from which the seeds of the games follow.
    pub seed: u64,
    /// The seed of the chance of every game, where the game fixes it; the players still differ.
    pub chance: Option<u64>,
    /// The number of decisions after which a game is broken off.
    pub limit: u64,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// True if it is noted what was reached: [`Tally::coverage`]. Games are slower then.
    pub covers: bool,
}

/// Someone who looks on while games are played. What is called is called by several threads at once.
pub trait Onlooker: Sync {
    /// True if records of the games are wanted.
    fn wants_records(&self) -> bool;

    /// A game was played; its number, from 0, and its record.
    fn record(&self, number: u64, record: Record) -> io::Result<()>;

    /// So many games are done.
    fn done(&self, games: u64);

    /// True if no more games are wanted. Asked after every game.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Someone who wants to know nothing before the end.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Onlooker for Nobody {
    fn wants_records(&self) -> bool {
        false
    }

    fn record(&self, _: u64, _: Record) -> io::Result<()> {
        Ok(())
    }

    fn done(&self, _: u64) {}
}

/// From how many games on it is worth while to make machine code first.
const WORTH_MACHINE_CODE: u64 = 500;

/// Gives a program machine code if so many games are worth it and the processor allows it. Games go the same
/// way with it, only faster.
pub fn attach_machine_code(program: &mut Program, games: u64) {
    if games >= WORTH_MACHINE_CODE {
        thinking::attach_machine_code(program);
    }
}

/// Why games were not played, or not all of them.
#[derive(Debug, thiserror::Error)]
pub enum Unplayed {
    /// One of the players cannot play.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The onlooker had an error.
    #[error("the records cannot be written")]
    Records(#[from] io::Error),
}

/// Plays the games, up to the first that is stopped for another reason than an invariant: a mistake that stops
/// one game may stop each of the others, and each takes as long as a game may.
pub fn simulate(series: &Series<'_>, onlooker: &dyn Onlooker) -> Result<Tally, Unplayed> {
    simulate_part(series, 0..series.games, onlooker)
}

/// Plays the games with these numbers. The tallies of parts that follow each other, added up, are that of the whole.
pub fn simulate_part(
    series: &Series<'_>,
    numbers: Range<u64>,
    onlooker: &dyn Onlooker,
) -> Result<Tally, Unplayed> {
    let table = Position::prepared(series.program);
    let games = Chunks::new(series.threads, numbers);
    let parts = on_threads(series.threads, || {
        Worker::new(series, &table, onlooker)?.work(&games)
    });
    let mut all = Tally::new(series.program);
    for part in parts {
        for (first, tally) in part? {
            // Games after one that was stopped do not count: how many there are depends on the threads.
            if first < games.end() {
                all.add(tally);
            }
        }
    }
    Ok(all)
}

/// The record of one game of a series, played again.
pub fn record_of(series: &Series<'_>, number: u64) -> Result<Record, PlayerError> {
    let table = Position::prepared(series.program);
    Ok(Worker::new(series, &table, &Nobody)?.record(number))
}

/// Hands out the numbers of games, some at a time.
struct Chunks {
    next: AtomicU64,
    /// The number after the last game.
    games: u64,
    size: u64,
    /// End of the games that count: after the first that was stopped, or else after the last of all.
    end: AtomicU64,
}

impl Chunks {
    fn new(threads: NonZeroUsize, numbers: Range<u64>) -> Self {
        let chunks = threads.get() as u64 * CHUNKS_PER_THREAD;
        let games = numbers.end.saturating_sub(numbers.start);
        Self {
            next: AtomicU64::new(numbers.start),
            games: numbers.end,
            size: (games / chunks).max(1),
            end: AtomicU64::new(numbers.end),
        }
    }

    fn take(&self) -> Option<Range<u64>> {
        let first = self.next.fetch_add(self.size, Ordering::Relaxed);
        (first < self.end()).then(|| first..self.games.min(first + self.size))
    }

    fn end(&self) -> u64 {
        self.end.load(Ordering::Relaxed)
    }

    /// A game was stopped: those after it are not played.
    fn end_with(&self, number: u64) {
        self.end.fetch_min(number + 1, Ordering::Relaxed);
    }

    /// Nobody needs to play on.
    fn stop(&self) {
        self.next.store(self.games, Ordering::Relaxed);
    }
}
