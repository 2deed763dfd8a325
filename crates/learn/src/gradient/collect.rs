//! Games played by a policy, with what every decision looked like and how it turned out.

use crate::ground::{Field, LONGEST, decider};
use crate::threads::in_parts;
use crate::values::{drawn, expected, outputs, softmax};
use engine::ids::Seat;
use engine::position::Position;
use engine::program::Program;
use engine::random::{Random, derived};
use nets::infer::{Inference, Outputs, Scratch};
use nets::{Batch, Ragged};
use players::{Aim, Equipment, Player, PlayerSpec, Question, Secrets};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Games are played in so many groups, whatever the number of threads.
const GROUPS: usize = 16;

/// Samples of games.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Collected {
    /// Observations and choices.
    pub batch: Batch,
    /// The same observations with open cards.
    pub open: Ragged,
    /// Observations of another seat at each of them, which teach values.
    pub views: Ragged,
    /// One for each sample.
    pub steps: Vec<Step>,
    /// Games played.
    pub games: u64,
    /// Decisions made, those with one choice left out.
    pub decisions: u64,
    /// Games broken off.
    pub unfinished: u64,
}

/// A decision in a game that was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The seat that decided.
    pub seat: u8,
    /// The other seat whose view of the decision teaches values.
    pub viewer: u8,
    /// The number of the choice.
    pub chosen: u32,
    /// Logarithm of how likely it was.
    pub likelihood: f32,
    /// The critic's expectation for the seat.
    pub expected: f32,
    /// Distance of the outcome from the expectation.
    pub advantage: f32,
    /// The end of the game, for each seat.
    pub ends: Vec<[f32; 2]>,
}

/// Games to be played by a policy, with a critic beside it.
pub struct Collector<'a> {
    /// The programs, of which games take turns.
    pub fields: &'a [Arc<Field>],
    /// The policy.
    pub policy: &'a Inference,
    /// The critic.
    pub critic: &'a Inference,
    /// See [`Settings`](super::Settings).
    pub lambda: f32,
    /// See [`Settings`](super::Settings).
    pub loose_share: f32,
    /// The player of the other seats in those games, with its equipment in each field; they play at random without it.
    pub rival: Option<(PlayerSpec, &'a [Equipment])>,
    /// Worth of the end of a game.
    pub aim: Aim,
    /// Seed of chance.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
}

/// Plays games. What comes out depends on the collector's seed and not on its threads.
pub fn collect(collector: &Collector<'_>, games: u32) -> Collected {
    let groups: Vec<u32> = (0..groups()).collect();
    let collected = in_parts(&groups, collector.threads, |group| {
        collect_group(collector, games, *group)
    });
    let mut all = Collected::default();
    for group in &collected {
        all.append(group);
    }
    all
}

/// The number of groups in which games are played.
pub fn groups() -> u32 {
    GROUPS as u32
}

/// Plays one group of the games of [`collect`].
pub fn collect_group(collector: &Collector<'_>, games: u32, group: u32) -> Collected {
    let numbers = (0..u64::from(games)).skip(group as usize);
    Group::new(collector).play(numbers.step_by(GROUPS))
}

impl Collected {
    /// Adds the samples of other games.
    pub fn append(&mut self, other: &Self) {
        self.batch.append(&other.batch);
        self.open.append(&other.open);
        self.views.append(&other.views);
        self.steps.extend_from_slice(&other.steps);
        self.games += other.games;
        self.decisions += other.decisions;
        self.unfinished += other.unfinished;
    }
}

/// A game that is being played.
struct Lane {
    field: usize,
    position: Position,
    random: Random,
    /// The only seat that learns, if the others are the rival's.
    alone: Option<Seat>,
    /// Players of the rival's seats; they play at random without one.
    rivals: Vec<Option<Box<dyn Player>>>,
    secrets: Secrets,
    /// The samples of this game.
    samples: Vec<usize>,
    decisions: u32,
}

impl Lane {
    fn make(&mut self, program: &Program, choice: usize) {
        if !self.rivals.is_empty() {
            self.secrets.choose(program, &self.position, choice);
        }
        self.position.play_unchecked(program, choice);
        self.decisions += 1;
    }
}

struct Group<'a> {
    collector: &'a Collector<'a>,
    scratch: Scratch,
    outputs: Outputs,
    open_values: Vec<f32>,
    collected: Collected,
}

impl<'a> Group<'a> {
    fn new(collector: &'a Collector<'a>) -> Self {
        Self {
            collector,
            scratch: Scratch::default(),
            outputs: Outputs::default(),
            open_values: Vec::new(),
            collected: Collected::default(),
        }
    }

    fn play(mut self, numbers: impl Iterator<Item = u64>) -> Collected {
        let mut lanes: Vec<Lane> = numbers.map(|number| self.begin(number)).collect();
        lanes.retain(|lane| self.goes_on(lane));
        while !lanes.is_empty() {
            let first = self.collected.batch.len();
            for lane in &lanes {
                self.observe(lane);
            }
            let (collected, scratch) = (&self.collected, &mut self.scratch);
            let policy = self.collector.policy;
            policy.evaluate_from(&collected.batch, first, scratch, &mut self.outputs);
            let critic = self.collector.critic;
            critic.evaluate_states(&collected.open, first, scratch, &mut self.open_values);
            for (number, lane) in lanes.iter_mut().enumerate() {
                self.choose(lane, first, number);
            }
            lanes.retain(|lane| self.goes_on(lane));
        }
        self.collected
    }

    fn begin(&self, number: u64) -> Lane {
        let seed = derived(self.collector.seed, number);
        let fields = self.collector.fields;
        let field = (derived(seed, 2) % fields.len() as u64) as usize;
        let seats = fields[field].program().seats;
        let mut random = Random::new(derived(seed, 1));
        let alone = alone(seats, self.collector.loose_share, &mut random);
        let mut lane = Lane {
            field,
            position: fields[field].start(derived(seed, 0)),
            rivals: alone.map_or_else(Vec::new, |_| self.rivals(field, seats, seed)),
            secrets: Secrets::new(),
            alone,
            random,
            samples: Vec::new(),
            decisions: 0,
        };
        self.play_loosely(&mut lane);
        lane
    }

    fn rivals(&self, field: usize, seats: u8, seed: u64) -> Vec<Option<Box<dyn Player>>> {
        let Some((name, equipment)) = &self.collector.rival else {
            return Vec::new();
        };
        let players = (0..u64::from(seats)).map(|seat| {
            let mut player = name.player(&equipment[field]).ok()?;
            player.begin(derived(seed, 100 + seat));
            Some(player)
        });
        players.collect()
    }

    /// Lets the rival play on until the seat must choose that learns.
    fn play_loosely(&self, lane: &mut Lane) {
        let Some(alone) = lane.alone else {
            return;
        };
        let program = self.collector.fields[lane.field].program();
        while lane.decisions < LONGEST {
            let Some(seat) = decider(&lane.position).filter(|seat| *seat != alone) else {
                break;
            };
            let choice = match lane.rivals.get_mut(seat.index()) {
                Some(Some(player)) => {
                    let question = Question::new(program, &lane.position, seat, &lane.secrets);
                    player.choose(&question)
                }
                Some(None) | None => {
                    lane.random.below(lane.position.choices().len() as u32) as usize
                }
            };
            lane.make(program, choice);
        }
    }

    fn observe(&mut self, lane: &Lane) {
        let field = &self.collector.fields[lane.field];
        let program = field.program();
        let seat = decider(&lane.position).unwrap_or_default();
        let reader = &field.reader;
        reader.sample(program, &lane.position, &mut self.collected.batch);
        let to = &mut self.collected.open;
        reader.observe_all(program, &lane.position, seat, to);
    }

    /// Draws the choice of the sample with a number, counted from the first of this round.
    fn choose(&mut self, lane: &mut Lane, first: usize, number: usize) {
        let field = &self.collector.fields[lane.field];
        let program = field.program();
        let seat = decider(&lane.position).unwrap_or_default();
        let batch = &self.collected.batch;
        let (choices, before) = (
            batch.choices_of(first + number),
            batch.choices_of(first).start,
        );
        let mut probabilities =
            self.outputs.scores[choices.start - before..choices.end - before].to_vec();
        softmax(&mut probabilities);
        let uniform = lane.random.bits() as f32 / u32::MAX as f32;
        let chosen = drawn(&probabilities, uniform);
        let each = outputs(program.seats);
        let values = &self.open_values[number * each..][..each];
        let weights = field.aims().weights(self.collector.aim);
        lane.samples.push(self.collected.steps.len());
        let viewer = (seat.0 + 1 + (lane.decisions % u32::from(program.seats.max(2) - 1)) as u8)
            % program.seats.max(1);
        let to = &mut self.collected.views;
        field
            .reader
            .observe(program, &lane.position, Seat(viewer), to);
        self.collected.steps.push(Step {
            seat: seat.0,
            viewer,
            chosen: chosen as u32,
            likelihood: probabilities[chosen].max(1e-12).ln(),
            expected: expected(values, 0, weights) as f32,
            advantage: 0.0,
            ends: Vec::new(),
        });
        lane.make(program, chosen);
        self.collected.decisions += 1;
        self.play_loosely(lane);
    }

    /// True if a game is not over; otherwise its samples learn how it ended.
    fn goes_on(&mut self, lane: &Lane) -> bool {
        let is_over = decider(&lane.position).is_none();
        if !is_over && lane.decisions < LONGEST {
            return true;
        }
        self.collected.games += 1;
        self.collected.unfinished += u64::from(!is_over);
        self.settle(lane);
        false
    }

    fn settle(&mut self, lane: &Lane) {
        let field = &self.collector.fields[lane.field];
        let program = field.program();
        let mut ends = vec![[0.0; 2]; usize::from(program.seats)];
        field.aims().ends(program, &lane.position, &mut ends);
        let weights = field.aims().weights(self.collector.aim);
        let ends: Vec<[f32; 2]> = ends.iter().map(|end| end.map(|it| it as f32)).collect();
        for seat in 0..program.seats {
            let [won, score] = ends[usize::from(seat)].map(f64::from);
            let mut next = (weights[0] * won + weights[1] * score) as f32;
            let mut advantage = 0.0;
            for sample in lane.samples.iter().rev() {
                let step = &mut self.collected.steps[*sample];
                if step.seat != seat {
                    continue;
                }
                advantage = next - step.expected + self.collector.lambda * advantage;
                next = step.expected;
                step.advantage = advantage;
                step.ends.clone_from(&ends);
            }
        }
    }
}

/// The seat that plays by the policy while all others play at random; none in most games.
fn alone(seats: u8, share: f32, random: &mut Random) -> Option<Seat> {
    let uniform = random.bits() as f32 / u32::MAX as f32;
    (seats > 1 && uniform < share).then(|| Seat(random.below(u32::from(seats)) as u8))
}

impl Step {
    /// The seat that decided.
    pub fn seat(&self) -> Seat {
        Seat(self.seat)
    }
}
