//! An iteration of the teacher `gumbel`: self-play with search, training by its lessons, and the gate.

use super::state::Learner;
use super::{Gate, Metrics, Run, Use};
use crate::contest::{Contest, Score};
use crate::replay::Settings as Buffer;
use crate::search::{Puct, Settings as Search};
use crate::selfplay::{Episode, Fixture, Lanes, Played, Side, Teaching};
use crate::settings::Planning;
use crate::teach::{self, Teacher};
use engine::random::{Random, derived};
use nets::Network;

/// Earlier networks that are kept as opponents.
const PAST: usize = 8;

/// Games of a gate between two looks at the score.
const LOOK: u32 = 40;

impl Run {
    pub(super) fn step_with_search(&mut self, progress: f32, threads: usize) -> Metrics {
        let mut metrics = Metrics {
            simulations: self.simulations(progress),
            rate: falling(self.settings.rate, self.settings.last_rate, progress),
            ..Metrics::default()
        };
        let began = self.now();
        let played = self.self_play(metrics.simulations, threads);
        self.count(&played, &mut metrics);
        let lessons: usize = played.episodes.iter().map(|it| it.lessons.len()).sum();
        let buffer = self.replay_settings();
        self.replay.add(played.episodes, &buffer);
        metrics.buffer = self.replay.lessons();
        metrics.seconds.playing = self.now() - began;
        let began = self.now();
        self.train(lessons as f32 * self.settings.uses, threads, &mut metrics);
        metrics.seconds.training = self.now() - began;
        let began = self.now();
        metrics.gate = self.take_over(threads);
        metrics.seconds.gate = self.now() - began;
        metrics
    }

    pub(super) fn replay_settings(&self) -> Buffer {
        Buffer {
            capacity: self.settings.buffer,
            golden: self.settings.golden_share,
            surprise: self.settings.surprise_share,
        }
    }

    /// Simulations grow by equal factors, from few to many; none before the values mean anything.
    pub(super) fn simulations(&self, progress: f32) -> u32 {
        if self.state.games < u64::from(self.settings.warm_up) {
            return 0;
        }
        let (first, last) = (self.settings.first_simulations, self.settings.simulations);
        growing(first as f32, last as f32, progress).round() as u32
    }

    fn search(&self, simulations: u32) -> Search {
        Search {
            considered: self.settings.considered,
            puct: self.puct(),
            aim: self.settings.goal.aim(),
            ..Search::new(simulations)
        }
    }

    /// Settings of upper bounds, where the search goes by them.
    fn puct(&self) -> Option<Puct> {
        (self.settings.search == Planning::Puct).then_some(Puct {
            exploration: self.settings.exploration,
            noise_share: self.settings.noise_share,
            noise_alpha: self.settings.noise_alpha,
        })
    }

    pub(super) fn self_play(&self, simulations: u32, threads: usize) -> Played {
        let Learner::Gumbel { pupil, best, past } = &self.state.learner else {
            return Played::default();
        };
        let player = if self.settings.gate > 0.0 {
            best
        } else {
            &pupil.network
        };
        let network = self.prepared(player);
        let seed = self.seed(Use::Games, 0);
        let opponent = self.opponent(past).map(|past| self.prepared(past));
        let mut sides = vec![Side::Net(&network, self.search(simulations))];
        if let Some(opponent) = &opponent {
            let quick = self.search(self.settings.quick_simulations);
            sides.push(Side::Net(opponent, quick));
        }
        let teaching = Teaching {
            quick: self.settings.quick_simulations.min(simulations),
            full_share: self.settings.full_share,
            resign_below: self.settings.resign_below,
            played_on: self.settings.resign_checked,
            expert: None,
        };
        let lanes = Lanes {
            fields: &self.fields,
            sides: &sides,
            teaching: Some(&teaching),
            seed,
            threads,
        };
        let numbers = self.state.games..self.state.games + u64::from(self.settings.iteration_games);
        let mut fixtures = lanes.own_games(numbers);
        if opponent.is_some() {
            self.invite(&mut fixtures);
        }
        self.portion.play(&lanes, &fixtures)
    }

    /// An earlier network; later ones are more likely.
    fn opponent<'a>(&self, past: &'a [Network]) -> Option<&'a Network> {
        if self.settings.past_share == 0.0 || past.is_empty() {
            return None;
        }
        let mut random = self.random(Use::Games, 1 + self.state.iteration);
        let count = past.len() as u32;
        let at = random.below(count).max(random.below(count));
        past.get(at as usize)
    }

    /// Lets the earlier network play one seat of some games.
    fn invite(&self, fixtures: &mut [Fixture]) {
        for fixture in fixtures {
            let mut random = Random::new(derived(fixture.seed, 3));
            if (random.bits() as f32) < self.settings.past_share * u32::MAX as f32 {
                let seat = random.below(fixture.sides.len() as u32) as usize;
                fixture.sides[seat] = u8::from(fixture.sides.len() > 1);
            }
        }
    }

    pub(super) fn count(&mut self, played: &Played, metrics: &mut Metrics) {
        let episodes = &played.episodes;
        let decisions: u64 = episodes.iter().map(|it| it.choices.len() as u64).sum();
        self.state.games += episodes.len() as u64;
        self.state.decisions += decisions;
        self.state.evaluations += played.evaluations;
        let count =
            |is_so: fn(&Episode) -> bool| episodes.iter().filter(|it| is_so(it)).count() as u64;
        metrics.length = decisions as f64 / episodes.len().max(1) as f64;
        metrics.unfinished = count(|it| it.is_unfinished);
        metrics.resigned = count(|it| it.resigned.is_some());
        metrics.resign_checked = count(|it| it.is_checked);
        metrics.resign_wrong = count(|it| {
            let seat = it.resigned.filter(|_| it.is_checked);
            seat.is_some_and(|seat| it.ends[usize::from(seat)][0] > 0.25)
        });
    }

    /// Trains with so many samples in all.
    pub(super) fn train(&mut self, samples: f32, threads: usize, metrics: &mut Metrics) {
        let settings = teach::Settings {
            batch: self.settings.batch,
            value: self.settings.value_weight,
            value_mix: self.settings.value_mix,
            soft_target: self.settings.soft_target,
            decay: self.settings.decay,
            heads: self.settings.heads(),
        };
        let mut random = self.random(Use::Training, self.state.iteration);
        let teacher = Teacher {
            settings: &settings,
            vocabulary: &self.vocabulary,
            replay: &self.replay,
            threads,
        };
        let Learner::Gumbel { pupil, .. } = &mut self.state.learner else {
            return;
        };
        let steps = ((samples / self.settings.batch as f32).ceil() as u32).max(1);
        let progress = teacher.train(pupil, steps, metrics.rate, &mut random);
        metrics.policy_loss = progress.policy_loss;
        metrics.value_loss = progress.value_loss;
        metrics.entropy = progress.entropy;
        metrics.gradient = progress.gradient;
    }

    /// Takes the new network over: at once without a gate, otherwise if it wins often enough.
    fn take_over(&mut self, threads: usize) -> Option<Gate> {
        let is_due = (self.state.iteration + 1).is_multiple_of(u64::from(self.settings.gate_every));
        let gate = (self.settings.gate > 0.0 && is_due).then(|| self.gate(threads));
        let Learner::Gumbel { pupil, best, past } = &mut self.state.learner else {
            return gate;
        };
        let is_warm = self.state.games > u64::from(self.settings.warm_up);
        let is_taken = match &gate {
            Some(gate) => gate.is_passed || !is_warm,
            None => self.settings.gate == 0.0 || !is_warm,
        };
        if is_taken {
            if is_due && self.settings.past_share > 0.0 {
                past.push(best.clone());
                if past.len() > PAST {
                    past.remove(0);
                }
            }
            best.clone_from(&pupil.network);
        }
        gate
    }

    /// The new network against the best, until it is clear or all games are played.
    fn gate(&self, threads: usize) -> Gate {
        let Learner::Gumbel { pupil, best, .. } = &self.state.learner else {
            return Gate {
                score: Score::default(),
                is_passed: true,
            };
        };
        let (new, old) = (self.prepared(&pupil.network), self.prepared(best));
        let search = self.search(self.settings.quick_simulations);
        let contest = Contest {
            fields: &self.fields,
            sides: [Side::Net(&new, search.clone()), Side::Net(&old, search)],
            seed: self.seed(Use::Gate, self.state.iteration),
            threads,
            aim: self.points(),
        };
        let share = f64::from(self.settings.gate);
        let mut score = Score::default();
        while score.games < self.settings.gate_games {
            let games = LOOK.min(self.settings.gate_games - score.games);
            score = score.and(contest.play_from(score.games, games));
            let is_clear = (score.mean - share).abs() > 2.5 * score.error;
            if is_clear && score.games >= 2 * LOOK {
                break;
            }
        }
        Gate {
            score,
            is_passed: self.is_above(&score, share),
        }
    }
}

/// A number that grows by equal factors.
pub(super) fn growing(first: f32, last: f32, progress: f32) -> f32 {
    first * (last / first).powf(progress.clamp(0.0, 1.0))
}

/// A rate that falls along half a cosine.
pub(super) fn falling(first: f32, last: f32, progress: f32) -> f32 {
    let angle = progress.clamp(0.0, 1.0) * std::f32::consts::PI;
    last + (first - last) * 0.5 * (1.0 + angle.cos())
}
