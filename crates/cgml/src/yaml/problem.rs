//! The problems of a document that is valid YAML and still not what CGML accepts.

use crate::codes::files;
use crate::diagnostic::{Diagnostic, quoted};
use crate::limits;
use crate::measure::Measure;
use crate::source::{FileId, Span};
use crate::tree::{Entry, Value};

/// Problem of a document of this measure, if any.
pub(crate) fn excess(measure: Measure, place: impl FnOnce() -> Span) -> Option<Diagnostic> {
    if measure.is_too_large() {
        return Some(too_many_nodes(place()));
    }
    measure.is_too_deep().then(|| too_deep(place()))
}

pub(super) fn too_many_nodes(span: Span) -> Diagnostic {
    let message = format!("this unfolds to more than {} values", limits::NODES);
    Diagnostic::new(files::TOO_MANY_NODES, span, message)
        .hint("repeat less with aliases and includes, or say with `count` how many there are")
}

pub(super) fn too_deep(span: Span) -> Diagnostic {
    let message = format!("this is nested more than {} levels deep", limits::DEPTH);
    Diagnostic::new(files::TOO_DEEP, span, message)
        .hint("give the inner parts names of their own, for example with `define`")
}

pub(super) fn recursive_alias(alias: &str, span: Span) -> Diagnostic {
    let message = format!(
        "the alias {} stands inside the value it repeats",
        quoted(alias)
    );
    Diagnostic::new(files::RECURSIVE_ALIAS, span, message)
        .hint("a value cannot contain itself; write out what you mean")
}

pub(super) fn unknown_alias(name: &str, near: Option<&str>, span: Span) -> Diagnostic {
    let message = format!(
        "the alias {} names no anchor of this document",
        quoted(&format!("*{name}"))
    );
    let hint = match near {
        Some(near) => format!("did you mean {}?", quoted(&format!("*{near}"))),
        None => format!(
            "mark a value above with {}, or put a text that begins with `*` in quotes",
            quoted(&format!("&{name}"))
        ),
    };
    Diagnostic::new(files::UNKNOWN_ALIAS, span, message).hint(hint)
}

pub(super) fn key_not_text(value: &Value, span: Span) -> Diagnostic {
    let (message, hint) = match value {
        Value::Scalar(scalar) if scalar.is_null() => (
            "there is no key before this `:`".to_owned(),
            "write the name of the key before the colon",
        ),
        Value::Scalar(_) => (
            "a key is text without tags and aliases".to_owned(),
            "write out the name of the key",
        ),
        Value::List(_) | Value::Map(_) => (
            format!("a key is text, not {}", value.noun()),
            "put text that contains brackets or braces in quotes",
        ),
    };
    Diagnostic::new(files::KEY_NOT_TEXT, span, message).hint(hint)
}

pub(super) fn merge_key(entry: &Entry) -> Diagnostic {
    Diagnostic::new(
        files::MERGE_KEY,
        entry.key_span,
        "the merge key `<<` is not part of CGML",
    )
    .hint("repeat a whole value with an alias or `!include`; build on a whole game with `inherit`")
}

pub(super) fn duplicate_key(second: &Entry, first: &Entry) -> Diagnostic {
    let message = format!("the key {} is here twice", quoted(&second.key));
    Diagnostic::new(files::DUPLICATE_KEY, second.key_span, message)
        .label("defined again")
        .related(first.key_span, "first defined here")
        .hint("delete or rename one of the two")
}

pub(super) fn too_many_problems(file: FileId) -> Diagnostic {
    let message = format!(
        "this file has more than {} problems; the others are not shown",
        limits::PROBLEMS_PER_FILE
    );
    Diagnostic::new(files::TOO_MANY_PROBLEMS, Span::new(file, 0, 0), message)
        .hint("mend the first ones and check again")
}
