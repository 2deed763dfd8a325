//! From YAML to JSON, as editors read it: a tagged scalar is its text.

use cgml::tree::{Scalar, Style};
use granit_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Value, json};

/// The documents of a text.
pub(crate) fn documents(text: &str) -> Vec<Value> {
    let events = Parser::new_from_str(text).map(|event| event.expect("the test file is YAML").0);
    let mut events = events.peekable();
    let mut documents = Vec::new();
    while let Some(event) = events.next() {
        if let Event::DocumentStart(..) = event {
            documents.push(value(&mut events));
        }
    }
    documents
}

fn value<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Value {
    let event = next(events);
    begun(event, events)
}

/// The next event that is not a comment.
fn next<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Event<'a> {
    events
        .find(|event| !matches!(event, Event::Comment(..)))
        .expect("a value ends before its document")
}

/// The value that begins with this event.
fn begun<'a>(event: Event<'a>, events: &mut impl Iterator<Item = Event<'a>>) -> Value {
    match event {
        Event::Scalar(text, style, _, None) => scalar(&text, style),
        Event::Scalar(text, _, _, Some(_)) => json!(text),
        Event::SequenceStart(..) => list(events),
        Event::MappingStart(..) => map(events),
        other => panic!("the test files have no {other:?}"),
    }
}

fn list<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Value {
    let mut items = Vec::new();
    loop {
        match next(events) {
            Event::SequenceEnd => return Value::Array(items),
            event => items.push(begun(event, events)),
        }
    }
}

fn map<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> Value {
    let mut entries = Map::new();
    loop {
        match next(events) {
            Event::MappingEnd => return Value::Object(entries),
            Event::Scalar(key, ..) => entries.insert(key.into_owned(), value(events)),
            other => panic!("the test files have no key {other:?}"),
        };
    }
}

fn scalar(text: &str, style: ScalarStyle) -> Value {
    let style = match style {
        ScalarStyle::Plain => Style::Plain,
        ScalarStyle::SingleQuoted => Style::Single,
        ScalarStyle::DoubleQuoted => Style::Double,
        ScalarStyle::Literal | ScalarStyle::Folded => Style::Block,
    };
    let text = text.to_owned();
    let scalar = Scalar { text, style };
    if scalar.is_null() {
        return Value::Null;
    }
    if let Some(flag) = scalar.bool() {
        return json!(flag);
    }
    if let Some(number) = scalar.int() {
        return json!(number);
    }
    if scalar.is_float() {
        let number: f64 = scalar.text.parse().expect("it was tested");
        return json!(number);
    }
    json!(scalar.text)
}
