//! The folder of a run: what is kept so that it can be resumed, and what people and programs read.

use crate::deck::Deck;
use crate::evolution::{Champion, Generation, Settings, State};
use crate::payoffs::Deals;
use crate::tables::{optional, row};
use cgml::model::Game;
use serde::{Deserialize, Serialize};
use std::path::Path;
use storage::run::{self, RunFolder};

/// The version of the files.
const FORMAT: u32 = 1;

/// The file with the decks that a run begins with.
const START: &str = "start.bin";

/// The file with what another player made with the champions.
const CHECKED: &str = "checked.bin";

/// The command that writes it.
const COMMAND: &str = "fuda evolve";

/// The reason why a folder cannot be used.
pub type FolderError = run::RunError;

/// Subject of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the files.
    pub format: u32,
    /// The game as it was asked for.
    pub game: String,
    /// Parameters of the game.
    pub parameters: Vec<(String, String)>,
    /// The regulation.
    pub regulation: Option<String>,
    /// The cards that decks may have; all if there is no list.
    pub pool: Option<Vec<String>>,
    /// The player.
    pub player: String,
    /// Player who checks the champions once more, if anybody does.
    pub checker: Option<String>,
    /// Aim of breeding.
    pub goal: Goal,
    /// Games that are written down.
    pub logs: Logs,
    /// The most decisions of a game.
    pub limit: u64,
    /// Fingerprint of the game.
    pub fingerprint: u64,
    /// Settings of breeding.
    pub settings: Settings,
}

/// Aim of breeding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// To win against opponents.
    Win,
    /// To win a game for one: hands for which the solver finds a line.
    Ftk {
        /// Nodes that a hand may take.
        budget: u64,
        /// Choices of practice for each deck.
        practice: u64,
    },
}

/// Games that are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Logs {
    /// None.
    None,
    /// Those that confirm champions.
    Champions,
    /// All.
    All,
}

impl Header {
    /// The version of the files that is written.
    pub fn format() -> u32 {
        FORMAT
    }
}

/// The folder of a run, for this program alone.
#[derive(Debug)]
pub struct Folder(RunFolder);

impl Folder {
    /// Begins a run in a folder, which is made if it is not there.
    pub fn create(path: &Path, header: &Header, start: &StartDecks) -> Result<Self, FolderError> {
        let folder = RunFolder::create(path, &["decks", "logs", "records"], COMMAND)?;
        // For the case that it is killed before its first step.
        let bytes = postcard::to_stdvec(start);
        let bytes = bytes.map_err(|error| folder.unwritable(START, error))?;
        folder.write_sealed(START, bytes)?;
        folder.write_header(header)?;
        Ok(Self(folder))
    }

    /// Opens the folder of a run that was stopped, with what is known of it.
    pub fn open(path: &Path) -> Result<(Self, Header, Option<State>), FolderError> {
        let header = read_header(path)?;
        let folder = RunFolder::open(path, COMMAND)?;
        let state = read_state(path)?;
        Ok((Self(folder), header, state))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file of the folder.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        self.0.write(name, bytes)
    }

    /// Keeps everything that the next step depends on, and what others read.
    pub fn save(&self, game: &Game, state: &State) -> Result<(), FolderError> {
        for champion in &state.champions {
            self.save_deck(game, champion)?;
        }
        for (number, (cell, individual)) in state.archive.all().enumerate() {
            let name = format!("archive_{number:02}");
            let text = format!(
                "# {cell}: {:.3}\n{}",
                individual.score(),
                individual.deck.yaml(&name)
            );
            self.write(&format!("decks/{name}.yaml"), text.as_bytes())?;
        }
        self.write("history.csv", history(&state.history).as_bytes())?;
        self.write("adoption.csv", adoption(&state.history).as_bytes())?;
        self.write("cards.csv", cards(state).as_bytes())?;
        self.write("champions.csv", champions(state).as_bytes())?;
        self.write("field.csv", field(state).as_bytes())?;
        self.write("pairs.csv", pairs(state).as_bytes())?;
        let bytes = postcard::to_stdvec(state);
        let bytes = bytes.map_err(|error| self.0.unwritable("state.bin", error))?;
        // Last: it says that all the others are there.
        self.0.write_sealed("state.bin", bytes)
    }

    /// Keeps what another player made with the champions.
    pub fn save_checked(&self, checked: &[(String, Deals)]) -> Result<(), FolderError> {
        let bytes = postcard::to_stdvec(checked);
        let bytes = bytes.map_err(|error| self.0.unwritable(CHECKED, error))?;
        self.0.write_sealed(CHECKED, bytes)
    }

    fn save_deck(&self, game: &Game, champion: &Champion) -> Result<(), FolderError> {
        let name = &champion.name;
        let text = champion.deck.yaml(name);
        self.write(&format!("decks/{name}.yaml"), text.as_bytes())?;
        let Some(numbers) = champion.deck.numbers(game) else {
            return Ok(());
        };
        let lines: String = numbers.iter().map(|number| format!("{number}\n")).collect();
        self.write(&format!("decks/{name}.txt"), lines.as_bytes())
    }
}

/// The subject of the run in a folder.
pub fn read_header(path: &Path) -> Result<Header, FolderError> {
    run::read_header(path, FORMAT)
}

/// Decks that are met, with their names, and decks to start from.
pub type StartDecks = (Vec<(String, Deck)>, Vec<Deck>);

/// The decks that the run in a folder begins with.
pub fn read_start(path: &Path) -> Result<StartDecks, FolderError> {
    let start = run::read_sealed(path, START, |bytes| postcard::from_bytes(bytes))?;
    start.ok_or_else(|| FolderError::Missing(path.to_owned()))
}

/// The state of the run in a folder; nothing if it has not made a step.
pub fn read_state(path: &Path) -> Result<Option<State>, FolderError> {
    run::read_sealed(path, "state.bin", |bytes| postcard::from_bytes(bytes))
}

/// Results of another player with the champions of the run in a folder; none if nobody has checked them.
pub fn read_checked(path: &Path) -> Result<Vec<(String, Deals)>, FolderError> {
    let checked = run::read_sealed(path, CHECKED, |bytes| postcard::from_bytes(bytes))?;
    Ok(checked.unwrap_or_default())
}

fn history(generations: &[Generation]) -> String {
    let mut text = String::from("generation,round,best,score,low,high,mean,games\n");
    for it in generations {
        text += &format!(
            "{},{},{},{},{},{},{},{}\n",
            it.number, it.round, it.best, it.score, it.low, it.high, it.mean, it.games
        );
    }
    text
}

fn adoption(generations: &[Generation]) -> String {
    let mut text = String::from("generation,card,copies,decks\n");
    for it in generations {
        for (card, copies, decks) in &it.adoption {
            let numbers = [copies, decks].map(u32::to_string);
            text += &row(&[&[it.number.to_string(), card.clone()], &numbers[..]].concat());
        }
    }
    text
}

fn of_deals(deals: &Deals) -> [String; 3] {
    let (low, high) = deals.interval();
    [deals.rate(), low, high].map(|value| value.to_string())
}

fn champions(state: &State) -> String {
    let mut text = String::from(
        "champion,round,joined,deals,rate,low,high,before_deals,before_rate,before_low,before_high\n",
    );
    for it in &state.champions {
        let about = [
            it.name.clone(),
            (it.round + 1).to_string(),
            it.joined.to_string(),
        ];
        let mut cells = about.to_vec();
        for deals in [Some(&it.confirmed), it.before.as_ref()] {
            let count = deals.map_or_else(String::new, |deals| deals.count().to_string());
            cells.push(count);
            cells.extend(deals.map_or_else(Default::default, of_deals));
        }
        text += &row(&cells);
    }
    text
}

/// The decks that are met, with their shares.
fn field(state: &State) -> String {
    let mut text = String::from("deck,round,share\n");
    for (place, member) in state.field.iter().enumerate() {
        let round = member.round.map(|round| (round + 1).to_string());
        let share = optional(state.mix.get(place).copied());
        text += &row(&[member.name.clone(), round.unwrap_or_default(), share]);
    }
    text
}

/// The results of the decks that are met against each other.
fn pairs(state: &State) -> String {
    let mut text = String::from("deck,against,deals,rate,low,high\n");
    for (one, other) in state.payoffs.pairs() {
        let deals = state.payoffs.deals(one, other);
        for (deck, against, deals) in [(one, other, deals), (other, one, deals.turned())] {
            let name = |place: usize| state.field.get(place).map(|it| it.name.clone());
            let names = [deck, against].map(|place| name(place).unwrap_or_default());
            let cells = [&names[..], &[deals.count().to_string()], &of_deals(&deals)];
            text += &row(&cells.concat());
        }
    }
    text
}

fn cards(state: &State) -> String {
    let head = "card,games,drawn_games,won_when_drawn,opening_games,won_when_opening,played_games,won_when_played,";
    let mut text =
        format!("{head}contribution,contribution_half,swap_deals,swap_value,swap_half\n");
    for (card, value) in state.values.all() {
        let uses = &value.uses;
        let (contribution, swap) = (uses.contribution(), value.swap());
        let cells = [
            card.to_owned(),
            uses.all.games.to_string(),
            uses.drawn.games.to_string(),
            optional(uses.drawn.rate()),
            uses.opening.games.to_string(),
            optional(uses.opening.rate()),
            uses.played.games.to_string(),
            optional(uses.played.rate()),
            optional(contribution.map(|it| it.0)),
            optional(contribution.map(|it| it.1)),
            value.deals.to_string(),
            optional(swap.map(|it| it.0)),
            optional(swap.map(|it| it.1)),
        ];
        text += &row(&cells);
    }
    text
}
