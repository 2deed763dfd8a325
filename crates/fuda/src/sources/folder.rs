//! Files of a folder on disk.

use cgml::source::{ReadError, Sources};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A folder on disk. What lies outside it cannot be read, not even through a symbolic link.
#[derive(Debug, Clone)]
pub struct FolderSources {
    root: PathBuf,
    largest: u64,
}

impl FolderSources {
    /// The files in `root`, each of at most `largest` bytes.
    pub fn new(root: impl Into<PathBuf>, largest: u64) -> Self {
        Self {
            root: root.into(),
            largest,
        }
    }

    /// The real path, if it lies inside the root.
    fn resolve(&self, path: &str) -> Result<PathBuf, ReadError> {
        let root = canonical(&self.root)?;
        let real = canonical(&root.join(path))?;
        if real.starts_with(&root) {
            Ok(real)
        } else {
            Err(ReadError::Outside)
        }
    }

    /// Reads at most one byte more than allowed, because a file may grow after its size was asked.
    fn read_limited(&self, path: &Path) -> Result<Vec<u8>, ReadError> {
        let file = fs::File::open(path).map_err(read_error)?;
        let mut contents = Vec::new();
        file.take(self.largest.saturating_add(1))
            .read_to_end(&mut contents)
            .map_err(read_error)?;
        self.accept(contents.len() as u64)?;
        Ok(contents)
    }

    fn accept(&self, size: u64) -> Result<(), ReadError> {
        if size > self.largest {
            return Err(ReadError::TooLarge(size));
        }
        Ok(())
    }
}

impl Sources for FolderSources {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let path = self.resolve(path)?;
        let metadata = fs::metadata(&path).map_err(read_error)?;
        if metadata.is_dir() {
            return Err(ReadError::IsFolder);
        }
        if !metadata.is_file() {
            return Err(ReadError::NoFile);
        }
        self.accept(metadata.len())?;
        self.read_limited(&path)
    }

    /// Entries whose names are not UTF-8 are left out: no path can name them.
    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        let folder = self.resolve(folder)?;
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).map_err(read_error)? {
            let path = entry.map_err(read_error)?.path();
            if let Some(name) = path.file_name().and_then(|name| name.to_str()) {
                let slash = if path.is_dir() { "/" } else { "" };
                names.push(format!("{name}{slash}"));
            }
        }
        names.sort();
        Ok(names)
    }

    /// The path from where people are.
    fn display(&self, path: &str) -> String {
        self.root.join(path).display().to_string()
    }
}

/// The path without links. An empty path is the folder we are in.
fn canonical(path: &Path) -> Result<PathBuf, ReadError> {
    let is_here = path.as_os_str().is_empty();
    let path = if is_here { Path::new(".") } else { path };
    fs::canonicalize(path).map_err(read_error)
}

fn read_error(error: io::Error) -> ReadError {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ReadError::Missing,
        _ => ReadError::Other(error.to_string()),
    }
}
