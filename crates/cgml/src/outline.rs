//! The outline of a YAML text: its nodes with the bytes where they stand, and its comments.
//!
//! [`crate::tree`] holds what a file says; an outline holds how it is written, so that a file can be
//! laid out again or edited in place. Aliases stay aliases, and no tag has a meaning here.

use std::ops::Range;

use granit_parser::{Options, Parser, ScanError};

mod build;

/// The deepest nesting of block collections and of flow collections, each.
const NESTING_LIMIT: usize = 128;

/// The longest text worth reading, in bytes.
pub(crate) const SIZE_LIMIT: usize = 16 * 1024 * 1024;

/// The outline of a text.
#[derive(Debug)]
pub(crate) struct Outline<'t> {
    /// The text that all ranges are about.
    pub(crate) text: &'t str,
    /// The documents, in order.
    pub(crate) documents: Vec<Document>,
    /// The comments, in order.
    pub(crate) comments: Vec<Comment>,
}

/// One document of a stream.
#[derive(Debug)]
pub(crate) struct Document {
    /// The `---`, if it is written.
    pub(crate) start: Option<Range<usize>>,
    /// The root node, which may be empty.
    pub(crate) root: Node,
    /// The `...`, if it is written.
    pub(crate) end: Option<Range<usize>>,
}

/// A comment, from its `#` to the end of its line.
#[derive(Debug)]
pub(crate) struct Comment {
    /// Its bytes in the source.
    pub(crate) range: Range<usize>,
    /// True if nothing but white space stands before it on its line.
    pub(crate) is_alone: bool,
}

/// A node with its properties.
#[derive(Debug)]
pub(crate) struct Node {
    /// The place where the content stands, without tag and anchor.
    ///
    /// A block scalar's range begins at its first line, after the header; the range of a block
    /// collection is empty; that of a flow collection includes its brackets.
    pub(crate) range: Range<usize>,
    /// The place where the tag stands.
    pub(crate) tag: Option<Range<usize>>,
    /// The place where the anchor stands, with its `&`.
    pub(crate) anchor: Option<Range<usize>>,
    /// A scalar, a list or a mapping, with its content.
    pub(crate) kind: Kind,
}

/// Kind of a node.
#[derive(Debug)]
pub(crate) enum Kind {
    /// Nothing is written.
    Empty,
    /// `*name`, a reference to an anchor.
    Alias,
    /// A scalar with its style.
    Scalar(Scalar),
    /// A sequence with its layout.
    List(Layout, Vec<Node>),
    /// A mapping with its layout, in document order.
    Map(Layout, Vec<Entry>),
}

/// A scalar as it is written.
#[derive(Debug)]
pub(crate) struct Scalar {
    /// Its text, escapes and folds resolved.
    pub(crate) value: String,
    /// Quotes or indicator that it is written with.
    pub(crate) style: Style,
}

/// Style of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Without quotes or indicator.
    Plain,
    /// In single quotes.
    Single,
    /// In double quotes.
    Double,
    /// After `|` or `>`.
    Block,
}

/// Layout of a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One entry per line, nested by indentation.
    Block,
    /// Between brackets or braces.
    Flow,
    /// A mapping of one entry inside a list in brackets, without brackets of its own: the
    /// `a: 1` of `[a: 1]`.
    Pair,
}

/// A key and its value.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The key; any node may be one.
    pub(crate) key: Node,
    /// The value; empty if nothing is written.
    pub(crate) value: Node,
}

/// Reason why a text has no outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// The problem, in the parser's words.
    pub(crate) message: String,
    /// The first byte that does not fit.
    pub(crate) at: usize,
    /// True if the text only says more than a file may.
    pub(crate) says_too_much: bool,
}

impl<'t> Outline<'t> {
    /// Reads a text. A text that nests too deeply, or says more than a file may, has no outline.
    pub(crate) fn read(text: &'t str) -> Result<Self, SyntaxError> {
        build::outline(text)
    }
}

impl Node {
    /// The place where the node begins, properties included.
    pub(crate) fn start(&self) -> usize {
        self.properties()
            .map(|range| range.start)
            .fold(self.range.start, usize::min)
    }

    /// Tag and anchor, in no particular order.
    pub(crate) fn properties(&self) -> impl Iterator<Item = &Range<usize>> {
        self.tag.iter().chain(&self.anchor)
    }

    /// True if nothing at all is written.
    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self.kind, Kind::Empty) && self.properties().next().is_none()
    }

    /// The entries of a mapping; none for anything else.
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.kind {
            Kind::Map(_, entries) => entries,
            Kind::Empty | Kind::Alias | Kind::Scalar(_) | Kind::List(..) => &[],
        }
    }

    /// The items of a list; none for anything else.
    pub(crate) fn items(&self) -> &[Self] {
        match &self.kind {
            Kind::List(_, items) => items,
            Kind::Empty | Kind::Alias | Kind::Scalar(_) | Kind::Map(..) => &[],
        }
    }

    /// The entry of a mapping with this key.
    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.name() == key)
    }

    /// The value of a mapping's key.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// Text of a scalar, if it is one and not a block of text.
    pub(crate) fn word(&self) -> Option<&str> {
        self.scalar()
            .filter(|scalar| scalar.style != Style::Block)
            .map(|scalar| scalar.value.as_str())
    }

    /// True if a collection is written as a block.
    pub(crate) fn is_block(&self) -> bool {
        matches!(
            self.kind,
            Kind::List(Layout::Block, _) | Kind::Map(Layout::Block, _)
        )
    }

    /// The place where the last thing written in the node ends.
    pub(crate) fn end(&self) -> usize {
        match &self.kind {
            Kind::List(Layout::Block, items) => items.last().map_or(0, Self::end),
            Kind::Map(Layout::Block, entries) => entries.last().map_or(0, Entry::end),
            Kind::Empty
            | Kind::Alias
            | Kind::Scalar(_)
            | Kind::List(Layout::Flow | Layout::Pair, _)
            | Kind::Map(Layout::Flow | Layout::Pair, _) => self
                .properties()
                .map(|range| range.end)
                .fold(self.range.end, usize::max),
        }
    }

    /// The scalar, if it is one.
    pub(crate) fn scalar(&self) -> Option<&Scalar> {
        match &self.kind {
            Kind::Scalar(scalar) => Some(scalar),
            Kind::Empty | Kind::Alias | Kind::List(..) | Kind::Map(..) => None,
        }
    }
}

impl Entry {
    /// The key's text; empty for a key that is no scalar.
    pub(crate) fn name(&self) -> &str {
        self.key.word().unwrap_or("")
    }

    /// The place where the last thing written in the entry ends.
    pub(crate) fn end(&self) -> usize {
        self.value.end().max(self.key.end())
    }
}

/// A parser of `text` that reports everything needed to write it again.
pub(crate) fn parser(text: &str) -> Parser<'_, granit_parser::StrInput<'_>> {
    Parser::new_from_str_with_options(text, options())
}

fn options() -> Options {
    granit_parser::options! {
        emit_anchor_events: true,
        emit_unresolved_aliases: true,
        max_buffered_comment_events: SIZE_LIMIT,
        flow_nesting_limit: NESTING_LIMIT,
        block_nesting_limit: NESTING_LIMIT,
    }
}

impl From<ScanError> for SyntaxError {
    fn from(error: ScanError) -> Self {
        Self {
            message: error.info(),
            at: error.marker().byte_offset().unwrap_or(0),
            says_too_much: false,
        }
    }
}
