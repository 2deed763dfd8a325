//! Expressions: operands and operators.

use serde_json::{Map, Value, json};

use super::definitions::{Definitions, described, list_of};
use crate::version::Version;
use crate::vocabulary::operators::{self, Operator};
use crate::vocabulary::want::Want;

impl Definitions {
    /// Schema of an operand or argument.
    pub(super) fn operand(&mut self) -> Value {
        self.refer("operand", |definitions| {
            let long_form = definitions.long_form();
            match definitions.version() {
                Version::V1_3 => json!({
                    "title": "expression",
                    "description": "An expression: `path`, `value`, `ref`, or one operator with the list of its operands.",
                    "type": "object",
                    "allOf": [long_form],
                }),
                Version::V1_4 => json!({
                    "title": "expression",
                    "description": "An expression: text such as `count(hand) >= 3`, a value, a list, or the long form.",
                    "anyOf": [
                        { "type": ["string", "integer", "boolean", "null", "object"] },
                        list_of(definitions.operand()),
                    ],
                    "allOf": [long_form],
                }),
            }
        })
    }

    /// A whole number, or an expression that gives one.
    pub(super) fn count(&mut self) -> Value {
        self.refer("count", |definitions| {
            let kinds = match definitions.version() {
                Version::V1_3 => json!(["integer", "object"]),
                Version::V1_4 => json!(["integer", "string", "object"]),
            };
            json!({
                "title": "count",
                "description": "A whole number, or an expression that gives one.",
                "type": kinds,
                "allOf": [definitions.long_form()],
            })
        })
    }

    /// Schema of an expression that is a mapping; anything else passes.
    ///
    /// It is one mapping with a key for each operator, not a choice of many mappings, and leaves the
    /// type to those who use it: editors can then offer every key, and name the one that is wrong.
    pub(super) fn long_form(&mut self) -> Value {
        self.refer("long_form", |definitions| {
            let mut schema = json!({
                "title": "expression in the long form",
                "properties": definitions.forms(),
                "additionalProperties": false,
                "minProperties": 1,
                "allOf": [one_key()],
            });
            schema["properties"]["winners"] = described("Who wins.", definitions.winners());
            schema["properties"]["reason"] = described("Why, for people.", definitions.prose());
            schema
        })
    }

    /// A player, or a list of players; a number is a player's id.
    fn winners(&mut self) -> Value {
        let winner = json!({ "anyOf": [{ "type": "integer", "minimum": 0 }, self.operand()] });
        json!({ "anyOf": [winner, list_of(winner.clone())] })
    }

    fn forms(&mut self) -> Map<String, Value> {
        let text = json!({ "type": "string", "minLength": 1 });
        let path = described(
            "A selector, such as `$.players[current].zones.hand`.",
            text.clone(),
        );
        let value = described("A value as it stands.", self.literal());
        let stored = described("A temporary value, by the name of its `store_as`.", text);
        let leaves = [("path", path), ("value", value), ("ref", stored)];
        let mut forms: Map<String, Value> = leaves
            .into_iter()
            .map(|(name, schema)| (name.to_owned(), schema))
            .collect();
        for operator in operators::all() {
            if self.has(operator.since) {
                forms.insert(operator.name.to_owned(), self.operator(operator));
            }
        }
        forms
    }

    /// The operands of an operator.
    fn operator(&mut self, operator: &Operator) -> Value {
        let name = format!("operator.{}", operator.name);
        let reference = self.refer(&name, |definitions| definitions.operands(operator));
        described(operator.about, reference)
    }

    fn operands(&mut self, operator: &Operator) -> Value {
        let items = match operator.operands.contains(&Want::Action) {
            true => self.step(),
            false => self.operand(),
        };
        let mut schema = described(operator.about, list_of(items));
        schema["title"] = json!(operator.name);
        if operator.least() > 0 {
            schema["minItems"] = json!(operator.least());
        }
        if let Some(most) = operator.most(self.version()) {
            schema["maxItems"] = json!(most);
        }
        schema
    }
}

/// One key, not two; but `winners` may have a `reason`.
///
/// It stands apart from the keys because editors offer no key of a mapping that is declared full.
fn one_key() -> Value {
    json!({
        "if": { "required": ["winners"] },
        "then": { "propertyNames": { "enum": ["winners", "reason"] } },
        "else": { "maxProperties": 1, "not": { "required": ["reason"] } },
    })
}
