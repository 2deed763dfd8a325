//! A row of values with room for more.

use std::ops::{Deref, DerefMut};

/// Values in a row, as in a [`Vec`]; but the room behind them is there before it is needed and has values as
/// well, so that machine code can write into it and then say how much is used.
#[derive(Debug)]
pub(crate) struct Room<T> {
    room: Vec<T>,
    pub(crate) used: usize,
}

impl<T: Copy + Default> Room<T> {
    /// Makes room once, so that games need none later.
    pub(crate) fn with_room(room: usize) -> Self {
        Self {
            room: vec![T::default(); room],
            used: 0,
        }
    }

    /// All there is room for, whether used or not.
    #[inline(always)]
    pub(crate) fn all(&mut self) -> &mut [T] {
        &mut self.room
    }

    /// The used part, with room for at least so many more values.
    pub(crate) fn used_and_room(&mut self, more: usize) -> (&[T], &mut [T]) {
        while self.room.len() < self.used + more {
            self.grow();
        }
        let (used, room) = self.room.split_at_mut(self.used);
        (used, room)
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.used = 0;
    }

    #[inline(always)]
    pub(crate) fn truncate(&mut self, used: usize) {
        self.used = self.used.min(used);
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, value: T) {
        if self.used == self.room.len() {
            self.grow();
        }
        self.room[self.used] = value;
        self.used += 1;
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.used = self.used.checked_sub(1)?;
        Some(self.room[self.used])
    }

    pub(crate) fn extend(&mut self, values: impl IntoIterator<Item = T>) {
        values.into_iter().for_each(|value| self.push(value));
    }

    /// Copies what is used, and makes no more room than that needs.
    pub(crate) fn copy_closely(&mut self, other: &Self) {
        self.room.clear();
        self.room.extend_from_slice(other);
        self.used = other.used;
    }

    #[cold]
    fn grow(&mut self) {
        let room = (self.room.len() * 2).max(32);
        self.room.resize(room, T::default());
    }
}

impl<T> Default for Room<T> {
    fn default() -> Self {
        Self {
            room: Vec::new(),
            used: 0,
        }
    }
}

impl<T> Deref for Room<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.room[..self.used]
    }
}

impl<T> DerefMut for Room<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.room[..self.used]
    }
}

impl<T: Copy + Default> Clone for Room<T> {
    fn clone(&self) -> Self {
        Self {
            room: self.to_vec(),
            used: self.used,
        }
    }

    /// Copies what is used, without taking new memory where the old suffices.
    fn clone_from(&mut self, other: &Self) {
        if self.room.len() < other.used {
            self.room.resize(other.room.len(), T::default());
        }
        self.used = other.used;
        self.room[..other.used].copy_from_slice(other);
    }
}

impl<T: PartialEq> PartialEq for Room<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Room<T> {}

#[cfg(test)]
mod tests {
    use super::Room;

    #[test]
    fn values_beyond_the_room_make_more_of_it() {
        let mut row = Room::with_room(1);
        row.extend([1, 2, 3]);
        assert_eq!(*row, [1, 2, 3]);
        assert_eq!(row.pop(), Some(3));
        row.truncate(1);
        assert_eq!(*row, [1]);
    }

    #[test]
    fn a_copy_has_what_is_used_and_equality_sees_nothing_else() {
        let mut row = Room::with_room(4);
        row.extend([7, 8]);
        row.pop();
        let mut copy = Room::default();
        copy.clone_from(&row);
        assert_eq!(copy, row);
        assert_eq!(row.clone(), row);
    }
}
