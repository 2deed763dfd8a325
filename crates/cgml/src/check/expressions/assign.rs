//! Assignments: their targets and values.

use crate::check::Checker;
use crate::check::expressions::expect::leaf;
use crate::check::expressions::scope::Scope;
use crate::codes::types as code;
use crate::diagnostic::{Diagnostic, quoted};
use crate::model::{Argument, ArgumentValue, Expr, ExprKind, Type, VariableValue};
use crate::syntax::Operand;
use crate::vocabulary::actions::Action;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// A variable, or an attribute of a card.
    pub(in crate::check) fn settable(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        value: &Operand,
    ) -> Option<ArgumentValue> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        let expr = self.infer(scope, syntax, &Type::Any);
        if let Some(reason) = self.why_not_settable(&expr) {
            let written = quoted(self.diagnostics.files().text(expr.origin));
            let message = format!("{written} cannot be set");
            self.diagnostics
                .report(Diagnostic::new(code::NOT_SETTABLE, expr.origin, message).hint(reason));
        } else if action.name == "INCREMENT" && !self.is(leaf(&expr.ty), Want::Number) {
            let message = format!("expected a number, found {}", self.describe(leaf(&expr.ty)));
            let diagnostic = Diagnostic::new(code::WRONG_TYPE, expr.origin, message)
                .hint("only numbers can be increased");
            self.diagnostics.report(diagnostic);
        } else if let (ExprKind::Variable(variable, _), "INCREMENT") = (&expr.kind, action.name) {
            let number = Expr::new(expr.kind.clone(), Type::Number, expr.origin);
            self.note_assigned(*variable, &number);
        }
        Some(ArgumentValue::Expr(expr))
    }

    fn why_not_settable(&self, expr: &Expr) -> Option<&'static str> {
        match &expr.kind {
            ExprKind::Variable(variable, _) => match self.game.variables[*variable].value {
                VariableValue::Stored(_) => None,
                VariableValue::Computed(_) => {
                    Some("a computed variable follows from its expression")
                }
            },
            ExprKind::Attribute(..) | ExprKind::Wrong => None,
            ExprKind::Pool(..) => {
                Some("pieces are moved with `transfer`, `gain`, `spend` or `reduce`")
            }
            ExprKind::Property(..) | ExprKind::Part(..) => {
                Some("it is printed on the card; `modify` changes it for a while")
            }
            ExprKind::Parameter(_) => Some("parameters are set before the game begins"),
            _ => Some("variables can be set, and attributes of cards"),
        }
    }

    /// The new value of the first parameter: of the same type, for each of several.
    pub(in crate::check) fn new_value(
        &mut self,
        scope: &mut Scope,
        value: &Operand,
        before: &[Argument],
    ) -> Option<ArgumentValue> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        let target = before.iter().find_map(|argument| argument.value.expr())?;
        let (name, ty, origin) = match target.kind {
            ExprKind::Variable(variable, _) => {
                let declared = &self.game.variables[variable];
                (&declared.name, declared.ty.clone(), declared.origin)
            }
            ExprKind::Attribute(attribute, _) => {
                let declared = &self.game.attributes[attribute];
                (&declared.name, declared.ty.clone(), declared.origin)
            }
            _ => return self.expr_argument(scope, value, Want::Any),
        };
        let name = name.clone();
        let expr = self.infer(scope, syntax, &ty);
        let first_set = match target.kind {
            ExprKind::Variable(variable, _) => {
                self.note_assigned(variable, &expr);
                self.open_types.get(&variable).map(|(_, first)| *first)
            }
            _ => None,
        };
        if expr.is_wrong() || self.assignable(&expr.ty, &ty) {
            return Some(ArgumentValue::Expr(expr));
        }
        let (is, found) = (self.describe(&ty), self.describe(&expr.ty));
        let message = format!("`{name}` is {is}, it cannot be set to {found}");
        let diagnostic = Diagnostic::new(code::WRONG_TYPE, expr.origin, message);
        let diagnostic = match first_set {
            Some(first) => diagnostic
                .hint("it begins with nothing, and has the type of what it is set to first")
                .related(first, "set here first"),
            None => diagnostic
                .hint("it has the type it begins with; begin with `~` to leave the type open")
                .related(origin, "declared here"),
        };
        self.diagnostics.report(diagnostic);
        Some(ArgumentValue::Expr(super::scope::wrong(expr.origin)))
    }
}
