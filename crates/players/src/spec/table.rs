//! The table of players: a row for each, with its word, its settings, and how its text is read.

use super::settings::{
    AIM, ALPHA, DEPTH, EXPLORATION, KEEP, NOISE, PRIORS, Setting, Settings, TREES, WORLDS,
    is_setting, set,
};
use super::{PlayerSpec, PlayerSpecError, network};
use crate::search::{Budget, Search, Sight};
use std::time::Duration;

/// A player of the table.
pub(super) struct Row {
    pub(super) word: &'static str,
    pub(super) about: &'static str,
    /// The settings of its search, if it simulates games.
    pub(super) settings: Settings<Search>,
    pub(super) form: Form,
}

/// The text behind the word of a player.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// No text: the word names the whole player.
    Alone,
    /// Path of a file.
    File,
    /// The file and the settings of a network.
    Network,
    /// A number of simulations, and settings.
    Simulations {
        /// A usual number of simulations, for messages.
        example: u32,
        /// True if a time is possible instead of the number.
        takes_time: bool,
        sight: Sight,
        spec: fn(Search) -> PlayerSpec,
    },
}

const TREE: Settings<Search> = &[
    &EXPLORATION,
    &PRIORS,
    &NOISE,
    &ALPHA,
    &TREES,
    &KEEP,
    &DEPTH,
    &AIM,
];

const WORLD_TREE: Settings<Search> = &[
    &EXPLORATION,
    &PRIORS,
    &NOISE,
    &ALPHA,
    &TREES,
    &WORLDS,
    &DEPTH,
    &AIM,
];

const fn tree(example: u32, sight: Sight) -> Form {
    Form::Simulations {
        example,
        takes_time: true,
        sight,
        spec: PlayerSpec::Search,
    }
}

const fn one_step(example: u32, spec: fn(Search) -> PlayerSpec) -> Form {
    Form::Simulations {
        example,
        takes_time: false,
        sight: Sight::Everyone,
        spec,
    }
}

static RANDOM: Row = Row {
    word: "random",
    about: "takes every choice with the same probability",
    settings: &[],
    form: Form::Alone,
};

static GREEDY: Row = Row {
    word: "greedy",
    about: "looks one step ahead: so many random games after each choice",
    settings: &[&DEPTH, &AIM],
    form: one_step(100, PlayerSpec::Greedy),
};

static FLAT: Row = Row {
    word: "flat",
    about: "looks one step ahead: so many random games in all, more after good choices",
    settings: &[&EXPLORATION, &DEPTH, &AIM],
    form: one_step(800, PlayerSpec::Flat),
};

static MCTS: Row = Row {
    word: "mcts",
    about: "tree search as if all played with open cards; right where nothing is hidden",
    settings: TREE,
    form: tree(800, Sight::Everyone),
};

static PIMC: Row = Row {
    word: "pimc",
    about: "tree search in several worlds, each taken for the real one",
    settings: WORLD_TREE,
    form: tree(800, Sight::World),
};

static ISMCTS: Row = Row {
    word: "ismcts",
    about: "tree search over what the player can tell apart (information sets of one observer)",
    settings: TREE,
    form: tree(2000, Sight::Observer),
};

static MOISMCTS: Row = Row {
    word: "moismcts",
    about: "the same, and others are thought to know no more than they see (several observers)",
    settings: TREE,
    form: tree(2000, Sight::Decider),
};

static CFR: Row = Row {
    word: "cfr",
    about: "plays by the strategy in a file that `fuda solve GAME --save FILE` wrote",
    settings: &[],
    form: Form::File,
};

static NET: Row = Row {
    word: "net",
    about: "searches with a network that `fuda train GAME` has taught the game; `net` alone is the one that ships",
    settings: &[],
    form: Form::Network,
};

/// All players there are.
pub(super) static PLAYERS: [&Row; 9] = [
    &RANDOM, &GREEDY, &FLAT, &MCTS, &PIMC, &ISMCTS, &MOISMCTS, &CFR, &NET,
];

/// The words of all players, for messages.
pub(super) fn words() -> String {
    let words = PLAYERS.iter().map(|row| format!("`{}`", row.word));
    words.collect::<Vec<_>>().join(", ")
}

impl PlayerSpec {
    /// The row of the table that the player is from.
    pub(super) fn row(&self) -> &'static Row {
        match self {
            Self::Random => &RANDOM,
            Self::Greedy(_) => &GREEDY,
            Self::Flat(_) => &FLAT,
            Self::Search(search) => match search.sight {
                Sight::Everyone => &MCTS,
                Sight::World => &PIMC,
                Sight::Observer => &ISMCTS,
                Sight::Decider => &MOISMCTS,
            },
            Self::Solved(_) => &CFR,
            Self::Network(_) => &NET,
        }
    }
}

impl Row {
    /// Reads what stands behind the word.
    pub(super) fn read(&'static self, rest: Option<&str>) -> Result<PlayerSpec, PlayerSpecError> {
        match self.form {
            Form::Alone => match rest {
                None => Ok(PlayerSpec::Random),
                Some(rest) => Err(PlayerSpecError::Thoughtless(rest.to_owned())),
            },
            Form::File => {
                let file = rest.filter(|file| !file.is_empty());
                let file = file.ok_or(PlayerSpecError::NoFile(self.word))?;
                Ok(PlayerSpec::Solved(file.to_owned()))
            }
            Form::Network => network::read(self.word, rest).map(PlayerSpec::Network),
            Form::Simulations {
                example,
                takes_time,
                sight,
                spec,
            } => {
                let mut parts = rest.unwrap_or("").split(',');
                let amount = parts.next().unwrap_or("");
                if amount.is_empty() || is_setting(amount) {
                    let word = self.word;
                    return Err(PlayerSpecError::NoBudget { word, example });
                }
                let mut search = Search::new(sight, 1);
                search.budget = budget(amount, takes_time)?;
                for part in parts {
                    set(&mut search, self.settings, self.word, part)?;
                }
                Ok(spec(search))
            }
        }
    }

    /// An example of its text.
    fn example(&self) -> String {
        match self.form {
            Form::Alone => self.word.to_owned(),
            Form::File | Form::Network => format!("{}:FILE", self.word),
            Form::Simulations { example, .. } => format!("{}:{example}", self.word),
        }
    }

    fn takes(&self, setting: &Setting<Search>) -> bool {
        self.settings.iter().any(|own| own.key == setting.key)
    }
}

fn budget(text: &str, takes_time: bool) -> Result<Budget, PlayerSpecError> {
    let bad = || PlayerSpecError::Budget {
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
    let milliseconds = milliseconds.filter(|count| (1..=3_600_000).contains(count) && takes_time);
    let time = milliseconds.map(Duration::from_millis);
    time.map(Budget::Time).ok_or_else(bad)
}

/// All players and all settings, for people.
pub fn known_players() -> String {
    let mut text = String::from("Players:\n");
    for row in PLAYERS {
        text.push_str(&format!("  {:<15}{}\n", row.example(), row.about));
    }
    text.push_str(
        "\nThe number is how many games are simulated for a decision; a time such as `500ms` is possible where\n\
         one plays against people.\n\nSettings follow after commas, as in `ismcts:2000,c=1.2,trees=2`:\n",
    );
    for setting in all_settings() {
        let takers = takers(setting);
        text.push_str(&format!(
            "  {:<8}{}{takers}\n",
            setting.key, setting.meaning
        ));
    }
    text.push_str("\nSettings of a network, as in `net:best.safetensors,sims=64`:\n");
    for setting in network::SETTINGS {
        text.push_str(&format!("  {:<8}{}\n", setting.key, setting.meaning));
    }
    text
}

/// Every setting of a search, once.
pub(super) fn all_settings() -> impl Iterator<Item = &'static Setting<Search>> {
    let (common, last) = TREE.split_at(TREE.len() - 2);
    let common = common.iter().copied();
    common.chain([&WORLDS]).chain(last.iter().copied())
}

/// The players that take a setting, if not all do that simulate.
fn takers(setting: &Setting<Search>) -> String {
    let simulating = PLAYERS.iter().filter(|row| !row.settings.is_empty());
    let takers = PLAYERS.iter().filter(|row| row.takes(setting));
    let words: Vec<&str> = takers.map(|row| row.word).collect();
    match words.as_slice() {
        [only] => format!(" ({only} only)"),
        words if words.len() == simulating.count() => String::new(),
        words => format!(" ({})", words.join(", ")),
    }
}
