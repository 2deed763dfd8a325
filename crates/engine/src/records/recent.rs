//! The newest moves that everybody saw: what a player remembers of the way to a position.
//!
//! Two positions may look alike and still mean different things, because of what was done on the way: a bet that was
//! raised and called leaves the same chips as one that was called at once. They are no part of the position's equality
//! or hash, and a position that was loaded begins without any.

use crate::ids::{Meaning, Seat};

/// The number of moves that are kept.
pub const KEPT: usize = 8;

/// A move that everybody saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RecentMove {
    /// The seat that made it.
    pub seat: Seat,
    /// The move, without the card or value that it was made with.
    pub meaning: Meaning,
}

/// The newest moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RecentMoves {
    moves: [RecentMove; KEPT],
    /// Moves made so far.
    made: u32,
}

impl RecentMoves {
    #[inline]
    pub(crate) fn push(&mut self, made: RecentMove) {
        self.moves[self.made as usize % KEPT] = made;
        self.made = self.made.wrapping_add(1);
    }

    pub(crate) fn clear(&mut self) {
        self.made = 0;
    }

    /// The moves that are kept, the newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = RecentMove> + '_ {
        let kept = (self.made as usize).min(KEPT);
        (1..=kept).map(|age| self.moves[(self.made as usize - age) % KEPT])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_moves_come_first_and_the_oldest_are_forgotten() {
        let mut recent = RecentMoves::default();
        for number in 0..10 {
            recent.push(RecentMove {
                seat: Seat(0),
                meaning: Meaning(number),
            });
        }

        let kept: Vec<u16> = recent.newest_first().map(|it| it.meaning.0).collect();

        assert_eq!(kept, [9, 8, 7, 6, 5, 4, 3, 2]);
    }
}
