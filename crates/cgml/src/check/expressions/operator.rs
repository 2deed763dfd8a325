//! Calls in expressions: operators, defined functions, and actions whose result is used.

use crate::check::Checker;
use crate::check::expressions::scope::{Scope, wrong};
use crate::codes::shape::UNKNOWN_OPERATOR;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{DefinitionId, Expr, ExprKind, Type};
use crate::read::question;
use crate::source::Span;
use crate::syntax::{self, Argument, Ident};
use crate::vocabulary::actions::{self, Action};
use crate::vocabulary::names::NameKind;
use crate::vocabulary::operators::{self, Operator};

mod compare;
mod operands;
mod possible;
mod result;

impl Checker<'_> {
    /// Meaning of a name with brackets: an operator, a defined function, or an action.
    pub(in crate::check) fn call(
        &mut self,
        scope: &mut Scope,
        name: &Ident,
        arguments: &[Argument],
        span: Span,
        expected: &Type,
    ) -> Expr {
        if let Some(operator) = operators::find(&name.text) {
            return self.operator(scope, operator, name, arguments, span, expected);
        }
        if let Some(definition) = self.names.find(NameKind::Definition, &name.text) {
            let definition = DefinitionId(definition.position);
            if self.is_function(definition) {
                return self.function(scope, definition, name, arguments, span);
            }
            return self.action_call(scope, name, arguments, span);
        }
        if actions::find_in_text(&name.text).is_some() {
            return self.action_call(scope, name, arguments, span);
        }
        match self.unknown_function(scope, name, arguments.len()) {
            Some(near) => self.call(scope, &near, arguments, span, expected),
            None => wrong(span),
        }
    }

    /// Reports a function that does not exist; gives the operator it is taken for, if it takes as many
    /// operands.
    fn unknown_function(&mut self, scope: &Scope, name: &Ident, count: usize) -> Option<Ident> {
        let actions = actions::all().filter(|_| scope.allows_actions);
        let actions: Vec<String> = actions.map(Action::text_name).collect();
        let actions = actions.iter().map(String::as_str);
        let known = operators::all().map(|operator| operator.name);
        let defined = self.names.of(NameKind::Definition);
        let near = self
            .search
            .meant(&name.text, known.chain(defined).chain(actions));
        let hint = match near {
            Some(near) => question(near),
            None => "functions of your own are written under `define`".into(),
        };
        let operator = operators::find(near.unwrap_or_default());
        if near.is_some() || self.names.is_complete(NameKind::Definition) {
            let message = format!("there is no operator or defined function `{}`", name.text);
            self.diagnostics
                .report(Diagnostic::new(UNKNOWN_OPERATOR, name.span, message).hint(hint));
        }
        let operator = operator.filter(|operator| operator.takes(count, self.version))?;
        Some(Ident::new(operator.name, name.span))
    }

    /// A call of an operator; some have checks of their own.
    fn operator(
        &mut self,
        scope: &mut Scope,
        operator: &'static Operator,
        name: &Ident,
        arguments: &[Argument],
        span: Span,
        expected: &Type,
    ) -> Expr {
        if operator.since > self.version {
            let what = format!("the operator `{}`", operator.name);
            self.needs_version(&what, operator.since, name.span);
        }
        self.operands_have_no_names(operator, arguments);
        if !self.arity_fits(operator, arguments.len(), name.span) {
            return wrong(span);
        }
        let syntax: Vec<&syntax::Expr> = arguments.iter().map(|argument| &argument.value).collect();
        match operator.name {
            "canPerform" => self.can_perform(scope, syntax[0], span),
            "can" => self.can_move(scope, &syntax, span),
            "isEqual" => self.equal(scope, operator, &syntax, span),
            "in" => self.is_in(scope, operator, &syntax, span),
            "contains" => self.contains(scope, operator, &syntax, span),
            "isGreaterThan" | "isLessThan" => self.comparison(scope, operator, &syntax, span),
            "rank_value" => self.rank_value(scope, operator, syntax[0], span),
            _ => {
                let operands = self.operands(scope, operator, &syntax, expected);
                self.finish(operator, operands, span)
            }
        }
    }

    /// A call of a defined function.
    fn function(
        &mut self,
        scope: &mut Scope,
        definition: DefinitionId,
        name: &Ident,
        arguments: &[Argument],
        span: Span,
    ) -> Expr {
        let Some(values) = self.function_arguments(scope, definition, name, arguments) else {
            return wrong(span);
        };
        let ty = self.function_type(definition).unwrap_or(Type::Any);
        Expr::new(ExprKind::Function(definition, values), ty, span)
    }

    /// An action inside a step: it becomes a step before, and its result stands here.
    fn action_call(
        &mut self,
        scope: &mut Scope,
        name: &Ident,
        arguments: &[Argument],
        span: Span,
    ) -> Expr {
        if !scope.allows_actions {
            let message = format!(
                "`{}` does something; it cannot stand in an expression",
                name.text
            );
            let hint = "put it into the effect as a step of its own";
            self.diagnostics
                .report(Diagnostic::new(code::ACTION_IN_EXPRESSION, name.span, message).hint(hint));
            return wrong(span);
        }
        self.hoist(scope, name, arguments, span)
    }
}

/// Type of the elements of a list; a list of zones has their cards.
pub(in crate::check) fn element_of(ty: &Type) -> Type {
    match ty.element() {
        Some(Type::Zone) => Type::Card,
        Some(element) => element.clone(),
        None if *ty == Type::Range => Type::Number,
        None => Type::Any,
    }
}

/// The names an element goes by besides `item`.
pub(in crate::check) fn names_of_element(ty: &Type) -> &'static [&'static str] {
    match ty {
        Type::Card => &["card"],
        Type::Player => &["player"],
        Type::Any => &["card", "player"],
        _ => &[],
    }
}
