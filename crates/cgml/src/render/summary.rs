//! The line that sums the problems up.

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::FileId;
use std::collections::BTreeSet;

/// For example "2 errors, 1 warning in 3 files; `fuda explain E0301` tells more".
///
/// With more problems than `shown`, a line before it says how many are not shown.
pub(super) fn text(all: &[&Diagnostic], shown: usize) -> String {
    let mut text = hidden(all.len().saturating_sub(shown));
    text.push_str(&counts(all));
    text.push_str(&files(all));
    if let Some(first) = all.iter().min_by_key(|diagnostic| diagnostic.severity()) {
        let code = first.code.name();
        text.push_str(&format!("; `fuda explain {code}` tells more"));
    }
    text
}

fn hidden(count: usize) -> String {
    match count {
        0 => String::new(),
        more => format!("and {more} more\n"),
    }
}

fn counts(all: &[&Diagnostic]) -> String {
    let count = |severity| all.iter().filter(|it| it.severity() == severity).count();
    [Severity::Error, Severity::Warning]
        .into_iter()
        .filter(|severity| count(*severity) > 0)
        .map(|severity| plural(count(severity), severity.word()))
        .collect::<Vec<_>>()
        .join(", ")
}

fn files(all: &[&Diagnostic]) -> String {
    let spans = all.iter().filter_map(|diagnostic| diagnostic.span);
    let files: BTreeSet<FileId> = spans.map(|span| span.file).collect();
    match files.len() {
        0 => String::new(),
        count => format!(" in {}", plural(count, "file")),
    }
}

fn plural(count: usize, word: &str) -> String {
    match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    }
}
