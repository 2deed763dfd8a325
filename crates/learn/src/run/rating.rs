//! The rating curve of a run, and the way back from a network that has become weaker.
//!
//! At every checkpoint the network that plays meets the one of the checkpoint before, policy against policy. Points of
//! Elo add up to a curve. Where the new network is clearly the weaker one and the run is to be rolled back, learning goes on
//! from the checkpoint before.

use super::state::Rated;
use super::{Run, Use};
use crate::contest::{Contest, Score};
use crate::search::Settings as Search;
use crate::selfplay::Side;
use nets::Network;
use serde::{Deserialize, Serialize};

/// Standard errors by which a network must be weaker to be given up.
const SURE: f64 = 2.0;

/// A checkpoint against the one before.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Points of Elo above the first checkpoint.
    pub points: f64,
    /// Score against the checkpoint before.
    pub score: Score,
    /// True if learning goes on from the checkpoint before.
    pub is_rolled_back: bool,
}

impl Run {
    /// Rates the network that plays; nothing for the first checkpoint, with which the curve begins.
    pub(super) fn rate(&mut self, threads: usize) -> Option<Rating> {
        let Some(before) = self.state.rated.take() else {
            self.state.rated = Some(Box::new(self.rated(0.0)));
            return None;
        };
        let score = self.against(&before.network, threads);
        let share = f64::from(self.settings.rollback);
        let is_rolled_back = before.learner.is_some() && score.mean + SURE * score.error < share;
        let points = before.points + elo(&score);
        match before.learner {
            Some(learner) if is_rolled_back => {
                self.state.learner = learner.clone();
                let learner = Some(learner);
                self.state.rated = Some(Box::new(Rated { learner, ..*before }));
            }
            Some(_) | None => self.state.rated = Some(Box::new(self.rated(points))),
        }
        Some(Rating {
            points,
            score,
            is_rolled_back,
        })
    }

    /// The network that plays, with everything that is needed to come back to it.
    fn rated(&self, points: f64) -> Rated {
        let learner = &self.state.learner;
        Rated {
            network: learner.best().clone(),
            learner: (self.settings.rollback > 0.0).then(|| learner.clone()),
            points,
        }
    }

    fn against(&self, before: &Network, threads: usize) -> Score {
        let new = self.prepared(self.state.learner.best());
        let old = self.prepared(before);
        let contest = Contest {
            fields: &self.fields,
            sides: [&new, &old].map(|network| Side::Net(network, Search::noisy(0))),
            seed: self.seed(Use::Rating, self.state.iteration),
            threads,
            aim: self.points(),
        };
        contest.play(self.settings.rating_games)
    }
}

/// Points of Elo by which the first side is ahead; at most as many as half a game short of winning all.
fn elo(score: &Score) -> f64 {
    let least = 0.5 / f64::from(score.games.max(1));
    let share = score.mean.clamp(least, 1.0 - least);
    400.0 * libm::log10(share / (1.0 - share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_of_four_points_are_191_points_of_elo() {
        let score = |mean| Score {
            games: 100,
            mean,
            error: 0.0,
        };
        assert_eq!(elo(&score(0.5)), 0.0);
        assert_eq!(elo(&score(0.75)).round(), 191.0);
        assert_eq!(elo(&score(1.0)).round(), elo(&score(0.995)).round());
    }
}
