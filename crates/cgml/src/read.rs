//! From YAML nodes to syntax: walks a document along the vocabulary's shapes, reports what does not fit,
//! and reads every expression and every step once.
//!
//! Names are not resolved here; see [`crate::check`].

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics, Hint};
use crate::ordered::OrderedSet;
use crate::similar::{Search, meant};
use crate::source::Span;
use crate::syntax::{Expr, Modifier, Step};
use crate::text::TextPlace;
use crate::tree::{NodeId, Scalar, Style, Tree, Value};
use crate::version::Version;
use crate::vocabulary::keys::DOCUMENT;
use crate::vocabulary::shape::Shape;

mod modifier;
mod operand;
mod scalar;
mod scenarios;
mod step;
mod torn;
mod walk;

pub(crate) use operand::{OUTCOME, unknown_outcome_key};
pub(crate) use scalar::{TYPE_WORDS, is_name};
pub(crate) use scenarios::{read_scenario, read_scenario_file};
pub(crate) use step::missing_parameters;
pub(crate) use walk::lower_first;

/// Everything in a document that is logic rather than data, by the node it was written at.
#[derive(Debug, Default)]
pub struct Syntax {
    expressions: FxHashMap<NodeId, Expr>,
    steps: FxHashMap<NodeId, Vec<Step>>,
    modifiers: FxHashMap<NodeId, Vec<Modifier>>,
    slips: Vec<Slip>,
}

/// A key or word that was reported, and what it is taken for.
#[derive(Debug)]
enum Slip {
    /// A key of a mapping.
    Key {
        node: NodeId,
        written: String,
        meant: &'static str,
    },
    /// A word from a fixed set.
    Word { node: NodeId, meant: &'static str },
}

impl Syntax {
    /// The expression at a node; `None` if it could not be read, which was reported.
    pub fn expression(&self, node: NodeId) -> Option<&Expr> {
        self.expressions.get(&node)
    }

    /// The steps at a node.
    pub fn steps(&self, node: NodeId) -> &[Step] {
        self.steps.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Every list of steps, in no particular order.
    pub fn all_steps(&self) -> impl Iterator<Item = &[Step]> {
        self.steps.values().map(Vec::as_slice)
    }

    /// Every expression that is no part of a step, in no particular order.
    pub fn all_expressions(&self) -> impl Iterator<Item = &Expr> {
        self.expressions.values()
    }

    /// The continuous changes at a node.
    pub fn modifiers(&self, node: NodeId) -> &[Modifier] {
        self.modifiers.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Adds what was read elsewhere.
    fn add(&mut self, other: Self) {
        self.expressions.extend(other.expressions);
        self.steps.extend(other.steps);
        self.modifiers.extend(other.modifiers);
        self.slips.extend(other.slips);
    }

    /// Writes misspelt keys and words as they are meant into the tree they were read from.
    pub(crate) fn mend(&self, tree: &mut Tree) {
        self.slips.iter().for_each(|slip| slip.mend(tree));
    }

    /// The tree with misspelt keys and words as they are meant, so that nothing is missed later
    /// because of them.
    pub(crate) fn mended<'t>(&self, tree: &'t Tree) -> Cow<'t, Tree> {
        let mut tree = Cow::Borrowed(tree);
        for slip in &self.slips {
            slip.mend(tree.to_mut());
        }
        tree
    }
}

impl Slip {
    fn mend(&self, tree: &mut Tree) {
        let (Self::Key { node, .. } | Self::Word { node, .. }) = self;
        match (self, &mut tree.node_mut(*node).value) {
            (Self::Key { written, meant, .. }, Value::Map(entries)) => entries
                .iter_mut()
                .filter(|entry| entry.key == *written)
                .for_each(|entry| entry.key = (*meant).to_owned()),
            (Self::Word { meant, .. }, Value::Scalar(scalar)) => {
                scalar.text = (*meant).to_owned();
                scalar.style = Style::Plain;
            }
            (Self::Key { .. } | Self::Word { .. }, _) => {}
        }
    }
}

/// Reads a whole document.
pub fn read_document(
    tree: &Tree,
    root: NodeId,
    version: Version,
    diagnostics: &mut Diagnostics,
) -> Syntax {
    read(tree, root, &Shape::Object(&DOCUMENT), version, diagnostics)
}

/// Reads a part of a document that has this shape.
pub fn read(
    tree: &Tree,
    node: NodeId,
    shape: &Shape,
    version: Version,
    diagnostics: &mut Diagnostics,
) -> Syntax {
    let mut reader = Reader::new(tree, node, version, diagnostics);
    reader.walk(node, shape);
    reader.syntax
}

/// The state of a reading.
struct Reader<'a> {
    tree: &'a Tree,
    version: Version,
    diagnostics: &'a mut Diagnostics,
    /// The names under `define`: effects that steps may call.
    defined: OrderedSet<&'a str>,
    /// True if `define` could be read; if not, a name it may hold is not reported.
    defined_is_complete: bool,
    search: Search,
    syntax: Syntax,
}

impl<'a> Reader<'a> {
    /// A reader of parts of the document at `root`.
    fn new(
        tree: &'a Tree,
        root: NodeId,
        version: Version,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        let define = tree.get(root, "define");
        let defined = define.map_or(&[][..], |define| tree.entries(define));
        Self {
            tree,
            version,
            diagnostics,
            defined: defined.iter().map(|entry| entry.key.as_str()).collect(),
            defined_is_complete: define.is_none_or(|define| tree.is_map(define)),
            search: Search::default(),
            syntax: Syntax::default(),
        }
    }
}

impl Reader<'_> {
    fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diagnostics
            .report(Diagnostic::new(code, span, message));
    }

    fn report_hint(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        hint: Option<Hint>,
    ) {
        self.diagnostics
            .report(Diagnostic::new(code, span, message).maybe_hint(hint));
    }

    fn text_place(&self, node: NodeId, scalar: &Scalar) -> TextPlace {
        let span = self.tree.span(node);
        TextPlace::new(span, self.diagnostics.files().text(span), scalar)
    }

    fn is_1_4(&self) -> bool {
        self.version >= Version::V1_4
    }

    /// The first line of a node: enough to point at a mapping as a whole.
    fn head(&self, node: NodeId) -> Span {
        self.diagnostics.files().first_line(self.tree.span(node))
    }
}

/// Hint for a part of the language that is newer than the file.
pub(crate) const TO_USE_IT: &str = "write `cgml_version: \"1.4\"` to use it";

/// The most words that a hint lists.
pub(crate) const LISTED: usize = 16;

/// `did you mean …`, if a name is near; for the few names of the vocabulary.
pub(crate) fn did_you_mean<'n>(
    name: &str,
    candidates: impl IntoIterator<Item = &'n str>,
) -> Option<Hint> {
    meant(name, candidates).map(question)
}

/// Asks whether a name was meant.
pub(crate) fn question(near: &str) -> Hint {
    Hint::Meant(near.to_owned())
}

/// A list of words for a message: "`a`, `b` or `c`". Of a very long list the beginning.
pub(crate) fn one_of<'n>(words: impl IntoIterator<Item = &'n str>) -> String {
    listed(words, "or")
}

/// A list of words for a message: "`a`, `b` and `c`". Of a very long list the beginning.
pub(crate) fn all_of<'n>(words: impl IntoIterator<Item = &'n str>) -> String {
    listed(words, "and")
}

fn listed<'n>(words: impl IntoIterator<Item = &'n str>, joint: &str) -> String {
    let mut words = words.into_iter();
    let mut shown: Vec<String> = words
        .by_ref()
        .take(LISTED)
        .map(|word| format!("`{word}`"))
        .collect();
    match (words.next(), words.count()) {
        (None, _) => {}
        (Some(word), 0) => shown.push(format!("`{word}`")),
        (Some(_), more) => shown.push(format!("{} more", more + 1)),
    }
    let words = shown;
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} {joint} {last}", rest.join(", ")),
    }
}
