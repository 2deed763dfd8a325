//! Trees as text has them: actions in small letters.

use cgml::syntax::{
    Argument, Expr, ExprKind, Filter, Ident, Modifier, Operand, Parameter, Step, TextStep,
};
use cgml::text::print_steps_text;

/// Steps, written as text.
pub(crate) fn steps_in_text(steps: &[Step]) -> String {
    let calls = steps.iter().map(|step| match small(step).to_call().kind {
        ExprKind::Call(name, arguments) => TextStep::Call(name, arguments),
        other => panic!("a step is a call, not {other:?}"),
    });
    print_steps_text(&calls.collect::<Vec<_>>())
}

/// The same step with its actions in small letters.
pub(crate) fn small(step: &Step) -> Step {
    let parameters = step.parameters.iter().map(|parameter| Parameter {
        name: parameter.name.clone(),
        value: operand(&parameter.value),
    });
    Step {
        action: Ident::new(step.action.text.to_ascii_lowercase(), step.action.span),
        parameters: parameters.collect(),
        span: step.span,
    }
}

fn operand(operand: &Operand) -> Operand {
    match operand {
        Operand::Expr(expr) => Operand::Expr(expression_in_text(expr)),
        Operand::Steps(steps) => Operand::Steps(steps.iter().map(small).collect()),
        Operand::Modifiers(modifiers) => {
            let modifiers = modifiers.iter().map(|modifier| Modifier {
                target: expression_in_text(&modifier.target),
                operator: modifier.operator,
                amount: expression_in_text(&modifier.amount),
            });
            Operand::Modifiers(modifiers.collect())
        }
        Operand::Word(_) | Operand::Prose(_) | Operand::Modes(_) => operand.clone(),
    }
}

/// The same expression with the actions in it in small letters.
pub(crate) fn expression_in_text(expr: &Expr) -> Expr {
    let inner = |expr: &Expr| Box::new(expression_in_text(expr));
    let kind = match &expr.kind {
        ExprKind::Action(step) => ExprKind::Action(Box::new(small(step))),
        ExprKind::Field(base, name) => ExprKind::Field(inner(base), name.clone()),
        ExprKind::Index(base, filter) => {
            let filter = match &**filter {
                Filter::All => Filter::All,
                Filter::By(key, value) => Filter::By(key.clone(), expression_in_text(value)),
                Filter::Expr(expr) => Filter::Expr(expression_in_text(expr)),
            };
            ExprKind::Index(inner(base), Box::new(filter))
        }
        ExprKind::Call(name, arguments) => {
            let arguments = arguments.iter().map(|argument| Argument {
                name: argument.name.clone(),
                value: expression_in_text(&argument.value),
            });
            ExprKind::Call(name.clone(), arguments.collect())
        }
        ExprKind::Record(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(name, value)| (name.clone(), expression_in_text(value)));
            ExprKind::Record(fields.collect())
        }
        ExprKind::Nothing
        | ExprKind::Bool(_)
        | ExprKind::Number(_)
        | ExprKind::Text(_)
        | ExprKind::Root
        | ExprKind::Anchor(_)
        | ExprKind::Name(_)
        | ExprKind::Ref(_)
        | ExprKind::Unread => expr.kind.clone(),
    };
    Expr::new(kind, expr.span)
}
