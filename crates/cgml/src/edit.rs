//! Small changes of files of cards: one card is taken out of its file, changed and put back.
//!
//! Everything else of a file stays as it is, byte for byte: comments, layout, the order of keys. What a change means
//! is for the checker to say; here a text goes in and a text comes out. The text of a card begins in column 0.

mod key;
mod table;
#[cfg(test)]
mod tests;
mod value;

use std::ops::Range;

use thiserror::Error;

use crate::outline::{Kind, Layout, Node, Outline};
pub use key::set;
pub use table::{Row, row, rows, with_row};
pub use value::{Form, NewValue, form};

/// Reason why a text was not changed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EditError {
    /// The text is not YAML.
    #[error("{0}")]
    Syntax(String),
    /// The text is no mapping, so it has no keys.
    #[error("a card is a mapping, such as `id: pot_of_greed`")]
    NoMapping,
    /// The file holds no list of cards.
    #[error("the file holds no list of cards to add one to")]
    NoList,
    /// The result would not be YAML, so the text is left alone.
    #[error("this cannot be changed in the form; change the text instead")]
    WouldDamage,
}

/// A card in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardPlace {
    /// Its id; empty if it has none.
    pub id: String,
    /// The place where its text stands.
    pub range: Range<usize>,
    /// Column at which its text begins, from 0, in characters.
    pub column: usize,
}

/// The cards of a file: the items of its list, or of the list `cards`, or the file itself if it is one card.
pub fn cards(text: &str) -> Result<Vec<CardPlace>, EditError> {
    let outline = read(text)?;
    let places = outline.documents.iter().flat_map(|document| {
        let root = &document.root;
        let list = list_of(root).map_or_else(|| std::slice::from_ref(root), |list| list.items());
        list.iter()
            .filter(|item| matches!(item.kind, Kind::Map(..)))
    });
    Ok(places.map(|item| place(&outline, item)).collect())
}

/// The text of a card, without the indentation that it has in its file.
pub fn card_text(text: &str, place: &CardPlace) -> String {
    let own = text.get(place.range.clone()).unwrap_or_default();
    let mut lines = own.split('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |mut card, line| {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        card.push('\n');
        card.push_str(&line[spaces.min(place.column)..]);
        card
    })
}

/// The file with another text for a card.
pub fn with_card(text: &str, place: &CardPlace, card: &str) -> String {
    let before = text.get(..place.range.start).unwrap_or_default();
    let after = text.get(place.range.end..).unwrap_or_default();
    format!("{before}{}{after}", indented(card, place.column))
}

/// The file with one more card, after the others, and where it is.
pub fn with_new_card(text: &str, card: &str) -> Result<(String, CardPlace), EditError> {
    let outline = read(text)?;
    let root = outline.documents.last().map(|document| &document.root);
    let list = root.and_then(list_of).filter(|list| list.is_block());
    let Some(last) = list.and_then(|list| list.items().last()) else {
        let is_empty = root.is_none_or(Node::is_nothing);
        return match is_empty {
            true => Ok(put(&with_end(text), "", card, 0, "\n")),
            false => Err(EditError::NoList),
        };
    };
    let last = place(&outline, last);
    let dash = text[..last.range.start].rfind('-').unwrap_or(0);
    let apart = match list.is_some_and(|list| are_apart(text, list)) {
        true => "\n\n",
        false => "\n",
    };
    let (before, after) = text.split_at(last.range.end);
    let after = if after.is_empty() { "\n" } else { after };
    Ok(put(before, apart, card, column(text, dash), after))
}

/// An item of a list between two parts of a file.
fn put(before: &str, apart: &str, card: &str, dash: usize, after: &str) -> (String, CardPlace) {
    let head = format!("{before}{apart}{}- ", " ".repeat(dash));
    let card = indented(card, dash + 2);
    let place = CardPlace {
        id: String::new(),
        range: head.len()..head.len() + card.len(),
        column: dash + 2,
    };
    (format!("{head}{card}{after}"), place)
}

/// The file without a card. The last card of a file leaves an empty file.
pub fn without_card(text: &str, place: &CardPlace) -> String {
    let start = text[..place.range.start].rfind('\n').map_or(0, |at| at + 1);
    let rest = &text[place.range.end..];
    let line = rest.find('\n').map_or(rest.len(), |at| at + 1);
    let blank = rest[line..].len() - rest[line..].trim_start_matches(['\n', '\r']).len();
    format!("{}{}", &text[..start], &rest[line + blank..])
}

/// True if blank lines stand between the items of a list.
fn are_apart(text: &str, list: &Node) -> bool {
    let [.., one, other] = list.items() else {
        return true;
    };
    text[one.end()..start(other)].matches('\n').count() > 1
}

pub(super) fn read(text: &str) -> Result<Outline<'_>, EditError> {
    Outline::read(text).map_err(|error| EditError::Syntax(error.message))
}

fn list_of(root: &Node) -> Option<&Node> {
    match &root.kind {
        Kind::List(..) => Some(root),
        Kind::Map(..) => root
            .get("cards")
            .filter(|cards| matches!(cards.kind, Kind::List(..))),
        Kind::Empty | Kind::Alias | Kind::Scalar(_) => None,
    }
}

fn place(outline: &Outline<'_>, item: &Node) -> CardPlace {
    let text = outline.text;
    let start = start(item);
    let column = column(text, start);
    CardPlace {
        id: item
            .get("id")
            .and_then(Node::word)
            .unwrap_or_default()
            .to_owned(),
        range: start..end_with_comments(outline, item.end(), column),
        column,
    }
}

/// The place where the first thing written in a node begins.
pub(super) fn start(node: &Node) -> usize {
    match &node.kind {
        Kind::Map(Layout::Block, entries) => {
            let first = entries.first().map(|entry| start(&entry.key));
            let properties = node.properties().map(|range| range.start);
            properties.chain(first).min().unwrap_or(node.range.start)
        }
        Kind::Map(..) | Kind::List(..) | Kind::Scalar(_) | Kind::Alias | Kind::Empty => {
            node.start()
        }
    }
}

/// The end of what ends at a byte, with the comment on its line and those below that are as far to the right.
pub(super) fn end_with_comments(outline: &Outline<'_>, end: usize, least: usize) -> usize {
    let text = outline.text;
    let mut end = text[..end].trim_end().len();
    for comment in &outline.comments {
        if comment.range.start < end {
            continue;
        }
        let between = &text[end..comment.range.start];
        let breaks = between.matches('\n').count();
        let belongs = match breaks {
            0 => between.trim().is_empty(),
            1 => between.trim().is_empty() && column(text, comment.range.start) >= least.max(1),
            _ => false,
        };
        if !belongs {
            break;
        }
        end = comment.range.end;
    }
    end
}

/// The column of a byte, from 0, in characters.
pub(super) fn column(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    text[start..at].chars().count()
}

/// A text whose lines but the first are further to the right.
pub(super) fn indented(text: &str, column: usize) -> String {
    let spaces = " ".repeat(column);
    let mut lines = text.trim_end().split('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |mut whole, line| {
        whole.push('\n');
        if !line.trim().is_empty() {
            whole.push_str(&spaces);
            whole.push_str(line);
        }
        whole
    })
}

fn with_end(text: &str) -> String {
    match text.is_empty() || text.ends_with('\n') {
        true => text.to_owned(),
        false => format!("{text}\n"),
    }
}
