//! How often a game for one can be won: with everything known beforehand, and without.
//!
//! Each hand has a seed of its own and is looked at by itself, so that threads change nothing.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use engine::position::Position;
use engine::program::Program;
use engine::random::derived;
use players::solitaire::{Answer, Blind, Guide, Searched, Pupil, Solver};

/// Which hands are looked at, and for how long.
#[derive(Debug, Clone, Copy)]
pub struct Hands<'a> {
    /// A game for one.
    pub program: &'a Program,
    /// How many hands.
    pub hands: u64,
    /// The seed, from which the seeds of the hands follow: those of the games of a series with this seed.
    pub seed: u64,
    /// How many nodes a hand may take.
    pub budget: u64,
    /// How many worlds are dealt out at a decision for a player who does not know the deck; 0 for no such player.
    pub worlds: u32,
    /// How many games are played in each of them.
    pub dives: u32,
    /// How many games are played for practice.
    pub practice: u64,
    /// How many threads.
    pub threads: NonZeroUsize,
}

/// A hand, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hand {
    /// The seed of its game.
    pub seed: u64,
    /// With everything known.
    pub searched: Searched,
    /// Whether it was won without knowing the deck.
    pub blind: Option<bool>,
}

/// How many deals are played before something is learnt from them.
const CLASS: u64 = 16;

/// A guide for the games of a program that has learnt from so many choices: the same for the same seed.
pub fn guide(program: &Program, seed: u64, practice: u64) -> Guide {
    let mut guide = Guide::new(program);
    let mut pupil = Pupil::new(program);
    let mut nodes = 0;
    let mut class = 0;
    let (mut won, mut games,mut n0) = (0, 0,0);
    while nodes < practice {
        let deals = class * CLASS..(class + 1) * CLASS;
        let seed = |number| derived(derived(seed, u64::MAX), number);
        let lessons: Vec<_> = deals.map(|number| pupil.practise(&guide, seed(number))).collect();
        nodes += lessons.iter().map(|lesson| lesson.nodes).sum::<u64>();
        won += lessons.iter().map(|lesson| lesson.won).sum::<u32>();
        games += lessons.iter().map(|lesson| lesson.games).sum::<u32>();
        guide.learn(&lessons);
        class += 1;
        if class % 16 == 0 { eprintln!("{nodes} {games} {:.4} len {:.1}", won as f64 / games as f64, (nodes-n0) as f64/games as f64); won = 0; games = 0; n0=nodes;}
    }
    guide
}

/// Looks at every hand; `done` is told, by several threads at once, when one is finished.
pub fn look_at(hands: &Hands<'_>, done: &(dyn Fn() + Sync)) -> Vec<Hand> {
    let guide = guide(hands.program, hands.seed, hands.practice);
    let next = AtomicU64::new(0);
    let found: Mutex<Vec<Option<Hand>>> = Mutex::new(vec![None; hands.hands as usize]);
    let work = || {
        let mut solver = Solver::new(hands.program);
        let mut blind = Blind::new(hands.program, hands.worlds, hands.dives);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= hands.hands {
                break;
            }
            let hand = one(hands, &guide, number, &mut solver, &mut blind);
            let mut found = found
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner());
            found[number as usize] = Some(hand);
            drop(found);
            done();
        }
    };
    thread::scope(|scope| {
        for _ in 1..hands.threads.get() {
            scope.spawn(work);
        }
        work();
    });
    let found = found
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    found.into_iter().flatten().collect()
}

fn one<'p>(
    hands: &Hands<'p>,
    guide: &Guide,
    number: u64,
    solver: &mut Solver<'p>,
    blind: &mut Blind<'p>,
) -> Hand {
    let seed = derived(hands.seed, number);
    let start = Position::start(hands.program, seed);
    let own = derived(seed, u64::MAX);
    let played = (hands.worlds > 0).then(|| blind.play(&start, guide, own));
    let blind = played.as_ref().map(|(won, _)| *won);
    let searched = match played {
        // Whoever wins without knowing the deck could win with knowing it.
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
