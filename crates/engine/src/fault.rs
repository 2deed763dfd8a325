//! Why a game was stopped: a broken promise, or more work than any game needs.

use crate::ids::Pc;
use crate::program::Program;

/// Why a game was stopped, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// Why.
    pub kind: FaultKind,
    /// The op that was carried out.
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
    /// A promise of the compiler does not hold.
    Broken,
}

impl FaultKind {
    /// In words.
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
            Self::Broken => "the compiled game is broken; please report it",
        }
    }
}

impl Fault {
    /// The message: which rule, which step, and why.
    pub fn message(&self, program: &Program) -> String {
        let why = self.kind.about();
        match program.place(self.pc) {
            Some(place) => format!(
                "`{}`, step {} ({}:{}): {why}",
                place.part,
                place.step + 1,
                place.file,
                place.line
            ),
            None => why.to_owned(),
        }
    }
}
