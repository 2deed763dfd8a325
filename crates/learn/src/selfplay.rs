//! The teacher `gumbel`: games in which every seat searches with the current network, and what they teach.
//!
//! Each decision that was searched in full is a sample: what the seat saw, the policy that the search recommends, how
//! the game ended. Games run in groups of lanes, always the same ones, so that the leaves of many games are evaluated
//! in one batch and threads make no difference.

mod lane;

use crate::ground::Field;
use crate::search::Settings as Search;
use engine::random::derived;
use lane::Lane;
use nets::Batch;
use nets::infer::{Inference, Outputs, Scratch};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Games are played in so many groups, whatever the number of threads.
const GROUPS: usize = 8;

/// Settings of self-play.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The search of decisions that teach.
    pub full: Search,
    /// Simulations of the others (playout cap randomisation).
    pub quick: u32,
    /// Share of decisions that are searched in full.
    pub full_share: f32,
    /// A seat resigns when it hopes for less than this; 0 never.
    pub resign_below: f32,
    /// Share of resigned games that are played on, to see whether resigning was right.
    pub played_on: f32,
}

/// A decision that teaches.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// Who decided.
    pub seat: u8,
    /// The policy that the search recommends.
    pub policy: Vec<f32>,
    /// How surprised the network was: the distance of that policy from its own.
    pub surprise: f32,
    /// What the search found the seat may hope for.
    pub value: f32,
    /// The end of the game, for each seat.
    pub ends: Vec<[f32; 2]>,
    /// Weight, less where the game was as good as over.
    pub weight: f32,
}

/// What games have taught.
#[derive(Debug, Clone, Default)]
pub struct Harvest {
    /// Observations and choices.
    pub batch: Batch,
    /// One for each sample.
    pub lessons: Vec<Lesson>,
    /// Games played.
    pub games: u64,
    /// Decisions made, those with one choice left out.
    pub decisions: u64,
    /// Evaluations of the network.
    pub evaluations: u64,
    /// Games in which somebody resigned.
    pub resigned: u64,
    /// Resigned games that were played on, and those of them that were not lost in the end.
    pub checked: u64,
    /// See `checked`.
    pub wrong: u64,
    /// Games broken off.
    pub unfinished: u64,
    /// Lengths of the games, in decisions, added up.
    pub length: u64,
}

/// Who plays.
pub struct SelfPlay<'a> {
    /// The programs, of which games take turns.
    pub fields: &'a [Field],
    /// The network.
    pub network: &'a Inference,
    /// How.
    pub settings: &'a Settings,
    /// Where chance begins.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
}

impl SelfPlay<'_> {
    /// Plays games with these numbers. What comes out depends on the seed and not on the threads.
    pub fn play(&self, games: std::ops::Range<u64>) -> Harvest {
        let next = AtomicUsize::new(0);
        let slots: Vec<Mutex<Harvest>> = (0..GROUPS).map(|_| Mutex::default()).collect();
        let work = || {
            loop {
                let group = next.fetch_add(1, Ordering::Relaxed);
                let Some(slot) = slots.get(group) else {
                    return;
                };
                let harvest = self.play_group(games.clone().skip(group).step_by(GROUPS));
                if let Ok(mut slot) = slot.lock() {
                    *slot = harvest;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.max(1) {
                scope.spawn(work);
            }
            work();
        });
        let mut all = Harvest::default();
        for slot in slots {
            all.append(slot.into_inner().unwrap_or_default());
        }
        all
    }

    /// All games of a group at once, one evaluation of each in a batch.
    fn play_group(&self, numbers: impl Iterator<Item = u64>) -> Harvest {
        let mut harvest = Harvest::default();
        let mut batch = Batch::default();
        let (mut scratch, mut outputs) = (Scratch::default(), Outputs::default());
        let mut lanes: Vec<Lane> = numbers
            .map(|number| Lane::new(self, derived(self.seed, number)))
            .collect();
        for lane in &mut lanes {
            lane.start(self, &mut batch);
        }
        loop {
            lanes.retain_mut(|lane| !lane.is_over() || lane.hand_in(self, &mut harvest));
            if lanes.is_empty() {
                return harvest;
            }
            self.network.evaluate(&batch, &mut scratch, &mut outputs);
            harvest.evaluations += batch.len() as u64;
            let asked = std::mem::take(&mut batch);
            for (number, lane) in lanes.iter_mut().enumerate() {
                let each = self.network.shape().outputs;
                let values = &outputs.values[number * each..][..each];
                let scores = &outputs.scores[asked.choices_of(number)];
                lane.resume(self, values, scores, &asked, number, &mut batch);
            }
        }
    }
}

impl Harvest {
    /// Adds what other games have taught.
    pub fn append(&mut self, other: Self) {
        for sample in 0..other.batch.len() {
            self.batch.push_from(&other.batch, sample);
        }
        self.lessons.extend(other.lessons);
        self.games += other.games;
        self.decisions += other.decisions;
        self.evaluations += other.evaluations;
        self.resigned += other.resigned;
        self.checked += other.checked;
        self.wrong += other.wrong;
        self.unfinished += other.unfinished;
        self.length += other.length;
    }
}
