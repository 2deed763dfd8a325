//! Tally of many games.

use super::worker::Course;
use engine::coverage::Coverage;
use engine::ids::Seat;
use engine::position::Position;
use engine::program::Program;
use engine::random::mixed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Tally of many games. All counts are whole numbers, so that it does not matter in which order games
/// are added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of games that were played.
    pub games: u64,
    /// The number of games that came to an end.
    pub finished: u64,
    /// The number of games that were broken off because they had too many decisions.
    pub unfinished: u64,
    /// The number of decisions that were made.
    pub decisions: u64,
    /// The squares of the numbers of decisions of the games, added up.
    pub decisions_squared: u128,
    /// The fewest decisions of a game.
    pub shortest: u64,
    /// The most decisions of a game.
    pub longest: u64,
    /// The number of choices there were at all decisions together.
    pub choices: u64,
    /// The most choices at one decision.
    pub most_choices: u64,
    /// The number of decisions that had one choice only.
    pub forced: u64,
    /// The number of games of several players that nobody won, or everybody who does not belong together.
    pub draws: u64,
    /// The number of games that some won together who are not one team, but not everybody.
    pub shared: u64,
    /// The number of games that ended for each reason of the program.
    pub reasons: Vec<u64>,
    /// Tallies of the seats.
    pub seats: Vec<SeatTally>,
    /// The games that were stopped, by reason.
    pub faults: Vec<FaultTally>,
    /// A number that stands for every choice and every result.
    pub checksum: u64,
    /// The coverage of the games, if that was asked for.
    #[serde(skip)]
    pub coverage: Option<Coverage>,
}

/// Tally of a seat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatTally {
    /// The number of games it won, alone or with others, draws not counted.
    pub wins: u64,
    /// Its scores added up.
    pub score: i128,
    /// The squares of its scores added up.
    pub score_squared: u128,
}

/// Games that were stopped for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultTally {
    /// The rule, and why.
    pub message: String,
    /// The number of games.
    pub games: u64,
    /// The number of the first one, from 0.
    pub first: u64,
}

/// The number of teams some seats belong to; without teams, everybody is one alone.
fn sides(program: &Program, of: impl Fn(usize) -> bool) -> usize {
    let seats = 0..usize::from(program.seats);
    let team = |seat: usize| {
        program
            .teams
            .get(seat)
            .map_or(seat, |team| usize::from(*team))
    };
    let teams: BTreeSet<usize> = seats.filter(|seat| of(*seat)).map(team).collect();
    teams.len()
}

impl Tally {
    /// Nothing was played yet.
    pub fn new(program: &Program) -> Self {
        Self {
            games: 0,
            finished: 0,
            unfinished: 0,
            decisions: 0,
            decisions_squared: 0,
            shortest: u64::MAX,
            longest: 0,
            choices: 0,
            most_choices: 0,
            forced: 0,
            draws: 0,
            shared: 0,
            reasons: vec![0; program.reasons.len()],
            seats: vec![SeatTally::default(); usize::from(program.seats)],
            faults: Vec::new(),
            checksum: 0,
            coverage: None,
        }
    }

    pub(super) fn course(&mut self, course: &Course) {
        self.games += 1;
        self.decisions += course.decisions;
        let squared = u128::from(course.decisions).pow(2);
        self.decisions_squared = self.decisions_squared.saturating_add(squared);
        self.shortest = self.shortest.min(course.decisions);
        self.longest = self.longest.max(course.decisions);
        self.choices += course.choices;
        self.most_choices = self.most_choices.max(course.most_choices);
        self.forced += course.forced;
    }

    pub(super) fn unfinished(&mut self, number: u64, course: &Course) {
        self.unfinished += 1;
        self.sum(number, course.trace);
    }

    pub(super) fn fault(&mut self, number: u64, message: String) {
        self.faults(FaultTally {
            message,
            games: 1,
            first: number,
        });
    }

    pub(super) fn over(
        &mut self,
        number: u64,
        course: &Course,
        program: &Program,
        position: &Position,
    ) {
        self.finished += 1;
        let all = usize::from(program.seats);
        let won = |seat: usize| position.has_won(Seat(seat as u8));
        let winners = (0..all).filter(|seat| won(*seat)).count();
        let winning_sides = sides(program, won);
        let everybody = winners == all && winning_sides > 1;
        let is_draw = all > 1 && (winners == 0 || everybody);
        self.draws += u64::from(is_draw);
        self.shared += u64::from(!is_draw && winning_sides > 1);
        let reason = position.reason(program);
        if let Some(games) = reason.and_then(|reason| self.reasons.get_mut(reason)) {
            *games += 1;
        }
        let mut trace = course.trace;
        let scores = position.scores(program);
        for (seat, (tally, score)) in self.seats.iter_mut().zip(scores).enumerate() {
            tally.wins += u64::from(!is_draw && won(seat));
            tally.score += i128::from(*score);
            let squared = u128::from(score.unsigned_abs()).pow(2);
            tally.score_squared = tally.score_squared.saturating_add(squared);
            trace = mixed(trace ^ *score as u64) ^ u64::from(won(seat));
        }
        self.sum(number, trace);
    }

    /// Adds a game to the checksum, in whatever order games come.
    fn sum(&mut self, number: u64, trace: u64) {
        let game = mixed(trace ^ mixed(number));
        self.checksum = self.checksum.wrapping_add(game);
    }

    /// Adds what other games came to.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.finished += other.finished;
        self.unfinished += other.unfinished;
        self.decisions += other.decisions;
        self.decisions_squared = self
            .decisions_squared
            .saturating_add(other.decisions_squared);
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        self.choices += other.choices;
        self.most_choices = self.most_choices.max(other.most_choices);
        self.forced += other.forced;
        self.draws += other.draws;
        self.shared += other.shared;
        for (own, other) in self.reasons.iter_mut().zip(other.reasons) {
            *own += other;
        }
        for (own, other) in self.seats.iter_mut().zip(other.seats) {
            own.wins += other.wins;
            own.score += other.score;
            own.score_squared = own.score_squared.saturating_add(other.score_squared);
        }
        other
            .faults
            .into_iter()
            .for_each(|fault| self.faults(fault));
        self.checksum = self.checksum.wrapping_add(other.checksum);
        match (&mut self.coverage, other.coverage) {
            (Some(own), Some(other)) => own.add(&other),
            (own, other) => *own = own.take().or(other),
        }
    }

    fn faults(&mut self, new: FaultTally) {
        let known = self
            .faults
            .iter_mut()
            .find(|fault| fault.message == new.message);
        match known {
            Some(known) => {
                known.games += new.games;
                known.first = known.first.min(new.first);
            }
            None => self.faults.push(new),
        }
        self.faults.sort_by_key(|fault| fault.first);
    }
}
