//! One program at a time in a folder.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// A folder that belongs to this program for as long as this is kept. A program that is killed lets go of it.
#[derive(Debug)]
pub struct Lock {
    // The system holds the lock for as long as the file is open.
    _file: File,
}

/// Why a folder cannot be locked.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another program has it.
    #[error("another program uses it{}", .0.as_ref().map(|note| format!(": {note}")).unwrap_or_default())]
    Taken(Option<String>),
    /// The system says no.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl Lock {
    /// Locks by a file, in which a note says for others who has it.
    pub fn take(file: &Path, note: &str) -> Result<Self, LockError> {
        let mut open = File::options();
        let open = open.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(open, 0o600);
        let mut file = open.open(file)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LockError::Taken(note_in(&mut file))),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        file.set_len(0)?;
        file.write_all(note.as_bytes())?;
        Ok(Self { _file: file })
    }
}

/// Note in the file of a lock, if it can be read.
fn note_in(file: &mut File) -> Option<String> {
    let mut note = String::new();
    file.rewind().ok()?;
    file.take(200).read_to_string(&mut note).ok()?;
    let note = note.trim();
    (!note.is_empty()).then(|| note.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_once_and_free_when_the_lock_is_gone() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("lock");
        let lock = Lock::take(&file, "process 7").expect("it is free");
        let taken = Lock::take(&file, "process 8").expect_err("it is taken");

        assert_eq!(taken.to_string(), "another program uses it: process 7");
        drop(lock);
        Lock::take(&file, "process 8").expect("it is free again");
    }
}
