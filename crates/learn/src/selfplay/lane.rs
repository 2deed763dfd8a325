//! One game in a lane.

use super::{Fixture, Lanes, Side};
use crate::ground::{Field, LONGEST, decider};
use crate::search::{Next, Thinker};
use crate::values::softmax;
use engine::ids::Seat;
use engine::position::Position;
use engine::random::{Random, derived};
use engine::record::Record;
use nets::infer::Outputs;
use nets::{Batch, Ragged};
use players::{Considered, Player, Question, Secrets};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Episode {
    /// Position of its program among the fields.
    pub field: u32,
    /// Seed of its deal.
    pub seed: u64,
    /// The side of each seat.
    pub sides: Vec<u8>,
    /// The choices, in order.
    pub choices: Vec<u16>,
    /// The decisions that teach.
    pub lessons: Vec<Lesson>,
    /// The end of the game for each seat: won, and what the score is worth.
    pub ends: Vec<[f32; 2]>,
    /// The seat that resigned.
    pub resigned: Option<u8>,
    /// True if the game was played on after that.
    pub is_checked: bool,
    /// True if the game was broken off.
    pub is_unfinished: bool,
    /// Samples of the lessons; they follow from the rest.
    #[serde(skip)]
    pub batch: Batch,
    /// Observations of another seat at each lesson, which teach values: who thinks values its choices by positions in
    /// which others decide.
    #[serde(skip)]
    pub views: Ragged,
    /// Kinds of cards that others held unseen at each lesson.
    #[serde(skip)]
    pub held: Ragged,
}

/// A decision that teaches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    /// Its number in the game.
    pub decision: u32,
    /// The seat that decided.
    pub seat: u8,
    /// The policy that the search recommends.
    pub policy: Vec<f32>,
    /// Surprise of the network: the distance of that policy from its own.
    pub surprise: f32,
    /// The search's expectation for the seat.
    pub value: f32,
}

impl Lesson {
    /// The seat whose view of the decision teaches values besides.
    pub fn viewer(&self, seats: usize) -> usize {
        let others = seats.max(2) - 1;
        (usize::from(self.seat) + 1 + self.decision as usize % others) % seats.max(1)
    }
}

impl Episode {
    /// The game as a record.
    pub fn record(&self, field: &Field) -> Record {
        let program = field.program();
        let seed = derived(self.seed, 0);
        let mut record = Record::begin(program, seed);
        let mut position = field.start(seed);
        for choice in &self.choices {
            position.play_unchecked(program, usize::from(*choice));
            record.add(program, usize::from(*choice), &position);
        }
        record
    }

    /// Plays the game again to restore the samples of its lessons.
    pub fn restore(&mut self, fields: &[Arc<Field>]) {
        let Some(field) = fields.get(self.field as usize) else {
            return;
        };
        let program = field.program();
        let mut position = field.start(derived(self.seed, 0));
        let mut lessons = self.lessons.iter().peekable();
        self.batch.clear();
        self.views.clear();
        self.held.clear();
        for (number, choice) in self.choices.iter().enumerate() {
            if let Some(lesson) = lessons.next_if(|it| it.decision as usize == number) {
                field.reader.sample(program, &position, &mut self.batch);
                let viewer = Seat(lesson.viewer(usize::from(program.seats)) as u8);
                let to = &mut self.views;
                field.reader.observe(program, &position, viewer, to);
                let seat = Seat(lesson.seat);
                field.reader.held(program, &position, seat, &mut self.held);
            }
            if usize::from(*choice) >= position.choices().len() {
                return;
            }
            position.play_unchecked(program, usize::from(*choice));
        }
    }
}

impl Lanes<'_> {
    /// The expert for games of a field.
    fn expert(&self, field: usize) -> Option<Box<dyn Player>> {
        let expert = self.teaching?.expert.as_ref()?;
        expert.name.player(&expert.equipment[field]).ok()
    }
}

/// A game that is being played.
pub(super) struct Lane {
    field: usize,
    position: Position,
    secrets: Secrets,
    thinker: Thinker,
    /// Players of the seats whose side is no network.
    others: Vec<Option<Box<dyn Player>>>,
    /// Recommends policies in place of the search.
    expert: Option<Box<dyn Player>>,
    random: Random,
    episode: Episode,
    /// The side that evaluates for this lane, and the place of its sample in that side's batch.
    waiting: (usize, usize),
    is_full: bool,
    is_at_root: bool,
    is_over: bool,
}

impl Lane {
    pub(super) fn new(lanes: &Lanes<'_>, fixture: &Fixture) -> Self {
        let field = &lanes.fields[fixture.field];
        let first = lanes.sides.iter().find_map(|side| match side {
            Side::Net(_, search) => Some(search.clone()),
            Side::Other(..) => None,
        });
        let others = fixture.sides.iter().enumerate();
        let others = others.map(|(seat, side)| match &lanes.sides[usize::from(*side)] {
            Side::Net(..) => None,
            Side::Other(name, equipment) => {
                let mut player = name.player(&equipment[fixture.field]).ok()?;
                player.begin(derived(fixture.seed, 100 + seat as u64));
                Some(player)
            }
        });
        Self {
            field: fixture.field,
            position: field.start(derived(fixture.seed, 0)),
            secrets: Secrets::new(),
            thinker: Thinker::new(first.unwrap_or_default(), field),
            others: others.collect(),
            expert: lanes.expert(fixture.field),
            random: Random::new(derived(fixture.seed, 1)),
            episode: Episode {
                field: fixture.field as u32,
                seed: fixture.seed,
                sides: fixture.sides.clone(),
                choices: Vec::new(),
                lessons: Vec::new(),
                ends: Vec::new(),
                resigned: None,
                is_checked: false,
                is_unfinished: false,
                batch: Batch::default(),
                views: Ragged::default(),
                held: Ragged::default(),
            },
            waiting: (0, 0),
            is_full: false,
            is_at_root: false,
            is_over: false,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Plays until an evaluation is needed or the game is over.
    pub(super) fn go_on(&mut self, lanes: &Lanes<'_>, batches: &mut [Batch]) {
        while let Some(seat) = self.next_seat() {
            let field = &lanes.fields[self.field];
            let side = usize::from(self.episode.sides[seat.index()]);
            let question = Question::new(field.program(), &self.position, seat, &self.secrets);
            if let Some(player) = &mut self.others[seat.index()] {
                let choice = player.choose(&question);
                self.make(field, choice);
                continue;
            }
            self.set_search(lanes, side);
            let seed = derived(self.episode.seed, 1000 + self.episode.choices.len() as u64);
            let question = Question::new(field.program(), &self.position, seat, &self.secrets);
            self.waiting = (side, batches[side].len());
            self.is_at_root = true;
            let next = self
                .thinker
                .begin(field, &question, seed, &mut batches[side]);
            match next {
                Next::Evaluation => return,
                Next::Choice(choice) => self.decide(lanes, choice),
            }
        }
        self.is_over = true;
    }

    /// The seat that decides next, as long as the game goes on.
    fn next_seat(&mut self) -> Option<Seat> {
        let seat = decider(&self.position)?;
        if self.episode.resigned.is_some() && !self.episode.is_checked {
            return None;
        }
        self.episode.is_unfinished = self.episode.choices.len() >= LONGEST as usize;
        (!self.episode.is_unfinished).then_some(seat)
    }

    fn set_search(&mut self, lanes: &Lanes<'_>, side: usize) {
        let Side::Net(_, search) = &lanes.sides[side] else {
            return;
        };
        let mut search = search.clone();
        self.is_full = false;
        if let Some(teaching) = lanes.teaching {
            let is_taught = side == 0 && self.episode.resigned.is_none();
            self.is_full = self.uniform() < teaching.full_share && is_taught;
            if !self.is_full {
                search.simulations = teaching.quick;
            }
            search.is_noisy = true;
        }
        *self.thinker.settings_mut() = search;
    }

    /// Goes on with an evaluation.
    pub(super) fn resume(
        &mut self,
        lanes: &Lanes<'_>,
        asked: &[Batch],
        outputs: &[Outputs],
        batches: &mut [Batch],
    ) {
        let field = &lanes.fields[self.field];
        let (side, number) = self.waiting;
        let (asked, outputs) = (&asked[side], &outputs[side]);
        if self.is_at_root && self.is_full {
            self.episode.batch.push_from(asked, number);
        }
        self.is_at_root = false;
        let each = outputs.values.len() / asked.len().max(1);
        let values = &outputs.values[number * each..][..each];
        let scores = &outputs.scores[asked.choices_of(number)];
        self.waiting = (side, batches[side].len());
        let next = self
            .thinker
            .resume(field, values, scores, &mut batches[side]);
        if let Next::Choice(choice) = next {
            self.decide(lanes, choice);
            self.go_on(lanes, batches);
        }
    }

    fn decide(&mut self, lanes: &Lanes<'_>, choice: usize) {
        let seat = decider(&self.position).unwrap_or_default();
        let mut value = self.thinker.value();
        if self.is_full {
            let policy = match self.recommended(lanes, seat) {
                Some((policy, expected)) => {
                    value = expected;
                    policy
                }
                None => self.thinker.improved_policy(),
            };
            let lesson = Lesson {
                decision: self.episode.choices.len() as u32,
                seat: seat.0,
                surprise: distance(&policy, &self.thinker.prior()),
                policy,
                value,
            };
            let field = &lanes.fields[self.field];
            let (program, to) = (field.program(), &mut self.episode.views);
            let viewer = Seat(lesson.viewer(usize::from(program.seats)) as u8);
            field.reader.observe(program, &self.position, viewer, to);
            let held = &mut self.episode.held;
            field.reader.held(program, &self.position, seat, held);
            self.episode.lessons.push(lesson);
        }
        if let Some(teaching) = lanes.teaching
            && value < teaching.resign_below
            && self.episode.resigned.is_none()
            && lanes.fields[self.field].can_resign()
        {
            self.episode.is_checked = self.uniform() < teaching.played_on;
            self.episode.resigned = Some(seat.0);
        }
        self.make(&lanes.fields[self.field], choice);
    }

    /// The policy that the expert recommends, and its value for the seat.
    fn recommended(&mut self, lanes: &Lanes<'_>, seat: Seat) -> Option<(Vec<f32>, f32)> {
        let settings = lanes.teaching?.expert.as_ref()?;
        let expert = self.expert.as_mut()?;
        let program = lanes.fields[self.field].program();
        let question = Question::new(program, &self.position, seat, &self.secrets);
        let number = self.episode.choices.len() as u64;
        expert.begin(derived(self.episode.seed, 2_000_000 + number));
        let thought = expert.think(&question, &mut |_| ControlFlow::Continue(()));
        let mean = mean_value(&thought.considered)?;
        let scores = thought.considered.iter().zip(self.thinker.prior());
        let scores = scores.map(|(it, prior)| {
            let gained = it.value.map_or(0.0, |value| value as f32 - mean);
            settings.memory * prior.max(1e-9).ln() + settings.gain * gained
        });
        let mut policy: Vec<f32> = scores.collect();
        softmax(&mut policy);
        Some((policy, mean))
    }

    fn make(&mut self, field: &Field, choice: usize) {
        let program = field.program();
        self.secrets.choose(program, &self.position, choice);
        self.position.play_unchecked(program, choice);
        self.episode.choices.push(choice as u16);
    }

    fn uniform(&mut self) -> f32 {
        self.random.bits() as f32 / u32::MAX as f32
    }

    /// The game that was played.
    pub(super) fn episode(mut self, lanes: &Lanes<'_>) -> Episode {
        let field = &lanes.fields[self.field];
        let program = field.program();
        let mut ends = vec![[0.5; 2]; usize::from(program.seats)];
        field.aims().ends(program, &self.position, &mut ends);
        if let Some(loser) = self.episode.resigned.filter(|_| !self.episode.is_checked) {
            for (seat, end) in ends.iter_mut().enumerate() {
                end[0] = f64::from(u8::from(seat != usize::from(loser)));
            }
        }
        let ends = ends.iter().map(|end| end.map(|it| it as f32));
        self.episode.ends = ends.collect();
        self.episode
    }
}

/// The mean value of simulations; nothing if there were none.
fn mean_value(considered: &[Considered]) -> Option<f32> {
    let visits: u64 = considered.iter().map(|it| it.visits).sum();
    let worth = |it: &Considered| it.visits as f64 * it.value.unwrap_or(0.0);
    let sum: f64 = considered.iter().map(worth).sum();
    (visits > 0).then(|| (sum / visits as f64) as f32)
}

/// Distance of a policy from another one (Kullback–Leibler).
fn distance(policy: &[f32], other: &[f32]) -> f32 {
    let pairs = policy.iter().zip(other);
    let terms = pairs.map(|(one, other)| one * (one.max(1e-9) / other.max(1e-9)).ln());
    terms.sum::<f32>().max(0.0)
}
