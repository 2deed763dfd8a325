//! Steps and modifiers: text that does something, in the places where that is allowed.

use super::operator::{Infix, Level};
use super::parser::Parser;
use super::token::{Token, TokenKind};
use crate::codes::text as codes;
use crate::source::Span;
use crate::syntax::{AssignOperator, Expr, ExprKind, Ident, Modifier, ModifierOperator, TextStep};

impl Parser<'_, '_> {
    /// Steps with `;` between them, to the end of the text; one after the last is allowed.
    pub(super) fn steps(&mut self) -> Vec<(TextStep, Span)> {
        let mut steps = Vec::new();
        loop {
            let start = self.at();
            let step = self.step();
            self.rest(TokenKind::Semicolon);
            steps.extend(step.map(|step| (step, self.span_from(start))));
            if !self.eat(TokenKind::Semicolon) || self.kind() == TokenKind::End {
                return steps;
            }
        }
    }

    /// One step; whatever follows it is left.
    pub(super) fn step(&mut self) -> Option<TextStep> {
        let start = self.at();
        let is_call = self.is_named_call_here();
        let first = self.nested(|parser| parser.prefix(Level::Where));
        if let TokenKind::Assign(operator) = self.kind() {
            return self.assignment(first, start, operator);
        }
        if let Some(infix) = self.infix_here() {
            self.not_a_step(start, infix);
            self.infixes(first, start, Level::Where);
            return None;
        }
        let Expr { kind, span } = first;
        if let ExprKind::Name(name) = kind {
            return Some(TextStep::Call(Ident::new(name, span), Vec::new()));
        }
        if let (ExprKind::Call(name, arguments), true) = (kind, is_call) {
            return Some(TextStep::Call(name, arguments));
        }
        self.value_as_step(start);
        None
    }

    fn assignment(
        &mut self,
        target: Expr,
        start: usize,
        operator: AssignOperator,
    ) -> Option<TextStep> {
        if !is_path(&target) {
            self.not_a_target(start);
        }
        self.bump();
        let value = self.expression();
        Some(TextStep::Assign {
            target,
            operator,
            value,
        })
    }

    /// A modifier, to the end of the text.
    pub(super) fn modifier(&mut self) -> Option<Modifier> {
        let start = self.at();
        let target = self.nested(|parser| parser.prefix(Level::Negation));
        if self.reports.is_clean() && !is_path(&target) {
            self.not_a_target(start);
        }
        let Some((operator, level)) = modifier_operator(self.token()) else {
            self.not_a_modifier(start);
            return None;
        };
        self.bump();
        let amount = self.nested(|parser| parser.operand(level));
        if let Some(infix) = self.infix_here() {
            self.second_change(infix);
        }
        self.rest(TokenKind::End);
        Some(Modifier {
            target,
            operator,
            amount,
        })
    }

    /// Goes past what is left over before `stop` or the end, and reports it.
    pub(super) fn rest(&mut self, stop: TokenKind) {
        while self.kind() != TokenKind::End && self.kind() != stop {
            self.leftover();
            if !self.kind().begins_value() {
                self.bump();
            }
            let start = self.at();
            if self.kind().begins_value() {
                self.expression();
            } else if self.infix_here().is_some() {
                let nothing = self.nothing();
                self.infixes(nothing, start, Level::Where);
            }
        }
    }

    fn not_a_step(&mut self, start: usize, infix: Infix) {
        let token = self.token();
        let hint = if infix == Infix::Equal {
            "write `=` to set a value: `score = 1`"
        } else {
            "write a call `draw(1)` or a change `score = score + 1`"
        };
        let message = format!("`{}` computes a value, but does nothing", infix.symbol());
        let target = self.span(self.range_from(start));
        let diagnostic = self
            .problem(codes::NOT_A_STEP, token.range(), message)
            .related(target, "this is computed and forgotten")
            .hint(hint);
        self.fail(diagnostic);
    }

    fn value_as_step(&mut self, start: usize) {
        if self.kind().begins_value() || !self.reports.is_clean() {
            return;
        }
        let diagnostic = self
            .problem(
                codes::NOT_A_STEP,
                self.range_from(start),
                "this is a value, but does nothing",
            )
            .hint("write a call `draw(1)` or a change `score = score + 1`");
        self.fail(diagnostic);
    }

    fn not_a_target(&mut self, start: usize) {
        let range = self.range_from(start);
        let message = format!("`{}` cannot be changed", self.written_range(range.clone()));
        let diagnostic = self
            .problem(codes::NOT_A_TARGET, range, message)
            .hint("name a variable or a field: `score`, `this.power`, `$.players[current].score`");
        self.fail(diagnostic);
    }

    fn not_a_modifier(&mut self, start: usize) {
        let token = self.token();
        if token.kind.begins_value() {
            self.leftover();
        }
        let (range, message) = if token.kind == TokenKind::End {
            (self.range_from(start), "this changes nothing".to_owned())
        } else {
            let message = format!("`{}` does not belong in a modifier", self.written(token));
            (token.range(), message)
        };
        let diagnostic = if let TokenKind::Assign(operator) = token.kind {
            let sign = sign_of_change(operator);
            (self.reports).instead(codes::NOT_A_MODIFIER, range, message, sign)
        } else {
            self.problem(codes::NOT_A_MODIFIER, range, message)
                .hint("write `this.power + 1000`, with one of `=` `+` `-` `*` `/`")
        };
        self.fail(diagnostic);
        self.give_up();
    }

    fn second_change(&mut self, infix: Infix) {
        if infix.level() < Level::Sum {
            self.not_a_modifier(self.at());
            return;
        }
        let token = self.token();
        let message = format!("`{}` begins a second change", self.written(token));
        let diagnostic = self
            .problem(codes::AMOUNT_NEEDS_BRACKETS, token.range(), message)
            .hint("put the amount in brackets: `card.cost - (2 + x)`");
        self.fail(diagnostic);
        self.give_up();
    }
}

/// Sign of a modifier for the operator of a step.
fn sign_of_change(operator: AssignOperator) -> &'static str {
    match operator {
        AssignOperator::Set => "=",
        AssignOperator::Add => "+",
        AssignOperator::Subtract => "-",
    }
}

/// The operator of a modifier and the loosest operator that may stand in its amount.
///
/// `x - 2 - 1` would take away 1 if the amount were `2 - 1`, so only sums of a sum go without
/// brackets.
fn modifier_operator(token: Token) -> Option<(ModifierOperator, Level)> {
    if token.kind == TokenKind::Assign(AssignOperator::Set) {
        return Some((ModifierOperator::Set, Level::Where));
    }
    let TokenKind::Infix(infix) = token.kind else {
        return None;
    };
    let operator = match infix {
        Infix::Add => ModifierOperator::Add,
        Infix::Subtract => ModifierOperator::Subtract,
        Infix::Multiply => ModifierOperator::Multiply,
        Infix::Divide => ModifierOperator::Divide,
        Infix::Where
        | Infix::Or
        | Infix::And
        | Infix::Equal
        | Infix::NotEqual
        | Infix::Less
        | Infix::LessOrEqual
        | Infix::Greater
        | Infix::GreaterOrEqual
        | Infix::In
        | Infix::NotIn
        | Infix::Modulo => return None,
    };
    Some((operator, amount_level(operator)))
}

/// The loosest operator that may stand in an amount without brackets.
pub(super) fn amount_level(operator: ModifierOperator) -> Level {
    match operator {
        ModifierOperator::Set => Level::Where,
        ModifierOperator::Add => Level::Sum,
        ModifierOperator::Subtract => Level::Product,
        ModifierOperator::Multiply | ModifierOperator::Divide => Level::Negation,
    }
}

/// True if an expression names something that can be changed.
fn is_path(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Anchor(_)
        | ExprKind::Name(_)
        | ExprKind::Ref(_)
        | ExprKind::Field(..)
        | ExprKind::Index(..) => true,
        ExprKind::Nothing
        | ExprKind::Unread
        | ExprKind::Bool(_)
        | ExprKind::Number(_)
        | ExprKind::Text(_)
        | ExprKind::Root
        | ExprKind::Call(..)
        | ExprKind::Record(_)
        | ExprKind::Action(_) => false,
    }
}
