//! Warnings: what is allowed but probably not meant.

use crate::diagnostic::Diagnostics;
use crate::load::Document;
use crate::model::Game;

/// Looks through a game that has no errors.
pub(super) fn lint(_game: &Game, _document: &Document, _diagnostics: &mut Diagnostics) {}
