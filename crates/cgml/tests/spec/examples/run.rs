//! Checks one example.

use cgml::check::check;
use cgml::diagnostic::{Diagnostic, Diagnostics, Severity};
use cgml::load::load;
use cgml::render::{Style, terminal};
use cgml::source::MemorySources;

use super::document::{Kind, Options};

const FILE: &str = "example.cgml";

/// Fails with what was found where it is not what the example names.
pub(super) fn run(sources: &MemorySources, options: &Options, example: &str) -> Result<(), String> {
    let sources = sources.clone().with(FILE, options.document(example));
    let mut diagnostics = Diagnostics::new();
    if let Ok(document) = load(&sources, FILE, &mut diagnostics) {
        // What could be built does not matter here, only what was reported.
        let _game = check(&document, &mut diagnostics);
    }
    let mut found: Vec<String> = diagnostics
        .sorted()
        .into_iter()
        .filter(|diagnostic| matters(&diagnostics, options, diagnostic))
        .map(|diagnostic| diagnostic.code.name())
        .collect();
    found.sort();
    if found == options.errors {
        return Ok(());
    }
    Err(format!(
        "expected [{}], found [{}]\n{}",
        options.errors.join(", "),
        found.join(", "),
        terminal(&diagnostics, Style::Plain)
    ))
}

/// A fixture does not use all that it declares; warnings about that are not the example's.
fn matters(diagnostics: &Diagnostics, options: &Options, diagnostic: &Diagnostic) -> bool {
    let is_own = diagnostic
        .span
        .is_none_or(|span| diagnostics.files().file(span.file).path() == FILE);
    is_own || diagnostic.severity() == Severity::Error || matches!(options.kind, Kind::Game)
}
