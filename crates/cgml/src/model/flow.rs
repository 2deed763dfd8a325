//! States, phases, rules and the end of the game.

use super::named;
use super::{
    Block, DurationId, EventPattern, Expr, LocalId, MoveId, PhaseId, Prose, RuleId, StateId,
};
use crate::source::Span;

/// Name of a game and its players.
#[derive(Debug, Clone)]
pub struct Meta {
    /// Name for people, in its languages.
    pub name: Prose,
    /// Designer of the game.
    pub author: String,
    /// Description in a sentence or two.
    pub description: Prose,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// The least number of players.
    pub min_players: u8,
    /// The largest number of players.
    pub max_players: u8,
    /// Settings of the random generator.
    pub rng: Rng,
}

/// Settings of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rng {
    /// True if every game draws the same chance.
    pub deterministic: bool,
    /// Seed of a deterministic game.
    pub seed: Option<u64>,
}

/// Order of turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerOrder {
    /// Seat after seat, in ascending order.
    Clockwise,
    /// Seat after seat, in descending order.
    Counterclockwise,
    /// One turn for all.
    Simultaneous,
}

/// A part of the game with its own phases.
#[derive(Debug, Clone)]
pub struct State {
    /// Identifier in the game's files.
    pub name: String,
    /// Its phases; without any the game is over.
    pub phases: Vec<PhaseId>,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// A part of a turn: an effect on entering, and moves if it is open.
#[derive(Debug, Clone)]
pub struct Phase {
    /// Identifier in the game's files.
    pub name: String,
    /// The moves of an open phase.
    pub moves: Vec<MoveId>,
    /// Condition under which the player may pass; always if `None`.
    pub pass: Option<Expr>,
    /// The player who moves, if not the current player.
    pub player: Option<Expr>,
    /// Condition under which it is left out.
    pub skip_when: Option<Expr>,
    /// Steps on entering it.
    pub enter: Block,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is first named.
    pub origin: Span,
}

/// Transition from one state to another.
#[derive(Debug, Clone)]
pub struct Transition {
    /// Its name; empty without one.
    pub name: String,
    /// State that is left.
    pub from: StateId,
    /// State that is entered.
    pub to: StateId,
    /// Condition; always if `None`.
    pub condition: Option<Expr>,
    /// Higher is tested first.
    pub priority: i64,
    /// The place where it is declared.
    pub origin: Span,
}

/// Winning conditions and scores, evaluated when the game ends.
#[derive(Debug, Clone)]
pub struct Win {
    /// Text for people.
    pub description: Prose,
    /// A player, a ranking, the best of a list with an entry per player, or a record.
    pub evaluator: Expr,
    /// The score of each player.
    pub scores: Option<Expr>,
}

/// Time at which a rule runs in relation to its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Timing {
    /// Before the event happens.
    Pre,
    /// After the event has happened.
    Post,
    /// Instead of the event, which does not happen.
    Replace,
}

/// At most once in this time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Often {
    /// Until the turn ends.
    Turn,
    /// Until the phase ends.
    Phase,
    /// Until the game ends.
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
    /// Identifier in the game's files.
    pub name: String,
    /// Text for people.
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
    /// Steps that it executes.
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
