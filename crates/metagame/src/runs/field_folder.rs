//! The folder of a run that weighs a field of decks.
//!
//! ```text
//! run.json      the game, the decks and the settings
//! state.bin     the decks and the results of their pairs so far, with a checksum
//! result.json   all figures
//! *.csv         the same as tables
//! report.html   a page for people, at the end of the run
//! ```

use crate::analysis::Analysis;
use crate::deck::Deck;
use crate::payoffs::Payoffs;
use serde::{Deserialize, Serialize};
use std::path::Path;
use storage::run::{self, RunError, RunFolder};

/// The version of the files.
const FORMAT: u32 = 1;

/// The command that writes it.
const COMMAND: &str = "fuda meta";

const STATE: &str = "state.bin";
const RESULT: &str = "result.json";

/// Subject of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldHeader {
    /// The version of the files.
    pub format: u32,
    /// Tells it from runs that breed decks.
    pub kind: FieldKind,
    /// The game as it was asked for.
    pub game: String,
    /// Number of players, if it was asked for.
    pub seats: Option<u8>,
    /// Parameters of the game.
    pub parameters: Vec<(String, String)>,
    /// The regulation.
    pub regulation: Option<String>,
    /// The player.
    pub player: String,
    /// Number of games in all, about.
    pub games: u64,
    /// Percentage points to which the equilibrium is to be known, if that ends the run.
    pub precision: Option<f64>,
    /// True if all pairs play equally often.
    pub is_uniform: bool,
    /// Ranking intensity of alpha-rank.
    pub alpha: f64,
    /// The seed.
    pub seed: u64,
    /// The most decisions of a game.
    pub limit: u64,
    /// Names of the decks.
    pub names: Vec<String>,
    /// The share of each deck in a field that is met, if there is one.
    pub field: Option<Vec<f64>>,
    /// Fingerprint of the game.
    pub fingerprint: u64,
}

/// Kind of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// A field of decks is weighed.
    Field,
}

impl FieldHeader {
    /// The version of the files that is written.
    pub fn format() -> u32 {
        FORMAT
    }
}

/// The decks of a field and their results so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldState {
    /// The decks.
    pub decks: Vec<Deck>,
    /// The results of their pairs.
    pub payoffs: Payoffs,
}

/// The folder of a run, for this program alone.
#[derive(Debug)]
pub struct FieldFolder(RunFolder);

impl FieldFolder {
    /// Begins a run in a folder, which is made if it is not there.
    pub fn create(path: &Path, header: &FieldHeader, state: &FieldState) -> Result<Self, RunError> {
        let folder = Self(RunFolder::create(path, &[], COMMAND)?);
        folder.save_state(state)?;
        folder.0.write_header(header)?;
        Ok(folder)
    }

    /// Opens the folder of a run that was stopped.
    pub fn open(path: &Path) -> Result<(Self, FieldHeader, FieldState), RunError> {
        let header = read_header(path)?;
        let folder = Self(RunFolder::open(path, COMMAND)?);
        let state = run::read_sealed(path, STATE, decode)?;
        let state = state.ok_or_else(|| RunError::Missing(path.to_owned()))?;
        let decks = header.names.len();
        let is_of_header = state.decks.len() == decks && state.payoffs.decks() == decks;
        match is_of_header && state.payoffs.is_whole() {
            true => Ok((folder, header, state)),
            false => Err(RunError::Damaged(
                path.join(STATE),
                "its table is of other decks".to_owned(),
            )),
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Keeps the results so far and what they say.
    pub fn save(&self, state: &FieldState, analysis: &Analysis) -> Result<(), RunError> {
        for (name, table) in analysis.tables() {
            self.0.write(name, table.as_bytes())?;
        }
        let text = serde_json::to_string_pretty(analysis);
        let text = text.map_err(|error| self.0.unwritable(RESULT, error))?;
        self.0.write(RESULT, text.as_bytes())?;
        // Last: it says that all the others are there.
        self.save_state(state)
    }

    /// Writes the page for people.
    pub fn save_report(&self, page: &str) -> Result<(), RunError> {
        self.0.write("report.html", page.as_bytes())
    }

    fn save_state(&self, state: &FieldState) -> Result<(), RunError> {
        let bytes = postcard::to_stdvec(state);
        let bytes = bytes.map_err(|error| self.0.unwritable(STATE, error))?;
        self.0.write_sealed(STATE, bytes)
    }
}

/// The subject of the run in a folder.
pub fn read_header(path: &Path) -> Result<FieldHeader, RunError> {
    run::read_header(path, FORMAT)
}

/// The figures so far; nothing if no games were played.
pub fn read_analysis(path: &Path) -> Result<Option<Analysis>, RunError> {
    let Some(bytes) = run::read_file(path, RESULT)? else {
        return Ok(None);
    };
    let analysis = serde_json::from_slice(&bytes);
    let damaged =
        |error: serde_json::Error| RunError::Damaged(path.join(RESULT), error.to_string());
    Ok(Some(analysis.map_err(damaged)?))
}

/// The decks of the run in a folder.
pub fn read_decks(path: &Path) -> Result<Vec<Deck>, RunError> {
    let state = run::read_sealed(path, STATE, decode)?;
    Ok(state.map_or_else(Vec::new, |state| state.decks))
}

fn decode(bytes: &[u8]) -> Result<FieldState, postcard::Error> {
    postcard::from_bytes(bytes)
}
