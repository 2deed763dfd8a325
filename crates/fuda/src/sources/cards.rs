//! A folder of cards as a game: the shipped game of their dialect, with these cards over its own.

use super::embedded::EmbeddedSources;
use super::folder::FolderSources;
use cgml::dialect::Dialect;
use cgml::source::{ReadError, Sources};

/// The folder under which the cards are seen.
const CARDS: &str = "cards";

/// Cards that are written in a dialect, and the game they are for.
#[derive(Debug, Clone)]
pub struct CardSources {
    dialect: &'static Dialect,
    game: EmbeddedSources,
    cards: FolderSources,
    /// The one file that counts; all of the folder if there is none.
    only: Option<String>,
}

impl CardSources {
    /// The cards of a folder, or one file of it.
    pub fn new(dialect: &'static Dialect, cards: FolderSources, only: Option<String>) -> Self {
        Self {
            dialect,
            game: EmbeddedSources::new(dialect.game),
            cards,
            only,
        }
    }

    /// The file that puts the two together.
    fn entry(&self) -> String {
        let Dialect { name, game, .. } = self.dialect;
        format!(
            "cgml_version: \"1.4\"\ninherit: {game}/game.cgml\ncards: !include {CARDS}/ as {name}\n"
        )
    }

    /// The path of one of the cards.
    fn card<'p>(&self, path: &'p str) -> Option<&'p str> {
        below(path, CARDS)
    }

    /// The path of a file of the shipped game.
    fn shipped<'p>(&self, path: &'p str) -> Option<&'p str> {
        below(path, self.dialect.game)
    }
}

fn below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(folder)?;
    if rest.is_empty() {
        return Some(rest);
    }
    rest.strip_prefix('/')
}

impl Sources for CardSources {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        if path == "game.cgml" {
            return Ok(self.entry().into_bytes());
        }
        match (self.card(path), self.shipped(path)) {
            (Some(card), _) => self.cards.read(card),
            (None, Some(file)) => self.game.read(file),
            (None, None) => Err(ReadError::Missing),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        match (self.card(folder), self.shipped(folder)) {
            (Some(folder), _) => {
                let mut names = self.cards.list(folder)?;
                names.retain(|name| self.only.as_ref().is_none_or(|only| only == name));
                Ok(names)
            }
            (None, Some(folder)) => self.game.list(folder),
            (None, None) => Err(ReadError::Missing),
        }
    }

    fn display(&self, path: &str) -> String {
        match (self.card(path), self.shipped(path)) {
            (Some(card), _) => self.cards.display(card),
            (None, Some(file)) => self.game.display(file),
            (None, None) => path.to_owned(),
        }
    }
}
