//! From YAML nodes to syntax: walks a document along the vocabulary's shapes, reports what does not fit,
//! and reads every expression and every step once.
//!
//! Names are not resolved here; see [`crate::check`].

use rustc_hash::{FxHashMap, FxHashSet};

use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::Span;
use crate::syntax::{Expr, Modifier, Step};
use crate::text::TextPlace;
use crate::tree::{NodeId, Scalar, Tree};
use crate::version::Version;
use crate::vocabulary::keys::DOCUMENT;
use crate::vocabulary::shape::Shape;

mod operand;
mod scalar;
mod step;
mod walk;

/// Everything in a document that is logic rather than data, by the node it was written at.
#[derive(Debug, Default)]
pub struct Syntax {
    expressions: FxHashMap<NodeId, Expr>,
    steps: FxHashMap<NodeId, Vec<Step>>,
    modifiers: FxHashMap<NodeId, Vec<Modifier>>,
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

    /// The continuous changes at a node.
    pub fn modifiers(&self, node: NodeId) -> &[Modifier] {
        self.modifiers.get(&node).map_or(&[], Vec::as_slice)
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
    let defined = tree
        .get(node, "define")
        .map_or_else(FxHashSet::default, |define| {
            tree.entries(define)
                .iter()
                .map(|entry| entry.key.clone())
                .collect()
        });
    let variables = tree
        .get(node, "components")
        .and_then(|components| tree.get(components, "variables"))
        .map_or(&[][..], |variables| tree.items(variables))
        .iter()
        .filter_map(|variable| tree.text(tree.get(*variable, "name")?))
        .map(str::to_owned)
        .collect();
    let syntax = Syntax::default();
    let mut reader = Reader {
        tree,
        version,
        diagnostics,
        defined,
        variables,
        syntax,
    };
    reader.walk(node, shape);
    reader.syntax
}

/// The state of a reading.
struct Reader<'a> {
    tree: &'a Tree,
    version: Version,
    diagnostics: &'a mut Diagnostics,
    /// The names under `define`: effects that steps may call.
    defined: FxHashSet<String>,
    /// The names of the variables: what text may set.
    variables: FxHashSet<String>,
    syntax: Syntax,
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
        hint: Option<String>,
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
}

/// `did you mean …`, if a name is near.
pub(crate) fn did_you_mean<'n>(
    name: &str,
    candidates: impl IntoIterator<Item = &'n str>,
) -> Option<String> {
    crate::similar::nearest(name, candidates).map(|near| format!("did you mean `{near}`?"))
}

/// A list of words for a message: "`a`, `b` or `c`".
pub(crate) fn one_of<'n>(words: impl IntoIterator<Item = &'n str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
