//! A training run: one iteration after the other, each from the state that the one before left.
//!
//! An iteration depends on the settings, on that state and on how far the run is, on nothing else: not on threads, and
//! not on whether the run was stopped and resumed in between.

mod expert;
mod gated;
mod metrics;
mod policy;
mod rating;
mod shares;
mod state;

pub use metrics::{Gate, Measured, Metrics, Seconds};
pub use rating::Rating;
pub use shares::Errand;
pub use state::{State, StateError};

use crate::contest::{Contest, Score};
use crate::encoding::Encoding;
use crate::features::Vocabulary;
use crate::ground::{Field, Subject};
use crate::model::{About, ENCODING, Model, Sizes, Structure, Training};
use crate::replay::Replay;
use crate::search::Settings as Search;
use crate::selfplay::{Lanes, Side};
use crate::settings::{Settings, Teacher};
use crate::values::outputs;
use engine::random::{Random, derived};
use engine::record::Record;
use nets::infer::Inference;
use nets::{Network, Scoring};
use players::{Aim, Clock, Equipment, PlayerSpec};
use std::sync::Arc;

/// A training run in memory.
pub struct Run {
    settings: Settings,
    fields: Vec<Arc<Field>>,
    /// Of other players, for each field.
    equipment: Vec<Equipment>,
    vocabulary: Vocabulary,
    declared: Option<Arc<Encoding>>,
    state: State,
    replay: Replay,
    clock: Option<Clock>,
    portion: shares::Portion,
}

/// Seeds of different uses, apart from each other.
#[derive(Debug, Clone, Copy)]
enum Use {
    Network = 1,
    Games = 2,
    Training = 3,
    Gate = 4,
    Measuring = 5,
    Sample = 6,
    Rating = 7,
}

impl Run {
    /// Begins a run. The teacher must be chosen: [`Teacher::Auto`] counts as `gumbel`.
    pub fn new(settings: Settings, subject: &Subject, clock: Option<Clock>) -> Self {
        let mut vocabulary = match settings.traits {
            true => Vocabulary::default(),
            false => Vocabulary::of_names(),
        }
        .with_memory(settings.memory as usize);
        let fields = subject.fields(&mut vocabulary);
        vocabulary.close();
        let mut run = Self {
            state: State::default(),
            replay: Replay::new(&fields),
            declared: subject.declared.clone(),
            equipment: subject.equipment(),
            settings,
            fields,
            vocabulary,
            clock,
            portion: shares::Portion::All,
        };
        let network = run.new_network(0);
        run.state.learner = state::Learner::gumbel(network);
        if run.settings.expert_share == 0.0 {
            run.leave_expert();
        }
        run
    }

    /// Goes on with a run that was saved.
    pub fn resume(
        settings: Settings,
        subject: &Subject,
        clock: Option<Clock>,
        state: State,
    ) -> Result<Self, StateError> {
        let mut run = Self::new(settings, subject, clock);
        state.fits(&run.new_network(0).shape, &run.new_critic(0).shape)?;
        run.state = state;
        let (mut newest, mut golden) = std::mem::take(&mut run.state.episodes);
        for episode in newest.iter_mut().chain(&mut golden) {
            episode.restore(&run.fields);
        }
        let settings = run.replay_settings();
        run.replay.restore(newest, golden, &settings);
        Ok(run)
    }

    /// The state to be saved.
    pub fn state(&mut self) -> &State {
        let (newest, golden) = self.replay.episodes();
        self.state.episodes = (newest.iter().cloned().collect(), golden.to_vec());
        &self.state
    }

    /// Games played so far.
    pub fn games(&self) -> u64 {
        self.state.games
    }

    /// Iterations made so far.
    pub fn iteration(&self) -> u64 {
        self.state.iteration
    }

    /// Checkpoints that were due so far.
    pub fn checkpoints(&self) -> u64 {
        self.state.games / u64::from(self.settings.checkpoint_games)
    }

    /// Evaluations of networks so far.
    pub fn evaluations(&self) -> u64 {
        self.state.evaluations
    }

    /// The programs that are learned.
    pub(crate) fn fields(&self) -> &[Arc<Field>] {
        &self.fields
    }

    /// The network that plays best so far, ready for its programs.
    pub(crate) fn inference(&self) -> Inference {
        self.prepared(self.state.learner.best())
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Makes an iteration. `progress` says how far the run is, from 0 to 1.
    pub fn step(&mut self, progress: f32, threads: usize) -> Metrics {
        let checkpoints = self.checkpoints();
        let mut metrics = if self.is_expert_asked(progress) {
            self.step_with_expert(progress, threads)
        } else {
            self.leave_expert();
            match self.settings.teacher {
                Teacher::Auto | Teacher::Gumbel => self.step_with_search(progress, threads),
                Teacher::Gradient => self.step_with_gradient(progress, threads),
            }
        };
        self.portion = shares::Portion::All;
        self.state.iteration += 1;
        let began = self.now();
        if self.checkpoints() > checkpoints && self.settings.rating_games > 0 {
            metrics.rating = self.rate(threads);
        }
        let is_due = self
            .state
            .iteration
            .is_multiple_of(u64::from(self.settings.measure_every));
        if is_due {
            metrics.measured = self.measure(threads);
        }
        metrics.seconds.measuring = self.now() - began;
        metrics.iteration = self.state.iteration;
        metrics.games = self.state.games;
        metrics.decisions = self.state.decisions;
        metrics.evaluations = self.state.evaluations;
        metrics
    }

    /// The network that plays best so far, without factors that were never met.
    pub fn model(&self) -> Model {
        self.whole_model().without_unmet(&self.untaught())
    }

    /// The network that plays best so far, for a file of at most so many bytes with half the digits.
    pub fn lightened(&self, most: usize) -> Model {
        self.whole_model().lightened(&self.untaught(), most)
    }

    fn whole_model(&self) -> Model {
        let about = About {
            encoding: ENCODING,
            sizes: self.sizes(),
            structure: Structure::of(self.fields[0].program()),
            training: Training {
                teacher: match self.settings.teacher {
                    Teacher::Auto | Teacher::Gumbel => "gumbel".to_owned(),
                    Teacher::Gradient => "gradient".to_owned(),
                },
                games: self.state.games,
                decisions: self.state.decisions,
                evaluations: self.state.evaluations,
                seconds: None,
                seed: self.settings.seed,
                settings: self.settings.differences(),
            },
            declared: self.declared.as_deref().cloned(),
        };
        Model {
            network: self.state.learner.best().with_outputs(self.values()),
            inputs: self.vocabulary.inputs.keys().to_vec(),
            choices: self.vocabulary.choices.keys().to_vec(),
            about,
        }
    }

    fn sizes(&self) -> Sizes {
        Sizes {
            width: self.settings.width as usize,
            hidden: self
                .settings
                .hidden
                .iter()
                .map(|width| *width as usize)
                .collect(),
            choice_width: self.settings.scored_width() as usize,
            scoring: self.settings.scoring,
            memory: self.settings.memory as usize,
        }
    }

    /// Outputs of what plays: the values alone.
    fn values(&self) -> usize {
        outputs(self.fields[0].program().seats)
    }

    /// The network before it learned anything, as far as it plays.
    fn untaught(&self) -> Network {
        self.new_network(0).with_outputs(self.values())
    }

    /// A network that has learned nothing.
    fn new_network(&self, number: u64) -> Network {
        let (inputs, choices) = (&self.vocabulary.inputs, &self.vocabulary.choices);
        let seats = self.fields[0].program().seats;
        let mut shape = self
            .sizes()
            .shape(inputs.keys().len(), choices.keys().len(), seats);
        shape.outputs += self.settings.heads().outputs(self.vocabulary.kinds());
        let mut random = self.random(Use::Network, number);
        Network::new(shape, || random.bits() as f32 / u32::MAX as f32)
    }

    /// A critic that has learned nothing: it has no choices.
    fn new_critic(&self, number: u64) -> Network {
        let mut sizes = self.sizes();
        sizes.choice_width = 0;
        sizes.scoring = Scoring::Joint;
        let seats = self.fields[0].program().seats;
        let shape = sizes.shape(self.vocabulary.inputs.keys().len(), 0, seats);
        let mut random = self.random(Use::Network, number);
        Network::new(shape, || random.bits() as f32 / u32::MAX as f32)
    }

    fn seed(&self, usage: Use, number: u64) -> u64 {
        derived(derived(self.settings.seed, usage as u64), number)
    }

    fn random(&self, usage: Use, number: u64) -> Random {
        Random::new(self.seed(usage, number))
    }

    fn now(&self) -> f64 {
        self.clock.map_or(0.0, |clock| clock().as_secs_f64())
    }

    fn prepared(&self, network: &Network) -> Inference {
        let vocabulary = &self.vocabulary;
        Inference::new(
            network,
            vocabulary.inputs.composition(),
            vocabulary.choices.composition(),
        )
    }

    /// The policy alone against other players.
    fn measure(&self, threads: usize) -> Vec<Measured> {
        let network = self.prepared(self.state.learner.best());
        let names = self.settings.measure_players.iter();
        let measured = names.filter_map(|text| {
            let name: PlayerSpec = text.parse().ok()?;
            let contest = Contest {
                fields: &self.fields,
                sides: [
                    Side::Net(&network, Search::new(0)),
                    Side::Other(name, &self.equipment),
                ],
                seed: self.seed(Use::Measuring, self.state.iteration),
                threads,
                aim: self.points(),
            };
            Some(Measured {
                player: text.clone(),
                score: contest.play(self.settings.measure_games),
            })
        });
        measured.collect()
    }

    /// A game of the best network against itself, by its policy, as a record.
    pub fn sample_game(&self) -> Record {
        let network = self.prepared(self.state.learner.best());
        let lanes = Lanes {
            fields: &self.fields,
            sides: &[Side::Net(&network, Search::noisy(0))],
            teaching: None,
            seed: self.seed(Use::Sample, 0),
            threads: 1,
        };
        let numbers = self.state.games..self.state.games + 1;
        let played = lanes.play(&lanes.own_games(numbers));
        let episode = &played.episodes[0];
        episode.record(&self.fields[episode.field as usize])
    }

    /// Points of contests: won games where winning counts, otherwise scores.
    pub(crate) fn points(&self) -> Aim {
        let [wins, _] = self.fields[0].aims().weights(Aim::Usual);
        if wins > 0.0 { Aim::Wins } else { Aim::Usual }
    }

    /// True if a contest is won by more than a share.
    fn is_above(&self, score: &Score, share: f64) -> bool {
        match self.points() {
            Aim::Wins => score.mean > share,
            Aim::Usual | Aim::Scores => score.mean > 0.5 + score.error,
        }
    }
}
