//! The top of a game file.
//!
//! Editors see `!include 'file'` as text, so text may stand for a whole section and for an import.
//! Deeper down it may not: a file name where a list belongs is far more often a mistake.

use serde_json::{Value, json};

use super::definitions::{Definitions, Extent, list_of};
use crate::vocabulary::shape::Key;

impl Definitions {
    /// The value of a key at the top of a file.
    pub(super) fn top_key(&mut self, key: &'static Key, extent: Extent) -> Value {
        match key.name {
            "cgml_version" => self.version_word(),
            "inherit" => self.shape(&key.shape, extent),
            "imports" => list_of(json!({ "type": "string", "minLength": 1 })),
            _ => json!({ "if": { "type": "string" }, "else": self.shape(&key.shape, extent) }),
        }
    }

    /// The version as text or, where the quotes were forgotten, as the number YAML reads.
    fn version_word(&self) -> Value {
        let version = self.version().to_string();
        let number: Value = version.parse().expect("a version is written like a number");
        json!({ "enum": [version, number] })
    }
}
