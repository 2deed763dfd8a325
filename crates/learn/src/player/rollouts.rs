//! Playing on by the policy: promising choices are made in the same imagined worlds, and everybody plays on by what they
//! see themselves. The choice whose games end best corrects the policy.
//!
//! A network's value of a position is worth little where chance decides much, and playing on at random is no way
//! to find out. A policy that plays both sides says what a choice is worth against somebody who plays like that; one
//! step from there is a better policy. All games of a round are played side by side, so that the network sees them in
//! large batches.

use super::belief::Belief;
use super::{NetSearch, Prepared};
use crate::ground::{Field, decider};
use crate::search::{Halving, Paired};
use crate::values::{drawn, expected, softmax};
use engine::ids::Seat;
use engine::position::Position;
use engine::random::{Random, derived};
use nets::Batch;
use nets::infer::{Outputs, Scratch};
use players::{Aim, Considered, NetworkSearch, Question};
use std::sync::Arc;

/// Worlds that are kept for a decision; later rounds use them again.
const WORLDS: usize = 64;

/// Change of a score for one unit of a value, for each simulation of a choice and at least.
const GAIN: f32 = 1.0;
const LEAST_GAIN: f32 = 4.0;

/// The same for a player who draws its choices, so that nobody can rely on them: such a policy mixes choices of equal
/// worth, and a large step by values that are known roughly would undo the mixture.
const CAREFUL_GAIN: f32 = 1.0;

/// Simulations for each choice that is tried, at least: few choices that are told apart are worth more than many.
const EACH: usize = 12;

/// Choices that the policy makes less often than this are not tried.
const UNLIKELY: f32 = 0.003;

/// A search that plays on by the policy.
pub(super) struct RolloutSearch {
    prepared: Arc<Prepared>,
    simulations: u32,
    considered: usize,
    depth: u32,
    aim: Aim,
    worlds: Vec<Position>,
    lanes: Vec<Lane>,
    /// Positions whose memory is used again.
    spare: Vec<Position>,
    batch: Batch,
    scratch: Scratch,
    outputs: Outputs,
    paired: Paired,
    found: Found,
    belief: Belief,
}

/// A game that is played on.
#[derive(Debug)]
struct Lane {
    position: Position,
    random: Random,
    decisions: u32,
    choice: usize,
    world: usize,
    value: f32,
}

/// Findings about the choices of the last decision.
#[derive(Debug, Default)]
struct Found {
    prior: Vec<f32>,
    scores: Vec<f32>,
    visits: Vec<u32>,
    means: Vec<f32>,
    worlds: usize,
    is_careful: bool,
}

impl RolloutSearch {
    pub(super) fn new(prepared: Arc<Prepared>, search: &NetworkSearch) -> Self {
        Self {
            prepared,
            simulations: search.simulations,
            considered: (search.considered as usize)
                .min(search.simulations as usize / EACH)
                .max(2),
            depth: search.depth,
            aim: search.aim,
            worlds: Vec::new(),
            lanes: Vec::new(),
            spare: Vec::new(),
            batch: Batch::default(),
            scratch: Scratch::default(),
            outputs: Outputs::default(),
            paired: Paired::default(),
            found: Found {
                is_careful: search.draws,
                ..Found::default()
            },
            belief: Belief::new(search.recalled),
        }
    }

    /// Finds the values of the promising choices.
    fn try_choices(&mut self, question: &Question<'_>, seed: u64) {
        let prepared = self.prepared.clone();
        let field = &*prepared.field;
        let mut random = Random::new(seed);
        self.draw_worlds(field, question, &mut random);
        self.batch.clear();
        field
            .reader
            .sample(field.program(), &self.worlds[0], &mut self.batch);
        self.evaluate();
        self.found.begin(&self.outputs.scores, self.found.worlds);
        let promising = self.found.promising(self.considered);
        let count = self.found.prior.len();
        self.paired.clear(count, self.found.worlds);
        let mut plan = Halving::new(self.simulations, &promising);
        if promising.len() < 2 {
            return;
        }
        loop {
            self.begin_lanes(field, &mut plan, seed);
            if self.lanes.is_empty() {
                break;
            }
            self.play_lanes(field, question.seat());
            for lane in &self.lanes {
                self.paired.begin(lane.choice, lane.world);
                self.paired.end(lane.value);
                self.found.visits[lane.choice] += 1;
            }
            self.found.means.copy_from_slice(self.paired.means());
            let found = &self.found;
            if !plan.halve(|choice| found.corrected(choice)) {
                break;
            }
        }
    }

    fn draw_worlds(&mut self, field: &Field, question: &Question<'_>, random: &mut Random) {
        let considered = self.considered.min(question.count()) as u32;
        let rounds = Halving::rounds(self.simulations, considered) as usize;
        let wanted = rounds.clamp(1, WORLDS);
        while self.worlds.len() < wanted {
            self.worlds.push(field.prepared.clone());
        }
        self.found.worlds = wanted;
        let wanted = &mut self.worlds[..wanted];
        let is_drawn = self.belief.draw(&self.prepared, question, random, wanted);
        self.belief.keep(question);
        if is_drawn {
            return;
        }
        let mut worlds = question.worlds(&field.lookahead);
        for world in wanted {
            worlds.draw(random, world);
        }
    }

    fn evaluate(&mut self) {
        let network = &self.prepared.inference;
        network.evaluate(&self.batch, &mut self.scratch, &mut self.outputs);
    }

    /// Begins the games of the next phase: each choice in the same worlds, with the same chance.
    fn begin_lanes(&mut self, field: &Field, plan: &mut Halving, seed: u64) {
        self.spare
            .extend(self.lanes.drain(..).map(|lane| lane.position));
        while let Some((round, choice)) = plan.next() {
            let world = round as usize % self.found.worlds;
            let from = &self.worlds[world];
            let mut position = match self.spare.pop() {
                Some(mut spare) => {
                    spare.clone_from(from);
                    spare
                }
                None => from.clone(),
            };
            position.play_unchecked(field.program(), choice);
            self.lanes.push(Lane {
                position,
                random: Random::new(derived(seed, 1 + u64::from(round))),
                decisions: 0,
                choice,
                world,
                value: 0.0,
            });
        }
    }

    /// Plays all games on until they are over or long enough, and values them.
    fn play_lanes(&mut self, field: &Field, seat: Seat) {
        let program = field.program();
        let mut open: Vec<usize> = (0..self.lanes.len()).collect();
        loop {
            self.batch.clear();
            open.retain(|number| {
                let lane = &mut self.lanes[*number];
                lane.skip_forced(field);
                decider(&lane.position).is_some() && lane.decisions < self.depth
            });
            if open.is_empty() {
                break;
            }
            for number in &open {
                let lane = &self.lanes[*number];
                field
                    .reader
                    .sample(program, &lane.position, &mut self.batch);
            }
            self.evaluate();
            for (sample, number) in open.iter().enumerate() {
                let policy = &mut self.outputs.scores[self.batch.choices_of(sample)];
                softmax(policy);
                let lane = &mut self.lanes[*number];
                let uniform = lane.random.bits() as f32 / u32::MAX as f32;
                let choice = drawn(policy, uniform);
                lane.position.play_unchecked(program, choice);
                lane.decisions += 1;
            }
        }
        self.value_lanes(field, seat);
    }

    /// Games that are over are worth their end, the others what the network says about them.
    fn value_lanes(&mut self, field: &Field, seat: Seat) {
        let program = field.program();
        let aims = field.aims();
        self.batch.clear();
        let mut unfinished = Vec::new();
        let mut values = vec![0.0; usize::from(program.seats)];
        for (number, lane) in self.lanes.iter_mut().enumerate() {
            if decider(&lane.position).is_some() {
                unfinished.push(number);
                let to = &mut self.batch.observations;
                field.reader.observe(program, &lane.position, seat, to);
                self.batch.end_sample();
                continue;
            }
            aims.values(program, &lane.position, self.aim, &mut values);
            lane.value = values[seat.index()] as f32;
        }
        if unfinished.is_empty() {
            return;
        }
        self.evaluate();
        let each = self.outputs.values.len() / unfinished.len();
        let weights = aims.weights(self.aim);
        for (number, values) in unfinished.iter().zip(self.outputs.values.chunks(each)) {
            self.lanes[*number].value = expected(values, 0, weights) as f32;
        }
    }
}

impl Lane {
    /// Makes choices that are the only ones.
    fn skip_forced(&mut self, field: &Field) {
        while decider(&self.position).is_some() && self.position.choices().len() == 1 {
            self.position.play_unchecked(field.program(), 0);
        }
    }
}

impl Found {
    fn begin(&mut self, scores: &[f32], worlds: usize) {
        self.worlds = worlds;
        self.scores = scores.to_vec();
        self.prior = scores.to_vec();
        softmax(&mut self.prior);
        self.visits = vec![0; scores.len()];
        self.means = vec![0.0; scores.len()];
    }

    /// The choices that are tried, the most likely first.
    fn promising(&self, most: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.prior.len()).collect();
        order.sort_by(|one, other| self.prior[*other].total_cmp(&self.prior[*one]));
        let likely = order.iter().filter(|at| self.prior[**at] >= UNLIKELY);
        likely.copied().take(most).collect()
    }

    /// The score of a choice, corrected by its value where it was tried.
    fn corrected(&self, choice: usize) -> f32 {
        let most = self.visits.iter().copied().max().unwrap_or(0);
        let gain = match self.is_careful {
            true => CAREFUL_GAIN,
            false => LEAST_GAIN + GAIN * most as f32,
        };
        match self.visits[choice] {
            0 => self.scores[choice] + gain * self.mean(),
            _ => self.scores[choice] + gain * self.means[choice],
        }
    }

    /// The value of the policy: the mean of what was tried.
    fn mean(&self) -> f32 {
        let tried = || (0..self.prior.len()).filter(|at| self.visits[*at] > 0);
        let share: f32 = tried().map(|at| self.prior[at]).sum();
        let sum: f32 = tried().map(|at| self.prior[at] * self.means[at]).sum();
        sum / share.max(1e-12)
    }

    fn policy(&self) -> Vec<f32> {
        let mut policy: Vec<f32> = (0..self.prior.len()).map(|at| self.corrected(at)).collect();
        softmax(&mut policy);
        policy
    }

    fn best(&self) -> usize {
        let all = 0..self.prior.len();
        let best = all.max_by(|one, other| {
            let (one, other) = (self.corrected(*one), self.corrected(*other));
            one.total_cmp(&other)
        });
        best.unwrap_or(0)
    }
}

impl NetSearch for RolloutSearch {
    fn begin(&mut self) {
        self.belief.clear();
    }

    fn search(&mut self, question: &Question<'_>, seed: u64) -> usize {
        self.try_choices(question, seed);
        self.found.best()
    }

    fn policy(&self) -> Vec<f32> {
        self.found.policy()
    }

    fn considered(&self) -> (Vec<Considered>, usize) {
        let found = &self.found;
        let each = found.prior.iter().zip(&found.visits).zip(&found.means);
        let considered = each.map(|((prior, visits), mean)| Considered {
            visits: u64::from(*visits),
            value: (*visits > 0).then(|| f64::from(*mean)),
            prior: f64::from(*prior),
        });
        (considered.collect(), found.worlds)
    }
}
