//! `fuda fmt`: one layout for every game file.
//!
//! Kept: every comment, the order of keys, the wording of scalars, anchors, tags, document markers,
//! the choice between `{ a: 1 }` and lines, and single blank lines between entries. Settled: two
//! spaces of indentation, list items indented under their key, one space after `:`, `,` and `-`, two
//! before a comment, double quotes where nothing needs escaping, `\n` at the end of every line.
//! A collection in brackets that does not fit in [`WIDTH`] columns is written over several lines.
//!
//! The text is reprinted from the events of the parser that also loads games, rather than edited
//! as a syntax tree of another library: both read a file the same way, and the result is compared
//! with the original, event by event, before it is given back.

use std::ops::Range;

use thiserror::Error;

use crate::limits::OUTLINE_EVENTS;
use crate::outline::{Outline, SIZE_LIMIT};

mod block;
mod block_scalar;
mod flow;
mod meaning;
mod page;
#[cfg(test)]
mod tests;
mod words;

/// The columns within which a collection in brackets may stay on one line.
pub const WIDTH: usize = 100;

/// Reason why a text was not laid out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormatError {
    /// The text is not YAML.
    #[error("{message}")]
    Syntax {
        /// The problem, in the parser's words.
        message: String,
        /// The bytes that do not fit.
        range: Range<usize>,
    },
    /// The text is longer than anything that is worth reading.
    #[error("the file has {size} bytes, and more than {limit} are not read; split it")]
    TooLarge {
        /// Its length in bytes.
        size: usize,
        /// The longest that is read.
        limit: usize,
    },
    /// The text says more than a file may.
    #[error("the file has more than {limit} values and comments; split it")]
    TooMany {
        /// The most that are read.
        limit: usize,
    },
    /// The new layout would say something else, so the text is left alone. This is a mistake of
    /// fuda, not of the author.
    #[error("laying out the file would change its meaning, so it is left as it is")]
    WouldChangeMeaning,
}

/// Lays out a YAML text.
///
/// The result says the same as `text` and holds the same comments. Laying it out again changes
/// nothing.
///
/// ```
/// let text = "setup:\n- {action: SHUFFLE,target: 'deck'} # once\n";
///
/// assert_eq!(
///     cgml::format::format(text).as_deref(),
///     Ok("setup:\n  - { action: SHUFFLE, target: \"deck\" }  # once\n")
/// );
/// ```
pub fn format(text: &str) -> Result<String, FormatError> {
    within_limit(text)?;
    let unix = with_unix_line_ends(text);
    let outline = Outline::read(&unix).map_err(|error| match error.says_too_much {
        true => FormatError::TooMany {
            limit: OUTLINE_EVENTS,
        },
        false => FormatError::Syntax {
            range: character_at(text, place_in_original(text, error.at)),
            message: error.message,
        },
    })?;
    let result = page::print(&outline);
    if !meaning::is_same(text, &result) {
        return Err(FormatError::WouldChangeMeaning);
    }
    within_limit(&result)?;
    Ok(result)
}

fn within_limit(text: &str) -> Result<(), FormatError> {
    if text.len() > SIZE_LIMIT {
        return Err(FormatError::TooLarge {
            size: text.len(),
            limit: SIZE_LIMIT,
        });
    }
    Ok(())
}

/// The text with `\n` for every line break of YAML and without a byte order mark.
fn with_unix_line_ends(text: &str) -> String {
    text.strip_prefix('\u{feff}')
        .unwrap_or(text)
        .replace("\r\n", "\n")
        .replace('\r', "\n")
}

/// The byte of `text` that stands at byte `at` of its form with unix line ends.
fn place_in_original(text: &str, at: usize) -> usize {
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let bytes = text.as_bytes();
    let mut place = mark.min('\u{feff}'.len_utf8());
    for _ in 0..at {
        let is_pair = bytes.get(place..place + 2) == Some(b"\r\n");
        place += if is_pair { 2 } else { 1 };
    }
    place.min(text.len())
}

/// The range of the character that holds byte `at`; empty at the end of the text.
fn character_at(text: &str, at: usize) -> Range<usize> {
    let start = (0..=at).rev().find(|at| text.is_char_boundary(*at));
    let start = start.unwrap_or(0);
    let length = text[start..].chars().next().map_or(0, char::len_utf8);
    start..start + length
}
