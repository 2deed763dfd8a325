//! Plain values: flags, numbers, words, names, texts and types.

use super::{Reader, Slip, did_you_mean, one_of, question};
use crate::codes::shape as code;
use crate::diagnostic::{Hint, quoted};
use crate::similar::meant;
use crate::source::Span;
use crate::tree::{NodeId, Value};
use crate::vocabulary::events;
use crate::vocabulary::shape::Shape;

/// The words that are types by themselves.
pub(crate) const TYPE_WORDS: &[&str] = &[
    "number", "flag", "text", "card", "cards", "player", "players", "team", "zone", "range",
    "pool", "phase", "state", "kind", "list", "any",
];

const TYPE_KEYS: &[&str] = &[
    "type",
    "values",
    "list",
    "counts_as",
    "record",
    "like",
    "optional",
    "default",
    "min",
    "max",
    "text",
];

impl Reader<'_> {
    pub(super) fn flag(&mut self, node: NodeId) {
        let is_flag = self
            .tree
            .scalar(node)
            .is_some_and(|scalar| scalar.bool().is_some());
        if is_flag {
            return;
        }
        let meant = self.tree.text(node).and_then(flag_word);
        let hint = meant.map(|flag| format!("write `{flag}`"));
        self.wrong_kind_hint(node, "`true` or `false`", hint);
        if let Some(meant) = meant {
            self.syntax.slips.push(Slip::Word { node, meant });
        }
    }

    pub(super) fn number(&mut self, node: NodeId, least: i64, most: i64) {
        let Some(scalar) = self.tree.scalar(node) else {
            return self.wrong_kind(node, "a number");
        };
        match scalar.int() {
            Some(number) if (least..=most).contains(&number) => {}
            Some(number) => {
                let bounds = match (least, most) {
                    (i64::MIN, most) => format!("at most {most}"),
                    (least, i64::MAX) => format!("at least {least}"),
                    (least, most) => format!("from {least} to {most}"),
                };
                let message = format!("{number} is out of bounds: expected a number {bounds}");
                self.report(code::OUT_OF_BOUNDS, self.tree.span(node), message);
            }
            None if scalar.is_float() => self.fraction(node),
            None => {
                let number: Option<i64> = scalar.text.trim().parse().ok();
                let hint = match number {
                    Some(number) => format!("write `{number}` without quotes"),
                    None => "write it in digits, such as `3`".to_owned(),
                };
                self.wrong_kind_hint(node, "a number", Some(hint));
            }
        }
    }

    pub(super) fn fraction(&mut self, node: NodeId) {
        let text = self.tree.text(node).unwrap_or("").to_owned();
        let message = format!("`{text}` has a fraction; numbers in games are whole");
        let hint = "count in smaller units: 150 hundredths instead of 1.5".to_owned();
        self.report_hint(
            code::FRACTION,
            self.tree.span(node),
            message,
            Some(hint.into()),
        );
    }

    pub(super) fn text(&mut self, node: NodeId) {
        match self.tree.scalar(node) {
            Some(scalar) if !scalar.is_null() => {}
            Some(_) | None => self.wrong_kind(node, "text"),
        }
    }

    pub(super) fn prose(&mut self, node: NodeId) {
        match &self.tree.node(node).value {
            Value::Map(entries) => {
                for entry in entries {
                    self.language(&entry.key, entry.key_span);
                    self.text(entry.value);
                }
            }
            Value::Scalar(_) => self.text(node),
            Value::List(_) => self.wrong_kind(node, "text, or one text per language"),
        }
    }

    fn language(&mut self, code_text: &str, span: Span) {
        let main = code_text.split('-').next().unwrap_or("");
        let is_code =
            (2..=3).contains(&main.len()) && main.bytes().all(|byte| byte.is_ascii_lowercase());
        if !is_code {
            let message = format!("`{code_text}` is not the code of a language");
            let hint = "texts per language are written `{ en: …, ja: … }`".to_owned();
            self.report_hint(code::UNKNOWN_KEY, span, message, Some(hint.into()));
        }
    }

    pub(super) fn word(&mut self, node: NodeId, words: &'static [&'static str]) {
        let Some(text) = self.tree.text(node).map(str::to_owned) else {
            return self.wrong_kind(node, &one_of(words.iter().copied()));
        };
        if words.contains(&text.as_str()) {
            return;
        }
        let message = format!("`{text}` is not one of {}", one_of(words.iter().copied()));
        let near = meant(&text, words.iter().copied());
        let near = near.and_then(|near| words.iter().find(|word| **word == near));
        let hint = near.map(|near| question(near));
        self.report_hint(code::UNKNOWN_WORD, self.tree.span(node), message, hint);
        if let Some(meant) = near {
            self.syntax.slips.push(Slip::Word { node, meant });
        }
    }

    pub(super) fn new_name(&mut self, node: NodeId) {
        match self.tree.text(node).map(str::to_owned) {
            Some(name) => self.check_name(&name, self.tree.span(node)),
            None => self.wrong_kind(node, "a name"),
        }
    }

    pub(super) fn check_name(&mut self, name: &str, span: Span) {
        if !is_name(name) {
            let message = format!("{} cannot be a name", quoted(name));
            let rule = "names are letters, digits, `_` and `-`, and do not begin with `-`";
            let hint = match as_name(name) {
                Some(fixed) => format!("write `{fixed}`; {rule}"),
                None => rule.to_owned(),
            };
            self.report_hint(code::EMPTY_NAME, span, message, Some(hint.into()));
        }
    }

    pub(super) fn literal(&mut self, node: NodeId) {
        match &self.tree.node(node).value {
            Value::Scalar(scalar) if scalar.is_float() => self.fraction(node),
            Value::Scalar(_) => {}
            Value::List(items) => items.iter().copied().for_each(|item| self.literal(item)),
            Value::Map(_) => self.wrong_kind(node, "a plain value"),
        }
    }

    pub(super) fn trigger(&mut self, node: NodeId) {
        let Some(text) = self.tree.text(node).map(str::to_owned) else {
            return self.wrong_kind(node, "a trigger such as `on.phase.Main`");
        };
        if text.starts_with("on.") || self.is_1_4() {
            return;
        }
        let known: Vec<String> = events::EVENTS
            .iter()
            .map(|event| format!("on.{}", event.trigger))
            .collect();
        let hint = match events::by_trigger(&text) {
            Some(_) => format!("write `on.{text}`").into(),
            None => did_you_mean(&format!("on.{text}"), known.iter().map(String::as_str))
                .unwrap_or_else(|| "triggers begin with `on.`, such as `on.phase.Main`".into()),
        };
        let message = format!("`{text}` is not a trigger");
        self.report_hint(code::BAD_TRIGGER, self.tree.span(node), message, Some(hint));
    }

    pub(super) fn type_of(&mut self, node: NodeId) {
        match &self.tree.node(node).value {
            Value::Scalar(_) => self.type_word(node),
            Value::List(items) => items.iter().copied().for_each(|item| self.literal(item)),
            Value::Map(entries) => {
                for entry in entries {
                    self.type_key(&entry.key, entry.key_span, entry.value);
                }
            }
        }
    }

    fn type_word(&mut self, node: NodeId) {
        let text = self.tree.text(node).unwrap_or("").to_owned();
        if TYPE_WORDS.contains(&text.as_str()) {
            return;
        }
        let hint = did_you_mean(&text, TYPE_WORDS.iter().copied())
            .unwrap_or_else(|| Hint::one_of("types are", TYPE_WORDS.iter().copied()));
        let message = format!("`{text}` is not a type");
        self.report_hint(code::BAD_TYPE, self.tree.span(node), message, Some(hint));
    }

    fn type_key(&mut self, key: &str, key_span: Span, value: NodeId) {
        match key {
            "type" => self.type_word(value),
            "values" => self.walk(value, &Shape::List(&Shape::Literal)),
            "list" => self.type_of(value),
            "counts_as" => self.walk(value, &Shape::Word(&["contained"])),
            "record" => {
                for entry in self.tree.entries(value) {
                    self.check_name(&entry.key, entry.key_span);
                    self.type_of(entry.value);
                }
            }
            "like" => self.text(value),
            "optional" => self.flag(value),
            "default" => self.literal(value),
            "min" | "max" => self.number(value, i64::MIN, i64::MAX),
            "text" => self.prose(value),
            _ => {
                let hint = did_you_mean(key, TYPE_KEYS.iter().copied()).unwrap_or_else(|| {
                    Hint::all_of("a type has the keys", TYPE_KEYS.iter().copied())
                });
                self.report_hint(
                    code::UNKNOWN_KEY,
                    key_span,
                    format!("a type has no key `{key}`"),
                    Some(hint),
                );
            }
        }
    }
}

/// A flag as other languages write it.
fn flag_word(text: &str) -> Option<&'static str> {
    match text.to_lowercase().as_str() {
        "yes" | "y" | "on" | "true" | "1" => Some("true"),
        "no" | "n" | "off" | "false" | "0" => Some("false"),
        _ => None,
    }
}

/// A text as a name, with `_` for what a name cannot have.
fn as_name(text: &str) -> Option<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name = words.join("_");
    is_name(&name).then_some(name)
}

/// True if a text can be a name.
pub(crate) fn is_name(text: &str) -> bool {
    text.chars()
        .next()
        .is_some_and(|first| first.is_alphanumeric() || first == '_')
        && text
            .chars()
            .all(|char| char.is_alphanumeric() || char == '_' || char == '-')
}
