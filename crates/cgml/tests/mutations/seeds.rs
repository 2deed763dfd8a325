//! The files that are mutated.

use std::fs;
use std::path::{Path, PathBuf};

use crate::trial::is_accepted;

/// The files to begin with, and the words they are made of.
pub(crate) struct Corpus {
    pub(crate) texts: Vec<String>,
    /// Those of them that have no error.
    pub(crate) games: Vec<String>,
    pub(crate) tokens: Vec<String>,
    pub(crate) keys: Vec<String>,
}

pub(crate) fn corpus() -> Corpus {
    let mut texts: Vec<String> = seed_files().iter().map(|path| read(path)).collect();
    texts.extend(games_in(&repository("README.md")));
    texts.push(template());
    let is_game = |text: &&String| is_accepted(text.as_bytes());
    let games: Vec<String> = texts.iter().filter(is_game).cloned().collect();
    assert!(
        games.len() > 5 && texts.len() > 15,
        "the seed files are there"
    );
    Corpus {
        games,
        tokens: unique(texts.iter().flat_map(|text| tokens(text))),
        keys: unique(texts.iter().flat_map(|text| keys(text))),
        texts,
    }
}

/// Files that once stopped the program, with their names.
pub(crate) fn hostile() -> Vec<(String, Vec<u8>)> {
    let files = files_below(&tests("hostile"));
    assert!(!files.is_empty(), "the kept cases are there");
    let name = |path: &Path| path.file_name().unwrap_or_default().display().to_string();
    files
        .into_iter()
        .map(|path| (name(&path), fs::read(&path).expect("the file can be read")))
        .collect()
}

/// Other files a mutated game may include: every seed, by its name.
pub(crate) fn included() -> Vec<(String, String)> {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().display().to_string();
    let files = files_below(&tests("schema/valid"));
    files
        .iter()
        .map(|path| (format!("{}.yaml", stem(path)), read(path)))
        .collect()
}

fn seed_files() -> Vec<PathBuf> {
    let mut files = files_below(&tests("schema/valid"));
    files.extend(files_below(&tests("mutations/games")));
    files.extend(files_below(&tests("migrate")));
    files.extend(files_below(&repository("games")));
    files
}

/// The game that `fuda new` writes.
fn template() -> String {
    let text = read(&repository("crates/fuda/templates/high-card/game.cgml"));
    let text = text.replace("{{title}}", "High Card");
    text.replace("{{players}}", "2").replace("{{player}}", "0")
}

/// The whole games in a Markdown file.
fn games_in(path: &Path) -> Vec<String> {
    let text = read(path);
    let blocks = text.split("```yaml").skip(1);
    let blocks = blocks.filter_map(|block| block.split_once('\n')?.1.split("```").next());
    blocks
        .filter(|block| block.contains("cgml_version"))
        .map(str::to_owned)
        .collect()
}

/// Every game file in and below a folder, sorted.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let is_game = |path: &PathBuf| {
        let extension = path.extension().and_then(|it| it.to_str());
        extension.is_some_and(|it| ["cgml", "yaml", "yml"].contains(&it))
    };
    paths
        .into_iter()
        .flat_map(|path| match path.is_dir() {
            true => files_below(&path),
            false => Some(path).filter(is_game).into_iter().collect(),
        })
        .collect()
}

fn tokens(text: &str) -> Vec<String> {
    let is_word = |letter: char| letter.is_alphanumeric() || "_$.[]*:".contains(letter);
    text.split(|letter: char| !is_word(letter))
        .filter(|token| !token.is_empty())
        .map(str::to_owned)
        .collect()
}

fn keys(text: &str) -> Vec<String> {
    let keys = text.lines().filter_map(|line| {
        let (key, _) = line.trim_start_matches([' ', '-', '{']).split_once(':')?;
        Some(key.to_owned())
    });
    keys.filter(|key| !key.contains([' ', '"', '#'])).collect()
}

fn unique(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut words: Vec<String> = words.collect();
    words.sort();
    words.dedup();
    words
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the file can be read")
}

fn tests(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(path)
}

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}
