//! Reads a table of comma-separated values (RFC 4180) as a list of rows, every cell with its place.

use crate::codes::{dialect as code, files};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::limits;
use crate::source::{FileId, Span};
use crate::tree::{Node, NodeId, Scalar, Style, Tree, Value};
use crate::yaml::Parsed;

/// Adds the rows of a file to the tree: one list of lists of cells. Empty lines are left out.
pub(crate) fn parse(file: FileId, tree: &mut Tree, diagnostics: &mut Diagnostics) -> Parsed {
    let text = diagnostics.files().file(file).text().to_owned();
    let mut scanner = Scanner {
        text: &text,
        at: 0,
        file,
    };
    let mut rows = Vec::new();
    while scanner.at < text.len() {
        let start = scanner.at;
        match scanner.row(tree) {
            Ok(cells) if is_empty(tree, &cells) => {}
            Ok(cells) => rows.push(tree.add(Node {
                span: Span::new(file, start, scanner.end_of_row(start)),
                tag: None,
                value: Value::List(cells),
            })),
            Err(problem) => {
                diagnostics.report(*problem);
                break;
            }
        }
        if tree.len() > limits::NODES {
            let span = Span::new(file, start, start);
            let message = format!("the table has more than {} cells", limits::NODES);
            let problem = Diagnostic::new(files::TOO_MANY_NODES, span, message);
            diagnostics.report(problem.hint("split the table into several files"));
            break;
        }
    }
    let root = tree.add(Node {
        span: Span::new(file, 0, text.len()),
        tag: None,
        value: Value::List(rows),
    });
    Parsed {
        roots: vec![root],
        tagged: Vec::new(),
    }
}

fn is_empty(tree: &Tree, cells: &[NodeId]) -> bool {
    matches!(cells, [only] if tree.text(*only) == Some(""))
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    file: FileId,
}

impl Scanner<'_> {
    fn row(&mut self, tree: &mut Tree) -> Result<Vec<NodeId>, Box<Diagnostic>> {
        let mut cells = Vec::new();
        loop {
            cells.push(self.cell(tree)?);
            if !self.take(",") {
                break;
            }
        }
        if !self.take("\r\n") && !self.take("\n") {
            self.take("\r");
        }
        Ok(cells)
    }

    fn cell(&mut self, tree: &mut Tree) -> Result<NodeId, Box<Diagnostic>> {
        self.skip_spaces();
        let start = self.at;
        let (text, style) = if self.take("\"") {
            (self.quoted(start)?, Style::Double)
        } else {
            (self.plain(), Style::Plain)
        };
        let end = start + self.text[start..self.at].trim_end().len();
        Ok(tree.add(Node {
            span: Span::new(self.file, start, end),
            tag: None,
            value: Value::Scalar(Scalar { text, style }),
        }))
    }

    /// The text up to the next comma or line.
    fn plain(&mut self) -> String {
        let rest = &self.text[self.at..];
        let length = rest.find([',', '\n', '\r']).unwrap_or(rest.len());
        self.at += length;
        rest[..length].trim().to_owned()
    }

    /// The text between quotes; two of them stand for one.
    fn quoted(&mut self, start: usize) -> Result<String, Box<Diagnostic>> {
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(length) = rest.find('"') else {
                let span = Span::new(self.file, start, start + 1);
                let message = "the quotes that begin here are never closed";
                return Err(Box::new(
                    Diagnostic::new(code::TABLE_SHAPE, span, message)
                        .hint("close them; inside quotes a quote is written twice: `\"\"`"),
                ));
            };
            text.push_str(&rest[..length]);
            self.at += length + 1;
            if !self.take("\"") {
                break;
            }
            text.push('"');
        }
        self.skip_spaces();
        let rest = &self.text[self.at..];
        if !rest.is_empty() && !rest.starts_with([',', '\n', '\r']) {
            let length = rest.find([',', '\n', '\r']).unwrap_or(rest.len());
            let span = Span::new(self.file, self.at, self.at + length);
            let message = "after the closing quotes there is more text";
            return Err(Box::new(
                Diagnostic::new(code::TABLE_SHAPE, span, message).hint(
                    "put the whole cell into quotes; inside them a quote is written twice: `\"\"`",
                ),
            ));
        }
        Ok(text)
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    fn take(&mut self, what: &str) -> bool {
        let is_there = self.text[self.at..].starts_with(what);
        if is_there {
            self.at += what.len();
        }
        is_there
    }

    /// The place where a row ends, without its line break.
    fn end_of_row(&self, start: usize) -> usize {
        start + self.text[start..self.at].trim_end().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        let mut diagnostics = Diagnostics::new();
        let file = diagnostics.files_mut().add("cards.csv", text);
        let mut tree = Tree::default();
        let parsed = parse(file, &mut tree, &mut diagnostics);
        assert_eq!(diagnostics.error_count(), 0);
        let text = |cell: &NodeId| tree.text(*cell).expect("cells are text").to_owned();
        let row = |row: &NodeId| tree.items(*row).iter().map(text).collect();
        tree.items(parsed.roots[0]).iter().map(row).collect()
    }

    #[test]
    fn cells_may_be_quoted_and_lines_may_end_in_any_way() {
        assert_eq!(
            cells("ID, Name \r\n1,\"Gonta, the \"\"Savage\"\"\"\n\n2,碧玉草\r3,"),
            [
                vec!["ID", "Name"],
                vec!["1", "Gonta, the \"Savage\""],
                vec!["2", "碧玉草"],
                vec!["3", ""],
            ]
        );
    }

    #[test]
    fn a_cell_knows_its_place() {
        let mut diagnostics = Diagnostics::new();
        let file = diagnostics.files_mut().add("cards.csv", "a, b \nc,\"d\" ");
        let mut tree = Tree::default();
        let parsed = parse(file, &mut tree, &mut diagnostics);
        let rows = tree.items(parsed.roots[0]).to_vec();
        let spans = rows.iter().flat_map(|row| tree.items(*row));
        let spans: Vec<(u32, u32)> = spans
            .map(|cell| (tree.span(*cell).start, tree.span(*cell).end))
            .collect();
        assert_eq!(spans, [(0, 1), (3, 4), (6, 7), (8, 11)]);
    }
}
