//! The part of a position that an expression itself reads: one classification for every analysis.
//!
//! An analysis walks an expression with [`visit::each_expr`](super::visit::each_expr) and matches [`Reads`] exhaustively,
//! so that a new kind of expression is decided here, and a new kind of reading at every analysis.

use super::{
    AttributeId, CounterId, DefinitionId, ExprKind, KeywordId, LocalId, MoveId, PoolId, PropertyId,
    Step, VariableId, ZoneId,
};
use crate::vocabulary::fields::FieldKind;
use crate::vocabulary::operators::OperatorKind;

/// The thing that an expression reads, apart from its operands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reads<'e> {
    /// Its operands and facts of the game that stay: constants, parameters, names, players by number, teams.
    Operands,
    /// An operator: its operands, and what [`OperatorKind::reads_marks`] says.
    Operator(OperatorKind),
    /// A temporary value.
    Local(LocalId),
    /// The elements of a list, which have this name inside of it.
    Elements(LocalId),
    /// The card whose ability it is.
    This,
    /// A field of the event.
    Event,
    /// Players by their relation to the one who acts, or in turn order.
    Players,
    /// The phase, the state or the number of turns.
    Course,
    /// The cards of a zone.
    Zone(ZoneId),
    /// The cards of a zone that is known only in play.
    AnyZone,
    /// A variable, stored or computed.
    Variable(VariableId),
    /// The pieces in a pool.
    Pool(PoolId),
    /// A printed property, which effects may change.
    Property(PropertyId),
    /// An attribute of a card.
    Attribute(AttributeId),
    /// Counters on a card.
    Counters(CounterId),
    /// A keyword of a card, printed or given.
    Keyword(KeywordId),
    /// A field that the language defines.
    Field(FieldKind),
    /// The body of a function.
    Function(DefinitionId),
    /// Everything that decides if a move is legal.
    CanMove(MoveId),
    /// Everything that decides if a step succeeds.
    CanPerform(&'e Step),
}

/// A temporary value that an expression names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalName {
    /// It is read.
    Read(LocalId),
    /// It is given the elements of a list.
    Bound(LocalId),
}

impl LocalName {
    /// The temporary value.
    pub fn id(self) -> LocalId {
        match self {
            Self::Read(id) | Self::Bound(id) => id,
        }
    }
}

impl ExprKind {
    /// The temporary value that the expression itself names, if any.
    pub fn local(&self) -> Option<LocalName> {
        match self.reads() {
            Reads::Local(id) => Some(LocalName::Read(id)),
            Reads::Elements(id) => Some(LocalName::Bound(id)),
            Reads::Operands
            | Reads::Operator(_)
            | Reads::This
            | Reads::Event
            | Reads::Players
            | Reads::Course
            | Reads::Zone(_)
            | Reads::AnyZone
            | Reads::Variable(_)
            | Reads::Pool(_)
            | Reads::Property(_)
            | Reads::Attribute(_)
            | Reads::Counters(_)
            | Reads::Keyword(_)
            | Reads::Field(_)
            | Reads::Function(_)
            | Reads::CanMove(_)
            | Reads::CanPerform(_) => None,
        }
    }

    /// The marks of cards that the expression itself reads as a field or an operator.
    pub fn marks_read(&self) -> MarksRead {
        match self.reads() {
            Reads::Operator(operator) => operator.marks_read(),
            Reads::Field(field) => field.marks_read(),
            Reads::Operands
            | Reads::Local(_)
            | Reads::Elements(_)
            | Reads::This
            | Reads::Event
            | Reads::Players
            | Reads::Course
            | Reads::Zone(_)
            | Reads::AnyZone
            | Reads::Variable(_)
            | Reads::Pool(_)
            | Reads::Property(_)
            | Reads::Attribute(_)
            | Reads::Counters(_)
            | Reads::Keyword(_)
            | Reads::Function(_)
            | Reads::CanMove(_)
            | Reads::CanPerform(_) => MarksRead::None,
        }
    }

    /// The thing that the expression itself reads.
    pub fn reads(&self) -> Reads<'_> {
        match self {
            Self::Literal(_)
            | Self::Parameter(_)
            | Self::PlayerAt(_)
            | Self::PlayersOf(_)
            | Self::TeamOf(_)
            | Self::Teams
            | Self::Part(..)
            | Self::ElementAt(..)
            | Self::Phase(_)
            | Self::State(_)
            | Self::Team(_)
            | Self::Kind(_)
            | Self::CardName(_)
            | Self::Record(_)
            | Self::Wrong => Reads::Operands,
            Self::Operator(operation) => Reads::Operator(operation.operator.kind),
            Self::Local(id) => Reads::Local(*id),
            Self::Each(id, _) => Reads::Elements(*id),
            Self::This => Reads::This,
            Self::Context(_) | Self::ContextField(_) => Reads::Event,
            Self::Who(_) => Reads::Players,
            Self::CurrentPhase | Self::CurrentState | Self::TurnIndex => Reads::Course,
            Self::Zone(id, _) => Reads::Zone(*id),
            Self::ZoneNamed(..) => Reads::AnyZone,
            Self::Variable(id, _) => Reads::Variable(*id),
            Self::Pool(id, _) => Reads::Pool(*id),
            Self::Property(id, _) => Reads::Property(*id),
            Self::Attribute(id, _) => Reads::Attribute(*id),
            Self::Counters(id, _) => Reads::Counters(*id),
            Self::HasKeyword(id, _) => Reads::Keyword(*id),
            Self::Field(field, _) => Reads::Field(*field),
            Self::Function(id, _) => Reads::Function(*id),
            Self::CanMove(id, _) => Reads::CanMove(*id),
            Self::CanPerform(step) => Reads::CanPerform(step),
        }
    }
}

/// The marks of cards that a field or an operator reads, which its operands do not name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarksRead {
    /// None.
    None,
    /// Those that say which card is attached to which.
    Attachments,
    /// Those that say which card lies under which.
    Stacks,
    /// Others: the place, the face, the controller, or what is on a card.
    Others,
}

impl FieldKind {
    /// True if the field is about the place of a card, its links to others or what is on it.
    pub fn reads_marks(self) -> bool {
        self.marks_read() != MarksRead::None
    }

    /// The marks that it reads.
    pub fn marks_read(self) -> MarksRead {
        match self {
            Self::Face
            | Self::Zone
            | Self::Controller
            | Self::Keywords
            | Self::Counters
            | Self::Slot
            | Self::Free => MarksRead::Others,
            Self::AttachedTo | Self::Attached => MarksRead::Attachments,
            Self::Under => MarksRead::Stacks,
            Self::Id
            | Self::Properties
            | Self::Owner
            | Self::Kind
            | Self::Kinds
            | Self::Name
            | Self::Tags
            | Self::Token
            | Self::Top
            | Self::TopCard
            | Self::Bottom
            | Self::BottomCard
            | Self::Cards
            | Self::Count
            | Self::CardCount
            | Self::Ordering
            | Self::Visibility
            | Self::VisibilityOwner
            | Self::VisibilityOthers
            | Self::DefaultFace
            | Self::AllowsReorder
            | Self::Capacity
            | Self::Index
            | Self::Team
            | Self::Zones
            | Self::Variables
            | Self::Teammates
            | Self::Opponents
            | Self::Turns
            | Self::Players => MarksRead::None,
        }
    }
}

impl OperatorKind {
    /// True if the operator reads links between cards or what is on them, which its operands do not name.
    pub fn reads_marks(self) -> bool {
        self.marks_read() != MarksRead::None
    }

    /// The marks that it reads.
    #[rustfmt::skip]
    pub fn marks_read(self) -> MarksRead {
        match self {
            Self::Attached => MarksRead::Attachments,
            Self::Under => MarksRead::Stacks,
            Self::Controller | Self::Free => MarksRead::Others,
            Self::RankValue | Self::Rank | Self::Owner | Self::HasKeyword | Self::Counters | Self::Printed
            | Self::BeforeAdding | Self::List | Self::Any | Self::All | Self::Count | Self::Len | Self::Max | Self::Min
            | Self::Contains | Self::In | Self::Top | Self::Bottom | Self::Distinct | Self::GroupBy | Self::Filter
            | Self::Map | Self::First | Self::Last | Self::Take | Self::Drop | Self::Reverse | Self::SortBy
            | Self::Best | Self::Worst | Self::Union | Self::Except | Self::Intersect | Self::Matching | Self::IndexOf
            | Self::Range | Self::Combinations | Self::Sets | Self::Runs | Self::Packing | Self::Flatten
            | Self::IsEqual | Self::IsGreaterThan | Self::IsLessThan | Self::Not | Self::And | Self::Or | Self::If
            | Self::Exists | Self::CanPerform | Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Mod | Self::Sum
            | Self::Avg | Self::Abs | Self::Clamp | Self::NextPlayer | Self::PreviousPlayer | Self::PlayersFrom
            | Self::Resource | Self::Can => MarksRead::None,
        }
    }
}
