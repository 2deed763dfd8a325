//! Deck rules, and decks to play with.

use super::named;
use super::{CardDefId, Expr, KindId, LocalId, PropertyId, Prose, RegulationId, Table};
use crate::source::Span;

/// Rules for decks.
#[derive(Debug, Clone)]
pub struct DeckRules {
    /// The sections of a deck list.
    pub sections: Vec<DeckSection>,
    /// Lists of banned and limited cards.
    pub regulations: Table<RegulationId, Regulation>,
    /// The regulation in force.
    pub regulation: Option<RegulationId>,
    /// The property by whose number a list of ids may name cards.
    pub numbered_by: Option<PropertyId>,
}

/// One section of a deck list.
#[derive(Debug, Clone)]
pub struct DeckSection {
    /// Identifier in the game's files and in deck lists.
    pub name: String,
    /// Its name for people.
    pub text: Prose,
    /// Least number of cards, as an expression over parameters.
    pub min: Option<Expr>,
    /// Largest number of cards, as an expression over parameters.
    pub max: Option<Expr>,
    /// Largest number of copies of one card.
    pub copies: Option<Expr>,
    /// True if cards with the same title count as one.
    pub copies_by_title: bool,
    /// The kinds that may be in it; empty for all.
    pub kinds: Vec<KindId>,
    /// The cards that may be in it; the card is bound to the local.
    pub filter: Option<(LocalId, Expr)>,
    /// The place where it is declared.
    pub origin: Span,
}

/// A list of banned and limited cards.
#[derive(Debug, Clone)]
pub struct Regulation {
    /// Identifier in the game's files.
    pub name: String,
    /// Date from which it is in force, as the author wrote it.
    pub date: String,
    /// The largest number of copies of a card; 0 is banned.
    pub limits: Vec<(CardDefId, i64)>,
    /// Cards that may not be in one deck together.
    pub pairs: Vec<Vec<CardDefId>>,
    /// Its name for people.
    pub text: Prose,
    /// The place where it is declared.
    pub origin: Span,
}

/// A deck to play with.
#[derive(Debug, Clone)]
pub struct DeckList {
    /// Its name for the machine.
    pub name: String,
    /// Its name for people.
    pub title: Prose,
    /// Text about how it is played.
    pub text: Prose,
    /// Its cards, section by section.
    pub sections: Vec<(String, Vec<(CardDefId, u32)>)>,
    /// The place where it is declared.
    pub origin: Span,
}

named!(DeckSection, Regulation, DeckList);
