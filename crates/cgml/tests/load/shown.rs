//! Diagnostics and trees as text, for tests to compare.

use cgml::diagnostic::Diagnostics;
use cgml::source::{SourceMap, Span};
use cgml::tree::{NodeId, Tree, Value};

/// Every problem: `path:line:column CODE message`, then related places and the hint.
pub(crate) fn problems(diagnostics: &Diagnostics) -> String {
    let files = diagnostics.files();
    let mut out = String::new();
    for problem in diagnostics.sorted() {
        let at = problem
            .span
            .map_or(String::new(), |span| place(files, span));
        out += &format!("{at}{} {}\n", problem.code.name(), problem.message);
        for related in &problem.related {
            out += &format!("  {}{}\n", place(files, related.span), related.message);
        }
        if let Some(hint) = &problem.hint {
            out += &format!("  hint: {hint}\n");
        }
    }
    out
}

fn place(files: &SourceMap, span: Span) -> String {
    let at = files.place(span);
    format!(
        "{}:{}:{} ",
        files.file(span.file).path(),
        at.line,
        at.column
    )
}

/// The names of all codes, in the order found.
pub(crate) fn codes(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics
        .iter()
        .map(|problem| problem.code.name())
        .collect()
}

/// A value in the shortest YAML; a tag that is left is shown.
pub(crate) fn value(tree: &Tree, id: NodeId) -> String {
    let node = tree.node(id);
    let tag = node
        .tag
        .as_ref()
        .map_or(String::new(), |tag| format!("{} ", tag.name));
    let shown = match &node.value {
        Value::Scalar(scalar) if scalar.is_null() => "~".to_owned(),
        Value::Scalar(scalar) => scalar.text.clone(),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(|item| value(tree, *item)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|entry| format!("{}: {}", entry.key, value(tree, entry.value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    };
    tag + &shown
}
