//! Aims: the end of a game as one number for each seat, about 0 to 1.
//!
//! Games say who wins, and mostly what the scores are. Neither says alone what is worth how much: in poker the
//! chips count, in Hearts low scores are good, in others scores are a by-product. So some random games are
//! played, always the same ones: they show which way scores go together with winning, and how far they spread.

use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::{Random, derived};

/// The number of games that show what scores mean.
const TRIED: u64 = 50;

/// The most seats at a table.
const MOST_SEATS: usize = 16;

/// Longer games are broken off.
const LONGEST: u32 = 20_000;

/// The aim of a player: what counts at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Aim {
    /// Scores, where they are paid by one seat to another or there is only one seat; otherwise winning and
    /// scores, each half.
    #[default]
    Usual,
    /// Winning counts, by whatever score.
    Wins,
    /// The own score counts, whoever wins.
    Scores,
}

/// Values of the end of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Aims {
    seats: usize,
    /// Weights of winning and of scores: together 1.
    usual: [f64; 2],
    /// The factor for scores, after the mean was subtracted; 0 if they are all the same.
    scale: f64,
    mean: f64,
}

impl Aims {
    /// Plays some games at random to see what scores mean.
    pub fn of(program: &Program) -> Self {
        let prepared = Position::prepared(program);
        let mut position = prepared.clone();
        let mut trials = Trials::default();
        for game in 0..TRIED {
            position.restart_from(program, &prepared, derived(0xA1A5, game));
            let mut random = Random::new(derived(0x5EA7, game));
            roll_out(program, &mut position, &mut random, LONGEST);
            trials.add(program, &position);
        }
        trials.aims(usize::from(program.seats))
    }

    /// Value of a position for each seat. Games that are not over are worth the same to all.
    pub fn values(&self, program: &Program, position: &Position, aim: Aim, values: &mut [f64]) {
        if position.decision() != Decision::Over {
            values.fill(0.5);
            return;
        }
        let [wins, scores] = self.weights(aim);
        let mut ends = [[0.0; 2]; MOST_SEATS];
        let ends = &mut ends[..self.seats.min(MOST_SEATS)];
        self.ends(program, position, ends);
        for (value, [won, score]) in values.iter_mut().zip(ends) {
            *value = wins * *won + scores * *score;
        }
    }

    /// Win of a seat (a draw counts half) and worth of its score, about 0 to 1, once a game is over;
    /// halves if it is not.
    pub fn ends(&self, program: &Program, position: &Position, ends: &mut [[f64; 2]]) {
        if position.decision() != Decision::Over {
            ends.fill([0.5; 2]);
            return;
        }
        let winners = (0..self.seats).filter(|seat| position.has_won(Seat(*seat as u8)));
        let winners = winners.count();
        let is_draw = self.seats > 1 && (winners == 0 || winners == self.seats);
        for (seat, (score, end)) in position.scores(program).iter().zip(ends).enumerate() {
            let won = match position.has_won(Seat(seat as u8)) {
                _ if is_draw => 0.5,
                true => 1.0,
                false => 0.0,
            };
            *end = [won, 0.5 + (*score as f64 - self.mean) * self.scale];
        }
    }

    /// Weights of winning and of the score: together 1.
    pub fn weights(&self, aim: Aim) -> [f64; 2] {
        match aim {
            Aim::Usual => self.usual,
            Aim::Wins => [1.0, 0.0],
            Aim::Scores if self.scale == 0.0 => [1.0, 0.0],
            Aim::Scores => [0.0, 1.0],
        }
    }
}

/// Plays at random until the game is over, or for so many decisions. What is left is only good to look at.
#[inline]
pub(crate) fn roll_out(program: &Program, position: &mut Position, random: &mut Random, most: u32) {
    for _ in 0..most {
        let count = position.choices().len();
        if count == 0 {
            return;
        }
        let number = random.below(count as u32) as usize;
        position.play_in_passing(program, number);
    }
}

/// Statistics of random games.
#[derive(Default)]
struct Trials {
    count: f64,
    sum: f64,
    squares: f64,
    /// By how much scores of winners are above those of losers, added up.
    above: f64,
    is_paid: Option<bool>,
}

impl Trials {
    fn add(&mut self, program: &Program, position: &Position) {
        if position.decision() != Decision::Over {
            return;
        }
        let scores = position.scores(program);
        self.is_paid = Some(self.is_paid.unwrap_or(true) && scores.iter().sum::<i64>() == 0);
        let mean = scores.iter().sum::<i64>() as f64 / scores.len() as f64;
        for (seat, score) in scores.iter().enumerate() {
            let score = *score as f64;
            self.count += 1.0;
            self.sum += score;
            self.squares += score * score;
            if position.has_won(Seat(seat as u8)) {
                self.above += score - mean;
            }
        }
    }

    fn aims(&self, seats: usize) -> Aims {
        let mean = self.sum / self.count.max(1.0);
        let variance = self.squares / self.count.max(1.0) - mean * mean;
        let is_up = self.above >= 0.0;
        let scale = match variance.max(0.0).sqrt() {
            spread if spread < 1e-9 => 0.0,
            spread if is_up => 0.25 / spread,
            spread => -0.25 / spread,
        };
        let usual = if scale == 0.0 {
            [1.0, 0.0]
        } else if seats == 1 || self.is_paid == Some(true) {
            [0.0, 1.0]
        } else {
            [0.5, 0.5]
        };
        Aims {
            seats,
            usual,
            scale,
            mean,
        }
    }
}
