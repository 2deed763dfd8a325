//! Selectors: the part of the grammar that CGML 1.3 has.
//!
//! A selector is parsed like any expression. What it may not hold is noted on the way, and the note
//! that helps most is reported in the end.

use std::ops::Range;

use super::parser::{Grammar, Parser};
use super::token::TokenKind;
use crate::codes::text as codes;
use crate::syntax::{Expr, ExprKind};

impl Parser<'_, '_> {
    /// A selector, to the end of the text.
    pub(super) fn selector(&mut self) -> Expr {
        let expr = self.expression();
        self.rest(TokenKind::End);
        if begins_with_literal(&expr) {
            self.literal_as_selector();
        }
        if let Some(diagnostic) = self.not_selector.take() {
            self.reports.report(diagnostic);
        } else if let Some(diagnostic) = self.bare_name.take()
            && self.reports.is_clean()
        {
            self.reports.report(diagnostic);
        }
        expr
    }

    fn literal_as_selector(&mut self) {
        let range = self.range_from(0);
        let message = format!(
            "`{}` is a value, not a selector",
            self.written_range(range.clone())
        );
        let diagnostic = self
            .problem(codes::SELECTOR_WITHOUT_ROOT, range, message)
            .hint("a selector begins with `$`; a fixed value is written `value:`, not `path:`");
        self.bare_name = Some(diagnostic);
    }

    /// Notes that a selector has something that only expression text may have.
    pub(super) fn expression_only(&mut self, range: Range<usize>) {
        if self.grammar == Grammar::Expression || self.not_selector.is_some() {
            return;
        }
        let written = self.written_range(range.clone());
        let hint = if written == "-" {
            "a name with `-` stands in backquotes: `` $.zones.`play-area` ``; to subtract, write the \
             operator `sub` around paths, or use expression text of `cgml_version: \"1.4\"`"
        } else {
            "expression text needs `cgml_version: \"1.4\"`; in 1.3 write operators around paths: \
             `isGreaterThan: [{ path: … }, { value: 3 }]`"
        };
        let message = format!("`{written}` does not belong in a selector");
        let diagnostic = self.problem(codes::EXPRESSION_IN_SELECTOR, range, message);
        self.not_selector = Some(diagnostic.hint(hint));
    }

    /// Notes a bare name in a selector.
    pub(super) fn bare_name_in_selector(&mut self, range: Range<usize>, name: &str) {
        if self.bare_name.is_some() {
            return;
        }
        let diagnostic = self
            .problem(
                codes::SELECTOR_WITHOUT_ROOT,
                range,
                format!("`{name}` does not begin a selector"),
            )
            .hint(format!(
                "begin with `$`: `$.{name}`; bare names are expression text, which needs \
                 `cgml_version: \"1.4\"`"
            ));
        self.bare_name = Some(diagnostic);
    }
}

fn begins_with_literal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Field(base, _) | ExprKind::Index(base, _) => begins_with_literal(base),
        ExprKind::Nothing
        | ExprKind::Unread
        | ExprKind::Bool(_)
        | ExprKind::Number(_)
        | ExprKind::Text(_) => true,
        ExprKind::Root
        | ExprKind::Anchor(_)
        | ExprKind::Name(_)
        | ExprKind::Ref(_)
        | ExprKind::Call(..)
        | ExprKind::Record(_)
        | ExprKind::Action(_) => false,
    }
}
