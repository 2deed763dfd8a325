//! Steps as text: calls and assignments.

use crate::read::Reader;
use crate::read::operand::call;
use crate::source::Span;
use crate::syntax::{
    Argument, AssignOperator, Expr, ExprKind, Ident, Operand, Parameter, Step, TextStep,
};

impl Reader<'_> {
    /// One step of a text, and where it stands.
    pub(super) fn text_step(&mut self, step: TextStep, span: Span) -> Option<Step> {
        match step {
            TextStep::Call(name, arguments) => self.text_call(name, arguments, span),
            TextStep::Assign {
                target,
                operator,
                value,
            } => Some(assignment(target, operator, value, span)),
        }
    }

    /// A call in text; the checker names its parameters and gives each the form it must have.
    fn text_call(&mut self, mut name: Ident, arguments: Vec<Argument>, span: Span) -> Option<Step> {
        if !self.is_step(&name.text) {
            name.text = self.unknown_text_action(&name)?;
        }
        Some(Step::from_call(name, arguments, span))
    }
}

/// `x = e` sets or names a value, `x += e` increases.
///
/// Only the checker knows if `x` is a variable or a new name: the action is called `=` until then.
fn assignment(target: Expr, operator: AssignOperator, value: Expr, span: Span) -> Step {
    let is_name = matches!(target.kind, ExprKind::Name(_));
    let (action, key, value) = match operator {
        AssignOperator::Set if is_name => ("=", "value", value),
        AssignOperator::Set => ("SET_VARIABLE", "value", value),
        AssignOperator::Add => ("INCREMENT", "by", value),
        AssignOperator::Subtract => ("INCREMENT", "by", negative(value)),
    };
    let parameters = vec![
        Parameter {
            name: Ident::new("path", target.span),
            value: Operand::Expr(target),
        },
        Parameter {
            name: Ident::new(key, value.span),
            value: Operand::Expr(value),
        },
    ];
    Step {
        action: Ident::new(action, span),
        parameters,
        span,
    }
}

/// The value subtracted from nothing.
fn negative(value: Expr) -> Expr {
    let span = value.span;
    let zero = Expr {
        kind: ExprKind::Number(0),
        span,
    };
    call("sub", span, vec![zero, value], span)
}
