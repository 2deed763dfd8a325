//! Continuous changes: `this.power + 1000`.

use crate::check::Checker;
use crate::check::expressions::scope::Scope;
use crate::codes::text::NOT_A_MODIFIER;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{Argument, Expr, ExprKind, Modifier, ModifierOperation, Type};
use crate::syntax::{self, ModifierOperator, Operand};
use crate::vocabulary::sections::ImplicitLocal;

impl Checker<'_> {
    /// The changes of a parameter; `card` is what an earlier parameter names.
    pub(super) fn modifier_argument(
        &mut self,
        scope: &mut Scope,
        value: &Operand,
        before: &[Argument],
    ) -> Option<Vec<Modifier>> {
        let modifiers = match value {
            Operand::Modifiers(modifiers) => modifiers.clone(),
            Operand::Expr(expr) => self.modifiers_of(expr)?,
            Operand::Word(_) | Operand::Steps(_) | Operand::Prose(_) | Operand::Modes(_) => {
                return None;
            }
        };
        let cards = before.iter().find_map(|argument| argument.value.expr())?;
        let mark = scope.enter();
        let card = scope.bind(ImplicitLocal::Card.name(), Type::Card, cards.origin);
        let checked = modifiers
            .iter()
            .filter_map(|modifier| self.modifier(scope, modifier))
            .map(|modifier| Modifier {
                card: Some(card),
                ..modifier
            })
            .collect();
        scope.leave(mark);
        Some(checked)
    }

    /// `card.power + 1000` as a change rather than a sum.
    fn modifiers_of(&mut self, expr: &syntax::Expr) -> Option<Vec<syntax::Modifier>> {
        let syntax::ExprKind::Call(name, arguments) = &expr.kind else {
            return self.not_a_change(expr);
        };
        if name.text == "list" {
            let parts = arguments
                .iter()
                .map(|argument| self.modifiers_of(&argument.value));
            return Some(parts.collect::<Option<Vec<_>>>()?.concat());
        }
        if name.text == "isEqual" {
            return self.comparison_as_change(expr);
        }
        let (Some(operator), [target, amount]) = (operator_of(&name.text), arguments.as_slice())
        else {
            return self.not_a_change(expr);
        };
        Some(vec![syntax::Modifier {
            target: target.value.clone(),
            operator,
            amount: amount.value.clone(),
        }])
    }

    /// `==` between the brackets of a step compares; what sets stands under a key.
    fn comparison_as_change<T>(&mut self, expr: &syntax::Expr) -> Option<T> {
        let written = self.diagnostics.files().text(expr.span);
        let change = written.replacen("==", "=", 1);
        let hint = format!("write the step as a mapping, with `change: {change}`");
        let message = "this compares, but changes nothing";
        let diagnostic = Diagnostic::new(NOT_A_MODIFIER, expr.span, message).hint(hint);
        self.diagnostics.report(diagnostic);
        None
    }

    fn not_a_change<T>(&mut self, expr: &syntax::Expr) -> Option<T> {
        let message = "expected a change";
        let diagnostic = Diagnostic::new(code::WRONG_TYPE, expr.span, message)
            .hint("write one such as `card.power + 1000`");
        self.diagnostics.report(diagnostic);
        None
    }

    /// A continuous change of a property or attribute.
    pub(in crate::check) fn modifier(
        &mut self,
        scope: &mut Scope,
        modifier: &syntax::Modifier,
    ) -> Option<Modifier> {
        let target = self.infer(scope, &modifier.target, &Type::Any);
        if !can_change(&target) {
            self.cannot_change(&target);
            return None;
        }
        let (operation, expected) = match modifier.operator {
            ModifierOperator::Set => (ModifierOperation::Set, target.ty.clone()),
            ModifierOperator::Add => (ModifierOperation::Add, Type::Number),
            ModifierOperator::Subtract => (ModifierOperation::Subtract, Type::Number),
            ModifierOperator::Multiply => (ModifierOperation::Multiply, Type::Number),
            ModifierOperator::Divide => (ModifierOperation::Divide, Type::Number),
        };
        let amount = self.infer(scope, &modifier.amount, &expected);
        let amount = self.expect_type(amount, &expected);
        Some(Modifier {
            target,
            operation,
            amount,
            card: None,
        })
    }

    fn cannot_change(&mut self, target: &Expr) {
        let message = format!(
            "{} cannot be changed by an effect",
            self.describe(&target.ty)
        );
        let diagnostic = Diagnostic::new(code::NOT_SETTABLE, target.origin, message)
            .hint("properties and attributes of cards can, and variables: `this.power + 1000`");
        self.diagnostics.report(diagnostic);
    }
}

/// The change that an operator of an expression is.
fn operator_of(name: &str) -> Option<ModifierOperator> {
    match name {
        "add" => Some(ModifierOperator::Add),
        "sub" => Some(ModifierOperator::Subtract),
        "mul" => Some(ModifierOperator::Multiply),
        "div" => Some(ModifierOperator::Divide),
        "=" => Some(ModifierOperator::Set),
        _ => None,
    }
}

/// True if effects can change it; what was reported as wrong passes.
fn can_change(target: &Expr) -> bool {
    matches!(
        target.kind,
        ExprKind::Property(..)
            | ExprKind::Part(..)
            | ExprKind::Attribute(..)
            | ExprKind::Variable(..)
            | ExprKind::Wrong
    )
}
