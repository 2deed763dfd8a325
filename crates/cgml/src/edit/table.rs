//! Rows of a table of cards (CSV): read, and written again.

use std::ops::Range;

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The place where it stands, without the end of its last line.
    pub range: Range<usize>,
    /// Its cells, without quotes.
    pub cells: Vec<String>,
}

/// The rows of a table, the first line too; blank lines are no rows.
pub fn rows(text: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut cells = vec![String::new()];
    let (mut start, mut is_quoted) = (0, false);
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let cell = cells.len() - 1;
        match letter {
            '"' if is_quoted && letters.peek().is_some_and(|(_, next)| *next == '"') => {
                letters.next();
                cells[cell].push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            '\n' if !is_quoted => {
                let own = std::mem::replace(&mut cells, vec![String::new()]);
                end_row(&mut rows, text, start..at, own);
                start = at + 1;
            }
            '\r' if !is_quoted => {}
            letter => cells[cell].push(letter),
        }
    }
    end_row(&mut rows, text, start..text.len(), cells);
    rows
}

fn end_row(rows: &mut Vec<Row>, text: &str, range: Range<usize>, cells: Vec<String>) {
    let own = text[range.clone()].trim_end_matches('\r');
    if !own.trim().is_empty() {
        let range = range.start..range.start + own.len();
        rows.push(Row { range, cells });
    }
}

/// A row as text.
pub fn row(cells: &[String]) -> String {
    let cells = cells.iter().map(|cell| {
        match cell.contains([',', '"', '\n', '\r']) || cell.trim() != cell {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        }
    });
    cells.collect::<Vec<_>>().join(",")
}

/// The table with another text in place of a row, or with one more row.
pub fn with_row(text: &str, place: Option<&Row>, row: &str) -> String {
    match place {
        Some(place) => {
            let (before, after) = (&text[..place.range.start], &text[place.range.end..]);
            format!("{before}{row}{after}")
        }
        None => format!("{}{row}\n", super::with_end(text)),
    }
}
