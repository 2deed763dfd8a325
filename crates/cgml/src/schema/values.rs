//! Plain values: literals, texts for people, triggers.

use serde_json::{Value, json};

use super::definitions::{Definitions, list_of};
use crate::version::Version;
use crate::vocabulary::events::{EVENTS, Event, by_trigger};

impl Definitions {
    /// A number, text, truth value or nothing; or a list of those.
    pub(super) fn literal(&mut self) -> Value {
        self.refer("literal", |_| {
            let one = json!({ "type": ["string", "integer", "boolean", "null"] });
            json!({
                "title": "literal",
                "description": "A whole number, text, `true`, `false` or nothing; or a list of those.",
                "anyOf": [one, list_of(one.clone())],
            })
        })
    }

    /// Text, or one text per language.
    pub(super) fn prose(&mut self) -> Value {
        self.refer("prose", |_| {
            let text = json!({ "type": "string" });
            let by_language = json!({
                "type": "object",
                "properties": { "en": text, "ja": text },
                "propertyNames": { "pattern": "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$" },
                "additionalProperties": text,
                "minProperties": 1,
            });
            json!({
                "title": "text for people",
                "description": "Text for people: a text, or one for each language, by its code.",
                "anyOf": [text, by_language],
            })
        })
    }

    /// `on.phase.Main`: an event of the vocabulary, or one of the game's own.
    pub(super) fn trigger(&mut self) -> Value {
        self.refer("trigger", |definitions| {
            let events = EVENTS.iter().filter(|event| definitions.has(event.since));
            let (with_name, alone): (Vec<_>, Vec<_>) =
                events.partition(|event| event.argument.is_some());
            let incomplete = with_name
                .iter()
                .filter(|event| by_trigger(event.trigger).is_none());
            let incomplete: Vec<String> = incomplete.map(|event| written(event)).collect();
            let known: Vec<String> = alone.iter().map(|event| written(event)).collect();
            let mut forms = vec![
                json!({ "enum": known }),
                json!({ "pattern": "^on(\\.[^.\\s][^.]*)+$", "not": { "enum": incomplete } }),
            ];
            if definitions.has(Version::V1_4) {
                // Pieces of a resource have moved.
                forms.push(json!({ "pattern": "^[^.\\s]+\\.transferred$" }));
            }
            json!({
                "title": "trigger",
                "description": triggers_about(&with_name),
                "type": "string",
                "anyOf": forms,
            })
        })
    }
}

fn written(event: &Event) -> String {
    format!("on.{}", event.trigger)
}

fn triggers_about(with_name: &[&Event]) -> String {
    let forms: Vec<String> = with_name
        .iter()
        .filter_map(|event| Some((event, event.argument?)))
        .map(|(event, kind)| format!("`{}.` and the name of a {}", written(event), kind.noun()))
        .collect();
    format!(
        "An event: {}; `on.turn.begin` and the like; or `on.` and an event of this game.",
        forms.join(", ")
    )
}
