//! The choices of a decision.

use std::ops::{Deref, DerefMut};

use crate::ids::{Meaning, NOTHING};

/// One of the choices of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice {
    /// What it means.
    pub meaning: Meaning,
    /// The card, player, number or other value.
    pub value: i64,
}

/// What stands where no choice is yet.
const NO_CHOICE: Choice = Choice {
    meaning: Meaning(0),
    value: NOTHING,
};

/// The choices of a decision, in order.
///
/// The room is there before it is needed, so that machine code can write into it.
#[derive(Debug, Default)]
pub(crate) struct Choices {
    room: Vec<Choice>,
    used: usize,
}

impl Choices {
    /// Makes room once, so that games need none later.
    pub(crate) fn with_room(choices: usize) -> Self {
        Self {
            room: vec![NO_CHOICE; choices],
            used: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.used = 0;
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        self.used = self.used.min(length);
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, choice: Choice) {
        if self.used == self.room.len() {
            self.grow();
        }
        self.room[self.used] = choice;
        self.used += 1;
    }

    #[cold]
    pub(crate) fn grow(&mut self) {
        let room = (self.room.len() * 2).max(64);
        self.room.resize(room, NO_CHOICE);
    }

    pub(crate) fn extend(&mut self, choices: impl IntoIterator<Item = Choice>) {
        choices.into_iter().for_each(|choice| self.push(choice));
    }

    /// Where machine code writes choices.
    pub(crate) fn room(&mut self) -> &mut [Choice] {
        &mut self.room
    }

    /// What machine code has used.
    pub(crate) fn set_used(&mut self, used: usize) {
        self.used = used.min(self.room.len());
    }
}

impl Deref for Choices {
    type Target = [Choice];

    #[inline(always)]
    fn deref(&self) -> &[Choice] {
        &self.room[..self.used]
    }
}

impl DerefMut for Choices {
    fn deref_mut(&mut self) -> &mut [Choice] {
        &mut self.room[..self.used]
    }
}

impl Clone for Choices {
    fn clone(&self) -> Self {
        Self {
            room: self.to_vec(),
            used: self.used,
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.used = other.used;
        if self.room.len() < other.used {
            self.room.resize(other.room.len(), NO_CHOICE);
        }
        self.room[..other.used].copy_from_slice(other);
    }
}
