//! Collections in brackets.
//!
//! On one line they stay on one line while it fits in [`WIDTH`] columns; a list of scalars that does
//! not is filled into rows, any other collection becomes a block. Over several lines the author's
//! rows are kept. The closing bracket of a tall collection is indented deeper than its key, because
//! YAML wants that, although many parsers do not mind.

use super::WIDTH;
use super::block::{NO_COLUMN, STEP};
use super::page::{Cursor, Page};
use super::words::is_short_word;
use crate::outline::{Entry, Kind, Layout, Node};

/// A mapping in which a key has no value: mostly a text that YAML tears at its comma. That can be told only as long as
/// it stands in brackets.
fn may_be_torn(node: &Node) -> bool {
    let has_no_value = |entry: &Entry| matches!(entry.value.kind, Kind::Empty);
    matches!(&node.kind, Kind::Map(_, entries) if entries.iter().any(has_no_value))
}

impl Page<'_> {
    /// A collection in brackets, in block context.
    pub(super) fn bracketed(&mut self, node: &Node, indent: usize) {
        if self.is_tall(node) {
            self.tall_on_its_own(node, indent);
            return;
        }
        let bookmark = self.bookmark();
        self.flow_node_content(node, indent);
        // So far to the right, more lines would not make anything easier to read.
        let has_no_room = indent > WIDTH / 2;
        if self.column() <= WIDTH || is_empty(node) || has_no_room || may_be_torn(node) {
            return;
        }
        self.return_to(&bookmark);
        match &node.kind {
            Kind::List(_, items) if items.iter().all(is_short_word) => {
                self.filled(node, items, indent)
            }
            Kind::List(_, items) => self.list_as_block(node, items, indent),
            Kind::Map(_, entries) => self.map_as_block(node, entries, indent),
            Kind::Empty | Kind::Alias | Kind::Scalar(_) => {}
        }
    }

    /// A node inside brackets or a key: it never becomes a block.
    pub(super) fn flow_node(&mut self, node: &Node, indent: usize) {
        self.properties(node, indent);
        self.flow_node_content(node, indent);
    }

    fn flow_node_content(&mut self, node: &Node, indent: usize) {
        match &node.kind {
            Kind::Empty => {}
            Kind::Alias | Kind::Scalar(_) => self.words(node, indent),
            Kind::List(Layout::Pair, _) | Kind::Map(Layout::Pair, _) => self.children(node, indent),
            Kind::List(..) | Kind::Map(..) if self.is_tall(node) => {
                self.begin_words(node.range.start, indent);
                self.tall(node, indent);
            }
            Kind::List(..) | Kind::Map(..) => self.one_line(node, indent),
        }
    }

    fn one_line(&mut self, node: &Node, indent: usize) {
        let (open, close) = brackets(node);
        let is_padded = open == "{" && !is_empty(node);
        self.begin_words(node.range.start, indent);
        self.put(open, node.range.start + 1);
        if !is_padded {
            self.touch();
        }
        self.children(node, indent);
        self.put(if is_padded { " " } else { "" }, node.range.end);
        self.put(close, node.range.end);
    }

    /// A tall collection as the value of a key, which it leaves alone on its line.
    fn tall_on_its_own(&mut self, node: &Node, indent: usize) {
        self.comments_before(node.range.start, indent);
        match self.cursor() {
            Cursor::Text | Cursor::End | Cursor::Comment => self.break_line(indent),
            Cursor::Marker | Cursor::Fresh => self.begin_words(node.range.start, indent),
        }
        self.tall(node, indent);
    }

    fn tall(&mut self, node: &Node, indent: usize) {
        let (open, close) = brackets(node);
        self.put(open, node.range.start + 1);
        self.open_block();
        self.tall_children(node, indent + STEP);
        let end = node.range.end.saturating_sub(1);
        self.comments_before(end, indent + STEP);
        self.break_line(indent);
        self.put(close, node.range.end);
    }

    fn children(&mut self, node: &Node, indent: usize) {
        match &node.kind {
            Kind::List(_, items) => {
                self.separated(items, |page, item| page.flow_node(item, indent));
            }
            Kind::Map(_, entries) => {
                self.separated(entries, |page, entry| page.flow_entry(entry, indent));
            }
            Kind::Empty | Kind::Alias | Kind::Scalar(_) => {}
        }
    }

    fn separated<T>(&mut self, children: &[T], print: impl Fn(&mut Self, &T)) {
        for (index, child) in children.iter().enumerate() {
            if index > 0 {
                self.comma();
            }
            print(self, child);
        }
    }

    fn comma(&mut self) {
        let place = self.find(',').unwrap_or(self.at());
        self.put(",", place + 1);
    }

    fn tall_children(&mut self, node: &Node, indent: usize) {
        match &node.kind {
            Kind::List(_, items) => self.rows(
                items,
                indent,
                |_, item| item.start(),
                |page, item| {
                    page.flow_node(item, indent);
                },
            ),
            Kind::Map(_, entries) => self.rows(entries, indent, Self::start_of, |page, entry| {
                page.flow_entry(entry, indent);
            }),
            Kind::Empty | Kind::Alias | Kind::Scalar(_) => {}
        }
    }

    /// Children with the author's line breaks between them.
    fn rows<T>(
        &mut self,
        children: &[T],
        indent: usize,
        start: impl Fn(&Self, &T) -> usize,
        print: impl Fn(&mut Self, &T),
    ) {
        for (index, child) in children.iter().enumerate() {
            let end_of_last = self.at();
            if index > 0 {
                self.comma();
            }
            let start = start(self, child);
            let gap = self.text.get(end_of_last..start).unwrap_or("");
            let is_row = index == 0 || gap.contains('\n');
            self.comments_before(start, indent);
            if is_row || self.cursor() == Cursor::Comment {
                self.begin_line(start, indent);
            }
            print(self, child);
        }
    }

    fn flow_entry(&mut self, entry: &Entry, indent: usize) {
        let start = self.start_of(entry);
        self.begin_words(start, indent);
        if start < entry.key.start() {
            let is_bare = entry.key.is_nothing();
            self.put(if is_bare { "? " } else { "?" }, start + 1);
        }
        self.flow_node(&entry.key, indent);
        let Some(colon) = self.find(':') else {
            return;
        };
        self.colon(&entry.key, colon + 1);
        self.flow_node(&entry.value, indent_of_value(&entry.value, indent));
    }

    /// A long list of scalars on one line of the source: as many on a row as fit.
    fn filled(&mut self, node: &Node, items: &[Node], indent: usize) {
        self.comments_of_line(&node.range, indent);
        if self.cursor() == Cursor::Text {
            self.break_line(indent);
        }
        self.begin_words(node.range.start, indent);
        self.put("[", node.range.start + 1);
        self.break_line(indent + STEP);
        self.separated(items, |page, item| page.fill_in(item, indent + STEP));
        self.break_line(indent);
        self.put("]", node.range.end);
        self.leave(&node.range);
    }

    fn list_as_block(&mut self, node: &Node, items: &[Node], indent: usize) {
        self.comments_of_line(&node.range, indent);
        self.open_block();
        self.pass('[');
        for item in items {
            self.item(item, self.at()..self.at(), indent, NO_COLUMN);
            self.pass(',');
        }
        self.leave(&node.range);
    }

    fn map_as_block(&mut self, node: &Node, entries: &[Entry], indent: usize) {
        self.comments_of_line(&node.range, indent);
        self.open_block();
        self.pass('{');
        for entry in entries {
            self.entry(entry, indent, NO_COLUMN);
            self.pass(',');
        }
        self.leave(&node.range);
    }

    /// True if the source has a collection over several lines.
    fn is_tall(&self, node: &Node) -> bool {
        let source = self.text.get(node.range.clone()).unwrap_or("");
        source.contains('\n') && (!is_empty(node) || source.contains('#'))
    }
}

fn is_empty(node: &Node) -> bool {
    match &node.kind {
        Kind::List(_, items) => items.is_empty(),
        Kind::Map(_, entries) => entries.is_empty(),
        Kind::Empty | Kind::Alias | Kind::Scalar(_) => true,
    }
}

fn brackets(node: &Node) -> (&'static str, &'static str) {
    match node.kind {
        Kind::List(..) => ("[", "]"),
        Kind::Map(..) | Kind::Empty | Kind::Alias | Kind::Scalar(_) => ("{", "}"),
    }
}

/// Brackets close below the key, words go on deeper than the key.
fn indent_of_value(value: &Node, indent: usize) -> usize {
    match value.kind {
        Kind::List(..) | Kind::Map(..) => indent,
        Kind::Empty | Kind::Alias | Kind::Scalar(_) => indent + STEP,
    }
}
