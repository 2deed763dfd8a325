//! A file being rewritten: edits, what they mean, and what is left to decide.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Change, Decision, MigrateError, Migration};
use crate::outline::{Comment, Entry, Node, Outline, Style};

/// A file being rewritten. Places are bytes of the file as it was.
pub(super) struct Draft<'t> {
    /// The file as it was, with a key in place of a tag line.
    text: &'t str,
    comments: &'t [Comment],
    new_line: &'static str,
    edits: Vec<Edit>,
    changes: Vec<(usize, String)>,
    decisions: BTreeSet<(usize, String)>,
}

/// A replacement of bytes.
struct Edit {
    range: Range<usize>,
    text: String,
}

impl<'t> Draft<'t> {
    /// Nothing rewritten yet, except the tag lines in which the outline differs from `original`.
    pub(super) fn new(original: &str, outline: &'t Outline<'_>) -> Self {
        let mut draft = Self {
            text: outline.text,
            comments: &outline.comments,
            new_line: if outline.text.contains("\r\n") {
                "\r\n"
            } else {
                "\n"
            },
            edits: Vec::new(),
            changes: Vec::new(),
            decisions: BTreeSet::new(),
        };
        for place in super::inherit::rewritten_lines(original, outline.text) {
            draft.change(place, "the tag `!inherit` is now the key `inherit`");
        }
        draft
    }

    /// The file as it was.
    pub(super) fn source(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or("")
    }

    /// Tells the author what was rewritten.
    pub(super) fn change(&mut self, place: usize, description: impl Into<String>) {
        self.changes.push((place, description.into()));
    }

    /// Asks the author; the same question at the same place only once.
    pub(super) fn ask(&mut self, place: usize, question: impl Into<String>) {
        self.decisions.insert((place, question.into()));
    }

    /// Plans the replacement of a range of bytes.
    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        let text = text.into();
        self.edits.push(Edit { range, text });
    }

    /// Puts text before a byte.
    pub(super) fn insert(&mut self, place: usize, text: impl Into<String>) {
        self.replace(place..place, text);
    }

    /// Replaces the text of a scalar, in the quotes it has. A number without quotes gets some.
    pub(super) fn replace_word(&mut self, node: &Node, word: &str) {
        let quote = match node.scalar().map(|scalar| scalar.style) {
            Some(Style::Single) => "'",
            Some(Style::Double) => "\"",
            Some(Style::Plain | Style::Block) | None => match word.parse::<f64>() {
                Ok(_) => "\"",
                Err(_) => "",
            },
        };
        self.replace(node.range.clone(), format!("{quote}{word}{quote}"));
    }

    /// Replaces one word by another and tells the author.
    pub(super) fn rename(&mut self, node: &Node, word: &str) {
        let old = node.word().unwrap_or("");
        self.change(node.start(), format!("`{old}` is now `{word}`"));
        self.replace_word(node, word);
    }

    /// Replaces key and value of an entry and tells the author; a comment between them stays.
    pub(super) fn replace_entry(&mut self, entry: &Entry, key: &str, value: &str) {
        let (old_key, old_value) = (entry.name(), self.source(entry.value.range.clone()));
        let change = format!("`{old_key}: {old_value}` is now `{key}: {value}`");
        self.change(entry.key.start(), change);
        if old_key != key {
            self.replace_word(&entry.key, key);
        }
        self.replace(entry.value.range.clone(), value);
    }

    /// Puts a line, indented by `indent`, below the last line of what ends at byte `place`.
    pub(super) fn insert_line_below(&mut self, place: usize, indent: usize, line: &str) {
        // A block of text ends where the next thing begins.
        let end = self.end_of_line(self.source(0..place).trim_end().len());
        let new_line = self.new_line();
        let spaces = " ".repeat(indent);
        self.insert(end, format!("{new_line}{spaces}{line}"));
    }

    /// The lines on which `range` stands, line breaks included.
    pub(super) fn lines_of(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.start_of_line(range.start);
        let end = self.end_of_line(range.end);
        let rest = self.source(end..self.text.len());
        let length = rest.find('\n').map_or(rest.len(), |at| at + 1);
        start..end + length
    }

    /// The place where each line behind the one of `range.start` begins, up to `range.end`, blank lines aside.
    pub(super) fn lines_after_first(&self, range: &Range<usize>) -> Vec<usize> {
        let starts = self.source(range.clone()).match_indices('\n');
        starts
            .map(|(at, _)| range.start + at + 1)
            .filter(|start| !self.is_blank_line(*start))
            .collect()
    }

    /// True if nothing but white space stands before byte `place` on its line.
    pub(super) fn begins_line(&self, place: usize) -> bool {
        let before = self.source(self.start_of_line(place)..place);
        before.trim().is_empty()
    }

    /// The column of a byte, from 0, in characters.
    pub(super) fn column(&self, place: usize) -> usize {
        self.source(self.start_of_line(place)..place)
            .chars()
            .count()
    }

    /// True if a comment begins in `range`.
    pub(super) fn has_comment(&self, range: &Range<usize>) -> bool {
        let before = |comment: &Comment| comment.range.start < range.start;
        let next = self.comments.get(self.comments.partition_point(before));
        next.is_some_and(|comment| comment.range.start < range.end)
    }

    /// The line break that the file uses.
    pub(super) fn new_line(&self) -> &'static str {
        self.new_line
    }

    fn is_blank_line(&self, start: usize) -> bool {
        let end = self.end_of_line(start);
        self.source(start..end).trim().is_empty()
    }

    fn start_of_line(&self, place: usize) -> usize {
        let before = self.source(0..place);
        before.rfind('\n').map_or(0, |at| at + 1)
    }

    fn end_of_line(&self, place: usize) -> usize {
        let rest = self.source(place..self.text.len());
        place + rest.find(['\r', '\n']).unwrap_or(rest.len())
    }

    /// The new text with everything to tell about it.
    pub(super) fn finish(mut self) -> Result<Migration, MigrateError> {
        self.edits
            .sort_by_key(|edit| (edit.range.start, edit.range.end));
        let text = self.apply()?;
        let lines = Lines::new(&self.edits, &text);
        self.changes.sort_by_key(|(place, _)| *place);
        let changes = self.changes.into_iter().map(|(place, description)| Change {
            line: lines.line(place),
            description,
        });
        let decisions = self
            .decisions
            .into_iter()
            .map(|(place, question)| Decision {
                line: lines.line(place),
                question,
            });
        Ok(Migration {
            changes: changes.collect(),
            decisions: decisions.collect(),
            text,
        })
    }

    fn apply(&self) -> Result<String, MigrateError> {
        let mut text = String::with_capacity(self.text.len() + self.edits.len() * 8);
        let mut at = 0;
        for edit in &self.edits {
            let kept = self.text.get(at..edit.range.start);
            text.push_str(kept.ok_or(MigrateError::WouldDamage)?);
            text.push_str(&edit.text);
            at = edit.range.end;
        }
        let rest = self.text.get(at..).ok_or(MigrateError::WouldDamage)?;
        text.push_str(rest);
        Ok(text)
    }
}

/// Finds the lines of the new text for places of the old one.
struct Lines {
    /// Each edit, with where it begins and ends in the old text and in the new one.
    edits: Vec<(Range<usize>, Range<usize>)>,
    starts: Vec<usize>,
}

impl Lines {
    fn new(edits: &[Edit], text: &str) -> Self {
        let mut old_end = 0;
        let mut new_end = 0;
        let edits = edits.iter().map(|edit| {
            let start = new_end + edit.range.start - old_end;
            old_end = edit.range.end;
            new_end = start + edit.text.len();
            (edit.range.clone(), start..new_end)
        });
        Self {
            edits: edits.collect(),
            starts: text.match_indices('\n').map(|(at, _)| at + 1).collect(),
        }
    }

    /// The line, from 1, on which a place of the old text is in the new one.
    fn line(&self, place: usize) -> u32 {
        let before = self.edits.partition_point(|(old, _)| old.start < place);
        let moved = match self.edits[..before].last() {
            None => place,
            Some((old, new)) if place < old.end => new.start,
            Some((old, new)) => new.end + place - old.end,
        };
        self.starts.partition_point(|start| *start <= moved) as u32 + 1
    }
}
