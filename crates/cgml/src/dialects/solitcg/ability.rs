//! Abilities: when they do something, under which conditions, and static ones.

use super::Writer;
use super::cards::Cards;
use super::effect::Made;
use super::keys::TIMES;
use super::target::{Scope, Selector};
use crate::codes::dialect as code;
use crate::source::Span;
use crate::tree::{Entry, NodeId, Value};

impl Writer<'_, '_> {
    /// The abilities of CGML that one ability of the dialect is.
    pub(super) fn ability(&mut self, ability: NodeId, is_equip: bool) -> Vec<NodeId> {
        let when = self.word(ability, "when").unwrap_or_default();
        // A word that is none was reported.
        let Some(when) = TIMES.iter().copied().find(|time| *time == when) else {
            return Vec::new();
        };
        let when_span = self.span_of(ability, "when");
        let effect = self.tree.get(ability, "effect");
        let items: Vec<NodeId> =
            effect.map_or_else(Vec::new, |effect| self.tree.items(effect).to_vec());
        let condition = self.conditions(ability);
        if when == "static" {
            return self.static_abilities(ability, &items, condition, is_equip);
        }
        let span = self.tree.span(ability);
        let mut entries = match when {
            "activated" => vec![self.text_entry("activate", "activate", when_span)],
            when => vec![self.text_entry("when", event(when), when_span)],
        };
        entries.extend(self.tree.entry(ability, "text").cloned());
        entries.extend(condition.map(|node| self.entry("if", node)));
        let is_activated = when == "activated";
        if self.flag(ability, "once_per_turn").unwrap_or(is_activated) {
            let span = self.span_of(ability, "once_per_turn");
            entries.push(self.text_entry("once_per", "turn", span));
            entries.push(self.text_entry("per", "card", span));
        }
        if let Some(priority) = self.tree.get(ability, "priority") {
            entries.push(self.entry("priority", priority));
        }
        let steps = self.steps(&items);
        let span_of_effect = effect.map_or(span, |effect| self.tree.span(effect));
        let steps: Vec<NodeId> = steps.into_iter().map(|step| self.made(step)).collect();
        let steps = self.add(span_of_effect, Value::List(steps));
        entries.push(self.entry("effect", steps));
        vec![self.add(span, Value::Map(entries))]
    }

    /// All conditions of an ability as one: `{ and: [ … ] }`.
    fn conditions(&mut self, ability: NodeId) -> Option<NodeId> {
        let list = self.tree.get(ability, "pre")?;
        let mut conditions = Vec::new();
        for item in self.tree.items(list).to_vec() {
            if let Some(text) = self.condition_at(item) {
                conditions.push(self.add_text(&text, self.tree.span(item)));
            }
        }
        match conditions.as_slice() {
            [] => None,
            [one] => Some(*one),
            _ => {
                let span = self.tree.span(list);
                let all = self.add(span, Value::List(conditions));
                let entry = self.entry("and", all);
                Some(self.add(span, Value::Map(vec![entry])))
            }
        }
    }

    /// One static ability of CGML for each step.
    fn static_abilities(
        &mut self,
        ability: NodeId,
        items: &[NodeId],
        condition: Option<NodeId>,
        is_equip: bool,
    ) -> Vec<NodeId> {
        for key in ["priority", "once_per_turn"] {
            if self.tree.get(ability, key).is_some() {
                let message = format!("a static ability has no `{key}`: it always works");
                let hint = Some(format!("delete `{key}`").into());
                self.problems
                    .report(code::NOT_THERE, self.span_of(ability, key), message, hint);
            }
        }
        let mut abilities = Vec::new();
        for item in items {
            let span = self.tree.span(*item);
            let Some((changes, cards)) = self.static_step(*item, is_equip) else {
                continue;
            };
            let mut entries = vec![self.changes_entry(&changes, span)];
            entries.extend(self.tree.entry(ability, "text").cloned());
            if let Some(cards) = cards {
                entries.push(self.text_entry("for", &cards, self.span_of(*item, "target")));
            }
            entries.extend(condition.map(|node| self.entry("while", node)));
            abilities.push(self.add(span, Value::Map(entries)));
        }
        abilities
    }

    fn changes_entry(&mut self, changes: &str, span: Span) -> Entry {
        let changes: Vec<&str> = changes.split(", ").collect();
        let changes: Vec<NodeId> = changes
            .into_iter()
            .map(|change| self.add_text(change, span))
            .collect();
        let changes = self.add(span, Value::List(changes));
        self.entry("static", changes)
    }

    /// The change by a step of a static ability, and its cards if they are others than this one.
    fn static_step(&mut self, item: NodeId, is_equip: bool) -> Option<(String, Option<String>)> {
        match self.word(item, "op")? {
            "modify_draw" => {
                let amount = self.number(item, "add")?;
                let change = match amount < 0 {
                    true => format!("draw_bonus - {}", -amount),
                    false => format!("draw_bonus + {amount}"),
                };
                Some((change, None))
            }
            "modify_stat" => self.static_statistics(item, is_equip),
            other => {
                let message = format!("`{other}` cannot be static: it happens at one moment");
                let hint = "static abilities use `modify_stat` or `modify_draw`; otherwise write another `when`";
                let span = self.span_of(item, "op");
                self.problems
                    .report(code::NOT_THERE, span, message, Some(hint.into()));
                None
            }
        }
    }

    fn static_statistics(
        &mut self,
        item: NodeId,
        is_equip: bool,
    ) -> Option<(String, Option<String>)> {
        if let Some(count) = self.tree.get(item, "count") {
            let message = "a static ability counts no cards: it is about all that fit";
            let hint = Some("delete `count`".into());
            self.problems
                .report(code::NOT_THERE, self.tree.span(count), message, hint);
        }
        let Some(target) = self.target(item)? else {
            return Some(match is_equip {
                true => (
                    self.changes(item, "card")?,
                    Some("this.attached_to".to_owned()),
                ),
                false => (self.changes(item, "this")?, None),
            });
        };
        if target.scope != Scope::All {
            let message = format!(
                "a static ability cannot {} cards",
                match target.scope {
                    Scope::Choose | Scope::One => "let the player choose",
                    Scope::Random | Scope::Top | Scope::Bottom | Scope::All => "pick",
                }
            );
            let hint = Some("write `all:…`, or leave out the target for this card".into());
            self.problems
                .report(code::NOT_THERE, self.span_of(item, "target"), message, hint);
            return None;
        }
        let changes = self.changes(item, "card")?;
        let mut cards = Cards::new("board");
        cards.owner = target.owner;
        if target.selector != Selector::Any {
            cards.only(target.selector);
        }
        Some((changes, Some(cards.text())))
    }

    /// A step as a node.
    fn made(&mut self, made: Made) -> NodeId {
        match made {
            Made::Step(text, span) => self.add_text(&text, span),
            Made::If(condition, then, span) => {
                let then: Vec<NodeId> = then.into_iter().map(|step| self.made(step)).collect();
                let condition = self.add_text(&condition, span);
                let then = self.add(span, Value::List(then));
                let entries = vec![self.entry("if", condition), self.entry("then", then)];
                self.add(span, Value::Map(entries))
            }
        }
    }
}

/// The event of CGML that a word of `when` is.
fn event(when: &str) -> &'static str {
    match when {
        "on_destroy" => "this.destroyed",
        "on_discard" => "this.discarded",
        "on_spell_played" => "spell_played",
        _ => "this.entered",
    }
}
