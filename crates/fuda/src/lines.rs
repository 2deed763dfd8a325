//! The share of deals of a game for one that can be won: with everything known beforehand, and without.
//!
//! Each hand has a seed of its own and is looked at by itself, and what was learnt from deals is put together in
//! their order, so that threads change nothing.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use crate::threads::on_threads;
use engine::position::Position;
use engine::program::Program;
use engine::random::derived;
use players::solitaire::{Answer, Blind, Guide, Lesson, Pupil, Searched, Solver};

/// The number of deals that are played before something is learnt from them.
const CLASS: u64 = 16;

/// As long as fewer than one in so many games is won, winning lines are looked for and learnt from.
const RARELY: u32 = 20;

/// The number of nodes such a line may take.
const SEARCH: u64 = 2_000;

/// Games for practice.
#[derive(Debug, Clone, Copy)]
pub struct Practice<'a> {
    /// A game for one.
    pub program: &'a Program,
    /// The seed, from which the seeds of the deals follow: others than those of a series with this seed.
    pub seed: u64,
    /// The number of choices that are made.
    pub nodes: u64,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// Is set when somebody wants it to stop: then the guide has learnt less.
    pub stop: &'a AtomicBool,
}

impl Practice<'_> {
    /// A guide that has learnt from these games; `done` is told how many choices were made, and the share of
    /// the games of late that were won.
    pub fn guide(&self, done: &dyn Fn(u64, f64)) -> Guide {
        let mut guide = Guide::new(self.program);
        let threads = (0..self.threads.get()).map(|_| Pupil::new(self.program));
        let mut pupils: Vec<Pupil<'_>> = threads.collect();
        let (mut nodes, mut class, mut search, mut share) = (0, 0, SEARCH, 0.0);
        while nodes < self.nodes && !self.stop.load(Ordering::Relaxed) {
            let lessons = self.lessons(&mut pupils, &guide, class, search);
            guide.learn(&lessons);
            let won: u32 = lessons.iter().map(|lesson| lesson.won).sum();
            let games: u32 = lessons.iter().map(|lesson| lesson.games).sum();
            search = if won * RARELY < games { SEARCH } else { 0 };
            share +=
                (f64::from(won) / f64::from(games.max(1)) - share) / (class + 1).min(20) as f64;
            nodes += lessons.iter().map(|lesson| lesson.nodes).sum::<u64>();
            class += 1;
            done(nodes.min(self.nodes), share);
        }
        guide
    }

    /// The lessons of a class, in the order of their deals.
    fn lessons(
        &self,
        pupils: &mut [Pupil<'_>],
        guide: &Guide,
        class: u64,
        search: u64,
    ) -> Vec<Lesson> {
        let next = AtomicU64::new(0);
        let found = Mutex::new(vec![Lesson::default(); CLASS as usize]);
        let work = |pupil: &mut Pupil<'_>| {
            while let Some(number) = taken(&next, CLASS) {
                let seed = derived(derived(self.seed, u64::MAX), class * CLASS + number);
                let lesson = pupil.practise(guide, seed, search);
                locked(&found)[number as usize] = lesson;
            }
        };
        if let [pupil, others @ ..] = pupils {
            let work = &work;
            thread::scope(|scope| {
                // If the system starts fewer threads, these do it all.
                for other in others {
                    if (thread::Builder::new().spawn_scoped(scope, move || work(other))).is_err() {
                        break;
                    }
                }
                work(pupil);
            });
        }
        found
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// Hands to be searched, and the budget.
#[derive(Debug, Clone, Copy)]
pub struct Hands<'a> {
    /// A game for one.
    pub program: &'a Program,
    /// The number of hands.
    pub hands: u64,
    /// The seed, from which the seeds of the hands follow: those of the games of a series with this seed.
    pub seed: u64,
    /// The number of nodes a hand may take.
    pub budget: u64,
    /// The player who does not know the deck, if there is one.
    pub blind: Option<Unknowing>,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// Is set when somebody wants it to stop: then no more hands are begun.
    pub stop: &'a AtomicBool,
}

/// Search of a player who does not know the deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unknowing {
    /// The number of worlds that are dealt out at a decision; with none it plays by what it has practised.
    pub worlds: u32,
    /// The number of games that are played in each of them for each choice.
    pub dives: u32,
}

/// A hand, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hand {
    /// The seed of its game.
    pub seed: u64,
    /// With everything known.
    pub searched: Searched,
    /// True if it was won without knowing the deck.
    pub blind: Option<bool>,
}

/// Looks at every hand, in the order of their numbers; `done` is told, by several threads at once, when one is
/// finished.
pub fn look_at(hands: &Hands<'_>, guide: &Guide, done: &(dyn Fn(&Hand) + Sync)) -> Vec<Hand> {
    let next = AtomicU64::new(0);
    let found: Mutex<Vec<Option<Hand>>> = Mutex::new(vec![None; hands.hands as usize]);
    let work = || {
        let mut solver = Solver::new(hands.program);
        let blind = hands.blind;
        let mut blind = blind.map(|it| Blind::new(hands.program, it.worlds, it.dives));
        while let Some(number) = taken(&next, hands.hands)
            && !hands.stop.load(Ordering::Relaxed)
        {
            let hand = one(hands, guide, number, &mut solver, blind.as_mut());
            done(&hand);
            locked(&found)[number as usize] = Some(hand);
        }
    };
    on_threads(hands.threads, work);
    let found = found
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    // Those before the first that was not finished: quick hands must not count more often.
    found.into_iter().map_while(|hand| hand).collect()
}

fn one<'p>(
    hands: &Hands<'p>,
    guide: &Guide,
    number: u64,
    solver: &mut Solver<'p>,
    blind: Option<&mut Blind<'p>>,
) -> Hand {
    let seed = derived(hands.seed, number);
    let start = Position::start(hands.program, seed);
    let own = derived(seed, u64::MAX);
    let played = blind.map(|blind| blind.play(&start, guide, own));
    let blind = played.as_ref().map(|(won, _)| *won);
    let searched = match played {
        // A player who wins without knowing the deck could win with knowing it.
        Some((true, line)) => Searched {
            nodes: line.len() as u64,
            answer: Answer::Won(line),
        },
        Some((false, _)) | None => solver.search(&start, guide, hands.budget, own),
    };
    Hand {
        seed,
        searched,
        blind,
    }
}

/// The next number, as long as there are some.
fn taken(next: &AtomicU64, count: u64) -> Option<u64> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    (number < count).then_some(number)
}

fn locked<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
