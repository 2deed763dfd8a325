//! The names that players have on command lines, in records and in reports: which player, and how it is set.

use crate::aims::Aim;
use crate::flat::{Flat, Spread, Trying};
use crate::search::{Budget, Noise, Search, Searcher, Sight};
use crate::strategy::Solved;
use crate::{Equipment, Player, Random};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// Which player. Its text can be read back.
#[derive(Debug, Clone, PartialEq)]
pub enum Name {
    /// Takes every choice with the same probability.
    Random,
    /// Looks one step ahead, with so many simulations for each choice.
    Greedy(Search),
    /// Looks one step ahead, with so many simulations in all.
    Flat(Search),
    /// Grows a tree.
    Search(Search),
    /// Plays by a strategy that was worked out before and lies in a file.
    Solved(String),
    /// Searches with a network that lies in a file.
    Network(NetworkSearch),
}

/// A network's search.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkSearch {
    /// The file of the network; empty for the one that ships with the game.
    pub file: String,
    /// Simulations; none plays by the policy alone.
    pub simulations: u32,
    /// Choices that are compared at the root at most.
    pub considered: u32,
    /// Whether choices are drawn by their probabilities; the best one otherwise.
    pub draws: bool,
    /// What counts at the end.
    pub aim: Aim,
}

impl NetworkSearch {
    /// The usual search with a network.
    pub fn new(file: String) -> Self {
        Self {
            file,
            simulations: 32,
            considered: 8,
            draws: false,
            aim: Aim::Usual,
        }
    }
}

/// A text that names no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// There is no such player.
    #[error("there is no player `{0}`; the players are {players}", players = words())]
    Unknown(String),
    /// The player needs a budget.
    #[error(
        "how long `{word}` thinks is missing: write `{word}:{example}` for {example} simulations, or `{word}:500ms`"
    )]
    NoBudget {
        /// The player.
        word: &'static str,
        /// A usual number.
        example: u32,
    },
    /// The budget is none.
    #[error(
        "`{text}` is not how long to think: write a number of simulations from 1 on, or a time such as `500ms` or `2s`"
    )]
    Budget {
        /// What was written.
        text: String,
    },
    /// The player has no such setting.
    #[error("`{word}` has no setting `{key}`; its settings are {settings}")]
    Setting {
        /// The player.
        word: &'static str,
        /// What was written.
        key: String,
        /// What can be written.
        settings: String,
    },
    /// A setting cannot have this value.
    #[error("`{key}` cannot be `{value}`: it is {meaning}")]
    Value {
        /// The setting.
        key: &'static str,
        /// What was written.
        value: String,
        /// What can be written.
        meaning: &'static str,
    },
    /// The player takes no budget and no settings.
    #[error("`random` does not think: write it without `:{0}`")]
    Thoughtless(String),
    /// The player needs a file.
    #[error(
        "which strategy `{0}` plays by is missing: write `{0}:FILE`, with a file that `fuda solve GAME --save FILE` wrote"
    )]
    NoFile(&'static str),
    /// The player needs a network.
    #[error(
        "which network plays is missing: write `net:FILE`, with a file that `fuda train GAME --out DIR` wrote, or `net` for the one that ships with the game"
    )]
    NoNetwork,
}

/// Why a player cannot play here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoPlayer {
    /// The budget is a time, and there is no clock.
    #[error("`{0}` would depend on how fast the machine is; give a number of simulations")]
    NoClock(String),
    /// It must look ahead, and cannot.
    #[error("`{0}` needs the game to look ahead in")]
    NoLookahead(String),
    /// It plays by a strategy that nobody has read.
    #[error("`{0}` needs its strategy to be read first")]
    NoStrategy(String),
    /// It plays with a network that nobody has read.
    #[error("`{0}` needs its network to be read first")]
    NoNetwork(String),
}

/// A kind of player.
struct Known {
    word: &'static str,
    kind: Kind,
    /// A usual number of simulations.
    example: u32,
    about: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Random,
    Greedy,
    Flat,
    Tree(Sight),
    Solved,
    Network,
}

impl Kind {
    /// Whether it simulates games, so that it has a budget and settings.
    fn simulates(self) -> bool {
        matches!(self, Self::Greedy | Self::Flat | Self::Tree(_))
    }
}

/// All there are.
const KNOWN: [Known; 9] = [
    Known {
        word: "random",
        kind: Kind::Random,
        example: 0,
        about: "takes every choice with the same probability",
    },
    Known {
        word: "greedy",
        kind: Kind::Greedy,
        example: 100,
        about: "looks one step ahead: so many random games after each choice",
    },
    Known {
        word: "flat",
        kind: Kind::Flat,
        example: 800,
        about: "looks one step ahead: so many random games in all, more after good choices",
    },
    Known {
        word: "mcts",
        kind: Kind::Tree(Sight::Everyone),
        example: 800,
        about: "tree search as if all played with open cards; right where nothing is hidden",
    },
    Known {
        word: "pimc",
        kind: Kind::Tree(Sight::World),
        example: 800,
        about: "tree search in several worlds, each taken for the real one",
    },
    Known {
        word: "ismcts",
        kind: Kind::Tree(Sight::Observer),
        example: 2000,
        about: "tree search over what the player can tell apart (information sets of one observer)",
    },
    Known {
        word: "moismcts",
        kind: Kind::Tree(Sight::Decider),
        example: 2000,
        about: "the same, and others are thought to know no more than they see (several observers)",
    },
    Known {
        word: "cfr",
        kind: Kind::Solved,
        example: 0,
        about: "plays by the strategy in a file that `fuda solve GAME --save FILE` wrote",
    },
    Known {
        word: "net",
        kind: Kind::Network,
        example: 32,
        about: "searches with a network that `fuda train GAME` has taught the game; `net` alone is the one that ships",
    },
];

/// A setting: its name and what it is.
struct Setting {
    key: &'static str,
    meaning: &'static str,
    set: fn(&mut Search, &str) -> Option<()>,
    /// The value, if it is not the usual one.
    get: fn(&Search, &Search) -> Option<String>,
    is_for: fn(Kind) -> bool,
}

const SETTINGS: [Setting; 9] = [
    Setting {
        key: "c",
        meaning: "how much is risked to learn more, a number from 0 to 100",
        set: |search, value| number(value, 0.0, 100.0).map(|value| search.exploration = value),
        get: |search, usual| differs(search.exploration, usual.exploration),
        is_for: |kind| matches!(kind, Kind::Flat | Kind::Tree(_)),
    },
    Setting {
        key: "puct",
        meaning: "whether choices are selected by priors, `yes` or `no`",
        set: |search, value| truth(value).map(|value| search.priors = value),
        get: |search, usual| (search.priors != usual.priors).then(|| yes(search.priors)),
        is_for: |kind| matches!(kind, Kind::Tree(_)),
    },
    Setting {
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
        is_for: |kind| matches!(kind, Kind::Tree(_)),
    },
    Setting {
        key: "alpha",
        meaning: "the shape of the noise, a number above 0 up to 100; after `noise`",
        set: |search, value| {
            let shape = number(value, 1e-3, 100.0)?;
            search.noise.as_mut().map(|noise| noise.shape = shape)
        },
        get: |search, _| differs(search.noise?.shape, SHAPE),
        is_for: |kind| matches!(kind, Kind::Tree(_)),
    },
    Setting {
        key: "trees",
        meaning: "how many trees share the simulations, a number from 1 to 256; each can have a thread",
        set: |search, value| {
            let trees = value.parse().ok().filter(|trees| (1..=256).contains(trees));
            trees.map(|trees| search.trees = trees)
        },
        get: |search, usual| (search.trees != usual.trees).then(|| search.trees.to_string()),
        is_for: |kind| matches!(kind, Kind::Tree(_)),
    },
    Setting {
        key: "keep",
        meaning: "whether the tree is kept from one decision to the next, `yes` or `no`",
        set: |search, value| truth(value).map(|value| search.keeps_tree = value),
        get: |search, usual| {
            (search.keeps_tree != usual.keeps_tree).then(|| yes(search.keeps_tree))
        },
        is_for: |kind| matches!(kind, Kind::Tree(sight) if sight != Sight::World),
    },
    Setting {
        key: "worlds",
        meaning: "in how many worlds, a number from 1 on",
        set: |search, value| {
            let worlds = value.parse().ok().filter(|worlds| *worlds > 0);
            search.worlds = Some(worlds?);
            Some(())
        },
        get: |search, _| search.worlds.map(|worlds| worlds.to_string()),
        is_for: |kind| kind == Kind::Tree(Sight::World),
    },
    Setting {
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
        is_for: Kind::simulates,
    },
    Setting {
        key: "for",
        meaning: "what to play for, `wins` or `scores`; both in most games if left out",
        set: |search, value| aim(value).map(|aim| search.aim = aim),
        get: |search, _| aim_text(search.aim),
        is_for: Kind::simulates,
    },
];

/// The usual shape of noise.
const SHAPE: f64 = 0.3;

/// A setting of a network's search.
struct NetworkSetting {
    key: &'static str,
    meaning: &'static str,
    set: fn(&mut NetworkSearch, &str) -> Option<()>,
    /// The value, if it is not the usual one.
    get: fn(&NetworkSearch, &NetworkSearch) -> Option<String>,
}

const NETWORK_SETTINGS: [NetworkSetting; 4] = [
    NetworkSetting {
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
    NetworkSetting {
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
    NetworkSetting {
        key: "draw",
        meaning: "whether choices are drawn by their probabilities, `yes` or `no`; the best one if left out",
        set: |search, value| truth(value).map(|value| search.draws = value),
        get: |search, usual| (search.draws != usual.draws).then(|| yes(search.draws)),
    },
    NetworkSetting {
        key: "for",
        meaning: "what to play for, `wins` or `scores`; both in most games if left out",
        set: |search, value| aim(value).map(|aim| search.aim = aim),
        get: |search, _| aim_text(search.aim),
    },
];

fn aim(text: &str) -> Option<Aim> {
    match text {
        "wins" => Some(Aim::Wins),
        "scores" => Some(Aim::Scores),
        _ => None,
    }
}

fn aim_text(aim: Aim) -> Option<String> {
    match aim {
        Aim::Usual => None,
        Aim::Wins => Some("wins".to_owned()),
        Aim::Scores => Some("scores".to_owned()),
    }
}

impl Name {
    /// Several names, separated by commas. A part such as `c=1.2` is a setting of the name before it.
    pub fn list(text: &str) -> Result<Vec<Self>, BadName> {
        Self::texts(text).iter().map(|name| name.parse()).collect()
    }

    /// The texts of several names, separated by commas.
    pub fn texts(text: &str) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for part in text.split(',') {
            let part = part.trim();
            match names.last_mut() {
                Some(last) if is_setting(part) => {
                    last.push(',');
                    last.push_str(part);
                }
                Some(_) | None => names.push(part.to_owned()),
            }
        }
        names
    }

    /// Whether the player looks ahead, so that it needs [`Equipment::lookahead`].
    pub fn looks_ahead(&self) -> bool {
        self.kind().simulates() || self.kind() == Kind::Network
    }

    /// The file of the network that the player searches with, so that it must be in [`Equipment::networks`]; empty for
    /// the one that ships with the game.
    pub fn network_file(&self) -> Option<&str> {
        match self {
            Self::Network(search) => Some(&search.file),
            Self::Random | Self::Greedy(_) | Self::Flat(_) | Self::Search(_) | Self::Solved(_) => {
                None
            }
        }
    }

    /// The file with the strategy that the player plays by, so that it must be in [`Equipment::strategies`].
    pub fn strategy_file(&self) -> Option<&str> {
        match self {
            Self::Solved(file) => Some(file),
            Self::Random | Self::Greedy(_) | Self::Flat(_) | Self::Search(_) | Self::Network(_) => {
                None
            }
        }
    }

    /// How much work a decision is, compared with a random one.
    pub fn simulations(&self) -> u64 {
        match self {
            Self::Random | Self::Solved(_) => 0,
            Self::Greedy(search) => 10 * simulations(search),
            Self::Flat(search) | Self::Search(search) => simulations(search),
            Self::Network(search) => u64::from(search.simulations),
        }
    }

    /// A player of this name.
    pub fn player(&self, equipment: &Equipment) -> Result<Box<dyn Player>, NoPlayer> {
        let search = match self {
            Self::Random => return Ok(Box::new(Random::new())),
            Self::Solved(file) => {
                let strategy = equipment.strategies.get(file).map(Arc::clone);
                let strategy = strategy.ok_or_else(|| NoPlayer::NoStrategy(self.to_string()))?;
                return Ok(Box::new(Solved::new(strategy)));
            }
            Self::Network(search) => {
                let network = equipment.networks.get(&search.file);
                let network = network.ok_or_else(|| NoPlayer::NoNetwork(self.to_string()))?;
                return Ok(network.player(search, equipment));
            }
            Self::Greedy(search) | Self::Flat(search) | Self::Search(search) => search,
        };
        if matches!(search.budget, Budget::Time(_)) && equipment.clock.is_none() {
            return Err(NoPlayer::NoClock(self.to_string()));
        }
        let lookahead = equipment.lookahead.as_ref().map(Arc::clone);
        let lookahead = lookahead.ok_or_else(|| NoPlayer::NoLookahead(self.to_string()))?;
        let trying = |spread| Trying {
            spread,
            exploration: search.exploration,
            most_decisions: search.most_decisions,
            aim: search.aim,
        };
        let count = simulations(search) as u32;
        let spread = match self.kind() {
            Kind::Greedy => Spread::Each(count),
            Kind::Flat => Spread::Best(count),
            Kind::Tree(_) | Kind::Random | Kind::Solved | Kind::Network => {
                let searcher = Searcher::new(search.clone(), lookahead, equipment);
                return Ok(Box::new(searcher));
            }
        };
        Ok(Box::new(Flat::with(trying(spread), lookahead, equipment)))
    }

    fn kind(&self) -> Kind {
        match self {
            Self::Random => Kind::Random,
            Self::Greedy(_) => Kind::Greedy,
            Self::Flat(_) => Kind::Flat,
            Self::Search(search) => Kind::Tree(search.sight),
            Self::Solved(_) => Kind::Solved,
            Self::Network(_) => Kind::Network,
        }
    }
}

/// All players with what they are, and all settings: for people.
pub fn known_players() -> String {
    let mut text = String::from("Players:\n");
    for known in &KNOWN {
        let name = match known.kind {
            Kind::Random => known.word.to_owned(),
            Kind::Solved | Kind::Network => format!("{}:FILE", known.word),
            Kind::Greedy | Kind::Flat | Kind::Tree(_) => {
                format!("{}:{}", known.word, known.example)
            }
        };
        text.push_str(&format!("  {name:<15}{}\n", known.about));
    }
    text.push_str(
        "\nThe number is how many games are simulated for a decision; a time such as `500ms` is possible where\n\
         one plays against people.\n\nSettings follow after commas, as in `ismcts:2000,c=1.2,trees=2`:\n",
    );
    for setting in &SETTINGS {
        let mut takers = KNOWN.iter().filter(|known| (setting.is_for)(known.kind));
        let all = KNOWN.iter().filter(|known| known.kind.simulates()).count();
        let count = takers.clone().count();
        let only = takers.next().filter(|_| count == 1);
        let of = match only {
            Some(known) => format!(" ({} only)", known.word),
            None if count == all => String::new(),
            None => {
                let takers = KNOWN.iter().filter(|known| (setting.is_for)(known.kind));
                let words: Vec<&str> = takers.map(|known| known.word).collect();
                format!(" ({})", words.join(", "))
            }
        };
        text.push_str(&format!("  {:<8}{}{of}\n", setting.key, setting.meaning));
    }
    text.push_str("\nSettings of a network, as in `net:best.safetensors,sims=64`:\n");
    for setting in &NETWORK_SETTINGS {
        text.push_str(&format!("  {:<8}{}\n", setting.key, setting.meaning));
    }
    text
}

impl fmt::Display for Name {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        let word = KNOWN.iter().find(|known| known.kind == kind);
        write!(to, "{}", word.map_or("", |known| known.word))?;
        let search = match self {
            Self::Random => return Ok(()),
            Self::Solved(file) => return write!(to, ":{file}"),
            Self::Network(search) => return search.fmt(to),
            Self::Greedy(search) | Self::Flat(search) | Self::Search(search) => search,
        };
        match search.budget {
            Budget::Simulations(count) => write!(to, ":{count}")?,
            Budget::Time(time) => write!(to, ":{}ms", time.as_millis())?,
        }
        let usual = Search::new(search.sight, 1);
        for setting in SETTINGS.iter().filter(|setting| (setting.is_for)(kind)) {
            if let Some(value) = (setting.get)(search, &usual) {
                write!(to, ",{}={value}", setting.key)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Name {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let (word, rest) = match text.split_once([':', ',']) {
            Some((word, rest)) => (word, Some(rest)),
            None => (text, None),
        };
        let known = KNOWN.iter().find(|known| known.word == word);
        let known = known.ok_or_else(|| BadName::Unknown(text.to_owned()))?;
        let sight = match known.kind {
            Kind::Random => {
                return match rest {
                    None => Ok(Self::Random),
                    Some(rest) => Err(BadName::Thoughtless(rest.to_owned())),
                };
            }
            Kind::Solved => {
                let file = rest.filter(|file| !file.is_empty());
                let file = file.ok_or(BadName::NoFile(known.word))?;
                return Ok(Self::Solved(file.to_owned()));
            }
            Kind::Network => return network(rest).map(Self::Network),
            Kind::Greedy | Kind::Flat => Sight::Everyone,
            Kind::Tree(sight) => sight,
        };
        let mut parts = rest.unwrap_or("").split(',');
        let amount = parts.next().unwrap_or("");
        if amount.is_empty() || is_setting(amount) {
            return Err(BadName::NoBudget {
                word: known.word,
                example: known.example,
            });
        }
        let mut search = Search::new(sight, 1);
        search.budget = budget(amount, known.kind)?;
        for part in parts {
            set(&mut search, known, part)?;
        }
        Ok(match known.kind {
            Kind::Greedy => Self::Greedy(search),
            Kind::Flat => Self::Flat(search),
            Kind::Tree(_) | Kind::Random | Kind::Solved | Kind::Network => Self::Search(search),
        })
    }
}

impl fmt::Display for NetworkSearch {
    /// The part of the name after its word.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::new(String::new());
        let file = (!self.file.is_empty()).then(|| self.file.clone());
        let settings = NETWORK_SETTINGS.iter().filter_map(|setting| {
            let value = (setting.get)(self, &usual)?;
            Some(format!("{}={value}", setting.key))
        });
        let parts: Vec<String> = file.into_iter().chain(settings).collect();
        if parts.is_empty() {
            return Ok(());
        }
        write!(to, ":{}", parts.join(","))
    }
}

/// Reads the file and the settings of a network's search.
fn network(text: Option<&str>) -> Result<NetworkSearch, BadName> {
    let mut parts = text.into_iter().flat_map(|text| text.split(',')).peekable();
    let file = parts.next_if(|part| !is_setting(part)).unwrap_or("");
    if file.is_empty() && text.is_some_and(|text| !is_setting(text)) {
        return Err(BadName::NoNetwork);
    }
    let mut search = NetworkSearch::new(file.to_owned());
    for part in parts {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let setting = NETWORK_SETTINGS
            .iter()
            .find(|setting| setting.key == key.trim());
        let setting = setting.ok_or_else(|| {
            let keys: Vec<&str> = NETWORK_SETTINGS.iter().map(|setting| setting.key).collect();
            BadName::Setting {
                word: "net",
                key: key.trim().to_owned(),
                settings: keys.join(", "),
            }
        })?;
        (setting.set)(&mut search, value.trim()).ok_or_else(|| BadName::Value {
            key: setting.key,
            value: value.trim().to_owned(),
            meaning: setting.meaning,
        })?;
    }
    Ok(search)
}

fn simulations(search: &Search) -> u64 {
    match search.budget {
        Budget::Simulations(count) => u64::from(count),
        Budget::Time(_) => 1000,
    }
}

fn budget(text: &str, kind: Kind) -> Result<Budget, BadName> {
    let bad = || BadName::Budget {
        text: text.to_owned(),
    };
    let milliseconds = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(count), _) => count.parse::<u64>().ok(),
        (None, Some(count)) => count
            .parse::<u64>()
            .ok()
            .and_then(|count| count.checked_mul(1000)),
        (None, None) => {
            let count = text
                .parse()
                .ok()
                .filter(|count| (1..=1_000_000_000).contains(count));
            return count.map(Budget::Simulations).ok_or_else(bad);
        }
    };
    let milliseconds = milliseconds.filter(|count| (1..=3_600_000).contains(count));
    match (milliseconds, kind) {
        (Some(count), Kind::Tree(_)) => Ok(Budget::Time(Duration::from_millis(count))),
        (Some(_) | None, _) => Err(bad()),
    }
}

fn set(search: &mut Search, known: &Known, part: &str) -> Result<(), BadName> {
    let (key, value) = part.split_once('=').unwrap_or((part, ""));
    let mut settings = SETTINGS
        .iter()
        .filter(|setting| (setting.is_for)(known.kind));
    let setting = settings.find(|setting| setting.key == key);
    let Some(setting) = setting else {
        let settings = SETTINGS
            .iter()
            .filter(|setting| (setting.is_for)(known.kind));
        let settings: Vec<String> = settings
            .map(|setting| format!("`{}`", setting.key))
            .collect();
        return Err(BadName::Setting {
            word: known.word,
            key: key.to_owned(),
            settings: settings.join(", "),
        });
    };
    (setting.set)(search, value).ok_or_else(|| BadName::Value {
        key: setting.key,
        value: value.to_owned(),
        meaning: setting.meaning,
    })
}

/// Whether a part of a list belongs to the name before it.
fn is_setting(part: &str) -> bool {
    let key = part.split_once('=').map(|(key, _)| key);
    key.is_some_and(|key| !key.contains(':') && key.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

fn number(text: &str, least: f64, most: f64) -> Option<f64> {
    text.parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
}

fn truth(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

fn yes(value: bool) -> String {
    if value { "yes" } else { "no" }.to_owned()
}

fn differs(value: f64, usual: f64) -> Option<String> {
    (value != usual).then(|| value.to_string())
}

fn words() -> String {
    let names: Vec<String> = KNOWN
        .iter()
        .map(|known| format!("`{}`", known.word))
        .collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Name, String> {
        text.parse().map_err(|error: BadName| error.to_string())
    }

    #[test]
    fn every_name_can_be_read_back() {
        for text in [
            "random",
            "greedy:100",
            "greedy:50,depth=20,for=wins",
            "flat:800,c=1.5",
            "mcts:800,puct=yes",
            "mcts:800,puct=yes,noise=0.25,alpha=0.5,trees=4,keep=no",
            "pimc:800,worlds=10",
            "ismcts:2000,c=1.2",
            "moismcts:500ms",
            "cfr:strategies/leduc poker.strategy",
        ] {
            let name = read(text).expect("it is a name");
            assert_eq!(name.to_string(), text);
            assert_eq!(read(&name.to_string()), Ok(name));
        }
    }

    #[test]
    fn a_list_keeps_settings_with_their_names() {
        let names = Name::list("ismcts:2000,c=1.2,keep=no,random,mcts:8").expect("they are names");
        let texts: Vec<String> = names.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["ismcts:2000,c=1.2,keep=no", "random", "mcts:8"]);
    }

    #[test]
    fn a_network_is_that_of_a_file_or_the_one_that_ships() {
        let written = |text: &str| read(text).map(|name| name.to_string());
        for text in [
            "net",
            "net:sims=64",
            "net:best.safetensors",
            "net:a/b.safetensors,sims=0,draw=yes",
        ] {
            assert_eq!(written(text).as_deref(), Ok(text));
        }
        assert_eq!(written("net,sims=64").as_deref(), Ok("net:sims=64"));
        let shipped = read("net").expect("a name");
        assert_eq!(shipped.network_file(), Some(""));
        for text in ["net:", "net:,sims=64"] {
            let problem = written(text).expect_err("no file");
            assert!(
                problem.starts_with("which network plays is missing"),
                "{problem}"
            );
        }
        assert!(written("net:sims=many").is_err());
    }

    #[test]
    fn what_is_wrong_with_a_name_is_said() {
        let problems = [
            "rnadom",
            "random:3",
            "mcts",
            "mcts:c=1",
            "mcts:0",
            "mcts:many",
            "greedy:500ms",
            "mcts:100,worlds=3",
            "pimc:100,keep=yes",
            "mcts:100,c=high",
            "mcts:100,alpha=1",
            "mcts:100,puct",
            "cfr",
            "cfr:",
        ];
        let problems = problems.map(|text| read(text).expect_err(text));
        let expected = [
            "there is no player `rnadom`; the players are `random`, `greedy`, `flat`, `mcts`, `pimc`, `ismcts`, `moismcts`, `cfr`, `net`",
            "`random` does not think: write it without `:3`",
            "how long `mcts` thinks is missing: write `mcts:800` for 800 simulations, or `mcts:500ms`",
            "how long `mcts` thinks is missing: write `mcts:800` for 800 simulations, or `mcts:500ms`",
            "`0` is not how long to think: write a number of simulations from 1 on, or a time such as `500ms` or `2s`",
            "`many` is not how long to think: write a number of simulations from 1 on, or a time such as `500ms` or `2s`",
            "`500ms` is not how long to think: write a number of simulations from 1 on, or a time such as `500ms` or `2s`",
            "`mcts` has no setting `worlds`; its settings are `c`, `puct`, `noise`, `alpha`, `trees`, `keep`, `depth`, `for`",
            "`pimc` has no setting `keep`; its settings are `c`, `puct`, `noise`, `alpha`, `trees`, `worlds`, `depth`, `for`",
            "`c` cannot be `high`: it is how much is risked to learn more, a number from 0 to 100",
            "`alpha` cannot be `1`: it is the shape of the noise, a number above 0 up to 100; after `noise`",
            "`puct` cannot be ``: it is whether choices are selected by priors, `yes` or `no`",
            "which strategy `cfr` plays by is missing: write `cfr:FILE`, with a file that `fuda solve GAME --save FILE` wrote",
            "which strategy `cfr` plays by is missing: write `cfr:FILE`, with a file that `fuda solve GAME --save FILE` wrote",
        ];
        assert_eq!(problems, expected);
    }

    #[test]
    fn everything_that_can_be_named_is_explained() {
        let text = known_players();
        for word in KNOWN.iter().map(|known| known.word) {
            assert!(text.contains(word), "{word}");
        }
        for key in SETTINGS.iter().map(|setting| setting.key) {
            assert!(text.contains(&format!("  {key} ")), "{key}");
        }
    }

    #[test]
    fn who_looks_ahead_needs_something_to_look_at() {
        let problem = |text: &str| {
            let name: Name = text.parse().expect("it is a name");
            let player = name.player(&Equipment::none());
            player.err().map(|error| error.to_string())
        };
        assert_eq!(problem("random"), None);
        assert_eq!(
            problem("cfr:kuhn.strategy"),
            Some("`cfr:kuhn.strategy` needs its strategy to be read first".to_owned())
        );
        assert_eq!(
            problem("mcts:5"),
            Some("`mcts:5` needs the game to look ahead in".to_owned())
        );
        assert_eq!(
            problem("mcts:5ms"),
            Some(
                "`mcts:5ms` would depend on how fast the machine is; give a number of simulations"
                    .to_owned()
            )
        );
    }
}
