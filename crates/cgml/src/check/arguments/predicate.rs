//! Parameters that are evaluated for each element, or about a choice as a whole.

use crate::check::Checker;
use crate::check::expressions::operator::element_of;
use crate::check::expressions::scope::Scope;
use crate::model::visit::each_expr_mut;
use crate::model::{Argument, ArgumentValue, Expr, ExprKind, Type};
use crate::syntax::{self, Operand};
use crate::vocabulary::actions::Action;
use crate::vocabulary::sections::ImplicitLocal;
use crate::vocabulary::shape::{Key, Shape};
use crate::vocabulary::want::Want;

impl Checker<'_> {
    /// A condition or key for each element of the list that an earlier parameter gives.
    pub(super) fn predicate(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        key: &'static Key,
        value: &Operand,
        before: &[Argument],
    ) -> Option<ArgumentValue> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        let want = match key.shape {
            Shape::Operand(want) => want,
            _ => Want::NumberKey,
        };
        let list = match self.looked_through(action, before).cloned() {
            None => Expr::new(ExprKind::Wrong, Type::Card.list(), syntax.span),
            Some(card) if card.ty == Type::Card => Expr {
                ty: Type::Card.list(),
                ..card
            },
            Some(list) => list,
        };
        let allowed = std::mem::replace(&mut scope.allows_actions, false);
        let mark = scope.enter();
        let zone = (list.ty == Type::Zone).then(|| scope.bind("zone", Type::Zone, list.origin));
        let mut each = match is_choice_of_zones(&list.ty, action) {
            true => self.for_each_zone(scope, syntax, want),
            false => self.for_each(scope, Some(&list), syntax, want),
        };
        scope.leave(mark);
        if let Some(zone) = zone {
            // `$.zone` is the zone that is looked through.
            each_expr_mut(&mut each, &mut |expr| {
                if expr.kind == ExprKind::Local(zone) {
                    expr.kind = list.kind.clone();
                }
            });
        }
        scope.allows_actions = allowed;
        Some(ArgumentValue::Expr(each))
    }

    /// A condition for each zone that may be chosen.
    fn for_each_zone(&mut self, scope: &mut Scope, syntax: &syntax::Expr, want: Want) -> Expr {
        let zone = scope.bind("item", Type::Zone, syntax.span);
        scope.alias("zone", zone);
        let body = self.expr(scope, syntax, want);
        let (ty, origin) = (body.ty.clone(), body.origin);
        Expr::new(ExprKind::Each(zone, Box::new(body)), ty, origin)
    }

    /// The parameter whose elements a filter is about.
    fn looked_through<'b>(
        &self,
        action: &'static Action,
        before: &'b [Argument],
    ) -> Option<&'b Expr> {
        before.iter().find_map(|argument| {
            let name = action.parameters.get(argument.parameter as usize)?.name;
            match &argument.value {
                ArgumentValue::Expr(expr)
                    if ["from", "zone", "options", "target", "in", "card"].contains(&name) =>
                {
                    Some(expr)
                }
                _ => None,
            }
        })
    }

    /// The moves that are forbidden: `card` is the card of the move, `target` its target.
    pub(super) fn what_is_forbidden(
        &mut self,
        scope: &mut Scope,
        value: &Operand,
    ) -> Option<ArgumentValue> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        let mark = scope.enter();
        let allowed = std::mem::replace(&mut scope.allows_actions, false);
        let card = scope.bind(ImplicitLocal::Card.name(), Type::Card, syntax.span);
        scope.alias("item", card);
        let target = scope.bind(ImplicitLocal::Target.name(), Type::Any, syntax.span);
        let expr = self.expr(scope, syntax, Want::Bool);
        scope.allows_actions = allowed;
        scope.leave(mark);
        let origin = expr.origin;
        let for_each = |local, body: Expr| {
            Expr::new(ExprKind::Each(local, Box::new(body)), Type::Bool, origin)
        };
        Some(ArgumentValue::Expr(for_each(card, for_each(target, expr))))
    }

    /// The condition on a choice as a whole.
    pub(super) fn fact_of_choice(
        &mut self,
        scope: &mut Scope,
        value: &Operand,
        before: &[Argument],
    ) -> Option<ArgumentValue> {
        let Operand::Expr(syntax) = value else {
            return None;
        };
        let from = before.iter().find_map(|argument| argument.value.expr());
        let element = from.map_or(Type::Any, |from| element_of(&from.ty));
        let (chosen, fact) = self.such_that(scope, syntax, &element);
        let (ty, origin) = (fact.ty.clone(), fact.origin);
        Some(ArgumentValue::Expr(Expr::new(
            ExprKind::Each(chosen, Box::new(fact)),
            ty,
            origin,
        )))
    }
}

/// True if one of several zones is chosen, rather than a card in one of them.
fn is_choice_of_zones(options: &Type, action: &Action) -> bool {
    action.name == "REQUEST_INPUT" && *options == Type::Zone.list()
}
