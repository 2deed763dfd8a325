//! The player `net`: a network's search and its settings.

use super::PlayerSpecError;
use super::settings::{Setting, Settings, aim, aim_text, is_setting, set, texts, truth, yes};
use crate::aims::Aim;
use std::fmt;

/// Plans by which a search with a network spends its simulations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planning {
    /// Gumbel noise and sequential halving at the root.
    Halving,
    /// Upper bounds by prior and visits (PUCT).
    Puct,
    /// A tree over information sets, as `ismcts` grows it, with the network's priors.
    Tree,
    /// Everybody plays on by the policy.
    Rollouts,
}

/// Words of the plans.
const PLANS: [(&str, Planning); 4] = [
    ("gumbel", Planning::Halving),
    ("puct", Planning::Puct),
    ("ismcts", Planning::Tree),
    ("rollouts", Planning::Rollouts),
];

/// Settings of a search with a network.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkSearch {
    /// The file of the network; empty for the one that ships with the game.
    pub file: String,
    /// Simulations; none plays by the policy alone.
    pub simulations: u32,
    /// Choices that are compared at the root at most.
    pub considered: u32,
    /// The plan by which simulations are spent.
    pub planning: Planning,
    /// Share of the network in the values of leaves; the rest is what comes of playing on at random.
    pub trust: f64,
    /// Decisions after which playing on by the policy stops, and the network's value counts.
    pub depth: u32,
    /// Own decisions that worlds go back: they are weighed by how likely others would have answered as they did.
    pub recalled: u32,
    /// True if choices are drawn by their probabilities; the best one is taken otherwise.
    pub draws: bool,
    /// The aim: what counts at the end.
    pub aim: Aim,
}

impl NetworkSearch {
    /// The usual search with a network.
    pub fn new(file: String) -> Self {
        Self {
            file,
            simulations: 32,
            considered: 8,
            planning: Planning::Rollouts,
            trust: 0.5,
            depth: 100,
            recalled: 0,
            draws: false,
            aim: Aim::Usual,
        }
    }
}

/// The settings of `net`.
pub(super) const SETTINGS: Settings<NetworkSearch> = &[
    &Setting {
        key: "sims",
        meaning: "how many simulations, a number from 0 (the policy alone) to 100000",
        set: |search, value| {
            let count = value.parse().ok().filter(|count| *count <= 100_000);
            count.map(|count| search.simulations = count)
        },
        get: |search, usual| {
            let is_usual = search.simulations == usual.simulations;
            (!is_usual).then(|| search.simulations.to_string())
        },
    },
    &Setting {
        key: "width",
        meaning: "how many choices are compared at most, a number from 1 to 1000",
        set: |search, value| {
            let count = value
                .parse()
                .ok()
                .filter(|count| (1..=1000).contains(count));
            count.map(|count| search.considered = count)
        },
        get: |search, usual| {
            let is_usual = search.considered == usual.considered;
            (!is_usual).then(|| search.considered.to_string())
        },
    },
    &Setting {
        key: "search",
        meaning: "how simulations are spent, `gumbel` (sequential halving), `puct` (upper bounds), `ismcts` (a tree \
                  over what the player can tell apart) or `rollouts` (everybody plays on by the policy); `rollouts` if \
                  left out",
        set: |search, value| {
            let plan = PLANS.iter().find(|(word, _)| *word == value);
            plan.map(|(_, planning)| search.planning = *planning)
        },
        get: |search, usual| {
            let mut plans = PLANS.iter();
            let plan = plans.find(|(_, plan)| *plan == search.planning)?;
            (search.planning != usual.planning).then(|| plan.0.to_owned())
        },
    },
    &Setting {
        key: "trust",
        meaning: "how much of a leaf's value is the network's, a number from 0 to 1; the rest comes from playing on at \
                  random (only with search=ismcts)",
        set: |search, value| {
            let share = value
                .parse()
                .ok()
                .filter(|share| (0.0..=1.0).contains(share));
            share.map(|share| search.trust = share)
        },
        get: |search, usual| {
            let is_usual = search.trust == usual.trust;
            (!is_usual).then(|| search.trust.to_string())
        },
    },
    &Setting {
        key: "depth",
        meaning: "after how many decisions the network's value counts instead of playing on, a number from 0 to 5000 \
                  (only with search=rollouts)",
        set: |search, value| {
            let count = value.parse().ok().filter(|count| *count <= 5000);
            count.map(|count| search.depth = count)
        },
        get: |search, usual| {
            let is_usual = search.depth == usual.depth;
            (!is_usual).then(|| search.depth.to_string())
        },
    },
    &Setting {
        key: "recall",
        meaning: "how many own decisions worlds go back, to weigh them by how likely others would have answered as they \
                  did, a number from 0 (not at all) to 8 (only with search=rollouts)",
        set: |search, value| {
            let count = value.parse().ok().filter(|count| *count <= 8);
            count.map(|count| search.recalled = count)
        },
        get: |search, usual| {
            let is_usual = search.recalled == usual.recalled;
            (!is_usual).then(|| search.recalled.to_string())
        },
    },
    &Setting {
        key: "draw",
        meaning: "whether choices are drawn by their probabilities, `yes` or `no`; the best one if left out",
        set: |search, value| truth(value).map(|value| search.draws = value),
        get: |search, usual| (search.draws != usual.draws).then(|| yes(search.draws)),
    },
    &Setting {
        key: "for",
        meaning: "what to play for, `wins` or `scores`; both in most games if left out",
        set: |search, value| aim(value).map(|aim| search.aim = aim),
        get: |search, _| aim_text(search.aim),
    },
];

impl fmt::Display for NetworkSearch {
    /// The part of the name after its word.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = (!self.file.is_empty()).then(|| self.file.clone());
        let settings = texts(self, &Self::new(String::new()), SETTINGS);
        let parts: Vec<String> = file.into_iter().chain(settings).collect();
        if parts.is_empty() {
            return Ok(());
        }
        write!(to, ":{}", parts.join(","))
    }
}

/// Reads the file and the settings of a network's search.
pub(super) fn read(
    word: &'static str,
    text: Option<&str>,
) -> Result<NetworkSearch, PlayerSpecError> {
    let mut parts = text.into_iter().flat_map(|text| text.split(',')).peekable();
    let file = parts.next_if(|part| !is_setting(part)).unwrap_or("");
    if file.is_empty() && text.is_some_and(|text| !is_setting(text)) {
        return Err(PlayerSpecError::NoNetwork);
    }
    let mut search = NetworkSearch::new(file.to_owned());
    for part in parts {
        set(&mut search, SETTINGS, word, part)?;
    }
    Ok(search)
}
