//! Pools of one step: they must be of one resource, and a conserved one only moves.

use crate::check::Checker;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{ArgumentValue, Callee, Expr, ExprKind, PoolId, Step};
use crate::source::Span;
use crate::vocabulary::actions::ActionKind;

impl Checker<'_> {
    /// Pools of one step must be of one resource, and a conserved one only moves.
    pub(in crate::check) fn check_pools(&mut self, step: &Step) {
        let Callee::Action(action) = step.callee else {
            return;
        };
        match (action, pools_of(step).as_slice()) {
            (ActionKind::Transfer, [(from, _), (to, origin)]) => {
                self.same_resource(*from, *to, *origin);
            }
            (ActionKind::Gain | ActionKind::Spend | ActionKind::Reduce, [(pool, origin)]) => {
                self.not_conserved(*pool, *origin);
            }
            (_, _) => {}
        }
    }

    /// Reports a transfer between pools of different resources.
    fn same_resource(&mut self, from: PoolId, to: PoolId, origin: Span) {
        let pools = &self.game.pools;
        let (from, to) = (pools[from].resource, pools[to].resource);
        if from == to {
            return;
        }
        let message = format!(
            "`{}` and `{}` are different resources",
            self.game.resources[from].name, self.game.resources[to].name
        );
        let diagnostic = Diagnostic::new(code::WRONG_TYPE, origin, message)
            .hint("pieces move between pools of one resource; for two, `spend` and `gain`");
        self.diagnostics.report(diagnostic);
    }

    /// Reports that pieces of a conserved resource would come into being or vanish.
    fn not_conserved(&mut self, pool: PoolId, origin: Span) {
        let resource = &self.game.resources[self.game.pools[pool].resource];
        if resource.total.is_none() {
            return;
        }
        let message = format!("`{}` is conserved: its pieces can only move", resource.name);
        let diagnostic = Diagnostic::new(code::CONSERVED, origin, message)
            .hint("use `transfer` between two pools")
            .related(resource.origin, "its `total` is declared here");
        self.diagnostics.report(diagnostic);
    }
}

/// The pools among the parameters of a step.
fn pools_of(step: &Step) -> Vec<(PoolId, Span)> {
    let arguments = step.arguments.iter();
    arguments
        .filter_map(|argument| match &argument.value {
            ArgumentValue::Expr(Expr {
                kind: ExprKind::Pool(pool, _),
                origin,
                ..
            }) => Some((*pool, *origin)),
            _ => None,
        })
        .collect()
}
