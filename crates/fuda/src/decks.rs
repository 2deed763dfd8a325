//! Decks that players bring: found by name among those of the game, read from files, or kept in records.

use cgml::decks::{Terms, deck_list_of, is_written_out, read_deck};
use cgml::diagnostic::{Diagnostics, Reported};
use cgml::limits::FILE_BYTES;
use cgml::load::load_file;
use cgml::model::{DeckList, Game};
use cgml::source::{MemorySources, SourceMap, Sources};
use compile::{BroughtDeck, DeckChoice};
use std::path::Path;

use crate::sources::FolderSources;

/// Why there is no such deck.
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    /// Neither a deck of the game nor a file.
    #[error("{0}")]
    Unknown(String),
    /// The file has problems, or its deck breaks the rules.
    #[error("the deck has problems")]
    Problems(Box<Diagnostics>),
}

/// The deck that a person means: a deck list of the game, by its name, or a file.
///
/// A deck from a file is checked against the rules. `files` are those of the game, so that problems can show
/// where a rule is written.
pub fn deck(
    game: &Game,
    files: &SourceMap,
    deck: &str,
    terms: Terms<'_>,
) -> Result<DeckChoice, DeckError> {
    let unknown = match deck_list_of(game, deck) {
        Ok(_) => return Ok(DeckChoice::Named(deck.to_owned())),
        Err(unknown) => unknown,
    };
    if !Path::new(deck).exists() {
        return Err(DeckError::Unknown(unknown));
    }
    let list = deck_file(game, files, deck, terms)?;
    Ok(DeckChoice::Brought(BroughtDeck::new(game, &list)))
}

/// The deck in a file, checked against the rules.
pub fn deck_file(
    game: &Game,
    files: &SourceMap,
    path: &str,
    terms: Terms<'_>,
) -> Result<DeckList, DeckError> {
    // What a link leads to lies beside the file, not the link.
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let folder = real.parent().unwrap_or(Path::new(""));
    let (Some(file), Some(name)) = (file_name(&real), stem(Path::new(path))) else {
        let message = format!("the path `{path}` is not UTF-8");
        return Err(DeckError::Unknown(message));
    };
    let sources = FolderSources::new(folder, FILE_BYTES as u64);
    let mut diagnostics = with_files(files);
    let deck = read(game, &sources, (file, name), Some(terms), &mut diagnostics);
    let shown = |read: &str| match read == file {
        true => path.to_owned(),
        false => read.to_owned(),
    };
    diagnostics.files_mut().rename(shown);
    deck.map_err(|_| DeckError::Problems(Box::new(diagnostics)))
}

/// The deck that a record keeps: a name, or the deck itself. What was played once need not be allowed now.
pub fn recorded_deck(game: &Game, deck: &str) -> Result<DeckChoice, DeckError> {
    const NAME: &str = "deck.yaml";
    if !is_written_out(deck) {
        return Ok(DeckChoice::Named(deck.to_owned()));
    }
    let sources = MemorySources::new().with(NAME, deck);
    let mut diagnostics = Diagnostics::new();
    let list = read(game, &sources, (NAME, NAME), None, &mut diagnostics);
    let list = list.map_err(|_| DeckError::Problems(Box::new(diagnostics)))?;
    Ok(DeckChoice::Brought(BroughtDeck::new(game, &list)))
}

fn read(
    game: &Game,
    sources: &dyn Sources,
    (file, name): (&str, &str),
    terms: Option<Terms<'_>>,
    diagnostics: &mut Diagnostics,
) -> Result<DeckList, Reported> {
    let fragment = load_file(sources, file, diagnostics)?;
    read_deck(game, &fragment, name, terms, diagnostics)
}

/// No problems, with the files of the game to point into.
fn with_files(files: &SourceMap) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    diagnostics.files_mut().clone_from(files);
    diagnostics
}

fn file_name(path: &Path) -> Option<&str> {
    path.file_name().and_then(|name| name.to_str())
}

fn stem(path: &Path) -> Option<&str> {
    path.file_stem().and_then(|name| name.to_str())
}
