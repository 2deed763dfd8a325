//! Finds a game by what a person typed: a shipped game's name, a folder or a file.

use crate::library;
use crate::sources::{COLUMNS, CardFormat, GameSources};
use cgml::similar::nearest;
use cgml::source::MemorySources;
use cgml::{card_tables, dialects};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The names an entry file may have, the first that exists is taken.
const ENTRIES: [&str; 3] = ["game.cgml", "game.yml", "game.yaml"];

/// Files that are larger are no cards.
const CARD_BYTES: u64 = 1 << 20;

/// The folder of a card set that may hold its cards.
const CARDS: &str = "cards";

/// The folder of a game whose files inherit the game itself.
const VARIANTS: &str = "variants";

/// A game that was found: its files are readable through `sources`, beginning with `entry`.
#[derive(Debug, Clone)]
pub struct Located {
    /// The files the game may read.
    pub sources: GameSources,
    /// The path of its first file in the sources.
    pub entry: String,
    /// Its name for people.
    pub display: String,
    /// The folder in which all its own files lie, if it is on disk.
    pub folder: Option<PathBuf>,
}

/// Why no game was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LocateError {
    /// Nothing has this name.
    #[error("there is no game, folder or file named `{name}`")]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The name that was probably meant.
        nearest: Option<String>,
    },
    /// The folder holds no entry file.
    #[error("the folder `{folder}` holds no game")]
    NoEntry {
        /// The folder.
        folder: String,
    },
    /// The folder cannot be looked into.
    #[error("the folder `{folder}` cannot be read: {reason}")]
    Unreadable {
        /// The folder.
        folder: String,
        /// The system's error.
        reason: String,
    },
    /// A link to something that is not there.
    #[error("`{link}` is a link that leads nowhere")]
    BrokenLink {
        /// The link.
        link: String,
    },
    /// The folder holds several files that could be the entry.
    #[error("the folder `{folder}` holds several games: {}", quoted(.files))]
    ManyEntries {
        /// The folder.
        folder: String,
        /// The files.
        files: Vec<String>,
    },
    /// The path is not UTF-8.
    #[error("the path `{path}` is not UTF-8")]
    NotUtf8 {
        /// The path, as well as it can be shown.
        path: String,
    },
}

impl LocateError {
    /// The hint.
    pub fn hint(&self) -> String {
        match self {
            Self::Unknown {
                nearest: Some(nearest),
                ..
            } => format!("did you mean `{nearest}`?"),
            Self::Unknown { nearest: None, .. } => {
                "give a shipped game's name, a folder with a `game.cgml`, or a file".to_owned()
            }
            Self::NoEntry { .. } => "name its rules `game.cgml`, or give the file".to_owned(),
            Self::Unreadable { .. } => "check its permissions".to_owned(),
            Self::BrokenLink { .. } => "mend the link, or give the file itself".to_owned(),
            Self::ManyEntries { .. } => "give the file, or name one of them `game.cgml`".to_owned(),
            Self::NotUtf8 { .. } => "rename the file or folder".to_owned(),
        }
    }
}

/// Finds a game: a folder or file on disk, otherwise a shipped game of that name, or a variant of one:
/// `blackjack/openspiel`.
///
/// A folder of cards in a dialect, or one such card, is the shipped game of that dialect with these cards.
/// A folder holds a game if it has a `game.cgml`, `game.yml` or `game.yaml`, or exactly one `.cgml`
/// file. The game of a file may read the file's folder; if that is the folder `variants` of a game,
/// the whole game.
pub fn locate(game: &str) -> Result<Located, LocateError> {
    let path = Path::new(game);
    if path.is_dir() {
        return in_folder(path);
    }
    if path.exists() {
        return at_file(path);
    }
    if path.is_symlink() {
        let link = game.to_owned();
        return Err(LocateError::BrokenLink { link });
    }
    if library::has(game) {
        return Ok(shipped(game));
    }
    if let Some(found) = shipped_variant(game) {
        return Ok(found);
    }
    Err(LocateError::Unknown {
        name: game.to_owned(),
        nearest: suggestion(game),
    })
}

/// The game that a text is. Its file is called `game.cgml` in problems.
pub fn game_of_text(text: &str) -> Located {
    let files = MemorySources::new().with(ENTRIES[0], text);
    Located {
        sources: GameSources::memory(files),
        entry: ENTRIES[0].to_owned(),
        display: ENTRIES[0].to_owned(),
        folder: None,
    }
}

fn shipped(name: &str) -> Located {
    Located {
        sources: GameSources::shipped(name),
        entry: ENTRIES[0].to_owned(),
        display: name.to_owned(),
        folder: None,
    }
}

/// A variant of a shipped game: `blackjack/openspiel` or `blackjack/variants/openspiel.cgml`.
fn shipped_variant(path: &str) -> Option<Located> {
    let (game, rest) = path.split_once('/')?;
    let file = rest
        .strip_prefix(VARIANTS)
        .and_then(|rest| rest.strip_prefix('/'));
    let name = file.unwrap_or(rest);
    let name = name.strip_suffix(".cgml").unwrap_or(name);
    let entry = format!("{VARIANTS}/{name}.cgml");
    library::file(&format!("{game}/{entry}"))?;
    Some(Located {
        entry,
        display: path.to_owned(),
        ..shipped(game)
    })
}

fn in_folder(folder: &Path) -> Result<Located, LocateError> {
    let display = folder.display().to_string();
    let entry = match entry(folder) {
        Ok(entry) => entry,
        Err(problem) => {
            let is_empty = matches!(problem, LocateError::NoEntry { .. });
            let format = format_of(folder).filter(|_| is_empty).ok_or(problem)?;
            return Ok(Located {
                sources: GameSources::cards(format, folder, None),
                entry: ENTRIES[0].to_owned(),
                display,
                folder: None,
            });
        }
    };
    Ok(Located {
        sources: GameSources::folder(folder),
        entry,
        display,
        folder: Some(folder.to_owned()),
    })
}

/// The format in which the cards of a folder without a game are written; they may lie in a folder `cards` of it.
fn format_of(folder: &Path) -> Option<CardFormat> {
    let within = |folder: &Path| {
        let names = entries(folder).unwrap_or_default();
        let mut files = names.iter().map(|name| folder.join(name));
        files.find_map(|file| format_of_file(&file))
    };
    within(folder).or_else(|| within(&folder.join(CARDS)))
}

/// The format of a file that is a card or a table of cards.
fn format_of_file(file: &Path) -> Option<CardFormat> {
    let extension = file.extension()?.to_str()?;
    let is_small = fs::metadata(file).is_ok_and(|it| it.is_file() && it.len() < CARD_BYTES);
    if !is_small || !["yaml", "yml", "csv"].contains(&extension) {
        return None;
    }
    if extension == "csv" {
        // Problems of the letters of a table are told when it is read.
        let bytes = fs::read(file).ok()?;
        return table_format(&String::from_utf8_lossy(&bytes));
    }
    // A file that cannot be read as text is no card.
    let text = fs::read_to_string(file).ok()?;
    dialects::of_card(&text).map(CardFormat::dialect)
}

/// The shipped game whose columns are most like those of a table.
fn table_format(text: &str) -> Option<CardFormat> {
    let games = library::names().into_iter().filter_map(|game| {
        let columns = library::file(&format!("{game}/{COLUMNS}"))?;
        let shared = card_tables::shared_headings(&String::from_utf8_lossy(&columns), text);
        Some((shared, game))
    });
    let (_, game) = games.max()?;
    Some(CardFormat::table(&game))
}

fn entry(folder: &Path) -> Result<String, LocateError> {
    if let Some(entry) = named_entry(folder) {
        return Ok(entry.to_owned());
    }
    let shown = folder.display().to_string();
    let mut files = entries(folder).map_err(|error| LocateError::Unreadable {
        folder: shown.clone(),
        reason: error.to_string(),
    })?;
    files.retain(|name| name.ends_with(".cgml") && folder.join(name).is_file());
    match files.len() {
        0 => Err(LocateError::NoEntry { folder: shown }),
        1 => Ok(files.remove(0)),
        _ => Err(LocateError::ManyEntries {
            folder: shown,
            files,
        }),
    }
}

/// The file with the name of an entry; otherwise what else has such a name, which reading will refuse.
fn named_entry(folder: &Path) -> Option<&'static str> {
    let find = |is_entry: fn(&Path) -> bool| {
        let mut entries = ENTRIES.into_iter();
        entries.find(|entry| is_entry(&folder.join(entry)))
    };
    find(Path::is_file).or_else(|| find(|path| path.symlink_metadata().is_ok()))
}

/// A link to a file is followed first: what its game may read lies beside the file, not the link.
fn at_file(path: &Path) -> Result<Located, LocateError> {
    let real = if path.is_symlink() {
        fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
    } else {
        path.to_owned()
    };
    let (root, entry) = root_of(&real);
    let Some(entry) = entry.to_str() else {
        let path = path.display().to_string();
        return Err(LocateError::NotUtf8 { path });
    };
    if let Some(format) = format_of_file(&real) {
        return Ok(Located {
            sources: GameSources::cards(format, &root, Some(entry.to_owned())),
            entry: ENTRIES[0].to_owned(),
            display: path.display().to_string(),
            folder: None,
        });
    }
    Ok(Located {
        sources: GameSources::folder(&root),
        entry: entry.replace(std::path::MAIN_SEPARATOR, "/"),
        display: path.display().to_string(),
        folder: Some(root),
    })
}

/// The folder a file's game may read, and the file's path in it.
fn root_of(file: &Path) -> (PathBuf, PathBuf) {
    let folder = file.parent().unwrap_or(Path::new(""));
    let name = PathBuf::from(file.file_name().unwrap_or_default());
    let is_variant = folder.file_name().is_some_and(|name| name == VARIANTS);
    match folder.parent() {
        Some(game) if is_variant && named_entry(game).is_some() => {
            (game.to_owned(), Path::new(VARIANTS).join(name))
        }
        _ => (folder.to_owned(), name),
    }
}

/// The shipped game, or the entry of the same folder, that was probably meant.
fn suggestion(game: &str) -> Option<String> {
    let names = library::names();
    let shipped = nearest(game, names.iter().map(String::as_str)).map(str::to_owned);
    shipped.or_else(|| {
        let path = Path::new(game);
        let folder = path.parent()?;
        let beside = entries(folder).ok()?;
        let name = nearest(
            path.file_name()?.to_str()?,
            beside.iter().map(String::as_str),
        )?;
        Some(folder.join(name).display().to_string())
    })
}

/// The names in a folder, sorted.
fn entries(folder: &Path) -> io::Result<Vec<String>> {
    let is_here = folder.as_os_str().is_empty();
    let entries = fs::read_dir(if is_here { Path::new(".") } else { folder })?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    Ok(names)
}

fn quoted(files: &[String]) -> String {
    let files: Vec<String> = files.iter().map(|file| format!("`{file}`")).collect();
    files.join(", ")
}
