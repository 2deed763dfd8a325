//! A step that is an action of the language.

use super::outcome::outcome;
use super::word_of;
use crate::check::Checker;
use crate::check::expressions::operator::{element_of, names_of_element};
use crate::check::expressions::scope::{Context, Scope};
use crate::codes::cards::BAD_POLICY;
use crate::diagnostic::Diagnostic;
use crate::model::{Argument, ArgumentValue, Callee, LocalId, Step, Type};
use crate::syntax::{self, Ident};
use crate::vocabulary::actions::{Action, ActionKind};
use crate::vocabulary::parameters::Parameter;
use crate::vocabulary::resolution::Policy;

impl Checker<'_> {
    /// An action with its parameters, in the order in which the vocabulary declares them.
    pub(super) fn action(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        step: &syntax::Step,
    ) -> Option<Step> {
        let mark = scope.enter();
        let mut arguments: Vec<Argument> = Vec::new();
        let mut loop_local = None;
        for (position, key) in action.parameters.iter().enumerate() {
            if key.name == "do" {
                loop_local = self.bind_loop(scope, action, step, &arguments);
            }
            let Some(value) = step.parameter(key.name) else {
                continue;
            };
            let outer = self.enter_delay(scope, action, key.name, &arguments);
            if let Some(value) = self.argument(scope, action, key, value, &arguments) {
                arguments.push(Argument {
                    parameter: position as u32,
                    value,
                });
            }
            if let Some(outer) = outer {
                scope.context = outer;
            }
        }
        if action.is_open() {
            self.open_parameters(scope, action, step, &mut arguments);
        }
        if loop_local.is_some() {
            scope.leave(mark);
        }
        let mut checked = Step {
            callee: Callee::Action(action.kind),
            arguments,
            result: loop_local,
            origin: step.span,
        };
        self.check_pools(&checked);
        self.check_resolve(&checked);
        if loop_local.is_none() {
            checked.result = self.store(scope, step, |_| outcome(action, &checked));
        }
        Some(checked)
    }

    /// Only in a pool do effects of some players wait while those of another are resolved.
    fn check_resolve(&mut self, step: &Step) {
        let policy = self.game.resolution.policy;
        let is_pool = policy == Policy::Pool;
        let is_resolve = step.callee == Callee::Action(ActionKind::Resolve);
        if !is_resolve || is_pool || step.argument(Parameter::Player).is_none() {
            return;
        }
        let policy = policy.name();
        let message = format!("`player` means nothing with the policy `{policy}`");
        let hint = "take it out, or change the policy to `pool`";
        self.diagnostics
            .report(Diagnostic::new(BAD_POLICY, step.origin, message).hint(hint));
    }

    /// Enters the steps of `DELAY`, which know the fields of its event; gives the former context.
    fn enter_delay(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        key: &str,
        arguments: &[Argument],
    ) -> Option<Context> {
        let event = arguments
            .iter()
            .find_map(|argument| match &argument.value {
                ArgumentValue::Event(event) => Some(event.clone()),
                _ => None,
            })?;
        if action.kind != ActionKind::Delay || !["if", "do"].contains(&key) {
            return None;
        }
        let context = self.context_of(std::slice::from_ref(&event));
        Some(std::mem::replace(&mut scope.context, context))
    }

    /// The element of a loop: `$player`, or the item.
    fn bind_loop(
        &mut self,
        scope: &mut Scope,
        action: &'static Action,
        step: &syntax::Step,
        arguments: &[Argument],
    ) -> Option<LocalId> {
        match action.kind {
            ActionKind::ForEachPlayer => Some(scope.bind("player", Type::Player, step.action.span)),
            ActionKind::ForEach => Some(bind_item(scope, step, arguments)),
            _ => None,
        }
    }
}

/// The item of `FOR_EACH`, by the name that `as` gives it and the names of its type.
fn bind_item(scope: &mut Scope, step: &syntax::Step, arguments: &[Argument]) -> LocalId {
    let list = arguments.iter().find_map(|argument| argument.value.expr());
    let ty = list.map_or(Type::Any, |list| element_of(&list.ty));
    let name = step.parameter("as").and_then(word_of);
    let name = name.unwrap_or_else(|| Ident::new("item", step.action.span));
    let item = scope.bind(&name.text, ty.clone(), name.span);
    for alias in names_of_element(&ty) {
        scope.alias(alias, item);
    }
    item
}
