//! The small numbers that a program refers to, each with a type of its own.

use std::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($inner:ty) $letter:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
            pub struct $name(pub $inner);

            impl $name {
                /// The number as an index into the list that it belongs to.
                #[inline(always)]
                pub const fn index(self) -> usize {
                    self.0 as usize
                }
            }

            impl fmt::Debug for $name {
                fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(formatter, concat!($letter, "{}"), self.0)
                }
            }
        )*
    };
}

ids! {
    /// A card at the table.
    Card(u16) "card ";
    /// A place for cards: one zone of one owner.
    Pile(u16) "pile ";
    /// A place at the table.
    Seat(u8) "seat ";
    /// A register of the running routine.
    Slot(u8) "s";
    /// A value that the position keeps.
    Cell(u16) "cell ";
    /// A column of what is printed on the cards.
    Column(u16) "column ";
    /// A question that can be asked.
    AskId(u16) "ask ";
    /// Meaning of a choice.
    Meaning(u16) "meaning ";
    /// The place of an op in its program.
    Pc(u32) "@";
    /// A set of seats, cards or names that the compiler computed.
    Constant(u16) "constant ";
    /// A state of the course of the game.
    State(u16) "state ";
    /// A phase of turns.
    Phase(u16) "phase ";
    /// Something that a log tells.
    Told(u16) "telling ";
}

impl Seat {
    /// Nobody's seat: whoever looks on sees what all seats see, and nothing else.
    pub const ONLOOKER: Self = Self(u8::MAX);
}

/// The value of what is not there: no card, no player, nothing set.
pub const NOTHING: i64 = i64::MIN;

/// The value of an expression that cannot be evaluated.
pub const FAILED: i64 = i64::MIN + 1;

/// True if a value is [`NOTHING`] or [`FAILED`].
#[inline(always)]
pub const fn is_missing(value: i64) -> bool {
    value <= FAILED
}
