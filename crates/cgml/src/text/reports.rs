//! The problems of one text, on their way to the author's diagnostics.

use std::ops::Range;

use super::place::TextPlace;
use crate::codes::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// More problems than this in one text only repeat each other.
const ENOUGH: usize = 8;

/// Turns problems of a text into diagnostics of its file.
pub(super) struct Reports<'a> {
    place: &'a TextPlace,
    diagnostics: &'a mut Diagnostics,
    count: usize,
    is_closed: bool,
}

impl<'a> Reports<'a> {
    pub(super) fn new(place: &'a TextPlace, diagnostics: &'a mut Diagnostics) -> Self {
        Self {
            place,
            diagnostics,
            count: 0,
            is_closed: false,
        }
    }

    /// The place of the text.
    pub(super) fn place(&self) -> &TextPlace {
        self.place
    }

    /// A problem of a range of the text, not reported yet.
    pub(super) fn at(&self, code: Code, range: Range<usize>, message: String) -> Diagnostic {
        Diagnostic::new(code, self.place.span(range), message)
    }

    /// A problem whose range should hold something else.
    pub(super) fn instead(
        &self,
        code: Code,
        range: Range<usize>,
        message: String,
        replacement: &str,
    ) -> Diagnostic {
        let diagnostic = self
            .at(code, range.clone(), message)
            .hint(format!("write `{replacement}`"));
        self.with_fix(diagnostic, range, replacement)
    }

    /// A problem with the text that mends it, if its place is exact.
    pub(super) fn with_fix(
        &self,
        diagnostic: Diagnostic,
        range: Range<usize>,
        replacement: &str,
    ) -> Diagnostic {
        if !self.place.is_exact() {
            return diagnostic;
        }
        diagnostic.fix(self.place.span(range), self.place.written(replacement))
    }

    /// Reports a problem, unless there were enough.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.count += 1;
        if self.count <= ENOUGH && !self.is_closed {
            self.diagnostics.report(diagnostic);
        }
    }

    /// Lets no more problems through: what follows would be noise.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
    }

    /// True if nothing was wrong.
    pub(super) fn is_clean(&self) -> bool {
        self.count == 0
    }
}
