//! Rendering of problems: on a terminal, and as JSON for programs.
//!
//! Nothing is printed here. What the problems are is in [`crate::diagnostic`]; colours are ANSI
//! escapes, and whoever prints decides whether the reader wants them.

mod excerpt;
mod json;
mod place;
mod report;
mod summary;

pub use json::json;

use crate::diagnostic::{Diagnostic, Diagnostics};
use annotate_snippets::Renderer;

/// The most problems shown on a terminal; the rest is counted. JSON holds them all.
pub const SHOWN: usize = 100;

/// Columns of a source line that are shown before it is cut.
const WIDTH: usize = 120;

/// True if the text holds colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Text without escapes, for files and tests.
    Plain,
    /// With ANSI escapes for colours.
    Color,
}

/// Every problem with its source excerpt, hint and fix, and a line that sums them up.
///
/// Empty if there is no problem. At most [`SHOWN`] problems are shown, errors before warnings if
/// there are more. Spans that do not fit their file lose their excerpt, nothing else.
pub fn terminal(diagnostics: &Diagnostics, style: Style) -> String {
    let all = diagnostics.sorted();
    if all.is_empty() {
        return String::new();
    }
    let renderer = renderer(style);
    let mut text = String::new();
    for diagnostic in shown(&all) {
        text.push_str(&report::text(&renderer, diagnostics.files(), diagnostic));
        text.push_str("\n\n");
    }
    text.push_str(&summary::text(&all, SHOWN));
    text.push('\n');
    text
}

fn renderer(style: Style) -> Renderer {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Color => Renderer::styled().hyperlink(false),
    };
    renderer.term_width(WIDTH)
}

/// The problems to show; what does not fit is a warning, as long as there is one.
fn shown<'a>(all: &[&'a Diagnostic]) -> Vec<&'a Diagnostic> {
    let mut list = all.to_vec();
    if list.len() > SHOWN {
        list.sort_by_key(|diagnostic| diagnostic.severity());
        list.truncate(SHOWN);
    }
    list
}

#[cfg(test)]
mod tests;
