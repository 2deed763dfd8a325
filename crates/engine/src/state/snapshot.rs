//! Snapshots of positions: small copies for searches that keep many of them and play on in few.

use crate::position::{Position, STACK, WINDOW};

/// A copy of a position that takes no more memory than it needs, and so has no room to be played in.
#[derive(Debug)]
pub struct Snapshot(Position);

impl Snapshot {
    /// The position of the snapshot.
    pub(crate) fn position(&self) -> &Position {
        let Self(kept) = self;
        kept
    }

    /// About how many bytes it takes.
    pub fn size(&self) -> usize {
        let Self(kept) = self;
        let numbers = kept.stack.len() + kept.lists.used() + kept.table.cells.len();
        size_of::<Position>()
            + numbers * size_of::<i64>()
            + size_of_val(&*kept.table.cards)
            + size_of_val(&*kept.table.piles)
            + size_of_val(&*kept.frames)
            + size_of_val(&*kept.choices)
    }
}

impl Default for Snapshot {
    fn default() -> Self {
        Self(Position::empty())
    }
}

impl Position {
    /// A copy that is put aside.
    pub(crate) fn aside(&self) -> Snapshot {
        let mut aside = Snapshot::default();
        self.put_aside(&mut aside);
        aside
    }

    /// Copies the position to where another one was put aside.
    pub fn put_aside(&self, aside: &mut Snapshot) {
        let Snapshot(kept) = aside;
        kept.stack.resize(self.live as usize, 0);
        kept.copy_registers(self);
        kept.frames.copy_closely(&self.frames);
        kept.lists.elements.copy_closely(&self.lists.elements);
        kept.choices.copy_closely(&self.choices);
        kept.copy_rest(self);
    }

    /// Becomes the position that was put aside.
    pub fn take_up(&mut self, aside: &Snapshot) {
        let Snapshot(kept) = aside;
        self.stack.resize(STACK + WINDOW, 0);
        self.copy_registers(kept);
        self.frames.clone_from(&kept.frames);
        self.lists.clone_from(&kept.lists);
        self.choices.clone_from(&kept.choices);
        self.copy_rest(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::small;

    #[test]
    fn a_position_that_was_put_aside_goes_on_as_before() {
        let program = small::program();
        let mut aside = Snapshot::default();
        let mut other = small::played(&program, 7, 5);
        for choices in [0, 3, 1] {
            let mut position = small::played(&program, 1, choices);
            position.put_aside(&mut aside);
            other.take_up(&aside);
            assert_eq!(other, position);
            while !position.is_over() {
                position.play_unchecked(&program, 0);
                other.play_unchecked(&program, 0);
            }
            assert_eq!(other, position);
            assert_eq!(other.save(&program), position.save(&program));
        }
        assert!(aside.size() < 2000, "{}", aside.size());
    }
}
