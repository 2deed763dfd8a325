//! One game of self-play.

use super::{Harvest, Lesson, SelfPlay};
use crate::features::Recall;
use crate::ground::{Field, LONGEST, decider};
use crate::search::{Next, Thinker};
use engine::position::Position;
use engine::random::{Random, derived};
use nets::Batch;
use players::{Aim, Question, Secrets};

/// A game that is being played.
pub(super) struct Lane {
    field: usize,
    position: Position,
    recall: Recall,
    secrets: Secrets,
    thinker: Thinker,
    random: Random,
    seed: u64,
    /// Samples of this game.
    batch: Batch,
    lessons: Vec<Lesson>,
    /// The sample of the decision at hand.
    root: Batch,
    is_full: bool,
    is_at_root: bool,
    decisions: u32,
    resigned: Option<Resigned>,
    is_over: bool,
}

/// Somebody has resigned.
#[derive(Clone, Copy)]
struct Resigned {
    seat: u8,
    /// Whether the game is played on all the same.
    is_checked: bool,
}

impl Lane {
    pub(super) fn new(play: &SelfPlay<'_>, seed: u64) -> Self {
        let field = (derived(seed, 2) % play.fields.len() as u64) as usize;
        let ground = &play.fields[field];
        Self {
            field,
            position: ground.start(derived(seed, 0)),
            recall: Recall::default(),
            secrets: Secrets::new(),
            thinker: Thinker::new(play.settings.full.clone(), ground),
            random: Random::new(derived(seed, 1)),
            seed,
            batch: Batch::default(),
            lessons: Vec::new(),
            root: Batch::default(),
            is_full: false,
            is_at_root: false,
            decisions: 0,
            resigned: None,
            is_over: false,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Begins to think about the first decision.
    pub(super) fn start(&mut self, play: &SelfPlay<'_>, batch: &mut Batch) {
        self.ask(play, batch);
    }

    /// Begins to think about the decision at hand, or ends the game.
    fn ask(&mut self, play: &SelfPlay<'_>, batch: &mut Batch) {
        let field = &play.fields[self.field];
        let Some(seat) = decider(&self.position) else {
            self.is_over = true;
            return;
        };
        if self.decisions >= LONGEST || self.resigned.is_some_and(|resigned| !resigned.is_checked) {
            self.is_over = true;
            return;
        }
        let settings = play.settings;
        self.is_full = self.uniform() < settings.full_share && self.resigned.is_none();
        let search = self.thinker.settings_mut();
        search.simulations = if self.is_full {
            settings.full.simulations
        } else {
            settings.quick
        };
        search.is_noisy = self.is_full;
        let seed = derived(self.seed, 1000 + u64::from(self.decisions));
        let question = Question::new(field.program(), &self.position, seat, &self.secrets);
        self.is_at_root = true;
        let next = self
            .thinker
            .begin(field, &question, &self.recall, seed, batch);
        debug_assert_eq!(next, Next::Evaluation);
    }

    /// Goes on with an evaluation.
    pub(super) fn resume(
        &mut self,
        play: &SelfPlay<'_>,
        values: &[f32],
        scores: &[f32],
        asked: &Batch,
        number: usize,
        batch: &mut Batch,
    ) {
        let field = &play.fields[self.field];
        if self.is_at_root {
            self.root.clear();
            self.root.push_from(asked, number);
            self.is_at_root = false;
        }
        if let Next::Choice(choice) = self.thinker.resume(field, values, scores, batch) {
            self.decide(play, field, choice);
            self.ask(play, batch);
        }
    }

    fn decide(&mut self, play: &SelfPlay<'_>, field: &Field, choice: usize) {
        let program = field.program();
        let seat = decider(&self.position).unwrap_or_default();
        let value = self.thinker.value();
        if self.is_full {
            let policy = self.thinker.improved_policy();
            self.batch.push_from(&self.root, 0);
            self.lessons.push(Lesson {
                seat: seat.0,
                surprise: distance(&policy, &self.thinker.prior()),
                policy,
                value,
                ends: Vec::new(),
                weight: 1.0,
            });
        }
        if value < play.settings.resign_below && self.resigned.is_none() {
            let is_checked = self.uniform() < play.settings.played_on;
            self.resigned = Some(Resigned {
                seat: seat.0,
                is_checked,
            });
        }
        self.secrets.choose(program, &self.position, choice);
        self.recall.note(program, &self.position, choice);
        self.position.play_unchecked(program, choice);
        self.decisions += 1;
    }

    fn uniform(&mut self) -> f32 {
        self.random.bits() as f32 / u32::MAX as f32
    }

    /// Hands in the samples of a game that is over; always false, because the lane is done.
    pub(super) fn hand_in(&mut self, play: &SelfPlay<'_>, harvest: &mut Harvest) -> bool {
        let field = &play.fields[self.field];
        let program = field.program();
        let seats = usize::from(program.seats);
        let mut ends = vec![[0.5; 2]; seats];
        field.aims().ends(program, &self.position, &mut ends);
        if let Some(resigned) = self.resigned {
            harvest.resigned += 1;
            let loser = usize::from(resigned.seat);
            if resigned.is_checked {
                let mut values = vec![0.0; seats];
                let aims = field.aims();
                aims.values(program, &self.position, Aim::Wins, &mut values);
                harvest.checked += 1;
                harvest.wrong += u64::from(values[loser] > 0.25);
            } else {
                for (seat, end) in ends.iter_mut().enumerate() {
                    end[0] = f64::from(u8::from(seat != loser));
                }
            }
        }
        let ends: Vec<[f32; 2]> = ends.iter().map(|end| end.map(|it| it as f32)).collect();
        for lesson in &mut self.lessons {
            lesson.ends.clone_from(&ends);
        }
        let is_unfinished = self.resigned.is_none() && decider(&self.position).is_some();
        harvest.unfinished += u64::from(is_unfinished);
        harvest.games += 1;
        harvest.decisions += u64::from(self.decisions);
        harvest.length += u64::from(self.decisions);
        for sample in 0..self.batch.len() {
            harvest.batch.push_from(&self.batch, sample);
        }
        harvest.lessons.append(&mut self.lessons);
        false
    }
}

/// How far a policy is from another one (Kullback–Leibler).
fn distance(policy: &[f32], other: &[f32]) -> f32 {
    let pairs = policy.iter().zip(other);
    let terms = pairs.map(|(one, other)| one * (one.max(1e-9) / other.max(1e-9)).ln());
    terms.sum::<f32>().max(0.0)
}
