//! Checked expressions.

use super::{
    AttributeId, CardDefId, CounterId, DefinitionId, DurationId, EventId, KeywordId, KindId,
    LocalId, MoveId, ParameterId, PhaseId, PoolId, PropertyId, Prose, StateId, Step, SymbolSetId,
    TeamId, Type, VariableId, ZoneId,
};
use crate::source::Span;
use crate::vocabulary::events::{Event, EventFieldKind};
use crate::vocabulary::fields::FieldKind;
use crate::vocabulary::operators::{Operator, OperatorKind};

/// A checked expression: its type is known and its names are resolved.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// Its kind, with its operands.
    pub kind: ExprKind,
    /// Type of its value, as the checker found it.
    pub ty: Type,
    /// The place where it is written.
    pub origin: Span,
}

/// A constant: a value that is known when the game is checked.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// No value: `none`.
    Nothing,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Number(i64),
    /// Text that is not a value of any set.
    Text(String),
    /// A value of an enumerated property, by its position in the set.
    Symbol(SymbolSetId, u32),
    /// A set of numbers: inclusive ranges.
    Range(Vec<(i64, i64)>),
    /// A list of constants.
    List(Vec<Literal>),
    /// Named ones, in the order of the type.
    Record(Vec<Literal>),
}

impl Literal {
    /// The number of constants that it is made of, itself included.
    pub fn size(&self) -> usize {
        match self {
            Self::Nothing
            | Self::Bool(_)
            | Self::Number(_)
            | Self::Text(_)
            | Self::Symbol(..)
            | Self::Range(_) => 1,
            Self::List(parts) | Self::Record(parts) => {
                1 + parts.iter().map(Self::size).sum::<usize>()
            }
        }
    }
}

/// Players named by their relation to the acting player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// The player whose turn it is.
    Current,
    /// The player who acts: a card's controller in its abilities, otherwise the current player.
    Acting,
    /// Everyone but the acting player; one player in a game for two.
    Opponent,
    /// Everyone not on the acting player's team.
    Opponents,
    /// Everyone but the acting player.
    Others,
    /// The other players of the acting player's team.
    Teammates,
    /// Everyone at the table.
    All,
    /// All players in turn order, the current one first.
    TurnOrder,
}

/// The forms of a checked expression. Where `owner`, `of` or `card` is a list, the expression gives a
/// list with an element for each.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A constant, known when the game is checked.
    Literal(Literal),
    /// A temporary value of the effect or expression.
    Local(LocalId),
    /// A field of an event of the language.
    Context(EventFieldKind),
    /// A field of a declared event.
    ContextField(u32),
    /// The card whose ability this is.
    This,
    /// Players by their relation to the acting player.
    Who(Who),
    /// The player with this number or identity.
    PlayerAt(Box<Expr>),
    /// The players of a team.
    PlayersOf(Box<Expr>),
    /// The team of a player.
    TeamOf(Box<Expr>),
    /// All teams of the game.
    Teams,
    /// The current phase; nothing outside of phases.
    CurrentPhase,
    /// The current state of the flow.
    CurrentState,
    /// The number of turns that have begun, less one.
    TurnIndex,
    /// A zone: of the table, or of an owner (a player or team).
    Zone(ZoneId, Option<Box<Expr>>),
    /// A variable: of the table, or of an owner.
    Variable(VariableId, Option<Box<Expr>>),
    /// A pool: of the table, or of an owner (a player, team or card).
    Pool(PoolId, Option<Box<Expr>>),
    /// A parameter of the game.
    Parameter(ParameterId),
    /// A printed property of a card.
    Property(PropertyId, Box<Expr>),
    /// A part of a record; of a range the least number (0) or the largest (1).
    Part(u32, Box<Expr>),
    /// An attribute of a card.
    Attribute(AttributeId, Box<Expr>),
    /// The number of counters that lie on a card.
    Counters(CounterId, Box<Expr>),
    /// True if a card has a keyword.
    HasKeyword(KeywordId, Box<Expr>),
    /// A field that the language defines, such as a card's owner.
    Field(FieldKind, Box<Expr>),
    /// The element of a list at a position.
    ElementAt(Box<Expr>, Box<Expr>),
    /// A phase, by its name.
    Phase(PhaseId),
    /// A state, by its name.
    State(StateId),
    /// A team, by its name.
    Team(TeamId),
    /// A card kind, by its name.
    Kind(KindId),
    /// A kind of card.
    CardName(CardDefId),
    /// The zone with a name that is known only in play: of the table, or of an owner.
    ZoneNamed(Box<Expr>, Option<Box<Expr>>),
    /// An operator with its operands.
    Operator(Box<Operation>),
    /// For each element of the operator's first operand: `body` with `item` as the element.
    Each(LocalId, Box<Expr>),
    /// A call of a defined function, with its arguments.
    Function(DefinitionId, Vec<Expr>),
    /// True if an action would succeed.
    CanPerform(Box<Step>),
    /// True if a move is legal now.
    CanMove(MoveId, Option<Box<Expr>>),
    /// Named values, in the order in which they are written.
    Record(Vec<(String, Expr)>),
    /// Takes the place of an expression with a reported problem.
    Wrong,
}

/// An operator with its operands.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// Row of the operator in the vocabulary.
    pub operator: &'static Operator,
    /// Operands in order, as many as the operator takes.
    pub operands: Vec<Expr>,
}

/// Pattern of events that are listened to.
#[derive(Debug, Clone, PartialEq)]
pub struct EventPattern {
    /// Subject of the event.
    pub subject: Subject,
    /// Event of the language or of the game.
    pub event: EventSource,
    /// The place where it is written.
    pub origin: Span,
}

/// Subject of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Every event, whatever card or player it is about.
    Any,
    /// The event's card is the card with the ability.
    This,
    /// The event's card is of this kind, or of one that extends it.
    Kind(KindId),
    /// The pieces leave this pool, whoever's it is.
    Pool(PoolId),
    /// The event's player is the acting player.
    Mine,
    /// The event's player is someone else.
    Opponents,
}

/// The event that is listened to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EventSource {
    /// One of the vocabulary, without an argument.
    Standard(&'static Event),
    /// A phase begins or ends, or a state is entered or left.
    Phase(&'static Event, PhaseId),
    /// A state is entered or left.
    State(&'static Event, StateId),
    /// One the game declares.
    Declared(EventId),
    /// A declared duration, as an end.
    Duration(DurationId),
}

impl Expr {
    /// An expression of a type, and where it is written.
    pub fn new(kind: ExprKind, ty: Type, origin: Span) -> Self {
        Self { kind, ty, origin }
    }

    /// The text for people that it is: one, or one for each language.
    pub fn prose(&self) -> Option<Prose> {
        let text = |expr: &Self| match &expr.kind {
            ExprKind::Literal(Literal::Text(text)) => Some(text.clone()),
            _ => None,
        };
        let texts = match &self.kind {
            ExprKind::Record(languages) => languages
                .iter()
                .map(|(language, expr)| Some((language.clone(), text(expr)?)))
                .collect::<Option<_>>()?,
            _ => vec![(String::new(), text(self)?)],
        };
        Some(Prose { texts })
    }

    /// True of a list that is written with no elements.
    pub fn is_empty_list(&self) -> bool {
        match &self.kind {
            ExprKind::Literal(Literal::List(items)) => items.is_empty(),
            ExprKind::Operator(operation) => {
                operation.operator.kind == OperatorKind::List && operation.operands.is_empty()
            }
            _ => false,
        }
    }

    /// True if a problem was reported for it.
    pub fn is_wrong(&self) -> bool {
        self.kind == ExprKind::Wrong
    }
}
