//! Cards, and what is on them: kinds, keywords, attributes and counters.

use super::named;
use super::{
    Ability, CounterId, DeckTypeId, EventPattern, Expr, KeywordId, KindId, Literal, Printed,
    PropertyId, Prose, Type,
};
use crate::source::Span;

/// Kind of cards.
#[derive(Debug, Clone)]
pub struct CardKind {
    /// Identifier in the game's files.
    pub name: String,
    /// The kind it is a special case of.
    pub extends: Option<KindId>,
    /// Its own properties: which, whether a card may leave it out, and the value then.
    pub properties: Vec<(PropertyId, bool, Option<Literal>)>,
    /// Keywords of all its cards.
    pub keywords: Vec<KeywordUse>,
    /// Abilities of all its cards.
    pub abilities: Vec<Ability>,
    /// True if its cards are tokens.
    pub token: bool,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
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
    /// Printed properties with their values.
    pub properties: Vec<Printed>,
    /// Its own keywords, without those of its kind.
    pub keywords: Vec<KeywordUse>,
    /// Its own abilities, without those of its kind and its keywords.
    pub abilities: Vec<Ability>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Counters it comes into play with.
    pub counters: Vec<(CounterId, i64)>,
    /// Its name for people.
    pub title: Prose,
    /// Text for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// A keyword on a card, with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct KeywordUse {
    /// The keyword that is meant.
    pub keyword: KeywordId,
    /// Arguments for the keyword's parameters, in their order.
    pub arguments: Vec<Expr>,
    /// The place where it is written.
    pub origin: Span,
}

/// Abilities with a name.
#[derive(Debug, Clone)]
pub struct Keyword {
    /// Identifier in the game's files.
    pub name: String,
    /// Its parameters: temporary values of its abilities.
    pub params: Vec<(String, Type)>,
    /// The abilities that a card with it has.
    pub abilities: Vec<Ability>,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// Attribute of a card, which changes during play.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// Identifier in the game's files.
    pub name: String,
    /// Type of its values.
    pub ty: Type,
    /// Its value at the start.
    pub default: Literal,
    /// Least value, for numbers.
    pub min: Option<i64>,
    /// Largest value, for numbers.
    pub max: Option<i64>,
    /// Events after which it has its default again.
    pub resets: Vec<EventPattern>,
    /// The kinds that have it; empty for all.
    pub kinds: Vec<KindId>,
    /// True if only those who see the face see it.
    pub hidden: bool,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// Counters that may lie on cards.
#[derive(Debug, Clone)]
pub struct Counter {
    /// Identifier in the game's files.
    pub name: String,
    /// The largest number on one card; unlimited if `None`.
    pub max: Option<i64>,
    /// The kinds that may have them; empty for all.
    pub kinds: Vec<KindId>,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

named!(CardKind, CardDef, Keyword, Attribute, Counter);
