//! State of a contest in a file: the results so far.

use crate::commands::Misuse;
use anyhow::Context;
use fuda::arena::GameResult;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

/// The number of bytes that a state may have.
const LARGEST: u64 = 1 << 32;

/// The contest: all that its results depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) game: String,
    /// Of the game with each line-up of decks.
    pub(super) fingerprints: Vec<u64>,
    pub(super) players: Vec<String>,
    /// Fingerprints of the strategies that players play by, by their files.
    #[serde(default)]
    pub(super) strategies: BTreeMap<String, u64>,
    pub(super) decks: Vec<String>,
    pub(super) seed: u64,
    pub(super) limit: u64,
}

/// The results so far.
pub(super) struct State {
    file: Option<PathBuf>,
    header: Header,
    pub(super) results: Vec<GameResult>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    contest: Header,
    results: Vec<GameResult>,
}

impl State {
    /// Reads the results that a file has of a contest; none if it does not exist yet.
    pub(super) fn open(file: Option<&Path>, header: Header, seats: u8) -> anyhow::Result<Self> {
        let results = match file {
            Some(file) => kept(file, &header, seats)?,
            None => Vec::new(),
        };
        Ok(Self {
            file: file.map(Path::to_owned),
            header,
            results,
        })
    }

    /// Keeps everything. The file is replaced at once, so that it is whole whenever the program is stopped.
    pub(super) fn save(&self) -> anyhow::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let kept = serde_json::json!({ "contest": self.header, "results": self.results });
        let sealed = storage::seal(&kept.to_string());
        storage::write(file, sealed.as_bytes())
            .with_context(|| format!("the state `{}` cannot be written", file.display()))
    }
}

fn kept(file: &Path, header: &Header, seats: u8) -> anyhow::Result<Vec<GameResult>> {
    let bytes = match storage::read(file, LARGEST) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            let problem = format!("the state `{}` cannot be read", file.display());
            return Err(error).context(problem);
        }
    };
    let hint = "give another file with `--state`, or remove this one";
    let no_state = |reason: &dyn Display| {
        let message = format!("`{}` is no state of a contest: {reason}", file.display());
        Misuse::new(message, hint)
    };
    let text = str::from_utf8(&bytes).map_err(|_| no_state(&"it is no text"))?;
    let text = storage::unseal(text).map_err(|error| no_state(&error))?;
    let kept: Kept = serde_json::from_str(text).map_err(|error| no_state(&error))?;
    if kept.contest != *header {
        let message = format!(
            "`{}` belongs to another contest: its {} differ",
            file.display(),
            differences(&kept.contest, header)
        );
        return Err(Misuse::new(message, hint).into());
    }
    let wrong = kept.results.iter().position(|result| !result.is_of(seats));
    if let Some(number) = wrong {
        let message = format!(
            "`{}` is damaged: game {number} of it is no game of {seats} players",
            file.display()
        );
        return Err(Misuse::new(message, hint).into());
    }
    Ok(kept.results)
}

fn differences(one: &Header, other: &Header) -> String {
    let parts = [
        ("game", one.game != other.game),
        ("players", one.players != other.players),
        (
            "strategies in files",
            one.players == other.players && one.strategies != other.strategies,
        ),
        ("decks", one.decks != other.decks),
        ("seed", one.seed != other.seed),
        ("limit", one.limit != other.limit),
        (
            "rules or parameters (or the version of fuda that compiled them)",
            one.fingerprints != other.fingerprints,
        ),
    ];
    let parts = parts.iter().filter(|(_, differs)| *differs);
    parts.map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}
