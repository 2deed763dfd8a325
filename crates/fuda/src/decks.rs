//! Decks that players bring: found by name among those of the game, read from files, or kept in records.

use cgml::decks::{Terms, deck_list_of, deck_of_text, is_written_out, read_deck, read_deck_text};
use cgml::diagnostic::{Diagnostics, Reported};
use cgml::limits::FILE_BYTES;
use cgml::load::{Fragment, load_file};
use cgml::model::{DeckList, Game};
use cgml::source::{MemorySources, SourceMap, Sources};
use compile::{BroughtDeck, DeckChoice};
use std::fs;
use std::path::Path;

use crate::sources::FolderSources;

/// Why there is no such deck.
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    /// Neither a deck of the game nor a file.
    #[error("{0}")]
    Unknown(String),
    /// The file has problems, or its deck breaks the rules: see [`DeckReader::diagnostics`].
    #[error("the deck has problems")]
    Reported,
}

impl From<Reported> for DeckError {
    fn from(_: Reported) -> Self {
        Self::Reported
    }
}

/// Reads decks for a game. The problems of all of them are collected.
#[derive(Debug)]
pub struct DeckReader<'g> {
    game: &'g Game,
    terms: Option<Terms<'g>>,
    diagnostics: Diagnostics,
}

impl<'g> DeckReader<'g> {
    /// Decks are checked against the rules of the game if there are terms. `files` are those of the game, so
    /// that problems can show where a rule is written.
    pub fn new(game: &'g Game, files: &SourceMap, terms: Option<Terms<'g>>) -> Self {
        let mut diagnostics = Diagnostics::new();
        diagnostics.files_mut().clone_from(files);
        Self {
            game,
            terms,
            diagnostics,
        }
    }

    /// The deck that a person means: a deck list of the game, by its name, or a file.
    pub fn deck(&mut self, deck: &str) -> Result<DeckChoice, DeckError> {
        let unknown = match deck_list_of(self.game, deck) {
            Ok(_) => return Ok(DeckChoice::Named(deck.to_owned())),
            Err(unknown) => unknown,
        };
        if !Path::new(deck).exists() {
            return Err(DeckError::Unknown(unknown));
        }
        let list = self.file(deck)?;
        Ok(self.brought(&list))
    }

    /// The deck in a file.
    pub fn file(&mut self, path: &str) -> Result<DeckList, DeckError> {
        // The target of a link lies beside the file, not the link.
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let folder = real.parent().unwrap_or(Path::new(""));
        let name = Path::new(path).file_stem().and_then(|name| name.to_str());
        let file = real.file_name().and_then(|name| name.to_str());
        let (Some(name), Some(file)) = (name, file) else {
            let message = format!("`{path}` is no file whose name can be read");
            return Err(DeckError::Unknown(message));
        };
        let sources = FolderSources::new(folder, FILE_BYTES as u64);
        let known = self.diagnostics.files().files().count();
        let deck = match file.rsplit('.').next() {
            Some("txt") => self.read_text(&sources, file, name),
            Some("json") => self.read_json(&sources, file, name),
            Some(_) | None => self.read(&sources, file, name),
        };
        self.diagnostics
            .files_mut()
            .rename_since(known, |read| match read == file {
                true => path.to_owned(),
                false => sources.display(read),
            });
        Ok(deck?)
    }

    /// The deck that a record keeps: a name, or the deck itself.
    pub fn recorded(&mut self, deck: &str) -> Result<DeckChoice, DeckError> {
        if !is_written_out(deck) {
            return Ok(DeckChoice::Named(deck.to_owned()));
        }
        let list = read_deck_text(self.game, deck, "deck", self.terms, &mut self.diagnostics)?;
        Ok(self.brought(&list))
    }

    /// Problems of the decks that were read.
    pub fn diagnostics(self) -> Diagnostics {
        self.diagnostics
    }

    /// A file with a card in each line.
    fn read_text(
        &mut self,
        sources: &dyn Sources,
        file: &str,
        name: &str,
    ) -> Result<DeckList, Reported> {
        let bytes = sources.read(file).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let deck = deck_of_text(file, &text, &mut self.diagnostics);
        self.checked(&deck, name)
    }

    /// JSON is YAML; only the ending is another.
    fn read_json(
        &mut self,
        sources: &dyn Sources,
        file: &str,
        name: &str,
    ) -> Result<DeckList, Reported> {
        const FILE: &str = "deck.yaml";
        let known = self.diagnostics.files().files().count();
        let bytes = sources.read(file).unwrap_or_default();
        let deck = self.read(&MemorySources::new().with(FILE, bytes), FILE, name);
        let files = self.diagnostics.files_mut();
        files.rename_since(known, |_| file.to_owned());
        deck
    }

    fn read(
        &mut self,
        sources: &dyn Sources,
        file: &str,
        name: &str,
    ) -> Result<DeckList, Reported> {
        let fragment = load_file(sources, file, &mut self.diagnostics)?;
        self.checked(&fragment, name)
    }

    fn checked(&mut self, deck: &Fragment, name: &str) -> Result<DeckList, Reported> {
        read_deck(self.game, deck, name, self.terms, &mut self.diagnostics)
    }

    fn brought(&self, list: &DeckList) -> DeckChoice {
        DeckChoice::Brought(BroughtDeck::new(self.game, list))
    }
}
