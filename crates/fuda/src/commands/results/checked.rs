//! Problems of a game that a command was asked for.

use crate::cli::Format;
use crate::commands::Outcome;
use crate::output;
use cgml::diagnostic::Diagnostics;
use cgml::render::{self, Style};

pub(in crate::commands) use fuda::matches::{Checked, checked};

/// A game with errors has no rules yet: its problems are shown as `fuda check` does.
pub(in crate::commands) fn show(
    diagnostics: &Diagnostics,
    format: Format,
) -> anyhow::Result<Outcome> {
    match format {
        Format::Text => output::print(&render::terminal(diagnostics, Style::Color))?,
        Format::Json => output::print_json(&render::json(diagnostics))?,
    }
    Ok(Outcome::Problems)
}
