//! A game that a command was asked for, checked.

use super::Outcome;
use crate::cli::Format;
use crate::output;
use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::model::Game;
use cgml::render::{self, Style};
use cgml::source::Sources;
use fuda::Located;

/// A game with every problem of it; no game if one of them is an error.
pub(super) struct Checked {
    pub(super) game: Option<Game>,
    pub(super) diagnostics: Diagnostics,
}

/// Checks a game. Its files are named in problems as the person who asked names them.
pub(super) fn checked(located: &Located) -> Checked {
    let mut diagnostics = Diagnostics::new();
    let document = load(&located.sources, &located.entry, &mut diagnostics);
    let game = document.and_then(|document| check(&document, &mut diagnostics));
    diagnostics
        .files_mut()
        .rename(|path| located.sources.display(path));
    Checked {
        // The problems say why there is none.
        game: game.ok(),
        diagnostics,
    }
}

/// A game with errors has no rules yet: its problems are shown as `fuda check` does.
pub(super) fn show(diagnostics: &Diagnostics, format: Format) -> anyhow::Result<Outcome> {
    match format {
        Format::Text => output::print(&render::terminal(diagnostics, Style::Color))?,
        Format::Json => output::print_json(&render::json(diagnostics))?,
    }
    Ok(Outcome::Problems)
}
