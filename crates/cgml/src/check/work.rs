//! Limits of the work of a check.
//!
//! A document is small enough to be walked, but a rule can take over the effect of another one, every
//! card has the properties of its kind, and a template makes a card for each suit and value. So a few
//! lines could ask for billions of checks.

use crate::check::Checker;
use crate::codes::files::TOO_MUCH_TO_CHECK;
use crate::codes::shape::OUT_OF_BOUNDS;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::source::Span;
use crate::tree::{Entry, NodeId};

/// The work that is left.
#[derive(Debug)]
pub(super) struct Work {
    left: usize,
    /// The place where it was used up.
    exhausted: Option<Span>,
}

impl Default for Work {
    fn default() -> Self {
        Self {
            left: limits::WORK,
            exhausted: None,
        }
    }
}

impl<'a> Checker<'a> {
    /// The entries of a mapping that may have few: parts, fields, parameters. Reports those too many.
    pub(super) fn parts(&mut self, node: NodeId) -> &'a [Entry] {
        let entries = self.tree.entries(node);
        let Some(excess) = entries.get(limits::PARTS) else {
            return entries;
        };
        let message = format!(
            "there may be {} of these, and here is one more",
            limits::PARTS
        );
        let diagnostic = Diagnostic::new(OUT_OF_BOUNDS, excess.key_span, message)
            .hint("leave some out, or put several values into a list");
        self.diagnostics.report(diagnostic);
        &entries[..limits::PARTS]
    }

    /// Counts work to be done for something at a place; `false` if it is too much and must be left.
    pub(super) fn spend(&mut self, amount: usize, at: Span) -> bool {
        let left = self.work.left.checked_sub(amount);
        self.work.left = left.unwrap_or(0);
        if left.is_none() {
            self.work.exhausted.get_or_insert(at);
        }
        left.is_some()
    }

    /// Counts the work of copying what is written at a place.
    pub(super) fn spend_copy(&mut self, at: Span) -> bool {
        const BYTES_OF_A_VALUE: u32 = 8;
        self.spend(((at.end - at.start) / BYTES_OF_A_VALUE) as usize, at)
    }

    /// Reports that something was left.
    pub(super) fn report_excess(&mut self) {
        let Some(span) = self.work.exhausted else {
            return;
        };
        let message = format!(
            "from here on, more than {} cards, steps and expressions are checked",
            limits::WORK
        );
        let diagnostic = Diagnostic::new(TOO_MUCH_TO_CHECK, span, message)
            .hint("let fewer rules extend a large one, or make fewer cards from a template");
        self.diagnostics.report(diagnostic);
    }
}
