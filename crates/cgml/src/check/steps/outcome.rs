//! Results of steps, and the names they are stored by.

use super::word_of;
use crate::check::Checker;
use crate::check::expressions::operator::element_of;
use crate::check::expressions::scope::Scope;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{ArgumentValue, Expr, ExprKind, Literal, LocalId, Step, Type};
use crate::syntax;
use crate::vocabulary::actions::{Action, ActionKind, Outcome};
use crate::vocabulary::parameters::Parameter;

impl Checker<'_> {
    /// Binds the result of a step to its `store_as`.
    pub(super) fn store(
        &mut self,
        scope: &mut Scope,
        step: &syntax::Step,
        ty: impl Fn(&Self) -> Type,
    ) -> Option<LocalId> {
        let name = word_of(step.parameter("store_as")?)?;
        let ty = ty(self);
        if ty == Type::Nothing {
            let message = format!("`{}` gives no result to store", step.action.text);
            let diagnostic = Diagnostic::new(code::WRONG_TYPE, name.span, message)
                .hint("do not name it, or name the result of another action");
            self.diagnostics.report(diagnostic);
        }
        // A name that was given before is the same temporary value, in loops and branches as well.
        let known = scope.find(&name.text);
        let known = known.filter(|known| is_kept_alike(&ty, &scope.ty(*known)));
        Some(known.unwrap_or_else(|| scope.bind(&name.text, ty, name.span)))
    }
}

/// True if values of two types are kept in the same way, so that one name can stand for both.
fn is_kept_alike(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Any | Type::Nothing, _) | (_, Type::Any | Type::Nothing) => true,
        (Type::Number | Type::Player, Type::Number | Type::Player) => true,
        (Type::List(one), Type::List(other)) => is_kept_alike(one, other),
        (one, other) => one == other,
    }
}

/// The type of what an action gives.
pub(super) fn outcome(action: &Action, step: &Step) -> Type {
    match action.gives {
        Outcome::Nothing => Type::Nothing,
        Outcome::Card => Type::Card,
        Outcome::Number => Type::Number,
        Outcome::Bool => Type::Bool,
        Outcome::Value(parameter) => {
            expr(step, parameter).map_or(Type::Any, |value| value.ty.clone())
        }
        Outcome::Cards => cards(action, step),
        Outcome::ChosenFrom(parameter) => chosen(step, parameter),
    }
}

/// One card where only one can be meant, otherwise a list.
fn cards(action: &Action, step: &Step) -> Type {
    let mut sources = [Parameter::From, Parameter::Target, Parameter::Zone].into_iter();
    let source = sources.find_map(|parameter| expr(step, parameter.name()));
    match source.map(|source| &source.ty) {
        Some(Type::Card) => Type::Card,
        Some(Type::Zone)
            if matches!(
                action.kind,
                ActionKind::Move | ActionKind::Mill | ActionKind::Deal
            ) && is_one(step, Parameter::Count) =>
        {
            Type::Card
        }
        Some(Type::Zone)
            if action.kind == ActionKind::SearchZone && is_one(step, Parameter::Max) =>
        {
            Type::Card
        }
        _ => Type::Card.list(),
    }
}

/// Type of a choice, of one or several, by one player or each of several.
fn chosen(step: &Step, from: &str) -> Type {
    let element = expr(step, from).map_or(Type::Any, |options| match (from, &options.ty) {
        // Of several zones one is chosen, not a card in one of them.
        ("options", Type::List(zone)) if **zone == Type::Zone => Type::Zone,
        _ => element_of(&options.ty),
    });
    let several = step.argument(Parameter::Multiselect) == Some(&ArgumentValue::Flag(true))
        || expr(step, Parameter::UpTo.name()).is_some()
        || !is_one(step, Parameter::Count)
        || !is_one(step, Parameter::Max);
    let answer = if several { element.list() } else { element };
    match expr(step, Parameter::Player.name()).map(|player| &player.ty) {
        // Several players give one answer each.
        Some(Type::List(_)) => answer.list(),
        Some(_) | None => answer,
    }
}

fn expr<'s>(step: &'s Step, parameter: &str) -> Option<&'s Expr> {
    step.argument_named(parameter)?.expr()
}

/// True if a number is 1 or not given.
fn is_one(step: &Step, parameter: Parameter) -> bool {
    expr(step, parameter.name())
        .is_none_or(|count| count.kind == ExprKind::Literal(Literal::Number(1)))
}
