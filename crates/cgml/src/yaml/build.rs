//! Builds nodes from parser events.

use std::collections::BTreeMap;

use granit_parser::ScalarStyle;

use super::syntax::Situation;
use super::{Parsed, keys, problem};
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::measure::Scale;
use crate::similar::nearest;
use crate::source::{FileId, Span};
use crate::tree::{Entry, Node, NodeId, Scalar, Style, Tag, Tree, UNREAD, Value};

/// The parser's number for a value without an anchor.
const NO_ANCHOR: usize = 0;

/// The place where an event stands, and the tag written before it.
pub(super) struct Mark {
    pub(super) span: Span,
    tag: Option<Tag>,
}

/// The documents of one file, as far as they were read.
pub(super) struct Builder<'a> {
    file: FileId,
    text: &'a str,
    tree: &'a mut Tree,
    parsed: Parsed,
    problems: Vec<Diagnostic>,
    document: Document,
}

/// The document being read.
#[derive(Default)]
struct Document {
    root: Option<NodeId>,
    open: Vec<Open>,
    /// Each anchor's node; `None` while it is not complete.
    anchors: BTreeMap<usize, Option<NodeId>>,
    anchor_names: Vec<String>,
    has_alias: bool,
    /// The number of tagged nodes in earlier documents.
    tagged_before: usize,
    /// The place where the last event ended.
    reached: usize,
}

/// A list or mapping that is not closed yet.
struct Open {
    collected: Collected,
    span: Span,
    is_flow: bool,
    tag: Option<Tag>,
    anchor: usize,
}

enum Collected {
    List(Vec<NodeId>),
    Map(Vec<Entry>, Key),
}

/// State of a mapping: key or value.
enum Key {
    Awaited,
    Given(String, Span),
    /// The key was reported; its value is dropped.
    Refused,
}

impl<'a> Builder<'a> {
    pub(super) fn new(file: FileId, text: &'a str, tree: &'a mut Tree) -> Self {
        Self {
            file,
            text,
            tree,
            parsed: Parsed::default(),
            problems: Vec::new(),
            document: Document::default(),
        }
    }

    pub(super) fn finish(self) -> (Parsed, Vec<Diagnostic>) {
        (self.parsed, self.problems)
    }

    /// True if the load holds as many nodes as it may.
    fn is_full(&self) -> bool {
        self.tree.len() > limits::NODES
    }

    /// True if reading on is pointless: too many nodes, or too many problems to show.
    pub(super) fn has_enough(&self) -> bool {
        self.is_full() || self.problems.len() > limits::PROBLEMS_PER_FILE
    }

    /// The text that no event has covered yet.
    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.document.reached..).unwrap_or_default()
    }

    /// Situation of a syntax error, for its explanation.
    pub(super) fn situation(&self) -> Situation<'_> {
        Situation {
            file: self.file,
            text: self.text,
            reached: self.document.reached,
            open_bracket: self
                .document
                .open
                .iter()
                .rfind(|open| open.is_flow)
                .map(|open| open.span.start as usize),
        }
    }

    pub(super) fn mark(&mut self, span: &granit_parser::Span) -> Mark {
        let tag = span.tag_span().map(|tag| Tag {
            name: tag.slice(self.text).unwrap_or_default().to_owned(),
            span: self.span(&tag),
        });
        let span = self.span(span);
        self.document.reached = self.document.reached.max(span.end as usize);
        Mark { span, tag }
    }

    fn span(&self, span: &granit_parser::Span) -> Span {
        let range = span.byte_range().unwrap_or_default();
        Span::new(self.file, range.start, range.end)
    }

    pub(super) fn scalar(&mut self, text: &str, style: ScalarStyle, anchor: usize, mark: Mark) {
        let Mark { mut span, tag } = mark;
        let style = match style {
            ScalarStyle::Plain => Style::Plain,
            ScalarStyle::SingleQuoted => Style::Single,
            ScalarStyle::DoubleQuoted => Style::Double,
            ScalarStyle::Literal | ScalarStyle::Folded => {
                span = self.trimmed(span);
                Style::Block
            }
        };
        // The parser gives `~` for a value that is not written at all.
        let is_absent = style == Style::Plain && span.start == span.end;
        let text = if is_absent { "" } else { text };
        if self.awaits_key() && tag.is_none() && !is_absent {
            self.take_key(text.to_owned(), span);
            if anchor != NO_ANCHOR {
                let node = self.add(span, None, scalar(text, style));
                self.anchor(anchor, Some(node));
            }
            return;
        }
        let node = self.add(span, tag, scalar(text, style));
        self.anchor(anchor, Some(node));
        self.accept(node, span);
    }

    pub(super) fn open_list(&mut self, is_flow: bool, anchor: usize, mut mark: Mark) {
        if !is_flow {
            mark.span = self.with_first_dash(mark.span);
        }
        self.open(Collected::List(Vec::new()), is_flow, anchor, mark);
    }

    pub(super) fn open_map(&mut self, is_flow: bool, anchor: usize, mark: Mark) {
        self.open(
            Collected::Map(Vec::new(), Key::Awaited),
            is_flow,
            anchor,
            mark,
        );
    }

    fn open(&mut self, collected: Collected, is_flow: bool, anchor: usize, mark: Mark) {
        self.anchor(anchor, None);
        self.document.open.push(Open {
            collected,
            span: mark.span,
            is_flow,
            tag: mark.tag,
            anchor,
        });
    }

    pub(super) fn close(&mut self, end: Span) {
        let Some(open) = self.document.open.pop() else {
            return;
        };
        let span = if open.is_flow {
            open.span.to(end)
        } else {
            open.span
        };
        let value = match open.collected {
            Collected::List(items) => Value::List(items),
            Collected::Map(entries, _) => {
                let (entries, problems) = keys::checked(entries);
                problems
                    .into_iter()
                    .for_each(|problem| self.report(problem));
                Value::Map(entries)
            }
        };
        let node = self.add(span, open.tag, value);
        self.anchor(open.anchor, Some(node));
        self.accept(node, span);
    }

    pub(super) fn alias(&mut self, anchor: usize, span: Span) {
        match self.document.anchors.get(&anchor) {
            Some(Some(node)) => {
                let node = *node;
                self.document.has_alias = true;
                self.accept(node, span);
            }
            Some(None) | None => {
                self.report(problem::recursive_alias(self.slice(span), span));
                self.accept_nothing(span);
            }
        }
    }

    pub(super) fn unknown_alias(&mut self, name: &str, span: Span) {
        let names = self.document.anchor_names.iter().map(String::as_str);
        let near = nearest(name, names);
        self.report(problem::unknown_alias(name, near, span));
        self.accept_nothing(span);
    }

    fn slice(&self, span: Span) -> &'a str {
        let range = span.start as usize..span.end as usize;
        self.text.get(range).unwrap_or_default()
    }

    pub(super) fn name_anchor(&mut self, name: &str) {
        const REMEMBERED: usize = 1000;
        if self.document.anchor_names.len() < REMEMBERED {
            self.document.anchor_names.push(name.to_owned());
        }
    }

    /// The problem of having read too much, if so.
    pub(super) fn excess(&self, span: Span) -> Option<Diagnostic> {
        if self.is_full() {
            return Some(problem::too_many_nodes(span));
        }
        (self.document.open.len() > limits::DEPTH).then(|| problem::too_deep(span))
    }

    /// Keeps the document, unless aliases make it larger than anyone could walk.
    pub(super) fn end_document(&mut self) -> Option<Diagnostic> {
        let root = self.document.root?;
        if self.document.has_alias {
            let mut scale = Scale::default();
            let measure = scale.measure(self.tree, root);
            let culprit = || self.tree.span(scale.culprit(self.tree, root));
            if let Some(problem) = problem::excess(measure, culprit) {
                return Some(problem);
            }
        }
        self.parsed.roots.push(root);
        self.next_document();
        None
    }

    pub(super) fn abandon_document(&mut self, problem: Diagnostic) {
        if !self.is_consequence(&problem) {
            self.report(problem);
        }
        self.parsed.tagged.truncate(self.document.tagged_before);
        self.next_document();
    }

    /// True if a problem stands behind another one on the same line, such as text behind an alias that
    /// was meant as text.
    fn is_consequence(&self, problem: &Diagnostic) -> bool {
        let (Some(last), Some(here)) = (self.problems.last(), problem.span) else {
            return false;
        };
        let between = last.span.filter(|last| last.end <= here.start);
        let between = between.map(|last| last.end as usize..here.start as usize);
        between
            .and_then(|range| self.text.get(range))
            .is_some_and(|text| !text.contains('\n'))
    }

    fn next_document(&mut self) {
        self.document = Document {
            tagged_before: self.parsed.tagged.len(),
            reached: self.document.reached,
            ..Document::default()
        };
    }

    fn anchor(&mut self, anchor: usize, node: Option<NodeId>) {
        if anchor != NO_ANCHOR {
            self.document.anchors.insert(anchor, node);
        }
    }

    fn add(&mut self, span: Span, tag: Option<Tag>, value: Value) -> NodeId {
        let is_tagged = tag.is_some();
        let node = self.tree.add(Node { span, tag, value });
        if is_tagged {
            self.parsed.tagged.push(node);
        }
        node
    }

    fn awaits_key(&self) -> bool {
        matches!(
            self.document.open.last(),
            Some(Open {
                collected: Collected::Map(_, Key::Awaited),
                ..
            })
        )
    }

    fn take_key(&mut self, text: String, span: Span) {
        if let Some(open) = self.document.open.last_mut() {
            open.span = open.span.to(span);
            if let Collected::Map(_, key) = &mut open.collected {
                *key = Key::Given(text, span);
            }
        }
    }

    /// Puts a complete value where it belongs. `span` is where it is written here, which for an
    /// alias is not where its node is.
    fn accept(&mut self, node: NodeId, span: Span) {
        let Some(open) = self.document.open.last_mut() else {
            self.document.root = Some(node);
            return;
        };
        open.span = open.span.to(span);
        match &mut open.collected {
            Collected::List(items) => items.push(node),
            Collected::Map(entries, key) => match std::mem::replace(key, Key::Awaited) {
                Key::Given(key, key_span) => entries.push(Entry {
                    key,
                    key_span,
                    value: node,
                }),
                Key::Refused => {}
                Key::Awaited => {
                    *key = Key::Refused;
                    let value = &self.tree.node(node).value;
                    self.report(problem::key_not_text(value, span));
                }
            },
        }
    }

    /// Stands in for a value that was reported.
    fn accept_nothing(&mut self, span: Span) {
        let name = UNREAD.to_owned();
        let node = self.tree.add(Node {
            span,
            tag: Some(Tag { name, span }),
            value: scalar("", Style::Plain),
        });
        self.accept(node, span);
    }

    fn report(&mut self, problem: Diagnostic) {
        match self.problems.len().cmp(&limits::PROBLEMS_PER_FILE) {
            std::cmp::Ordering::Less => self.problems.push(problem),
            std::cmp::Ordering::Equal => self.problems.push(problem::too_many_problems(self.file)),
            std::cmp::Ordering::Greater => {}
        }
    }

    /// Without the white space that a block scalar ends with.
    fn trimmed(&self, span: Span) -> Span {
        let length = self.slice(span).trim_end().len();
        Span::new(self.file, span.start as usize, span.start as usize + length)
    }

    /// A list that is indented no further than its key is reported from its first item on; its
    /// first entry begins at the dash before.
    fn with_first_dash(&self, span: Span) -> Span {
        let in_mapping = matches!(
            self.document.open.last(),
            Some(Open {
                collected: Collected::Map(..),
                ..
            })
        );
        let before = self.text.get(..span.start as usize).unwrap_or_default();
        match before.trim_end().strip_suffix('-') {
            Some(rest) if in_mapping && (rest.is_empty() || rest.ends_with([' ', '\n', '\r'])) => {
                Span::new(self.file, rest.len(), span.end as usize)
            }
            Some(_) | None => span,
        }
    }
}

fn scalar(text: &str, style: Style) -> Value {
    Value::Scalar(Scalar {
        text: text.to_owned(),
        style,
    })
}
