//! Long work as a folder: one program at a time works on it, it can be asked to stop, and what it saved is there when it
//! goes on.
//!
//! `run.json` says what the run is about and is written last when it begins: a folder without it has no run. What else is
//! in the folder is left to those who write it.

use crate::{Lock, LockError, seal_bytes, unseal_bytes};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file that says what a run is about.
const HEADER: &str = "run.json";

/// The largest header, in bytes.
const LARGEST_HEADER: u64 = 1 << 22;

/// The largest file that a run has written, in bytes.
const LARGEST: u64 = 1 << 33;

/// The file of the lock.
const LOCK: &str = "lock";

/// A file that asks whoever works on a run to stop.
const STOP: &str = "stop";

/// The reason why the folder of a run cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A run is there already.
    #[error("`{0}` has a run in it")]
    Exists(PathBuf),
    /// No run is there.
    #[error("`{0}` has no run in it")]
    Missing(PathBuf),
    /// Another program works there.
    #[error("`{0}` cannot be used: {1}")]
    Locked(PathBuf, LockError),
    /// A file cannot be read.
    #[error("`{0}` cannot be read: {1}")]
    Unreadable(PathBuf, io::Error),
    /// A file cannot be written.
    #[error("`{0}` cannot be written: {1}; everything up to the last saved step is kept")]
    Unwritable(PathBuf, io::Error),
    /// A file is not what was written.
    #[error("`{0}` is damaged: {1}")]
    Damaged(PathBuf, String),
}

/// The folder of a run, for this program alone.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    _lock: Lock,
}

impl RunFolder {
    /// Makes a folder with some folders in it for a new run of a command. The run begins with [`Self::write_header`].
    pub fn create(path: &Path, parts: &[&str], command: &str) -> Result<Self, RunError> {
        let unwritable = |error| RunError::Unwritable(path.to_owned(), error);
        fs::create_dir_all(path).map_err(unwritable)?;
        for part in parts {
            fs::create_dir_all(path.join(part)).map_err(unwritable)?;
        }
        let folder = Self::open(path, command)?;
        match path.join(HEADER).exists() {
            true => Err(RunError::Exists(path.to_owned())),
            false => Ok(folder),
        }
    }

    /// Takes the folder of a run, for a command.
    pub fn open(path: &Path, command: &str) -> Result<Self, RunError> {
        let note = format!("`{command}`, process {}", std::process::id());
        let lock = Lock::take(&path.join(LOCK), &note);
        let folder = Self {
            path: path.to_owned(),
            _lock: lock.map_err(|error| RunError::Locked(path.to_owned(), error))?,
        };
        // A request from before this run was taken up is no longer meant.
        folder.is_asked_to_stop();
        Ok(folder)
    }

    /// Takes a request to stop, if there is one; a request counts once.
    pub fn is_asked_to_stop(&self) -> bool {
        take_stop_request(&self.path)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what the run is about.
    pub fn write_header(&self, header: &impl Serialize) -> Result<(), RunError> {
        let text = serde_json::to_string_pretty(header);
        let text = text.map_err(|error| self.unwritable(HEADER, error))?;
        self.write(HEADER, format!("{text}\n").as_bytes())
    }

    /// Writes a file of the folder.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        let file = self.path.join(name);
        crate::write(&file, bytes).map_err(|error| RunError::Unwritable(file, error))
    }

    /// Writes a file with a checksum, for [`read_sealed`].
    pub fn write_sealed(&self, name: &str, bytes: Vec<u8>) -> Result<(), RunError> {
        self.write(name, &seal_bytes(bytes))
    }

    /// The error for something that cannot be written down.
    pub fn unwritable(&self, name: &str, error: impl ToString) -> RunError {
        let error = io::Error::other(error.to_string());
        RunError::Unwritable(self.path.join(name), error)
    }
}

/// Asks whoever works on the run of a folder to stop.
pub fn request_stop(path: &Path) -> io::Result<()> {
    crate::write(&path.join(STOP), b"")
}

/// Takes a request to stop, if there is one: for whoever works on the run of the folder.
pub fn take_stop_request(path: &Path) -> bool {
    fs::remove_file(path.join(STOP)).is_ok()
}

/// True while somebody works on the run of a folder.
pub fn is_worked_on(path: &Path) -> bool {
    let lock = path.join(LOCK);
    lock.is_file() && Lock::take(&lock, "`fuda serve` looks").is_err()
}

/// The subject of the run in a folder, if it was written in this format.
pub fn read_header<T: DeserializeOwned>(path: &Path, format: u32) -> Result<T, RunError> {
    let file = path.join(HEADER);
    let bytes = match crate::read(&file, LARGEST_HEADER) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(RunError::Missing(path.to_owned()));
        }
        Err(error) => return Err(RunError::Unreadable(file, error)),
    };
    let damaged = |reason: String| RunError::Damaged(file.clone(), reason);
    let value: Result<serde_json::Value, _> = serde_json::from_slice(&bytes);
    let value = value.map_err(|error| damaged(error.to_string()))?;
    let found = value["format"].as_u64();
    if found.is_some_and(|found| found != u64::from(format)) {
        let found = found.unwrap_or_default();
        return Err(damaged(format!("format {found} instead of {format}")));
    }
    serde_json::from_value(value).map_err(|error| damaged(error.to_string()))
}

/// A file of a run; nothing if it is not there.
pub fn read_file(path: &Path, name: &str) -> Result<Option<Vec<u8>>, RunError> {
    let file = path.join(name);
    match crate::read(&file, LARGEST) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(RunError::Unreadable(file, error)),
    }
}

/// The contents of a file with a checksum, as `decode` reads them; nothing if it is not there.
pub fn read_sealed<T, E: ToString>(
    path: &Path,
    name: &str,
    decode: impl FnOnce(&[u8]) -> Result<T, E>,
) -> Result<Option<T>, RunError> {
    let Some(sealed) = read_file(path, name)? else {
        return Ok(None);
    };
    let damaged = |reason: String| RunError::Damaged(path.join(name), reason);
    let bytes = unseal_bytes(&sealed).map_err(|error| damaged(error.to_string()))?;
    let decoded = decode(bytes).map_err(|error| damaged(error.to_string()))?;
    Ok(Some(decoded))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_worked_on_by_one_and_stops_once_when_it_is_asked_to() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("run");
        let none = RunFolder::open(&path, "fuda test");
        assert!(matches!(none, Err(RunError::Locked(..))), "{none:?}");
        let folder = RunFolder::create(&path, &["decks"], "fuda test").expect("a folder");
        assert!(path.join("decks").is_dir() && is_worked_on(&path));
        let second = RunFolder::open(&path, "fuda test");
        assert!(matches!(second, Err(RunError::Locked(..))), "{second:?}");
        assert!(!folder.is_asked_to_stop());
        request_stop(&path).expect("it is written");
        assert!(folder.is_asked_to_stop() && !folder.is_asked_to_stop());
        drop(folder);
        assert!(!is_worked_on(&path));
    }

    #[test]
    fn a_folder_without_header_has_no_run_and_a_second_one_is_refused() {
        let root = tempfile::tempdir().expect("a folder");
        let read = || read_header::<serde_json::Value>(root.path(), 3);
        assert!(matches!(read(), Err(RunError::Missing(_))));
        let folder = RunFolder::create(root.path(), &[], "fuda test").expect("a folder");
        let header = serde_json::json!({ "format": 3, "game": "war" });
        folder.write_header(&header).expect("it is written");
        assert_eq!(read().expect("it is there"), header);
        assert!(read_header::<serde_json::Value>(root.path(), 4).is_err());
        drop(folder);
        let again = RunFolder::create(root.path(), &[], "fuda test");
        assert!(matches!(again, Err(RunError::Exists(_))), "{again:?}");
    }

    #[test]
    fn a_sealed_file_is_read_whole_or_not_at_all() {
        let root = tempfile::tempdir().expect("a folder");
        let read = || {
            read_sealed(root.path(), "state.bin", |bytes| {
                String::from_utf8(bytes.to_vec())
            })
        };
        assert!(matches!(read(), Ok(None)));
        let folder = RunFolder::create(root.path(), &[], "fuda test").expect("a folder");
        let sealed = folder.write_sealed("state.bin", b"whole".to_vec());
        sealed.expect("it is written");
        assert_eq!(read().expect("it is whole").as_deref(), Some("whole"));
        folder.write("state.bin", b"half").expect("it is written");
        assert!(matches!(read(), Err(RunError::Damaged(..))));
    }
}
