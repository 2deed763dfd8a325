//! The tables of the topic pages: keys, fields and events.

use super::since::since;
use super::words::{of_name, of_shape, of_want};
use crate::version::Version;
use crate::vocabulary::events::{COMMON, EVENTS, Event};
use crate::vocabulary::fields::{self, Field, Is};
use crate::vocabulary::keys;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Object;

const FIELDS: &[(&str, &[Field])] = &[
    ("card", fields::CARD),
    ("zone", fields::ZONE),
    ("player", fields::PLAYER),
    ("team", fields::TEAM),
    ("root", fields::ROOT),
    ("anchor", fields::ANCHOR),
    ("word", fields::WORD),
];

/// Mappings of files of scenarios, which have no version.
const SCENARIOS: [&Object; 5] = [
    &keys::SCENARIOS,
    &keys::SCENARIO,
    &keys::GIVEN,
    &keys::CHOICE,
    &keys::FACT,
];

/// The name of every table: `keys: zone`, `fields: card`, `events`.
pub fn table_names() -> Vec<String> {
    let keys = keys::objects()
        .into_iter()
        .chain(SCENARIOS)
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
    if let Some(object) = SCENARIOS.into_iter().find(|object| object.name == name) {
        return Some(of_keys(object, None));
    }
    let object = keys::objects()
        .into_iter()
        .find(|object| object.name == name)?;
    Some(of_keys(object, Some(since(object))))
}

/// The keys of a mapping, with versions if it has one.
fn of_keys(object: &Object, version: Option<Version>) -> String {
    let mut text = match version {
        Some(_) => "| key | value | since | meaning |\n|---|---|---|---|\n".to_owned(),
        None => "| key | value | meaning |\n|---|---|---|\n".to_owned(),
    };
    for key in object.keys {
        let required = if key.required { "; required" } else { "" };
        let since = version.map(|version| format!(" {} |", key.since.max(version)));
        text += &format!(
            "| `{}` | {}{required} |{} {} |\n",
            key.name,
            of_shape(&key.shape),
            since.unwrap_or_default(),
            key.about
        );
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
        ..
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
        Is::KindList => "a list of card kinds".to_owned(),
        Is::TextList => "a list of texts".to_owned(),
        Is::Face => "`up` or `down`".to_owned(),
        Is::Word(_, words) => crate::read::one_of(words.iter().copied()),
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
