//! A folder of cards as a game: the shipped game of their dialect, with these cards over its own.

use super::embedded::EmbeddedSources;
use super::folder::FolderSources;
use cgml::dialect::Dialect;
use cgml::source::{ReadError, Sources};

/// The folder under which the cards are seen.
const CARDS: &str = "cards";

/// The folder of the decks of a card set.
const DECKS: &str = "decks";

/// Folders of a card set that hold no cards.
const NO_CARDS: [&str; 2] = [DECKS, crate::scenarios::FOLDER];

/// The file in which a shipped game says how tables of its cards are read.
pub const COLUMNS: &str = "columns.yaml";

/// Format of cards, and the game they are for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardFormat {
    /// The shipped game.
    pub game: String,
    /// The word after `as`.
    pub spelling: String,
}

impl CardFormat {
    /// The format of a dialect.
    pub fn dialect(dialect: &Dialect) -> Self {
        Self {
            game: dialect.game.to_owned(),
            spelling: dialect.name.to_owned(),
        }
    }

    /// The format of tables of a shipped game, which has a file of columns.
    pub fn table(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            spelling: format!("{game}/{COLUMNS}"),
        }
    }
}

/// Cards that are written in a format of their own, and the game they are for.
#[derive(Debug, Clone)]
pub struct CardSources {
    format: CardFormat,
    game: EmbeddedSources,
    cards: FolderSources,
    /// The one file that counts; all of the folder if there is none.
    only: Option<String>,
}

impl CardSources {
    /// The cards of a folder, or one file of it.
    pub fn new(format: CardFormat, cards: FolderSources, only: Option<String>) -> Self {
        Self {
            game: EmbeddedSources::new(&format.game),
            format,
            cards,
            only,
        }
    }

    /// The file that puts the two together.
    fn entry(&self) -> String {
        let CardFormat { game, spelling } = &self.format;
        let mut entry = format!(
            "cgml_version: \"1.4\"\ninherit: {game}/game.cgml\ncards: !include {CARDS}/ as {spelling}\n"
        );
        if self.only.is_none() && self.cards.list(DECKS).is_ok() {
            entry += &format!("deck_lists: !include {DECKS}/\n");
        }
        entry
    }

    /// The path of one of the cards, or of what else lies in their folder.
    fn card<'p>(&self, path: &'p str) -> Option<&'p str> {
        let beside = NO_CARDS.iter().find(|folder| below(path, folder).is_some());
        match beside {
            Some(_) => self.only.is_none().then_some(path),
            None => below(path, CARDS),
        }
    }

    /// The path of a file of the shipped game.
    fn shipped<'p>(&self, path: &'p str) -> Option<&'p str> {
        below(path, &self.format.game)
    }
}

/// True if an entry of a card set is a folder of something else.
fn is_beside_cards(name: &str) -> bool {
    let folder = name.strip_suffix('/');
    folder.is_some_and(|folder| NO_CARDS.contains(&folder))
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
                if folder.is_empty() {
                    names.retain(|name| !is_beside_cards(name));
                }
                Ok(names)
            }
            (None, Some(folder)) => self.game.list(folder),
            (None, None) => Err(ReadError::Missing),
        }
    }

    /// The shipped game is: only the cards are the author's.
    fn is_shared(&self, path: &str) -> bool {
        self.card(path).is_none() && self.shipped(path).is_some()
    }

    fn display(&self, path: &str) -> String {
        match (self.card(path), self.shipped(path)) {
            (Some(card), _) => self.cards.display(card),
            (None, Some(file)) => self.game.display(file),
            (None, None) => path.to_owned(),
        }
    }
}
