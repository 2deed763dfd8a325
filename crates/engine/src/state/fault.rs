//! Faults: a game was stopped for a broken promise, or for more work than any game needs.

use crate::ids::Pc;
use crate::op::Op;
use crate::program::Program;

/// Reason why a game was stopped, and the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// Kind of the fault.
    pub kind: FaultKind,
    /// The op that was executed.
    pub pc: Pc,
}

/// The reasons for a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// More steps between two decisions than allowed.
    Endless,
    /// Effects inside effects, deeper than allowed.
    TooDeep,
    /// Lists longer than allowed.
    TooMuch,
    /// More choices than allowed.
    TooManyChoices,
    /// A kept list longer than allowed.
    ListTooLong,
    /// More extra turns or phases than allowed.
    TooManyTurns,
    /// More effects that last than allowed.
    TooManyEffects,
    /// A script names something that chance cannot bring.
    OffScript,
    /// A number stands for a player, and nobody has that seat.
    NoSuchPlayer,
    /// A promise of the compiler does not hold.
    Broken,
    /// Something does not hold that always should, as the game says.
    Invariant,
}

/// The reason for which [`Op::Stop`] stops a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// Effects follow each other without end.
    Endless,
    /// More waits than a game may keep.
    TooMuchWaits,
    /// More effects last than a game may keep.
    TooManyEffects,
    /// The invariant with this number does not hold.
    Invariant(u8),
}

impl StopReason {
    /// The number of reasons that are no invariants.
    const OTHERS: u8 = 3;

    /// The number of invariants that an op can name.
    pub const INVARIANTS: usize = (u8::MAX - Self::OTHERS) as usize;

    /// As a number, for listings and fingerprints.
    pub fn number(self) -> u8 {
        match self {
            Self::Endless => 0,
            Self::TooMuchWaits => 1,
            Self::TooManyEffects => 2,
            Self::Invariant(number) => Self::OTHERS.saturating_add(number),
        }
    }
}

impl FaultKind {
    /// Message in English, without the place.
    pub fn about(self) -> &'static str {
        match self {
            Self::Endless => {
                "the game goes on without asking anyone; give the loop or the rules an end"
            }
            Self::TooDeep => "effects cause each other without end",
            Self::TooMuch => "a list grew beyond what a game may keep",
            Self::TooManyChoices => "a player would have more choices than a game may offer",
            Self::ListTooLong => "a variable holds a list that is too long",
            Self::TooManyTurns => "too many extra turns or phases wait",
            Self::TooManyEffects => "too many effects last at the same time",
            Self::OffScript => "the script says that chance brings what is not there",
            Self::NoSuchPlayer => {
                "a number was used as a player, but nobody has that seat; seats are numbered from 0"
            }
            Self::Broken => "the compiled game is broken; please report it",
            Self::Invariant => "something does not hold any more that always should",
        }
    }
}

impl Fault {
    /// The message: which rule, which step, and why.
    pub fn message(&self, program: &Program) -> String {
        let why = match self.invariant(program) {
            Some(name) => format!("the invariant `{name}` does not hold any more"),
            None => self.kind.about().to_owned(),
        };
        match program.place(self.pc) {
            Some(place) if place.line == 0 => format!("`{}`: {why}", place.part),
            Some(place) => format!(
                "`{}`, step {} ({}:{}): {why}",
                place.part,
                place.step + 1,
                place.file,
                place.line
            ),
            None => why,
        }
    }

    /// The invariant that does not hold.
    fn invariant<'p>(&self, program: &'p Program) -> Option<&'p str> {
        let Some(Op::Stop { why }) = program.ops.get(self.pc.index()) else {
            return None;
        };
        let StopReason::Invariant(number) = *why else {
            return None;
        };
        let name = program.invariants.get(usize::from(number))?;
        Some(name)
    }
}
