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
use crate::run::{Metrics, State};
use crate::settings::Settings;
use nets::file::Precision;
use serde::{Deserialize, Serialize};
use std::path::Path;
use storage::run::{self, RunFolder};

/// Format of the folder.
const FORMAT: u32 = 2;

/// The command that writes it.
const COMMAND: &str = "fuda train";

/// The reason why a folder cannot be used.
pub type FolderError = run::RunError;

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
pub struct Folder(RunFolder);

impl Folder {
    /// Makes a folder for a new run.
    pub fn create(path: &Path, header: &Header) -> Result<Self, FolderError> {
        let folder = RunFolder::create(path, &["checkpoints", "samples"], COMMAND)?;
        folder.write_header(header)?;
        Ok(Self(folder))
    }

    /// Opens the folder of a run to go on with it.
    pub fn open(path: &Path) -> Result<(Self, Header), FolderError> {
        let header = read_header(path)?;
        Ok((Self(RunFolder::open(path, COMMAND)?), header))
    }

    /// Takes a request to stop, if there is one; a request counts once.
    pub fn is_asked_to_stop(&self) -> bool {
        self.0.is_asked_to_stop()
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes the header again, for instance with another budget.
    pub fn update(&self, header: &Header) -> Result<(), FolderError> {
        self.0.write_header(header)
    }

    /// The state that was saved last; none if the run was stopped before.
    pub fn state(&self) -> Result<Option<State>, FolderError> {
        run::read_sealed(self.path(), "state.bin", State::from_bytes)
    }

    /// Saves the state of a run and the figures of its iterations: those that a later state does not know are dropped.
    pub fn save(&self, state: &State, metrics: &[Metrics]) -> Result<(), FolderError> {
        let lines = metrics
            .iter()
            .map(|line| serde_json::to_string(line).unwrap_or_default() + "\n");
        let lines = lines.collect::<String>();
        self.0.write("metrics.jsonl", lines.as_bytes())?;
        let bytes = state.to_bytes();
        let bytes = bytes.map_err(|error| self.0.unwritable("state.bin", error))?;
        self.0.write_sealed("state.bin", bytes)
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
        let bytes = model.to_bytes(precision);
        let bytes = bytes.map_err(|error| self.0.unwritable(name, error))?;
        self.0.write(name, &bytes)
    }

    /// Keeps a game as a record.
    pub fn save_sample(&self, games: u64, record: &[u8]) -> Result<(), FolderError> {
        self.0.write(&format!("samples/{games:09}.record"), record)
    }
}

/// The header of a run.
pub fn read_header(path: &Path) -> Result<Header, FolderError> {
    run::read_header(path, FORMAT)
}

/// The figures of the iterations of a run. A line that is not whole ends them.
pub fn read_metrics(path: &Path) -> Result<Vec<Metrics>, FolderError> {
    let bytes = run::read_file(path, "metrics.jsonl")?.unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let lines = text
        .lines()
        .map_while(|line| serde_json::from_str(line).ok());
    Ok(lines.collect())
}
