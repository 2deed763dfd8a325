//! Knowledge of a seat as a number: seats that know the same have the same number.
//!
//! Two histories are kept of a seat. What it was *told* is everything it could notice from the beginning on;
//! together with what it sees it tells information sets apart. What it *saw when it was asked*, with its
//! answers, is what a player can keep that is only ever asked.

use engine::ids::Seat;
use engine::position::Position;
use engine::program::Program;
use engine::telling::SeatEvent;
use serde::Serialize;

/// Hash of 128 bits over everything that went into it, in order. The same on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Digest(u64, u64);

impl Digest {
    /// The hash as one number.
    pub(crate) fn number(self) -> u128 {
        u128::from(self.0) << 64 | u128::from(self.1)
    }

    /// The hash with a serialisable value appended.
    #[must_use]
    pub(crate) fn with<T: Serialize>(self, thing: &T) -> Self {
        // Views and events are plain data, which can always be written.
        let text = serde_json::to_vec(thing).unwrap_or_default();
        self.with_bytes(&text)
    }

    /// The hash with bytes and their number appended.
    #[must_use]
    pub(crate) fn with_bytes(self, bytes: &[u8]) -> Self {
        let mut digest = self.with_number(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            digest = digest.with_number(u64::from_le_bytes(word));
        }
        digest
    }

    /// The hash with one number appended.
    #[must_use]
    pub(crate) fn with_number(self, number: u64) -> Self {
        Self(
            folded(self.0 ^ number, 0xA076_1D64_78BD_642F).wrapping_add(number),
            folded(self.1.rotate_left(23) ^ number, 0xE703_7ED1_A0B4_28DB) ^ number.rotate_left(32),
        )
    }
}

fn folded(number: u64, by: u64) -> u64 {
    let product = u128::from(number ^ 0x9E37_79B9_7F4A_7C15) * u128::from(by);
    product as u64 ^ (product >> 64) as u64
}

/// Knowledge of a seat, from the beginning of a game on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Knowledge {
    told: Digest,
    asked: Asked,
}

impl Knowledge {
    /// The seat was told this.
    pub fn hear(&mut self, events: &[SeatEvent]) {
        for event in events {
            self.told = self.told.with(event);
        }
    }

    /// A number for everything that a seat was told and sees: its information set.
    pub fn told_at(&self, program: &Program, at: &Position, seat: Seat) -> u128 {
        let told = self.told.with(&at.view(program, seat));
        told.with_number(u64::from(seat.0)).number()
    }

    /// The information set in which a seat is asked, and the same as a player knows it that is only asked.
    pub(crate) fn ask(&mut self, program: &Program, at: &Position, seat: Seat) -> (Digest, Digest) {
        let view = at.view(program, seat);
        let told = self.told.with(&view);
        self.asked.see(&view);
        (told, self.asked.0)
    }

    /// The seat was asked and answered.
    pub fn answer(&mut self, number: usize) {
        self.asked.answer(number);
    }
}

/// Views and answers of a seat at its questions. Questions with one answer do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Asked(pub(crate) Digest);

impl Asked {
    pub(crate) fn see<T: Serialize>(&mut self, view: &T) {
        self.0 = self.0.with(view);
    }

    pub(crate) fn answer(&mut self, number: usize) {
        self.0 = self.0.with_number(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_in_and_its_order_count() {
        let start = Digest::default();
        let texts = ["", "a", "b", "ab", "ba", "12345678", "123456789"];
        let mut seen: Vec<u128> = texts.map(|text| start.with(&text).number()).to_vec();
        seen.push(start.with(&"a").with(&"b").number());
        seen.push(start.with(&"b").with(&"a").number());
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), texts.len() + 2);
    }

    #[test]
    fn the_number_is_the_same_on_every_machine() {
        let digest = Digest::default().with_bytes(b"what a seat knows");
        assert_eq!(
            digest.number(),
            88_782_250_590_665_427_581_709_647_409_561_866_153
        );
    }
}
