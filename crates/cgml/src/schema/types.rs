//! From 1.4: the types of properties, attributes, parameters and fields.

use serde_json::{Value, json};

use super::definitions::{Definitions, described, list_of, map_of};
use crate::read::TYPE_WORDS;

impl Definitions {
    /// The type of a value: a word, the list of its values, or a mapping that says more.
    pub(super) fn value_type(&mut self) -> Value {
        self.refer("type", |definitions| {
            json!({
                "title": "type",
                "description": "The type of a value: a word, the list of its values, or a mapping that says more.",
                "anyOf": [
                    { "enum": TYPE_WORDS },
                    { "type": "object" },
                    list_of(definitions.literal()),
                ],
                "properties": definitions.details(),
                "additionalProperties": false,
                "minProperties": 1,
            })
        })
    }

    fn details(&mut self) -> Value {
        let inner = self.value_type();
        let literal = self.literal();
        let flag = json!({ "type": "boolean" });
        let number = json!({ "type": "integer" });
        let values = list_of(literal.clone());
        json!({
            "type": described("The type it is a special case of.", json!({ "enum": TYPE_WORDS })),
            "values": described("The only values.", values),
            "list": described("A list: the type of its elements.", inner.clone()),
            "counts_as": described("Whether a word counts as every other word whose name it contains.", json!({ "enum": ["contained"] })),
            "like": described("The type of this property or attribute.", json!({ "type": "string", "minLength": 1 })),
            "record": described("A record: the type of each of its fields.", map_of(inner)),
            "optional": described("Whether it may be left out; `false` if left out.", flag),
            "default": described("The value where none is given.", literal),
            "min": described("The least.", number.clone()),
            "max": described("The most.", number),
            "text": described("Its name for people.", self.prose()),
        })
    }
}
