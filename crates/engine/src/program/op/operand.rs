//! Operands of ops: as data for listings, the verifier and fingerprints, and as registers and jump targets.

use crate::fault::StopReason;
use crate::ids::{
    AskId, Card, Cell, Column, Constant, Meaning, Pc, Phase, Pile, Seat, Slot, State, Told,
};
use crate::lists::ListVerb;
use crate::open::Which;
use crate::table::{Flip, Placement, Side};

/// An operand of an op, for listings and the verifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// A register of the running routine.
    Slot(Slot),
    /// A value of the position.
    Cell(Cell),
    /// A place for cards.
    Pile(Pile),
    /// A card that the program names.
    Card(Card),
    /// A column of printed values.
    Column(Column),
    /// A question, as a position in `Program::asks`.
    Ask(AskId),
    /// Meaning of a choice.
    Meaning(Meaning),
    /// A jump target or the entry of a routine.
    Pc(Pc),
    /// A constant of the program.
    Constant(Constant),
    /// A state, as a position in `Program::states`.
    State(State),
    /// A phase, as a position in `Program::phases`.
    Phase(Phase),
    /// A seat.
    Seat(Seat),
    /// Something that a log tells, as a position in `Program::tellings`.
    Told(Told),
    /// A plain number, or the code of an enum such as a side or a placement.
    Number(i64),
    /// A verb of lists.
    Verb(ListVerb),
}

impl Operand {
    /// As a number, for fingerprints.
    pub(crate) fn number(self) -> i64 {
        match self {
            Self::Slot(Slot(number)) => number.into(),
            Self::Cell(Cell(number)) => number.into(),
            Self::Pile(Pile(number)) => number.into(),
            Self::Card(Card(number)) => number.into(),
            Self::Column(Column(number)) => number.into(),
            Self::Ask(AskId(number)) => number.into(),
            Self::Meaning(Meaning(number)) => number.into(),
            Self::Pc(Pc(number)) => number.into(),
            Self::Constant(Constant(number)) => number.into(),
            Self::State(State(number)) => number.into(),
            Self::Phase(Phase(number)) => number.into(),
            Self::Seat(Seat(number)) => number.into(),
            Self::Told(Told(number)) => number.into(),
            Self::Number(number) => number,
            Self::Verb(verb) => verb.code().into(),
        }
    }
}

macro_rules! operands {
    ($($type:ty => |$value:ident| $operand:expr;)*) => {
        $(impl From<$type> for Operand {
            fn from($value: $type) -> Self {
                $operand
            }
        })*
    };
}

operands! {
    Slot => |slot| Operand::Slot(slot);
    Cell => |cell| Operand::Cell(cell);
    Pile => |pile| Operand::Pile(pile);
    Card => |card| Operand::Card(card);
    Column => |column| Operand::Column(column);
    AskId => |ask| Operand::Ask(ask);
    Meaning => |meaning| Operand::Meaning(meaning);
    Pc => |pc| Operand::Pc(pc);
    Constant => |constant| Operand::Constant(constant);
    State => |state| Operand::State(state);
    Phase => |phase| Operand::Phase(phase);
    Seat => |seat| Operand::Seat(seat);
    Told => |told| Operand::Told(told);
    ListVerb => |verb| Operand::Verb(verb);
    Placement => |placement| Operand::Number(placement.bits().into());
    Side => |side| Operand::Number(side as i64);
    Flip => |flip| Operand::Number(flip.number().into());
    Which => |which| Operand::Number(which as i64);
    StopReason => |reason| Operand::Number(reason.number().into());
    bool => |truth| Operand::Number(truth.into());
    i32 => |number| Operand::Number(number.into());
    u16 => |number| Operand::Number(number.into());
    u8 => |number| Operand::Number(number.into());
}

/// A pile that an op names, or that a register holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PileOperand {
    /// A pile that is known when the game is compiled.
    Known(Pile),
    /// The pile in a register.
    At(Slot),
}

impl From<Pile> for PileOperand {
    fn from(pile: Pile) -> Self {
        Self::Known(pile)
    }
}

impl From<Slot> for PileOperand {
    fn from(slot: Slot) -> Self {
        Self::At(slot)
    }
}

/// An operand that may be a jump target.
pub(super) trait Target {
    fn visit(&mut self, visit: &mut dyn FnMut(&mut Pc));

    /// The register, if it is one.
    fn register(&mut self) -> Option<&mut Slot> {
        None
    }
}

impl Target for Slot {
    fn visit(&mut self, _: &mut dyn FnMut(&mut Pc)) {}

    fn register(&mut self) -> Option<&mut Slot> {
        Some(self)
    }
}

impl Target for Pc {
    fn visit(&mut self, visit: &mut dyn FnMut(&mut Pc)) {
        visit(self);
    }
}

macro_rules! no_targets {
    ($($type:ty),*) => {
        $(impl Target for $type {
            fn visit(&mut self, _: &mut dyn FnMut(&mut Pc)) {}
        })*
    };
}
no_targets!(
    Cell, Pile, Card, Column, AskId, Meaning, Constant, State, Phase, Seat, Told, ListVerb,
    Placement, Side, Flip, Which, StopReason, bool, i32, u16, u8
);
