//! The folder of a run: what is kept so that it can be resumed, and what people and programs read.

use crate::analysis::quoted;
use crate::deck::Deck;
use crate::evolution::{Champion, Generation, Settings, State};
use cgml::model::Game;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use storage::{Lock, LockError};

/// The version of the files.
const FORMAT: u32 = 1;

/// The file with the decks that a run begins with.
const START: &str = "start.bin";

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

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

/// The reason why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// There is a run in it.
    #[error("`{0}` has a run in it")]
    Exists(PathBuf),
    /// There is none.
    #[error("`{0}` has no run in it")]
    Missing(PathBuf),
    /// Another program has it.
    #[error("`{0}`: {1}")]
    Locked(PathBuf, LockError),
    /// A file cannot be read.
    #[error("`{0}` cannot be read: {1}")]
    Unreadable(PathBuf, io::Error),
    /// A file cannot be written.
    #[error("`{0}` cannot be written: {1}")]
    Unwritable(PathBuf, io::Error),
    /// A file is not what was written.
    #[error("`{0}` is damaged: {1}")]
    Damaged(PathBuf, String),
}

/// The folder of a run, for this program alone.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: Lock,
}

impl Folder {
    /// Begins a run in a folder, which is made if it is not there.
    pub fn create(path: &Path, header: &Header, start: &StartDecks) -> Result<Self, FolderError> {
        let unwritable = |error| FolderError::Unwritable(path.to_owned(), error);
        for folder in ["decks", "logs", "records"] {
            std::fs::create_dir_all(path.join(folder)).map_err(unwritable)?;
        }
        let folder = Self::locked(path)?;
        if path.join("run.json").exists() {
            return Err(FolderError::Exists(path.to_owned()));
        }
        let text =
            serde_json::to_string_pretty(header).map_err(|error| unwritable(error.into()))?;
        folder.save_start(start)?;
        // Last: a folder without it has no run.
        folder.write("run.json", text.as_bytes())?;
        Ok(folder)
    }

    /// Opens the folder of a run that was stopped, with what is known of it.
    pub fn open(path: &Path) -> Result<(Self, Header, Option<State>), FolderError> {
        let header = read_header(path)?;
        let folder = Self::locked(path)?;
        let state = read_state(path)?;
        Ok((folder, header, state))
    }

    fn locked(path: &Path) -> Result<Self, FolderError> {
        let note = format!("process {}", std::process::id());
        let lock = Lock::take(&path.join("lock"), &note)
            .map_err(|error| FolderError::Locked(path.to_owned(), error))?;
        Ok(Self {
            path: path.to_owned(),
            _lock: lock,
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file of the folder.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let file = self.path.join(name);
        storage::write(&file, bytes).map_err(|error| FolderError::Unwritable(file, error))
    }

    /// Keeps the decks that a run begins with, for the case that it is killed before its first step.
    fn save_start(&self, start: &StartDecks) -> Result<(), FolderError> {
        let bytes = postcard::to_stdvec(start).map_err(|error| {
            let error = io::Error::other(error.to_string());
            FolderError::Unwritable(self.path.join(START), error)
        })?;
        self.write(START, &storage::seal_bytes(bytes))
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
        let bytes = postcard::to_stdvec(state).map_err(|error| {
            let error = io::Error::other(error.to_string());
            FolderError::Unwritable(self.path.join("state.bin"), error)
        })?;
        // Last: it says that all the others are there.
        self.write("state.bin", &storage::seal_bytes(bytes))
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
    let file = path.join("run.json");
    let bytes = match storage::read(&file, LARGEST) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(FolderError::Missing(path.to_owned()));
        }
        Err(error) => return Err(FolderError::Unreadable(file, error)),
    };
    let header: Result<Header, _> = serde_json::from_slice(&bytes);
    let header = header.map_err(|error| FolderError::Damaged(file.clone(), error.to_string()))?;
    match header.format {
        FORMAT => Ok(header),
        other => Err(FolderError::Damaged(
            file,
            format!("format {other} instead of {FORMAT}"),
        )),
    }
}

/// Decks that are met, with their names, and decks to start from.
pub type StartDecks = (Vec<(String, Deck)>, Vec<Deck>);

/// The decks that the run in a folder begins with.
pub fn read_start(path: &Path) -> Result<StartDecks, FolderError> {
    let file = path.join(START);
    let sealed = storage::read(&file, LARGEST);
    let sealed = sealed.map_err(|error| FolderError::Unreadable(file.clone(), error))?;
    let damaged = |reason: String| FolderError::Damaged(file.clone(), reason);
    let bytes = storage::unseal_bytes(&sealed).map_err(|error| damaged(error.to_string()))?;
    postcard::from_bytes(bytes).map_err(|error| damaged(error.to_string()))
}

/// The state of the run in a folder; nothing if it has not made a step.
pub fn read_state(path: &Path) -> Result<Option<State>, FolderError> {
    let file = path.join("state.bin");
    let sealed = match storage::read(&file, LARGEST) {
        Ok(sealed) => sealed,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FolderError::Unreadable(file, error)),
    };
    let damaged = |reason: String| FolderError::Damaged(file.clone(), reason);
    let bytes = storage::unseal_bytes(&sealed).map_err(|error| damaged(error.to_string()))?;
    let state = postcard::from_bytes(bytes).map_err(|error| damaged(error.to_string()))?;
    Ok(Some(state))
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
            text += &format!("{},{},{copies},{decks}\n", it.number, quoted(card));
        }
    }
    text
}

fn cards(state: &State) -> String {
    let head = "card,games,drawn_games,won_when_drawn,opening_games,won_when_opening,played_games,won_when_played,";
    let mut text =
        format!("{head}contribution,contribution_half,swap_deals,swap_value,swap_half\n");
    let shown = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    for (card, value) in state.values.all() {
        let uses = &value.uses;
        let (contribution, swap) = (uses.contribution(), value.swap());
        let cells = [
            quoted(card),
            uses.all.games.to_string(),
            uses.drawn.games.to_string(),
            shown(uses.drawn.rate()),
            uses.opening.games.to_string(),
            shown(uses.opening.rate()),
            uses.played.games.to_string(),
            shown(uses.played.rate()),
            shown(contribution.map(|it| it.0)),
            shown(contribution.map(|it| it.1)),
            value.deals.to_string(),
            shown(swap.map(|it| it.0)),
            shown(swap.map(|it| it.1)),
        ];
        text += &format!("{}\n", cells.join(","));
    }
    text
}
