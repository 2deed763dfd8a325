//! Players against each other, fairly: everybody sits everywhere, with every deck, and gets the same cards.
//!
//! The games of a contest are numbered, and a number says who sits where, with which deck and which seed. So the
//! result does not depend on threads, and a contest can be broken off after any game and gone on with.

mod lineup;
mod page;
mod rating;
mod standing;
mod summary;

pub use lineup::{Lineup, lineups};
pub use metagame::game::Board;
pub use metagame::result::{Ending, GameResult};
pub use page::page;
pub use rating::{Rating, ratings};
pub use standing::{Interval, Sequential, Standing, Verdict, standings, wilson};
pub use summary::{Summary, rated};

use engine::event::Unwatched;
use engine::random::derived;
use engine::record::Record;
use metagame::game::{Start, play};
use players::{PlayerError, PlayerSpec};
use std::io;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::sim::Unplayed;
use crate::threads::on_threads;

/// Contest: players, line-ups and games.
pub struct Contest<'a> {
    /// The players.
    pub players: &'a [PlayerSpec],
    /// The line-ups, in turn.
    pub lineups: &'a [Lineup],
    /// For each line-up its board, as a position in `boards`.
    pub board_of: &'a [usize],
    /// The boards.
    pub boards: &'a [Board],
    /// The seed, from which the seeds of the games follow.
    pub seed: u64,
    /// True if a game that fixes the seed of its chance keeps it; the players still differ.
    pub keeps_chance: bool,
    /// The number of decisions after which a game is broken off.
    pub limit: u64,
    /// The number of threads.
    pub threads: NonZeroUsize,
}

/// Is told of every game: its number, its record and how many are done. Called by several threads, one at a time.
pub type Onlooker<'a> = dyn FnMut(u64, Record) -> io::Result<()> + Send + 'a;

impl Contest<'_> {
    /// Line-up of a game. All line-ups come in turn, and have the same seeds.
    pub fn lineup(&self, number: u64) -> &Lineup {
        &self.lineups[(number % self.lineups.len() as u64) as usize]
    }

    fn board(&self, number: u64) -> &Board {
        let lineup = (number % self.lineups.len() as u64) as usize;
        &self.boards[self.board_of[lineup]]
    }

    fn seed_of(&self, number: u64) -> u64 {
        derived(self.seed, number / self.lineups.len() as u64)
    }

    /// The number of games that belong together: whether a contest is decided is asked only between such parts, so that
    /// threads make no difference.
    pub fn part(&self) -> u64 {
        let lineups = self.lineups.len() as u64;
        lineups * 32_u64.div_ceil(lineups)
    }

    /// Plays the games with these numbers; the results in their order, up to the first game that was stopped.
    pub fn play(
        &self,
        numbers: std::ops::Range<u64>,
        onlooker: &mut Onlooker<'_>,
    ) -> Result<Vec<GameResult>, Unplayed> {
        let next = AtomicU64::new(numbers.start);
        let end = AtomicU64::new(numbers.end);
        let onlooker = Mutex::new(onlooker);
        let work = || -> Result<Vec<(u64, GameResult)>, Unplayed> {
            let mut played = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= end.load(Ordering::SeqCst) {
                    return Ok(played);
                }
                let (result, record) = self.play_one(number)?;
                let told = onlooker.lock().map(|mut told| told(number, record));
                told.unwrap_or(Ok(()))?;
                if result.is_stopped() {
                    end.fetch_min(number + 1, Ordering::SeqCst);
                }
                played.push((number, result));
            }
        };
        let parts = on_threads(self.threads, work);
        let mut all = Vec::new();
        for part in parts {
            all.extend(part?);
        }
        all.retain(|(number, _)| *number < end.load(Ordering::SeqCst));
        all.sort_by_key(|(number, _)| *number);
        Ok(all.into_iter().map(|(_, result)| result).collect())
    }

    fn play_one(&self, number: u64) -> Result<(GameResult, Record), PlayerError> {
        let board = self.board(number);
        let seed = self.seed_of(number);
        let lineup = self.lineup(number);
        let names: Vec<&PlayerSpec> = lineup.players.iter().map(|at| &self.players[*at]).collect();
        let fixed = board.program.seed.filter(|_| self.keeps_chance);
        let start = Start {
            seed,
            chance: fixed.unwrap_or(seed),
            limit: self.limit,
        };
        play(board, &names, start, &mut Unwatched)
    }
}
