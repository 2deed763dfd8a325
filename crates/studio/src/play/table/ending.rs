//! Ends of games that their rules do not end: somebody resigns, or has no time left.

use super::Table;
use crate::speaker::Speaker;
use crate::wire::{Decision, Ended};
use std::collections::BTreeSet;

impl Table {
    /// True if one side is left that wins when another gives up, or nobody else plays.
    pub(crate) fn can_resign(&self) -> bool {
        !self.uploaded && self.sides().len() <= 2
    }

    /// Ends the game; what was chosen stays.
    pub(crate) fn end(&mut self, ended: Ended) {
        self.ended = Some(ended);
    }

    /// The end could not be kept: the game goes on.
    pub(crate) fn go_on(&mut self) {
        self.ended = None;
    }

    /// The end that the rules did not bring.
    pub(crate) fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// The seats that have won.
    pub(crate) fn winners(&self) -> Vec<u8> {
        let Some(ended) = self.ended else {
            return self.game.position.winners(&self.game.program);
        };
        let lost = self.side(loser(ended));
        let seats = 0..self.game.program.seats;
        seats.filter(|seat| self.side(*seat) != lost).collect()
    }

    /// The result, in place of the question that nobody answers any more.
    pub(super) fn result(&self, speaker: &Speaker<'_>, ended: Ended) -> Decision {
        let name = speaker.seat_name(loser(ended));
        let reason = match ended {
            Ended::Resigned { .. } => speaker.pick("{name} resigned", "{name}が投了"),
            Ended::OutOfTime { .. } => speaker.pick("{name} ran out of time", "{name}の時間切れ"),
        };
        Decision::Over {
            winners: self.winners(),
            scores: Vec::new(),
            reason: Some(reason.replace("{name}", &name)),
        }
    }

    fn sides(&self) -> BTreeSet<u8> {
        (0..self.game.program.seats)
            .map(|seat| self.side(seat))
            .collect()
    }

    /// The team of a seat, or the seat itself where there are no teams.
    fn side(&self, seat: u8) -> u8 {
        let team = self.game.program.teams.get(usize::from(seat));
        team.copied().unwrap_or(seat)
    }
}

fn loser(ended: Ended) -> u8 {
    match ended {
        Ended::Resigned { seat } | Ended::OutOfTime { seat } => seat,
    }
}
