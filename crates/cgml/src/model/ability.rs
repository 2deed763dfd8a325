//! Abilities of cards and their targets.

use super::named;
use super::{
    Block, EventPattern, Expr, Failure, GroupId, KeywordUse, LocalId, Modifier, MoveId, Often,
    Prose, Step, ZoneId,
};
use crate::source::Span;

/// Ability of a card.
#[derive(Debug, Clone)]
pub struct Ability {
    /// Its name; empty without one.
    pub name: String,
    /// Sort of the ability, with what is particular to it.
    pub sort: AbilitySort,
    /// Triggered: only events for which this is true when they happen.
    pub fits: Option<Expr>,
    /// Only if this is true.
    pub condition: Option<Expr>,
    /// Works only as long as this is true.
    pub while_: Option<Expr>,
    /// Steps that are paid after the cost of the move; it cannot be used if one fails.
    pub cost: Vec<Step>,
    /// Targets, chosen in this order when it is used.
    pub targets: Vec<Target>,
    /// True if the controller may decline.
    pub optional: bool,
    /// True if the controller is asked about every card of the event, so that being asked tells nothing.
    pub asks_always: bool,
    /// True if it is accepted or declined when it begins to wait; what its group says if `None`.
    pub declare: Option<bool>,
    /// At most once.
    pub once_per: Option<(Often, OnceScope)>,
    /// The zones in which it works; empty for those that are active.
    pub zones: Vec<ZoneId>,
    /// The group of waiting effects it joins.
    pub group: Option<GroupId>,
    /// Speed on a chain, from 0 to 9; that of its move if `None`, and triggered abilities then join no chain.
    pub speed: Option<i64>,
    /// The order among abilities that wait at the same time.
    pub priority: i64,
    /// The effect; holds the temporary values of the whole ability.
    pub effect: Block,
    /// Consequence of a failing action.
    pub on_failure: Option<Failure>,
    /// Text for people, as printed on the card.
    pub text: Prose,
    /// The place where it is written.
    pub origin: Span,
}

/// The sorts of abilities.
#[derive(Debug, Clone)]
pub enum AbilitySort {
    /// Waits for events.
    Triggered(Vec<EventPattern>),
    /// Used with a move.
    Activated(MoveId),
    /// Changes attributes or gives keywords as long as it works.
    Static {
        /// The cards it is about; this card if `None`. Bound to the local.
        cards: Option<(LocalId, Expr)>,
        /// Only those for which this is true.
        filter: Option<Expr>,
        /// Changes of values, in the order in which they are written.
        modifiers: Vec<Modifier>,
        /// The changes bring no value below this.
        floor: Option<Expr>,
        /// The keywords it gives.
        grants: Vec<KeywordUse>,
    },
    /// Its effect takes the place of an event.
    Replacement(EventPattern),
    /// Forbids moves as long as it works.
    Restriction {
        /// The moves that are restricted.
        moves: Vec<MoveId>,
        /// Cards that the moves are forbidden with; this card if `None`. Bound to the local.
        cards: Option<(LocalId, Expr)>,
        /// Players who may not make them; the controller if `None` and `cards` is `None`.
        players: Option<Expr>,
        /// Only where this is true.
        filter: Option<Expr>,
    },
}

/// Scope of a once-per mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnceScope {
    /// This ability of this card.
    Ability,
    /// All abilities of this card together.
    Card,
    /// All cards of its name.
    Name,
    /// The controller, whatever card is used.
    Player,
}

/// A target of a move or ability.
#[derive(Debug, Clone)]
pub struct Target {
    /// The temporary value it becomes.
    pub local: LocalId,
    /// List that is chosen from.
    pub from: Expr,
    /// Only elements for which this is true; the element is bound to the local.
    pub filter: Option<(LocalId, Expr)>,
    /// The exact number to choose; 1 if `None`.
    pub count: Option<Expr>,
    /// At most so many; then `count` is the least.
    pub up_to: Option<Expr>,
    /// Only choices for which this is true as a whole; the list of what is chosen is bound to the local.
    pub such_that: Option<(LocalId, Expr)>,
    /// The player who chooses.
    pub player: Option<Expr>,
    /// Question to the player who chooses.
    pub prompt: Prose,
}

named!(Ability);
