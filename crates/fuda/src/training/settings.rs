//! Settings of a run: usual ones, those of the game, those of a file, and those that were given.

use crate::Located;
use cgml::diagnostic::Diagnostics;
use cgml::load::load_file;
use cgml::similar::nearest;
use cgml::source::{MemorySources, ReadError, Sources};
use cgml::tree::{NodeId, Tree};
use learn::settings::{ALL, Profile, Settings};
use players::PlayerSpec;
use serde_json::{Map, Value};
use std::path::Path;

/// Settings that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BadSettings {
    /// The problem.
    pub message: String,
    /// A way out.
    pub hint: String,
}

impl BadSettings {
    fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: hint.into(),
        }
    }
}

/// The settings of a run of a game: those given, as texts, win over those of the file, and these over the game's.
pub fn settings(
    game: &Located,
    file: Option<&Path>,
    given: &[(String, String)],
) -> Result<Settings, BadSettings> {
    let odd = |error: serde_json::Error| BadSettings::new(error.to_string(), HELP);
    let own = of_game(game)?;
    let of_file = file.map(read).transpose()?.unwrap_or_default();
    // A game's settings are for its own profile: sizes for one kind of network are none for another.
    let wanted = profile(&of_file, given);
    let is_for_it = wanted.is_none_or(|wanted| wanted == profile(&own, &[]).unwrap_or_default());
    let own = own.into_iter().filter(|_| is_for_it);
    let written: Vec<(String, Value)> = own.chain(of_file).collect();
    let usual = Settings::of(profile(&written, given).unwrap_or_default());
    let usual = serde_json::to_value(usual).map_err(odd)?;
    let mut settings = usual.as_object().cloned().unwrap_or_default();
    for (name, value) in written {
        set(&mut settings, &name, value)?;
    }
    for (name, text) in given {
        let value = settings
            .get(name)
            .map_or(Value::Null, |usual| value_of(usual, text));
        set(&mut settings, name, value)?;
    }
    let settings: Settings = serde_json::from_value(Value::Object(settings)).map_err(odd)?;
    settings
        .checked()
        .map_err(|bad| BadSettings::new(bad.to_string(), HELP))?;
    let named = [&settings.expert, &settings.rival];
    for player in settings.measure_players.iter().chain(named) {
        let name = player.parse::<PlayerSpec>();
        name.map_err(|bad| {
            BadSettings::new(bad.to_string(), "`fuda explain players` lists the players")
        })?;
    }
    Ok(settings)
}

/// The setting on which the usual values of others depend.
const PROFILE: &str = "profile";

/// The profile that is named; one that does not exist is refused later.
fn profile(written: &[(String, Value)], given: &[(String, String)]) -> Option<Profile> {
    let given = given.iter().rev().find(|(name, _)| name == PROFILE);
    let given = given.map(|(_, text)| Value::String(text.clone()));
    let written = written.iter().rev().find(|(name, _)| name == PROFILE);
    let named = given.or_else(|| written.map(|(_, value)| value.clone()));
    named.and_then(|named| serde_json::from_value(named).ok())
}

const HELP: &str = "`fuda train --help` lists the settings";

/// A value as it is written on the command line.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join(","),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().map_or_else(
            || number.to_string(),
            |exact| {
                if number.is_f64() {
                    (exact as f32).to_string()
                } else {
                    number.to_string()
                }
            },
        ),
        other => other.to_string(),
    }
}

/// Sets one setting, if there is one of that name and it can have the value.
fn set(settings: &mut Map<String, Value>, name: &str, value: Value) -> Result<(), BadSettings> {
    if !settings.contains_key(name) {
        let hint = match nearest(name, ALL.iter().map(|(known, _)| *known)) {
            Some(known) => format!("did you mean `{known}`?"),
            None => HELP.to_owned(),
        };
        return Err(BadSettings::new(
            format!("there is no setting `{name}`"),
            hint,
        ));
    }
    let text = shown(&value);
    settings.insert(name.to_owned(), value);
    serde_json::from_value::<Settings>(Value::Object(settings.clone())).map_err(|error| {
        BadSettings::new(
            format!("`{name}` cannot be `{text}`: {error}"),
            "`fuda train --help` says what it is",
        )
    })?;
    Ok(())
}

/// A text as a value of the same kind as another one.
fn value_of(usual: &Value, text: &str) -> Value {
    match usual {
        Value::Array(items) if items.iter().all(Value::is_number) => {
            let items = text.split(',').map(|item| scalar(item.trim()));
            Value::Array(items.collect())
        }
        Value::Array(_) => PlayerSpec::texts(text)
            .into_iter()
            .map(Value::String)
            .collect(),
        Value::String(_) => Value::String(text.to_owned()),
        _ => scalar(text),
    }
}

fn scalar(text: &str) -> Value {
    let number = serde_json::from_str(text).ok();
    number.unwrap_or_else(|| Value::String(text.to_owned()))
}

/// The file of settings that a game may have.
const NAME: &str = "train.yaml";

/// The settings that a game brings.
fn of_game(game: &Located) -> Result<Vec<(String, Value)>, BadSettings> {
    if game.sources.read(NAME) == Err(ReadError::Missing) {
        return Ok(Vec::new());
    }
    parse(&game.sources.display(NAME), &game.sources)
}

fn unreadable(file: &str, reason: &str) -> BadSettings {
    BadSettings::new(
        format!("the settings `{file}` cannot be read: {reason}"),
        "write one setting per line, as in `simulations: 32`",
    )
}

/// Reads a file of settings.
fn read(file: &Path) -> Result<Vec<(String, Value)>, BadSettings> {
    let name = file.display().to_string();
    let bytes = storage::read(file, 1 << 20);
    let bytes = bytes.map_err(|error| unreadable(&name, &error.to_string()))?;
    parse(&name, &MemorySources::new().with(NAME, bytes))
}

/// The settings of a file, called so for people.
fn parse(file: &str, sources: &impl Sources) -> Result<Vec<(String, Value)>, BadSettings> {
    let unreadable = |reason: String| unreadable(file, &reason);
    let mut diagnostics = Diagnostics::default();
    let loaded = load_file(sources, NAME, &mut diagnostics);
    let fragment = loaded.map_err(|_| {
        let first = diagnostics.iter().next().map(|found| found.message.clone());
        unreadable(first.unwrap_or_default())
    })?;
    let Some(root) = fragment.roots.first().copied() else {
        return Ok(Vec::new());
    };
    let tree = &fragment.tree;
    if !tree.is_map(root) {
        return Err(unreadable("it is no mapping".to_owned()));
    }
    let entries = tree.entries(root).iter();
    Ok(entries
        .map(|entry| (entry.key.clone(), json(tree, entry.value)))
        .collect())
}

fn json(tree: &Tree, node: NodeId) -> Value {
    if tree.is_list(node) {
        let items = tree.items(node).iter();
        return items.map(|item| json(tree, *item)).collect();
    }
    tree.text(node).map_or(Value::Null, scalar)
}
