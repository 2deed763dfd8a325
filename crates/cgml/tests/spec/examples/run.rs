//! Checks one example.

use cgml::check::check;
use cgml::diagnostic::{Diagnostic, Diagnostics, Severity};
use cgml::load::load;
use cgml::render::{Style, terminal};
use cgml::source::MemorySources;

use super::document::{Kind, Options};
use crate::scenarios;

const FILE: &str = "example.cgml";

/// Fails with what was found where it is not what the example names.
pub(super) fn run(sources: &MemorySources, options: &Options, example: &str) -> Result<(), String> {
    let sources = sources.clone().with(FILE, options.document(example));
    let mut diagnostics = Diagnostics::new();
    if matches!(options.kind, Kind::Scenarios) {
        scenarios::read_file(&sources, FILE, &mut diagnostics);
    } else if let Ok(document) = load(&sources, FILE, &mut diagnostics) {
        // The game does not matter here, only the reported problems.
        let _game = check(&document, &mut diagnostics);
    }
    let relevant = relevant(&diagnostics, options);
    let mut found: Vec<String> = relevant.iter().map(|one| one.code.name()).collect();
    found.sort();
    if found == options.errors {
        return Ok(());
    }
    Err(format!(
        "expected [{}], found [{}]\n{}",
        options.errors.join(", "),
        found.join(", "),
        terminal(&relevant, Style::Plain)
    ))
}

/// Without the warnings about the fixture, which does not use all that it declares.
fn relevant(diagnostics: &Diagnostics, options: &Options) -> Diagnostics {
    let is_own = |diagnostic: &Diagnostic| {
        diagnostic
            .span
            .is_none_or(|span| diagnostics.files().file(span.file).path() == FILE)
    };
    let mut relevant = Diagnostics::new();
    *relevant.files_mut() = diagnostics.files().clone();
    for diagnostic in diagnostics.sorted() {
        let is_game = matches!(options.kind, Kind::Game);
        if is_game || is_own(diagnostic) || diagnostic.severity() == Severity::Error {
            relevant.report(diagnostic.clone());
        }
    }
    relevant
}
