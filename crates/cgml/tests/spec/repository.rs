//! The files of the repository that the tests read.

use std::fs;
use std::path::{Path, PathBuf};

/// A Markdown file, by its path from the root of the repository.
pub(crate) struct Page {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// A path from the root of the repository.
pub(crate) fn path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// The Markdown files of a folder and everything in it, by path; of a file, that file.
pub(crate) fn markdown(from: &str) -> Vec<Page> {
    files(from)
        .into_iter()
        .filter(|path| path.ends_with(".md"))
        .map(|path| Page {
            text: read(&path),
            path,
        })
        .collect()
}

/// The files of a folder and everything in it, by path; of a file, that file.
pub(crate) fn files(from: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(path(from)) else {
        return vec![from.to_owned()];
    };
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("a folder can be listed").file_name())
        .map(|name| format!("{from}/{}", name.to_string_lossy()))
        .collect();
    names.sort();
    names.iter().flat_map(|name| files(name)).collect()
}

/// The text of a file.
pub(crate) fn read(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}
