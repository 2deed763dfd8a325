//! Documents and block collections.

use std::ops::Range;

use super::page::Page;
use crate::outline::{Document, Entry, Kind, Layout, Node, Scalar, Style};

/// The spaces by which a block is indented.
pub(super) const STEP: usize = 2;

/// The column of a block that has none in the source: no comment there belongs to it.
pub(super) const NO_COLUMN: usize = usize::MAX;

impl Page<'_> {
    /// A document with its directives and markers.
    pub(super) fn document(&mut self, document: &Document) {
        self.pass_stray_ends();
        if let Some(start) = &document.start {
            self.directives(start.start);
            self.begin_entry(start.start, 0);
            self.copy(start.clone());
            self.open_block();
        }
        self.node(&document.root, 0, None);
        if let Some(end) = &document.end {
            self.begin_entry(end.start, 0);
            self.put_end(end.clone());
        }
    }

    /// Passes over each `...` that ends no document.
    fn pass_stray_ends(&mut self) {
        while let Some(start) = self.find('.') {
            let line = self.text[start..].lines().next().unwrap_or("");
            if line.split([' ', '\t']).next() != Some("...") {
                break;
            }
            self.skip_to(start + "...".len());
        }
    }

    fn directives(&mut self, end: usize) {
        while let Some(start) = self.find('%').filter(|start| *start < end) {
            self.begin_entry(start, 0);
            let line = self.text[start..].lines().next().unwrap_or("");
            let words = line.find(" #").map_or(line, |comment| &line[..comment]);
            self.put(words.trim_end(), start + words.len());
        }
    }

    /// A node in block context: its first line goes on this line if it can, the others are indented
    /// by `indent`. `parent` is the column of the enclosing block in the source.
    pub(super) fn node(&mut self, node: &Node, indent: usize, parent: Option<usize>) {
        self.properties(node, indent);
        match &node.kind {
            Kind::Empty => {
                let column = parent.map_or(NO_COLUMN, |parent| parent.saturating_add(1));
                self.put_nothing();
                self.closing_comments(column, indent);
            }
            Kind::Alias => self.words(node, indent),
            Kind::Scalar(scalar) => self.scalar(node, scalar, indent),
            Kind::List(Layout::Block, items) => self.block_list(items, indent, parent),
            Kind::Map(Layout::Block, entries) => self.block_map(entries, indent, parent),
            Kind::List(Layout::Flow | Layout::Pair, _)
            | Kind::Map(Layout::Flow | Layout::Pair, _) => self.bracketed(node, indent),
        }
    }

    fn scalar(&mut self, node: &Node, scalar: &Scalar, indent: usize) {
        match scalar.style {
            Style::Block => self.block_scalar(node, scalar, indent),
            Style::Plain | Style::Single | Style::Double => self.words(node, indent),
        }
    }

    /// Tag and anchor, in the author's order.
    pub(super) fn properties(&mut self, node: &Node, indent: usize) {
        let mut properties: Vec<_> = node.properties().cloned().collect();
        properties.sort_by_key(|range| range.start);
        for range in properties {
            self.begin_words(range.start, indent);
            self.copy(range);
        }
    }

    fn block_list(&mut self, items: &[Node], indent: usize, parent: Option<usize>) {
        self.open_block();
        let column = self
            .find('-')
            .map_or(NO_COLUMN, |dash| self.source_column(dash));
        for item in items {
            let dash = self.find('-').unwrap_or(self.at());
            self.item(item, dash..dash + 1, indent, column);
        }
        self.closing_comments(deeper(column, parent), indent);
    }

    /// An item of a list that is written as a block, with its `-` in the source.
    pub(super) fn item(&mut self, item: &Node, dash: Range<usize>, indent: usize, column: usize) {
        self.begin_entry(dash.start, indent);
        self.put_marker("-", dash.end);
        self.node(item, indent + STEP, Some(column));
    }

    fn block_map(&mut self, entries: &[Entry], indent: usize, parent: Option<usize>) {
        self.open_block();
        let start = entries.first().map_or(0, |entry| self.start_of(entry));
        let column = self.source_column(start);
        for entry in entries {
            self.entry(entry, indent, column);
        }
        self.closing_comments(deeper(column, parent), indent);
    }

    /// The place where an entry begins: at its `?` if it has one.
    pub(super) fn start_of(&self, entry: &Entry) -> usize {
        let start = entry.key.start();
        self.find('?').filter(|mark| *mark < start).unwrap_or(start)
    }

    /// An entry of a mapping that is written as a block.
    pub(super) fn entry(&mut self, entry: &Entry, indent: usize, column: usize) {
        let start = self.start_of(entry);
        if start < entry.key.start() {
            self.explicit_entry(entry, start, indent, column);
            return;
        }
        self.begin_entry(start, indent);
        self.key(&entry.key, indent);
        self.node(&entry.value, indent + STEP, Some(column));
    }

    fn explicit_entry(&mut self, entry: &Entry, start: usize, indent: usize, column: usize) {
        self.begin_entry(start, indent);
        self.put_marker("?", start + 1);
        self.node(&entry.key, indent + STEP, Some(column));
        // A colon in another column belongs to an enclosing key.
        let belongs = |colon: &usize| [self.source_column(*colon), NO_COLUMN].contains(&column);
        if let Some(colon) = self.find(':').filter(belongs) {
            self.begin_entry(colon, indent);
            self.put_marker(":", colon + 1);
            self.node(&entry.value, indent + STEP, Some(column));
        }
    }

    /// A key on one line, with its colon.
    fn key(&mut self, key: &Node, indent: usize) {
        self.flow_node(key, indent);
        let end = self.find(':').map_or(self.at(), |colon| colon + 1);
        self.colon(key, end);
    }

    /// The colon after a key. An alias or a bare anchor would swallow a colon that touches it.
    pub(super) fn colon(&mut self, key: &Node, end: usize) {
        let touches = match key.kind {
            Kind::Alias => false,
            Kind::Empty => key.is_nothing(),
            Kind::Scalar(_) | Kind::List(..) | Kind::Map(..) => true,
        };
        self.put(if touches { ":" } else { " :" }, end);
        self.open_block();
    }
}

/// The column from which a comment belongs to a block rather than to what encloses it. A list may
/// stand in the column of its key; a comment there belongs to the next key.
fn deeper(column: usize, parent: Option<usize>) -> usize {
    column.max(parent.map_or(0, |parent| parent.saturating_add(1)))
}
