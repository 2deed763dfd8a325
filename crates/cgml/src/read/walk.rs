//! Walking a document along the shapes of the vocabulary.

use super::{Reader, Slip, TO_USE_IT, all_of, meant, one_of};
use crate::codes::Code;
use crate::codes::shape as code;
use crate::diagnostic::Hint;
use crate::similar::nearest;
use crate::tree::{Entry, NodeId, Value};
use crate::version::Version;
use crate::vocabulary::keys::{CARD, RULE, objects};
use crate::vocabulary::shape::{Key, Object, Shape};
use crate::vocabulary::want::Want;

impl Reader<'_> {
    /// Checks a node against a shape and reads the logic in it.
    pub(super) fn walk(&mut self, node: NodeId, shape: &Shape) {
        if self.tree.node(node).tag.is_some() {
            // An include or alias that could not be read: the loader has reported it.
            return;
        }
        if !matches!(shape, Shape::Any | Shape::Prose | Shape::Literal) && self.is_torn(node) {
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
            Shape::Map(_, inner) => self.map(node, shape, inner, true),
            Shape::MapOf(_, inner) | Shape::Words(inner) => self.map(node, shape, inner, false),
            Shape::Either(shapes) => self.either(node, shapes),
            Shape::Object(object) => self.object(node, object),
            Shape::Sort(key, sorts) => self.sort(node, key, sorts),
        }
    }

    pub(super) fn wrong_kind(&mut self, node: NodeId, expected: &str) {
        self.wrong_kind_hint(node, expected, None);
    }

    pub(super) fn wrong_kind_hint(&mut self, node: NodeId, expected: &str, hint: Option<String>) {
        let found = self.tree.node(node).value.noun();
        let message = format!("expected {expected}, found {found}");
        self.report_hint(
            code::WRONG_KIND,
            self.tree.span(node),
            message,
            hint.map(Hint::from),
        );
    }

    fn object(&mut self, node: NodeId, object: &'static Object) {
        if !matches!(self.tree.node(node).value, Value::Map(_)) {
            let expected = format!("{} as a mapping", with_article(object.name));
            let hint = Some(format!("write `{}`", self.sample(object)));
            return self.wrong_kind_hint(node, &expected, hint);
        }
        let mut unknown = 0;
        for entry in self.tree.entries(node) {
            match object.key(&entry.key) {
                Some(key) => self.known_key(entry, key),
                None if self.unknown_key(node, entry, object) => {}
                None => unknown += 1,
            }
        }
        self.missing_keys(node, object, unknown);
    }

    /// A mapping whose word at `key` tells what it is. Of one whose word is wrong the other keys are not known.
    fn sort(
        &mut self,
        node: NodeId,
        key: &'static str,
        sorts: &'static [(&'static str, &'static Object)],
    ) {
        let words = || sorts.iter().map(|(word, _)| *word);
        if !matches!(self.tree.node(node).value, Value::Map(_)) {
            let first = words().next().unwrap_or_default();
            let hint = Some(format!("write `{{ {key}: {first}, … }}`"));
            return self.wrong_kind_hint(node, &format!("a mapping with the key `{key}`"), hint);
        }
        let Some(value) = self.tree.get(node, key) else {
            let message = format!("a step needs the key `{key}`");
            let hint = Some(format!("add `{key}`: {}", one_of(words())));
            return self.report_hint(
                code::MISSING_KEY,
                self.head(node),
                message,
                hint.map(Hint::from),
            );
        };
        let word = self.tree.text(value).unwrap_or_default();
        let near = meant(word, words());
        let is_word = |(name, _): &&(&str, _)| *name == word || Some(*name) == near;
        match sorts.iter().find(is_word) {
            Some((_, object)) => self.object(node, object),
            None => {
                let message = format!(
                    "{} is not one of {}",
                    self.tree.node(value).value.shown(),
                    one_of(words())
                );
                self.report_hint(code::UNKNOWN_WORD, self.tree.span(value), message, None);
            }
        }
    }

    /// Sample of an object: the keys it needs, or its first ones.
    fn sample(&self, object: &'static Object) -> String {
        let known: Vec<&Key> = self.known_keys(object).collect();
        let mut keys: Vec<&&Key> = known.iter().filter(|key| key.required).collect();
        if keys.is_empty() {
            keys = known.iter().take(2).collect();
        }
        let keys: Vec<String> = keys.iter().map(|key| format!("{}: …", key.name)).collect();
        format!("{{ {} }}", keys.join(", "))
    }

    fn known_key(&mut self, entry: &Entry, key: &'static Key) {
        if key.since > self.version {
            let message = format!("`{}` is part of CGML {}", key.name, key.since);
            let hint = Some(TO_USE_IT.to_owned());
            return self.report_hint(
                code::NEEDS_1_4,
                entry.key_span,
                message,
                hint.map(Hint::from),
            );
        }
        self.walk(entry.value, &key.shape);
    }

    /// Reports a key that does not belong here. One that is like a key which is not there yet is
    /// taken for it, so that nothing under it goes unread; gives whether that is so.
    fn unknown_key(&mut self, node: NodeId, entry: &Entry, object: &'static Object) -> bool {
        // A key of the same file is no candidate; one of a lower layer may be the one to change.
        let is_free = |key: &&Key| {
            let given = self.tree.entry(node, key.name);
            given.is_none_or(|given| given.key_span.file != entry.key_span.file)
        };
        let free = self.known_keys(object).filter(is_free).map(|key| key.name);
        let near = meant(&entry.key, free);
        let key = near.and_then(|near| object.key(near));
        let hint = match key {
            Some(key) => format!("did you mean `{}`?", key.name),
            None => self.keys_hint(&entry.key, object),
        };
        let message = format!("{} has no key `{}`", with_article(object.name), entry.key);
        self.report_hint(
            code::UNKNOWN_KEY,
            entry.key_span,
            message,
            Some(hint.into()),
        );
        let is_new = |key: &&Key| !self.has_key(node, key.name);
        let key = key.filter(is_new);
        let Some(key) = key.filter(|key| self.fits(entry.value, &key.shape)) else {
            return false;
        };
        self.syntax.slips.push(Slip::Key {
            node,
            written: entry.key.clone(),
            meant: key.name,
        });
        self.walk(entry.value, &key.shape);
        true
    }

    /// The place where a key belongs, or which keys there are.
    fn keys_hint(&self, key: &str, object: &'static Object) -> String {
        let all = objects();
        let names = || {
            let keys = all.iter().flat_map(|other| self.known_keys(other));
            keys.map(|key| key.name)
        };
        let near = names().find(|name| *name == key);
        let near = near.or_else(|| nearest(key, names()));
        let homes = |is_home: &dyn Fn(&Key) -> bool| -> Vec<String> {
            all.iter()
                .filter(|other| {
                    let mut keys = self.known_keys(other);
                    keys.any(|key| Some(key.name) == near && is_home(key))
                })
                .map(|other| with_article(other.name))
                .collect()
        };
        // The place where it must stand is the likeliest place.
        let homes = match homes(&|key| key.required) {
            required if !required.is_empty() => required,
            _ => homes(&|_| true),
        };
        match (near, homes.as_slice()) {
            (Some(near), [_] | [_, _]) if is_block(object) => {
                format!("`{near}` belongs into {}", homes.join(" or "))
            }
            (_, _) => {
                let known = self.known_keys(object).map(|key| key.name);
                format!(
                    "{} has the keys {}",
                    with_article(object.name),
                    all_of(known)
                )
            }
        }
    }

    /// True if a mapping has a key, written so or taken for it.
    fn has_key(&self, node: NodeId, key: &str) -> bool {
        let is_slip = |slip: &Slip| match slip {
            Slip::Key {
                node: of, meant, ..
            } => *of == node && *meant == key,
            Slip::Word { .. } => false,
        };
        self.tree.get(node, key).is_some() || self.syntax.slips.iter().any(is_slip)
    }

    fn known_keys(&self, object: &'static Object) -> impl Iterator<Item = &'static Key> + use<> {
        let version = self.version;
        object.keys.iter().filter(move |key| key.since <= version)
    }

    /// Reports what is missing, unless as many keys that do not exist may stand for it.
    fn missing_keys(&mut self, node: NodeId, object: &'static Object, unknown: usize) {
        let missing: Vec<&Key> = self
            .known_keys(object)
            .filter(|key| key.required && !self.has_key(node, key.name))
            .collect();
        if missing.len() > unknown {
            self.report_missing(code::MISSING_KEY, node, object.name, &missing);
        }
        if std::ptr::eq(object, &raw const RULE) {
            self.check_rule(node, unknown);
        }
    }

    fn report_missing(&mut self, code: Code, node: NodeId, noun: &str, missing: &[&Key]) {
        let names = all_of(missing.iter().map(|key| key.name));
        let keys = if missing.len() == 1 { "key" } else { "keys" };
        let message = format!("{} needs the {keys} {names}", with_article(noun));
        let hint = Some(format!("add {}", described(missing)));
        self.report_hint(code, self.head(node), message, hint.map(Hint::from));
    }

    fn check_rule(&mut self, node: NodeId, unknown: usize) {
        let has = |key| self.has_key(node, key);
        let complete = has("trigger") && has("effect");
        let other_form = self.version >= Version::V1_4 && (has("restricts") || has("extends"));
        if complete || other_form {
            return;
        }
        let missing: Vec<&Key> = ["trigger", "effect"]
            .into_iter()
            .filter(|key| !has(key))
            .filter_map(|key| RULE.key(key))
            .collect();
        if missing.len() > unknown {
            self.report_missing(code::RULE_DOES_NOTHING, node, "rule", &missing);
        }
    }

    fn card(&mut self, node: NodeId) {
        if !matches!(self.tree.node(node).value, Value::Map(_)) {
            let hint = Some(format!("write `{}`", self.sample(&CARD)));
            return self.wrong_kind_hint(node, "a card as a mapping", hint);
        }
        for entry in self.tree.entries(node) {
            if let Some(key) = CARD.key(&entry.key) {
                self.known_key(entry, key);
            }
        }
        self.missing_keys(node, &CARD, 0);
    }

    fn list(&mut self, node: NodeId, inner: &Shape) {
        if let Value::List(items) = &self.tree.node(node).value {
            let items = items.clone();
            return items.into_iter().for_each(|item| self.walk(item, inner));
        }
        let hint = self.as_list(node, inner);
        self.wrong_kind_hint(node, &format!("a list of {}", plural(inner)), hint);
    }

    /// Spelling of a value as a list.
    fn as_list(&self, node: NodeId, inner: &Shape) -> Option<String> {
        match &self.tree.node(node).value {
            Value::List(_) => None,
            Value::Scalar(scalar) if scalar.is_null() => Some("write `[]` for none".to_owned()),
            Value::Scalar(scalar) => Some(format!("write `[{}]`", scalar.text)),
            Value::Map(entries) => {
                let first = entries.first()?;
                let is_name = |entry: &Entry| key_of(inner, &entry.key).is_none();
                match identity(inner).filter(|_| entries.iter().all(is_name)) {
                    Some(key) => Some(format!(
                        "begin each of them with `- ` and its {key}: `- {key}: {}`",
                        first.key
                    )),
                    None => Some("put `- ` before it, or `[ ]` around it".to_owned()),
                }
            }
        }
    }

    fn one_or_many(&mut self, node: NodeId, inner: &Shape) {
        match &self.tree.node(node).value {
            Value::List(items) => items
                .iter()
                .copied()
                .for_each(|item| self.walk(item, inner)),
            Value::Scalar(_) | Value::Map(_) => self.walk(node, inner),
        }
    }

    fn map(&mut self, node: NodeId, shape: &Shape, inner: &Shape, declares: bool) {
        let form = &form_of(shape);
        match &self.tree.node(node).value {
            Value::Map(entries) => {
                for entry in entries {
                    if declares {
                        self.check_name(&entry.key, entry.key_span);
                    }
                    self.walk(entry.value, inner);
                }
            }
            Value::Scalar(scalar) if scalar.is_null() => {
                let hint = Some("write `{}` for none".to_owned());
                self.wrong_kind_hint(node, form, hint);
            }
            Value::Scalar(_) => self.wrong_kind(node, form),
            Value::List(items) => {
                let first = items
                    .first()
                    .and_then(|item| self.tree.entries(*item).first());
                let name = items.first().and_then(|item| self.tree.text(*item));
                let named = items.first().and_then(|item| {
                    let name = self.tree.get(*item, "name").or(self.tree.get(*item, "id"));
                    self.tree.text(name?)
                });
                let hint = match (first, name) {
                    _ if named.is_some() => {
                        let name = named.unwrap_or_default();
                        format!("write its name as the key, without the `-`: `{name}: …`")
                    }
                    (Some(entry), _) => {
                        format!("write `{}: …` without the `-` before it", entry.key)
                    }
                    (None, Some(name)) if is_type(inner) => {
                        format!("write each name with its type: `{{ {name}: number }}`")
                    }
                    (None, Some(name)) => format!("write each name with a `:`: `{name}: …`"),
                    (None, None) => "write a name and `:` in place of each `-`".to_owned(),
                };
                self.wrong_kind_hint(node, form, Some(hint));
            }
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
            Shape::Map(..) | Shape::MapOf(..) | Shape::Words(_) | Shape::Card | Shape::Sort(..) => {
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
        Shape::Map(_, inner) | Shape::MapOf(_, inner) if is_type(inner) => {
            "a mapping from names to types".to_owned()
        }
        Shape::Map(kind, _) | Shape::MapOf(kind, _) => format!("a mapping of {}s", kind.noun()),
        Shape::Words(_) | Shape::Sort(..) => "a mapping".to_owned(),
        Shape::Card => "a card as a mapping".to_owned(),
        Shape::List(inner) | Shape::OneOrMany(inner) => format!("a list of {}", plural(inner)),
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

/// True if a shape is a type, or may be one.
fn is_type(shape: &Shape) -> bool {
    match shape {
        Shape::Type => true,
        Shape::Either(shapes) => shapes.iter().any(is_type),
        _ => false,
    }
}

/// Noun for the items of a list.
fn plural(shape: &Shape) -> String {
    let noun = match shape {
        Shape::Object(object) => object.name,
        Shape::Card => "card",
        Shape::Name(kind) | Shape::NewName(kind) => kind.noun(),
        Shape::Number(..) | Shape::Count => "number",
        Shape::Text | Shape::Prose => "text",
        Shape::Word(_) => "word",
        Shape::Operand(Want::Name(kind)) => kind.noun(),
        Shape::Operand(_) => "expression",
        Shape::List(_) => "list",
        Shape::Player | Shape::Players => "player",
        Shape::Steps | Shape::Sort(..) => "step",
        Shape::Event | Shape::Trigger => "event",
        Shape::Any
        | Shape::Flag
        | Shape::Literal
        | Shape::Modifiers
        | Shape::Type
        | Shape::OneOrMany(_)
        | Shape::Map(..)
        | Shape::MapOf(..)
        | Shape::Words(_)
        | Shape::Either(_) => "value",
    };
    match noun.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    }
}

/// True if an object only holds others, so that a key may stand on the wrong level.
fn is_block(object: &Object) -> bool {
    object.name.ends_with("block") || object.name == "document" || object.name.ends_with("types")
}

fn object_of(shape: &Shape) -> Option<&'static Object> {
    match shape {
        Shape::Object(object) => Some(object),
        Shape::Card => Some(&CARD),
        _ => None,
    }
}

fn key_of(shape: &Shape, name: &str) -> Option<&'static Key> {
    object_of(shape)?.key(name)
}

/// The key by which the entries of a list are known.
fn identity(shape: &Shape) -> Option<&'static str> {
    let mut keys = object_of(shape)?.keys.iter();
    let key = keys.find(|key| key.required && matches!(key.shape, Shape::NewName(_)))?;
    Some(key.name)
}

/// Keys with what each is for: "`to`: the state entered".
pub(super) fn described(keys: &[&Key]) -> String {
    let keys = keys
        .iter()
        .map(|key| format!("`{}`: {}", key.name, lower_first(key.about)));
    keys.collect::<Vec<_>>().join("; ")
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

pub(crate) fn lower_first(text: &str) -> String {
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
