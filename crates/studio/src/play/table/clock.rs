//! Clocks: the time that people have for a whole game.
//!
//! A clock runs from when all people have come, while its seat must choose and somebody is at the table. It tells no more
//! than when the answers come, which everybody sees.

use super::{PERSON, Table};
use crate::wire::Clocks;
use std::time::Instant;

impl Table {
    /// True if time is limited here.
    pub(crate) fn has_clock(&self) -> bool {
        self.plan.clock.is_some() && !self.uploaded
    }

    /// All people have come: from now on time counts.
    pub(crate) fn start_clock(&mut self) {
        if self.ticking_since.is_none() {
            self.ticking_since = Some(Instant::now());
        }
    }

    /// Takes the time of the answer that is about to be given; the seat and what it has left.
    pub(crate) fn charge(&mut self) -> Option<(u8, u32)> {
        let clock = self.plan.clock?;
        let seat = self.waits_for()?;
        let left = self.left(seat)?;
        let left = left.saturating_add(clock.increment.saturating_mul(1000));
        self.seats[usize::from(seat)].clock = Some(left);
        Some((seat, left))
    }

    /// The seat that has no time left for the answer it owes.
    pub(crate) fn out_of_time(&self) -> Option<u8> {
        let seat = self.waits_for().filter(|_| self.has_clock())?;
        (self.left(seat) == Some(0)).then_some(seat)
    }

    /// The time that is left for everybody.
    pub(super) fn clocks(&self) -> Option<Clocks> {
        if !self.has_clock() {
            return None;
        }
        let left: Vec<Option<u32>> = (0..self.game.program.seats)
            .map(|seat| self.left(seat))
            .collect();
        let running = self
            .waits_for()
            .filter(|seat| self.ticking_since.is_some() && left[usize::from(*seat)].is_some());
        Some(Clocks { left, running })
    }

    /// Milliseconds that a person has left.
    fn left(&self, seat: u8) -> Option<u32> {
        let row = &self.seats[usize::from(seat)];
        let left = row.clock.filter(|_| row.player == PERSON)?;
        let runs = self
            .ticking_since
            .filter(|_| self.waits_for() == Some(seat));
        let used = runs.map_or(0, |since| since.elapsed().as_millis());
        Some(left.saturating_sub(u32::try_from(used).unwrap_or(u32::MAX)))
    }
}
