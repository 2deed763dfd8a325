//! Values: literals, names, calls, brackets, and what follows them (`.field`, `[filter]`).

use super::operator::{Infix, Level};
use super::parser::{Grammar, Parser};
use super::quote::unquote;
use super::token::{Bracket, TokenKind};

use crate::syntax::{Argument, AssignOperator, Expr, ExprKind, Filter, Ident, Step};

impl Parser<'_, '_> {
    /// A value with its fields and filters.
    pub(super) fn postfix(&mut self) -> Expr {
        let start = self.at();
        let mut expr = self.primary();
        while self.is_postfix(self.kind()) {
            expr = if self.kind() == TokenKind::Dot {
                self.field(expr, start)
            } else {
                self.index(expr, start)
            };
        }
        expr
    }

    /// True if a token goes on with the value before it.
    pub(super) fn is_postfix(&self, kind: TokenKind) -> bool {
        matches!(kind, TokenKind::Dot | TokenKind::Open(Bracket::Square))
    }

    fn primary(&mut self) -> Expr {
        let start = self.at();
        let token = self.token();
        let leaf = match token.kind {
            TokenKind::Text => ExprKind::Text(unquote(self.written(token))),
            TokenKind::Bool(value) => ExprKind::Bool(value),
            TokenKind::Nothing => ExprKind::Nothing,
            TokenKind::Root => ExprKind::Root,
            TokenKind::Anchor => ExprKind::Anchor(self.name(token)),
            TokenKind::Ref => ExprKind::Ref(self.name(token)),
            TokenKind::Number => return self.number(start),
            TokenKind::Name | TokenKind::QuotedName => return self.name_or_call(),
            TokenKind::Open(Bracket::Round) => return self.parenthesised(),
            TokenKind::Open(Bracket::Square) => return self.list(),
            TokenKind::Open(Bracket::Curly) => return self.record(),
            TokenKind::Infix(_) if self.is_call_here() => return self.call(),
            TokenKind::Infix(_)
            | TokenKind::Not
            | TokenKind::End
            | TokenKind::Close(_)
            | TokenKind::Comma
            | TokenKind::Dot
            | TokenKind::Colon
            | TokenKind::Semicolon
            | TokenKind::Assign(_) => {
                self.missing_operand();
                return self.nothing();
            }
        };
        self.bump();
        self.leaf(leaf, start)
    }

    fn leaf(&mut self, kind: ExprKind, start: usize) -> Expr {
        self.node(kind, start, 0)
    }

    /// The number at the current token, with the sign at `start` if that is another token.
    pub(super) fn number(&mut self, start: usize) -> Expr {
        let is_negative = start != self.at();
        let token = self.bump();
        let digits: i128 = self.written(token).parse().unwrap_or(i128::MAX);
        let signed = if is_negative { -digits } else { digits };
        let number = i64::try_from(signed).unwrap_or_else(|_| {
            if !token.is_mended {
                self.number_too_large(start);
            }
            0
        });
        self.leaf(ExprKind::Number(number), start)
    }

    /// True if the current token is the name of a call. Operators that are words can be: `and(x)`.
    pub(super) fn is_call_here(&self) -> bool {
        self.is_word(self.token()) && self.next_kind() == TokenKind::Open(Bracket::Round)
    }

    /// True if the current token is the name of a call and no keyword.
    pub(super) fn is_named_call_here(&self) -> bool {
        matches!(self.kind(), TokenKind::Name | TokenKind::QuotedName) && self.is_call_here()
    }

    fn name_or_call(&mut self) -> Expr {
        if self.is_call_here() {
            return self.call();
        }
        let start = self.at();
        let token = self.bump();
        let name = self.name(token);
        if self.grammar == Grammar::Selector {
            self.bare_name_in_selector(token.range(), &name);
        }
        self.leaf(ExprKind::Name(name), start)
    }

    fn call(&mut self) -> Expr {
        let start = self.at();
        let token = self.bump();
        let name = self.ident(token);
        let (arguments, height) = self.arguments(&name.text);
        self.call_node(name, arguments, start, height)
    }

    /// The arguments of a call in their brackets, and the height of the highest.
    pub(super) fn arguments(&mut self, call: &str) -> (Vec<Argument>, usize) {
        let mut arguments = Vec::new();
        let mut height = 0;
        self.sequence(Bracket::Round, |parser| {
            arguments.push(parser.argument(call));
            height = height.max(parser.height);
        });
        self.no_repeated_names(
            arguments
                .iter()
                .filter_map(|argument| argument.name.as_ref()),
        );
        (arguments, height)
    }

    fn argument(&mut self, call: &str) -> Argument {
        let name = self.key();
        let value = if call == "canPerform" {
            self.nested(Self::action)
        } else {
            self.expression()
        };
        Argument { name, value }
    }

    /// `name:`, if it is here.
    fn key(&mut self) -> Option<Ident> {
        let token = self.token();
        let is_key = self.is_word(token) || token.kind == TokenKind::Text;
        if !is_key || self.next_kind() != TokenKind::Colon {
            return None;
        }
        if token.kind == TokenKind::Text {
            self.quoted_key();
        }
        self.bump();
        let colon = self.bump();
        self.expression_only(token.range().start..colon.range().end);
        Some(self.ident(token))
    }

    /// The operand of `canPerform`: a call that stands alone is an action.
    fn action(&mut self) -> Expr {
        let start = self.at();
        if !self.is_named_call_here() {
            return self.expression();
        }
        let expr = self.postfix();
        if !matches!(self.kind(), TokenKind::Comma | TokenKind::Close(_)) {
            return self.infixes(expr, start, Level::Where);
        }
        let Expr { kind, span } = expr;
        let kind = if let ExprKind::Call(name, arguments) = kind {
            ExprKind::Action(Box::new(Step::from_call(name, arguments, span)))
        } else {
            kind
        };
        Expr::new(kind, span)
    }

    fn parenthesised(&mut self) -> Expr {
        let start = self.at();
        let range = self.token().range();
        self.expression_only(range);
        let mut expr = self.bracketed(Bracket::Round, Self::expression);
        expr.span = self.span_from(start);
        expr
    }

    fn list(&mut self) -> Expr {
        let start = self.at();
        let range = self.token().range();
        self.expression_only(range.clone());
        let mut items = Vec::new();
        let mut height = 0;
        self.sequence(Bracket::Square, |parser| {
            items.push(Argument::positional(parser.expression()));
            height = height.max(parser.height);
        });
        let name = Ident::new("list", self.span(range));
        self.call_node(name, items, start, height)
    }

    fn record(&mut self) -> Expr {
        let start = self.at();
        let range = self.token().range();
        self.expression_only(range);
        let mut fields = Vec::new();
        let mut height = 0;
        self.sequence(Bracket::Curly, |parser| {
            let key = parser.key();
            if key.is_none() {
                parser.record_without_key();
            }
            let value = parser.expression();
            height = height.max(parser.height);
            fields.extend(key.map(|key| (key, value)));
        });
        self.no_repeated_names(fields.iter().map(|(key, _)| key));
        self.node(ExprKind::Record(fields), start, height)
    }

    fn field(&mut self, base: Expr, start: usize) -> Expr {
        let height = self.height;
        self.bump();
        let token = self.token();
        if !self.is_word(token) {
            self.missing_field();
            return base;
        }
        self.bump();
        let name = self.ident(token);
        if self.kind() == TokenKind::Open(Bracket::Round) {
            return self.method_call(base, name, start);
        }
        self.node(ExprKind::Field(Box::new(base), name), start, height)
    }

    fn index(&mut self, base: Expr, start: usize) -> Expr {
        let base_height = self.height;
        self.height = 0;
        let filter = self.bracketed(Bracket::Square, Self::filter);
        let height = base_height.max(self.height);
        self.node(
            ExprKind::Index(Box::new(base), Box::new(filter)),
            start,
            height,
        )
    }

    fn filter(&mut self) -> Filter {
        let token = self.token();
        let is_last = self.next_kind() == TokenKind::Close(Bracket::Square);
        if token.kind == TokenKind::Infix(Infix::Multiply) && is_last {
            self.bump();
            return Filter::All;
        }
        if matches!(token.kind, TokenKind::Name | TokenKind::QuotedName) && is_last {
            let start = self.at();
            self.bump();
            return Filter::Expr(self.leaf(ExprKind::Name(self.name(token)), start));
        }
        if self.is_word(token) && matches!(self.next_kind(), TokenKind::Assign(_)) {
            return self.filter_by();
        }
        if token.kind == TokenKind::Close(Bracket::Square) {
            self.empty_filter();
        }
        Filter::Expr(self.expression())
    }

    fn filter_by(&mut self) -> Filter {
        let key = self.bump();
        let key = self.ident(key);
        if self.kind() != TokenKind::Assign(AssignOperator::Set) {
            self.leftover();
        }
        self.bump();
        Filter::By(key, self.filter_value())
    }

    /// The value after `=` in a filter: a bare word is text, a path begins with `$` or `ref:`.
    fn filter_value(&mut self) -> Expr {
        let start = self.at();
        let token = self.token();
        match token.kind {
            TokenKind::Name | TokenKind::QuotedName => {
                self.bump();
                let value = self.leaf(ExprKind::Text(self.name(token)), start);
                if self.kind() == TokenKind::Open(Bracket::Round) || self.is_postfix(self.kind()) {
                    self.filter_value_needs_parentheses(start);
                }
                value
            }
            TokenKind::Root | TokenKind::Anchor | TokenKind::Ref => self.nested(Self::postfix),
            TokenKind::Infix(Infix::Subtract) => self.prefix(Level::Negation),
            TokenKind::Number
            | TokenKind::Text
            | TokenKind::Bool(_)
            | TokenKind::Nothing
            | TokenKind::Open(_)
            | TokenKind::Infix(_)
            | TokenKind::Not
            | TokenKind::End
            | TokenKind::Close(_)
            | TokenKind::Comma
            | TokenKind::Dot
            | TokenKind::Colon
            | TokenKind::Semicolon
            | TokenKind::Assign(_) => self.nested(Self::primary),
        }
    }
}
