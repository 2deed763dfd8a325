//! Games in lanes: many games at once, whose evaluations share batches.
//!
//! Each seat of a game belongs to a side: a network with its search, or any other player. Self-play has one side, a
//! contest two. Games run in groups of lanes, always the same ones, so that the number of threads makes no
//! difference.

mod lane;

use crate::ground::Field;
use crate::search::Settings as Search;
use crate::threads::in_parts;
use engine::random::derived;
use lane::Lane;
use nets::Batch;
use nets::infer::{Inference, Outputs, Scratch};
use players::{Equipment, PlayerSpec};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;

pub use lane::{Episode, Lesson};

/// Games are played in so many groups, whatever the number of threads.
const GROUPS: usize = 8;

/// Decider for some seats.
pub enum Side<'a> {
    /// A network and its search.
    Net(&'a Inference, Search),
    /// Another player, with its equipment for each field.
    Other(PlayerSpec, &'a [Equipment]),
}

/// Settings of games that teach.
#[derive(Clone, Default)]
pub struct Teaching {
    /// Simulations of decisions that do not teach (playout cap randomisation).
    pub quick: u32,
    /// Share of decisions that are searched in full and teach.
    pub full_share: f32,
    /// A seat resigns when it hopes for less than this; 0 never.
    pub resign_below: f32,
    /// Share of resigned games that are played on, to see whether resigning was right.
    pub played_on: f32,
    /// Recommends policies in place of the search.
    pub expert: Option<Expert>,
}

/// A player that recommends policies by the values it finds for choices.
#[derive(Clone)]
pub struct Expert {
    /// The player.
    pub name: PlayerSpec,
    /// Its equipment for each field.
    pub equipment: Vec<Equipment>,
    /// Change of a choice's score for one unit of value.
    pub gain: f32,
    /// Share of the old scores that is kept.
    pub memory: f32,
}

/// Everything that games in lanes need.
pub struct Lanes<'a> {
    /// The programs, of which games take turns.
    pub fields: &'a [Arc<Field>],
    /// The sides.
    pub sides: &'a [Side<'a>],
    /// Lessons of the games; nothing in a contest.
    pub teaching: Option<&'a Teaching>,
    /// Start of all chance.
    pub seed: u64,
    /// Threads that play.
    pub threads: usize,
}

/// A game that is to be played.
#[derive(Debug, Clone, PartialEq)]
pub struct Fixture {
    /// Position of its program among the fields.
    pub field: usize,
    /// Seed of its deal.
    pub seed: u64,
    /// The side of each seat.
    pub sides: Vec<u8>,
}

/// Results of games.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Played {
    /// The games, in the order of their fixtures.
    pub episodes: Vec<Episode>,
    /// Evaluations of networks.
    pub evaluations: u64,
}

impl Played {
    /// Puts games together that were dealt out one by one.
    pub fn interleaved(parts: Vec<Self>, games: usize) -> Self {
        let evaluations = parts.iter().map(|part| part.evaluations).sum();
        let parts = parts.into_iter();
        let mut parts: Vec<_> = parts.map(|part| part.episodes.into_iter()).collect();
        let count = parts.len().max(1);
        let episodes = (0..games).filter_map(|number| parts.get_mut(number % count)?.next());
        Self {
            episodes: episodes.collect(),
            evaluations,
        }
    }
}

impl Lanes<'_> {
    /// Games of the first side against itself, with numbers from a range.
    pub fn own_games(&self, numbers: Range<u64>) -> Vec<Fixture> {
        let fixtures = numbers.map(|number| {
            let seed = derived(self.seed, number);
            let field = (derived(seed, 2) % self.fields.len() as u64) as usize;
            let seats = usize::from(self.fields[field].program().seats);
            Fixture {
                field,
                seed,
                sides: vec![0; seats],
            }
        });
        fixtures.collect()
    }

    /// Plays games. The result does not depend on the threads.
    pub fn play(&self, fixtures: &[Fixture]) -> Played {
        let groups: Vec<Vec<&Fixture>> = (0..GROUPS)
            .map(|group| fixtures.iter().skip(group).step_by(GROUPS).collect())
            .collect();
        let played = in_parts(&groups, self.threads, |group| self.play_group(group));
        Played::interleaved(played, fixtures.len())
    }

    /// All games of a group at once: each waits for at most one evaluation, and each network evaluates all that wait
    /// for it in one batch.
    fn play_group(&self, fixtures: &[&Fixture]) -> Played {
        let mut played = Played::default();
        let mut batches = vec![Batch::default(); self.sides.len()];
        let mut asked = batches.clone();
        let mut outputs = vec![Outputs::default(); self.sides.len()];
        let mut scratch = Scratch::default();
        let mut lanes: Vec<Lane> = fixtures
            .iter()
            .map(|fixture| Lane::new(self, fixture))
            .collect();
        for lane in &mut lanes {
            lane.go_on(self, &mut batches);
        }
        while lanes.iter().any(|lane| !lane.is_over()) {
            std::mem::swap(&mut batches, &mut asked);
            for (side, batch) in asked.iter().enumerate().filter(|(_, it)| !it.is_empty()) {
                if let Side::Net(network, _) = &self.sides[side] {
                    network.evaluate(batch, &mut scratch, &mut outputs[side]);
                    played.evaluations += batch.len() as u64;
                }
            }
            batches.iter_mut().for_each(Batch::clear);
            for lane in lanes.iter_mut().filter(|lane| !lane.is_over()) {
                lane.resume(self, &asked, &outputs, &mut batches);
            }
        }
        let episodes = lanes.into_iter().map(|lane| lane.episode(self));
        played.episodes = episodes.collect();
        played
    }
}
