//! Breaks: what an effect breaks off, as the cell `BREAK` holds it.

/// The part of a turn that is broken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Break {
    /// The turn goes on as planned.
    Nothing = 0,
    /// The phase, because another phase or state was asked for.
    Course = 1,
    /// The phase ends, and the next one of the turn follows.
    Phase = 2,
    /// The turn ends, and with it all its phases.
    Turn = 3,
}

impl Break {
    /// Its number in the cell.
    pub(crate) fn number(self) -> i32 {
        self as i32
    }
}
