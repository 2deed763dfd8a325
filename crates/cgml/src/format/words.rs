//! Scalars without quotes or in quotes.

use super::WIDTH;
use super::block::STEP;
use super::page::{Cursor, Page};
use crate::outline::{Kind, Node, Style};

impl Page<'_> {
    /// An alias, or a scalar that is plain or in quotes, possibly over several lines.
    pub(super) fn words(&mut self, node: &Node, indent: usize) {
        let source = self.text.get(node.range.clone()).unwrap_or("");
        let style = node.scalar().map_or(Style::Plain, |scalar| scalar.style);
        let words = requoted(source, style);
        let mut lines = words.split('\n');
        let first = shortened(lines.next().unwrap_or(""), style);

        self.comments_before(node.range.start, indent);
        if self.wants_own_line(node, first) {
            self.break_line(indent);
        }
        self.begin_words(node.range.start, indent);
        self.put(first, node.range.end);
        for line in lines {
            let line = shortened(line, style).trim_start_matches([' ', '\t']);
            self.put_line(indent.max(STEP), line);
        }
    }

    /// True if words after a key go on the next line: where the author put them there, and they
    /// are long.
    fn wants_own_line(&self, node: &Node, first: &str) -> bool {
        let gap = self.text.get(self.at()..node.range.start).unwrap_or("");
        if self.cursor() != Cursor::Text || !gap.contains('\n') {
            return false;
        }
        let source = self.text.get(node.range.clone()).unwrap_or("");
        source.contains('\n') || self.column() + 1 + first.chars().count() > WIDTH
    }

    /// A scalar of a filled list: on this row if it fits.
    pub(super) fn fill_in(&mut self, item: &Node, indent: usize) {
        let bookmark = self.bookmark();
        self.flow_node(item, indent);
        if self.column() + ",".len() > WIDTH {
            self.return_to(&bookmark);
            self.break_line(indent);
            self.flow_node(item, indent);
        }
    }
}

/// A line of words without the white space at its end, which means nothing; an escaped space does.
fn shortened(line: &str, style: Style) -> &str {
    let short = line.trim_end_matches([' ', '\t']);
    let escapes = short.len() - short.trim_end_matches('\\').len();
    let is_escaped = style == Style::Double && escapes % 2 == 1 && short.len() < line.len();
    if is_escaped {
        &line[..short.len() + 1]
    } else {
        short
    }
}

/// The words in double quotes, if they are in single ones and need no escapes.
fn requoted(source: &str, style: Style) -> String {
    let inner = source
        .strip_prefix('\'')
        .and_then(|rest| rest.strip_suffix('\''))
        .filter(|inner| style == Style::Single && !inner.contains(['"', '\\']));
    match inner {
        Some(inner) => format!("\"{}\"", inner.replace("''", "'")),
        None => source.to_owned(),
    }
}

/// True if a node is a scalar short enough to share a row with others.
pub(super) fn is_short_word(node: &Node) -> bool {
    const LONGEST: usize = 40;
    match &node.kind {
        Kind::Empty | Kind::Alias => true,
        Kind::Scalar(_) => node.range.end - node.start() <= LONGEST,
        Kind::List(..) | Kind::Map(..) => false,
    }
}
