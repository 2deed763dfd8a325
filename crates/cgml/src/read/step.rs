//! Reading effects: lists of steps, each in the long form, the short form, or as text from 1.4 on.

use super::Reader;
use crate::codes::shape as code;
use crate::source::Span;
use crate::syntax::{Ident, Step};
use crate::text;
use crate::tree::{Entry, NodeId, Value};
use crate::vocabulary::actions;

mod action;
mod in_text;
mod parameters;
mod value;

pub(crate) use parameters::missing_parameters;

impl Reader<'_> {
    /// Reads the effect at a node and keeps it.
    pub(super) fn effect(&mut self, node: NodeId) {
        let steps = self.steps(node);
        self.syntax.steps.insert(node, steps);
    }

    /// Reads a list of steps; from 1.4 on a single step needs no list.
    pub(super) fn steps(&mut self, node: NodeId) -> Vec<Step> {
        if self.tree.node(node).tag.is_some() || self.is_torn(node) {
            return Vec::new();
        }
        match &self.tree.node(node).value {
            Value::List(items) => items
                .iter()
                .copied()
                .flat_map(|item| self.step_item(item))
                .collect(),
            Value::Scalar(scalar) if scalar.is_null() => {
                let hint = Some("write `[]` for none".to_owned());
                self.wrong_kind_hint(node, "a list of steps", hint);
                Vec::new()
            }
            Value::Scalar(_) | Value::Map(_) if self.is_1_4() => self.step_item(node),
            Value::Scalar(_) => {
                self.text_step_needs_1_4(node);
                Vec::new()
            }
            Value::Map(_) => {
                let hint = Some("put `- ` before it".to_owned());
                self.wrong_kind_hint(node, "a list of steps", hint);
                self.step(node).into_iter().collect()
            }
        }
    }

    /// Reads an item of a list; a text may hold several steps.
    fn step_item(&mut self, node: NodeId) -> Vec<Step> {
        let Some(scalar) = self.tree.scalar(node).cloned() else {
            return self.step(node).into_iter().collect();
        };
        if self.tree.node(node).tag.is_some() {
            return Vec::new();
        }
        if !self.is_1_4() {
            self.text_step_needs_1_4(node);
            return Vec::new();
        }
        let place = self.text_place(node, &scalar);
        let steps = text::parse_steps(&scalar.text, &place, self.diagnostics).unwrap_or_default();
        steps
            .into_iter()
            .filter_map(|(step, span)| self.text_step(step, span))
            .collect()
    }

    fn text_step_needs_1_4(&mut self, node: NodeId) {
        let hint = "steps as text need `cgml_version: \"1.4\"`; in 1.3 write `action: SHUFFLE` and \
                    its parameters";
        self.wrong_kind_hint(node, "an action as a mapping", Some(hint.to_owned()));
    }

    /// Reads one step in the long or the short form.
    pub(super) fn step(&mut self, node: NodeId) -> Option<Step> {
        let span = self.tree.span(node);
        if self.tree.node(node).tag.is_some() || self.is_torn(node) {
            return None;
        }
        if !matches!(self.tree.node(node).value, Value::Map(_)) {
            self.wrong_kind(node, "an action as a mapping");
            return None;
        }
        let Some(entry) = self.tree.entry(node, "action").cloned() else {
            return self.short_step(node);
        };
        let Some(name) = self.tree.text(entry.value) else {
            self.wrong_kind(entry.value, "the name of an action");
            return None;
        };
        let name = Ident::new(name, self.tree.span(entry.value));
        let others: Vec<Entry> = self
            .tree
            .entries(node)
            .iter()
            .filter(|entry| entry.key != "action")
            .cloned()
            .collect();
        let action = self.action_named(&name);
        if action.is_none() && self.defined.contains(name.text.as_str()) {
            return Some(self.defined_step(name, &others, span));
        }
        match action.or_else(|| self.unknown_action(&name)) {
            Some(action) => Some(self.action_step(action, name, &others, span)),
            None => Some(self.unknown_step(name, &others, span)),
        }
    }

    /// A step that was reported: the rest of the effect may still use what it stores.
    fn unknown_step(&mut self, name: Ident, entries: &[Entry], span: Span) -> Step {
        let stored = entries.iter().filter(|entry| entry.key == "store_as");
        let stored: Vec<Entry> = stored.cloned().collect();
        self.defined_step(name, &stored, span)
    }

    /// Reads a step whose first key is the action in small letters: `repeat: 3` with `do: …`. From 1.4.
    fn short_step(&mut self, node: NodeId) -> Option<Step> {
        let span = self.tree.span(node);
        let entries = self.tree.entries(node);
        let is_action = |entry: &&Entry| self.is_1_4() && self.is_step(&entry.key);
        let Some(first) = entries.iter().find(is_action) else {
            self.missing_action(node);
            return None;
        };
        let name = Ident::new(first.key.clone(), first.key_span);
        let others = entries.iter().filter(|entry| entry.key != first.key);
        let mut others: Vec<Entry> = others.cloned().collect();
        let leading = |key: &str| Entry {
            key: key.to_owned(),
            ..first.clone()
        };
        // `resolve:` says nothing about anything.
        let value = &self.tree.node(first.value).value;
        let is_said = !matches!(value, Value::Scalar(scalar) if scalar.is_null());
        if self.defined.contains(name.text.as_str()) {
            if is_said {
                others.insert(0, leading("0"));
            }
            return Some(self.defined_step(name, &others, span));
        }
        let action = actions::find_in_text(&name.text)?;
        self.check_version(action, name.span);
        if let Some(key) = action.leading().filter(|key| is_said || key.required) {
            others.insert(0, leading(key.name));
        }
        Some(self.action_step(action, name, &others, span))
    }

    /// Reports a step that names no action.
    fn missing_action(&mut self, node: NodeId) {
        let keys = self
            .tree
            .entries(node)
            .iter()
            .map(|entry| entry.key.to_uppercase());
        let action = keys.into_iter().find_map(|key| actions::find(&key));
        let hint = match action {
            Some(action) => {
                let name = action.name;
                format!("write `action: {name}`, and its parameters as keys beside it")
            }
            None => "write `action: MOVE` or another action".to_owned(),
        };
        let message = "a step needs the key `action`";
        self.report_hint(
            code::MISSING_ACTION,
            self.head(node),
            message,
            Some(hint.into()),
        );
    }

    /// True if a name is that of an action or a defined effect.
    fn is_step(&self, name: &str) -> bool {
        self.defined.contains(name) || actions::find_in_text(name).is_some()
    }
}
