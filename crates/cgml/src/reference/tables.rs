//! The tables of the topic pages: keys, fields and events.

use super::words::{of_name, of_shape, of_want};
use crate::vocabulary::events::{COMMON, EVENTS, Event};
use crate::vocabulary::fields::{self, Field, Is};
use crate::vocabulary::keys;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::{Key, Object};

const FIELDS: &[(&str, &[Field])] = &[
    ("card", fields::CARD),
    ("zone", fields::ZONE),
    ("player", fields::PLAYER),
    ("team", fields::TEAM),
    ("root", fields::ROOT),
    ("anchor", fields::ANCHOR),
    ("word", fields::WORD),
];

/// Every mapping that has a table.
fn objects() -> Vec<&'static Object> {
    let scenarios = [
        &keys::SCENARIOS,
        &keys::SCENARIO,
        &keys::GIVEN,
        &keys::CHOICE,
        &keys::FACT,
    ];
    keys::objects().into_iter().chain(scenarios).collect()
}

/// The name of every table: `keys: zone`, `fields: card`, `events`.
pub fn table_names() -> Vec<String> {
    let keys = objects()
        .into_iter()
        .map(|object| format!("keys: {}", object.name));
    let fields = FIELDS.iter().map(|(name, _)| format!("fields: {name}"));
    keys.chain(fields).chain(["events".to_owned()]).collect()
}

/// The table of this name, in Markdown.
pub fn table(name: &str) -> Option<String> {
    if name == "events" {
        return Some(events());
    }
    if let Some(name) = name.strip_prefix("fields: ") {
        let (_, fields) = FIELDS.iter().find(|(known, _)| *known == name)?;
        return Some(of_fields(fields));
    }
    let name = name.strip_prefix("keys: ")?;
    let object = objects().into_iter().find(|object| object.name == name)?;
    Some(of_keys(object))
}

fn of_keys(object: &Object) -> String {
    let mut text = "| key | value | since | meaning |\n|---|---|---|---|\n".to_owned();
    for Key {
        name,
        required,
        shape,
        since,
        about,
    } in object.keys
    {
        let required = if *required { "; required" } else { "" };
        let shape = of_shape(shape);
        text += &format!("| `{name}` | {shape}{required} | {since} | {about} |\n");
    }
    text
}

fn of_fields(fields: &[Field]) -> String {
    let mut text = "| name | is | since | meaning |\n|---|---|---|---|\n".to_owned();
    for Field {
        name,
        since,
        is,
        about,
    } in fields
    {
        text += &format!("| `{name}` | {} | {since} | {about} |\n", of_field(*is));
    }
    text
}

fn of_field(is: Is) -> String {
    match is {
        Is::A(want) => of_want(want),
        Is::CardList => "a list of cards".to_owned(),
        Is::PlayerList => "a list of players".to_owned(),
        Is::TeamList => "a list of teams".to_owned(),
        Is::TextList => "a list of texts".to_owned(),
        Is::Face => "`up` or `down`".to_owned(),
        Is::Names(kind) => format!("followed by {}", of_name(kind)),
    }
}

fn events() -> String {
    let mut text =
        "| trigger | in `when` | since | tells | happens |\n|---|---|---|---|---|\n".to_owned();
    for event in EVENTS {
        text += &of_event(event);
    }
    let common: Vec<String> = COMMON
        .iter()
        .map(|field| format!("`{}`", field.name))
        .collect();
    text + &format!("\nEvery event also tells {}.\n", common.join(", "))
}

fn of_event(event: &Event) -> String {
    let argument = match event.argument {
        Some(NameKind::State) => ".STATE",
        Some(NameKind::Phase) => ".PHASE",
        Some(_) | None => "",
    };
    let fields: Vec<String> = event
        .fields
        .iter()
        .map(|field| format!("`{}` ({})", field.name, of_want(field.is)))
        .collect();
    let Event {
        trigger,
        word,
        since,
        about,
        ..
    } = event;
    let fields = fields.join(", ");
    format!("| `on.{trigger}{argument}` | `{word}{argument}` | {since} | {fields} | {about} |\n")
}
