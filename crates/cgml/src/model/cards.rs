//! Cards, abilities, moves and what else a trading-card game declares.

use super::named;
use super::{
    Block, CardDefId, DeckTypeId, DurationId, EventId, EventPattern, Expr, Failure, GroupId,
    KeywordId, KindId, Literal, LocalId, Modifier, MoveId, Often, PhaseId, Printed, PropertyId,
    Prose, RegulationId, Table, Type, ZoneId,
};
use crate::source::Span;

/// What cards of one kind have in common.
#[derive(Debug, Clone)]
pub struct CardKind {
    /// Its name.
    pub name: String,
    /// The kind it is a special case of.
    pub extends: Option<KindId>,
    /// Its own properties: which, whether a card may leave it out, and the value then.
    pub properties: Vec<(PropertyId, bool, Option<Literal>)>,
    /// Keywords of all its cards.
    pub keywords: Vec<KeywordUse>,
    /// Abilities of all its cards.
    pub abilities: Vec<Ability>,
    /// Whether its cards are tokens.
    pub token: bool,
    /// Its name for people.
    pub text: Prose,
    /// Where it is declared.
    pub origin: Span,
}

/// A card as printed.
#[derive(Debug, Clone)]
pub struct CardDef {
    /// Its name for the machine.
    pub name: String,
    /// Its kind, if it has one.
    pub kind: Option<KindId>,
    /// The deck type it was made by, if any.
    pub deck_type: Option<DeckTypeId>,
    /// What is printed on it.
    pub properties: Vec<Printed>,
    /// Its keywords.
    pub keywords: Vec<KeywordUse>,
    /// Its abilities.
    pub abilities: Vec<Ability>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Counters it comes into play with.
    pub counters: Vec<(super::CounterId, i64)>,
    /// Its name for people.
    pub title: Prose,
    /// What it does, for people.
    pub text: Prose,
    /// Where it is declared.
    pub origin: Span,
}

/// A keyword on a card, with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct KeywordUse {
    /// Which.
    pub keyword: KeywordId,
    /// Its parameters.
    pub arguments: Vec<Expr>,
    /// Where it is written.
    pub origin: Span,
}

/// Abilities with a name.
#[derive(Debug, Clone)]
pub struct Keyword {
    /// Its name.
    pub name: String,
    /// Its parameters: temporary values of its abilities.
    pub params: Vec<(String, Type)>,
    /// What it means.
    pub abilities: Vec<Ability>,
    /// Its name for people.
    pub text: Prose,
    /// Where it is declared.
    pub origin: Span,
}

/// What a card does.
#[derive(Debug, Clone)]
pub struct Ability {
    /// Its name; empty without one.
    pub name: String,
    /// Which sort, with what is particular to it.
    pub sort: AbilitySort,
    /// Only if this is true.
    pub condition: Option<Expr>,
    /// Works only as long as this is true.
    pub while_: Option<Expr>,
    /// What is paid.
    pub cost: Vec<super::Step>,
    /// What is chosen.
    pub targets: Vec<Target>,
    /// Whether the controller may decline.
    pub optional: bool,
    /// At most once.
    pub once_per: Option<(Often, OnceScope)>,
    /// The zones in which it works; empty for those that are active.
    pub zones: Vec<ZoneId>,
    /// The group of waiting effects it joins.
    pub group: Option<GroupId>,
    /// How fast it is.
    pub speed: Option<i64>,
    /// The order among abilities that wait at the same time.
    pub priority: i64,
    /// What it does; holds the temporary values of the whole ability.
    pub effect: Block,
    /// What a failing action means.
    pub on_failure: Option<Failure>,
    /// In words.
    pub text: Prose,
    /// Where it is written.
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
        /// The changes.
        modifiers: Vec<Modifier>,
        /// The changes bring no value below this.
        floor: Option<Expr>,
        /// The keywords it gives.
        grants: Vec<KeywordUse>,
    },
    /// Replaces an event.
    Replacement(EventPattern),
    /// Forbids moves.
    Restriction {
        /// Which.
        moves: Vec<MoveId>,
        /// With which cards; this card if `None`. Bound to the local.
        cards: Option<(LocalId, Expr)>,
        /// To which players; the controller if `None` and `cards` is `None`.
        players: Option<Expr>,
        /// Only where this is true.
        filter: Option<Expr>,
    },
}

/// What a once-per mark counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnceScope {
    /// This ability of this card.
    Ability,
    /// This card.
    Card,
    /// All cards of its name.
    Name,
    /// The player.
    Player,
}

/// What is chosen when a move or ability is used.
#[derive(Debug, Clone)]
pub struct Target {
    /// The temporary value it becomes.
    pub local: LocalId,
    /// What may be chosen.
    pub from: Expr,
    /// Only elements for which this is true; the element is bound to the local.
    pub filter: Option<(LocalId, Expr)>,
    /// How many exactly.
    pub count: Option<Expr>,
    /// At most so many; then `count` is the least.
    pub up_to: Option<Expr>,
    /// Only choices for which this is true as a whole; the list of what is chosen is bound to the local.
    pub such_that: Option<(LocalId, Expr)>,
    /// Who chooses.
    pub player: Option<Expr>,
    /// What is asked.
    pub prompt: Prose,
}

/// What changes on a card during play.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its value at the start.
    pub default: Literal,
    /// The least.
    pub min: Option<i64>,
    /// The most.
    pub max: Option<i64>,
    /// When it gets its default again.
    pub resets: Vec<EventPattern>,
    /// Which kinds have it; empty for all.
    pub kinds: Vec<KindId>,
    /// Whether only those who see the face see it.
    pub hidden: bool,
    /// Its name for people.
    pub text: Prose,
    /// Where it is declared.
    pub origin: Span,
}

/// Counters that may lie on cards.
#[derive(Debug, Clone)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// The most on one card.
    pub max: Option<i64>,
    /// Which kinds may have them; empty for all.
    pub kinds: Vec<KindId>,
    /// Its name for people.
    pub text: Prose,
    /// Where it is declared.
    pub origin: Span,
}

/// An event of the game.
#[derive(Debug, Clone)]
pub struct EventDef {
    /// Its name.
    pub name: String,
    /// What it tells.
    pub fields: Vec<EventField>,
    /// In words.
    pub text: Prose,
    /// Where it is declared.
    pub origin: Span,
}

/// Something an event tells.
#[derive(Debug, Clone, PartialEq)]
pub struct EventField {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// An effect or function with a name.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its parameters: the first temporary values of its body, in order, with the value where none is given.
    pub params: Vec<(String, Type, Option<Expr>)>,
    /// What it is.
    pub body: DefinitionBody,
    /// Only if this is true.
    pub condition: Option<Expr>,
    /// Doing it is this event.
    pub event: Option<EventId>,
    /// In words.
    pub text: Prose,
    /// Where it is declared.
    pub origin: Span,
}

/// What a definition is.
#[derive(Debug, Clone)]
pub enum DefinitionBody {
    /// Steps.
    Effect(Block),
    /// An expression, with its temporary values.
    Function(Expr, Block),
}

/// What a player may do.
#[derive(Debug, Clone)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// The phases in which it may be made.
    pub phases: Vec<PhaseId>,
    /// The cards it may be made with, bound to the local.
    pub from: Option<(LocalId, Expr)>,
    /// Only with cards for which this is true.
    pub filter: Option<Expr>,
    /// Only if this is true.
    pub condition: Option<Expr>,
    /// Whether it uses an activated ability of the card.
    pub abilities: bool,
    /// Only with cards whose abilities for this event could work.
    pub requires: Option<EventPattern>,
    /// How fast it is.
    pub speed: Option<i64>,
    /// What is chosen.
    pub targets: Vec<Target>,
    /// What is paid.
    pub cost: Vec<super::Step>,
    /// What it does; holds the temporary values of the whole move.
    pub effect: Block,
    /// Whether its effect waits.
    pub chain: bool,
    /// At most once.
    pub once_per: Option<(Often, OnceScope)>,
    /// What ends with it.
    pub ends: Option<Often>,
    /// Who may make it.
    pub players: Option<Expr>,
    /// Whether the choice is secret.
    pub secret: bool,
    /// The order in which moves are listed.
    pub priority: i64,
    /// Its name for people.
    pub text: Prose,
    /// Where it is declared.
    pub origin: Span,
}

/// The scheduler.
#[derive(Debug, Clone, Default)]
pub struct Resolution {
    /// `queue`, `pool`, `chain` or `nested`; `queue` if the game does not say.
    pub policy: &'static str,
    /// Groups, in the order they resolve.
    pub groups: Vec<Group>,
    /// The group of abilities that name none.
    pub default_group: Option<GroupId>,
    /// Whose effects come first.
    pub players: Vec<&'static str>,
    /// Who orders simultaneous effects.
    pub simultaneous: &'static str,
    /// When an ability's condition is tested.
    pub conditions: &'static str,
    /// What an ability's priority means.
    pub priority: &'static str,
    /// The moves that may respond.
    pub responses: Vec<MoveId>,
    /// The least speed of a response.
    pub response_speed: i64,
    /// How many effects may resolve in a row.
    pub limit: i64,
    /// What a failing action means.
    pub on_failure: Option<Failure>,
    /// Whether a replaced event may be replaced again.
    pub replace_again: bool,
    /// The order in which changes apply.
    pub layers: Vec<&'static str>,
    /// Named durations and the event that ends each.
    pub durations: Table<DurationId, (String, EventPattern)>,
    /// Least values after all changes.
    pub minimum: Vec<(PropertyId, i64)>,
    /// Largest values after all changes.
    pub maximum: Vec<(PropertyId, i64)>,
}

/// A group of waiting effects.
#[derive(Debug, Clone)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Whether optional effects are accepted or declined when they begin to wait.
    pub declare: bool,
    /// Its name for people.
    pub text: Prose,
}

/// A check made between effects.
#[derive(Debug, Clone)]
pub struct CheckDef {
    /// Its name.
    pub name: String,
    /// What it looks at, bound to the local.
    pub for_each: Option<(LocalId, Expr)>,
    /// When it does something.
    pub condition: Expr,
    /// What it does; holds the temporary values of the whole check.
    pub effect: Block,
    /// Whether it is made after every single change.
    pub at_once: bool,
    /// In words.
    pub description: Prose,
    /// Where it is declared.
    pub origin: Span,
}

/// A fact that always holds.
#[derive(Debug, Clone)]
pub struct Invariant {
    /// Its name.
    pub name: String,
    /// The fact.
    pub holds: Expr,
    /// The temporary values of the fact.
    pub locals: Block,
    /// In words.
    pub text: Prose,
    /// Where it is declared.
    pub origin: Span,
}

/// What a deck may hold.
#[derive(Debug, Clone)]
pub struct DeckRules {
    /// The sections of a deck list.
    pub sections: Vec<DeckSection>,
    /// Lists of banned and limited cards.
    pub regulations: Table<RegulationId, Regulation>,
    /// The regulation in force.
    pub regulation: Option<RegulationId>,
}

/// One section of a deck list.
#[derive(Debug, Clone)]
pub struct DeckSection {
    /// Its name.
    pub name: String,
    /// The least and the most cards, as expressions over parameters.
    pub min: Option<Expr>,
    /// The most cards.
    pub max: Option<Expr>,
    /// How many of one card.
    pub copies: Option<Expr>,
    /// Whether cards with the same title count as one.
    pub copies_by_title: bool,
    /// Which kinds may be in it; empty for all.
    pub kinds: Vec<KindId>,
    /// Which cards may be in it; the card is bound to the local.
    pub filter: Option<(LocalId, Expr)>,
    /// Where it is declared.
    pub origin: Span,
}

/// A list of banned and limited cards.
#[derive(Debug, Clone)]
pub struct Regulation {
    /// Its name.
    pub name: String,
    /// Since when.
    pub date: String,
    /// How many of a card at most; 0 is banned.
    pub limits: Vec<(CardDefId, i64)>,
    /// Cards that may not be in one deck together.
    pub pairs: Vec<Vec<CardDefId>>,
    /// Its name for people.
    pub text: Prose,
    /// Where it is declared.
    pub origin: Span,
}

/// A deck to play with.
#[derive(Debug, Clone)]
pub struct DeckList {
    /// Its name for the machine.
    pub name: String,
    /// Its name for people.
    pub title: Prose,
    /// How it is played.
    pub text: Prose,
    /// Its cards, section by section.
    pub sections: Vec<(String, Vec<(CardDefId, u32)>)>,
    /// Where it is declared.
    pub origin: Span,
}

named!(
    CardKind,
    CardDef,
    Keyword,
    Ability,
    Attribute,
    Counter,
    EventDef,
    Definition,
    Move,
    CheckDef,
    Invariant,
    DeckSection,
    Regulation,
    DeckList,
);
