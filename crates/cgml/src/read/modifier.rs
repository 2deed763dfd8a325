//! Reading continuous changes: as mappings, and as text such as `this.power + 1000`.

use super::{Reader, did_you_mean};
use crate::codes::shape as code;
use crate::diagnostic::{Diagnostic, Hint};
use crate::syntax::{Modifier, ModifierOperator};
use crate::text;
use crate::tree::{Entry, NodeId, Value};

/// Operations of changes, by their keys.
const MODIFIER_KEYS: &[(&str, ModifierOperator)] = &[
    ("set", ModifierOperator::Set),
    ("add", ModifierOperator::Add),
    ("subtract", ModifierOperator::Subtract),
    ("multiply", ModifierOperator::Multiply),
    ("divide", ModifierOperator::Divide),
];

impl Reader<'_> {
    /// Reads the continuous changes at a node and keeps them.
    pub(super) fn modifiers(&mut self, node: NodeId) {
        let modifiers = self.modifiers_at(node);
        self.syntax.modifiers.insert(node, modifiers);
    }

    /// One change, or a list of them.
    pub(super) fn modifiers_at(&mut self, node: NodeId) -> Vec<Modifier> {
        match &self.tree.node(node).value {
            Value::List(items) => items
                .iter()
                .copied()
                .filter_map(|item| self.modifier(item))
                .collect(),
            Value::Scalar(_) | Value::Map(_) => self.modifier(node).into_iter().collect(),
        }
    }

    /// Reads one change.
    fn modifier(&mut self, node: NodeId) -> Option<Modifier> {
        if let Some(scalar) = self.tree.scalar(node).cloned() {
            let place = self.text_place(node, &scalar);
            return text::parse_modifier(&scalar.text, &place, self.diagnostics);
        }
        if self.is_torn(node) || self.has_unknown_modifier_key(node) {
            return None;
        }
        let (operator, amount) = self.modifier_operator(node)?;
        let Some(target) = self.tree.get(node, "target") else {
            return self.no_modifier(node);
        };
        let target = self.operand(target);
        Some(Modifier {
            target: target?,
            operator,
            amount: self.operand(amount)?,
        })
    }

    /// Reports a key that a change does not have.
    fn has_unknown_modifier_key(&mut self, node: NodeId) -> bool {
        let is_unknown =
            |entry: &&Entry| entry.key != "target" && operator_of(&entry.key).is_none();
        let Some(entry) = self.tree.entries(node).iter().find(is_unknown) else {
            return false;
        };
        let known = || {
            let operators = MODIFIER_KEYS.iter().map(|(name, _)| *name);
            operators.chain(["target"])
        };
        let hint = did_you_mean(&entry.key, known())
            .unwrap_or_else(|| Hint::all_of("a change has the keys", known()));
        let message = format!("a change has no key `{}`", entry.key);
        self.report_hint(code::UNKNOWN_KEY, entry.key_span, message, Some(hint));
        true
    }

    /// The one thing a change does, and by how much.
    fn modifier_operator(&mut self, node: NodeId) -> Option<(ModifierOperator, NodeId)> {
        let entries = self.tree.entries(node).iter();
        let changes: Vec<(ModifierOperator, &Entry)> = entries
            .filter_map(|entry| Some((operator_of(&entry.key)?, entry)))
            .collect();
        match changes.as_slice() {
            [] => self.no_modifier(node),
            [(operator, amount)] => Some((*operator, amount.value)),
            [(_, first), (_, second), ..] => {
                let message = format!(
                    "a change does one thing: `{}` or `{}`",
                    first.key, second.key
                );
                let diagnostic = Diagnostic::new(code::WRONG_KIND, second.key_span, message)
                    .related(first.key_span, "the first one")
                    .hint("write two changes in a list");
                self.diagnostics.report(diagnostic);
                None
            }
        }
    }

    /// Reports what is no change.
    fn no_modifier<T>(&mut self, node: NodeId) -> Option<T> {
        let hint = "write `this.power + 1000`, or `{ target: this.power, add: 1000 }`";
        self.wrong_kind_hint(node, "a change", Some(hint.to_owned()));
        None
    }
}

/// Operation of a key of a change.
fn operator_of(key: &str) -> Option<ModifierOperator> {
    MODIFIER_KEYS
        .iter()
        .find(|(name, _)| *name == key)
        .map(|(_, operator)| *operator)
}
