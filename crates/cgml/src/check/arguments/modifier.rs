//! Continuous changes: `this.power + 1000`.

use crate::check::Checker;
use crate::check::scope::Scope;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{Argument, ExprKind, Modifier, ModifierOperation, Type};
use crate::syntax::{self, ModifierOperator, Operand};

impl Checker<'_> {
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
        scope.bind("card", Type::Card, cards.origin);
        let checked = modifiers
            .iter()
            .filter_map(|modifier| self.modifier(scope, modifier))
            .collect();
        scope.leave(mark);
        Some(checked)
    }

    /// `card.power + 1000` as a change rather than a sum.
    fn modifiers_of(&mut self, expr: &syntax::Expr) -> Option<Vec<syntax::Modifier>> {
        if let syntax::ExprKind::Call(name, arguments) = &expr.kind {
            let operator = match name.text.as_str() {
                "add" => Some(ModifierOperator::Add),
                "sub" => Some(ModifierOperator::Subtract),
                "mul" => Some(ModifierOperator::Multiply),
                "div" => Some(ModifierOperator::Divide),
                "isEqual" => Some(ModifierOperator::Set),
                "list" => {
                    let parts = arguments
                        .iter()
                        .map(|argument| self.modifiers_of(&argument.value));
                    return Some(parts.collect::<Option<Vec<_>>>()?.concat());
                }
                _ => None,
            };
            if let (Some(operator), [target, amount]) = (operator, arguments.as_slice()) {
                let (target, amount) = (target.value.clone(), amount.value.clone());
                return Some(vec![syntax::Modifier {
                    target,
                    operator,
                    amount,
                }]);
            }
        }
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
        let can_change = matches!(
            target.kind,
            ExprKind::Property(..)
                | ExprKind::Part(..)
                | ExprKind::Attribute(..)
                | ExprKind::Variable(..)
                | ExprKind::Wrong
        );
        if !can_change {
            let message = format!(
                "{} cannot be changed by an effect",
                self.describe(&target.ty)
            );
            let diagnostic = Diagnostic::new(code::NOT_SETTABLE, target.origin, message)
                .hint("properties and attributes of cards can, and variables: `this.power + 1000`");
            self.diagnostics.report(diagnostic);
            return None;
        }
        let operation = match modifier.operator {
            ModifierOperator::Set => ModifierOperation::Set,
            ModifierOperator::Add => ModifierOperation::Add,
            ModifierOperator::Subtract => ModifierOperation::Subtract,
            ModifierOperator::Multiply => ModifierOperation::Multiply,
            ModifierOperator::Divide => ModifierOperation::Divide,
        };
        let amount = match operation {
            ModifierOperation::Set => self.infer(scope, &modifier.amount, &target.ty.clone()),
            ModifierOperation::Add
            | ModifierOperation::Subtract
            | ModifierOperation::Multiply
            | ModifierOperation::Divide => self.infer(scope, &modifier.amount, &Type::Number),
        };
        Some(Modifier {
            target,
            operation,
            amount,
        })
    }
}
