//! From 1.4: continuous changes.

use serde_json::{Value, json};

use super::definitions::{Definitions, one_or_many};

/// Operations in the long form of a modifier.
const CHANGES: &[&str] = &["set", "add", "subtract", "multiply", "divide"];

impl Definitions {
    /// One modifier, or several.
    pub(super) fn modifiers(&mut self) -> Value {
        self.refer("modifiers", |definitions| {
            one_or_many(definitions.modifier())
        })
    }

    /// Text, or a mapping with a target and exactly one change.
    fn modifier(&mut self) -> Value {
        self.refer("modifier", |definitions| {
            let target = json!({
                "description": "What it changes, such as `this.power`.",
                "type": "string",
                "minLength": 1,
            });
            let mut schema = json!({
                "title": "modifier",
                "description": "A continuous change: text such as `this.power + 1000`, or a `target` and one of `set`, `add`, `subtract`, `multiply` and `divide`.",
                "type": ["string", "object"],
                "minLength": 1,
                "properties": { "target": target },
                "required": ["target"],
                "additionalProperties": false,
                "minProperties": 2,
                "maxProperties": 2,
            });
            for change in CHANGES {
                schema["properties"][*change] = definitions.operand();
            }
            schema
        })
    }
}
