//! Problems for programs.

use super::place::Fitted;
use crate::diagnostic::{Diagnostic, Diagnostics, Fix, Related};
use crate::source::SourceMap;
use serde_json::{Value, json};

/// Every problem: `{"ok": bool, "diagnostics": […]}`, where `ok` says that there are no errors.
///
/// Each has `severity`, `code`, `message`, `file`, `line`, `column`, `hint`, `end_line`,
/// `end_column`, `label`, `related` and `fix`. Lines and columns count from 1, columns in characters,
/// and the end is the place just after. What a problem does not have is `null`.
pub fn json(diagnostics: &Diagnostics) -> Value {
    let files = diagnostics.files();
    let list: Vec<Value> = diagnostics
        .sorted()
        .into_iter()
        .map(|diagnostic| problem(files, diagnostic))
        .collect();
    json!({ "ok": !diagnostics.has_errors(), "diagnostics": list })
}

fn problem(files: &SourceMap, diagnostic: &Diagnostic) -> Value {
    let place = diagnostic.span.and_then(|span| Fitted::new(files, span));
    let (start, end) = place.as_ref().map(|it| (it.start(), it.end())).unzip();
    let label = Some(&diagnostic.label).filter(|label| !label.is_empty());
    let related = diagnostic.related.iter().map(|it| elsewhere(files, it));
    json!({
        "severity": diagnostic.severity().word(),
        "code": diagnostic.code.name(),
        "message": diagnostic.message,
        "file": place.map(|it| it.file.path()),
        "line": start.map(|it| it.line),
        "column": start.map(|it| it.column),
        "hint": diagnostic.hint.as_ref().map(ToString::to_string),
        "end_line": end.map(|it| it.line),
        "end_column": end.map(|it| it.column),
        "label": label,
        "related": related.collect::<Vec<Value>>(),
        "fix": diagnostic.fix.as_ref().and_then(|fix| replacement(files, fix)),
    })
}

fn elsewhere(files: &SourceMap, related: &Related) -> Value {
    let place = Fitted::new(files, related.span);
    let start = place.as_ref().map(Fitted::start);
    json!({
        "file": place.map(|it| it.file.path()),
        "line": start.map(|it| it.line),
        "column": start.map(|it| it.column),
        "message": related.message,
    })
}

/// A fix names its range in bytes as well, for programs that apply it.
fn replacement(files: &SourceMap, fix: &Fix) -> Option<Value> {
    let place = Fitted::new(files, fix.span)?;
    let (start, end) = (place.start(), place.end());
    Some(json!({
        "file": place.file.path(),
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "start_byte": place.range.start,
        "end_byte": place.range.end,
        "replacement": fix.replacement,
    }))
}
