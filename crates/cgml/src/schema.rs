//! JSON Schemas (draft-07) of the language, for editors and other programs.
//!
//! They are written from the [vocabulary](crate::vocabulary), so that editors and the checker agree.
//! A schema sees one file as its author wrote it and knows the shape of things only: names, types
//! and whatever needs the merged document are left to the checker.

use serde_json::{Value, json};

use crate::dialect::Dialect;
use crate::dialects;
use crate::version::Version;
use crate::vocabulary::keys::{DECK_LIST, DOCUMENT};

mod definitions;
mod document;
mod modifiers;
mod objects;
mod operands;
mod players;
mod shapes;
mod steps;
mod together;
mod types;
mod values;

use definitions::{Definitions, Extent, merged, one_or_many};

/// Every generated file, by name, with its contents.
pub fn files() -> Vec<(&'static str, String)> {
    let dialects = dialects::ALL.iter();
    let dialects = dialects.map(|dialect| (dialect.schema, dialect_schema(dialect)));
    [
        ("cgml-1.3.json", schema(Version::V1_3)),
        ("cgml-1.4.json", schema(Version::V1_4)),
        ("card-1.4.json", card_schema()),
        ("deck-list-1.4.json", deck_list_schema()),
    ]
    .into_iter()
    .chain(dialects)
    .map(|(name, schema)| (name, format!("{schema:#}\n")))
    .collect()
}

/// The schema of a game file.
///
/// A file that inherits or imports something is a part of a game: it needs only `cgml_version`, and
/// its entries need only what tells them apart, because the rest may come from the other file.
pub fn schema(version: Version) -> Value {
    let mut definitions = Definitions::new(version);
    let whole = definitions.object(&DOCUMENT, Extent::Whole);
    let part = definitions.object(&DOCUMENT, Extent::Part);
    let root = json!({
        "if": { "anyOf": [{ "required": ["inherit"] }, { "required": ["imports"] }] },
        "then": part,
        "else": whole,
    });
    finished(
        "cgml",
        "A card game, as its author writes it.",
        root,
        definitions,
    )
}

/// The schema of a file that holds a card, or a list of cards.
pub fn card_schema() -> Value {
    let mut definitions = Definitions::new(Version::V1_4);
    let root = one_or_many(definitions.listed_card(Extent::Whole));
    finished("card", "A card, or a list of cards.", root, definitions)
}

/// The schema of a file that holds a deck list, or a list of them.
pub fn deck_list_schema() -> Value {
    let mut definitions = Definitions::new(Version::V1_4);
    let root = one_or_many(definitions.object(&DECK_LIST, Extent::Whole));
    finished(
        "deck-list",
        "A deck to play with, or a list of decks.",
        root,
        definitions,
    )
}

/// The schema of a file that holds a card of a dialect.
pub fn dialect_schema(dialect: &Dialect) -> Value {
    let mut definitions = Definitions::new(Version::V1_4);
    let root = definitions.object(dialect.card, Extent::Whole);
    let head = head(dialect.schema, dialect.card.name, dialect.card.about);
    let foot = json!({ "definitions": definitions.finish() });
    merged(merged(head, root), foot)
}

fn finished(name: &str, about: &str, root: Value, definitions: Definitions) -> Value {
    let version = definitions.version();
    let head = head(
        &format!("{name}-{version}.json"),
        &format!("CGML {version}"),
        about,
    );
    let foot = json!({ "definitions": definitions.finish() });
    merged(merged(head, root), foot)
}

fn head(file: &str, title: &str, about: &str) -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": format!("https://fuda.cards/schema/{file}"),
        "title": title,
        "description": about,
    })
}
