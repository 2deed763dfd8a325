//! Operands: what a parameter or an operator is about.

use super::actions::Translator;
use super::selectors::{Expected, Selector, translate};
use crate::outline::Node;

impl Translator<'_, '_> {
    /// A parameter that names something: since 1.3 an operand such as `{ path: … }`.
    pub(super) fn operand(&mut self, value: &Node, expected: Expected) {
        match value.word() {
            Some(text) => self.wrap(value, text, expected),
            None => self.expression(value),
        }
    }

    /// A parameter that is a literal, unless it looks like a selector.
    pub(super) fn maybe_operand(&mut self, value: &Node) {
        match value.word() {
            Some(text) if looks_like_selector(text) => self.wrap(value, text, Expected::Anything),
            Some(_) => {}
            None => self.expression(value),
        }
    }

    /// Puts `{ path: … }` or `{ ref: … }` in place of a bare selector.
    pub(super) fn wrap(&mut self, node: &Node, text: &str, expected: Expected) {
        if let Some(operand) = self.object(node, text, expected) {
            self.draft
                .change(node.start(), format!("`{text}` is now `{operand}`"));
            self.draft.replace(node.range.clone(), operand);
        }
    }

    /// `{ path: … }` or `{ ref: … }`, or nothing and a question.
    pub(super) fn object(&mut self, node: &Node, text: &str, expected: Expected) -> Option<String> {
        let object = match self.selector(node, text, expected)? {
            Selector::Path(path) => format!("{{ path: \"{path}\" }}"),
            Selector::Stored(name) => format!("{{ ref: {name} }}"),
        };
        Some(object)
    }

    /// The selector of 1.3, or nothing and a question.
    pub(super) fn selector(
        &mut self,
        node: &Node,
        text: &str,
        expected: Expected,
    ) -> Option<Selector> {
        self.ask_about_lifetime(node, text);
        match translate(text, self.names, expected) {
            Ok(selector) => Some(selector),
            Err(unclear) => {
                self.draft.ask(node.start(), unclear.question(text));
                None
            }
        }
    }

    /// A stored value ends with its rule (CGML §11).
    fn ask_about_lifetime(&mut self, node: &Node, text: &str) {
        let Some(stored) = text.strip_prefix("ref:") else {
            return;
        };
        let name = stored.split('.').next().unwrap_or("");
        if self.stored.insert(name.to_owned()) {
            let question = format!(
                "where does `{name}` come from? this rule does not store it, and a stored value \
                 ends with its rule; keep it in a variable with `SET_VARIABLE`"
            );
            self.draft.ask(node.start(), question);
        }
    }
}

/// True if a text can only be meant as a selector.
pub(super) fn looks_like_selector(text: &str) -> bool {
    let roots = [
        "player.", "players.", "players[", "game.", "zones.", "card.", "ref:", "$.",
    ];
    roots.iter().any(|root| text.starts_with(root)) && !text.contains(char::is_whitespace)
}
