//! Pictures of one's own for cards: files in a folder, each named after the card it is for.
//!
//! A game of a folder has them in `art/`; those of games that come with the program are in `art/GAME` of the data.

use crate::problem::{ProblemCode, problem};
use crate::shelf::Shelf;
use crate::wire::Problem;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The largest picture.
const MOST_BYTES: u64 = 4 << 20;

/// The formats that browsers show and that hold nothing but a picture.
const FORMATS: [(&str, &str); 5] = [
    ("webp", "image/webp"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("avif", "image/avif"),
];

/// The cards of a game that have a picture.
pub(crate) fn list(shelf: &Shelf, game: &str) -> Result<Vec<String>, Problem> {
    Ok(found(shelf, game)?.into_keys().collect())
}

/// A picture and its type.
pub(crate) fn picture(
    shelf: &Shelf,
    game: &str,
    card: &str,
) -> Result<(&'static str, Vec<u8>), Problem> {
    let none = || problem(ProblemCode::UnknownFile, format!("`{card}` has no picture"));
    let mut all = found(shelf, game)?;
    // Only names that were found in the folder are opened.
    let (path, kind) = all.remove(card).ok_or_else(none)?;
    let is_small = path.metadata().is_ok_and(|file| file.len() <= MOST_BYTES);
    if !is_small {
        let message = format!("the picture of `{card}` has more than {MOST_BYTES} bytes");
        return Err(problem(ProblemCode::TooLarge, message));
    }
    let bytes = std::fs::read(&path).map_err(|_| none())?;
    Ok((kind, bytes))
}

type Pictures = BTreeMap<String, (PathBuf, &'static str)>;

fn found(shelf: &Shelf, game: &str) -> Result<Pictures, Problem> {
    let mut pictures = Pictures::new();
    let Some(folder) = folder(shelf, game)? else {
        return Ok(pictures);
    };
    // A folder that is not there holds nothing.
    let Ok(entries) = folder.read_dir() else {
        return Ok(pictures);
    };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let text = |part: Option<&std::ffi::OsStr>| Some(part?.to_str()?.to_owned());
        let (Some(card), Some(end)) = (text(path.file_stem()), text(path.extension())) else {
            continue;
        };
        let end = end.to_ascii_lowercase();
        let mut formats = FORMATS.into_iter();
        if let Some((_, kind)) = formats.find(|(known, _)| *known == end)
            && path.is_file()
        {
            pictures.insert(card, (path, kind));
        }
    }
    Ok(pictures)
}

fn folder(shelf: &Shelf, game: &str) -> Result<Option<PathBuf>, Problem> {
    if let Some(own) = shelf.shipped(game)?.folder {
        return Ok(Some(own.join("art")));
    }
    let data = shelf.copies().and_then(|copies| copies.folder.parent());
    Ok(data.map(|data| data.join("art").join(game)))
}
