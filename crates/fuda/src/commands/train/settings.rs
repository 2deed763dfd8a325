//! Settings of a run as flags and in a file.

use crate::commands::Misuse;
use cgml::diagnostic::Diagnostics;
use cgml::load::load_file;
use cgml::similar::nearest;
use cgml::source::{MemorySources, ReadError, Sources};
use cgml::tree::{NodeId, Tree};
use clap::{Arg, ArgMatches, Command};
use fuda::Located;
use learn::settings::{ALL, Settings};
use players::Name;
use serde_json::{Map, Value};
use std::path::Path;

/// The settings that were given as flags, as texts.
#[derive(Debug, Clone, Default)]
pub(super) struct Flags(Vec<(String, String)>);

impl clap::FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for (name, _) in ALL {
            if let Some(value) = matches.get_one::<String>(name) {
                self.0.push(((*name).to_owned(), value.clone()));
            }
        }
        Ok(())
    }
}

impl clap::Args for Flags {
    fn augment_args(mut command: Command) -> Command {
        let usual = serde_json::to_value(Settings::default()).unwrap_or_default();
        for (name, about) in ALL {
            let default = shown(&usual[*name]);
            let arg = Arg::new(*name)
                .long(name.replace('_', "-"))
                .value_name("VALUE")
                .help(format!("{} [usually {default}]", about.trim()))
                .help_heading("Settings of the run, also in `--config`");
            command = command.arg(arg);
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// A value as it is written on the command line.
fn shown(value: &Value) -> String {
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

impl Flags {
    /// The settings: usual ones, those of the game, those of a file, and flags, the last one wins.
    pub(super) fn settings(&self, game: &Located, file: Option<&Path>) -> anyhow::Result<Settings> {
        let usual = serde_json::to_value(Settings::default())?;
        let mut settings = usual.as_object().cloned().unwrap_or_default();
        let mut given = of_game(game)?;
        if let Some(file) = file {
            given.extend(read(file)?);
        }
        for (name, value) in given {
            set(&mut settings, &name, value)?;
        }
        for (name, text) in &self.0 {
            let value = value_of(&settings[name], text);
            set(&mut settings, name, value)?;
        }
        let settings: Settings = serde_json::from_value(Value::Object(settings))?;
        let checked = settings.checked();
        checked.map_err(|bad| {
            Misuse::new(bad.to_string(), "`fuda train --help` lists the settings")
        })?;
        for player in &settings.measure_players {
            let name = player.parse::<Name>();
            name.map_err(|bad| {
                Misuse::new(bad.to_string(), "`fuda explain players` lists the players")
            })?;
        }
        Ok(settings)
    }
}

/// Sets one setting, if there is one of that name and it can have the value.
fn set(settings: &mut Map<String, Value>, name: &str, value: Value) -> Result<(), Misuse> {
    if !settings.contains_key(name) {
        let hint = match nearest(name, ALL.iter().map(|(known, _)| *known)) {
            Some(known) => format!("did you mean `{known}`?"),
            None => "`fuda train --help` lists the settings".to_owned(),
        };
        return Err(Misuse::new(format!("there is no setting `{name}`"), hint));
    }
    let text = shown(&value);
    settings.insert(name.to_owned(), value);
    serde_json::from_value::<Settings>(Value::Object(settings.clone())).map_err(|error| {
        Misuse::new(
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
        Value::Array(_) => Name::texts(text).into_iter().map(Value::String).collect(),
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
fn of_game(game: &Located) -> anyhow::Result<Vec<(String, Value)>> {
    if game.sources.read(NAME) == Err(ReadError::Missing) {
        return Ok(Vec::new());
    }
    parse(&game.sources.display(NAME), &game.sources)
}

fn unreadable(file: &str, reason: &str) -> Misuse {
    Misuse::new(
        format!("the settings `{file}` cannot be read: {reason}"),
        "write one setting per line, as in `simulations: 32`",
    )
}

/// Reads a file of settings.
fn read(file: &Path) -> anyhow::Result<Vec<(String, Value)>> {
    let name = file.display().to_string();
    let bytes = storage::read(file, 1 << 20);
    let bytes = bytes.map_err(|error| unreadable(&name, &error.to_string()))?;
    parse(&name, &MemorySources::new().with(NAME, bytes))
}

/// The settings of a file, called so for people.
fn parse(file: &str, sources: &impl Sources) -> anyhow::Result<Vec<(String, Value)>> {
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
        return Err(unreadable("it is no mapping".to_owned()).into());
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
