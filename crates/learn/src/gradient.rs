//! The teacher `gradient`: proximal policy optimisation with a magnet, for games where much is hidden.
//!
//! Every iteration plays games by the current policy, judges each choice with a critic that sees all cards, and
//! improves policy and critic. The policy is held near a slow average of itself (the magnet) and keeps some entropy
//! for ever, because both vanishing undoes what was learned. What plays in the end is the average.

mod collect;
mod improve;

pub use collect::{Collected, Collector, collect, collect_group, groups};
pub use improve::{Critic, Improver, Progress};

/// Settings of the teacher.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Games in an iteration.
    pub games: u32,
    /// Passes through the samples of an iteration.
    pub epochs: u32,
    /// Samples in a step of the policy.
    pub batch: u32,
    /// Samples in a step of the critic.
    pub critic_batch: u32,
    /// Learning rate at the beginning; it falls to a tenth.
    pub rate: f32,
    /// Largest change of a probability ratio in an iteration.
    pub clip: f32,
    /// Weight of entropy.
    pub entropy: f32,
    /// Weight of the distance from the magnet.
    pub magnet: f32,
    /// Share of the policy that the magnet takes over in an iteration.
    pub magnet_speed: f32,
    /// Share of the policy that the average takes over in an iteration.
    pub average_speed: f32,
    /// Trust in the end of the game instead of the critic: 0 only the next decision, 1 only the end of the game.
    pub lambda: f32,
    /// Weight of the values.
    pub value: f32,
    /// Weights of winning and of the score in what is played for.
    pub aims: [f32; 2],
    /// Share of games in which all seats but one play at random.
    pub loose_share: f32,
}
