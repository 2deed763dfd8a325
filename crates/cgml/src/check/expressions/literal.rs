//! Plain values: of a declared type, or of whatever type they look like.

use crate::check::Checker;
use crate::codes::cards as code;
use crate::diagnostic::{Diagnostic, Hint};
use crate::model::{Literal, Prose, Type};
use crate::tree::{Entry, NodeId, Value};
use crate::vocabulary::shape::Object;

/// Numbers as the words that their digits are.
fn as_words(values: Vec<Literal>) -> Vec<Literal> {
    let word = |value| match value {
        Literal::Number(number) => Literal::Text(number.to_string()),
        other => other,
    };
    values.into_iter().map(word).collect()
}

impl Checker<'_> {
    /// A text for people at a key.
    pub(in crate::check) fn prose(&self, node: NodeId, key: &str) -> Prose {
        self.tree
            .get(node, key)
            .map_or_else(Prose::default, |text| self.prose_of(text))
    }

    /// The `text` of an entry, which may stand for the whole entry.
    pub(in crate::check) fn prose_or_text(&self, node: NodeId, object: &Object) -> Prose {
        let is_known = |entry: &Entry| object.key(&entry.key).is_some();
        if self.tree.entries(node).iter().any(is_known) {
            self.prose(node, "text")
        } else {
            self.prose_of(node)
        }
    }

    fn prose_of(&self, node: NodeId) -> Prose {
        let texts = match &self.tree.node(node).value {
            Value::Scalar(scalar) if scalar.is_null() => Vec::new(),
            Value::Scalar(scalar) => vec![(String::new(), scalar.text.clone())],
            Value::Map(entries) => entries
                .iter()
                .filter_map(|entry| {
                    Some((entry.key.clone(), self.tree.text(entry.value)?.to_owned()))
                })
                .collect(),
            Value::List(_) => Vec::new(),
        };
        Prose { texts }
    }

    /// A value as it looks, with its type.
    pub(in crate::check) fn literal(&self, node: NodeId) -> (Literal, Type) {
        match &self.tree.node(node).value {
            Value::Scalar(scalar) => {
                if scalar.is_null() {
                    (Literal::Nothing, Type::Nothing)
                } else if let Some(flag) = scalar.bool() {
                    (Literal::Bool(flag), Type::Bool)
                } else if let Some(number) = scalar.int() {
                    (Literal::Number(number), Type::Number)
                } else if scalar.is_float() {
                    // It was reported.
                    (Literal::Nothing, Type::Any)
                } else {
                    (Literal::Text(scalar.text.clone()), Type::Text)
                }
            }
            Value::List(items) => {
                let (values, types): (Vec<Literal>, Vec<Type>) =
                    items.iter().map(|item| self.literal(*item)).unzip();
                let has = |ty: &Type| types.contains(ty);
                let of_words = has(&Type::Number)
                    && has(&Type::Text)
                    && types
                        .iter()
                        .all(|ty| matches!(ty, Type::Number | Type::Text));
                if of_words {
                    // Among words a number stands for its digits: 10 and "10" are the same rank.
                    return (Literal::List(as_words(values)), Type::Text.list());
                }
                let element = types
                    .into_iter()
                    .reduce(|one, other| self.join(&one, &other));
                (Literal::List(values), element.unwrap_or(Type::Any).list())
            }
            Value::Map(_) => (Literal::Nothing, Type::Any),
        }
    }

    /// A value that must be of a type; reports one that is not.
    pub(in crate::check) fn literal_of_type(&mut self, node: NodeId, ty: &Type) -> Literal {
        match self.try_literal(node, ty) {
            Some(literal) => literal,
            None => {
                self.wrong_literal(node, ty);
                Literal::Nothing
            }
        }
    }

    fn wrong_literal(&mut self, node: NodeId, ty: &Type) {
        let expected = match ty {
            Type::Range => "a range such as `3-5`".to_owned(),
            Type::Record(parts) => {
                let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
                format!("values for {}, such as `2/1`", names.join("/"))
            }
            other => self.describe(other),
        };
        let hint = match (ty, self.tree.text(node)) {
            (Type::Symbol(set), Some(text)) => {
                let values = self.game.symbol_sets[*set]
                    .values
                    .iter()
                    .map(String::as_str);
                self.did_you_mean(text, values.clone())
                    .or_else(|| Some(Hint::all_of("the values are", values)))
            }
            (Type::Number, Some(_)) => Some("write a whole number in digits".into()),
            (Type::Bool, _) => Some("write `true` or `false`".into()),
            (Type::Range, _) => Some("write `3-5`, `3`, or `2,4-6`".into()),
            (Type::Record(parts), _) => Some(
                format!(
                    "write {} parts with `/` between them, or a mapping",
                    parts.len()
                )
                .into(),
            ),
            _ => None,
        };
        let found = match self.tree.text(node) {
            Some(text) => format!("`{text}`"),
            None => self.tree.node(node).value.noun().to_owned(),
        };
        let message = format!("expected {expected}, found {found}");
        let span = self.tree.span(node);
        self.diagnostics
            .report(Diagnostic::new(code::WRONG_PROPERTY, span, message).maybe_hint(hint));
    }

    fn try_literal(&mut self, node: NodeId, ty: &Type) -> Option<Literal> {
        if let Type::List(element) = ty {
            return self.try_list(node, element);
        }
        if let Type::Record(parts) = ty {
            return self.try_record(node, parts);
        }
        let scalar = self.tree.scalar(node)?;
        if *ty == Type::Any {
            return Some(self.literal(node).0);
        }
        if scalar.is_null() {
            return Some(Literal::Nothing);
        }
        scalar_of_type(
            &scalar.text,
            scalar.int(),
            scalar.bool(),
            ty,
            &self.game.symbol_sets,
        )
    }

    /// One value stands for a list of one.
    fn try_list(&mut self, node: NodeId, element: &Type) -> Option<Literal> {
        let items = match &self.tree.node(node).value {
            Value::List(items) => items.clone(),
            Value::Scalar(_) | Value::Map(_) => vec![node],
        };
        let values: Vec<Literal> = items
            .into_iter()
            .map(|item| self.literal_of_type(item, element))
            .collect();
        Some(Literal::List(values))
    }

    /// A mapping, or the parts with `/` between them: `2/1`; `-` is nothing.
    fn try_record(&mut self, node: NodeId, parts: &[(String, Type)]) -> Option<Literal> {
        if let Some(text) = self.tree.text(node) {
            return self.record_of_text(text, parts);
        }
        let mut values = Vec::new();
        for (name, ty) in parts {
            let value = self.tree.get(node, name);
            values.push(value.map_or(Literal::Nothing, |value| self.literal_of_type(value, ty)));
        }
        Some(Literal::Record(values))
    }
}

impl Checker<'_> {
    /// A value of a type as one text.
    pub(in crate::check) fn literal_of_text(&self, text: &str, ty: &Type) -> Option<Literal> {
        if let Type::Record(parts) = ty {
            return self.record_of_text(text, parts);
        }
        scalar_of_type(text, text.parse().ok(), None, ty, &self.game.symbol_sets)
    }

    fn record_of_text(&self, text: &str, parts: &[(String, Type)]) -> Option<Literal> {
        let texts: Vec<&str> = text.split('/').map(str::trim).collect();
        if texts.len() != parts.len() {
            return None;
        }
        let values = texts.iter().zip(parts).map(|(text, (_, ty))| match *text {
            "-" => Some(Literal::Nothing),
            text => self.literal_of_text(text, ty),
        });
        values.collect::<Option<_>>().map(Literal::Record)
    }
}

fn scalar_of_type(
    text: &str,
    number: Option<i64>,
    flag: Option<bool>,
    ty: &Type,
    sets: &crate::model::Table<crate::model::SymbolSetId, crate::model::SymbolSet>,
) -> Option<Literal> {
    match ty {
        Type::Number => number.map(Literal::Number),
        Type::Bool => flag.map(Literal::Bool),
        Type::Text | Type::CardName | Type::Any => Some(Literal::Text(text.to_owned())),
        Type::Symbol(set) => Some(Literal::Symbol(*set, sets[*set].position(text)?)),
        Type::Range => range(text).map(Literal::Range),
        Type::Nothing
        | Type::Card
        | Type::Zone
        | Type::Player
        | Type::Team
        | Type::Phase
        | Type::State
        | Type::Kind
        | Type::Pool
        | Type::List(_)
        | Type::Record(_) => None,
    }
}

/// `3`, `3-5`, `2,4-6`.
fn range(text: &str) -> Option<Vec<(i64, i64)>> {
    text.split(',')
        .map(|part| {
            let part = part.trim();
            match part.split_once('-') {
                Some((low, high)) => {
                    let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
                    (low <= high).then_some((low, high))
                }
                None => part.parse().ok().map(|only| (only, only)),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_numbers_and_spans_of_numbers() {
        assert_eq!(range("3"), Some(vec![(3, 3)]));
        assert_eq!(range("0-10"), Some(vec![(0, 10)]));
        assert_eq!(range("2, 4-6"), Some(vec![(2, 2), (4, 6)]));
        assert_eq!(range("5-3"), None);
        assert_eq!(range("far"), None);
    }
}
