//! Expressions: operators by how tightly they bind.
//!
//! Operands of operators are in [`super::primary`].

use super::operator::{Infix, Level};
use super::parser::Parser;
use super::token::TokenKind;
use crate::syntax::{Argument, Expr, ExprKind, Ident};

impl Parser<'_, '_> {
    /// An expression of any kind, one level deeper.
    pub(super) fn expression(&mut self) -> Expr {
        self.nested(|parser| parser.operand(Level::Where))
    }

    /// An expression whose operators bind at least as tightly as `level`.
    pub(super) fn operand(&mut self, level: Level) -> Expr {
        let start = self.at();
        let first = self.prefix(level);
        self.infixes(first, start, level)
    }

    /// A value with what stands before it: `not`, `-`.
    pub(super) fn prefix(&mut self, level: Level) -> Expr {
        if self.kind() == TokenKind::Not {
            self.not(level)
        } else if self.kind() == TokenKind::Infix(Infix::Subtract) {
            self.minus()
        } else {
            self.postfix()
        }
    }

    fn not(&mut self, level: Level) -> Expr {
        if level > Level::Not {
            self.not_needs_parentheses();
        }
        let start = self.at();
        let sign = self.bump();
        self.expression_only(sign.range());
        let name = Ident::new("not", self.span(sign.range()));
        let operand = self.nested(|parser| parser.operand(Level::Not));
        let operands = vec![Argument::positional(operand)];
        self.call_node(name, operands, start, self.height)
    }

    fn minus(&mut self) -> Expr {
        let start = self.at();
        let sign = self.bump();
        if self.kind() == TokenKind::Number && !self.is_postfix(self.next_kind()) {
            return self.number(start);
        }
        self.expression_only(sign.range());
        let span = self.span(sign.range());
        let operand = self.nested(|parser| parser.operand(Level::Negation));
        let zero = Expr::new(ExprKind::Number(0), span);
        let operands = vec![Argument::positional(zero), Argument::positional(operand)];
        self.call_node(Ident::new("sub", span), operands, start, self.height)
    }

    /// The operators after a first operand, as far as they bind tightly enough.
    pub(super) fn infixes(&mut self, first: Expr, start: usize, level: Level) -> Expr {
        let mut left = first;
        while let Some(infix) = self.infix_here() {
            if infix.level() < level {
                break;
            }
            left = self.infix(left, start, infix);
        }
        left
    }

    /// The operator at the current token; `not in` is one of two words.
    pub(super) fn infix_here(&self) -> Option<Infix> {
        if let TokenKind::Infix(infix) = self.kind() {
            return Some(infix);
        }
        let is_not_in =
            self.kind() == TokenKind::Not && self.next_kind() == TokenKind::Infix(Infix::In);
        is_not_in.then_some(Infix::NotIn)
    }

    fn infix(&mut self, left: Expr, start: usize, infix: Infix) -> Expr {
        let mut height = self.height;
        let sign = self.take_infix(infix);
        self.expression_only(self.token_at(sign).range());
        let tighter = infix.level().tighter();
        let right = self.operand(tighter);
        let mut operands = vec![Argument::positional(left), Argument::positional(right)];
        height = height.max(self.height);
        while infix.is_chain() && self.infix_here() == Some(infix) {
            self.bump();
            operands.push(Argument::positional(self.operand(tighter)));
            height = height.max(self.height);
        }
        let expr = self.infix_node(infix, operands, [start, sign], height);
        if infix.level() == Level::Comparison {
            self.no_second_comparison(start);
        }
        expr
    }

    /// Goes past an operator; the index of its first token.
    fn take_infix(&mut self, infix: Infix) -> usize {
        let sign = self.at();
        if infix == Infix::NotIn {
            self.bump();
        }
        self.bump();
        sign
    }

    fn infix_node(
        &mut self,
        infix: Infix,
        operands: Vec<Argument>,
        [start, sign]: [usize; 2],
        height: usize,
    ) -> Expr {
        let span = self.span(self.token_at(sign).range());
        let expr = self.call_node(Ident::new(infix.call(), span), operands, start, height);
        if !infix.is_negated() {
            return expr;
        }
        self.call_node(
            Ident::new("not", span),
            vec![Argument::positional(expr)],
            start,
            self.height,
        )
    }

    /// A call from the token `start` to the last one read, over trees of the given height.
    pub(super) fn call_node(
        &mut self,
        name: Ident,
        arguments: Vec<Argument>,
        start: usize,
        height: usize,
    ) -> Expr {
        self.node(ExprKind::Call(name, arguments), start, height)
    }
}
