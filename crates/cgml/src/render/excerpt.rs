//! The lines to show around some ranges of a file, small whatever the file is like.
//!
//! The renderer below us reads all text it is given, once per problem. A game file may be a single
//! line of many megabytes, so it only ever gets the lines that matter, and of long lines a window.

use std::ops::Range;

/// Lines longer than this, in bytes, are cut.
const LONG: usize = 160;

/// The number of letters before the first mark of a line that is cut.
const BEFORE: usize = 60;

const ELLIPSIS: &str = "…";

/// Some lines of a file, and where the marks are in them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) text: String,
    /// The marks in the order given. What was cut away is represented by the ellipsis.
    pub(super) marks: Vec<Range<usize>>,
}

/// The lines from the first to the last mark. Marks must lie in the text, on character borders.
pub(super) fn excerpt(text: &str, marks: &[Range<usize>]) -> Excerpt {
    let start = marks.iter().map(|mark| mark.start).min().unwrap_or(0);
    let end = marks.iter().map(|mark| mark.end).max().unwrap_or(0);
    let mut cutter = Cutter::default();
    let mut at = line_start(text, start);
    for line in text[at..line_end(text, end)].split_inclusive('\n') {
        let window = window(line, at, marks);
        cutter.add(line, at, window);
        at += line.len();
    }
    Excerpt {
        marks: marks
            .iter()
            .map(|mark| cutter.place(mark.start)..cutter.place(mark.end))
            .collect(),
        text: cutter.text,
    }
}

/// The place where the line of a byte begins.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The place where the line of a byte ends, without its line break.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let line = text[at..].split('\n').next().unwrap_or_default();
    at + line.strip_suffix('\r').unwrap_or(line).len()
}

/// The part of a line from `at` that is shown: all of a short one, else the part around the first
/// of the marks that has an end in it.
fn window(line: &str, at: usize, marks: &[Range<usize>]) -> Range<usize> {
    let length = line.trim_end_matches(['\n', '\r']).len();
    if length <= LONG {
        return 0..line.len();
    }
    let mut ends = marks.iter().flat_map(|mark| [mark.start, mark.end]);
    let first = ends
        .find(|end| (at..=at + length).contains(end))
        .map_or(0, |end| end - at);
    let start = line.floor_char_boundary(first.saturating_sub(BEFORE));
    start..line.floor_char_boundary((start + LONG).min(length))
}

/// Puts the kept pieces together and remembers where they came from.
#[derive(Debug, Default)]
struct Cutter {
    text: String,
    pieces: Vec<Piece>,
}

/// A part of the file that was kept.
#[derive(Debug)]
struct Piece {
    /// The line's range in the file.
    line: Range<usize>,
    /// The kept range in the file.
    kept: Range<usize>,
    /// The place where the line and its kept part begin in the excerpt, and where the line ends.
    line_at: usize,
    kept_at: usize,
    end_at: usize,
}

impl Cutter {
    fn add(&mut self, line: &str, at: usize, window: Range<usize>) {
        let line_at = self.text.len();
        if window.start > 0 {
            self.text.push_str(ELLIPSIS);
        }
        let kept_at = self.text.len();
        self.text.push_str(&line[window.clone()]);
        let is_whole = window.end == line.len();
        if !is_whole {
            self.text.push_str(ELLIPSIS);
        }
        let end_at = self.text.len();
        if !is_whole && line.ends_with('\n') {
            self.text.push('\n');
        }
        self.pieces.push(Piece {
            line: at..at + line.len(),
            kept: at + window.start..at + window.end,
            line_at,
            kept_at,
            end_at,
        });
    }

    /// The place where a byte of the file is in the excerpt.
    fn place(&self, byte: usize) -> usize {
        let after = self
            .pieces
            .partition_point(|piece| piece.line.start <= byte);
        let Some(piece) = after.checked_sub(1).and_then(|at| self.pieces.get(at)) else {
            return 0;
        };
        if byte < piece.kept.start {
            return piece.line_at;
        }
        if byte > piece.kept.end {
            return piece.end_at;
        }
        piece.kept_at + (byte - piece.kept.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_are_kept_as_they_are() {
        let text = "one\ntwo 札\nthree\nfour\n";

        assert_eq!(
            excerpt(text, &[8..11, 14..17]),
            Excerpt {
                text: "two 札\nthree".to_owned(),
                marks: vec![4..7, 10..13],
            }
        );
    }

    #[test]
    fn a_long_line_is_cut_around_its_mark() {
        let text = format!("{}here{}\n", "札".repeat(100_000), "y".repeat(100_000));
        let at = 300_000;

        let excerpt = excerpt(&text, std::slice::from_ref(&(at..at + 4)));

        assert_eq!(&excerpt.text[excerpt.marks[0].clone()], "here");
        assert!(excerpt.text.len() <= LONG + 2 * ELLIPSIS.len());
        assert!(excerpt.text.starts_with("…札") && excerpt.text.ends_with("y…"));
    }

    #[test]
    fn the_first_mark_decides_what_is_kept_and_line_breaks_are_not() {
        let text = format!("a{}z\r\n", "x".repeat(10_000));

        let excerpt = excerpt(&text, &[10_001..10_002, 0..1]);

        assert!(excerpt.text.starts_with("…x") && excerpt.text.ends_with("xz"));
        assert_eq!(excerpt.marks, [63..64, 0..0]);
    }

    #[test]
    fn what_was_cut_away_is_marked_at_the_ellipsis() {
        let text = "x".repeat(10_000);

        let excerpt = excerpt(&text, &[0..1, 5_000..5_010]);

        assert_eq!(excerpt.marks, [0..1, 163..163]);
        assert!(excerpt.text.ends_with("x…"));
    }
}
