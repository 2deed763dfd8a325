//! Effects: what each step does, with parameters of the right kind.

use rustc_hash::FxHashSet;

use super::Checker;
use super::scope::{Context, Scope};
use crate::codes::shape as shape_code;
use crate::codes::types as code;
use crate::diagnostic::Diagnostic;
use crate::model::{Argument, Callee, DefinitionId, Expr, ExprKind, LocalId, Step, Type, Value};
use crate::read::{TO_USE_IT, all_of, missing_parameters, question};
use crate::source::Span;
use crate::syntax::{self, Ident, Operand};
use crate::tree::NodeId;
use crate::version::Version;
use crate::vocabulary::actions::{self, Action, Outcome};
use crate::vocabulary::fields;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Key;

impl Checker<'_> {
    /// The steps at a node.
    pub(super) fn steps_at(&mut self, scope: &mut Scope, node: Option<NodeId>) -> Vec<Step> {
        let syntax = self.syntax;
        node.map_or_else(Vec::new, |node| self.steps(scope, syntax.steps(node)))
    }

    pub(super) fn steps(&mut self, scope: &mut Scope, steps: &[syntax::Step]) -> Vec<Step> {
        let mut checked = Vec::new();
        for step in steps {
            if !self.spend(1, step.span) {
                break;
            }
            let outer = std::mem::take(&mut scope.hoisted);
            let allowed = std::mem::replace(&mut scope.allows_actions, true);
            let step = self.step(scope, step);
            scope.allows_actions = allowed;
            checked.append(&mut scope.hoisted);
            scope.hoisted = outer;
            checked.extend(step);
        }
        checked
    }

    /// The action of `canPerform`: nothing in it may itself do something.
    pub(super) fn dry_run(&mut self, scope: &mut Scope, step: &syntax::Step) -> Option<Step> {
        let allowed = std::mem::replace(&mut scope.allows_actions, false);
        let checked = self.step(scope, step);
        scope.allows_actions = allowed;
        checked
    }

    fn step(&mut self, scope: &mut Scope, step: &syntax::Step) -> Option<Step> {
        if step.action.text == "=" {
            return self.assignment(scope, step);
        }
        if let Some(action) = actions::find(&step.action.text) {
            return self.action(scope, action, step);
        }
        // A definition with the name of an action is reported where it stands.
        if let Some(action) = actions::find_in_text(&step.action.text) {
            let named = self.name_parameters(action, step);
            return self.action(scope, action, &named);
        }
        if let Some(declared) = self.names.find(NameKind::Definition, &step.action.text) {
            return self.defined_effect(scope, DefinitionId(declared.position), step);
        }
        // It was reported; what it would have stored may still be used.
        self.store(scope, step, |_| Type::Any);
        None
    }

    /// `x = e`: sets what has that name; where nothing has it, names the value for the rest of the effect.
    fn assignment(&mut self, scope: &mut Scope, step: &syntax::Step) -> Option<Step> {
        let [target, amount] = step.parameters.as_slice() else {
            return None;
        };
        let (name, Operand::Expr(value)) = (word_of(&target.value)?, &amount.value) else {
            return None;
        };
        let mut named = step.clone();
        if scope.find(&name.text).is_none() && self.is_taken(scope, &name) {
            return self.action(scope, actions::find("SET_VARIABLE")?, &named);
        }
        let store_as = syntax::Parameter {
            name: Ident::new("store_as", name.span),
            value: Operand::Word(name),
        };
        if let syntax::ExprKind::Call(callee, arguments) = &value.kind
            && self.gives_result(callee)
        {
            named = syntax::Step::from_call(callee.clone(), arguments.clone(), step.span);
            named.parameters.push(store_as);
            return self.step(scope, &named);
        }
        named.parameters[0] = store_as;
        self.action(scope, actions::find("LET")?, &named)
    }

    /// Whether something that an expression may mean has this name already.
    fn is_taken(&self, scope: &Scope, name: &Ident) -> bool {
        let kinds = [
            NameKind::Variable,
            NameKind::Zone,
            NameKind::Pool,
            NameKind::Parameter,
            NameKind::Definition,
        ];
        let mut kinds = kinds.into_iter();
        kinds.any(|kind| self.names.find(kind, &name.text).is_some())
            || fields::WORD.iter().any(|word| word.name == name.text)
            || self.context(scope, &name.text, name.span).is_some()
    }

    /// Whether a call does something and gives a result to be named, rather than computing a value.
    fn gives_result(&self, callee: &Ident) -> bool {
        let defined = self.names.find(NameKind::Definition, &callee.text);
        match (actions::find_in_text(&callee.text), defined) {
            (Some(action), None) => action.gives != Outcome::Nothing,
            (_, Some(definition)) => !self.is_function(DefinitionId(definition.position)),
            (None, None) => false,
        }
    }

    /// Gives the parameters of a step in text their names, and checks that none is missing. What does
    /// not fit is reported and left out.
    fn name_parameters(&mut self, action: &'static Action, step: &syntax::Step) -> syntax::Step {
        self.version_fits(action, &step.action);
        let mut named = syntax::Step {
            action: step.action.clone(),
            parameters: Vec::new(),
            span: step.span,
        };
        if !self.spend_copy(step.span) {
            return named;
        }
        let names = step.parameters.iter().map(|it| it.name.text.clone());
        let mut given: FxHashSet<String> = names.collect();
        let mut known = FxHashSet::default();
        for parameter in &step.parameters {
            let Some(name) = self.parameter_name(action, &parameter.name, &given) else {
                continue;
            };
            given.insert(name.clone());
            if !known.insert(name.clone()) {
                self.given_twice(&name, parameter);
                continue;
            }
            named.parameters.push(syntax::Parameter {
                name: Ident::new(name, parameter.name.span),
                value: parameter.value.clone(),
            });
        }
        let is_missing = |key: &&Key| {
            let mut given = named.parameters.iter();
            key.required && !given.any(|parameter| parameter.name.text == key.name)
        };
        let missing: Vec<&Key> = action.parameters.iter().filter(is_missing).collect();
        let fits = named.parameters.len() == step.parameters.len();
        if !missing.is_empty() && fits {
            let name = action.text_name();
            let diagnostic = missing_parameters(&name, &missing, step.action.span);
            self.diagnostics.report(diagnostic);
        }
        named
    }

    fn given_twice(&mut self, name: &str, parameter: &syntax::Parameter) {
        let message = format!("`{name}` is given twice");
        let diagnostic = Diagnostic::new(shape_code::GIVEN_TWICE, parameter.name.span, message)
            .hint("it was given by position or by name before; keep one of them");
        self.diagnostics.report(diagnostic);
    }

    /// The parameter that a position or a name means.
    fn parameter_name(
        &mut self,
        action: &'static Action,
        name: &Ident,
        given: &FxHashSet<String>,
    ) -> Option<String> {
        if let Ok(position) = name.text.parse::<usize>() {
            if position >= action.positional && action.name == "EMIT" {
                // The fields of the event, in their order.
                return Some(name.text.clone());
            }
            if position >= action.positional {
                self.too_many_positions(action, name);
                return None;
            }
            return Some(action.parameters[position].name.to_owned());
        }
        if action.parameter(&name.text).is_some() || action.is_open() {
            return Some(name.text.clone());
        }
        let known = || action.parameters.iter().map(|key| key.name);
        let near = self
            .search
            .meant(&name.text, known().filter(|known| !given.contains(*known)));
        let hint = match near {
            Some(near) => question(near),
            None => format!("it takes {}", all_of(known())),
        };
        let message = format!("`{}` has no parameter `{}`", action.text_name(), name.text);
        self.diagnostics
            .report(Diagnostic::new(shape_code::UNKNOWN_PARAMETER, name.span, message).hint(hint));
        near.map(str::to_owned)
    }

    fn too_many_positions(&mut self, action: &'static Action, name: &Ident) {
        let (positional, others) = action.parameters.split_at(action.positional);
        let takes = match positional {
            [] => "no values by position".to_owned(),
            [_] => "one value by position".to_owned(),
            several => format!("{} values by position", several.len()),
        };
        let message = format!("`{}` takes {takes}", action.text_name());
        let hint = match others {
            [] => "take this one out".to_owned(),
            others => format!(
                "give the others by name: {}",
                all_of(others.iter().map(|key| key.name))
            ),
        };
        self.diagnostics
            .report(Diagnostic::new(shape_code::TOO_MANY_POSITIONS, name.span, message).hint(hint));
    }

    fn version_fits(&mut self, action: &Action, name: &Ident) {
        if action.since > self.version {
            let what = format!("the action `{}`", action.name);
            self.needs_version(&what, action.since, name.span);
        }
    }

    /// Reports a part of the language that is newer than the file.
    pub(super) fn needs_version(&mut self, what: &str, since: Version, span: Span) {
        let message = format!("{what} is part of CGML {since}");
        let diagnostic = Diagnostic::new(shape_code::NEEDS_1_4, span, message).hint(TO_USE_IT);
        self.diagnostics.report(diagnostic);
    }

    fn action(
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
            let parameter = step
                .parameters
                .iter()
                .find(|parameter| parameter.name.text == key.name);
            let Some(parameter) = parameter else { continue };
            let outer = self.enter_delay(scope, action, key.name, &arguments);
            if let Some(value) = self.argument(scope, action, key, &parameter.value, &arguments) {
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
            callee: Callee::Action(action),
            arguments,
            result: loop_local,
            origin: step.span,
        };
        self.check_pools(&checked);
        if loop_local.is_none() {
            checked.result = self.store(scope, step, |_| outcome(action, &checked));
        }
        Some(checked)
    }

    /// What `DELAY` does later knows what its event tells; gives what was known before.
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
                Value::Event(event) => Some(event.clone()),
                _ => None,
            })?;
        if action.name != "DELAY" || !["if", "do"].contains(&key) {
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
        match action.name {
            "FOR_EACH_PLAYER" => Some(scope.bind("player", Type::Player, step.action.span)),
            "FOR_EACH" => {
                let list = arguments.iter().find_map(|argument| match &argument.value {
                    Value::Expr(expr) => Some(expr.ty.clone()),
                    _ => None,
                });
                let ty = list.map_or(Type::Any, |list| super::operator::element_of(&list));
                let name = step
                    .parameters
                    .iter()
                    .find(|parameter| parameter.name.text == "as");
                let name = name.and_then(|parameter| word_of(&parameter.value));
                let span = name.as_ref().map_or(step.action.span, |name| name.span);
                let item = scope.bind(
                    name.as_ref().map_or("item", |name| name.text.as_str()),
                    ty.clone(),
                    span,
                );
                for alias in super::operator::names_of_element(&ty) {
                    scope.alias(alias, item);
                }
                Some(item)
            }
            _ => None,
        }
    }

    /// Binds the result of a step to its `store_as`.
    fn store(
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

    fn defined_effect(
        &mut self,
        scope: &mut Scope,
        definition: DefinitionId,
        step: &syntax::Step,
    ) -> Option<Step> {
        if self.is_function(definition) {
            let name = &step.action.text;
            let message = format!("`{name}` gives a value; it does nothing");
            let diagnostic = Diagnostic::new(code::WRONG_ARGUMENT, step.action.span, message)
                .hint(format!("use the value, such as `score = {name}(…)`"));
            self.diagnostics.report(diagnostic);
            return None;
        }
        let arguments: Vec<syntax::Argument> = step
            .parameters
            .iter()
            .filter(|parameter| parameter.name.text != "store_as")
            .filter_map(|parameter| {
                let is_position = parameter.name.text.parse::<usize>().is_ok();
                let name = (!is_position).then(|| parameter.name.clone());
                match &parameter.value {
                    Operand::Expr(value) => Some(syntax::Argument {
                        name,
                        value: value.clone(),
                    }),
                    _ => None,
                }
            })
            .collect();
        let values = self.effect_arguments(scope, definition, &step.action, &arguments)?;
        let arguments = values.into_iter().enumerate();
        let arguments = arguments.map(|(parameter, value)| Argument {
            parameter: parameter as u32,
            value,
        });
        let arguments = arguments.collect();
        let result = self.store(scope, step, |_| Type::Any);
        Some(Step {
            callee: Callee::Effect(definition),
            arguments,
            result,
            origin: step.span,
        })
    }

    /// An action inside an expression: a step of its own before, and its result.
    pub(super) fn hoist(
        &mut self,
        scope: &mut Scope,
        name: &Ident,
        arguments: &[syntax::Argument],
        span: Span,
    ) -> Expr {
        if !self.spend_copy(span) {
            return super::scope::wrong(span);
        }
        let mut step = syntax::Step::from_call(name.clone(), arguments.to_vec(), span);
        let local_name = format!("{} {}", name.text, span.start);
        step.parameters.push(syntax::Parameter {
            name: Ident::new("store_as", name.span),
            value: Operand::Word(Ident::new(local_name, name.span)),
        });
        let Some(step) = self.step(scope, &step) else {
            return super::scope::wrong(span);
        };
        let Some(local) = step.result else {
            return super::scope::wrong(span);
        };
        scope.hoisted.push(step);
        Expr {
            kind: ExprKind::Local(local),
            ty: scope.ty(local),
            origin: span,
        }
    }
}

/// The bare or quoted word that a parameter is.
pub(super) fn word_of(value: &Operand) -> Option<Ident> {
    match value {
        Operand::Word(word) => Some(word.clone()),
        Operand::Expr(expr) => dotted(expr),
        Operand::Steps(_) | Operand::Prose(_) | Operand::Modifiers(_) | Operand::Modes(_) => None,
    }
}

/// A path of words as one word: `turn.end`.
pub(super) fn dotted(expr: &syntax::Expr) -> Option<Ident> {
    match &expr.kind {
        syntax::ExprKind::Field(base, field) => {
            let base = dotted(base)?;
            Some(Ident::new(
                format!("{}.{}", base.text, field.text),
                expr.span,
            ))
        }
        _ => super::infer::word(expr),
    }
}

/// The type of what an action gives.
fn outcome(action: &Action, step: &Step) -> Type {
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
            let element =
                expr(parameter).map_or(Type::Any, |from| super::operator::element_of(&from.ty));
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
