//! What a step gives, and the name it is stored by.

use super::word_of;
use crate::check::Checker;
use crate::check::scope::Scope;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{ExprKind, LocalId, Step, Type, Value};
use crate::syntax;
use crate::vocabulary::actions::{Action, Outcome};

impl Checker<'_> {
    /// Binds the result of a step to its `store_as`.
    pub(super) fn store(
        &mut self,
        scope: &mut Scope,
        step: &syntax::Step,
        ty: impl Fn(&Self) -> Type,
    ) -> Option<LocalId> {
        let parameter = step
            .parameters
            .iter()
            .find(|parameter| parameter.name.text == "store_as")?;
        let name = word_of(&parameter.value)?;
        let ty = ty(self);
        if ty == Type::Nothing {
            let message = format!("`{}` gives no result to store", step.action.text);
            let diagnostic = Diagnostic::new(code::WRONG_TYPE, name.span, message)
                .hint("do not name it, or name the result of another action");
            self.diagnostics.report(diagnostic);
        }
        // A name that was given before is the same temporary value, in loops and branches as well.
        let known = scope.find(&name.text);
        let known = known.filter(|known| self.assignable(&ty, &scope.ty(*known)));
        Some(known.unwrap_or_else(|| scope.bind(&name.text, ty, name.span)))
    }
}

/// The type of what an action gives.
pub(super) fn outcome(action: &Action, step: &Step) -> Type {
    let expr = |name: &str| match step.argument(name) {
        Some(Value::Expr(expr)) => Some(expr),
        _ => None,
    };
    let is_one = |name: &str| {
        use crate::model::Literal;
        expr(name).is_none_or(|count| count.kind == ExprKind::Literal(Literal::Number(1)))
    };
    match action.gives {
        Outcome::Nothing => Type::Nothing,
        Outcome::Card => Type::Card,
        Outcome::Number => Type::Number,
        Outcome::Bool => Type::Bool,
        Outcome::Value(parameter) => expr(parameter).map_or(Type::Any, |value| value.ty.clone()),
        Outcome::Cards => {
            let first = ["from", "target", "zone"].into_iter().find_map(expr);
            match first.map(|from| &from.ty) {
                Some(Type::Card) => Type::Card,
                Some(Type::Zone)
                    if ["MOVE", "MILL", "DEAL"].contains(&action.name) && is_one("count") =>
                {
                    Type::Card
                }
                Some(Type::Zone) if action.name == "SEARCH_ZONE" && is_one("max") => Type::Card,
                _ => Type::Card.list(),
            }
        }
        Outcome::ChosenFrom(parameter) => {
            let element = expr(parameter).map_or(Type::Any, |from| {
                crate::check::operator::element_of(&from.ty)
            });
            let several = step
                .argument("multiselect")
                .is_some_and(|value| *value == Value::Flag(true))
                || expr("up_to").is_some()
                || !is_one("count")
                || !is_one("max");
            let answer = if several { element.list() } else { element };
            match expr("player").map(|player| &player.ty) {
                // Several players give one answer each.
                Some(Type::List(_)) => answer.list(),
                Some(_) | None => answer,
            }
        }
    }
}
