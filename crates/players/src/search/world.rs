//! Tree of one world that is taken for the real one.
//!
//! Chance is a part of such a world: the same choices always lead to the same position. So a simulation need not
//! play through what others have played before it. It goes down the tree by numbers alone, and begins to play where
//! the tree ends, from the position that was put aside there; where a game has ended before, it need not play at all.

use super::tree::Tree;
use engine::ids::Seat;
use engine::position::Position;
use engine::program::Program;
use engine::snapshot::Snapshot;

/// The memory for snapshots, in bytes. Beyond that, decisions are replayed from an earlier snapshot.
const MOST_ASIDE: usize = 32 << 20;

/// Continuation after a choice.
#[derive(Debug, Clone, Copy)]
pub(super) enum After {
    /// That was never looked at.
    Unknown,
    /// The decision of a node.
    Node(u32),
    /// The end of the game, with a number.
    End(u32),
}

/// The decisions of a world as they were first reached.
#[derive(Debug, Default)]
pub(super) struct Explored {
    /// Continuations after each edge.
    after: Vec<After>,
    /// Node by node.
    reached: Vec<Reached>,
    /// Values of the ends for the seats, end by end.
    ends: Vec<f64>,
    /// Those in use first; the others are room for more.
    asides: Vec<Snapshot>,
    used: usize,
    size: usize,
}

/// A decision that was reached.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reached {
    pub(super) seat: Seat,
    pub(super) first: u32,
    pub(super) count: u32,
    aside: Option<u32>,
}

impl Explored {
    /// Forgets everything, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.after.clear();
        self.reached.clear();
        self.ends.clear();
        self.used = 0;
        self.size = 0;
    }

    #[inline]
    pub(super) fn reached(&self, node: u32) -> Reached {
        self.reached[node as usize]
    }

    #[inline]
    pub(super) fn after(&self, edge: u32) -> After {
        self.after[edge as usize]
    }

    /// Values of an end for so many seats.
    #[inline]
    pub(super) fn end(&self, end: u32, seats: usize) -> &[f64] {
        &self.ends[end as usize * seats..][..seats]
    }

    /// Keeps a decision that was reached for the first time; gives its node. The tree has all nodes from here.
    pub(super) fn reach(&mut self, tree: &mut Tree, key: u64, seat: Seat, at: &Position) -> u32 {
        let count = at.choices().len() as u32;
        let (node, first) = tree.enter_with(key, count);
        self.after.resize((first + count) as usize, After::Unknown);
        let aside = self.put_aside(at);
        self.reached.push(Reached {
            seat,
            first,
            count,
            aside,
        });
        node
    }

    fn put_aside(&mut self, position: &Position) -> Option<u32> {
        if self.size > MOST_ASIDE {
            return None;
        }
        if self.used == self.asides.len() {
            self.asides.push(Snapshot::default());
        }
        let aside = &mut self.asides[self.used];
        position.put_aside(aside);
        self.size += aside.size();
        self.used += 1;
        Some(self.used as u32 - 1)
    }

    /// A node comes after an edge.
    pub(super) fn link(&mut self, edge: u32, node: u32) {
        self.after[edge as usize] = After::Node(node);
    }

    /// The game ends after an edge, with these values.
    pub(super) fn close(&mut self, edge: u32, values: &[f64]) {
        let end = (self.ends.len() / values.len().max(1)) as u32;
        self.ends.extend_from_slice(values);
        self.after[edge as usize] = After::End(end);
    }

    /// True if the position of a node was put aside.
    #[inline]
    pub(super) fn is_aside(&self, node: u32) -> bool {
        self.reached(node).aside.is_some()
    }

    /// Makes `world` the position of a node that was put aside, after these choices.
    pub(super) fn enter(
        &self,
        program: &Program,
        node: u32,
        choices: &[u32],
        world: &mut Position,
    ) {
        if let Some(aside) = self.reached(node).aside {
            world.take_up(&self.asides[aside as usize]);
        }
        for choice in choices {
            world.play_unchecked(program, *choice as usize);
        }
    }
}
