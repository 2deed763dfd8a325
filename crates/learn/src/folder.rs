//! A run as a folder.
//!
//! ```text
//! run.json                   the game, the settings and the budget
//! state.bin                  everything that the next iteration depends on, with a checksum
//! metrics.jsonl              a line for each iteration
//! best.safetensors           the network that plays best so far
//! shipped.safetensors        the same in half the room, at the end of the run
//! report.html                curves and figures
//! checkpoints/*.safetensors  networks of the past, by the number of games
//! samples/*.record           games of self-play
//! ```

use crate::model::Model;
use crate::run::{Metrics, State, StateError};
use crate::settings::Settings;
use nets::file::Precision;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use storage::{Lock, LockError};

/// Format of the folder.
const FORMAT: u32 = 2;

/// More than this is no file that a run has written.
const LARGEST: u64 = 1 << 33;

/// End of a run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// After so many games.
    Games(u64),
    /// After so many minutes of work.
    Minutes(f64),
}

/// `run.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Format of the folder.
    pub format: u32,
    /// The game as it was named.
    pub game: String,
    /// Number of players, if it was asked for.
    pub seats: Option<u8>,
    /// Parameters that were set.
    pub parameters: Vec<(String, String)>,
    /// Decks that were named.
    pub decks: Vec<String>,
    /// Regulation that was named.
    pub regulation: Option<String>,
    /// End of the run.
    pub budget: Budget,
    /// Settings.
    pub settings: Settings,
    /// Fingerprints of the compiled games.
    pub fingerprints: Vec<u64>,
}

impl Header {
    /// The format that is written.
    pub fn format() -> u32 {
        FORMAT
    }
}

/// A folder that is being written by this program.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: Lock,
}

/// The reason why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Another program trains there.
    #[error("`{0}` cannot be used: {1}")]
    Locked(PathBuf, LockError),
    /// A run is there already.
    #[error("there is a run in `{0}` already")]
    Exists(PathBuf),
    /// No run is there.
    #[error("there is no run in `{0}`")]
    Missing(PathBuf),
    /// A file cannot be read.
    #[error("`{0}` cannot be read: {1}")]
    Unreadable(PathBuf, io::Error),
    /// A file cannot be written.
    #[error("`{0}` cannot be written: {1}; everything up to the last saved iteration is kept")]
    Unwritable(PathBuf, io::Error),
    /// A file holds something else.
    #[error("`{0}` is damaged: {1}")]
    Damaged(PathBuf, String),
}

impl Folder {
    /// Makes a folder for a new run.
    pub fn create(path: &Path, header: &Header) -> Result<Self, FolderError> {
        let unwritable = |error| FolderError::Unwritable(path.to_owned(), error);
        if path.join("run.json").exists() {
            return Err(FolderError::Exists(path.to_owned()));
        }
        for part in ["checkpoints", "samples"] {
            std::fs::create_dir_all(path.join(part)).map_err(unwritable)?;
        }
        let folder = Self::locked(path)?;
        let text = serde_json::to_string_pretty(header).unwrap_or_default();
        folder.write("run.json", format!("{text}\n").as_bytes())?;
        Ok(folder)
    }

    /// Opens the folder of a run to go on with it.
    pub fn open(path: &Path) -> Result<(Self, Header), FolderError> {
        let header = read_header(path)?;
        Ok((Self::locked(path)?, header))
    }

    fn locked(path: &Path) -> Result<Self, FolderError> {
        let note = format!("`fuda train`, process {}", std::process::id());
        let lock = Lock::take(&path.join("lock"), &note);
        let folder = Self {
            path: path.to_owned(),
            _lock: lock.map_err(|error| FolderError::Locked(path.to_owned(), error))?,
        };
        // A request from before this run was taken up is no longer meant.
        folder.is_asked_to_stop();
        Ok(folder)
    }

    /// Takes a request to stop, if there is one; a request counts once.
    pub fn is_asked_to_stop(&self) -> bool {
        std::fs::remove_file(self.path.join(STOP)).is_ok()
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the header again, for instance with another budget.
    pub fn update(&self, header: &Header) -> Result<(), FolderError> {
        let text = serde_json::to_string_pretty(header).unwrap_or_default();
        self.write("run.json", format!("{text}\n").as_bytes())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let file = self.path.join(name);
        storage::write(&file, bytes).map_err(|error| FolderError::Unwritable(file, error))
    }

    /// The state that was saved last; none if the run was stopped before.
    pub fn state(&self) -> Result<Option<State>, FolderError> {
        let file = self.path.join("state.bin");
        let bytes = match storage::read(&file, LARGEST) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(FolderError::Unreadable(file, error)),
        };
        let damaged = |reason: String| FolderError::Damaged(file.clone(), reason);
        let bytes = storage::unseal_bytes(&bytes).map_err(|error| damaged(error.to_string()))?;
        let state = State::from_bytes(bytes).map_err(|error| damaged(error.to_string()))?;
        Ok(Some(state))
    }

    /// Saves the state of a run and the figures of its iterations: those that a later state does not know are dropped.
    pub fn save(&self, state: &State, metrics: &[Metrics]) -> Result<(), FolderError> {
        let unwritable = |error: StateError| {
            let error = io::Error::other(error.to_string());
            FolderError::Unwritable(self.path.join("state.bin"), error)
        };
        let lines = metrics
            .iter()
            .map(|line| serde_json::to_string(line).unwrap_or_default() + "\n");
        self.write("metrics.jsonl", lines.collect::<String>().as_bytes())?;
        let bytes = state.to_bytes().map_err(unwritable)?;
        self.write("state.bin", &storage::seal_bytes(bytes))
    }

    /// Writes the best network.
    pub fn save_best(&self, model: &Model) -> Result<(), FolderError> {
        self.save_model("best.safetensors", model)
    }

    /// Writes the best network with half the digits, as networks are shipped.
    pub fn save_shipped(&self, model: &Model) -> Result<(), FolderError> {
        self.save_with("shipped.safetensors", model, Precision::Half)
    }

    /// Keeps a network for ever, by its number of games.
    pub fn save_checkpoint(&self, model: &Model) -> Result<(), FolderError> {
        let games = model.about.training.games;
        self.save_model(&format!("checkpoints/{games:09}.safetensors"), model)
    }

    fn save_model(&self, name: &str, model: &Model) -> Result<(), FolderError> {
        self.save_with(name, model, Precision::Single)
    }

    fn save_with(
        &self,
        name: &str,
        model: &Model,
        precision: Precision,
    ) -> Result<(), FolderError> {
        let bytes = model.to_bytes(precision).map_err(|error| {
            let error = io::Error::other(error.to_string());
            FolderError::Unwritable(self.path.join(name), error)
        })?;
        self.write(name, &bytes)
    }

    /// Keeps a game as a record.
    pub fn save_sample(&self, games: u64, record: &[u8]) -> Result<(), FolderError> {
        self.write(&format!("samples/{games:09}.record"), record)
    }
}

/// A file that asks whoever works on a run to stop.
const STOP: &str = "stop";

/// Asks whoever works on the run of a folder to stop after the iteration at hand.
pub fn request_stop(path: &Path) -> io::Result<()> {
    storage::write(&path.join(STOP), b"")
}

/// True while somebody works on the run of a folder.
pub fn is_worked_on(path: &Path) -> bool {
    let lock = path.join("lock");
    lock.is_file() && Lock::take(&lock, "`fuda serve` looks").is_err()
}

/// The header of a run.
pub fn read_header(path: &Path) -> Result<Header, FolderError> {
    let file = path.join("run.json");
    let bytes = match storage::read(&file, 1 << 20) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(FolderError::Missing(path.to_owned()));
        }
        Err(error) => return Err(FolderError::Unreadable(file, error)),
    };
    let header: Result<Header, _> = serde_json::from_slice(&bytes);
    let header = header.map_err(|error| FolderError::Damaged(file.clone(), error.to_string()))?;
    if header.format != FORMAT {
        let reason = format!("format {} instead of {FORMAT}", header.format);
        return Err(FolderError::Damaged(file, reason));
    }
    Ok(header)
}

/// The figures of the iterations of a run. A line that is not whole ends them.
pub fn read_metrics(path: &Path) -> Result<Vec<Metrics>, FolderError> {
    let file = path.join("metrics.jsonl");
    let bytes = match storage::read(&file, LARGEST) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(FolderError::Unreadable(file, error)),
    };
    let text = String::from_utf8_lossy(&bytes);
    let lines = text
        .lines()
        .map_while(|line| serde_json::from_str(line).ok());
    Ok(lines.collect())
}
