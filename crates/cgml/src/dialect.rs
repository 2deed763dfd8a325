//! Card dialects: cards in the format of another program, as front ends to the cards of CGML.
//!
//! `cards: !include cards/ as solitcg` reads a folder in a dialect. Each card is checked with the same
//! diagnostics and rewritten as a card of CGML, whose every part keeps the place it came from; after
//! that nothing knows of the dialect any more. What a step of a card does is for the game to say: the
//! new card calls the definitions, events and moves of the game.
//!
//! This module is the interface; the dialects themselves are in [`dialects`](crate::dialects), which the language knows
//! by their list only.

use std::collections::BTreeMap;

use crate::codes::dialect as code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::Span;
use crate::tree::{NodeId, Tree};

/// A format of cards.
#[derive(Debug)]
pub struct Dialect {
    /// The word after `as`.
    pub name: &'static str,
    /// The shipped game whose cards are written so.
    pub game: &'static str,
    /// The name of its schema.
    pub schema: &'static str,
    pub(crate) translate: fn(&mut Tree, &mut Diagnostics, &[NodeId]) -> Translated,
    /// Keys that only its cards have; one of them makes a file a card.
    pub(crate) telling: &'static [&'static str],
    /// Keys that its cards never have, but cards of CGML do.
    pub(crate) foreign: &'static [&'static str],
    /// Files that lie among the cards for other programs.
    pub(crate) passed_over: &'static [&'static str],
    pub(crate) card: &'static crate::vocabulary::shape::Object,
}

/// Cards of a dialect as cards of CGML.
#[derive(Debug, Default)]
pub(crate) struct Translated {
    /// Nodes of the translated cards.
    pub(crate) cards: Vec<NodeId>,
    /// The kinds of counters they use, which the dialect does not declare.
    pub(crate) counters: Vec<(String, Span)>,
    /// The types they ask of other cards.
    pub(crate) types: Vec<TypeAsked>,
}

/// A card that must be of a type, because a step of another says so.
#[derive(Debug, Clone)]
pub(crate) struct TypeAsked {
    /// The id of the card.
    pub(crate) card: String,
    /// The type, as the kind of card that it becomes.
    pub(crate) kind: &'static str,
    /// The verb of the step: `set`.
    pub(crate) done: &'static str,
    /// The place where the step names the card.
    pub(crate) span: Span,
}

/// Reports cards that are of another type than steps ask for. A card that does not exist is not for here.
pub(crate) fn check_types(
    tree: &Tree,
    root: NodeId,
    asked: &[TypeAsked],
    diagnostics: &mut Diagnostics,
) {
    let mut kinds = BTreeMap::new();
    if let Some(cards) = tree.get(root, "cards").filter(|_| !asked.is_empty()) {
        note_kinds(tree, cards, &mut kinds);
    }
    for TypeAsked {
        card,
        kind,
        done,
        span,
    } in asked
    {
        let Some((found, at)) = kinds.get(card.as_str()).filter(|(found, _)| found != kind) else {
            continue;
        };
        let message = format!("`{card}` is of type `{found}`, and only a {kind} can be {done}");
        let problem = Diagnostic::new(code::WRONG_TYPE, *span, message)
            .hint(format!("name a card of type `{kind}`"))
            .related(*at, format!("`{card}` says its type here"));
        diagnostics.report(problem);
    }
}

/// The kind of each card, and where it is written.
fn note_kinds<'t>(tree: &'t Tree, cards: NodeId, kinds: &mut BTreeMap<&'t str, (&'t str, Span)>) {
    for item in tree.items(cards) {
        if tree.is_list(*item) {
            note_kinds(tree, *item, kinds);
            continue;
        }
        let text = |key: &str| tree.get(*item, key).and_then(|node| tree.text(node));
        if let (Some(id), Some(kind), Some(node)) =
            (text("id"), text("kind"), tree.get(*item, "kind"))
        {
            kinds.insert(id, (kind, tree.span(node)));
        }
    }
}

/// The number of keys of a card a file must have.
const FEWEST_KEYS: usize = 2;

impl Dialect {
    /// True if a mapping with these keys is probably one of its cards.
    pub(crate) fn is_card(&self, keys: &[&str]) -> bool {
        let is_known = |key: &&&str| self.card.keys.iter().any(|known| known.name == **key);
        let known = keys.iter().filter(is_known).count();
        let has_any = |wanted: &[&str]| keys.iter().any(|key| wanted.contains(key));
        let is_most = known >= FEWEST_KEYS && known > keys.len() - known;
        is_most && has_any(self.telling) && !has_any(self.foreign)
    }

    /// True if a file of a folder of its cards is one of them.
    pub(crate) fn is_card_file(&self, name: &str) -> bool {
        !self.passed_over.contains(&name)
    }

    /// Cards of the dialect as cards of CGML. Problems are reported; what has one is left out.
    pub(crate) fn translate(
        &self,
        tree: &mut Tree,
        diagnostics: &mut Diagnostics,
        cards: &[NodeId],
    ) -> Translated {
        (self.translate)(tree, diagnostics, cards)
    }
}
