//! Declared types: of properties, attributes, parameters, fields.

use crate::check::Checker;
use crate::codes::names::UNKNOWN_NAME;
use crate::codes::shape::BAD_TYPE;
use crate::diagnostic::Diagnostic;
use crate::model::{Literal, Type};
use crate::tree::{NodeId, Value};

/// A type as declared, with what a card may leave out.
#[derive(Debug, Clone)]
pub(in crate::check) struct DeclaredType {
    pub(in crate::check) ty: Type,
    pub(in crate::check) optional: bool,
    pub(in crate::check) default: Option<Literal>,
    pub(in crate::check) min: Option<i64>,
    pub(in crate::check) max: Option<i64>,
}

impl Checker<'_> {
    /// The type at a node; `name` names its set of values if it has one.
    pub(in crate::check) fn declared_type(&mut self, node: NodeId, name: &str) -> DeclaredType {
        let ty = self.type_at(node, name);
        let default = self
            .tree
            .get(node, "default")
            .map(|default| self.literal_of_type(default, &ty));
        DeclaredType {
            optional: self.flag(node, "optional").unwrap_or(false),
            default,
            min: self.number(node, "min"),
            max: self.number(node, "max"),
            ty,
        }
    }

    pub(in crate::check) fn type_at(&mut self, node: NodeId, name: &str) -> Type {
        match &self.tree.node(node).value {
            Value::Scalar(scalar) => type_word(&scalar.text),
            Value::List(items) => {
                let values = items
                    .iter()
                    .filter_map(|item| self.tree.text(*item))
                    .map(str::to_owned);
                let values = values.collect();
                Type::Symbol(self.symbol_set(name, values))
            }
            Value::Map(_) => self.type_mapping(node, name),
        }
    }

    /// The type of the property or attribute with the name at a node.
    fn type_like(&mut self, node: NodeId) -> Type {
        let name = self.tree.text(node).unwrap_or("").to_owned();
        if let Some(property) = self.property_named(&name) {
            return self.game.properties[property].ty.clone();
        }
        if let Some(attribute) = self.game.attributes.find(&name) {
            return self.game.attributes[attribute].ty.clone();
        }
        let known = self.game.properties.names();
        let hint = self.did_you_mean(&name, known);
        let message = format!("there is no property `{name}` that it could be like");
        self.diagnostics
            .report(Diagnostic::new(UNKNOWN_NAME, self.tree.span(node), message).maybe_hint(hint));
        Type::Any
    }

    fn type_mapping(&mut self, node: NodeId, name: &str) -> Type {
        if let Some(values) = self.tree.get(node, "values") {
            return self.type_at(values, name);
        }
        if let Some(list) = self.tree.get(node, "list") {
            return self.type_at(list, name).list();
        }
        if let Some(record) = self.tree.get(node, "record") {
            let parts = self.parts(record).iter().map(|entry| {
                let ty = self.type_at(entry.value, &format!("{name}.{}", entry.key));
                (entry.key.clone(), ty)
            });
            return Type::Record(parts.collect());
        }
        if let Some(like) = self.tree.get(node, "like") {
            return self.type_like(like);
        }
        self.tree
            .get(node, "type")
            .map_or(Type::Any, |word| self.type_at(word, name))
    }

    /// One of some words of the language.
    pub(in crate::check) fn word_type(&mut self, name: &str, words: &[&str]) -> Type {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Type::Symbol(self.symbol_set(name, words))
    }

    /// For each word of a list of words the others that it counts as, if the type at a node says so: those whose
    /// names it contains.
    pub(in crate::check) fn words_contained(&mut self, node: NodeId, ty: &Type) -> Vec<Vec<u32>> {
        let Some(counts_as) = self.tree.get(node, "counts_as") else {
            return Vec::new();
        };
        let Some(Type::Symbol(set)) = ty.element() else {
            let message = "`counts_as` is for a list of words";
            let diagnostic = Diagnostic::new(BAD_TYPE, self.tree.span(counts_as), message)
                .hint("write the words after `list`, or remove `counts_as`");
            self.diagnostics.report(diagnostic);
            return Vec::new();
        };
        let words = &self.game.symbol_sets[*set].values;
        let within = |word: &String| {
            let others = words.iter().enumerate();
            let others = others.filter(|(_, other)| *other != word && contains_name(word, other));
            others.map(|(position, _)| position as u32).collect()
        };
        words.iter().map(within).collect()
    }

    /// Only cards have words that count as others: elsewhere `counts_as` would change nothing.
    pub(in crate::check) fn refuse_counts_as(&mut self, ty: NodeId) {
        if let Some(counts_as) = self.tree.get(ty, "counts_as") {
            let message = "`counts_as` is for a property of cards";
            let diagnostic = Diagnostic::new(BAD_TYPE, self.tree.span(counts_as), message)
                .hint("write it at the property of the card kind, and remove it here");
            self.diagnostics.report(diagnostic);
        }
    }

    /// `up` and `down`.
    pub(in crate::check) fn face_type(&mut self) -> Type {
        Type::Symbol(self.symbol_set("face", vec!["up".to_owned(), "down".to_owned()]))
    }
}

/// True if a name contains another one, in whole words: `angel_command_dragon` contains `angel_command` and `dragon`.
fn contains_name(name: &str, part: &str) -> bool {
    let [name, part] = [name, part].map(|name| name.split('_').collect::<Vec<&str>>());
    name.windows(part.len()).any(|words| words == part)
}

fn type_word(word: &str) -> Type {
    match word {
        "number" => Type::Number,
        "flag" => Type::Bool,
        "text" => Type::Text,
        "card" => Type::Card,
        "cards" => Type::Card.list(),
        "player" => Type::Player,
        "players" => Type::Player.list(),
        "team" => Type::Team,
        "zone" => Type::Zone,
        "range" => Type::Range,
        "pool" => Type::Pool,
        "phase" => Type::Phase,
        "state" => Type::State,
        "kind" => Type::Kind,
        "list" => Type::Any.list(),
        _ => Type::Any,
    }
}
