//! Edits of numbers as a patch of the author's files.

use crate::Located;
use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::edit::{NewValue, card_text, cards, set, with_card};
use cgml::load::load;
use cgml::model::Game;
use cgml::source::{SourceMap, Sources, Span};
use metagame::balance::Change;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Lines around a change that a patch shows.
const CONTEXT: usize = 3;

/// An edit that cannot be written as a patch.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// The number is not found where its card or parameter is declared.
    #[error("`{0}` is not written as a plain number where it is declared; change it by hand")]
    NotFound(String),
}

/// A unified diff of the files of a game that makes these changes; bans change no file.
pub fn patch(located: &Located, changes: &[Change]) -> Result<String, PatchError> {
    let mut diagnostics = Diagnostics::new();
    let document = load(&located.sources, &located.entry, &mut diagnostics);
    let game = document.and_then(|document| check(&document, &mut diagnostics));
    let files = diagnostics.files();
    let mut texts: BTreeMap<String, (String, String)> = BTreeMap::new();
    for change in changes {
        let lost = || PatchError::NotFound(change.to_string());
        let Ok(game) = &game else {
            return Err(lost());
        };
        let Some(span) = place(game, change) else {
            continue;
        };
        let path = files.file(span.file).path().to_owned();
        let bytes = located.sources.read(&path).map_err(|_| lost())?;
        let old = String::from_utf8_lossy(&bytes).into_owned();
        let entry = texts.entry(path).or_insert_with(|| (old.clone(), old));
        entry.1 = edited(&entry.1, files, span, change).ok_or_else(lost)?;
    }
    let diffs = texts.iter().map(|(path, (old, new))| diff(path, old, new));
    Ok(diffs.collect())
}

/// The place where a change is to be made.
fn place(game: &Game, change: &Change) -> Option<Span> {
    match change {
        Change::Number { card, .. } => Some(game.cards[game.cards.find(card)?].origin),
        Change::Parameter { name, .. } => Some(game.parameters[game.parameters.find(name)?].origin),
        Change::Ban(_) => None,
    }
}

fn edited(text: &str, files: &SourceMap, span: Span, change: &Change) -> Option<String> {
    match change {
        Change::Number {
            card, property, to, ..
        } => {
            let value = NewValue::Word(to.to_string());
            match cards(text)
                .ok()?
                .into_iter()
                .find(|place| place.id == *card)
            {
                Some(place) => {
                    let changed = set(&card_text(text, &place), property, Some(&value)).ok()?;
                    Some(with_card(text, &place, &changed))
                }
                // A card in the middle of a document: its own lines are looked through.
                None => replaced(
                    text,
                    line_of(files, span),
                    &format!("{property}: "),
                    &to.to_string(),
                ),
            }
        }
        Change::Parameter { to, .. } => replaced(text, line_of(files, span), "default: ", to),
        Change::Ban(_) => None,
    }
}

fn line_of(files: &SourceMap, span: Span) -> usize {
    (files.place(span).line as usize).saturating_sub(1)
}

/// The text with another value after a key, on a line or on one of those that follow and belong to it.
fn replaced(text: &str, line: usize, key: &str, to: &str) -> Option<String> {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let own = depth(lines.get(line)?);
    let inner = lines
        .iter()
        .skip(line + 1)
        .take_while(|next| next.trim().is_empty() || depth(next) > own)
        .count();
    let found = (line..=line + inner).find_map(|at| Some((at, lines[at].find(key)?)))?;
    let start = found.1 + key.len();
    let rest = &lines[found.0][start..];
    let end = start
        + rest
            .find([',', '}', ' ', '#'])
            .unwrap_or(rest.trim_end().len());
    lines[found.0].replace_range(start..end, to);
    Some(lines.join("\n"))
}

/// A unified diff of two texts with as many lines.
fn diff(path: &str, old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let changed: Vec<usize> = (0..old.len().min(new.len()))
        .filter(|line| old[*line] != new[*line])
        .collect();
    let mut text = format!("--- a/{path}\n+++ b/{path}\n");
    let mut at = 0;
    while let Some(first) = changed.get(at) {
        let start = first.saturating_sub(CONTEXT);
        let mut end = (first + CONTEXT + 1).min(old.len());
        while changed
            .get(at + 1)
            .is_some_and(|next| *next < end + CONTEXT)
        {
            at += 1;
            end = (changed[at] + CONTEXT + 1).min(old.len());
        }
        at += 1;
        hunk(&mut text, &old, &new, start, end);
    }
    text
}

fn hunk(text: &mut String, old: &[&str], new: &[&str], start: usize, end: usize) {
    let count = end - start;
    let _ = writeln!(text, "@@ -{},{count} +{},{count} @@", start + 1, start + 1);
    for line in start..end {
        let _ = match old[line] == new[line] {
            true => writeln!(text, " {}", old[line]),
            false => writeln!(text, "-{}\n+{}", old[line], new[line]),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_replaced_where_it_stands() {
        let text = "parameters:\n  bonus: { default: 2, min: 0 } # few\n  other:\n    text: a\n    default: 7\nend: 1\n";
        let one = replaced(text, 1, "default: ", "3").expect("it is there");
        assert!(one.contains("bonus: { default: 3, min: 0 } # few"));
        let two = replaced(text, 2, "default: ", "10").expect("it is there");
        assert!(two.contains("    default: 10\n"), "{two}");
        assert_eq!(replaced(text, 5, "default: ", "3"), None);
    }

    #[test]
    fn a_patch_has_three_lines_around_a_change() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let new = "a\nb\nc\nd\nE\nf\ng\nh\n";
        assert_eq!(
            diff("f.yaml", old, new),
            "--- a/f.yaml\n+++ b/f.yaml\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n"
        );
    }
}
