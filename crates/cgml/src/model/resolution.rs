//! Resolution of waiting effects, and checks between them.

use super::named;
use super::{
    Block, DurationId, EventPattern, Expr, Failure, GroupId, LocalId, ModifierOperation, MoveId,
    PropertyId, Prose, Table,
};
use crate::source::Span;
use crate::vocabulary::resolution::{
    ConditionTest, EffectsOf, Layer, Policy, PriorityOrder, Simultaneous,
};

/// Scheduling of waiting effects, and rules for continuous changes.
#[derive(Debug, Clone)]
pub struct Resolution {
    /// The order in which they resolve; `queue` if the game does not say.
    pub policy: Policy,
    /// Groups, in the order they resolve.
    pub groups: Vec<Group>,
    /// The group of abilities that name none.
    pub default_group: Option<GroupId>,
    /// Order of the players' effects.
    pub players: Vec<EffectsOf>,
    /// The player who orders simultaneous effects.
    pub simultaneous: Simultaneous,
    /// The moments at which an ability's condition is tested.
    pub conditions: ConditionTest,
    /// The meaning of an ability's priority.
    pub priority: PriorityOrder,
    /// The moves that may respond.
    pub responses: Vec<MoveId>,
    /// The least speed of a response.
    pub response_speed: i64,
    /// The number of effects that may resolve in a row.
    pub limit: i64,
    /// Consequence of a failing action.
    pub on_failure: Option<Failure>,
    /// True if a replaced event may be replaced again.
    pub replace_again: bool,
    /// The order in which changes apply.
    pub layers: Vec<Layer>,
    /// Named durations and the event that ends each.
    pub durations: Table<DurationId, (String, EventPattern)>,
    /// Least values after all changes.
    pub minimum: Vec<(PropertyId, i64)>,
    /// Largest values after all changes.
    pub maximum: Vec<(PropertyId, i64)>,
}

impl Default for Resolution {
    /// The resolution of a game that says nothing about it.
    fn default() -> Self {
        Self {
            policy: Policy::Queue,
            groups: Vec::new(),
            default_group: None,
            players: EffectsOf::ALL.to_vec(),
            simultaneous: Simultaneous::Owner,
            conditions: ConditionTest::Both,
            priority: PriorityOrder::HigherFirst,
            responses: Vec::new(),
            response_speed: 2,
            limit: 1000,
            on_failure: Some(Failure::Abort),
            replace_again: false,
            layers: Layer::ALL.to_vec(),
            durations: Table::default(),
            minimum: Vec::new(),
            maximum: Vec::new(),
        }
    }
}

impl Layer {
    /// The layer in which a change applies.
    pub fn of(operation: ModifierOperation) -> Self {
        match operation {
            ModifierOperation::Set => Self::Set,
            ModifierOperation::Multiply => Self::Multiply,
            ModifierOperation::Divide => Self::Divide,
            ModifierOperation::Add | ModifierOperation::Subtract => Self::Add,
        }
    }
}

/// A group of waiting effects.
#[derive(Debug, Clone)]
pub struct Group {
    /// Identifier in the game's files.
    pub name: String,
    /// True if optional effects are accepted or declined when they begin to wait.
    pub declare: bool,
    /// Its name for people.
    pub text: Prose,
}

/// A check made between effects.
#[derive(Debug, Clone)]
pub struct CheckDef {
    /// Identifier in the game's files.
    pub name: String,
    /// The list it goes through, bound to the local.
    pub for_each: Option<(LocalId, Expr)>,
    /// Condition under which its effect is executed.
    pub condition: Expr,
    /// The effect; holds the temporary values of the whole check.
    pub effect: Block,
    /// True if it is made after every single change.
    pub at_once: bool,
    /// Text for people.
    pub description: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// A fact that always holds.
#[derive(Debug, Clone)]
pub struct Invariant {
    /// Identifier in the game's files.
    pub name: String,
    /// Expression that must be true after every step.
    pub holds: Expr,
    /// The temporary values of the fact.
    pub locals: Block,
    /// Text for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

named!(CheckDef, Invariant);
