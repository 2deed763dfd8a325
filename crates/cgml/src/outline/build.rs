//! From the parser's events to an outline.

use std::ops::Range;

use crate::limits;
use granit_parser::{Event, ScalarStyle, Span, StructureStyle};

use super::{
    Comment, Document, Entry, Kind, Layout, Node, Outline, Scalar, Style, SyntaxError, parser,
};

/// The outline of `text`.
pub(super) fn outline(text: &str) -> Result<Outline<'_>, SyntaxError> {
    let mut builder = Builder::default();
    for (number, next) in parser(text).enumerate() {
        let (event, span) = next?;
        if number > limits::OUTLINE_EVENTS {
            return Err(SyntaxError {
                message: format!(
                    "the file has more than {} values and comments; split it",
                    limits::OUTLINE_EVENTS
                ),
                at: bytes(&span).start,
                says_too_much: true,
            });
        }
        builder.event(text, event, &span);
    }
    builder.comments.sort_by_key(|comment| comment.range.start);
    Ok(Outline {
        text,
        documents: builder.documents,
        comments: builder.comments,
    })
}

#[derive(Default)]
struct Builder {
    documents: Vec<Document>,
    comments: Vec<Comment>,
    /// The `---` of the document being read.
    start: Option<Range<usize>>,
    /// The finished root of the document being read.
    root: Option<Node>,
    /// The collections that are still open, the innermost last.
    open: Vec<Open>,
}

/// A collection whose end has not been read.
struct Open {
    node: Node,
    /// A key that still waits for its value.
    key: Option<Node>,
}

impl Builder {
    fn event(&mut self, text: &str, event: Event<'_>, span: &Span) {
        let range = bytes(span);
        let tag = span.tag_span().map(|tag| bytes(&tag));
        match event {
            Event::StreamStart | Event::StreamEnd => {}
            Event::DocumentStart(is_explicit, _) => self.start = is_explicit.then_some(range),
            Event::DocumentEnd => self.end_document(text, range),
            Event::Comment(..) => self.comments.push(comment(text, range)),
            Event::Anchor(..) => self.anchor(range),
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                self.finish(node(range, None, Kind::Alias));
            }
            Event::Scalar(value, style, ..) => {
                let kind = scalar(value.into_owned(), style, &range);
                self.finish(node(range, tag, kind));
            }
            Event::SequenceStart(style, ..) => {
                let layout = layout(style, text.get(range.clone()));
                self.open(node(range, tag, Kind::List(layout, Vec::new())));
            }
            Event::MappingStart(style, ..) => {
                let layout = layout(style, text.get(range.clone()));
                self.open(node(range, tag, Kind::Map(layout, Vec::new())));
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(range.end),
            // The parser may learn new events. None of them can be written without knowing it, and
            // whoever writes an outline compares meanings afterwards.
            _ => {}
        }
    }

    fn open(&mut self, node: Node) {
        self.open.push(Open { node, key: None });
    }

    fn close(&mut self, end: usize) {
        let Some(Open { mut node, .. }) = self.open.pop() else {
            return;
        };
        match node.kind {
            Kind::List(Layout::Flow | Layout::Pair, _)
            | Kind::Map(Layout::Flow | Layout::Pair, _) => node.range.end = end,
            Kind::List(Layout::Block, _)
            | Kind::Map(Layout::Block, _)
            | Kind::Empty
            | Kind::Alias
            | Kind::Scalar(_) => {}
        }
        self.finish(node);
    }

    /// Puts a complete node where it belongs.
    fn finish(&mut self, node: Node) {
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        match &mut open.node.kind {
            Kind::List(_, items) => items.push(node),
            Kind::Map(_, entries) => match open.key.take() {
                Some(key) => entries.push(Entry { key, value: node }),
                None => open.key = Some(node),
            },
            Kind::Empty | Kind::Alias | Kind::Scalar(_) => {}
        }
    }

    /// Gives an anchor to the node whose event came just before.
    fn anchor(&mut self, range: Range<usize>) {
        if let Some(node) = self.latest() {
            node.anchor = Some(range);
        }
    }

    fn latest(&mut self) -> Option<&mut Node> {
        let Some(open) = self.open.last_mut() else {
            return self.root.as_mut();
        };
        let is_new = match &open.node.kind {
            Kind::List(_, items) => items.is_empty(),
            Kind::Map(_, entries) => entries.is_empty() && open.key.is_none(),
            Kind::Empty | Kind::Alias | Kind::Scalar(_) => true,
        };
        if is_new {
            return Some(&mut open.node);
        }
        match &mut open.node.kind {
            Kind::List(_, items) => items.last_mut(),
            Kind::Map(_, entries) => open
                .key
                .as_mut()
                .or_else(|| entries.last_mut().map(|entry| &mut entry.value)),
            Kind::Empty | Kind::Alias | Kind::Scalar(_) => None,
        }
    }

    fn end_document(&mut self, text: &str, range: Range<usize>) {
        let root = self
            .root
            .take()
            .unwrap_or_else(|| node(range.start..range.start, None, Kind::Empty));
        let is_written = text.get(range.clone()) == Some("...");
        self.documents.push(Document {
            start: self.start.take(),
            root,
            end: is_written.then_some(range),
        });
    }
}

fn node(range: Range<usize>, tag: Option<Range<usize>>, kind: Kind) -> Node {
    Node {
        range,
        tag,
        anchor: None,
        kind,
    }
}

fn scalar(value: String, style: ScalarStyle, range: &Range<usize>) -> Kind {
    let style = match style {
        ScalarStyle::Plain if range.is_empty() => return Kind::Empty,
        ScalarStyle::Plain => Style::Plain,
        ScalarStyle::SingleQuoted => Style::Single,
        ScalarStyle::DoubleQuoted => Style::Double,
        ScalarStyle::Literal | ScalarStyle::Folded => Style::Block,
    };
    Kind::Scalar(Scalar { value, style })
}

/// The layout of a collection whose first event covers `source`.
fn layout(style: StructureStyle, source: Option<&str>) -> Layout {
    match (style, source) {
        (StructureStyle::Block, _) => Layout::Block,
        (StructureStyle::Flow, Some("[" | "{")) => Layout::Flow,
        (StructureStyle::Flow, _) => Layout::Pair,
    }
}

fn comment(text: &str, range: Range<usize>) -> Comment {
    let before = text.get(..range.start).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("");
    let is_alone = line.trim_matches([' ', '\t', '\u{feff}']).is_empty();
    Comment { range, is_alone }
}

/// The bytes of a span; the parser gives them for every span of a text.
fn bytes(span: &Span) -> Range<usize> {
    span.byte_range().unwrap_or(0..0)
}
