//! Constant expressions: parameters and numbers of players are known at compile time.

use cgml::model::{Expr, ExprKind, Literal, SymbolSetId};
use cgml::vocabulary::operators::OperatorKind;

use crate::plan::settings::Setting;

/// The number that an expression always has, if it does not depend on the game.
pub(crate) fn constant(expr: &Expr, setting: &Setting) -> Option<i64> {
    match &expr.kind {
        ExprKind::Literal(Literal::Number(number)) => Some(*number),
        ExprKind::Literal(Literal::Bool(truth)) => Some(i64::from(*truth)),
        ExprKind::Parameter(id) => match setting.parameter(*id) {
            Literal::Number(number) => Some(*number),
            Literal::Bool(truth) => Some(i64::from(*truth)),
            Literal::Symbol(_, position) => Some(i64::from(*position)),
            Literal::Nothing
            | Literal::Text(_)
            | Literal::Range(_)
            | Literal::List(_)
            | Literal::Record(_) => None,
        },
        ExprKind::Operator(operation) if operation.operator.kind == OperatorKind::IsEqual => {
            let [a, b] = operation.operands.as_slice() else {
                return None;
            };
            let (a, b) = (word(a, setting)?, word(b, setting)?);
            Some(i64::from(a == b))
        }
        ExprKind::Operator(operation) => {
            let operands: Option<Vec<i64>> = operation
                .operands
                .iter()
                .map(|operand| constant(operand, setting))
                .collect();
            let operands = operands?;
            let operator = operation.operator.kind;
            let is_folded = matches!(
                operator,
                OperatorKind::Add | OperatorKind::Sub | OperatorKind::Mul
            );
            operator.of_numbers(&operands).filter(|_| is_folded)
        }
        _ => None,
    }
}

/// The word that an expression always is, with the set it is of.
fn word(expr: &Expr, setting: &Setting) -> Option<(SymbolSetId, u32)> {
    let literal = match &expr.kind {
        ExprKind::Literal(literal) => literal,
        ExprKind::Parameter(id) => setting.parameter(*id),
        _ => return None,
    };
    match literal {
        Literal::Symbol(set, position) => Some((*set, *position)),
        _ => None,
    }
}
