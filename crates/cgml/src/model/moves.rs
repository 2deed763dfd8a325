//! Moves of players.

use super::named;
use super::{Block, EventPattern, Expr, LocalId, Often, OnceScope, PhaseId, Prose, Step, Target};
use crate::source::Span;

/// Move of a player.
#[derive(Debug, Clone)]
pub struct Move {
    /// Identifier in the game's files.
    pub name: String,
    /// The phases in which it may be made.
    pub phases: Vec<PhaseId>,
    /// The cards it may be made with, bound to the local.
    pub from: Option<(LocalId, Expr)>,
    /// Only with cards for which this is true.
    pub filter: Option<Expr>,
    /// Only if this is true.
    pub condition: Option<Expr>,
    /// True if it uses an activated ability of the card.
    pub abilities: bool,
    /// Only with cards whose abilities for this event could work.
    pub requires: Option<EventPattern>,
    /// Speed on a chain, from 0 to 9.
    pub speed: Option<i64>,
    /// Targets, chosen in this order when it is made.
    pub targets: Vec<Target>,
    /// Steps that pay for it; it is illegal if one would fail.
    pub cost: Vec<Step>,
    /// The effect; holds the temporary values of the whole move.
    pub effect: Block,
    /// True if its effect waits to be resolved, instead of happening at once.
    pub chain: bool,
    /// At most once.
    pub once_per: Option<(Often, OnceScope)>,
    /// The part of the game that ends with it.
    pub ends: Option<Often>,
    /// The players who may make it.
    pub players: Option<Expr>,
    /// True if the choice is secret.
    pub secret: bool,
    /// The order in which moves are listed.
    pub priority: i64,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

named!(Move);
