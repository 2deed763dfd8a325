//! Scalars after `|` or `>`: their lines are reindented and otherwise kept to the byte.

use super::block::STEP;
use super::page::Page;
use crate::outline::{Node, Scalar};

impl Page<'_> {
    /// A scalar after `|` or `>`.
    pub(super) fn block_scalar(&mut self, node: &Node, scalar: &Scalar, indent: usize) {
        let Some(start) = self.find('|').or_else(|| self.find('>')) else {
            return;
        };
        let header = self.text[start..].lines().next().unwrap_or("");
        let content = Content::read(self.text, start, header, node, scalar);
        let needs_indent = content.hides_indent() || indent == 0 && content.is_blank();

        let indent = indent.max(STEP);
        self.begin_words(start, indent);
        self.put(&content.header(header, &scalar.value, needs_indent), start);
        self.comments_before(start + header.len(), indent);
        for line in &content.lines {
            self.put_line(indent, line);
        }
        self.put("", content.end);
    }
}

/// The lines of a block scalar.
struct Content<'t> {
    /// The lines without their indentation.
    lines: Vec<&'t str>,
    /// Their end in the source.
    end: usize,
}

impl<'t> Content<'t> {
    /// The lines of `node`, whose header stands at byte `start`. Blank lines at the end are content
    /// only if the scalar keeps them all.
    fn read(text: &'t str, start: usize, header: &str, node: &Node, scalar: &Scalar) -> Self {
        let keeps_all = chomping(header) == "+";
        let header_end = start + header.len();
        // The parser's range begins at the first line that says something, if there is one.
        let says_nothing = node.range.is_empty() || node.range.start <= header_end;
        match (says_nothing, keeps_all) {
            (true, true) => Self {
                lines: scalar.value.matches('\n').map(|_| "").collect(),
                end: node.range.end,
            },
            (true, false) => Self {
                lines: Vec::new(),
                end: header_end,
            },
            (false, _) => Self::indented(text, header_end, node, keeps_all),
        }
    }

    fn indented(text: &'t str, header_end: usize, node: &Node, keeps_all: bool) -> Self {
        let indent = column(text, node.range.start);
        let source = text.get(header_end + 1..node.range.end).unwrap_or("");
        let mut lines: Vec<_> = source
            .split('\n')
            .map(|line| without_indent(line, indent))
            .collect();
        // Behind the last line break is what indents the next thing, or a line that the end of the
        // file cuts off.
        if node.range.end < text.len() || lines.last() == Some(&"") {
            lines.pop();
        }
        if keeps_all {
            let end = node.range.end;
            return Self { lines, end };
        }
        while lines.last() == Some(&"") {
            lines.pop();
        }
        let length: usize = source
            .split('\n')
            .take(lines.len())
            .map(|line| line.len() + 1)
            .sum();
        let end = header_end + length;
        Self { lines, end }
    }

    /// True if there is no line that says something; at the root of a document the next comment
    /// would become such a line.
    fn is_blank(&self) -> bool {
        self.lines.iter().all(|line| line.trim().is_empty())
    }

    /// True if the first lines do not show how far the scalar is indented.
    fn hides_indent(&self) -> bool {
        let first = self.lines.iter().position(|line| !line.trim().is_empty());
        let lines = self
            .lines
            .iter()
            .take(first.map_or(usize::MAX, |first| first + 1));
        lines.into_iter().any(|line| line.starts_with(' '))
    }

    /// The header in its shortest form. A scalar that the end of the file cut off gets a `-`,
    /// because the file will end with a line break.
    fn header(&self, source: &str, value: &str, needs_indent: bool) -> String {
        let style = if source.starts_with('|') { "|" } else { ">" };
        let indent = if needs_indent { "2" } else { "" };
        let is_cut_off = !self.lines.is_empty() && !value.ends_with('\n');
        let end = match chomping(source) {
            _ if is_cut_off => "-",
            chomping => chomping,
        };
        format!("{style}{indent}{end}")
    }
}

/// The `-` or `+` of a header, or nothing.
fn chomping(header: &str) -> &'static str {
    let marks = header.split([' ', '\t']).next().unwrap_or("");
    match (marks.contains('-'), marks.contains('+')) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    }
}

fn without_indent(line: &str, indent: usize) -> &str {
    let spaces = line.len() - line.trim_start_matches(' ').len();
    &line[spaces.min(indent)..]
}

fn column(text: &str, place: usize) -> usize {
    let before = text.get(..place).unwrap_or("");
    place - before.rfind('\n').map_or(0, |at| at + 1)
}
