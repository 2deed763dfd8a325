//! Worlds by how likely they are: others, who play by the policy, would have answered as they did.
//!
//! The game is dealt again at an earlier decision of the seat, and everybody answers as they did, as far as the seat can
//! tell. Each such history counts by how likely the policy gives the answers of the others; the worlds of a search are
//! drawn from them by that weight (a particle filter).

use super::Prepared;
use crate::values::{drawn, softmax};
use engine::position::Position;
use engine::random::Random;
use nets::Batch;
use nets::infer::{Outputs, Scratch};
use players::{Moment, Past, Question};
use std::collections::VecDeque;

/// Histories for each world that is wanted.
const TRIED: usize = 4;

/// Share of histories that must lead to what the seat sees now; otherwise a later moment is tried.
const LEAST: usize = 8;

/// Share of answers that follow no policy: others may play in another way.
const OTHERWISE: f32 = 0.1;

/// Histories that could have led to a decision.
pub(super) struct Belief {
    moments: VecDeque<Moment>,
    most: usize,
    histories: Vec<History>,
    batch: Batch,
    scratch: Scratch,
    outputs: Outputs,
}

/// One of them.
#[derive(Debug)]
struct History {
    world: Position,
    weight: f32,
    /// Choices that look like the answer, and the sample of the policy if it is asked.
    alike: Vec<usize>,
    sample: Option<usize>,
}

impl Belief {
    /// Goes back so many decisions of the seat.
    pub(super) fn new(most: u32) -> Self {
        Self {
            moments: VecDeque::new(),
            most: most as usize,
            histories: Vec::new(),
            batch: Batch::default(),
            scratch: Scratch::default(),
            outputs: Outputs::default(),
        }
    }

    /// Another game begins.
    pub(super) fn clear(&mut self) {
        self.moments.clear();
    }

    /// Keeps a decision for later ones.
    pub(super) fn keep(&mut self, question: &Question<'_>) {
        if self.most == 0 {
            return;
        }
        if self.moments.len() == self.most {
            self.moments.pop_front();
        }
        self.moments.push_back(question.moment());
    }

    /// Makes all worlds histories that could have led here, each as often as it is likely; false if there are none to be
    /// had.
    pub(super) fn draw(
        &mut self,
        prepared: &Prepared,
        question: &Question<'_>,
        random: &mut Random,
        worlds: &mut [Position],
    ) -> bool {
        let count = worlds.len() * TRIED;
        for number in 0..self.moments.len() {
            let moment = self.moments[number].clone();
            let Some(mut past) = question.past(&moment, &prepared.field.lookahead) else {
                continue;
            };
            self.tell(prepared, &mut past, random, count);
            let possible = self.histories.iter().filter(|it| it.weight > 0.0).count();
            if possible * LEAST >= count {
                self.resample(random, worlds);
                return true;
            }
        }
        false
    }

    /// Tells so many histories; impossible ones weigh nothing.
    fn tell(
        &mut self,
        prepared: &Prepared,
        past: &mut Past<'_>,
        random: &mut Random,
        count: usize,
    ) {
        let empty = || History {
            world: prepared.field.prepared.clone(),
            weight: 1.0,
            alike: Vec::new(),
            sample: None,
        };
        self.histories.resize_with(count, empty);
        for history in &mut self.histories {
            past.begin(random, &mut history.world);
            history.weight = 1.0;
        }
        for answer in 0..past.len() {
            self.ask(prepared, past, answer);
            self.answer(past, random);
        }
        for history in &mut self.histories {
            if history.weight > 0.0 && !past.is_here(&history.world) {
                history.weight = 0.0;
            }
        }
    }

    /// Asks the policy wherever somebody else had a choice.
    fn ask(&mut self, prepared: &Prepared, past: &Past<'_>, answer: usize) {
        self.batch.clear();
        let field = &prepared.field;
        for history in self.histories.iter_mut().filter(|it| it.weight > 0.0) {
            past.alike(answer, &history.world, &mut history.alike);
            history.sample = None;
            if history.alike.is_empty() {
                history.weight = 0.0;
            } else if past.is_of_another(answer) && history.world.choices().len() > 1 {
                history.sample = Some(self.batch.len());
                let program = field.program();
                field
                    .reader
                    .sample(program, &history.world, &mut self.batch);
            }
        }
        if !self.batch.is_empty() {
            let network = &prepared.inference;
            network.evaluate(&self.batch, &mut self.scratch, &mut self.outputs);
        }
    }

    /// Answers everywhere, and weighs the answers.
    fn answer(&mut self, past: &Past<'_>, random: &mut Random) {
        for history in self.histories.iter_mut().filter(|it| it.weight > 0.0) {
            let number = match history.sample {
                None => history.alike[0],
                Some(sample) => {
                    let policy = &mut self.outputs.scores[self.batch.choices_of(sample)];
                    softmax(policy);
                    let by_chance = OTHERWISE / policy.len() as f32;
                    let likely = |choice: &usize| (1.0 - OTHERWISE) * policy[*choice] + by_chance;
                    let mut shares: Vec<f32> = history.alike.iter().map(likely).collect();
                    let share: f32 = shares.iter().sum();
                    history.weight *= share;
                    shares.iter_mut().for_each(|it| *it /= share);
                    history.alike[drawn(&shares, uniform(random))]
                }
            };
            past.answer(&mut history.world, number);
        }
    }

    /// Draws worlds by their weights, evenly spread (systematic resampling).
    fn resample(&mut self, random: &mut Random, worlds: &mut [Position]) {
        let all: f32 = self.histories.iter().map(|it| it.weight).sum();
        let step = all / worlds.len() as f32;
        let mut at = uniform(random) * step;
        let mut histories = self.histories.iter().filter(|it| it.weight > 0.0);
        let mut history = histories.next();
        let mut sum = history.map_or(0.0, |it| it.weight);
        for world in worlds.iter_mut() {
            while sum <= at
                && let Some(next) = histories.next()
            {
                sum += next.weight;
                history = Some(next);
            }
            if let Some(history) = history {
                world.clone_from(&history.world);
                world.reseed(u64::from(random.bits()) << 32 | u64::from(random.bits()));
            }
            at += step;
        }
        // The order of worlds must not depend on how they came up.
        random.shuffle(worlds);
    }
}

fn uniform(random: &mut Random) -> f32 {
    random.bits() as f32 / u32::MAX as f32
}
