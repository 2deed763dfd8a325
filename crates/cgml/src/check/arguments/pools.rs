//! Pools of one step: they must be of one resource, and a conserved one only moves.

use crate::check::Checker;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, Step, Value};

impl Checker<'_> {
    /// Pools of one step must be of one resource, and a conserved one only moves.
    pub(in crate::check) fn check_pools(&mut self, step: &Step) {
        let pools: Vec<(crate::model::PoolId, crate::source::Span)> = step
            .arguments
            .iter()
            .filter_map(|argument| match &argument.value {
                Value::Expr(Expr {
                    kind: ExprKind::Pool(pool, _),
                    origin,
                    ..
                }) => Some((*pool, *origin)),
                _ => None,
            })
            .collect();
        let crate::model::Callee::Action(action) = step.callee else {
            return;
        };
        match (action.name, pools.as_slice()) {
            ("TRANSFER", [(from, _), (to, origin)]) => {
                let (from, to) = (
                    self.game.pools[*from].resource,
                    self.game.pools[*to].resource,
                );
                if from != to {
                    let message = format!(
                        "`{}` and `{}` are different resources",
                        self.game.resources[from].name, self.game.resources[to].name
                    );
                    let diagnostic = Diagnostic::new(code::WRONG_TYPE, *origin, message).hint(
                        "pieces move between pools of one resource; for two, `spend` and `gain`",
                    );
                    self.diagnostics.report(diagnostic);
                }
            }
            ("GAIN" | "SPEND" | "REDUCE", [(pool, origin)]) => {
                let resource = &self.game.resources[self.game.pools[*pool].resource];
                if resource.total.is_some() {
                    let message =
                        format!("`{}` is conserved: its pieces can only move", resource.name);
                    let diagnostic = Diagnostic::new(code::CONSERVED, *origin, message)
                        .hint("use `transfer` between two pools")
                        .related(resource.origin, "its `total` is declared here");
                    self.diagnostics.report(diagnostic);
                }
            }
            (_, _) => {}
        }
    }
}
