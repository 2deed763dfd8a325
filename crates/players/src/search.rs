//! Players that look ahead by growing a tree of what may happen.
//!
//! There is one way to search, and four ways to say which decisions are the same ([`Sight`]); the rest follows.
//! Every value is kept for the seat that decides, so that several moves in a row, more than two players, teams
//! and scores that do not add up to nothing need no care.

mod grower;
mod select;
mod tree;
mod world;

use crate::aims::Aim;
use crate::evaluate::{Evaluator, Rollouts};
use crate::lookahead::Lookahead;
use crate::question::Question;
use crate::thought::{Considered, Thought};
use crate::{Clock, Equipment, Player, Watch};
use engine::position::Position;
use engine::random::derived;
use grower::{Grower, key_of, remembered};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// Identity of decisions in a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Those in which all cards that anybody knows lie the same way, as if all played with open cards: plain tree
    /// search. Worlds are dealt again for every simulation.
    Everyone,
    /// Those of one world that is taken for the real one; several worlds are searched one after the other:
    /// determinized search.
    World,
    /// Those that look the same to the seat that thinks: single-observer information sets.
    Observer,
    /// Those that look the same to the seat that decides: multiple-observer information sets.
    Decider,
}

/// Budget of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Budget {
    /// So many simulations.
    Simulations(u32),
    /// So long, by a clock; what is chosen then depends on the machine.
    Time(Duration),
}

/// Chance that is added to the priors at the root, so that nothing is overlooked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// The share of noise.
    pub share: f64,
    /// The shape of the Dirichlet distribution: small is uneven.
    pub shape: f64,
}

/// Settings of a tree search.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    /// Identity of decisions.
    pub sight: Sight,
    /// Simulations or time for each decision.
    pub budget: Budget,
    /// Weight of exploration against the mean result in the selection formula.
    pub exploration: f64,
    /// True if choices are selected by their priors (PUCT), not by bounds alone (UCT).
    pub priors: bool,
    /// Chance at the root.
    pub noise: Option<Noise>,
    /// The number of trees that are grown, each with its share of the budget; they can grow on threads of their own.
    pub trees: u16,
    /// True if the tree is kept from one decision to the next, as long as it is not too large; never for
    /// [`Sight::World`], whose worlds are over with the decision.
    pub keeps_tree: bool,
    /// The number of worlds; only for [`Sight::World`]. As many as the root of the simulations if left out.
    pub worlds: Option<u32>,
    /// The number of decisions after which a simulation is broken off.
    pub most_decisions: u32,
    /// Result that a simulation is valued by.
    pub aim: Aim,
}

/// The number of simulations that are made in a world if only the time is given.
const IN_A_WORLD: u32 = 50;

/// The number of times per search that a watcher is shown the thoughts.
const SHOWN: u32 = 20;

/// After so many simulations the clock is looked at.
const PORTION: u32 = 16;

impl Search {
    /// A search of a kind, with so many simulations and the usual settings.
    pub fn new(sight: Sight, simulations: u32) -> Self {
        Self {
            sight,
            budget: Budget::Simulations(simulations),
            exploration: 0.7,
            priors: false,
            noise: None,
            trees: 1,
            keeps_tree: sight != Sight::World,
            worlds: None,
            most_decisions: 10_000,
            aim: Aim::Usual,
        }
    }

    /// The number of simulations that are made in one world.
    fn simulations_of_world(&self) -> u32 {
        let Budget::Simulations(simulations) = self.budget else {
            return IN_A_WORLD;
        };
        let worlds = self.worlds.unwrap_or_else(|| simulations.isqrt());
        simulations.div_ceil(worlds.max(1)).max(1)
    }
}

/// A player that searches.
pub struct Searcher {
    search: Search,
    lookahead: Arc<Lookahead>,
    threads: NonZeroUsize,
    clock: Option<Clock>,
    growers: Vec<Grower>,
    seed: u64,
    decisions: u64,
    /// Hash of what the seat has seen and done in this game.
    recall: u64,
    labels: Vec<u64>,
}

impl Searcher {
    /// A player that searches, and evaluates by playing on at random.
    pub fn new(search: Search, lookahead: Arc<Lookahead>, equipment: &Equipment) -> Self {
        let rollouts = Rollouts {
            aim: search.aim,
            most_decisions: search.most_decisions,
        };
        Self::with_evaluator(search, lookahead, equipment, &rollouts)
    }

    /// A player that searches, and lets somebody else evaluate.
    pub fn with_evaluator(
        search: Search,
        lookahead: Arc<Lookahead>,
        equipment: &Equipment,
        evaluator: &dyn Evaluator,
    ) -> Self {
        let program = lookahead.program();
        let table = Position::laid_out(program, 0);
        let growers = (0..search.trees.max(1))
            .map(|_| Grower::new(table.clone(), program.seats, evaluator.copy()));
        Self {
            growers: growers.collect(),
            search,
            threads: equipment.threads,
            clock: equipment.clock,
            lookahead,
            seed: 0,
            decisions: 0,
            recall: 0,
            labels: Vec::new(),
        }
    }

    /// Thinks; whoever watches is shown what is thought so far.
    fn think_about(&mut self, question: &Question<'_>, watch: Option<&mut Watch<'_>>) -> Thought {
        let started = self.clock.map(|clock| clock());
        let key = self.begin_decision(question);
        let is_told = watch.is_some();
        match self.search.budget {
            Budget::Simulations(all) => self.spend(question, all, watch),
            Budget::Time(time) => self.spend_time(question, time, watch),
        }
        let mut thought = self.thought(question.count());
        if is_told {
            let first = &mut self.growers[0];
            let (search, lookahead) = (&self.search, &self.lookahead);
            thought.line = first.line(search, lookahead, question, self.recall, thought.choice);
        }
        let seconds = |started| Some((self.clock?() - started).as_secs_f64());
        thought.seconds = started.and_then(seconds);
        self.recall = remembered(key, self.labels[thought.choice]);
        thought
    }

    /// Gets everything ready; gives the key of the decision.
    fn begin_decision(&mut self, question: &Question<'_>) -> u64 {
        let eyes = self.lookahead.eyes(question.seat());
        question.labels(eyes, &mut self.labels);
        let key = key_of(self.recall, question.glance(eyes), &self.labels);
        let seed = derived(self.seed, self.decisions);
        self.decisions += 1;
        for (number, grower) in self.growers.iter_mut().enumerate() {
            if !self.search.keeps_tree || grower.is_large() {
                grower.forget();
            }
            let seed = derived(seed, number as u64);
            grower.begin(&self.search, key, &self.labels, seed);
        }
        key
    }

    fn spend(&mut self, question: &Question<'_>, all: u32, mut watch: Option<&mut Watch<'_>>) {
        let portion = match watch {
            Some(_) => all.div_ceil(SHOWN).max(1),
            None => all.max(1),
        };
        let mut done = 0;
        while done < all {
            let next = portion.min(all - done);
            // Tree number i has made the simulations i, i + trees, i + 2 × trees, …
            let trees = self.growers.len() as u32;
            let share = |tree: u32, made: u32| (made + trees - 1 - tree) / trees;
            let shares: Vec<u32> = (0..trees)
                .map(|tree| share(tree, done + next) - share(tree, done))
                .collect();
            self.grow(question, &shares, None);
            done += next;
            if self.show(&mut watch).is_break() {
                break;
            }
        }
    }

    fn spend_time(
        &mut self,
        question: &Question<'_>,
        time: Duration,
        mut watch: Option<&mut Watch<'_>>,
    ) {
        let Some(clock) = self.clock else {
            return;
        };
        let started = clock();
        let shares = vec![u32::MAX; self.growers.len()];
        for part in 1..=SHOWN {
            self.grow(question, &shares, Some(started + time * part / SHOWN));
            if self.show(&mut watch).is_break() {
                break;
            }
        }
    }

    fn show(&mut self, watch: &mut Option<&mut Watch<'_>>) -> ControlFlow<()> {
        match watch {
            Some(watch) => watch(&self.thought(self.labels.len())),
            None => ControlFlow::Continue(()),
        }
    }

    /// Lets every tree grow by its share, on as many threads as there are.
    fn grow(&mut self, question: &Question<'_>, shares: &[u32], until: Option<Duration>) {
        let (search, lookahead, recall) = (&self.search, &*self.lookahead, self.recall);
        let clock = self.clock;
        let grow = |grower: &mut Grower, share: u32| {
            let mut made = 0_u32;
            grower.grow(search, lookahead, question, recall, share, || {
                made = made.wrapping_add(1);
                let is_time = made.is_multiple_of(PORTION);
                !is_time
                    || until
                        .zip(clock)
                        .is_none_or(|(until, clock)| clock() < until)
            });
        };
        let each = self.growers.len().div_ceil(self.threads.get());
        if each == self.growers.len() {
            for (grower, share) in self.growers.iter_mut().zip(shares) {
                grow(grower, *share);
            }
            return;
        }
        std::thread::scope(|scope| {
            for (growers, shares) in self.growers.chunks_mut(each).zip(shares.chunks(each)) {
                scope.spawn(move || {
                    for (grower, share) in growers.iter_mut().zip(shares) {
                        grow(grower, *share);
                    }
                });
            }
        });
    }

    /// Reason why no more games are simulated, if one had no end.
    fn stopped(&self) -> Option<String> {
        let fault = self.growers.iter().find_map(Grower::endless)?;
        Some(fault.message(self.lookahead.program()))
    }

    /// The thoughts so far, without the line.
    fn thought(&mut self, count: usize) -> Thought {
        let mut considered = vec![Considered::default(); count];
        for grower in &mut self.growers {
            grower.add_to(&self.search, &self.labels, &mut considered);
        }
        let priors: f64 = considered.iter().map(|choice| choice.prior).sum();
        for choice in &mut considered {
            choice.prior = if priors > 0.0 {
                choice.prior / priors
            } else {
                1.0 / count as f64
            };
        }
        Thought {
            choice: Thought::most_visited(&considered),
            considered,
            line: Vec::new(),
            simulations: self.growers.iter().map(Grower::simulations).sum(),
            worlds: self.growers.iter().map(Grower::worlds).sum(),
            seconds: None,
            stopped: self.stopped(),
        }
    }
}

impl Player for Searcher {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.decisions = 0;
        self.recall = 0;
        self.growers.iter_mut().for_each(Grower::forget);
    }

    fn choose(&mut self, question: &Question<'_>) -> usize {
        if question.count() == 1 {
            return 0;
        }
        self.think_about(question, None).choice
    }

    fn think(&mut self, question: &Question<'_>, watch: &mut Watch<'_>) -> Thought {
        if question.count() == 1 {
            return Thought::of_choice(1, 0);
        }
        self.think_about(question, Some(watch))
    }
}
