//! Settings of players that search, as they stand behind a player's name.

use super::PlayerSpecError;
use crate::aims::Aim;
use crate::search::{Noise, Search};

/// A setting of a search: its key, its meaning, and how it is written and read.
pub(super) struct Setting<S: 'static> {
    pub(super) key: &'static str,
    pub(super) meaning: &'static str,
    /// Sets a value; nothing if the text is none.
    pub(super) set: fn(&mut S, &str) -> Option<()>,
    /// The value as text, if it is not the usual one.
    pub(super) get: fn(&S, &S) -> Option<String>,
}

/// The settings of a kind of search.
pub(super) type Settings<S> = &'static [&'static Setting<S>];

/// Sets what a part of a player's name says, such as `c=1.2`.
pub(super) fn set<S>(
    search: &mut S,
    settings: Settings<S>,
    word: &'static str,
    part: &str,
) -> Result<(), PlayerSpecError> {
    let (key, value) = part.split_once('=').unwrap_or((part, ""));
    let (key, value) = (key.trim(), value.trim());
    let setting = settings.iter().find(|setting| setting.key == key);
    let setting = setting.ok_or_else(|| {
        let keys = settings.iter().map(|setting| format!("`{}`", setting.key));
        PlayerSpecError::Setting {
            word,
            key: key.to_owned(),
            settings: keys.collect::<Vec<_>>().join(", "),
        }
    })?;
    (setting.set)(search, value).ok_or_else(|| PlayerSpecError::Value {
        key: setting.key,
        value: value.to_owned(),
        meaning: setting.meaning,
    })
}

/// The settings that are not the usual ones, as texts.
pub(super) fn texts<S>(search: &S, usual: &S, settings: Settings<S>) -> Vec<String> {
    let texts = settings.iter().filter_map(|setting| {
        let value = (setting.get)(search, usual)?;
        Some(format!("{}={value}", setting.key))
    });
    texts.collect()
}

/// True if a part of a list of players is a setting of the player before it.
pub(super) fn is_setting(part: &str) -> bool {
    let key = part.split_once('=').map(|(key, _)| key);
    key.is_some_and(|key| !key.contains(':') && key.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

pub(super) static EXPLORATION: Setting<Search> = Setting {
    key: "c",
    meaning: "how much is risked to learn more, a number from 0 to 100",
    set: |search, value| number(value, 0.0, 100.0).map(|value| search.exploration = value),
    get: |search, usual| differs(search.exploration, usual.exploration),
};

pub(super) static PRIORS: Setting<Search> = Setting {
    key: "puct",
    meaning: "whether choices are selected by priors, `yes` or `no`",
    set: |search, value| truth(value).map(|value| search.priors = value),
    get: |search, usual| (search.priors != usual.priors).then(|| yes(search.priors)),
};

pub(super) static NOISE: Setting<Search> = Setting {
    key: "noise",
    meaning: "how much chance is added to the priors at the root, a number from 0 to 1",
    set: |search, value| {
        let share = number(value, 0.0, 1.0)?;
        let shape = search.noise.map_or(SHAPE, |noise| noise.shape);
        search.noise = (share > 0.0).then_some(Noise { share, shape });
        search.priors = true;
        Some(())
    },
    get: |search, _| search.noise.map(|noise| noise.share.to_string()),
};

pub(super) static ALPHA: Setting<Search> = Setting {
    key: "alpha",
    meaning: "the shape of the noise, a number above 0 up to 100; after `noise`",
    set: |search, value| {
        let shape = number(value, 1e-3, 100.0)?;
        search.noise.as_mut().map(|noise| noise.shape = shape)
    },
    get: |search, _| differs(search.noise?.shape, SHAPE),
};

pub(super) static TREES: Setting<Search> = Setting {
    key: "trees",
    meaning: "how many trees share the simulations, a number from 1 to 256; each can have a thread",
    set: |search, value| {
        let trees = value.parse().ok().filter(|trees| (1..=256).contains(trees));
        trees.map(|trees| search.trees = trees)
    },
    get: |search, usual| (search.trees != usual.trees).then(|| search.trees.to_string()),
};

pub(super) static KEEP: Setting<Search> = Setting {
    key: "keep",
    meaning: "whether the tree is kept from one decision to the next, `yes` or `no`",
    set: |search, value| truth(value).map(|value| search.keeps_tree = value),
    get: |search, usual| (search.keeps_tree != usual.keeps_tree).then(|| yes(search.keeps_tree)),
};

pub(super) static WORLDS: Setting<Search> = Setting {
    key: "worlds",
    meaning: "in how many worlds, a number from 1 on",
    set: |search, value| {
        let worlds = value.parse().ok().filter(|worlds| *worlds > 0);
        search.worlds = Some(worlds?);
        Some(())
    },
    get: |search, _| search.worlds.map(|worlds| worlds.to_string()),
};

pub(super) static DEPTH: Setting<Search> = Setting {
    key: "depth",
    meaning: "after how many decisions a simulation is broken off, a number from 1 on",
    set: |search, value| {
        let depth = value.parse().ok().filter(|depth| *depth > 0);
        depth.map(|depth| search.most_decisions = depth)
    },
    get: |search, usual| {
        let is_usual = search.most_decisions == usual.most_decisions;
        (!is_usual).then(|| search.most_decisions.to_string())
    },
};

pub(super) static AIM: Setting<Search> = Setting {
    key: "for",
    meaning: "what to play for, `wins` or `scores`; both in most games if left out",
    set: |search, value| aim(value).map(|aim| search.aim = aim),
    get: |search, _| aim_text(search.aim),
};

/// The usual shape of noise.
const SHAPE: f64 = 0.3;

pub(super) fn aim(text: &str) -> Option<Aim> {
    match text {
        "wins" => Some(Aim::Wins),
        "scores" => Some(Aim::Scores),
        _ => None,
    }
}

pub(super) fn aim_text(aim: Aim) -> Option<String> {
    match aim {
        Aim::Usual => None,
        Aim::Wins => Some("wins".to_owned()),
        Aim::Scores => Some("scores".to_owned()),
    }
}

pub(super) fn number(text: &str, least: f64, most: f64) -> Option<f64> {
    text.parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
}

pub(super) fn truth(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

pub(super) fn yes(value: bool) -> String {
    if value { "yes" } else { "no" }.to_owned()
}

pub(super) fn differs(value: f64, usual: f64) -> Option<String> {
    (value != usual).then(|| value.to_string())
}
