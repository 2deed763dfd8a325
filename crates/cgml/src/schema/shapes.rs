//! From the shape of a value to its schema.

use serde_json::{Map, Value, json};

use super::definitions::{Definitions, Extent, any_of, list_of, map_of, one_or_many};
use super::objects::can_be_overridden;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::{Object, Shape};

impl Definitions {
    /// The schema of a value of this shape.
    pub(super) fn shape(&mut self, shape: &Shape, extent: Extent) -> Value {
        match shape {
            Shape::Any => json!({}),
            Shape::Flag => json!({ "type": "boolean" }),
            Shape::Number(least, most) => number(*least, *most),
            Shape::Text | Shape::Event => json!({ "type": "string", "minLength": 1 }),
            Shape::Prose => self.prose(),
            Shape::Word(words) => json!({ "enum": words }),
            Shape::Name(kind) | Shape::NewName(kind) => name(*kind),
            Shape::Literal => self.literal(),
            Shape::Operand(_) => self.operand(),
            Shape::Count => self.count(),
            Shape::Player => self.player(),
            Shape::Players => self.players(),
            Shape::Steps => self.steps(),
            Shape::Trigger => self.trigger(),
            Shape::Modifiers => self.modifiers(),
            Shape::Type => self.value_type(),
            Shape::Card => self.listed_card(extent),
            Shape::List(inner) => list_of(self.entry(inner, extent)),
            Shape::OneOrMany(inner) => one_or_many(self.entry(inner, extent)),
            Shape::Map(_, Shape::Card) => map_of(self.card(extent)),
            Shape::Map(_, inner) | Shape::MapOf(_, inner) | Shape::Words(inner) => {
                map_of(self.entry(inner, extent))
            }
            Shape::Either(shapes) => self.either(shapes, extent),
            Shape::Object(object) => self.object(object, extent),
            Shape::Sort(key, sorts) => self.sort(key, sorts, extent),
        }
    }

    /// A mapping and something else are told apart by an `if`, so that problems are reported where
    /// they are; only shapes that look alike are left to a choice. Words stay in a choice as well:
    /// editors do not look for words to offer behind an `if`.
    fn either(&mut self, shapes: &[Shape], extent: Extent) -> Value {
        let (mapping, other) = match shapes {
            [one, other] if is_mapping(one) && is_no_mapping(other) => (one, other),
            [other, one] if is_mapping(one) && is_no_mapping(other) => (one, other),
            _ => {
                let shapes = shapes.iter().map(|shape| self.shape(shape, extent));
                return any_of(shapes.collect());
            }
        };
        let is_object = json!({ "type": "object" });
        let then = self.shape(mapping, extent);
        let otherwise = self.shape(other, extent);
        match other {
            Shape::List(_) => json!({ "if": is_object, "then": then, "else": otherwise }),
            _ => json!({ "anyOf": [otherwise, is_object], "if": is_object, "then": then }),
        }
    }

    /// The word at `key` tells which; an `if` for each, so that problems are reported where they are.
    fn sort(
        &mut self,
        key: &str,
        sorts: &[(&'static str, &'static Object)],
        extent: Extent,
    ) -> Value {
        let words: Vec<&str> = sorts.iter().map(|(word, _)| *word).collect();
        let each = sorts.iter().map(|(word, object)| {
            json!({
                "if": { "properties": { key: { "const": word } }, "required": [key] },
                "then": self.object(object, extent),
            })
        });
        let each: Vec<Value> = each.collect();
        json!({
            "type": "object",
            "properties": { key: { "enum": words } },
            "required": [key],
            "allOf": each,
        })
    }

    /// One of several: in a part of a game it is whole, unless it can be overridden key by key.
    fn entry(&mut self, shape: &Shape, extent: Extent) -> Value {
        let extent = match overrides(shape) {
            true => extent,
            false => Extent::Whole,
        };
        self.shape(shape, extent)
    }
}

fn overrides(shape: &Shape) -> bool {
    matches!(shape, Shape::Card)
        || matches!(shape, Shape::Object(object) if can_be_overridden(object))
}

fn is_mapping(shape: &Shape) -> bool {
    matches!(
        shape,
        Shape::Object(_) | Shape::Map(..) | Shape::MapOf(..) | Shape::Words(_)
    )
}

/// True if it is sure never to be a mapping.
fn is_no_mapping(shape: &Shape) -> bool {
    matches!(
        shape,
        Shape::Literal | Shape::Number(..) | Shape::Word(_) | Shape::Name(_) | Shape::List(_)
    )
}

fn number(least: i64, most: i64) -> Value {
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("integer"));
    if least > i64::MIN {
        schema.insert("minimum".to_owned(), json!(least));
    }
    if most < i64::MAX {
        schema.insert("maximum".to_owned(), json!(most));
    }
    Value::Object(schema)
}

/// Cards may be named by number, as trading cards are.
fn name(kind: NameKind) -> Value {
    if kind == NameKind::Card {
        return json!({ "type": ["string", "integer"], "minLength": 1 });
    }
    json!({ "type": "string", "minLength": 1 })
}
