//! The tables of `spec/topics` that follow from the vocabulary are up to date, and no key is missing.
//!
//! A table stands between `<!-- keys: zone -->` and `<!-- end -->`. To write them anew:
//! `cargo test -p cgml --test topics -- --ignored`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cgml::vocabulary::events::{COMMON, EVENTS, Event};
use cgml::vocabulary::fields::{self, Field, Is};
use cgml::vocabulary::keys;
use cgml::vocabulary::names::NameKind;
use cgml::vocabulary::shape::{Key, Shape};
use cgml::vocabulary::want::Want;

#[test]
fn every_table_is_what_the_vocabulary_says() {
    for (path, text) in pages() {
        let (current, _) = rewritten(&text);
        assert!(
            current == text,
            "{} has an old table: run `cargo test -p cgml --test topics -- --ignored`",
            path.display()
        );
    }
}

#[test]
fn every_object_and_every_table_of_fields_has_a_page() {
    let mut missing: BTreeSet<String> = keys::objects()
        .into_iter()
        .map(|object| format!("keys: {}", object.name))
        .collect();
    missing.extend(FIELDS.iter().map(|(name, _)| format!("fields: {name}")));
    missing.insert("events".to_owned());
    for (_, text) in pages() {
        for name in rewritten(&text).1 {
            missing.remove(&name);
        }
    }
    assert_eq!(missing, BTreeSet::new(), "no page has these tables");
}

#[test]
#[ignore = "writes the tables of spec/topics"]
fn write_tables() {
    for (path, text) in pages() {
        fs::write(path, rewritten(&text).0).expect("the pages can be written");
    }
}

const FIELDS: &[(&str, &[Field])] = &[
    ("card", fields::CARD),
    ("zone", fields::ZONE),
    ("player", fields::PLAYER),
    ("team", fields::TEAM),
    ("root", fields::ROOT),
    ("anchor", fields::ANCHOR),
    ("word", fields::WORD),
];

fn pages() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/topics");
    let files = fs::read_dir(folder).expect("there is a folder spec/topics");
    let mut pages: Vec<PathBuf> = files
        .map(|file| file.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    let text = |path: &PathBuf| fs::read_to_string(path).expect("a page is text");
    pages.iter().map(|path| (path.clone(), text(path))).collect()
}

/// The page with its tables written anew, and what they are about.
fn rewritten(page: &str) -> (String, Vec<String>) {
    let (mut text, mut names) = (String::new(), Vec::new());
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("<!-- ") {
        let (name, after) = after.split_once(" -->\n").expect("a marker ends its line");
        let (_, after) = after.split_once("<!-- end -->\n").expect("a table has an end");
        text += &format!("{before}<!-- {name} -->\n{}<!-- end -->\n", table(name));
        names.push(name.to_owned());
        rest = after;
    }
    (text + rest, names)
}

fn table(name: &str) -> String {
    if name == "events" {
        return events();
    }
    if let Some(name) = name.strip_prefix("fields: ") {
        let (_, fields) = FIELDS
            .iter()
            .find(|(known, _)| *known == name)
            .unwrap_or_else(|| panic!("no table of fields is called {name}"));
        return table_of_fields(fields);
    }
    let name = name.strip_prefix("keys: ").expect("a table has a sort");
    let object = keys::objects()
        .into_iter()
        .find(|object| object.name == name)
        .unwrap_or_else(|| panic!("no mapping is called {name}"));
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

fn table_of_fields(fields: &[Field]) -> String {
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
        text += &event_row(event);
    }
    let common: Vec<String> = COMMON.iter().map(|field| format!("`{}`", field.name)).collect();
    text + &format!("\nEvery event also tells {}.\n", common.join(", "))
}

fn event_row(event: &Event) -> String {
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

fn of_shape(shape: &Shape) -> String {
    match shape {
        Shape::Any => "anything".to_owned(),
        Shape::Flag => "`true` or `false`".to_owned(),
        Shape::Number(least, most) => of_number(*least, *most),
        Shape::Text => "text".to_owned(),
        Shape::Prose => "text for people".to_owned(),
        Shape::Word(words) => listed(words.iter().map(|word| format!("`{word}`"))),
        Shape::Name(kind) => of_name(*kind),
        Shape::NewName(_) => "a new name".to_owned(),
        Shape::Literal => "a plain value".to_owned(),
        Shape::Operand(want) => of_want(*want),
        Shape::Count => "a number".to_owned(),
        Shape::Player => "a player".to_owned(),
        Shape::Players => "players".to_owned(),
        Shape::Steps => "steps".to_owned(),
        Shape::Trigger => "a trigger".to_owned(),
        Shape::Event => "an event".to_owned(),
        Shape::Modifiers => "changes".to_owned(),
        Shape::Type => "a type".to_owned(),
        Shape::Card => "a card".to_owned(),
        Shape::List(inner) => format!("a list, each {}", of_shape(inner)),
        Shape::OneOrMany(inner) => format!("{}, or a list of them", of_shape(inner)),
        Shape::Map(_, inner) | Shape::MapOf(_, inner) | Shape::Words(inner) => {
            format!("a mapping from names to {}", of_shape(inner))
        }
        Shape::Either(shapes) => listed(shapes.iter().map(of_shape)),
        Shape::Object(object) if object.name.ends_with("types") => object.name.to_owned(),
        Shape::Object(object) if object.name.ends_with("rules") => object.name.to_owned(),
        Shape::Object(object) => with_article(object.name),
    }
}

fn of_number(least: i64, most: i64) -> String {
    match (least, most) {
        (i64::MIN, i64::MAX) => "a whole number".to_owned(),
        (least, i64::MAX) => format!("a whole number from {least}"),
        (least, most) => format!("a whole number from {least} to {most}"),
    }
}

fn of_want(want: Want) -> String {
    match want {
        Want::Name(kind) => of_name(kind),
        other => other.noun(),
    }
}

fn of_name(kind: NameKind) -> String {
    format!("the name of {}", with_article(kind.noun()))
}

fn with_article(noun: &str) -> String {
    let article = match noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => "an",
        false => "a",
    };
    format!("{article} {noun}")
}

fn listed(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
