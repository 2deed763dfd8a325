//! Effects: steps and actions.

use serde_json::{Map, Value, json};

use super::definitions::{Definitions, Extent, described, list_of, one_or_many};
use crate::version::Version;
use crate::vocabulary::actions::{self, ALIASES, Action, COMMON};

impl Definitions {
    /// The steps of an effect; from 1.4 also a single one.
    pub(super) fn steps(&mut self) -> Value {
        self.refer("steps", |definitions| {
            let step = definitions.step();
            let steps = match definitions.version() {
                Version::V1_3 => list_of(step),
                Version::V1_4 => one_or_many(step),
            };
            described("The steps of an effect, in order.", steps)
        })
    }

    /// One step: an action with its parameters; from 1.4 also text.
    ///
    /// The action decides by `if` what else must be there, so that only its own parameters are
    /// ever reported. The outer `if` keeps all of them silent while the action is missing.
    pub(super) fn step(&mut self) -> Value {
        self.refer("step", |definitions| {
            let kind = match definitions.version() {
                Version::V1_3 => json!("object"),
                Version::V1_4 => json!(["object", "string"]),
            };
            json!({
                "title": "step",
                "description": "One step of an effect: an action with its parameters.",
                "type": kind,
                "properties": { "action": definitions.action_word() },
                "required": ["action"],
                "if": { "required": ["action"] },
                "then": { "allOf": definitions.cases() },
            })
        })
    }

    fn cases(&mut self) -> Vec<Value> {
        let actions: Vec<_> = self.actions().collect();
        let case = |(name, action)| {
            let is_it = json!({ "properties": { "action": { "const": name } } });
            json!({ "if": is_it, "then": self.action(name, action) })
        };
        actions.into_iter().map(case).collect()
    }

    /// From 1.4 a word that is no action calls a defined effect, whose parameters only the
    /// document knows.
    fn action_word(&self) -> Value {
        let names: Vec<&str> = self.actions().map(|(name, _)| name).collect();
        match self.version() {
            Version::V1_3 => json!({ "description": "What is done.", "enum": names }),
            Version::V1_4 => json!({
                "description": "What is done: an action, or an effect of `define`.",
                "anyOf": [{ "enum": names }, { "type": "string", "minLength": 1 }],
            }),
        }
    }

    /// The actions of this version by every name they are accepted under.
    fn actions(&self) -> impl Iterator<Item = (&'static str, &'static Action)> + use<> {
        let version = self.version();
        let named = actions::all().map(|action| (action.name, action));
        let aliases = ALIASES
            .iter()
            .filter(move |(alias, _)| actions::alias(alias, version).is_some())
            .filter_map(|(alias, name)| Some((*alias, actions::find(name)?)));
        named
            .chain(aliases)
            .filter(move |(_, action)| action.since <= version)
    }

    fn action(&mut self, name: &'static str, action: &'static Action) -> Value {
        self.refer(&format!("action.{name}"), |definitions| {
            json!({
                "title": name,
                "description": about(name, action),
                "properties": definitions.parameters(name, action),
                "required": definitions.required_parameters(action),
                "additionalProperties": match action.is_open() {
                    true => definitions.operand(),
                    false => json!(false),
                },
            })
        })
    }

    fn parameters(&mut self, name: &str, action: &Action) -> Map<String, Value> {
        let word = json!({ "description": about(name, action), "const": name });
        let mut properties = Map::new();
        properties.insert("action".to_owned(), word);
        for key in action.parameters.iter().chain(COMMON) {
            if self.has(key.since) {
                let schema = self.shape(&key.shape, Extent::Whole);
                properties.insert(key.name.to_owned(), described(key.about, schema));
            }
        }
        properties
    }

    fn required_parameters(&self, action: &Action) -> Vec<&'static str> {
        let required = action
            .parameters
            .iter()
            .filter(|key| key.required && self.has(key.since));
        std::iter::once("action")
            .chain(required.map(|key| key.name))
            .collect()
    }
}

fn about(name: &str, action: &Action) -> String {
    if name == action.name {
        return action.about.to_owned();
    }
    format!(
        "Deprecated: the old name of `{}`. {}",
        action.name, action.about
    )
}
