//! Traits of ops, which their rows name, and what passes ask about them.

use super::Op;
use crate::ids::Meaning;
use crate::table::Placement;

/// A trait of an op that passes ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trait {
    /// All it does is to write its result.
    Pure,
    /// All it does is to go on or to jump.
    Test,
    /// The op after it is not reached by it.
    Ends,
    /// It leaves cells and cards as they are.
    KeepsTable,
    /// It does the same in another routine.
    Portable,
    /// Its effect depends on what is printed on cards.
    Faces,
    /// It may wait for an answer or for chance, and goes on with the next op.
    Waits,
    /// It may turn a card face down, or let seats forget it, wherever cards go.
    Hides,
    /// It adds choices with values to the question that is asked next.
    Offers,
    /// Its result, or whether it jumps, depends on where cards lie, which side they show, or what is in a list.
    ReadsTable,
}

/// The values that an op leaves in the registers that it writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gives {
    /// Numbers. A number may stand for anything but a card, which no rule can name.
    Number,
    /// 1 or 0.
    Truth,
    /// Cards, or cursors among them.
    Card,
    /// A pile.
    Pile,
    /// A player.
    Player,
    /// A phase.
    Phase,
    /// A list of numbers or words.
    List,
    /// A list that has no elements yet.
    EmptyList,
    /// Nothing.
    Nothing,
    /// Now this, now that.
    Anything,
    /// Values of the kind that is there already.
    Same,
    /// It depends on the operands; `live::held` says how.
    Computed,
}

impl Op {
    fn has(&self, wanted: Trait) -> bool {
        self.traits().contains(&wanted)
    }

    /// True if all it does is to write its result.
    pub fn is_pure(&self) -> bool {
        self.has(Trait::Pure)
    }

    /// True if all it does is to go on or to jump.
    pub fn is_test(&self) -> bool {
        self.has(Trait::Test)
    }

    /// True if the op after it is not reached by it.
    pub fn ends(&self) -> bool {
        self.has(Trait::Ends)
    }

    /// True if it leaves cells and cards as they are.
    pub fn keeps_table(&self) -> bool {
        self.is_pure() || self.is_test() || self.has(Trait::KeepsTable)
    }

    /// True if it does the same in another routine.
    pub fn is_portable(&self) -> bool {
        self.is_pure() || self.is_test() || self.has(Trait::Portable)
    }

    /// True if it may wait for an answer or for chance; a call is for the routine that it calls.
    pub fn waits(&self) -> bool {
        self.has(Trait::Waits)
    }

    /// True if it may show a card face down, or let seats forget it.
    pub fn hides(&self) -> bool {
        let is_down = |how: Placement| how.has(Placement::DOWN);
        self.has(Trait::Hides) || self.placement().is_some_and(is_down)
    }

    /// The meaning of the choices with values that it adds to the question that is asked next.
    pub(crate) fn offered(&self) -> Option<Meaning> {
        self.meaning().filter(|_| self.has(Trait::Offers))
    }

    /// True if its result, or whether it jumps, depends on where cards lie, which side they show, or what is in a list.
    pub fn reads_table(&self) -> bool {
        self.has(Trait::ReadsTable)
    }

    /// True if what it does depends on what is printed on cards.
    pub(crate) fn looks_at_faces(&self) -> bool {
        self.has(Trait::Faces)
    }
}
