//! The state of a run between two iterations.

use crate::gradient::Improver;
use crate::selfplay::Episode;
use crate::teach::Pupil;
use nets::{Network, Shape};
use serde::{Deserialize, Serialize};

/// Everything that the next iteration depends on, besides the settings.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Iterations made.
    pub iteration: u64,
    /// Games played.
    pub games: u64,
    /// Decisions made.
    pub decisions: u64,
    /// Evaluations of networks.
    pub evaluations: u64,
    pub(super) learner: Learner,
    /// The last checkpoint, with which the next one is compared.
    pub(super) rated: Option<Box<Rated>>,
    /// The replay buffer: newest and golden games.
    pub(super) episodes: (Vec<Episode>, Vec<Episode>),
}

/// A checkpoint with which the next one is compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Rated {
    /// The network that played.
    pub(super) network: Network,
    /// All networks, if a run comes back to them.
    pub(super) learner: Option<Learner>,
    /// Points of Elo above the first checkpoint.
    pub(super) points: f64,
}

/// Networks of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum Learner {
    /// Of the teacher `gumbel`.
    Gumbel {
        /// Learns.
        pupil: Box<Pupil>,
        /// Plays.
        best: Network,
        /// Earlier best ones, the oldest first.
        past: Vec<Network>,
    },
    /// Of the teacher `gradient`.
    Gradient(Box<Improver>),
}

impl Default for Learner {
    fn default() -> Self {
        Self::gumbel(Network::default())
    }
}

impl Learner {
    pub(super) fn gumbel(network: Network) -> Self {
        Self::Gumbel {
            best: network.clone(),
            pupil: Box::new(Pupil::new(network)),
            past: Vec::new(),
        }
    }

    pub(super) fn gradient(policy: Network, critic: Network) -> Self {
        Self::Gradient(Box::new(Improver::new(policy, critic)))
    }

    /// The network that plays best.
    pub(super) fn best(&self) -> &Network {
        match self {
            Self::Gumbel { best, .. } => best,
            Self::Gradient(improver) => &improver.average,
        }
    }
}

/// A state that does not belong to a run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The bytes are no state.
    #[error("the saved state cannot be read: {0}")]
    Unreadable(String),
    /// The game or the settings have changed.
    #[error("the saved state belongs to other settings or another version of the game")]
    Other,
}

impl State {
    /// Its bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, StateError> {
        postcard::to_stdvec(self).map_err(|error| StateError::Unreadable(error.to_string()))
    }

    /// Reads its bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StateError> {
        postcard::from_bytes(bytes).map_err(|error| StateError::Unreadable(error.to_string()))
    }

    /// True if a run whose networks have these shapes can go on with it.
    pub(super) fn fits(&self, policy: &Shape, critic: &Shape) -> Result<(), StateError> {
        let rated = self.rated.as_deref();
        let kept = rated.and_then(|rated| rated.learner.as_ref());
        let learners = [Some(&self.learner), kept];
        let fits = learners
            .into_iter()
            .flatten()
            .all(|it| it.fits(policy, critic))
            && rated.is_none_or(|rated| rated.network.shape == *policy);
        if fits { Ok(()) } else { Err(StateError::Other) }
    }
}

impl Learner {
    /// True if its networks have these shapes.
    fn fits(&self, policy: &Shape, critic: &Shape) -> bool {
        match self {
            Self::Gumbel { pupil, best, .. } => {
                [&pupil.network, best].map(|it| &it.shape) == [policy; 2]
            }
            Self::Gradient(improver) => {
                let policies = [
                    &improver.policy.network,
                    &improver.average,
                    &improver.magnet,
                ];
                policies.map(|it| &it.shape) == [policy; 3]
                    && improver.critic.network.shape == *critic
            }
        }
    }
}
