//! States, phases, rules and the end of the game.

use super::named;
use super::{
    Block, DurationId, EventPattern, Expr, LocalId, MoveId, PhaseId, Prose, RuleId, StateId,
};
use crate::source::Span;

/// Name of a game and its players.
#[derive(Debug, Clone)]
pub struct Meta {
    /// The name.
    pub name: Prose,
    /// The designer.
    pub author: String,
    /// One sentence.
    pub description: Prose,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// The least number of players.
    pub min_players: u8,
    /// The most.
    pub max_players: u8,
    /// Chance.
    pub rng: Rng,
}

/// Settings of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rng {
    /// True if every game draws the same chance.
    pub deterministic: bool,
    /// The seed.
    pub seed: Option<u64>,
}

/// Order of turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerOrder {
    /// Seat after seat.
    Clockwise,
    /// The other way.
    Counterclockwise,
    /// One turn for all.
    Simultaneous,
}

/// A part of the game with its own phases.
#[derive(Debug, Clone)]
pub struct State {
    /// Its name.
    pub name: String,
    /// Its phases; without any the game is over.
    pub phases: Vec<PhaseId>,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// A phase.
#[derive(Debug, Clone)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// The moves of an open phase.
    pub moves: Vec<MoveId>,
    /// When the player may pass; always if `None`.
    pub pass: Option<Expr>,
    /// The player who moves, if not the current player.
    pub player: Option<Expr>,
    /// When it is left out.
    pub skip_when: Option<Expr>,
    /// Effect on entering.
    pub enter: Block,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is first named.
    pub origin: Span,
}

/// When one state follows another.
#[derive(Debug, Clone)]
pub struct Transition {
    /// Its name; empty without one.
    pub name: String,
    /// The state left.
    pub from: StateId,
    /// The state entered.
    pub to: StateId,
    /// When.
    pub condition: Option<Expr>,
    /// Higher is tested first.
    pub priority: i64,
    /// The place where it is declared.
    pub origin: Span,
}

/// The winning conditions.
#[derive(Debug, Clone)]
pub struct Win {
    /// In words.
    pub description: Prose,
    /// A player, a ranking, the best of a list with an entry per player, or a record.
    pub evaluator: Expr,
    /// The score of each player.
    pub scores: Option<Expr>,
}

/// When a rule runs in relation to its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Timing {
    /// Before it.
    Pre,
    /// After it.
    Post,
    /// Instead of it.
    Replace,
}

/// At most once in this time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Often {
    /// A turn.
    Turn,
    /// A phase.
    Phase,
    /// The game.
    Game,
    /// Until this duration ends.
    Duration(DurationId),
}

/// Consequence of a failing action for the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The next action is done.
    Continue,
    /// The rest is not done.
    Abort,
    /// The rest is not done, and what was done is undone.
    Rollback,
}

/// Rule: an effect on an event, or a restriction of moves.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// In words.
    pub description: Prose,
    /// The event it listens to; `None` for a rule that only restricts moves.
    pub trigger: Option<EventPattern>,
    /// Before, after or instead.
    pub timing: Timing,
    /// Higher runs first.
    pub priority: i64,
    /// At most once.
    pub once_per: Option<Often>,
    /// True if it exists just now.
    pub enabled_when: Option<Expr>,
    /// Condition under which it runs; for a restriction, under which the move is legal.
    pub condition: Option<Expr>,
    /// The effect.
    pub effect: Block,
    /// Consequence of a failing action.
    pub on_failure: Failure,
    /// The place where the last result is kept.
    pub result: Option<LocalId>,
    /// The rule it refines.
    pub extends: Option<RuleId>,
    /// The moves it restricts.
    pub restricts: Vec<MoveId>,
    /// The place where it is declared.
    pub origin: Span,
}

named!(State, Phase, Transition, Rule);
