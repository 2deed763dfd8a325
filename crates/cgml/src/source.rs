//! Sources of game files, and places in them.
//!
//! This crate never touches a disk: whoever calls it hands in [`Sources`]. What a path means (which
//! folder, which library) is settled by the loader; a source only answers for normalised paths.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Gives the contents of files, by normalised path: `/` between parts, no `.` or `..`, not absolute.
pub trait Sources {
    /// The bytes of a file.
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError>;

    /// The names of the entries of a folder, sorted; a folder's name ends with `/`.
    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError>;

    /// The name of a file for people, such as the path by which they can open it.
    fn display(&self, path: &str) -> String {
        path.to_owned()
    }

    /// True if a file is somebody else's, such as one of the library: a game need not use all of it.
    fn is_shared(&self, path: &str) -> bool {
        path.starts_with("std/") || path.contains("/std/")
    }
}

/// Reason why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    /// There is no such file or folder.
    Missing,
    /// It is a folder where a file was asked for.
    IsFolder,
    /// It is larger than the caller accepts; the size in bytes.
    TooLarge(u64),
    /// The path leads outside what may be read, for example through a symbolic link.
    Outside,
    /// It is no file with an end, but a pipe, a device or a socket.
    NoFile,
    /// The system said no, in its own words.
    Other(String),
}

/// One file of a load, by order of first reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A range of bytes in one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// File of the load.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Self {
            file,
            start: start as u32,
            end: end.max(start) as u32,
        }
    }

    /// The smallest range that holds both; `self` where they are in different files.
    pub fn to(self, other: Self) -> Self {
        if self.file != other.file {
            return self;
        }
        Self {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A file that was read: its path, its text and where its lines begin.
#[derive(Debug, Clone)]
pub struct SourceFile {
    path: String,
    text: Arc<str>,
    is_shared: bool,
    line_starts: Vec<u32>,
    /// Characters before every [`STRIDE`]th byte, so that a column is found quickly however long its
    /// line is.
    characters: Vec<u32>,
}

const STRIDE: usize = 4096;

/// A place as people count it: both from 1, the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl SourceFile {
    /// The path as it was asked for.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True if it is somebody else's, such as one of the library.
    pub fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// Line and column of a byte.
    pub fn place(&self, offset: u32) -> Place {
        let offset = self.text.floor_char_boundary(offset as usize);
        let line = self
            .line_starts
            .partition_point(|start| *start as usize <= offset)
            .max(1);
        let start = self.line_starts[line - 1] as usize;
        Place {
            line: line as u32,
            column: self.characters_before(offset) - self.characters_before(start) + 1,
        }
    }

    fn characters_before(&self, offset: usize) -> u32 {
        let block = offset / STRIDE;
        self.characters[block] + count_characters(&self.text.as_bytes()[block * STRIDE..offset])
    }
}

/// The number of characters that begin in these bytes.
fn count_characters(bytes: &[u8]) -> u32 {
    let is_continuation = |byte: u8| byte & 0b1100_0000 == 0b1000_0000;
    bytes.iter().filter(|byte| !is_continuation(**byte)).count() as u32
}

/// The number of characters before byte 0, [`STRIDE`], 2 [`STRIDE`] and so on.
fn characters_by_stride(text: &str) -> Vec<u32> {
    let mut characters = vec![0];
    for block in text.as_bytes().chunks_exact(STRIDE) {
        let before = characters.last().copied().unwrap_or(0);
        characters.push(before + count_characters(block));
    }
    characters
}

/// All files of a load.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file and gives its id.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let text: Arc<str> = text.into();
        let line_starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1))
            .collect();
        self.files.push(SourceFile {
            path: path.into(),
            characters: characters_by_stride(&text),
            text,
            is_shared: false,
            line_starts,
        });
        FileId(self.files.len() as u32 - 1)
    }

    /// Renames every file: what a loader calls `game.cgml` is `games/war/game.cgml` for people.
    pub fn rename(&mut self, name: impl Fn(&str) -> String) {
        self.rename_since(0, name);
    }

    /// The same for the files that were added after the first `known`.
    pub fn rename_since(&mut self, known: usize, name: impl Fn(&str) -> String) {
        for file in self.files.iter_mut().skip(known) {
            file.path = name(&file.path);
        }
    }

    /// Notes that a file is somebody else's.
    pub(crate) fn share(&mut self, id: FileId) {
        self.files[id.0 as usize].is_shared = true;
    }

    /// The file with this id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// Every file, in the order of reading.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .map(|(index, file)| (FileId(index as u32), file))
    }

    /// The text of a span; empty if the span does not fit its file.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file)
            .text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    /// The part of a span that lies on its first line.
    pub fn first_line(&self, span: Span) -> Span {
        let line = self.text(span).lines().next().unwrap_or_default();
        Span {
            end: span.start + line.trim_end().len() as u32,
            ..span
        }
    }

    /// Line and column where a span begins.
    pub fn place(&self, span: Span) -> Place {
        self.file(span.file).place(span.start)
    }
}

/// Sources kept in memory: for tests, for editors with unsaved files, for generated games.
#[derive(Debug, Clone, Default)]
pub struct MemorySources {
    files: BTreeMap<String, Vec<u8>>,
}

impl MemorySources {
    /// An empty set of files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces a file.
    pub fn insert(&mut self, path: impl Into<String>, contents: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), contents.into());
    }

    /// The same sources with one more file.
    pub fn with(mut self, path: impl Into<String>, contents: impl Into<Vec<u8>>) -> Self {
        self.insert(path, contents);
        self
    }
}

impl Sources for MemorySources {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        if let Some(contents) = self.files.get(path) {
            return Ok(contents.clone());
        }
        match self.list(path) {
            Ok(_) => Err(ReadError::IsFolder),
            Err(error) => Err(error),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        let folder = folder.trim_end_matches('/');
        let prefix = if folder.is_empty() {
            String::new()
        } else {
            format!("{folder}/")
        };
        let mut entries: Vec<String> = self
            .files
            .keys()
            .filter_map(|path| path.strip_prefix(&prefix))
            .map(|rest| match rest.split_once('/') {
                Some((first, _)) => format!("{first}/"),
                None => rest.to_owned(),
            })
            .collect();
        entries.dedup();
        if entries.is_empty() && !folder.is_empty() {
            return Err(ReadError::Missing);
        }
        Ok(entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_characters_not_bytes() {
        let mut map = SourceMap::default();
        let file = map.add("a.cgml", "一行目\n召喚: x\n");
        let at = "一行目\n召喚".len();

        assert_eq!(
            map.place(Span::new(file, at, at + 1)),
            Place { line: 2, column: 3 }
        );
    }

    #[test]
    fn a_column_of_a_long_line_is_counted_from_its_start() {
        let mut map = SourceMap::default();
        let text = format!("札\n{}x\n", "札".repeat(10_000));
        let at = text.find('x').unwrap_or(0);
        let file = map.add("a.cgml", text);
        let place = |at| map.place(Span::new(file, at, at));

        let column = 10_001;
        assert_eq!(place(at), Place { line: 2, column });
        assert_eq!(
            place(at - 1),
            Place {
                line: 2,
                column: column - 1
            }
        );
        assert_eq!(place(4), Place { line: 2, column: 1 });
        assert_eq!(place(at + 100), Place { line: 3, column: 1 });
    }

    #[test]
    fn memory_lists_a_folder_once_per_entry() {
        let sources = MemorySources::new()
            .with("game.cgml", "")
            .with("cards/a.yaml", "")
            .with("cards/deep/b.yaml", "");

        assert_eq!(
            sources.list(""),
            Ok(vec!["cards/".to_owned(), "game.cgml".to_owned()])
        );
        assert_eq!(
            sources.list("cards"),
            Ok(vec!["a.yaml".to_owned(), "deep/".to_owned()])
        );
        assert_eq!(sources.read("cards"), Err(ReadError::IsFolder));
        assert_eq!(sources.list("nothing"), Err(ReadError::Missing));
    }
}
