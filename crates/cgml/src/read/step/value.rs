//! The value of a parameter, read by the shape it must have.

use crate::read::Reader;
use crate::read::operand::call;
use crate::syntax::{Expr, ExprKind, Ident, Mode, Operand};
use crate::tree::{NodeId, Value};
use crate::vocabulary::keys::MODE;
use crate::vocabulary::shape::Shape;

impl Reader<'_> {
    /// Reads a parameter's value by its shape.
    pub(super) fn parameter(&mut self, node: NodeId, shape: &Shape) -> Option<Operand> {
        match shape {
            Shape::Operand(_) => self.operand(node).map(Operand::Expr),
            Shape::Count => self.count_operand(node).map(Operand::Expr),
            Shape::Player | Shape::Players => self.player_operand(node).map(Operand::Expr),
            Shape::Steps => Some(Operand::Steps(self.steps(node))),
            Shape::Prose => {
                self.walk(node, shape);
                Some(Operand::Prose(self.prose_of(node)))
            }
            Shape::Modifiers => Some(Operand::Modifiers(self.modifiers_at(node))),
            Shape::Flag => {
                self.walk(node, shape);
                self.flag_of(node)
            }
            Shape::OneOrMany(_) => Some(self.names_operand(node)),
            Shape::List(Shape::Object(_)) => Some(Operand::Modes(self.modes(node))),
            Shape::Either(shapes) => {
                let word = shapes.iter().find(|shape| self.is_word_of(node, shape));
                self.parameter(node, word.or(shapes.last())?)
            }
            Shape::Any => None,
            Shape::Word(_)
            | Shape::Name(_)
            | Shape::NewName(_)
            | Shape::Event
            | Shape::Number(..)
            | Shape::Text
            | Shape::Literal
            | Shape::Trigger
            | Shape::Type
            | Shape::Card
            | Shape::List(_)
            | Shape::Map(..)
            | Shape::MapOf(..)
            | Shape::Words(_)
            | Shape::Object(_)
            | Shape::Sort(..) => {
                self.walk(node, shape);
                let text = self.tree.text(node)?;
                Some(Operand::Word(Ident::new(text, self.tree.span(node))))
            }
        }
    }

    fn flag_of(&self, node: NodeId) -> Option<Operand> {
        let flag = self.tree.scalar(node)?.bool()?;
        Some(Operand::Expr(Expr {
            kind: ExprKind::Bool(flag),
            span: self.tree.span(node),
        }))
    }

    /// True if a node is one of the words of a shape.
    fn is_word_of(&self, node: NodeId, shape: &Shape) -> bool {
        match shape {
            Shape::Word(words) => self
                .tree
                .text(node)
                .is_some_and(|text| words.contains(&text)),
            _ => false,
        }
    }

    /// One name or several; each may have parameters, as in `power_attacker(2000)`.
    fn names_operand(&mut self, node: NodeId) -> Operand {
        let span = self.tree.span(node);
        let names = match &self.tree.node(node).value {
            Value::List(items) => items.clone(),
            Value::Scalar(_) | Value::Map(_) => vec![node],
        };
        let names = names
            .into_iter()
            .filter_map(|name| self.operand(name))
            .collect();
        Operand::Expr(call("list", span, names, span))
    }

    /// A list of modes to choose from.
    fn modes(&mut self, node: NodeId) -> Vec<Mode> {
        let items = self.tree.items(node);
        if items.is_empty() {
            self.wrong_kind(node, "a list of modes");
        }
        items.iter().map(|item| self.mode(*item)).collect()
    }

    fn mode(&mut self, node: NodeId) -> Mode {
        self.walk(node, &Shape::Object(&MODE));
        let get = |key| self.tree.get(node, key);
        let name = get("id").and_then(|id| self.tree.text(id));
        Mode {
            name: name.unwrap_or_default().to_owned(),
            text: get("text").map_or_else(Vec::new, |text| self.prose_of(text)),
            condition: get("if").and_then(|condition| self.syntax.expression(condition).cloned()),
            steps: get("do").map_or_else(Vec::new, |steps| self.syntax.steps(steps).to_vec()),
            span: self.tree.span(node),
        }
    }

    /// A text by language; the language is empty where there is only one.
    fn prose_of(&self, node: NodeId) -> Vec<(Ident, String)> {
        let span = self.tree.span(node);
        match &self.tree.node(node).value {
            Value::Scalar(scalar) => vec![(Ident::new("", span), scalar.text.clone())],
            Value::Map(entries) => entries
                .iter()
                .filter_map(|entry| {
                    let text = self.tree.text(entry.value)?;
                    Some((
                        Ident::new(entry.key.clone(), entry.key_span),
                        text.to_owned(),
                    ))
                })
                .collect(),
            Value::List(_) => Vec::new(),
        }
    }
}
