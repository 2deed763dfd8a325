//! Effects: steps and actions.

use serde_json::{Map, Value, json};

use super::definitions::{Definitions, Extent, described, list_of, merged, one_or_many};
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

    /// One step: an action with its parameters; from 1.4 also text, or the short form.
    ///
    /// The action decides by `if` what else must be there, so that only its own parameters are
    /// ever reported. The outer `if` keeps all of them silent while the action is missing.
    pub(super) fn step(&mut self) -> Value {
        self.refer("step", |definitions| {
            let forms = match definitions.version() {
                Version::V1_3 => json!({ "type": "object", "required": ["action"] }),
                Version::V1_4 => json!({ "type": ["object", "string"], "minProperties": 1 }),
            };
            let mut step = json!({
                "title": "step",
                "description": "One step of an effect: an action with its parameters.",
                "properties": { "action": definitions.action_word() },
                "if": { "required": ["action"] },
                "then": { "allOf": definitions.cases() },
            });
            if definitions.has(Version::V1_4) {
                step["else"] = json!({ "allOf": definitions.short_cases() });
            }
            merged(step, forms)
        })
    }

    /// The short form: the action in small letters is the first key. Which key is first a schema cannot
    /// know, so it looks for one that is no parameter of another action that is there. A defined effect
    /// has parameters that only the document knows.
    fn short_cases(&mut self) -> Vec<Value> {
        let all: Vec<&'static Action> = actions::all().collect();
        let case = |action: &&'static Action| {
            let name = action.text_name();
            let others = all.iter().filter(|other| other.parameter(&name).is_some());
            let others = others.map(|other| json!({ "required": [other.text_name()] }));
            let others: Vec<Value> = others.collect();
            let is_it = match others.is_empty() {
                true => json!({ "required": [name] }),
                false => json!({ "required": [name], "not": { "anyOf": others } }),
            };
            json!({ "if": is_it, "then": self.short(action) })
        };
        all.iter().map(case).collect()
    }

    fn short(&mut self, action: &'static Action) -> Value {
        let name = action.text_name();
        self.refer(&format!("short.{name}"), |definitions| {
            let leading = action.leading();
            let mut properties = definitions.parameters(action);
            let mut required = definitions.required_parameters(action);
            let value = match leading {
                Some(key) if action.parameters.iter().any(|it| it.required) => {
                    properties.remove(key.name).unwrap_or_default()
                }
                // Nothing has to be said: `resolve:`.
                Some(key) => {
                    let value = properties.remove(key.name).unwrap_or_default();
                    json!({ "anyOf": [value, { "type": "null" }] })
                }
                None => json!({ "type": "null" }),
            };
            required.retain(|parameter| leading.is_none_or(|key| key.name != *parameter));
            properties.insert(name.clone(), described(action.about, value));
            json!({
                "title": name,
                "description": action.about,
                "properties": properties,
                "required": required,
                "additionalProperties": definitions.other_parameters(action),
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
            let word = json!({ "description": about(name, action), "const": name });
            let mut properties = Map::new();
            properties.insert("action".to_owned(), word);
            properties.extend(definitions.parameters(action));
            let mut required = vec!["action"];
            required.extend(definitions.required_parameters(action));
            json!({
                "title": name,
                "description": about(name, action),
                "properties": properties,
                "required": required,
                "additionalProperties": definitions.other_parameters(action),
            })
        })
    }

    /// Schema of the parameters of an action besides those it names.
    fn other_parameters(&mut self, action: &Action) -> Value {
        match action.is_open() {
            true => self.operand(),
            false => json!(false),
        }
    }

    fn parameters(&mut self, action: &Action) -> Map<String, Value> {
        let mut properties = Map::new();
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
        required.map(|key| key.name).collect()
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
