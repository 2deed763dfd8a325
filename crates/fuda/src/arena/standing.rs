//! Standings: results of a contest for each player or deck.

use metagame::result::GameResult;
use serde::Serialize;

/// Quantile: distance of a normal value from its mean, 19 times out of 20.
const SURE: f64 = 1.959_964;

/// Between which values the true one lies, 19 times out of 20.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// The least.
    pub low: f64,
    /// The most.
    pub high: f64,
}

/// Standing of a player or deck in a contest.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Standing {
    /// The number of finished games; one with several seats of different sides counts for each side.
    pub games: u64,
    /// The number of games that were won.
    pub wins: u64,
    /// The number of games without a winner, or with everybody winning.
    pub draws: u64,
    /// The scores added up.
    pub score: f64,
    /// The squares of the scores added up.
    pub score_squared: f64,
    /// The points made against each of the others: a draw is half a point for both.
    pub points: Vec<f64>,
}

impl Standing {
    /// The number of games that were lost.
    pub fn losses(&self) -> u64 {
        self.games - self.wins - self.draws
    }

    /// The part of the games that was won.
    pub fn win_rate(&self) -> Option<f64> {
        (self.games > 0).then(|| self.wins as f64 / self.games as f64)
    }

    /// The part of the decided games that was won.
    pub fn decided_rate(&self) -> Option<f64> {
        let decided = self.games - self.draws;
        (decided > 0).then(|| self.wins as f64 / decided as f64)
    }

    /// Interval of the share of games that are won.
    pub fn win_interval(&self) -> Option<Interval> {
        wilson(self.wins as f64, self.games as f64)
    }

    /// Interval of the share of decided games that are won.
    pub fn decided_interval(&self) -> Option<Interval> {
        wilson(self.wins as f64, (self.games - self.draws) as f64)
    }

    /// The mean score.
    pub fn mean_score(&self) -> Option<f64> {
        (self.games > 0).then(|| self.score / self.games as f64)
    }

    /// Interval of the mean score.
    pub fn score_interval(&self) -> Option<Interval> {
        let mean = self.mean_score()?;
        let count = self.games as f64;
        if self.games < 2 {
            return None;
        }
        let variance = (self.score_squared - count * mean * mean).max(0.0) / (count - 1.0);
        let error = SURE * (variance / count).sqrt();
        Some(Interval {
            low: mean - error,
            high: mean + error,
        })
    }
}

/// Wilson's interval for a share.
pub fn wilson(part: f64, whole: f64) -> Option<Interval> {
    if whole <= 0.0 {
        return None;
    }
    let share = part / whole;
    let spread = SURE * SURE / whole;
    let middle = share + spread / 2.0;
    let half = SURE * (share * (1.0 - share) / whole + spread / (4.0 * whole)).sqrt();
    Some(Interval {
        low: (middle - half).max(0.0) / (1.0 + spread),
        high: (middle + half).min(1.0 + spread) / (1.0 + spread),
    })
}

/// Standings of `count` participants. `seated` says who had each seat in a game; seats of
/// one team are one side.
pub fn standings<'a>(
    count: usize,
    teams: &[u8],
    games: impl Iterator<Item = (&'a GameResult, &'a [usize])>,
) -> Vec<Standing> {
    let empty = Standing {
        points: vec![0.0; count],
        ..Standing::default()
    };
    let mut standings = vec![empty; count];
    for (game, seated) in games.filter(|(game, _)| game.is_over()) {
        for seat in (0..seated.len()).filter(|seat| is_first_of_side(teams, *seat)) {
            let standing = &mut standings[seated[seat]];
            standing.games += 1;
            standing.wins += u64::from(game.has_won(seat));
            standing.draws += u64::from(seated.len() > 1 && !game.is_decided());
            let score = game.scores[seat] as f64;
            standing.score += score;
            standing.score_squared += score * score;
        }
        add_points(&mut standings, teams, game, seated);
    }
    standings
}

/// A winner has made a point against each loser; every game is worth one point for each two who met.
fn add_points(standings: &mut [Standing], teams: &[u8], game: &GameResult, seated: &[usize]) {
    let mut met: Vec<(usize, usize, f64)> = Vec::new();
    for one in 0..seated.len() {
        for other in 0..one {
            let is_same = seated[one] == seated[other] || are_one_side(teams, one, other);
            let both_lost = game.is_decided() && !game.has_won(one) && !game.has_won(other);
            if is_same || both_lost {
                continue;
            }
            let points = match (game.has_won(one), game.has_won(other)) {
                (true, false) => 1.0,
                (false, true) => 0.0,
                (true, true) | (false, false) => 0.5,
            };
            if seated[one] < seated[other] {
                met.push((seated[one], seated[other], points));
            } else {
                met.push((seated[other], seated[one], 1.0 - points));
            }
        }
    }
    for (one, other, points) in &met {
        let times = met.iter().filter(|pair| (pair.0, pair.1) == (*one, *other));
        let times = times.count() as f64;
        standings[*one].points[*other] += points / times;
        standings[*other].points[*one] += (1.0 - points) / times;
    }
}

/// True if seats win together.
pub(super) fn are_one_side(teams: &[u8], one: usize, other: usize) -> bool {
    one == other
        || teams
            .get(one)
            .is_some_and(|team| teams.get(other) == Some(team))
}

fn is_first_of_side(teams: &[u8], seat: usize) -> bool {
    !(0..seat).any(|earlier| are_one_side(teams, earlier, seat))
}

/// A test that may end a contest of two early: is the first one stronger by at least so much, or by at most so
/// much less?
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sequential {
    /// By at most so many points of Elo: the first answer.
    pub least: f64,
    /// By at least so many: the second answer.
    pub most: f64,
}

/// Verdict of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The first one is not stronger by `most`.
    Weaker,
    /// The first one is stronger than by `least`.
    Stronger,
    /// More games are needed.
    Open,
}

impl Sequential {
    /// Log-likelihood ratio of the second answer to the first, given the points that the first
    /// one made in each game (normal approximation of Wald's test).
    pub fn likelihood(&self, points: &[f64]) -> f64 {
        // A win and a loss that were never played are added, so that nothing is sure after a few games.
        let points = || points.iter().chain(&[0.0, 1.0]);
        let count = points().count() as f64;
        let mean = points().sum::<f64>() / count;
        let squares = points().map(|point| (point - mean) * (point - mean));
        let variance = squares.sum::<f64>() / count;
        let [least, most] = [self.least, self.most].map(chance);
        count * (mean - (least + most) / 2.0) * (most - least) / variance
    }

    /// The verdict that is sure enough: wrong one time in twenty.
    pub fn verdict(&self, points: &[f64]) -> Verdict {
        let bound = (0.95_f64 / 0.05).ln();
        match self.likelihood(points) {
            likelihood if likelihood >= bound => Verdict::Stronger,
            likelihood if likelihood <= -bound => Verdict::Weaker,
            _ => Verdict::Open,
        }
    }
}

/// The chance to win with a lead of so many points of Elo.
fn chance(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use metagame::result::Ending;

    fn game(winners: &[u8], scores: &[i64]) -> GameResult {
        GameResult {
            ending: Ending::Over,
            winners: winners.to_vec(),
            scores: scores.to_vec(),
            decisions: 1,
            reason: None,
        }
    }

    #[test]
    fn wins_draws_scores_and_points_are_counted_for_whoever_sat_there() {
        let games = [
            (game(&[0], &[3, -3]), [0, 1]),
            (game(&[0], &[1, -1]), [1, 0]),
            (game(&[], &[0, 0]), [0, 1]),
            (game(&[1], &[-5, 5]), [1, 0]),
        ];
        let standings = standings(2, &[], games.iter().map(|(game, seats)| (game, &seats[..])));
        let first = &standings[0];
        assert_eq!(
            (first.games, first.wins, first.draws, first.losses()),
            (4, 2, 1, 1)
        );
        assert_eq!(first.mean_score(), Some(1.75));
        assert_eq!(first.points, [0.0, 2.5]);
        assert_eq!(standings[1].points, [1.5, 0.0]);
        assert_eq!(first.decided_rate(), Some(2.0 / 3.0));
    }

    #[test]
    fn partners_are_one_side_and_losers_do_not_compare() {
        let teams = [0, 1, 0, 1];
        let partners = game(&[0, 2], &[10, 0, 10, 0]);
        let seats = [0, 1, 0, 1];
        let counted = standings(2, &teams, [(&partners, &seats[..])].into_iter());
        assert_eq!((counted[0].games, counted[0].wins), (1, 1));
        assert_eq!(counted[0].points, [0.0, 1.0]);

        let alone = game(&[2], &[0, 0, 1]);
        let counted = standings(3, &[], [(&alone, &[0, 1, 2][..])].into_iter());
        assert_eq!(counted[2].points, [1.0, 1.0, 0.0]);
        assert_eq!(counted[0].points, [0.0, 0.0, 0.0]);
    }

    #[test]
    fn a_clear_lead_is_sure_soon_and_a_small_one_is_not() {
        let test = Sequential {
            least: 0.0,
            most: 50.0,
        };
        let points = |won: usize, all: usize| {
            let points = (0..all).map(|game| f64::from(u8::from(game < won)));
            points.collect::<Vec<f64>>()
        };
        assert_eq!(test.verdict(&points(75, 100)), Verdict::Stronger);
        assert_eq!(test.verdict(&points(54, 100)), Verdict::Open);
        assert_eq!(test.verdict(&points(25, 100)), Verdict::Weaker);
        assert_eq!(test.verdict(&points(5, 5)), Verdict::Open);
        assert_eq!(test.verdict(&[]), Verdict::Open);
    }

    #[test]
    fn an_interval_is_as_wide_as_wilson_says() {
        let interval = wilson(50.0, 100.0).expect("there are games");
        assert!((interval.low - 0.4038).abs() < 1e-4 && (interval.high - 0.5962).abs() < 1e-4);
        assert_eq!(wilson(0.0, 0.0), None);
    }
}
