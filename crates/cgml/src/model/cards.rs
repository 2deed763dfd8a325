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
    /// Printed properties.
    pub properties: Vec<Printed>,
    /// Its keywords.
    pub keywords: Vec<KeywordUse>,
    /// Its abilities.
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
    /// The keyword.
    pub keyword: KeywordId,
    /// Its parameters.
    pub arguments: Vec<Expr>,
    /// The place where it is written.
    pub origin: Span,
}

/// Abilities with a name.
#[derive(Debug, Clone)]
pub struct Keyword {
    /// Its name.
    pub name: String,
    /// Its parameters: temporary values of its abilities.
    pub params: Vec<(String, Type)>,
    /// The abilities it stands for.
    pub abilities: Vec<Ability>,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// Attribute of a card, which changes during play.
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
    /// Its name.
    pub name: String,
    /// The most on one card.
    pub max: Option<i64>,
    /// The kinds that may have them; empty for all.
    pub kinds: Vec<KindId>,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

named!(CardKind, CardDef, Keyword, Attribute, Counter);
