//! Brackets, and recovery where they do not match.

use super::parser::Parser;
use super::token::{Bracket, Token, TokenKind};
use crate::codes::text as codes;

impl Parser<'_, '_> {
    /// One thing in brackets.
    pub(super) fn bracketed<T>(
        &mut self,
        bracket: Bracket,
        parse: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let opening = self.open(bracket);
        let inside = parse(self);
        if !self.is_end_of_brackets() {
            self.leftover();
            self.skip_to_closing();
        }
        self.close(opening, bracket);
        inside
    }

    /// Things in brackets with commas between them.
    pub(super) fn sequence(&mut self, bracket: Bracket, mut item: impl FnMut(&mut Self)) {
        let opening = self.open(bracket);
        while !self.is_end_of_brackets() {
            if self.kind() == TokenKind::Comma {
                self.stray_comma();
                self.bump();
                continue;
            }
            let before = self.at();
            item(self);
            if self.at() == before {
                self.bump();
            }
            self.separator();
        }
        self.close(opening, bracket);
    }

    fn separator(&mut self) {
        if self.is_end_of_brackets() {
            return;
        }
        if self.kind() != TokenKind::Comma {
            self.leftover();
            if !self.kind().begins_value() {
                self.bump();
            }
            return;
        }
        if matches!(self.next_kind(), TokenKind::Close(_)) {
            self.stray_comma();
        }
        self.bump();
    }

    fn is_end_of_brackets(&self) -> bool {
        matches!(self.kind(), TokenKind::Close(_) | TokenKind::End)
    }

    fn open(&mut self, bracket: Bracket) -> Token {
        self.open[bracket as usize] += 1;
        self.bump()
    }

    /// Goes past the closing bracket. A wrong one is left to an outer pair, if it belongs there.
    fn close(&mut self, opening: Token, bracket: Bracket) {
        self.open[bracket as usize] -= 1;
        if self.eat(TokenKind::Close(bracket)) {
            return;
        }
        let TokenKind::Close(found) = self.kind() else {
            self.never_closed(opening, bracket);
            return;
        };
        self.wrong_closing(opening, bracket);
        if self.open[found as usize] == 0 {
            self.bump();
        }
    }

    fn wrong_closing(&mut self, opening: Token, bracket: Bracket) {
        self.has_wrong_brackets = true;
        let found = self.token();
        let closing = bracket.closing();
        let diagnostic = self
            .problem(
                codes::UNCLOSED_BRACKET,
                found.range(),
                format!(
                    "`{}` does not close `{}`",
                    self.written(found),
                    bracket.opening()
                ),
            )
            .label(format!("expected `{closing}`"))
            .related(self.span(opening.range()), "opened here")
            .hint(format!("put `{closing}` before it"));
        self.fail(diagnostic);
    }

    fn never_closed(&mut self, opening: Token, bracket: Bracket) {
        let last = self.previous().unwrap_or(opening);
        let closing = bracket.closing();
        let diagnostic = self
            .problem(
                codes::UNCLOSED_BRACKET,
                last.range(),
                format!("`{}` is never closed", bracket.opening()),
            )
            .label(format!("`{closing}` is missing after this"))
            .related(self.span(opening.range()), "opened here")
            .hint(format!("close it with `{closing}`"));
        self.fail(diagnostic);
    }

    /// Goes to the bracket that closes what is open, past inner pairs.
    fn skip_to_closing(&mut self) {
        let mut inner = 0usize;
        while self.kind() != TokenKind::End {
            if matches!(self.kind(), TokenKind::Open(_)) {
                inner += 1;
            } else if matches!(self.kind(), TokenKind::Close(_)) {
                if inner == 0 {
                    return;
                }
                inner -= 1;
            }
            self.bump();
        }
    }
}
