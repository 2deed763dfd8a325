//! The cases on disk, as sources in memory.

use std::fs;
use std::path::{Path, PathBuf};

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::render::{Style, terminal};
use cgml::source::MemorySources;

/// The file that a case begins with.
const ENTRY: &str = "game.cgml";

/// A small game with a mistake.
pub(crate) struct Case {
    pub(crate) name: String,
    /// The codes after `# expect:`; what the case is about is the first.
    pub(crate) expected: Vec<String>,
    pub(crate) says_what_is_wrong: bool,
    sources: MemorySources,
}

/// Result of a check.
pub(crate) struct Checked {
    pub(crate) diagnostics: Diagnostics,
    /// The text that the designer reads.
    pub(crate) text: String,
}

impl Checked {
    /// The codes of all problems, in the order of the report.
    pub(crate) fn codes(&self) -> Vec<String> {
        let problems = self.diagnostics.sorted();
        problems.iter().map(|problem| problem.code.name()).collect()
    }
}

impl Case {
    pub(crate) fn check(&self) -> Checked {
        check_game(&self.sources)
    }
}

/// Loads and checks the game of these sources.
pub(crate) fn check_game(sources: &MemorySources) -> Checked {
    let mut diagnostics = Diagnostics::new();
    let document = load(sources, ENTRY, &mut diagnostics);
    let game = document.and_then(|document| check(&document, &mut diagnostics));
    assert_eq!(game.is_err(), diagnostics.has_errors());
    Checked {
        text: terminal(&diagnostics, Style::Plain),
        diagnostics,
    }
}

/// A game beside the bases, which it may inherit.
pub(crate) fn sources_with(text: impl Into<Vec<u8>>) -> MemorySources {
    base_sources().with(ENTRY, text)
}

/// Every case, by name.
pub(crate) fn cases() -> Vec<Case> {
    listed(&folder("cases"))
        .iter()
        .map(|path| case(path))
        .collect()
}

/// The games that cases inherit, as cases without mistakes.
pub(crate) fn bases() -> Vec<Case> {
    let paths = listed(&folder("bases"));
    paths.iter().map(|path| case(path)).collect()
}

fn case(path: &Path) -> Case {
    let mut sources = base_sources();
    if path.is_dir() {
        insert_folder(&mut sources, path, "");
    } else {
        sources.insert(ENTRY, read(path));
    }
    let entry = if path.is_dir() {
        path.join(ENTRY)
    } else {
        path.to_owned()
    };
    let text = String::from_utf8_lossy(&read(&entry)).into_owned();
    let mut comments = text.lines().map_while(|line| line.strip_prefix("# "));
    let expected = comments
        .next()
        .and_then(|line| line.strip_prefix("expect: "));
    Case {
        name: stem(path),
        expected: expected.map_or_else(Vec::new, |codes| {
            codes.split(' ').map(str::to_owned).collect()
        }),
        says_what_is_wrong: comments.next().is_some(),
        sources,
    }
}

fn base_sources() -> MemorySources {
    let mut sources = MemorySources::new();
    insert_folder(&mut sources, &folder("bases"), "");
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/solitcg/rules.cgml");
    sources.insert("solitcg.cgml", read(&rules));
    sources
}

fn insert_folder(sources: &mut MemorySources, from: &Path, prefix: &str) {
    for path in listed(from) {
        let name = path.file_name().expect("a listed file has a name");
        let name = format!("{prefix}{}", name.display());
        if path.is_dir() {
            insert_folder(sources, &path, &format!("{name}/"));
        } else {
            sources.insert(name, read(&path));
        }
    }
}

pub(crate) fn folder(name: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    tests.join(name)
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is part of the repository");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder can be listed").path())
        .collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).expect("a listed file can be read")
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().expect("a listed file has a name");
    stem.display().to_string()
}
