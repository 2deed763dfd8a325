//! The `definitions` of a schema: each is written when it is first referred to.

use serde_json::{Map, Value, json};

use crate::version::Version;

/// True if what is written is all there is, or lies over something inherited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// Nothing may be missing.
    Whole,
    /// Missing keys may come from another file.
    Part,
}

/// The definitions of the schema of one version.
#[derive(Debug)]
pub(super) struct Definitions {
    version: Version,
    written: Map<String, Value>,
}

impl Definitions {
    pub(super) fn new(version: Version) -> Self {
        Self {
            version,
            written: Map::new(),
        }
    }

    pub(super) fn version(&self) -> Version {
        self.version
    }

    /// True if a word of this version is part of the language here.
    pub(super) fn has(&self, since: Version) -> bool {
        since <= self.version
    }

    /// A reference to the definition with this name, which `write` makes if there is none yet.
    pub(super) fn refer(&mut self, name: &str, write: impl FnOnce(&mut Self) -> Value) -> Value {
        if !self.written.contains_key(name) {
            // Holds the place, so that definitions may refer to themselves.
            self.written.insert(name.to_owned(), Value::Null);
            let definition = write(self);
            self.written.insert(name.to_owned(), definition);
        }
        json!({ "$ref": format!("#/definitions/{name}") })
    }

    pub(super) fn finish(self) -> Value {
        Value::Object(self.written)
    }
}

/// The same schema with a description.
///
/// Beside a `$ref` validators ignore it, as draft-07 asks, and editors show it.
pub(super) fn described(about: &str, schema: Value) -> Value {
    merged(json!({ "description": about }), schema)
}

/// The keywords of both schemas.
pub(super) fn merged(mut schema: Value, more: Value) -> Value {
    if let (Value::Object(schema), Value::Object(more)) = (&mut schema, more) {
        schema.extend(more);
    }
    schema
}

/// Any of these.
pub(super) fn any_of(schemas: Vec<Value>) -> Value {
    json!({ "anyOf": schemas })
}

/// A list of these.
pub(super) fn list_of(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

/// One of these, or a list of them. An `if` and not a choice, so that problems are reported where
/// they are.
pub(super) fn one_or_many(one: Value) -> Value {
    json!({ "if": { "type": "array" }, "then": list_of(one.clone()), "else": one })
}

/// A mapping from any names to these.
pub(super) fn map_of(values: Value) -> Value {
    json!({ "type": "object", "additionalProperties": values })
}
