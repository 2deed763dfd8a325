//! True if an action or a move could be made: `canPerform` and `can`.

use super::result::position;
use crate::check::Checker;
use crate::check::expressions::scope::{Scope, wrong};
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, MoveId, Type};
use crate::source::Span;
use crate::syntax;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// True if an action could be done.
    pub(super) fn can_perform(
        &mut self,
        scope: &mut Scope,
        operand: &syntax::Expr,
        span: Span,
    ) -> Expr {
        let step = match &operand.kind {
            syntax::ExprKind::Action(step) => self.dry_run(scope, step),
            _ => {
                let message = "`canPerform` takes an action";
                self.diagnostics
                    .report(Diagnostic::new(code::WRONG_TYPE, operand.span, message));
                None
            }
        };
        match step {
            Some(step) => Expr::new(ExprKind::CanPerform(Box::new(step)), Type::Bool, span),
            None => wrong(span),
        }
    }

    /// True if a move could be made, with a card if one is given.
    pub(super) fn can_move(
        &mut self,
        scope: &mut Scope,
        syntax: &[&syntax::Expr],
        span: Span,
    ) -> Expr {
        let name = self.expr(scope, syntax[0], Want::Name(NameKind::Move));
        let card = syntax
            .get(1)
            .map(|card| Box::new(self.expr(scope, card, Want::Card)));
        match position(&name) {
            Some(position) => {
                Expr::new(ExprKind::CanMove(MoveId(position), card), Type::Bool, span)
            }
            None => wrong(span),
        }
    }
}
