//! The state of parsing: the tokens, how deep we are, and what was wrong.
//!
//! Parsing never stops at a problem: a missing operand becomes [`ExprKind::Nothing`], and whoever
//! asked gets no tree in the end because something was reported.

use std::ops::Range;

use super::lexer;
use super::quote::{begins_name, unquote};
use super::reports::Reports;
use super::token::{Token, TokenKind};
use crate::codes::{Code, text as codes};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::{Expr, ExprKind, Ident};

/// Text longer than this is not read.
pub(super) const MAX_LENGTH: usize = 64 * 1024;
/// Brackets, `not` and `-` may be nested so deep.
const MAX_NESTING: usize = 64;
/// A tree may be so high; a chain like `a + b + c` or `a.b.c` grows by one with every part.
const MAX_HEIGHT: usize = 256;

/// The part of the grammar that is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grammar {
    /// Only paths and functions of paths.
    Selector,
    /// Every form of expression.
    Expression,
}

pub(super) struct Parser<'t, 'a> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    nesting: usize,
    /// The number of brackets of each kind are open.
    pub(super) open: [usize; 3],
    /// The height of the tree parsed last.
    pub(super) height: usize,
    last_failure: Option<usize>,
    /// True if brackets were reported that do not match.
    pub(super) has_wrong_brackets: bool,
    pub(super) grammar: Grammar,
    /// The first thing of a selector that only expression text may have.
    pub(super) not_selector: Option<Diagnostic>,
    /// The first bare name of a selector.
    pub(super) bare_name: Option<Diagnostic>,
    pub(super) reports: Reports<'a>,
}

impl<'t, 'a> Parser<'t, 'a> {
    /// A parser at the beginning of the text.
    pub(super) fn new(text: &'t str, grammar: Grammar, mut reports: Reports<'a>) -> Self {
        let tokens = if text.len() > MAX_LENGTH {
            reports.report(too_long(text, &reports));
            reports.close();
            lexer::tokens("", &mut reports)
        } else {
            lexer::tokens(text, &mut reports)
        };
        Self {
            text,
            tokens,
            at: 0,
            nesting: 0,
            open: [0; 3],
            height: 0,
            last_failure: None,
            has_wrong_brackets: false,
            grammar,
            not_selector: None,
            bare_name: None,
            reports,
        }
    }

    /// The parsed value, if nothing was wrong.
    pub(super) fn finish<T>(self, parsed: T) -> Option<T> {
        self.reports.is_clean().then_some(parsed)
    }

    /// The index of the current token.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The token that is read next; an `End` after the last one.
    pub(super) fn token(&self) -> Token {
        self.token_at(self.at)
    }

    /// Kind of the current token.
    pub(super) fn kind(&self) -> TokenKind {
        self.token().kind
    }

    /// Kind of the token after the current one.
    pub(super) fn next_kind(&self) -> TokenKind {
        self.token_at(self.at + 1).kind
    }

    /// The token before the current one.
    pub(super) fn previous(&self) -> Option<Token> {
        self.at.checked_sub(1).map(|index| self.token_at(index))
    }

    /// A token by its index; the end for all beyond.
    pub(super) fn token_at(&self, index: usize) -> Token {
        let end = Token {
            kind: TokenKind::End,
            start: self.text.len() as u32,
            end: self.text.len() as u32,
            is_mended: false,
        };
        self.tokens.get(index).copied().unwrap_or(end)
    }

    /// Goes on to the next token and gives the one before; stays at the end.
    pub(super) fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    /// Goes past a token of this kind, if it is here.
    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let is_here = self.kind() == kind;
        if is_here {
            self.bump();
        }
        is_here
    }

    /// A token as written.
    pub(super) fn written(&self, token: Token) -> &'t str {
        self.written_range(token.range())
    }

    /// A range of the text as written.
    pub(super) fn written_range(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or("")
    }

    /// The name that a token holds, without `$`, `ref:` and quotes.
    pub(super) fn name(&self, token: Token) -> String {
        let written = self.written(token);
        let name = written
            .strip_prefix('$')
            .or_else(|| written.strip_prefix("ref:"))
            .unwrap_or(written);
        if name.starts_with('`') {
            unquote(name)
        } else {
            name.to_owned()
        }
    }

    /// The name that a token holds, with its place.
    pub(super) fn ident(&self, token: Token) -> Ident {
        Ident::new(self.name(token), self.span(token.range()))
    }

    /// True if a token can be a name where no keyword makes sense.
    pub(super) fn is_word(&self, token: Token) -> bool {
        let is_bare = self.written(token).starts_with(begins_name);
        matches!(token.kind, TokenKind::Name | TokenKind::QuotedName)
            || (is_bare && token.kind != TokenKind::Ref)
    }

    /// The place of a range of the text.
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        self.reports.place().span(range)
    }

    /// The place from a token to the last one that was read.
    pub(super) fn span_from(&self, start: usize) -> Span {
        self.span(self.range_from(start))
    }

    /// The bytes from a token to the last one that was read.
    pub(super) fn range_from(&self, start: usize) -> Range<usize> {
        let first = self.token_at(start).start as usize;
        let last = self.previous().map_or(0, |token| token.end as usize);
        first..last.max(first)
    }

    /// A node from the token `start` to the last one read, over a tree of the given height.
    pub(super) fn node(&mut self, kind: ExprKind, start: usize, height: usize) -> Expr {
        self.height = height + 1;
        if self.height > MAX_HEIGHT {
            self.too_deep();
        }
        Expr::new(kind, self.span_from(start))
    }

    /// Runs `parse` one level deeper.
    pub(super) fn nested(&mut self, parse: impl FnOnce(&mut Self) -> Expr) -> Expr {
        if self.nesting == MAX_NESTING {
            self.too_deep();
            return self.nothing();
        }
        self.nesting += 1;
        let expr = parse(self);
        self.nesting -= 1;
        expr
    }

    /// Placeholder of a missing operand.
    pub(super) fn nothing(&mut self) -> Expr {
        self.height = 1;
        let at = self.token().start as usize;
        Expr::new(ExprKind::Nothing, self.span(at..at))
    }

    /// A problem of a range of the text.
    pub(super) fn problem(
        &self,
        code: Code,
        range: Range<usize>,
        message: impl Into<String>,
    ) -> Diagnostic {
        self.reports.at(code, range, message.into())
    }

    /// Reports a problem found at the current token, once per token.
    pub(super) fn fail(&mut self, diagnostic: Diagnostic) {
        if self.last_failure != Some(self.at) {
            self.last_failure = Some(self.at);
            self.reports.report(diagnostic);
        }
    }

    /// Reads nothing more and says nothing more.
    pub(super) fn give_up(&mut self) {
        self.at = self.tokens.len().saturating_sub(1);
        self.reports.close();
    }

    fn too_deep(&mut self) {
        let diagnostic = self
            .problem(
                codes::TOO_DEEP,
                self.token().range(),
                "the text is nested too deeply",
            )
            .hint("give parts of it a name of their own");
        self.reports.report(diagnostic);
        self.give_up();
    }
}

fn too_long(text: &str, reports: &Reports) -> Diagnostic {
    let message = format!(
        "the text has {} bytes; the limit is {MAX_LENGTH}",
        text.len()
    );
    reports
        .at(codes::TOO_LONG, 0..text.len(), message)
        .hint("give parts of it a name of their own")
}
