//! Players that try each choice by playing on at random, without a tree.

use crate::aims::{Aim, roll_out};
use crate::lookahead::Lookahead;
use crate::numbers::ln;
use crate::question::Question;
use crate::thought::{Considered, Thought, endless};
use crate::{Clock, Equipment, Player, Watch};
use engine::position::Position;
use engine::random::{Random, derived};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Spread of simulations over the choices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Spread {
    /// So many for each choice, in the same worlds for all of them.
    Each(u32),
    /// So many in all, more for those that look good (UCB1).
    Best(u32),
}

/// Settings of a one-step search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Trying {
    pub(crate) spread: Spread,
    pub(crate) exploration: f64,
    pub(crate) most_decisions: u32,
    pub(crate) aim: Aim,
}

/// Looks one step ahead, and lets chance play the rest.
pub struct Flat {
    trying: Trying,
    lookahead: Arc<Lookahead>,
    clock: Option<Clock>,
    seed: u64,
    decisions: u64,
    world: Position,
    played: Position,
    values: Vec<f64>,
    labels: Vec<u64>,
}

/// Statistics of a choice.
struct Tried {
    visits: Vec<u32>,
    sums: Vec<f64>,
    /// The choices that are not the same as an earlier one.
    different: Vec<usize>,
    worlds: u64,
}

/// The number of worlds or simulations after which a watcher is shown the thoughts.
const SHOWN_EVERY: u32 = 32;

impl Flat {
    /// A player that tries its choices.
    pub fn new(spread: Spread, lookahead: Arc<Lookahead>, equipment: &Equipment) -> Self {
        let usual = crate::search::Search::new(crate::Sight::Everyone, 1);
        let trying = Trying {
            spread,
            exploration: usual.exploration,
            most_decisions: usual.most_decisions,
            aim: usual.aim,
        };
        Self::with(trying, lookahead, equipment)
    }

    pub(crate) fn with(trying: Trying, lookahead: Arc<Lookahead>, equipment: &Equipment) -> Self {
        let table = Position::laid_out(lookahead.program(), 0);
        Self {
            trying,
            clock: equipment.clock,
            seed: 0,
            decisions: 0,
            world: table.clone(),
            played: table,
            values: vec![0.0; usize::from(lookahead.program().seats)],
            labels: Vec::new(),
            lookahead,
        }
    }

    fn consider(&mut self, question: &Question<'_>, watch: &mut Watch<'_>) -> Thought {
        let started = self.clock.map(|clock| clock());
        question.labels(self.lookahead.eyes(question.seat()), &mut self.labels);
        let first = |label: &u64| self.labels.iter().position(|other| other == label);
        let numbers = self.labels.iter().enumerate();
        let different = numbers.filter(|(number, label)| first(label) == Some(*number));
        let mut tried = Tried {
            visits: vec![0; self.labels.len()],
            sums: vec![0.0; self.labels.len()],
            different: different.map(|(number, _)| number).collect(),
            worlds: 0,
        };
        let mut random = Random::new(derived(self.seed, self.decisions));
        self.decisions += 1;
        let rounds = match self.trying.spread {
            Spread::Each(rounds) | Spread::Best(rounds) => rounds,
        };
        let lookahead = Arc::clone(&self.lookahead);
        let mut worlds = question.worlds(&lookahead);
        for round in 1..=rounds {
            worlds.draw(&mut random, &mut self.world);
            tried.worlds += 1;
            match self.trying.spread {
                Spread::Each(_) => {
                    for at in 0..tried.different.len() {
                        self.try_out(question, tried.different[at], &mut random, &mut tried);
                        if endless(&self.played).is_some() {
                            break;
                        }
                    }
                }
                Spread::Best(_) => {
                    let number = tried.promising(self.trying.exploration);
                    self.try_out(question, number, &mut random, &mut tried);
                }
            }
            if endless(&self.played).is_some() {
                break;
            }
            let is_shown = round.is_multiple_of(SHOWN_EVERY);
            if is_shown && watch(&tried.thought(self.trying.spread)) == ControlFlow::Break(()) {
                break;
            }
        }
        let mut thought = tried.thought(self.trying.spread);
        let stopped = endless(&self.played);
        thought.stopped = stopped.map(|fault| fault.message(lookahead.program()));
        let seconds = |started| Some((self.clock?() - started).as_secs_f64());
        thought.seconds = started.and_then(seconds);
        thought
    }

    /// Makes a choice in the world, and lets chance play on.
    fn try_out(
        &mut self,
        question: &Question<'_>,
        number: usize,
        random: &mut Random,
        tried: &mut Tried,
    ) {
        let program = self.lookahead.program();
        self.played.clone_from(&self.world);
        self.played.play_unchecked(program, number);
        roll_out(
            program,
            &mut self.played,
            random,
            self.trying.most_decisions,
        );
        let aims = self.lookahead.aims();
        aims.values(program, &self.played, self.trying.aim, &mut self.values);
        tried.visits[number] += 1;
        tried.sums[number] += self.values[question.seat().index()];
    }
}

impl Tried {
    /// The choice that may be best; first those never tried.
    fn promising(&self, exploration: f64) -> usize {
        let all: u32 = self.visits.iter().sum();
        let logarithm = ln(f64::from(all.max(1)));
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for number in &self.different {
            let visits = f64::from(self.visits[*number]);
            if visits == 0.0 {
                return *number;
            }
            let score = self.sums[*number] / visits + exploration * (logarithm / visits).sqrt();
            if score > best_score {
                (best, best_score) = (*number, score);
            }
        }
        best
    }

    fn thought(&self, spread: Spread) -> Thought {
        let prior = 1.0 / self.visits.len() as f64;
        let choices = self.visits.iter().zip(&self.sums);
        let considered: Vec<Considered> = choices
            .map(|(visits, sum)| Considered {
                visits: u64::from(*visits),
                value: (*visits > 0).then(|| sum / f64::from(*visits)),
                prior,
            })
            .collect();
        Thought {
            choice: match spread {
                Spread::Each(_) => Thought::most_valued(&considered),
                Spread::Best(_) => Thought::most_visited(&considered),
            },
            simulations: self.visits.iter().map(|visits| u64::from(*visits)).sum(),
            worlds: self.worlds,
            considered,
            ..Thought::default()
        }
    }
}

impl Player for Flat {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.decisions = 0;
    }

    fn choose(&mut self, question: &Question<'_>) -> usize {
        if question.count() == 1 {
            return 0;
        }
        self.consider(question, &mut |_| ControlFlow::Continue(()))
            .choice
    }

    fn think(&mut self, question: &Question<'_>, watch: &mut Watch<'_>) -> Thought {
        if question.count() == 1 {
            return Thought::of_choice(1, 0);
        }
        self.consider(question, watch)
    }
}
