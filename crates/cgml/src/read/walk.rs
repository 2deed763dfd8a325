//! Walking a document along the shapes of the vocabulary.

use super::{Reader, did_you_mean, one_of};
use crate::codes::shape as code;
use crate::tree::{Entry, NodeId, Value};
use crate::version::Version;
use crate::vocabulary::keys::{CARD, RULE};
use crate::vocabulary::shape::{Key, Object, Shape};

impl Reader<'_> {
    /// Checks a node against a shape and reads the logic in it.
    pub(super) fn walk(&mut self, node: NodeId, shape: &Shape) {
        if self.tree.node(node).tag.is_some() {
            // An include that could not be read, or an unknown tag: the loader has reported it.
            return;
        }
        match shape {
            Shape::Any => {}
            Shape::Flag => self.flag(node),
            Shape::Number(least, most) => self.number(node, *least, *most),
            Shape::Text => self.text(node),
            Shape::Prose => self.prose(node),
            Shape::Word(words) => self.word(node, words),
            Shape::Name(_) => self.text(node),
            Shape::NewName(_) => self.new_name(node),
            Shape::Literal => self.literal(node),
            Shape::Operand(_) => self.expression(node),
            Shape::Count => self.count(node),
            Shape::Player | Shape::Players => self.players(node),
            Shape::Steps => self.effect(node),
            Shape::Trigger => self.trigger(node),
            Shape::Event => self.text(node),
            Shape::Modifiers => self.modifiers(node),
            Shape::Type => self.type_of(node),
            Shape::Card => self.card(node),
            Shape::List(inner) => self.list(node, inner),
            Shape::OneOrMany(inner) => self.one_or_many(node, inner),
            Shape::Map(_, inner) => self.map(node, inner, true),
            Shape::MapOf(_, inner) | Shape::Words(inner) => self.map(node, inner, false),
            Shape::Either(shapes) => self.either(node, shapes),
            Shape::Object(object) => self.object(node, object),
        }
    }

    pub(super) fn wrong_kind(&mut self, node: NodeId, expected: &str) {
        let found = self.tree.node(node).value.noun();
        let span = self.tree.span(node);
        self.report(
            code::WRONG_KIND,
            span,
            format!("expected {expected}, found {found}"),
        );
    }

    fn object(&mut self, node: NodeId, object: &'static Object) {
        if !matches!(self.tree.node(node).value, Value::Map(_)) {
            return self.wrong_kind(node, &format!("a mapping: {}", with_article(object.name)));
        }
        for entry in self.tree.entries(node).to_vec() {
            match object.key(&entry.key) {
                Some(key) => self.known_key(&entry, key),
                None => self.unknown_key(&entry, object),
            }
        }
        self.missing_keys(node, object);
    }

    fn known_key(&mut self, entry: &Entry, key: &'static Key) {
        if key.since > self.version {
            let message = format!("`{}` is part of CGML {}", key.name, key.since);
            return self.needs_1_4(entry, message);
        }
        self.walk(entry.value, &key.shape);
    }

    fn needs_1_4(&mut self, entry: &Entry, message: String) {
        let hint = Some("write `cgml_version: \"1.4\"` to use it".to_owned());
        self.report_hint(code::NEEDS_1_4, entry.key_span, message, hint);
    }

    fn unknown_key(&mut self, entry: &Entry, object: &'static Object) {
        let known = || self.known_keys(object).map(|key| key.name);
        let hint = did_you_mean(&entry.key, known()).unwrap_or_else(|| {
            format!(
                "{} has the keys {}",
                with_article(object.name),
                one_of(known()).replace(" or ", " and ")
            )
        });
        let message = format!("{} has no key `{}`", with_article(object.name), entry.key);
        self.report_hint(code::UNKNOWN_KEY, entry.key_span, message, Some(hint));
    }

    fn known_keys(&self, object: &'static Object) -> impl Iterator<Item = &'static Key> + use<> {
        let version = self.version;
        object.keys.iter().filter(move |key| key.since <= version)
    }

    fn missing_keys(&mut self, node: NodeId, object: &'static Object) {
        let span = self.tree.span(node);
        for key in self.known_keys(object).filter(|key| key.required) {
            if self.tree.get(node, key.name).is_none() {
                let message = format!("{} needs the key `{}`", with_article(object.name), key.name);
                let hint = Some(format!("`{}`: {}", key.name, lower_first(key.about)));
                self.report_hint(code::MISSING_KEY, span, message, hint);
            }
        }
        if std::ptr::eq(object, &raw const RULE) {
            self.check_rule(node);
        }
    }

    fn check_rule(&mut self, node: NodeId) {
        let has = |key| self.tree.get(node, key).is_some();
        let is_1_4 = self.version >= Version::V1_4;
        let lacks = if is_1_4 && has("extends") {
            None
        } else if is_1_4 && has("restricts") {
            (!has("condition")).then_some("a `condition`")
        } else if has("trigger") {
            (!has("effect")).then_some("an `effect`")
        } else {
            Some("a `trigger`")
        };
        if let Some(lacks) = lacks {
            let span = self.tree.span(node);
            self.report(
                code::RULE_DOES_NOTHING,
                span,
                format!("a rule needs {lacks}"),
            );
        }
    }

    fn card(&mut self, node: NodeId) {
        if !matches!(self.tree.node(node).value, Value::Map(_)) {
            return self.wrong_kind(node, "a mapping: a card");
        }
        for entry in self.tree.entries(node).to_vec() {
            if let Some(key) = CARD.key(&entry.key) {
                self.known_key(&entry, key);
            }
        }
        self.missing_keys(node, &CARD);
    }

    fn list(&mut self, node: NodeId, inner: &Shape) {
        match &self.tree.node(node).value {
            Value::List(items) => items
                .clone()
                .into_iter()
                .for_each(|item| self.walk(item, inner)),
            Value::Scalar(_) | Value::Map(_) => self.wrong_kind(node, "a list"),
        }
    }

    fn one_or_many(&mut self, node: NodeId, inner: &Shape) {
        match &self.tree.node(node).value {
            Value::List(items) => items
                .clone()
                .into_iter()
                .for_each(|item| self.walk(item, inner)),
            Value::Scalar(_) | Value::Map(_) => self.walk(node, inner),
        }
    }

    fn map(&mut self, node: NodeId, inner: &Shape, declares: bool) {
        match &self.tree.node(node).value {
            Value::Map(entries) => {
                for entry in entries.clone() {
                    if declares {
                        self.check_name(&entry.key, entry.key_span);
                    }
                    self.walk(entry.value, inner);
                }
            }
            Value::Scalar(_) | Value::List(_) => self.wrong_kind(node, "a mapping"),
        }
    }

    /// Takes the first shape whose form is that of the node; the last one speaks for all if none fits.
    fn either(&mut self, node: NodeId, shapes: &[Shape]) {
        let fitting = shapes.iter().find(|shape| self.fits(node, shape));
        match fitting {
            Some(shape) => self.walk(node, shape),
            None => {
                let forms: Vec<String> = shapes.iter().map(form_of).collect();
                self.wrong_kind(node, &forms.join(" or "));
            }
        }
    }

    fn fits(&self, node: NodeId, shape: &Shape) -> bool {
        let value = &self.tree.node(node).value;
        match shape {
            Shape::Object(object) => match value {
                Value::Map(entries) => {
                    entries.is_empty()
                        || entries.iter().any(|entry| object.key(&entry.key).is_some())
                }
                Value::Scalar(scalar) => scalar.is_null(),
                Value::List(_) => false,
            },
            Shape::Map(..) | Shape::MapOf(..) | Shape::Words(_) | Shape::Card => {
                matches!(value, Value::Map(_))
            }
            Shape::List(_) => matches!(value, Value::List(_)),
            Shape::Word(words) => self
                .tree
                .text(node)
                .is_some_and(|text| words.contains(&text)),
            Shape::Operand(_) | Shape::Count | Shape::Player | Shape::Players => {
                self.is_1_4() || matches!(value, Value::Map(_))
            }
            Shape::Literal => match value {
                Value::Scalar(_) => true,
                Value::List(items) => items.iter().all(|item| self.tree.scalar(*item).is_some()),
                Value::Map(_) => false,
            },
            Shape::Flag
            | Shape::Number(..)
            | Shape::Text
            | Shape::Name(_)
            | Shape::NewName(_)
            | Shape::Trigger
            | Shape::Event => matches!(value, Value::Scalar(_)),
            Shape::Prose => matches!(value, Value::Scalar(_) | Value::Map(_)),
            Shape::Any
            | Shape::Steps
            | Shape::Modifiers
            | Shape::Type
            | Shape::OneOrMany(_)
            | Shape::Either(_) => true,
        }
    }
}

fn form_of(shape: &Shape) -> String {
    match shape {
        Shape::Object(object) => format!("{} as a mapping", with_article(object.name)),
        Shape::Map(..) | Shape::MapOf(..) | Shape::Words(_) => "a mapping".to_owned(),
        Shape::Card => "a card as a mapping".to_owned(),
        Shape::List(_) | Shape::OneOrMany(_) => "a list".to_owned(),
        Shape::Word(words) => one_of(words.iter().copied()),
        Shape::Literal => "a plain value".to_owned(),
        Shape::Number(..) | Shape::Count => "a number".to_owned(),
        Shape::Flag => "`true` or `false`".to_owned(),
        Shape::Operand(want) => want.noun(),
        Shape::Player | Shape::Players => "a player".to_owned(),
        Shape::Steps => "steps".to_owned(),
        Shape::Type => "a type".to_owned(),
        Shape::Name(kind) | Shape::NewName(kind) => format!("the name of a {}", kind.noun()),
        Shape::Any
        | Shape::Text
        | Shape::Prose
        | Shape::Trigger
        | Shape::Event
        | Shape::Modifiers
        | Shape::Either(_) => "text".to_owned(),
    }
}

fn with_article(name: &str) -> String {
    let article = match name.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
        Some(_) | None => "a",
    };
    if name.ends_with('s') && !name.ends_with("ss") {
        return name.to_owned();
    }
    format!("{article} {name}")
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first
            .to_lowercase()
            .chain(chars)
            .collect::<String>()
            .trim_end_matches('.')
            .to_owned()
    })
}
