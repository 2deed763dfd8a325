//! Mappings with known keys.

use serde_json::{Map, Value, json};

use super::definitions::{Definitions, Extent, described, merged};
use super::together::together;
use crate::version::Version;
use crate::vocabulary::keys::{CARD, DOCUMENT, RULE, TRANSITION, ZONE};
use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::{Key, Object, Shape};

impl Definitions {
    /// A mapping with these keys and no others.
    pub(super) fn object(&mut self, object: &'static Object, extent: Extent) -> Value {
        self.refer(&definition(object, extent), |definitions| {
            let mut schema = definitions.keys(object, extent);
            schema["additionalProperties"] = json!(false);
            schema
        })
    }

    /// A card in a mapping from ids. Its kind declares the keys that are not known here.
    pub(super) fn card(&mut self, extent: Extent) -> Value {
        self.refer(&definition(&CARD, extent), |definitions| {
            definitions.keys(&CARD, extent)
        })
    }

    /// A card in a list: it gives its id itself.
    pub(super) fn listed_card(&mut self, extent: Extent) -> Value {
        let name = format!("listed_{}", definition(&CARD, extent));
        self.refer(
            &name,
            |definitions| json!({ "allOf": [definitions.card(extent), { "required": ["id"] }] }),
        )
    }

    fn keys(&mut self, object: &'static Object, extent: Extent) -> Value {
        let version = self.version();
        let keys = object.keys.iter().filter(|key| key.since <= version);
        let keys: Vec<&'static Key> = keys.collect();
        let required = keys
            .iter()
            .filter(|key| is_required(object, key, version, extent));
        let required: Vec<&str> = required.map(|key| key.name).collect();

        let mut schema = json!({
            "title": object.name,
            "description": object.about,
            "type": "object",
            "properties": self.properties(object, &keys, extent),
        });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        match extent {
            Extent::Whole => merged(schema, together(object, version)),
            Extent::Part => schema,
        }
    }

    fn properties(
        &mut self,
        object: &'static Object,
        keys: &[&'static Key],
        extent: Extent,
    ) -> Map<String, Value> {
        // A document overrides an entry key by key; the values of its keys are whole.
        let extent = match can_be_overridden(object) {
            true => Extent::Whole,
            false => extent,
        };
        let mut properties = Map::new();
        for key in keys {
            let schema = self.key(object, key, extent);
            properties.insert(key.name.to_owned(), described(key.about, schema));
        }
        properties
    }

    fn key(&mut self, object: &'static Object, key: &'static Key, extent: Extent) -> Value {
        if is(object, &DOCUMENT) {
            return self.top_key(key, extent);
        }
        // Only from 1.4 on may a zone type stand there itself.
        if is(object, &ZONE) && key.name == "type" && !self.has(Version::V1_4) {
            return self.shape(&Shape::Name(NameKind::ZoneType), extent);
        }
        self.shape(&key.shape, extent)
    }
}

/// True if two objects are the same row of the vocabulary.
pub(super) fn is(object: &Object, other: &Object) -> bool {
    std::ptr::eq(object, other)
}

/// True if a document may change single keys of one it inherits.
pub(super) fn can_be_overridden(object: &Object) -> bool {
    object.key("disabled").is_some()
}

fn is_required(object: &Object, key: &Key, version: Version, extent: Extent) -> bool {
    if is_given_by_its_place(object, key) {
        return false;
    }
    match extent {
        Extent::Whole => key.required || is_part_of_every_rule(object, key, version),
        Extent::Part => key.required && is_identity(object, key),
    }
}

/// In a mapping the id of a card stands before it; in a list [`Definitions::listed_card`] asks for it.
fn is_given_by_its_place(object: &Object, key: &Key) -> bool {
    is(object, &CARD) && key.name == "id"
}

/// In 1.3 a rule always has a trigger and an effect (CGML §10).
fn is_part_of_every_rule(object: &Object, key: &Key, version: Version) -> bool {
    version == Version::V1_3 && is(object, &RULE) && matches!(key.name, "trigger" | "effect")
}

/// True if it tells which entry is overridden (CGML §5.1), or in which language.
fn is_identity(object: &Object, key: &Key) -> bool {
    let is_version = is(object, &DOCUMENT) && key.name == "cgml_version";
    is_version || is(object, &TRANSITION) || matches!(key.shape, Shape::NewName(_))
}

/// The name of an object's definition.
fn definition(object: &Object, extent: Extent) -> String {
    let name = object.name.replace(' ', "_");
    match extent {
        Extent::Whole => name,
        Extent::Part => format!("part_of_{name}"),
    }
}
