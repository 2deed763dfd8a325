//! An iteration of the teacher `gradient`.

use super::gated::{falling, growing};
use super::state::Learner;
use super::{Metrics, Run, Use};
use crate::gradient::{Collected, Collector, Settings};
use nets::Composition;
use nets::infer::Inference;
use players::{Equipment, PlayerSpec};

/// Games of the first iteration, which shows how long games are.
const FIRST_GAMES: u32 = 64;

impl Run {
    pub(super) fn step_with_gradient(&mut self, progress: f32, threads: usize) -> Metrics {
        let rate = falling(
            self.settings.gradient_rate,
            self.settings.gradient_rate / 10.0,
            progress,
        );
        let mut metrics = Metrics {
            rate,
            ..Metrics::default()
        };
        let settings = self.gradient_settings(progress);
        let began = self.now();
        let mut collected = self.gather(progress, threads);
        metrics.seconds.playing = self.now() - began;
        let began = self.now();
        self.state.games += collected.games;
        self.state.decisions += collected.decisions;
        self.state.evaluations += collected.decisions;
        metrics.length = collected.decisions as f64 / collected.games.max(1) as f64;
        metrics.unfinished = collected.unfinished;
        let mut random = self.random(Use::Training, self.state.iteration);
        let Learner::Gradient(improver) = &mut self.state.learner else {
            return metrics;
        };
        let progress = improver.improve(
            &settings,
            &self.vocabulary,
            &mut collected,
            rate,
            &mut random,
            threads,
        );
        metrics.value_loss = progress.value_loss;
        metrics.entropy = progress.entropy;
        metrics.policy_loss = progress.distance;
        metrics.gradient = progress.gradient;
        metrics.seconds.training = self.now() - began;
        metrics
    }

    /// Weights of winning and of the score in what is played for.
    fn aims(&self) -> [f32; 2] {
        let weights = self.fields[0].aims().weights(self.settings.goal.aim());
        weights.map(|weight| weight as f32)
    }

    /// Samples of the games of an iteration.
    pub(super) fn gather(&self, progress: f32, threads: usize) -> Collected {
        let settings = self.gradient_settings(progress);
        let Learner::Gradient(improver) = &self.state.learner else {
            return Collected::default();
        };
        let policy = self.prepared(&improver.policy.network);
        let inputs = self.vocabulary.inputs.composition();
        let critic = Inference::new(&improver.critic.network, inputs, &Composition::default());
        let collector = Collector {
            fields: &self.fields,
            policy: &policy,
            critic: &critic,
            lambda: settings.lambda,
            loose_share: settings.loose_share,
            rival: self.rival(),
            aim: self.settings.goal.aim(),
            seed: self.seed(Use::Games, self.state.iteration),
            threads,
        };
        self.portion.collect(&collector, settings.games)
    }

    /// The player of all other seats in games with one seat that learns; nobody where they play at random.
    fn rival(&self) -> Option<(PlayerSpec, &[Equipment])> {
        let rival: PlayerSpec = self.settings.rival.parse().ok()?;
        (rival != PlayerSpec::Random).then_some((rival, &self.equipment))
    }

    /// Games with about so many decisions, by the length of the games so far.
    fn games_for(&self, decisions: u32) -> u32 {
        if self.state.games == 0 {
            return FIRST_GAMES;
        }
        let length = self.state.decisions as f64 / self.state.games as f64;
        ((f64::from(decisions) / length.max(1.0)) as u32).max(16)
    }

    fn gradient_settings(&self, progress: f32) -> Settings {
        let settings = &self.settings;
        let (first, last) = (settings.first_decisions, settings.gradient_decisions);
        let decisions = growing(first as f32, last as f32, progress).round() as u32;
        Settings {
            games: self.games_for(decisions),
            epochs: settings.epochs,
            batch: decisions.div_ceil(settings.gradient_steps).max(1),
            critic_batch: settings.batch,
            rate: settings.gradient_rate,
            clip: settings.clip,
            entropy: falling(
                settings.entropy,
                settings.entropy * settings.entropy_left,
                progress,
            ),
            magnet: settings.magnet,
            magnet_speed: settings.magnet_speed,
            average_speed: settings.average_speed,
            lambda: settings.lambda,
            value: settings.value_weight,
            aims: self.aims(),
            loose_share: settings.loose_share,
        }
    }
}
