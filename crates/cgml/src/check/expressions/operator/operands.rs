//! The operands of an operator: how many there may be, and what each must be.

use super::{element_of, names_of_element};
use crate::check::Checker;
use crate::check::expressions::scope::Scope;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, Type};
use crate::read::lower_first;
use crate::source::Span;
use crate::syntax::{self, Argument};
use crate::vocabulary::operators::{Gives, Operator};
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// True if an operator takes so many operands; reports it if not.
    pub(super) fn arity_fits(&mut self, operator: &Operator, count: usize, span: Span) -> bool {
        if operator.takes(count, self.version) {
            return true;
        }
        let (least, most) = (operator.least(), operator.most(self.version));
        let takes = match (least, most) {
            (least, Some(most)) if least == most => format!("{least}"),
            (least, Some(most)) => format!("{least} to {most}"),
            (least, None) => format!("at least {least}"),
        };
        let noun = if takes == "1" { "operand" } else { "operands" };
        let message = format!("`{}` takes {takes} {noun}, found {count}", operator.name);
        let hint = format!("`{}`: {}", operator.name, lower_first(operator.about));
        self.diagnostics
            .report(Diagnostic::new(code::WRONG_ARITY, span, message).hint(hint));
        false
    }

    /// Reports an operand that is given by name.
    pub(super) fn operands_have_no_names(&mut self, operator: &Operator, arguments: &[Argument]) {
        let mut names = arguments
            .iter()
            .filter_map(|argument| argument.name.as_ref());
        if let Some(name) = names.next() {
            let message = format!("the operands of `{}` have no names", operator.name);
            let diagnostic = Diagnostic::new(code::WRONG_ARGUMENT, name.span, message)
                .hint(format!("take `{}:` out", name.text));
            self.diagnostics.report(diagnostic);
        }
    }

    /// The checked operands, each by what the operator wants in its place.
    pub(super) fn operands(
        &mut self,
        scope: &mut Scope,
        operator: &'static Operator,
        syntax: &[&syntax::Expr],
        expected: &Type,
    ) -> Vec<Expr> {
        let mut operands: Vec<Expr> = Vec::with_capacity(syntax.len());
        for (position, operand) in syntax.iter().enumerate() {
            let want = operator.operand(position);
            let expr = match want {
                Want::Predicate | Want::Key | Want::NumberKey => {
                    self.for_each(scope, operands.first(), operand, want)
                }
                Want::Any if operator.gives == Gives::Operands => {
                    let element = expected.element().cloned().unwrap_or(Type::Any);
                    self.infer(scope, operand, &element)
                }
                Want::Any if operator.gives == Gives::Branch => {
                    self.infer(scope, operand, expected)
                }
                _ => self.expr(scope, operand, want),
            };
            operands.push(expr);
        }
        operands
    }

    /// An operand that is evaluated for each element of a list.
    pub(in crate::check) fn for_each(
        &mut self,
        scope: &mut Scope,
        list: Option<&Expr>,
        body: &syntax::Expr,
        want: Want,
    ) -> Expr {
        let ty = list.map_or(Type::Any, |list| element_of(&list.ty));
        let mark = scope.enter();
        let item = scope.bind("item", ty.clone(), body.span);
        for name in names_of_element(&ty) {
            scope.alias(name, item);
        }
        let value = self.expr(scope, body, want);
        scope.leave(mark);
        let (ty, origin) = (value.ty.clone(), value.origin);
        if value.is_wrong() {
            return value;
        }
        Expr::new(ExprKind::Each(item, Box::new(value)), ty, origin)
    }
}
