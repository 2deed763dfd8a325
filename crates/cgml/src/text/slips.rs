//! Messages for what authors often write by mistake.

use rustc_hash::FxHashMap;

use super::operator::Level;
use super::parser::{Grammar, Parser};
use super::quote::{is_plain_name, unquote};
use super::token::{Token, TokenKind, keyword};
use crate::codes::text as codes;
use crate::diagnostic::Diagnostic;
use crate::syntax::{Argument, AssignOperator, Expr, Ident};

impl Parser<'_, '_> {
    /// A value is missing at the current token.
    pub(super) fn missing_operand(&mut self) {
        let previous = self.previous();
        let here = self.token();
        if here.is_mended || previous.is_some_and(|token| token.is_mended) {
            return;
        }
        let (range, message) = match previous {
            None if here.kind == TokenKind::End => {
                self.empty_text();
                return;
            }
            None => (
                here.range(),
                format!("nothing stands before `{}`", self.written(here)),
            ),
            Some(previous) if here.kind == TokenKind::End => (
                previous.range(),
                format!("nothing stands after `{}`", self.written(previous)),
            ),
            Some(previous) => (
                previous.start as usize..here.end as usize,
                format!(
                    "nothing stands between `{}` and `{}`",
                    self.written(previous),
                    self.written(here)
                ),
            ),
        };
        let diagnostic = self
            .problem(codes::MISSING_OPERAND, range, message)
            .hint("put a value there, or take the sign out");
        self.fail(diagnostic);
    }

    fn empty_text(&mut self) {
        let end = self.token().end as usize;
        let diagnostic = self
            .problem(codes::EMPTY_TEXT, 0..end, "the text is empty")
            .hint("write an expression, for example `count(hand) > 3`");
        self.fail(diagnostic);
    }

    /// Something is left over at the current token: what came before it is complete.
    pub(super) fn leftover(&mut self) {
        let token = self.token();
        let is_reported = |token: Token| token.is_mended;
        if is_reported(token) || self.previous().is_some_and(is_reported) {
            return;
        }
        if token.kind.begins_value() {
            self.side_by_side();
        } else if let TokenKind::Assign(operator) = token.kind {
            self.assignment_in_expression(operator);
        } else if token.kind == TokenKind::Comma {
            self.comma_outside_brackets();
        } else if matches!(token.kind, TokenKind::Close(_)) {
            self.stray_closing();
        } else {
            self.unexpected();
        }
    }

    fn side_by_side(&mut self) {
        let token = self.token();
        let here = self.written(token);
        let before = self.previous().map_or("", |token| self.written(token));
        if is_if_word(before) || is_if_word(here) {
            self.if_words();
            return;
        }
        if let Some(operator) = meant_operator(here) {
            let message = format!("`{here}` is not an operator");
            let diagnostic =
                self.reports
                    .instead(codes::WRONG_OPERATOR, token.range(), message, operator);
            self.fail(diagnostic);
            self.give_up();
            return;
        }
        let is_call = self
            .previous()
            .is_some_and(|token| token.kind == TokenKind::Name);
        let is_inside = self.open.iter().any(|open| *open > 0);
        let hint = if is_call && !is_inside {
            format!("put an operator or `,` between them; a call has brackets: `{before}({here})`")
        } else {
            "put an operator or `,` between them".to_owned()
        };
        let message = format!("`{before}` and `{here}` stand side by side");
        let diagnostic = self
            .problem(codes::MISSING_OPERATOR, token.range(), message)
            .hint(hint);
        self.fail(diagnostic);
    }

    fn if_words(&mut self) {
        let previous = self.previous();
        let word = previous.filter(|token| is_if_word(self.written(*token)));
        let diagnostic = self
            .problem(
                codes::IF_WORDS,
                word.unwrap_or(self.token()).range(),
                "a choice of two values is a call",
            )
            .hint("write `if(condition, one, other)`");
        self.fail(diagnostic);
        self.give_up();
    }

    fn assignment_in_expression(&mut self, operator: AssignOperator) {
        let token = self.token();
        let before = self.previous().map_or("", |token| self.written(token));
        let diagnostic = if operator != AssignOperator::Set {
            let message = format!(
                "`{}` changes a value, which only a step does",
                self.written(token)
            );
            self.problem(codes::SINGLE_EQUALS, token.range(), message)
                .hint("write this as a step of an effect")
        } else if self.is_in_arguments() {
            self.problem(
                codes::SINGLE_EQUALS,
                token.range(),
                "`=` does not name an argument",
            )
            .hint(format!("write `{before}: …` to name it, `==` to compare"))
        } else if self.is_in_modify() {
            let message = "`=` cannot stand between the brackets of a call";
            self.problem(codes::SINGLE_EQUALS, token.range(), message)
                .hint("write the step as a mapping: `{ modify: hand, change: card.power = 3000 }`")
        } else {
            let message = "`=` does not compare".to_owned();
            self.reports
                .instead(codes::SINGLE_EQUALS, token.range(), message, "==")
        };
        self.fail(diagnostic);
    }

    /// True if the text before the current token has a `modify`, whose change may set.
    fn is_in_modify(&self) -> bool {
        (0..self.at()).any(|at| self.written(self.token_at(at)) == "modify")
    }

    /// True if the current token follows a bare name that begins an argument.
    fn is_in_arguments(&self) -> bool {
        let kind = |back: usize| self.at().checked_sub(back).map(|at| self.token_at(at).kind);
        let begins = matches!(kind(2), Some(TokenKind::Open(_) | TokenKind::Comma));
        kind(1) == Some(TokenKind::Name) && begins && self.grammar == Grammar::Expression
    }

    /// A comma with nothing before or after it.
    pub(super) fn stray_comma(&mut self) {
        let range = self.token().range();
        let diagnostic = self
            .problem(
                codes::STRAY_COMMA,
                range.clone(),
                "this `,` separates nothing",
            )
            .hint("take it out");
        self.fail(self.reports.with_fix(diagnostic, range, ""));
    }

    fn comma_outside_brackets(&mut self) {
        let range = self.token().range();
        let diagnostic = self
            .problem(codes::STRAY_COMMA, range, "this `,` stands in no list")
            .hint("a list has square brackets: `[a, b]`");
        self.fail(diagnostic);
    }

    fn stray_closing(&mut self) {
        if self.has_wrong_brackets {
            // The bracket that is one too many cannot be told any more.
            return;
        }
        let token = self.token();
        let message = format!("`{}` closes nothing", self.written(token));
        let diagnostic = self
            .problem(codes::STRAY_BRACKET, token.range(), message)
            .hint("take it out, or open it before");
        self.fail(diagnostic);
    }

    fn unexpected(&mut self) {
        let token = self.token();
        let message = format!("`{}` does not belong here", self.written(token));
        let hint = if token.kind == TokenKind::Semicolon {
            "`;` separates the steps of an effect; only one thing fits here"
        } else if token.kind == TokenKind::Colon {
            "`:` follows the name of an argument or of a record's field"
        } else {
            "put what belongs together in brackets"
        };
        let diagnostic = self
            .problem(codes::UNEXPECTED, token.range(), message)
            .hint(hint);
        self.fail(diagnostic);
    }

    /// `a == not b`.
    pub(super) fn not_needs_parentheses(&mut self) {
        let token = self.token();
        let not = self.written(token);
        let message = format!("`{not}` binds less tightly than the operator before it");
        let diagnostic = self
            .problem(codes::NOT_NEEDS_BRACKETS, token.range(), message)
            .hint("put it in brackets: `a == (not b)`");
        self.fail(diagnostic);
    }

    /// After a comparison from the token `start`: there is no second one. Goes past it if there is.
    pub(super) fn no_second_comparison(&mut self, start: usize) {
        let first = self.range_from(start);
        while let Some(infix) = self
            .infix_here()
            .filter(|infix| infix.level() == Level::Comparison)
        {
            let diagnostic = self
                .problem(
                    codes::CHAINED_COMPARISON,
                    self.token().range(),
                    format!("a second comparison `{}` in a row", infix.symbol()),
                )
                .related(self.span(first.clone()), "the first comparison")
                .hint("join two comparisons: `a < b and b < c`");
            self.fail(diagnostic);
            self.bump();
            self.operand(Level::Sum);
        }
    }

    /// The number from the token `start` on does not fit.
    pub(super) fn number_too_large(&mut self, start: usize) {
        let range = self.range_from(start);
        let diagnostic = self
            .problem(codes::NUMBER_TOO_LARGE, range, "this number does not fit")
            .hint(format!("numbers go from {} to {}", i64::MIN, i64::MAX));
        self.reports.report(diagnostic);
    }

    /// After a `.` there is no name.
    pub(super) fn missing_field(&mut self) {
        let token = self.token();
        let written = self.written(token);
        let is_filter = written == "*"
            || matches!(
                token.kind,
                TokenKind::Number | TokenKind::Ref | TokenKind::Anchor
            );
        let hint = if is_filter {
            format!("write `[{written}]` instead")
        } else {
            "write the name of a field after it; an odd name stands in backquotes".to_owned()
        };
        let dot = self.previous().unwrap_or(token);
        let range = dot.start as usize..token.end as usize;
        let diagnostic = self
            .problem(codes::MISSING_NAME, range, "`.` has no name after it")
            .hint(hint);
        self.fail(diagnostic);
        if is_filter {
            self.bump();
        }
    }

    /// `x.count()`: the call `count(x)` is meant.
    pub(super) fn method_call(&mut self, base: Expr, name: Ident, start: usize) -> Expr {
        let height = self.height;
        let range = self.range_from(start);
        let value = self.written_range(range.start..range.end - name.text.len().min(range.len()));
        let value = value.trim_end().trim_end_matches('.');
        let message = format!("`{}` cannot be called on a value", name.text);
        let others = match self.next_kind() {
            TokenKind::Close(_) => "",
            _ => ", …",
        };
        let hint = format!(
            "write the value as first argument: `{}({value}{others})`",
            name.text
        );
        let diagnostic = self.problem(codes::METHOD_CALL, range, message).hint(hint);
        self.fail(diagnostic);
        let (mut arguments, inner) = self.arguments(&name.text);
        arguments.insert(0, Argument::positional(base));
        self.call_node(name, arguments, start, height.max(inner))
    }

    /// `[]` after a value.
    pub(super) fn empty_filter(&mut self) {
        let diagnostic = self
            .problem(
                codes::BAD_FILTER,
                self.token().range(),
                "the filter is empty",
            )
            .hint("write `[*]` for all, `[0]` for the first, `[suit=hearts]` for some");
        self.fail(diagnostic);
    }

    /// Reports a call as the value of a filter, as in `[by_id=top(deck)]`.
    pub(super) fn filter_value_needs_parentheses(&mut self, start: usize) {
        let word = self.written(self.token_at(start));
        let range = self.range_from(start);
        let diagnostic = self
            .problem(
                codes::BAD_FILTER,
                range,
                format!("`{word}` after `=` is text, not a value to compute"),
            )
            .hint("put a value to compute in brackets: `[by_id=(winner.id)]`");
        self.fail(diagnostic);
    }

    /// `{ 3 }`.
    pub(super) fn record_without_key(&mut self) {
        let diagnostic = self
            .problem(
                codes::BAD_RECORD,
                self.token().range(),
                "a field of a record has a name",
            )
            .hint("write `{ winners: …, reason: '…' }`; a list has other brackets: `[a, b]`");
        self.fail(diagnostic);
    }

    /// `'winners': x`: a name in quotes.
    pub(super) fn quoted_key(&mut self) {
        let token = self.token();
        let written = self.written(token);
        let mut name = unquote(written);
        if !is_plain_name(&name) {
            name = format!("`{name}`");
        }
        let message = format!("{written} is text, not a name");
        let diagnostic = (self.reports).instead(codes::QUOTED_NAME, token.range(), message, &name);
        self.fail(diagnostic);
    }

    /// Two arguments or fields of one name.
    pub(super) fn no_repeated_names<'n>(&mut self, names: impl Iterator<Item = &'n Ident>) {
        let mut seen = FxHashMap::default();
        for name in names {
            let Some(first) = seen.insert(name.text.as_str(), name.span) else {
                continue;
            };
            let message = format!("`{}` is given twice", name.text);
            let diagnostic = Diagnostic::new(codes::REPEATED_NAME, name.span, message)
                .related(first, "first given here")
                .hint("keep one of them");
            self.reports.report(diagnostic);
        }
    }
}

fn is_if_word(word: &str) -> bool {
    matches!(word, "if" | "then" | "else" | "elif" | "elseif" | "unless")
}

/// The operator that a word of another language means.
fn meant_operator(word: &str) -> Option<&'static str> {
    if word == "is" || word == "eq" {
        return Some("==");
    }
    let lower = word.to_ascii_lowercase();
    let is_operator =
        lower != word && matches!(keyword(&lower), Some(TokenKind::Infix(_) | TokenKind::Not));
    ["and", "or", "not", "in", "where"]
        .into_iter()
        .find(|operator| is_operator && lower == **operator)
}
