//! Cards of SoliTCG: its card specification 0.5, with the additions of 0.6 and of the cards in use.
//!
//! `type` becomes the card's kind, `stats` its properties, `when` an event, each `op` a step. The words the
//! new card uses, such as `draw`, `rival_life` or `activate`, are what the game declares.

use std::collections::BTreeMap;

use crate::codes::{Code, dialect as code};
use crate::diagnostic::{Diagnostic, Diagnostics, Hint};
use crate::dialect::{Dialect, Translated, TypeAsked};
use crate::read::read;
use crate::source::Span;
use crate::text::TextPlace;
use crate::tree::{Entry, Node, NodeId, Scalar, Style, Tree, Value};
use crate::version::Version;
use crate::vocabulary::shape::Shape;

mod ability;
mod cards;
mod condition;
mod effect;
mod keys;
mod target;

use keys::CARD;
use target::{Selector, Target, selector, type_named};

pub(super) const SOLITCG: Dialect = Dialect {
    name: "solitcg",
    game: "solitcg",
    schema: "solitcg-card.json",
    translate,
    telling: &["type", "version", "stats", "abilities"],
    foreign: &["kind", "cgml_version"],
    passed_over: &["index.yaml", "index.yml"],
    card: &CARD,
};

fn translate(tree: &mut Tree, diagnostics: &mut Diagnostics, cards: &[NodeId]) -> Translated {
    let shape = Shape::Object(&CARD);
    for card in cards {
        let syntax = read(tree, *card, &shape, Version::V1_4, diagnostics);
        syntax.mend(tree);
    }
    let (mut counters, mut types) = (Vec::new(), Vec::new());
    let mut translated = Vec::new();
    for card in cards {
        let mut writer = Writer {
            tree,
            problems: Problems {
                diagnostics,
                counters: &mut counters,
                types: &mut types,
            },
            targets: BTreeMap::new(),
        };
        translated.extend(writer.card(*card));
    }
    Translated {
        cards: translated,
        counters,
        types,
    }
}

/// Problems, and the counters and cards that are named on the way.
struct Problems<'d> {
    diagnostics: &'d mut Diagnostics,
    counters: &'d mut Vec<(String, Span)>,
    types: &'d mut Vec<TypeAsked>,
}

impl Problems<'_> {
    fn report(&mut self, code: Code, span: Span, message: impl Into<String>, hint: Option<Hint>) {
        let problem = Diagnostic::new(code, span, message).maybe_hint(hint);
        self.diagnostics.report(problem);
    }
}

/// Rewrites one card.
struct Writer<'t, 'd> {
    tree: &'t mut Tree,
    problems: Problems<'d>,
    /// The targets that were read, so that each is reported once.
    targets: BTreeMap<NodeId, Option<Target>>,
}

impl Writer<'_, '_> {
    /// The card as one of CGML; none if it is no mapping or has no id, which was reported.
    ///
    /// It has all keys, so that nothing of a card with the same id in a lower layer is left.
    fn card(&mut self, card: NodeId) -> Option<NodeId> {
        if !self.tree.is_map(card) {
            return None;
        }
        self.tree.get(card, "id")?;
        let kind = self.word(card, "type").and_then(type_named);
        let mut entries = Vec::new();
        for key in ["id", "name", "text", "tags", "version"] {
            entries.extend(self.tree.entry(card, key).cloned());
        }
        let span = self.span_of(card, "type");
        // A type that is missing or wrong was reported; any other word would be reported again.
        let kind_or_any = kind.unwrap_or(keys::PLAIN_TYPE);
        entries.push(self.text_entry("kind", kind_or_any, span));
        entries.extend(self.stats(card, kind));
        entries.extend(self.bearers(card, kind));
        let span = self.tree.span(card);
        if self.tree.get(card, "tags").is_none() {
            let none = self.add(span, Value::List(Vec::new()));
            entries.push(self.entry("tags", none));
        }
        let list = self.tree.get(card, "abilities").unwrap_or(card);
        let mut abilities = Vec::new();
        for ability in self.tree.items(list).to_vec() {
            abilities.extend(self.ability(ability, kind == Some("equip")));
        }
        let abilities = self.add(self.tree.span(list), Value::List(abilities));
        entries.push(self.entry("abilities", abilities));
        Some(self.add(self.tree.span(card), Value::Map(entries)))
    }

    /// The statistics; those that are missing are reported and count as 0.
    fn stats(&mut self, card: NodeId, kind: Option<&str>) -> Vec<Entry> {
        let stats = self.tree.entry(card, "stats").cloned();
        let needs = matches!(kind, Some("monster" | "ritual"));
        let kind = kind.unwrap_or_default();
        match stats {
            Some(stats) if needs => {
                let stats = ["atk", "def", "hp"].map(|stat| {
                    let is_sound = self.number(stats.value, stat).is_some_and(|it| it >= 0);
                    let given = self.tree.entry(stats.value, stat).cloned();
                    let given = given.filter(|_| is_sound);
                    // The problem was reported.
                    given.unwrap_or_else(|| self.text_entry(stat, "0", stats.key_span))
                });
                stats.to_vec()
            }
            Some(stats) if !kind.is_empty() => {
                let message = format!("a card of type `{kind}` has no statistics");
                let hint = Some("delete `stats`; only monsters and rituals have them".into());
                self.problems
                    .report(code::STATS, stats.key_span, message, hint);
                Vec::new()
            }
            None if needs => {
                let span = self.span_of(card, "type");
                let message = format!("a card of type `{kind}` needs `stats`");
                let hint = Some("add `stats: { atk: 0, def: 0, hp: 1000 }`".into());
                self.problems.report(code::STATS, span, message, hint);
                ["atk", "def", "hp"]
                    .map(|stat| self.text_entry(stat, "0", span))
                    .to_vec()
            }
            Some(_) | None => Vec::new(),
        }
    }

    /// Bearers of an equip card, as properties of its kind.
    fn bearers(&mut self, card: NodeId, kind: Option<&str>) -> Vec<Entry> {
        for block in ["equip", "domain"] {
            let entry = self.tree.entry(card, block).cloned();
            if let Some(entry) = entry.filter(|_| kind.is_some_and(|kind| kind != block)) {
                let message = format!(
                    "a card of type `{}` has no block `{block}`",
                    kind.unwrap_or_default()
                );
                let hint = Some(format!("delete it, or write `type: {block}`").into());
                self.problems.report(
                    crate::codes::shape::UNKNOWN_KEY,
                    entry.key_span,
                    message,
                    hint,
                );
            }
        }
        let list = self
            .tree
            .get(card, "equip")
            .and_then(|equip| self.tree.get(equip, "valid_targets"));
        let Some(list) = list.filter(|_| kind == Some("equip")) else {
            return Vec::new();
        };
        let span = self.tree.span(list);
        let (mut kinds, mut tags) = (Vec::new(), Vec::new());
        for item in self.tree.items(list).to_vec() {
            match self.bearer(item) {
                Some(Selector::Tag(tag)) => tags.push(self.add_quoted(&tag, self.tree.span(item))),
                Some(Selector::Type(kind)) => kinds.push(kind),
                Some(Selector::Any) => kinds.extend(["monster", "ritual"]),
                None => {}
            }
        }
        let mut entries = Vec::new();
        for (kind, property) in [("monster", "bearer_monster"), ("ritual", "bearer_ritual")] {
            let flag = if kinds.contains(&kind) {
                "true"
            } else {
                "false"
            };
            entries.push(self.text_entry(property, flag, span));
        }
        let tags = self.add(span, Value::List(tags));
        entries.push(self.entry("bearer_tags", tags));
        entries
    }

    fn bearer(&mut self, item: NodeId) -> Option<Selector> {
        let text = self.tree.text(item)?;
        let place = self.text_place(item)?;
        let found = selector(&(0, text), &place, &mut self.problems)?;
        if let Selector::Type(kind) = found
            && !matches!(kind, "monster" | "ritual")
        {
            let message = format!("nothing can be attached to a card of type `{kind}`");
            let hint = Some("write `monster`, `ritual`, `any` or `tag=…`".into());
            self.problems
                .report(code::BAD_TARGET, self.tree.span(item), message, hint);
            return None;
        }
        Some(found)
    }

    /// The text at a key.
    fn word(&self, node: NodeId, key: &str) -> Option<&str> {
        self.tree.text(self.tree.get(node, key)?)
    }

    /// The number at a key.
    fn number(&self, node: NodeId, key: &str) -> Option<i64> {
        self.tree.scalar(self.tree.get(node, key)?)?.int()
    }

    /// The flag at a key.
    fn flag(&self, node: NodeId, key: &str) -> Option<bool> {
        self.tree.scalar(self.tree.get(node, key)?)?.bool()
    }

    /// The place where a key's value is written; the whole mapping if it has no such key.
    fn span_of(&self, node: NodeId, key: &str) -> Span {
        let value = self.tree.get(node, key).unwrap_or(node);
        self.tree.span(value)
    }

    fn text_place(&self, node: NodeId) -> Option<TextPlace> {
        let scalar = self.tree.scalar(node)?;
        let span = self.tree.span(node);
        let source = self.problems.diagnostics.files().text(span);
        Some(TextPlace::new(span, source, scalar))
    }

    fn add(&mut self, span: Span, value: Value) -> NodeId {
        self.tree.add(Node {
            span,
            tag: None,
            value,
        })
    }

    /// A scalar that stands for what is written at `span`.
    fn add_text(&mut self, text: &str, span: Span) -> NodeId {
        self.add_scalar(text, Style::Plain, span)
    }

    fn add_quoted(&mut self, text: &str, span: Span) -> NodeId {
        self.add_scalar(text, Style::Double, span)
    }

    fn add_scalar(&mut self, text: &str, style: Style, span: Span) -> NodeId {
        let text = text.to_owned();
        self.add(span, Value::Scalar(Scalar { text, style }))
    }

    fn entry(&self, key: &str, value: NodeId) -> Entry {
        Entry {
            key: key.to_owned(),
            key_span: self.tree.span(value),
            value,
        }
    }

    fn text_entry(&mut self, key: &str, text: &str, span: Span) -> Entry {
        let value = self.add_text(text, span);
        self.entry(key, value)
    }
}
