//! An iteration of expert iteration: the network plays, and a player that searches recommends policies at the
//! positions it reaches.
//!
//! The expert evaluates by playing on at random. That is weak knowledge, but hundreds of ends of games go into one
//! recommendation, where a game that was played has one: where chance decides much, a network learns more from it.

use super::gated::falling;
use super::state::Learner;
use super::{Metrics, Run, Use};
use crate::ground::Field;
use crate::player::{Prepared, SharedNetwork};
use crate::search::Settings as Search;
use crate::selfplay::{Expert, Fixture, Lanes, Played, Side, Teaching};
use engine::random::{Random, derived};
use nets::infer::Inference;
use players::{Equipment, GameNetwork, PlayerSpec};
use std::sync::Arc;

impl Run {
    /// True if the run learns from the expert now.
    pub(super) fn is_expert_asked(&self, progress: f32) -> bool {
        let has_left = matches!(self.state.learner, Learner::Gradient(_));
        progress < self.settings.expert_share && !has_left
    }

    pub(super) fn step_with_expert(&mut self, progress: f32, threads: usize) -> Metrics {
        let progress = progress / self.settings.expert_share;
        let mut metrics = Metrics {
            rate: falling(self.settings.rate, self.settings.last_rate, progress),
            ..Metrics::default()
        };
        let began = self.now();
        let played = self.play_for_expert(threads);
        self.count(&played, &mut metrics);
        let lessons: usize = played.episodes.iter().map(|it| it.lessons.len()).sum();
        let buffer = self.replay_settings();
        self.replay.add(played.episodes, &buffer);
        metrics.buffer = self.replay.lessons();
        metrics.seconds.playing = self.now() - began;
        let began = self.now();
        self.train(
            lessons as f32 * self.settings.expert_uses,
            threads,
            &mut metrics,
        );
        metrics.seconds.training = self.now() - began;
        if let Learner::Gumbel { pupil, best, .. } = &mut self.state.learner {
            best.clone_from(&pupil.network);
        }
        metrics
    }

    pub(super) fn play_for_expert(&self, threads: usize) -> Played {
        let network = Arc::new(self.prepared(self.state.learner.best()));
        let fields = self.fields.iter().zip(&self.equipment);
        let equipment: Vec<Equipment> = fields
            .map(|(field, equipment)| with_own(field, equipment, &network))
            .collect();
        let sides = [
            Side::Net(&network, Search::noisy(0)),
            Side::Other(PlayerSpec::Random, &equipment),
        ];
        let teaching = Teaching {
            full_share: self.settings.expert_asked,
            expert: self.settings.expert.parse().ok().map(|name| Expert {
                name,
                equipment: equipment.clone(),
                gain: self.settings.expert_gain,
                memory: self.settings.expert_memory,
            }),
            ..Teaching::default()
        };
        let lanes = Lanes {
            fields: &self.fields,
            sides: &sides,
            teaching: Some(&teaching),
            seed: self.seed(Use::Games, 0),
            threads,
        };
        let numbers = self.state.games..self.state.games + u64::from(self.settings.iteration_games);
        let mut fixtures = lanes.own_games(numbers);
        self.loosen(&mut fixtures);
        self.portion.play(&lanes, &fixtures)
    }

    /// Lets all seats but one of some games play at random.
    fn loosen(&self, fixtures: &mut [Fixture]) {
        for fixture in fixtures {
            let mut random = Random::new(derived(fixture.seed, 3));
            let seats = fixture.sides.len() as u32;
            if seats > 1 && (random.bits() as f32) < self.settings.loose_share * u32::MAX as f32 {
                let own = random.below(seats) as usize;
                fixture.sides.fill(1);
                fixture.sides[own] = 0;
            }
        }
    }

    /// Ends learning from the expert: the teacher goes on with the network that learned.
    pub(super) fn leave_expert(&mut self) {
        let Learner::Gumbel { best, .. } = &self.state.learner else {
            return;
        };
        if self.settings.teacher == crate::settings::Teacher::Gradient {
            self.state.learner = Learner::gradient(best.clone(), self.new_critic(1));
            self.replay = crate::replay::Replay::new(&self.fields);
        }
    }
}

/// Equipment for a field, in which `net` is the network that learns.
fn with_own(field: &Arc<Field>, equipment: &Equipment, network: &Arc<Inference>) -> Equipment {
    let prepared = Arc::new(Prepared::of(field.clone(), network.clone()));
    let mut equipment = equipment.clone();
    let own: Arc<dyn GameNetwork> = Arc::new(SharedNetwork(prepared));
    equipment.networks.insert(String::new(), own);
    equipment
}
