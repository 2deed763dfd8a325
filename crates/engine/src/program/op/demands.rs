//! Demands of ops beyond operands that are in range, as the table of ops says.

use crate::ids::{Constant, Pile};

/// A demand on a constant that an op names, or on the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Demand {
    /// A constant, whatever it holds.
    Anything(Constant),
    /// A constant that is not empty.
    Filled(Constant),
    /// A constant of piles.
    Piles(Constant),
    /// A constant of ops.
    Ops(Constant),
    /// A constant of phases, no more than a turn can have.
    Phases(Constant),
    /// A constant with a value for each card.
    PerCard(Constant),
    /// A constant with a value for each card and for no card (see [`facts`](crate::facts)).
    Numbers(Constant),
    /// A constant that is a set of cards.
    CardSet(Constant),
    /// A constant that is a relation between cards.
    Relation(Constant),
    /// Sets of cards that fit into one register.
    OneWord,
    /// So many piles from one on.
    PilesFrom(Pile, u8),
    /// Cells for the phases of a turn.
    Plan,
    /// A bit of a register that is not its sign.
    Bit(u8),
}
