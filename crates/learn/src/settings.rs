//! Settings of a training run.

use crate::heads::Heads;
use engine::recent::KEPT;
use nets::Scoring;
use players::Aim;
use serde::{Deserialize, Serialize};

/// The teachers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Teacher {
    /// A short trial decides.
    #[default]
    Auto,
    /// Self-play with search.
    Gumbel,
    /// Policy gradient with a magnet.
    Gradient,
}

/// The kinds of networks, with all settings that belong to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Derived features, a small network, choices as features.
    #[default]
    Small,
    /// The encoding that the game declares, five layers of 1024, an output for every index.
    Seed,
}

/// Goals of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Winning and the score, as is usual for the game.
    #[default]
    Usual,
    /// Winning alone.
    Wins,
    /// The score alone.
    Scores,
}

impl Goal {
    /// The same for players.
    pub fn aim(self) -> Aim {
        match self {
            Self::Usual => Aim::Usual,
            Self::Wins => Aim::Wins,
            Self::Scores => Aim::Scores,
        }
    }
}

/// Plans by which a search spends its simulations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Planning {
    /// Gumbel noise and sequential halving at the root.
    #[default]
    Gumbel,
    /// Upper bounds by prior and visits (PUCT), with Dirichlet noise at the root.
    Puct,
}

macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $value:expr,)+) => {
        /// Settings of a training run. Their names are those of `train.yaml` and of the flags.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Settings {
            $($(#[doc = $doc])+ pub $name: $type,)+
        }

        impl Default for Settings {
            fn default() -> Self {
                Self { $($name: $value,)+ }
            }
        }

        /// Name and meaning of every setting, in order.
        pub const ALL: &[(&str, &str)] = &[$((stringify!($name), concat!($($doc),+)),)+];
    };
}

settings! {
    /// Teacher: gumbel (self-play with search), gradient (policy gradient, for games where much is hidden) or auto
    teacher: Teacher = Teacher::Auto,
    /// Kind of network: small (derived features), or seed (the encoding that the game declares, five layers of 1024)
    profile: Profile = Profile::Small,
    /// Objective: wins, scores, or usual (both in most games)
    goal: Goal = Goal::Usual,
    /// Seed, from which the seeds of all games follow
    seed: u64 = 1,
    /// Width of the first layer
    width: u32 = 64,
    /// Widths of the dense layers
    hidden: Vec<u32> = vec![64, 32],
    /// Width of the layer in which state and choice meet
    choice_width: u32 = 32,
    /// Scores of choices: joint (a layer in which state and choice meet) or linear (the state weighs the rows of a choice)
    scoring: Scoring = Scoring::Joint,
    /// Cards share what is learned about their printed values, keywords and rules; otherwise a card is known by its name alone
    traits: bool = true,
    /// Moves of the past that the network sees, up to 8: who made which, where everybody saw it
    memory: u32 = 0,
    /// Games between two updates of the network
    iteration_games: u32 = 256,
    /// Games after which a checkpoint is kept
    checkpoint_games: u32 = 10_000,
    /// Games of each checkpoint against the one before, for the rating curve; 0 for none
    rating_games: u32 = 200,
    /// A checkpoint that wins clearly less than this share against the one before is given up, and learning goes on from there; 0 never
    rollback: f32 = 0.0,
    /// Samples in a step of training
    batch: u32 = 1024,
    /// Learning rate at the beginning
    rate: f32 = 1e-3,
    /// Learning rate at the end
    last_rate: f32 = 1e-4,
    /// Weight of the value in the loss
    value_weight: f32 = 1.0,
    /// Weight decay
    decay: f32 = 0.05,
    /// Simulations are planned by gumbel (sequential halving) or puct (upper bounds, Dirichlet noise at the root)
    search: Planning = Planning::Gumbel,
    /// Weight of the prior against values found (puct)
    exploration: f32 = 1.25,
    /// Share of noise in the priors at the root (puct)
    noise_share: f32 = 0.25,
    /// Shape of that noise: the smaller, the fewer choices it favours (puct)
    noise_alpha: f32 = 0.3,
    /// Simulations of a decision that teaches, at the end of the run
    simulations: u32 = 16,
    /// Simulations at the beginning; the number grows to `simulations` (progressive)
    first_simulations: u32 = 8,
    /// Games at the beginning that teach values only: a search by values that mean nothing teaches nothing
    warm_up: u32 = 4096,
    /// Simulations of decisions that do not teach
    quick_simulations: u32 = 0,
    /// Share of decisions that are searched in full and teach (playout cap randomisation); 1 for all
    full_share: f32 = 0.25,
    /// Choices that are compared at the root
    considered: u32 = 8,
    /// Lessons that the replay buffer keeps
    buffer: u32 = 150_000,
    /// Share of golden games in the buffer: those of the past in which the search disagreed most with the network
    golden_share: f32 = 0.3,
    /// Times that a lesson is used for training on average
    uses: f32 = 0.7,
    /// Share of a softened policy, the fourth root of the recommended one, in what the policy is to become (gumbel): choices that were nearly as good are not forgotten
    soft_target: f32 = 0.0,
    /// Weight of an extra output that only training has: the value some decisions ahead (gumbel)
    ahead_weight: f32 = 0.0,
    /// The number of decisions that this output looks ahead (gumbel)
    ahead_decisions: u32 = 8,
    /// Weight of extra outputs that only training has: the cards that others hold unseen (gumbel)
    held_weight: f32 = 0.0,
    /// Share of the draws from the buffer that follow the surprise of a lesson
    surprise_share: f32 = 0.5,
    /// Share of the search's own value in the target of the value
    value_mix: f32 = 0.3,
    /// A seat resigns when it hopes for less than this (in games of two that only know winning); 0 never
    resign_below: f32 = 0.05,
    /// Share of resigned games that are played on, to measure wrong resignations
    resign_checked: f32 = 0.1,
    /// A new network is taken over only if it wins more than this share against the best one; 0 switches the gate off
    gate: f32 = 0.55,
    /// Games of a gate at most
    gate_games: u32 = 200,
    /// Iterations between two gates
    gate_every: u32 = 4,
    /// Share of the run, at its beginning, in which an expert that searches recommends choices (expert iteration)
    expert_share: f32 = 0.0,
    /// The player that is asked for a policy at the positions which the network reaches (expert)
    expert: String = "ismcts:400".to_owned(),
    /// Share of decisions at which the expert is asked (expert)
    expert_asked: f32 = 0.25,
    /// Change of the score of a choice for one unit of the value that the expert finds for it (expert)
    expert_gain: f32 = 8.0,
    /// Share of the old scores that is kept when the expert's values are added: below 1 the policy stays soft (expert)
    expert_memory: f32 = 0.9,
    /// Times that a recommendation of the expert is used for training on average (expert)
    expert_uses: f32 = 4.0,
    /// Share of games in which some seats are played by an earlier checkpoint
    past_share: f32 = 0.0,
    /// Share of games in which all seats but one are the rival's, so that weak play is nothing new (gradient, expert)
    loose_share: f32 = 0.1,
    /// The player of these seats: random, or another one; with a loose_share of 1 its best response is learned (gradient)
    rival: String = "random".to_owned(),
    /// Passes through the samples of an iteration (gradient)
    epochs: u32 = 2,
    /// Decisions between two updates at the end of the run, about: the more, the less chance counts (gradient)
    gradient_decisions: u32 = 65_536,
    /// Decisions between two updates at the beginning; the number grows to `gradient_decisions` (gradient)
    first_decisions: u32 = 4096,
    /// Steps of training in a pass through the samples of an iteration (gradient)
    gradient_steps: u32 = 8,
    /// Learning rate at the beginning; it falls to a tenth (gradient)
    gradient_rate: f32 = 3e-3,
    /// Limit on the change of the policy in an update (gradient)
    clip: f32 = 0.1,
    /// Weight of the entropy, which never vanishes (gradient)
    entropy: f32 = 0.01,
    /// Share of that weight which is left at the end of the run (gradient)
    entropy_left: f32 = 1.0,
    /// Weight of the distance from the magnet, a slow average of the policy (gradient)
    magnet: f32 = 0.02,
    /// Share of the policy that the magnet takes over in an update (gradient)
    magnet_speed: f32 = 0.05,
    /// Share of the policy that the average, which plays in the end, takes over in an update (gradient)
    average_speed: f32 = 0.1,
    /// Trust in the critic further ahead: 0 only the next decision, 1 only the end of the game (gradient)
    lambda: f32 = 0.6,
    /// Iterations between two measurements against other players
    measure_every: u32 = 8,
    /// Games of a measurement against each
    measure_games: u32 = 200,
    /// Players to measure against
    measure_players: Vec<String> = vec!["random".to_owned()],
}

/// A setting that cannot be as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` cannot be {value}: it is {range}")]
pub struct BadSetting {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// Possible values.
    pub range: &'static str,
}

impl Settings {
    /// Extra outputs of the network: the teacher `gradient` has none.
    pub(crate) fn heads(&self) -> Heads {
        match self.teacher {
            Teacher::Auto | Teacher::Gumbel => Heads {
                ahead: self.ahead_weight,
                decisions: self.ahead_decisions,
                held: self.held_weight,
            },
            Teacher::Gradient => Heads::default(),
        }
    }

    /// Names the first setting that is impossible.
    pub fn checked(&self) -> Result<(), BadSetting> {
        let bad = |name, value: String, range| Err(BadSetting { name, value, range });
        let shares = [
            ("full_share", self.full_share),
            ("expert_share", self.expert_share),
            ("expert_asked", self.expert_asked),
            ("expert_memory", self.expert_memory),
            ("golden_share", self.golden_share),
            ("surprise_share", self.surprise_share),
            ("value_mix", self.value_mix),
            ("resign_below", self.resign_below),
            ("resign_checked", self.resign_checked),
            ("gate", self.gate),
            ("rollback", self.rollback),
            ("past_share", self.past_share),
            ("loose_share", self.loose_share),
            ("magnet_speed", self.magnet_speed),
            ("average_speed", self.average_speed),
            ("lambda", self.lambda),
            ("clip", self.clip),
            ("noise_share", self.noise_share),
        ];
        for (name, value) in shares {
            if !(0.0..=1.0).contains(&value) {
                return bad(name, value.to_string(), "a number from 0 to 1");
            }
        }
        let rates = [
            ("rate", self.rate),
            ("last_rate", self.last_rate),
            ("gradient_rate", self.gradient_rate),
            ("value_weight", self.value_weight),
            ("uses", self.uses),
            ("expert_uses", self.expert_uses),
            ("expert_gain", self.expert_gain),
            ("exploration", self.exploration),
            ("noise_alpha", self.noise_alpha),
        ];
        for (name, value) in rates {
            if !(value > 0.0 && value <= 100.0) {
                return bad(name, value.to_string(), "a number above 0, up to 100");
            }
        }
        for (name, value) in [
            ("decay", self.decay),
            ("entropy", self.entropy),
            ("magnet", self.magnet),
            ("ahead_weight", self.ahead_weight),
            ("held_weight", self.held_weight),
        ] {
            if !(0.0..=10.0).contains(&value) {
                return bad(name, value.to_string(), "a number from 0 to 10");
            }
        }
        let counts = [
            ("width", self.width, 4096),
            ("choice_width", self.choice_width, 4096),
            ("iteration_games", self.iteration_games, 1_000_000),
            ("gradient_decisions", self.gradient_decisions, 100_000_000),
            ("checkpoint_games", self.checkpoint_games, u32::MAX),
            ("batch", self.batch, 1 << 20),
            ("first_decisions", self.first_decisions, 100_000_000),
            ("gradient_steps", self.gradient_steps, 10_000),
            ("simulations", self.simulations, 100_000),
            ("first_simulations", self.first_simulations, 100_000),
            ("considered", self.considered, 1_000),
            ("ahead_decisions", self.ahead_decisions, 100_000),
            ("buffer", self.buffer, 100_000_000),
            ("gate_games", self.gate_games, 1_000_000),
            ("gate_every", self.gate_every, u32::MAX),
            ("epochs", self.epochs, 100),
            ("measure_every", self.measure_every, u32::MAX),
            ("measure_games", self.measure_games, 1_000_000),
        ];
        for (name, value, most) in counts {
            if value == 0 || value > most {
                return bad(
                    name,
                    value.to_string(),
                    "a whole number above 0, and not that large",
                );
            }
        }
        if self.memory as usize > KEPT {
            return bad(
                "memory",
                self.memory.to_string(),
                "a whole number from 0 to 8",
            );
        }
        if self.rollback > 0.0 && self.rating_games == 0 {
            let value = self.rollback.to_string();
            return bad("rollback", value, "0 where `rating_games` is 0");
        }
        let are_widths = self.hidden.iter().all(|width| (1..=4096).contains(width));
        if !(1..=16).contains(&self.hidden.len()) || !are_widths {
            let value = format!("{:?}", self.hidden);
            return bad("hidden", value, "1 to 16 widths from 1 to 4096");
        }
        Ok(())
    }

    /// The usual settings of a profile.
    pub fn of(profile: Profile) -> Self {
        let usual = Self::default();
        match profile {
            Profile::Small => usual,
            Profile::Seed => Self {
                profile,
                teacher: Teacher::Gumbel,
                search: Planning::Puct,
                scoring: Scoring::Linear,
                width: 1024,
                hidden: vec![1024; 4],
                simulations: 32,
                // Wide layers run away at the usual rate.
                rate: 2e-4,
                last_rate: 2e-5,
                ..usual
            },
        }
    }

    /// Width of the rows of choices.
    pub fn scored_width(&self) -> u32 {
        let last = self.hidden.last().copied().unwrap_or(self.width);
        match self.scoring {
            Scoring::Joint => self.choice_width,
            Scoring::Linear => last + 1,
        }
    }

    /// Those that differ from the usual ones, by name.
    pub fn differences(&self) -> serde_json::Map<String, serde_json::Value> {
        let value = |settings: &Self| serde_json::to_value(settings).unwrap_or_default();
        let (own, usual) = (value(self), value(&Self::default()));
        let own = own.as_object().cloned().unwrap_or_default();
        own.into_iter()
            .filter(|(name, value)| usual.get(name) != Some(value))
            .collect()
    }
}
