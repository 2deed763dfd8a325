//! Decks against decks: many deals on several threads.
//!
//! A deal is two games with the same seed and the seats swapped. What comes out depends on the decks, the player, the seed
//! and the number of a deal, and on nothing else.

use crate::deck::Deck;
use crate::game::{Board, Start, play};
use crate::payoffs::{Deals, MOST_HALVES};
use crate::result::{Ending, GameResult};
use crate::usage::{Noting, Uses, add_uses};
use engine::program::Program;
use engine::random::derived;
use engine::record::Record;
use players::{PlayerError, PlayerSpec};
use std::collections::BTreeSet;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// Makes boards: the game, compiled for a deck at each seat.
pub trait Boards: Sync {
    /// The board of these decks, in the order of the seats.
    fn board(&self, decks: &[&Deck]) -> Result<Arc<Board>, String>;
}

/// The reason why games were not played.
#[derive(Debug, thiserror::Error)]
pub enum Unplayable {
    /// There is no board for the decks.
    #[error("the decks cannot be played: {0}")]
    Board(String),
    /// A player cannot play.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A game was stopped.
    #[error("a game was stopped: {message}")]
    Fault {
        /// The reason.
        message: String,
        /// The game.
        record: Box<Record>,
    },
    /// Somebody wants it to stop.
    #[error("stopped")]
    Stopped,
    /// A game could not be written down.
    #[error(transparent)]
    Written(#[from] io::Error),
}

/// Two decks, and the numbers of the deals that they play.
#[derive(Debug, Clone)]
pub struct Pairing<'d> {
    /// The decks.
    pub decks: [&'d Deck; 2],
    /// The numbers of the deals.
    pub deals: Vec<u64>,
    /// The seed, from which the seeds of the deals follow.
    pub seed: u64,
}

/// Results of a pairing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The half points of the first deck in each deal.
    pub halves: Vec<u8>,
    /// Use of the cards of each deck.
    pub uses: [Uses; 2],
    /// Half points of the first seat in each deal, in both games together.
    pub first_seat: Vec<u8>,
    /// Half points of every seat.
    pub seats: Vec<u64>,
    /// Games that nobody won.
    pub draws: u64,
    /// Turns of all games together.
    pub turns: u64,
    /// Decisions of all games together.
    pub decisions: u64,
}

impl Outcome {
    /// The results of the deals.
    pub fn deals(&self) -> Deals {
        Deals::of(&self.halves)
    }

    fn count_seats(&mut self, result: &GameResult, seats: usize) {
        self.seats.resize(seats, 0);
        for (seat, sum) in self.seats.iter_mut().enumerate() {
            *sum += u64::from(halves(result, seat));
        }
        if let Some(last) = self.first_seat.last_mut() {
            *last += halves(result, 0);
        }
        self.draws += u64::from(!result.is_decided());
    }

    fn append(&mut self, other: &Self) {
        self.halves.extend(&other.halves);
        for (own, other) in self.uses.iter_mut().zip(&other.uses) {
            add_uses(own, other);
        }
        self.first_seat.extend(&other.first_seat);
        self.seats
            .resize(self.seats.len().max(other.seats.len()), 0);
        for (own, other) in self.seats.iter_mut().zip(&other.seats) {
            *own += other;
        }
        self.draws += other.draws;
        self.turns += other.turns;
        self.decisions += other.decisions;
    }
}

/// A game that was played, for those who write games down.
#[derive(Clone, Copy)]
pub struct Played<'a> {
    /// The number of the pairing in its call.
    pub pairing: usize,
    /// The number of the deal.
    pub deal: u64,
    /// Place of the deck of the pairing that sat first.
    pub first: usize,
    /// The game that was compiled.
    pub program: &'a Program,
    /// Its result.
    pub result: &'a GameResult,
    /// The game.
    pub record: &'a Record,
    /// Notes of the game.
    pub noted: &'a Noting<'a>,
}

/// Is told of every game, by several threads at once.
pub type Onlooker<'a> = dyn Fn(&Played<'_>) -> io::Result<()> + Sync + 'a;

/// A place where decks are played against each other.
pub struct Stage<'a> {
    /// Makes the boards.
    pub boards: &'a dyn Boards,
    /// Players of the two decks.
    pub players: [PlayerSpec; 2],
    /// The moves by which cards are played.
    pub moves: BTreeSet<String>,
    /// The most decisions of a game.
    pub limit: u64,
    /// Number of threads.
    pub threads: NonZeroUsize,
    /// Is set when somebody wants it to stop.
    pub stop: &'a AtomicBool,
}

/// Deals that one thread plays at a time.
const CHUNK: usize = 8;

/// A part of a pairing.
struct Chunk<'p> {
    pairing: usize,
    deals: &'p [u64],
}

/// The boards of a pairing, for both orders of the seats, while it is played.
struct Shared {
    boards: Mutex<Option<[Arc<Board>; 2]>>,
    left: AtomicUsize,
}

impl Stage<'_> {
    /// Plays pairings; what each came to, in their order.
    pub fn play(
        &self,
        pairings: &[Pairing<'_>],
        onlooker: &Onlooker<'_>,
    ) -> Result<Vec<Outcome>, Unplayable> {
        let chunks = chunks(pairings);
        let count = |at| chunks.iter().filter(|chunk| chunk.pairing == at).count();
        let shared: Vec<Shared> = (0..pairings.len())
            .map(|at| Shared {
                boards: Mutex::new(None),
                left: AtomicUsize::new(count(at)),
            })
            .collect();
        let slots: Vec<Mutex<Option<Result<Outcome, Unplayable>>>> =
            chunks.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let has_failed = AtomicBool::new(false);
        let work = || {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(chunk) = chunks.get(place) else {
                    return;
                };
                if has_failed.load(Ordering::Relaxed) {
                    return;
                }
                let at = chunk.pairing;
                let played = self.chunk(&pairings[at], chunk, &shared[at], onlooker);
                has_failed.fetch_or(played.is_err(), Ordering::Relaxed);
                *locked(&slots[place]) = Some(played);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.get().min(chunks.len()) {
                // If the system starts fewer threads, these do it all.
                if std::thread::Builder::new()
                    .spawn_scoped(scope, work)
                    .is_err()
                {
                    break;
                }
            }
            work();
        });
        gathered(pairings.len(), &chunks, slots)
    }

    fn chunk(
        &self,
        pairing: &Pairing<'_>,
        chunk: &Chunk<'_>,
        shared: &Shared,
        onlooker: &Onlooker<'_>,
    ) -> Result<Outcome, Unplayable> {
        let boards = self.boards(pairing, shared)?;
        let mut outcome = Outcome::default();
        for deal in chunk.deals.iter().copied() {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Unplayable::Stopped);
            }
            let mut halves = 0;
            outcome.first_seat.push(0);
            for (first, board) in boards.iter().enumerate() {
                let game = Game {
                    pairing: chunk.pairing,
                    deal,
                    first,
                    seed: derived(pairing.seed, deal),
                };
                halves += self.game(board, &game, &mut outcome, onlooker)?;
            }
            outcome.halves.push(halves);
        }
        if shared.left.fetch_sub(1, Ordering::AcqRel) == 1 {
            *locked(&shared.boards) = None;
        }
        Ok(outcome)
    }

    /// The boards of a pairing; the first thread that needs them makes them.
    fn boards(
        &self,
        pairing: &Pairing<'_>,
        shared: &Shared,
    ) -> Result<[Arc<Board>; 2], Unplayable> {
        let mut boards = locked(&shared.boards);
        if let Some(boards) = &*boards {
            return Ok(boards.clone());
        }
        let [one, other] = pairing.decks;
        let made = |decks: [&Deck; 2]| self.boards.board(&decks).map_err(Unplayable::Board);
        let both = [made([one, other])?, made([other, one])?];
        *boards = Some(both.clone());
        Ok(both)
    }

    /// Plays one game; the half points of the first deck of the pairing.
    fn game(
        &self,
        board: &Board,
        game: &Game,
        outcome: &mut Outcome,
        onlooker: &Onlooker<'_>,
    ) -> Result<u8, Unplayable> {
        let program = &board.program;
        let start = Start {
            seed: game.seed,
            chance: game.seed,
            limit: self.limit,
        };
        let at_seat = |seat: usize| (seat + game.first) % 2;
        let seats = usize::from(program.seats);
        let names: Vec<&PlayerSpec> = (0..seats)
            .map(|seat| &self.players[at_seat(seat)])
            .collect();
        let mut noted = Noting::new(program, &self.moves);
        let (result, record) = play(board, &names, start, &mut noted)?;
        if let Ending::Fault(message) = &result.ending {
            return Err(Unplayable::Fault {
                message: message.clone(),
                record: Box::new(record),
            });
        }
        onlooker(&Played {
            pairing: game.pairing,
            deal: game.deal,
            first: game.first,
            program,
            result: &result,
            record: &record,
            noted: &noted,
        })?;
        for seat in 0..seats.min(2) {
            let uses = &mut outcome.uses[at_seat(seat)];
            noted.count(program, seat as u8, halves(&result, seat), uses);
        }
        outcome.count_seats(&result, seats);
        outcome.turns += u64::from(noted.turns());
        outcome.decisions += result.decisions;
        Ok(halves(&result, at_seat(0)))
    }
}

/// A game of a deal.
struct Game {
    pairing: usize,
    deal: u64,
    first: usize,
    seed: u64,
}

/// Half points of a seat: two for a win, one where nobody won.
pub fn halves(result: &GameResult, seat: usize) -> u8 {
    match (result.is_decided(), result.has_won(seat)) {
        (false, _) => MOST_HALVES / 4,
        (true, true) => MOST_HALVES / 2,
        (true, false) => 0,
    }
}

fn chunks<'p>(pairings: &'p [Pairing<'_>]) -> Vec<Chunk<'p>> {
    let parts = pairings.iter().enumerate().flat_map(|(pairing, of)| {
        let parts = of.deals.chunks(CHUNK);
        parts.map(move |deals| Chunk { pairing, deals })
    });
    parts.collect()
}

/// The outcomes of all pairings, or the first failure in their order.
fn gathered(
    pairings: usize,
    chunks: &[Chunk<'_>],
    slots: Vec<Mutex<Option<Result<Outcome, Unplayable>>>>,
) -> Result<Vec<Outcome>, Unplayable> {
    let mut outcomes = vec![Outcome::default(); pairings];
    for (chunk, slot) in chunks.iter().zip(slots) {
        let slot = slot
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        match slot {
            Some(played) => outcomes[chunk.pairing].append(&played?),
            None => continue,
        }
    }
    Ok(outcomes)
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
