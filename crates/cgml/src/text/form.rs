//! Printed form of a call: an operator if one means it, the call itself if not.

use super::operator::{Infix, Level};
use super::token::{TokenKind, keyword};
use crate::syntax::{Argument, Expr, ExprKind};

/// Printed form of a call.
pub(super) enum Form<'e> {
    /// `a + b`.
    Infix(Infix, &'e [Argument]),
    /// `not a`.
    Not(&'e Expr),
    /// `-a`.
    Minus(&'e Expr),
    /// `[a, b]`.
    List(&'e [Argument]),
    /// `name(a, b)`.
    Call,
}

impl Form<'_> {
    /// Precedence, which decides on parentheses.
    pub(super) fn level(&self) -> Level {
        match self {
            Self::Infix(infix, _) => infix.level(),
            Self::Not(_) => Level::Not,
            Self::Minus(_) => Level::Negation,
            Self::List(_) | Self::Call => Level::Postfix,
        }
    }
}

/// Printed form of a call of this name.
pub(super) fn form<'e>(name: &str, arguments: &'e [Argument]) -> Form<'e> {
    if arguments.iter().any(|argument| argument.name.is_some()) {
        return Form::Call;
    }
    match (name, arguments) {
        ("list", items) => Form::List(items),
        ("not", [operand]) => negated(&operand.value),
        ("sub", [zero, operand])
            if zero.value.kind == ExprKind::Number(0)
                && !matches!(operand.value.kind, ExprKind::Number(_)) =>
        {
            Form::Minus(&operand.value)
        }
        _ => Infix::of_call(name, arguments.len())
            .map_or(Form::Call, |infix| Form::Infix(infix, arguments)),
    }
}

fn negated(operand: &Expr) -> Form<'_> {
    let ExprKind::Call(name, arguments) = &operand.kind else {
        return Form::Not(operand);
    };
    let is_positional = arguments.iter().all(|argument| argument.name.is_none());
    Infix::of_negated_call(&name.text, arguments.len())
        .filter(|_| is_positional)
        .map_or(Form::Not(operand), |infix| Form::Infix(infix, arguments))
}

/// True if a keyword can name a call: it cannot begin an expression.
pub(super) fn is_callable_keyword(name: &str) -> bool {
    matches!(keyword(name), Some(TokenKind::Infix(_)))
}

/// True if an expression is printed as a call that `canPerform` would take for an action.
pub(super) fn looks_like_action(expr: &Expr) -> bool {
    let ExprKind::Call(name, arguments) = &expr.kind else {
        return false;
    };
    matches!(form(&name.text, arguments), Form::Call) && !is_callable_keyword(&name.text)
}
