//! The places where a game's files come from: a folder on disk, the program itself, or memory.
//!
//! A game may read its own folder, the shared library and the shipped games, nothing else.

mod cards;
mod embedded;
mod folder;

pub use cards::{COLUMNS, CardFormat, CardSources};
pub use embedded::EmbeddedSources;
pub use folder::FolderSources;

use cgml::limits::FILE_BYTES;
use cgml::source::{MemorySources, ReadError, Sources};
use std::path::Path;

/// The folder name under which a game sees the shared library.
const LIBRARY: &str = "std";

/// The files one game may read: its own, the shared library as `std/…`, and shipped games as `NAME/…`.
///
/// A game that has a folder of such a name of its own sees that one, and nothing of what is shipped under it.
#[derive(Debug, Clone)]
pub struct GameSources {
    own: Own,
    library: EmbeddedSources,
    scenarios: Option<FolderSources>,
}

#[derive(Debug, Clone)]
enum Own {
    Folder(FolderSources),
    Shipped(EmbeddedSources),
    Cards(CardSources),
    Memory(MemorySources),
}

impl GameSources {
    /// The game in a folder on disk.
    pub fn folder(root: &Path) -> Self {
        Self::new(Own::Folder(FolderSources::new(root, FILE_BYTES as u64)))
    }

    /// The shipped game of this name.
    pub fn shipped(name: &str) -> Self {
        Self::new(Own::Shipped(EmbeddedSources::new(name)))
    }

    /// The cards of a folder in a format of their own, or one file of it, and the shipped game they are for.
    pub fn cards(format: CardFormat, root: &Path, only: Option<String>) -> Self {
        let cards = FolderSources::new(root, FILE_BYTES as u64);
        Self::new(Own::Cards(CardSources::new(format, cards, only)))
    }

    /// The game whose files are in memory.
    pub fn memory(files: MemorySources) -> Self {
        Self::new(Own::Memory(files))
    }

    fn new(own: Own) -> Self {
        Self {
            own,
            library: EmbeddedSources::new(""),
            scenarios: None,
        }
    }

    /// The same game with the scenarios of another folder on disk.
    #[must_use]
    pub fn with_scenarios(self, folder: &Path) -> Self {
        Self {
            scenarios: Some(FolderSources::new(folder, FILE_BYTES as u64)),
            ..self
        }
    }

    /// The folder that answers for a path, if it is not the game's own, and the path in it.
    fn scenario<'p>(&self, path: &'p str) -> Option<(&FolderSources, &'p str)> {
        let folder = self.scenarios.as_ref()?;
        let rest = path.strip_prefix(crate::scenarios::FOLDER)?;
        if rest.is_empty() {
            return Some((folder, ""));
        }
        Some((folder, rest.strip_prefix('/')?))
    }

    /// True if what is shipped answers for a path.
    fn is_shipped_beside(&self, path: &str) -> bool {
        let (folder, _) = path.split_once('/').unwrap_or((path, ""));
        let is_shipped = folder == LIBRARY || crate::library::has(folder);
        is_shipped && self.own().list(folder) == Err(ReadError::Missing)
    }

    fn own(&self) -> &dyn Sources {
        match &self.own {
            Own::Folder(folder) => folder,
            Own::Shipped(shipped) => shipped,
            Own::Cards(cards) => cards,
            Own::Memory(memory) => memory,
        }
    }

    fn answering(&self, path: &str) -> &dyn Sources {
        if self.is_shipped_beside(path) {
            &self.library
        } else {
            self.own()
        }
    }
}

impl Sources for GameSources {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        match self.scenario(path) {
            Some((folder, path)) => folder.read(path),
            None => self.answering(path).read(path),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        match self.scenario(folder) {
            Some((scenarios, folder)) => scenarios.list(folder),
            None => self.answering(folder).list(folder),
        }
    }

    fn is_shared(&self, path: &str) -> bool {
        self.is_shipped_beside(path) || self.own().is_shared(path)
    }

    /// A path to open, or the name of a shipped file.
    fn display(&self, path: &str) -> String {
        match self.scenario(path) {
            Some((folder, path)) => folder.display(path),
            None => self.answering(path).display(path),
        }
    }
}
