//! Problems of a game that a command was asked for.

use super::Outcome;
use crate::cli::Format;
use crate::output;
use cgml::diagnostic::Diagnostics;
use cgml::render::{self, Style};

pub(super) use fuda::matches::{Checked, checked};

/// A game with errors has no rules yet: its problems are shown as `fuda check` does.
pub(super) fn show(diagnostics: &Diagnostics, format: Format) -> anyhow::Result<Outcome> {
    match format {
        Format::Text => output::print(&render::terminal(diagnostics, Style::Color))?,
        Format::Json => output::print_json(&render::json(diagnostics))?,
    }
    Ok(Outcome::Problems)
}
