//! The page being written, and how far the source has been read.
//!
//! A page knows lines, comments and blank lines; what the nodes look like is in `block`, `flow`, `words`
//! and `block_scalar`. Comments are never lost because nothing is written before the comments that stand
//! before it.

use std::ops::Range;

use crate::outline::{Comment, Outline};

/// The text of an outline, laid out.
pub(super) fn print(outline: &Outline<'_>) -> String {
    let mut page = Page::new(outline);
    for document in &outline.documents {
        page.document(document);
    }
    page.finish()
}

/// A page being written.
pub(super) struct Page<'o> {
    /// The source that is laid out.
    pub(super) text: &'o str,
    comments: &'o [Comment],
    /// The output so far.
    out: String,
    /// The place where the next thing would go.
    cursor: Cursor,
    /// True if the next line is the first of a block, before which no blank line is kept.
    is_opened: bool,
    /// The source has been read up to here, comments aside.
    at: usize,
    /// The first comment that has not been written.
    next_comment: usize,
}

/// Position of the page on its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cursor {
    /// At the beginning, behind the indentation.
    Fresh,
    /// After the `-`, `?` or `:` of a block entry: a block may begin here.
    Marker,
    /// After anything else.
    Text,
    /// After the end of a document: only a comment may follow.
    End,
    /// After a comment: nothing more fits on this line.
    Comment,
}

/// A moment to which a page can return.
pub(super) struct Bookmark {
    length: usize,
    cursor: Cursor,
    is_opened: bool,
    at: usize,
    next_comment: usize,
}

impl<'o> Page<'o> {
    fn new(outline: &'o Outline<'_>) -> Self {
        Self {
            text: outline.text,
            comments: &outline.comments,
            out: String::with_capacity(outline.text.len()),
            cursor: Cursor::Fresh,
            is_opened: true,
            at: 0,
            next_comment: 0,
        }
    }

    fn finish(mut self) -> String {
        self.comments_before(usize::MAX, 0);
        if self.cursor != Cursor::Fresh {
            self.out.push('\n');
        }
        self.out
    }

    /// Position of the page on its line.
    pub(super) fn cursor(&self) -> Cursor {
        self.cursor
    }

    /// Position in the source.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The columns already used on this line.
    pub(super) fn column(&self) -> usize {
        last_line(&self.out).chars().count()
    }

    /// Remembers this moment.
    pub(super) fn bookmark(&self) -> Bookmark {
        Bookmark {
            length: self.out.len(),
            cursor: self.cursor,
            is_opened: self.is_opened,
            at: self.at,
            next_comment: self.next_comment,
        }
    }

    /// Forgets what was written since.
    pub(super) fn return_to(&mut self, bookmark: &Bookmark) {
        self.out.truncate(bookmark.length);
        self.cursor = bookmark.cursor;
        self.is_opened = bookmark.is_opened;
        self.at = bookmark.at;
        self.next_comment = bookmark.next_comment;
    }

    /// Writes text that ends at byte `end` of the source.
    pub(super) fn put(&mut self, text: &str, end: usize) {
        self.out.push_str(text);
        self.cursor = Cursor::Text;
        self.is_opened = false;
        self.at = self.at.max(end);
    }

    /// Writes the `-`, `?` or `:` of a block entry, which ends at byte `end` of the source.
    pub(super) fn put_marker(&mut self, marker: &str, end: usize) {
        self.put(marker, end);
        self.cursor = Cursor::Marker;
        self.is_opened = true;
    }

    /// Writes the end of a document.
    pub(super) fn put_end(&mut self, range: Range<usize>) {
        self.copy(range);
        self.cursor = Cursor::End;
    }

    /// Nothing follows the key or marker.
    pub(super) fn put_nothing(&mut self) {
        self.is_opened = false;
        if self.cursor == Cursor::Marker {
            self.cursor = Cursor::Text;
        }
    }

    /// Writes what stands in `range` as it is.
    pub(super) fn copy(&mut self, range: Range<usize>) {
        let text = self.text.get(range.clone()).unwrap_or("");
        self.put(text, range.end);
    }

    /// Passes over an indicator of the source without writing it, if it comes next.
    pub(super) fn pass(&mut self, indicator: char) {
        if let Some(place) = self.find(indicator) {
            self.skip_to(place + indicator.len_utf8());
        }
    }

    /// Goes on at byte `place` of the source.
    pub(super) fn skip_to(&mut self, place: usize) {
        self.at = place;
    }

    /// Position of `indicator`, if it comes next, white space and comments aside.
    pub(super) fn find(&self, indicator: char) -> Option<usize> {
        // A document may begin with a byte order mark.
        const SPACE: [char; 4] = [' ', '\t', '\n', '\u{feff}'];
        let mut place = self.at;
        let first = self
            .comments
            .partition_point(|comment| comment.range.start < place);
        let mut comments = self.comments[first..].iter().peekable();
        loop {
            let rest = self.text.get(place..)?;
            place += rest.len() - rest.trim_start_matches(SPACE).len();
            match comments.next_if(|comment| comment.range.start == place) {
                Some(comment) => place = comment.range.end,
                None => break,
            }
        }
        self.text[place..].starts_with(indicator).then_some(place)
    }

    /// A new block begins: no blank line before its first line.
    pub(super) fn open_block(&mut self) {
        self.is_opened = true;
    }

    /// Gets ready for a block entry that begins at byte `start`: on a line of its own, or right
    /// after a marker.
    pub(super) fn begin_entry(&mut self, start: usize, indent: usize) {
        self.comments_before(start, indent);
        match self.cursor {
            Cursor::Marker => {
                self.out.push(' ');
                self.cursor = Cursor::Fresh;
                self.is_opened = false;
            }
            Cursor::Fresh | Cursor::Text | Cursor::End | Cursor::Comment => {
                self.begin_line(start, indent);
            }
        }
    }

    /// Gets ready for something that begins at byte `start` and goes on this line if it can.
    pub(super) fn begin_words(&mut self, start: usize, indent: usize) {
        self.comments_before(start, indent);
        match self.cursor {
            Cursor::Fresh => {}
            Cursor::Marker | Cursor::Text => self.out.push(' '),
            Cursor::End | Cursor::Comment => self.break_line(indent),
        }
        self.cursor = Cursor::Fresh;
    }

    /// Begins a line for something that begins at byte `start`, after the blank line before it.
    pub(super) fn begin_line(&mut self, start: usize, indent: usize) {
        if self.has_blank_line_before(start) && !self.is_opened {
            self.out.push('\n');
        }
        self.is_opened = false;
        self.break_line(indent);
    }

    /// Ends the line, if anything is on it.
    pub(super) fn break_line(&mut self, indent: usize) {
        if self.cursor != Cursor::Fresh {
            self.out.push('\n');
            self.indent(indent);
        }
        self.cursor = Cursor::Fresh;
    }

    /// Ends the line and writes a raw one: part of a scalar.
    pub(super) fn put_line(&mut self, indent: usize, line: &str) {
        self.out.push('\n');
        if !line.is_empty() {
            self.indent(indent);
            self.out.push_str(line);
        }
        self.cursor = Cursor::Text;
    }

    fn indent(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    fn has_blank_line_before(&self, start: usize) -> bool {
        let gap = self.text.get(self.at..start).unwrap_or("");
        let space = &gap[gap.trim_end_matches([' ', '\t', '\n']).len()..];
        space.matches('\n').count() > 1
    }

    /// Writes the comments that stand before byte `end`.
    pub(super) fn comments_before(&mut self, end: usize, indent: usize) {
        while let Some(comment) = self.comments.get(self.next_comment) {
            if comment.range.start >= end {
                break;
            }
            self.comment(comment, indent);
        }
    }

    /// Writes the comments that close a block: those on its last line, and those that follow
    /// directly and are indented to `column` at least.
    pub(super) fn closing_comments(&mut self, column: usize, indent: usize) {
        while let Some(comment) = self.comments.get(self.next_comment) {
            let gap = self.text.get(self.at..comment.range.start).unwrap_or("");
            let is_next = is_white(gap);
            let belongs = !comment.is_alone || self.source_column(comment.range.start) >= column;
            if !is_next || !belongs {
                break;
            }
            self.comment(comment, indent);
        }
    }

    fn comment(&mut self, comment: &Comment, indent: usize) {
        let has_line_to_share = matches!(self.cursor, Cursor::Marker | Cursor::Text | Cursor::End);
        if comment.is_alone || !has_line_to_share {
            self.begin_line(comment.range.start, indent);
        } else {
            self.out.push_str("  ");
        }
        let is_opened = self.is_opened;
        let text = self.text.get(comment.range.clone()).unwrap_or("");
        self.put(text.trim_end(), comment.range.end);
        self.is_opened = is_opened;
        self.cursor = Cursor::Comment;
        self.next_comment += 1;
    }

    /// Writes the comments up to the end of the line on which `range` ends, ahead of what stands
    /// in `range`.
    pub(super) fn comments_of_line(&mut self, range: &Range<usize>, indent: usize) {
        let rest = self.text.get(range.end..).unwrap_or("");
        let length = rest.find('\n').unwrap_or(rest.len());
        self.comments_before(range.end + length, indent);
        self.at = range.start;
    }

    /// Goes on behind `range`, and behind the comment that follows it if that has been written.
    pub(super) fn leave(&mut self, range: &Range<usize>) {
        self.at = range.end;
        let Some(comment) = self.comments[..self.next_comment].last() else {
            return;
        };
        let gap = self.text.get(range.end..comment.range.start);
        if gap.is_some_and(is_white) {
            self.at = comment.range.end;
        }
    }

    /// The next text follows the last one without a space.
    pub(super) fn touch(&mut self) {
        self.cursor = Cursor::Fresh;
    }

    /// The column of a byte in the source, from 0, in characters.
    pub(super) fn source_column(&self, place: usize) -> usize {
        let before = self.text.get(..place).unwrap_or("");
        last_line(before).chars().count()
    }
}

fn is_white(text: &str) -> bool {
    text.trim_matches([' ', '\t', '\n']).is_empty()
}

fn last_line(text: &str) -> &str {
    text.rfind('\n').map_or(text, |at| &text[at + 1..])
}
