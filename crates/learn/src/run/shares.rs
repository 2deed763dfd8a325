//! The games of an iteration in shares, which other machines may play.
//!
//! A game of an iteration depends on the state of the run, on how far it is and on the game's number alone. So a share
//! of them is a function of an [`Errand`], which is plain bytes; shares are put together in their order, and the run
//! goes on as if it had played all of them itself.

use super::{Run, State, StateError};
use crate::gradient::{Collected, Collector, collect, collect_group, groups};
use crate::ground::Subject;
use crate::selfplay::{Fixture, Lanes, Played};
use crate::settings::{Settings, Teacher};
use serde::{Deserialize, Serialize};

/// Shares of the games of an iteration with a search or an expert.
const SHARES: u32 = 32;

/// Everything that the games of an iteration depend on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Errand {
    /// The number of shares.
    pub shares: u32,
    progress: f32,
    state: State,
}

/// The games of a share.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Share {
    Played(Played),
    Collected(Box<Collected>),
}

/// The games of an iteration that a run plays.
#[derive(Debug, Default)]
pub(super) enum Portion {
    /// All of them.
    #[default]
    All,
    /// One share.
    One(u32),
    /// None: these shares were played elsewhere.
    Elsewhere(Vec<Share>),
}

fn bytes<T: Serialize>(value: &T) -> Result<Vec<u8>, StateError> {
    postcard::to_stdvec(value).map_err(|error| StateError::Unreadable(error.to_string()))
}

fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, StateError> {
    postcard::from_bytes(bytes).map_err(|error| StateError::Unreadable(error.to_string()))
}

impl Errand {
    /// Its bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, StateError> {
        bytes(self)
    }

    /// Reads its bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StateError> {
        read(bytes)
    }
}

impl Run {
    /// The games of the next iteration, for others to play.
    pub fn errand(&mut self, progress: f32) -> Errand {
        let asks_expert = self.is_expert_asked(progress);
        if !asks_expert {
            self.leave_expert();
        }
        let is_gradient = self.settings.teacher == Teacher::Gradient && !asks_expert;
        Errand {
            shares: if is_gradient { groups() } else { SHARES },
            progress,
            // The replay buffer and the last checkpoint stay here.
            state: State {
                episodes: (Vec::new(), Vec::new()),
                rated: None,
                ..self.state.clone()
            },
        }
    }

    /// A run that plays shares for another one with the same settings.
    pub fn of_errands(settings: Settings, subject: &Subject) -> Self {
        Self::new(settings, subject, None)
    }

    /// Plays a share of the games of an errand.
    pub fn play_share(&mut self, errand: &Errand, share: u32) -> Result<Vec<u8>, StateError> {
        let (policy, critic) = (self.new_network(0).shape, self.new_critic(0).shape);
        errand.state.fits(&policy, &critic)?;
        self.state = errand.state.clone();
        self.portion = Portion::One(share);
        let progress = errand.progress;
        let share = if self.is_expert_asked(progress) {
            Share::Played(self.play_for_expert(1))
        } else {
            match self.settings.teacher {
                Teacher::Auto | Teacher::Gumbel => {
                    Share::Played(self.self_play(self.simulations(progress), 1))
                }
                Teacher::Gradient => Share::Collected(Box::new(self.gather(progress, 1))),
            }
        };
        bytes(&share)
    }

    /// Lets the next iteration learn from shares that were played elsewhere, in their order.
    pub fn take_shares<B: AsRef<[u8]>>(&mut self, shares: &[B]) -> Result<(), StateError> {
        let mut taken = Vec::new();
        for share in shares {
            let mut share: Share = read(share.as_ref())?;
            if let Share::Played(played) = &mut share {
                for episode in &mut played.episodes {
                    episode.restore(&self.fields);
                }
            }
            taken.push(share);
        }
        self.portion = Portion::Elsewhere(taken);
        Ok(())
    }
}

impl Portion {
    /// The games of an iteration, as far as they are to be played.
    pub(super) fn play(&self, lanes: &Lanes<'_>, fixtures: &[Fixture]) -> Played {
        match self {
            Self::All => lanes.play(fixtures),
            Self::One(share) => {
                let own = fixtures.iter().skip(*share as usize);
                let own: Vec<Fixture> = own.step_by(SHARES as usize).cloned().collect();
                lanes.play(&own)
            }
            Self::Elsewhere(shares) => {
                let played = shares.iter().filter_map(|share| match share {
                    Share::Played(played) => Some(played.clone()),
                    Share::Collected(_) => None,
                });
                Played::interleaved(played.collect(), fixtures.len())
            }
        }
    }

    /// Samples of games of an iteration, as far as they are to be played.
    pub(super) fn collect(&self, collector: &Collector<'_>, games: u32) -> Collected {
        match self {
            Self::All => collect(collector, games),
            Self::One(share) => collect_group(collector, games, *share),
            Self::Elsewhere(shares) => {
                let mut all = Collected::default();
                for share in shares {
                    if let Share::Collected(collected) = share {
                        all.append(collected);
                    }
                }
                all
            }
        }
    }
}
