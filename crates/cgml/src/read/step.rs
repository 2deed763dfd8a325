//! Reading effects: steps in the long form, and as text from 1.4 on.

use super::{Reader, did_you_mean, one_of};
use crate::codes::shape as code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::{
    Argument, AssignOperator, Expr, ExprKind, Ident, Mode, Modifier, ModifierOperator, Operand,
    Parameter, Step, TextStep,
};
use crate::text;
use crate::tree::{Entry, NodeId, Value};
use crate::vocabulary::actions::{self, ALIASES, Action};
use crate::vocabulary::keys::MODE;
use crate::vocabulary::shape::{Key, Shape};

impl Reader<'_> {
    /// Reads the effect at a node and keeps it.
    pub(super) fn effect(&mut self, node: NodeId) {
        let steps = self.steps(node);
        self.syntax.steps.insert(node, steps);
    }

    pub(super) fn steps(&mut self, node: NodeId) -> Vec<Step> {
        match &self.tree.node(node).value {
            Value::List(items) => items
                .clone()
                .into_iter()
                .flat_map(|item| self.step_item(item))
                .collect(),
            Value::Scalar(scalar) if scalar.is_null() => {
                self.wrong_kind(node, "a list of actions; `[]` for none");
                Vec::new()
            }
            Value::Scalar(_) | Value::Map(_) if self.is_1_4() => self.step_item(node),
            Value::Scalar(_) | Value::Map(_) => {
                self.wrong_kind(node, "a list of actions");
                Vec::new()
            }
        }
    }

    fn step_item(&mut self, node: NodeId) -> Vec<Step> {
        let Some(scalar) = self.tree.scalar(node).cloned() else {
            return self.step(node).into_iter().collect();
        };
        if !self.is_1_4() {
            self.wrong_kind(node, "an action as a mapping");
            return Vec::new();
        }
        let place = self.text_place(node, &scalar);
        let steps = text::parse_steps(&scalar.text, &place, self.diagnostics).unwrap_or_default();
        steps
            .into_iter()
            .filter_map(|(step, span)| self.text_step(step, span))
            .collect()
    }

    /// Reads one step in the long form.
    pub(super) fn step(&mut self, node: NodeId) -> Option<Step> {
        let span = self.tree.span(node);
        if !matches!(self.tree.node(node).value, Value::Map(_)) {
            self.wrong_kind(node, "an action as a mapping");
            return None;
        }
        let Some(entry) = self.tree.entry(node, "action").cloned() else {
            self.missing_action(node);
            return None;
        };
        let name = self.tree.text(entry.value).unwrap_or("").to_owned();
        let name = Ident::new(name, self.tree.span(entry.value));
        let others: Vec<Entry> = self
            .tree
            .entries(node)
            .iter()
            .filter(|entry| entry.key != "action")
            .cloned()
            .collect();
        match self.action_named(&name) {
            Some(action) => Some(self.action_step(action, name, &others, span)),
            None if self.defined.contains(&name.text) => {
                Some(self.defined_step(name, &others, span))
            }
            None => {
                self.unknown_action(&name);
                None
            }
        }
    }

    fn missing_action(&mut self, node: NodeId) {
        let message = "a step needs the key `action`";
        let key = self
            .tree
            .entries(node)
            .first()
            .map(|entry| entry.key.as_str());
        let hint = key
            .and_then(|key| super::operand::without_quotes(key, self.version))
            .unwrap_or_else(|| "write `action: MOVE` or another action".to_owned());
        let span = self.tree.span(node);
        self.report_hint(code::MISSING_ACTION, span, message, Some(hint));
    }

    fn action_named(&mut self, name: &Ident) -> Option<&'static Action> {
        let alias = actions::alias(&name.text, self.version);
        if let Some(new) = alias {
            let message = format!("`{}` is the old name of `{new}`", name.text);
            let diagnostic = Diagnostic::new(code::DEPRECATED_ACTION, name.span, message)
                .hint("`fuda migrate FILE` renames it")
                .fix(name.span, new);
            self.diagnostics.report(diagnostic);
        }
        let action = actions::find(alias.unwrap_or(&name.text))?;
        self.check_version(action, name.span);
        Some(action)
    }

    fn check_version(&mut self, action: &Action, span: Span) {
        if action.since > self.version {
            let message = format!(
                "the action `{}` is part of CGML {}",
                action.name, action.since
            );
            let hint = Some("write `cgml_version: \"1.4\"` to use it".to_owned());
            self.report_hint(code::NEEDS_1_4, span, message, hint);
        }
    }

    fn unknown_action(&mut self, name: &Ident) {
        let upper = name.text.to_uppercase();
        let known: Vec<&str> = actions::all()
            .map(|action| action.name)
            .chain(self.defined.iter().map(String::as_str))
            .collect();
        let renamed = ALIASES.iter().find(|(old, _)| *old == name.text);
        let hint = renamed
            .map(|(_, new)| format!("it is called `{new}` now; `fuda migrate FILE` renames it"))
            .or_else(|| did_you_mean(&name.text, known.iter().copied()))
            .or_else(|| did_you_mean(&upper, known.iter().copied()));
        let message = format!("there is no action `{}`", name.text);
        self.report_hint(code::UNKNOWN_ACTION, name.span, message, hint);
    }

    fn action_step(
        &mut self,
        action: &'static Action,
        name: Ident,
        entries: &[Entry],
        span: Span,
    ) -> Step {
        let mut parameters = Vec::new();
        for entry in entries {
            let Some(key) = action.parameter(&entry.key) else {
                if action.is_open() {
                    self.open_parameter(entry, &mut parameters);
                } else {
                    self.unknown_parameter(action, &Ident::new(entry.key.clone(), entry.key_span));
                }
                continue;
            };
            if !self.parameter_is_known(action, key, entry.key_span) {
                continue;
            }
            if let Some(value) = self.parameter(entry.value, &key.shape) {
                let name = Ident::new(entry.key.clone(), entry.key_span);
                parameters.push(Parameter { name, value });
            }
        }
        let given: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
        self.missing_parameters(action, &given, name.span);
        Step {
            action: Ident::new(action.name, name.span),
            parameters,
            span,
        }
    }

    fn open_parameter(&mut self, entry: &Entry, parameters: &mut Vec<Parameter>) {
        if let Some(value) = self.operand(entry.value) {
            let name = Ident::new(entry.key.clone(), entry.key_span);
            parameters.push(Parameter {
                name,
                value: Operand::Expr(value),
            });
        }
    }

    fn parameter_is_known(&mut self, action: &Action, key: &Key, span: Span) -> bool {
        if key.since <= self.version {
            return true;
        }
        let message = format!(
            "the parameter `{}` of `{}` is part of CGML {}",
            key.name, action.name, key.since
        );
        let hint = Some("write `cgml_version: \"1.4\"` to use it".to_owned());
        self.report_hint(code::NEEDS_1_4, span, message, hint);
        false
    }

    fn unknown_parameter(&mut self, action: &Action, name: &Ident) {
        let known = || {
            action
                .parameters
                .iter()
                .chain(actions::COMMON)
                .map(|key| key.name)
        };
        let hint = did_you_mean(&name.text, known()).unwrap_or_else(|| {
            format!(
                "`{}` takes {}",
                action.name,
                one_of(known()).replace(" or ", " and ")
            )
        });
        let message = format!("`{}` has no parameter `{}`", action.name, name.text);
        self.report_hint(code::UNKNOWN_PARAMETER, name.span, message, Some(hint));
    }

    fn missing_parameters(&mut self, action: &Action, given: &[&str], span: Span) {
        for key in action.parameters.iter().filter(|key| key.required) {
            if !given.contains(&key.name) {
                let message = format!("`{}` needs the parameter `{}`", action.name, key.name);
                let hint = format!("`{}`: {}", key.name, key.about);
                self.report_hint(code::MISSING_PARAMETER, span, message, Some(hint));
            }
        }
    }

    /// A call of a defined effect: its parameters are known to the checker only.
    fn defined_step(&mut self, name: Ident, entries: &[Entry], span: Span) -> Step {
        let mut parameters = Vec::new();
        for entry in entries {
            let key = Ident::new(entry.key.clone(), entry.key_span);
            let value = match entry.key.as_str() {
                "store_as" => self
                    .tree
                    .text(entry.value)
                    .map(|text| Operand::Word(Ident::new(text, self.tree.span(entry.value)))),
                "meta" => continue,
                _ => self.operand(entry.value).map(Operand::Expr),
            };
            parameters.extend(value.map(|value| Parameter { name: key, value }));
        }
        Step {
            action: name,
            parameters,
            span,
        }
    }

    /// Reads a parameter's value by its shape.
    fn parameter(&mut self, node: NodeId, shape: &Shape) -> Option<Operand> {
        match shape {
            Shape::Operand(_) => self.operand(node).map(Operand::Expr),
            Shape::Count => self.count_operand(node).map(Operand::Expr),
            Shape::Player | Shape::Players => self.player_operand(node).map(Operand::Expr),
            Shape::Steps => Some(Operand::Steps(self.steps(node))),
            Shape::Prose => {
                self.walk(node, shape);
                Some(Operand::Prose(self.prose_of(node)))
            }
            Shape::Modifiers => Some(Operand::Modifiers(self.modifiers_at(node))),
            Shape::Flag => {
                self.walk(node, shape);
                let flag = self.tree.scalar(node)?.bool()?;
                Some(Operand::Expr(Expr {
                    kind: ExprKind::Bool(flag),
                    span: self.tree.span(node),
                }))
            }
            Shape::OneOrMany(_) => Some(self.names_operand(node)),
            Shape::List(Shape::Object(_)) => Some(Operand::Modes(self.modes(node))),
            Shape::Either(shapes) => {
                let word = shapes.iter().find(|shape| match shape {
                    Shape::Word(words) => self
                        .tree
                        .text(node)
                        .is_some_and(|text| words.contains(&text)),
                    _ => false,
                });
                let fallback = shapes.last()?;
                self.parameter(node, word.unwrap_or(fallback))
            }
            Shape::Any => None,
            Shape::Word(_)
            | Shape::Name(_)
            | Shape::NewName(_)
            | Shape::Event
            | Shape::Number(..)
            | Shape::Text
            | Shape::Literal
            | Shape::Trigger
            | Shape::Type
            | Shape::Card
            | Shape::List(_)
            | Shape::Map(..)
            | Shape::MapOf(..)
            | Shape::Words(_)
            | Shape::Object(_) => {
                self.walk(node, shape);
                let text = self.tree.text(node)?;
                Some(Operand::Word(Ident::new(text, self.tree.span(node))))
            }
        }
    }

    /// One name or several; each may have parameters, as in `power_attacker(2000)`.
    fn names_operand(&mut self, node: NodeId) -> Operand {
        let span = self.tree.span(node);
        let names = match &self.tree.node(node).value {
            Value::List(items) => items.clone(),
            Value::Scalar(_) | Value::Map(_) => vec![node],
        };
        let names = names
            .into_iter()
            .filter_map(|name| self.operand(name))
            .collect();
        Operand::Expr(super::operand::call("list", span, names, span))
    }

    fn modes(&mut self, node: NodeId) -> Vec<Mode> {
        let items = self.tree.items(node).to_vec();
        if items.is_empty() {
            self.wrong_kind(node, "a list of modes");
        }
        items.into_iter().map(|item| self.mode(item)).collect()
    }

    fn mode(&mut self, node: NodeId) -> Mode {
        self.walk(node, &Shape::Object(&MODE));
        let get = |key| self.tree.get(node, key);
        Mode {
            text: get("text").map_or_else(Vec::new, |text| self.prose_of(text)),
            condition: get("if").and_then(|condition| self.syntax.expression(condition).cloned()),
            steps: get("do").map_or_else(Vec::new, |steps| self.syntax.steps(steps).to_vec()),
            span: self.tree.span(node),
        }
    }

    fn prose_of(&self, node: NodeId) -> Vec<(Ident, String)> {
        let span = self.tree.span(node);
        match &self.tree.node(node).value {
            Value::Scalar(scalar) => vec![(Ident::new("", span), scalar.text.clone())],
            Value::Map(entries) => entries
                .iter()
                .filter_map(|entry| {
                    let text = self.tree.text(entry.value)?;
                    Some((
                        Ident::new(entry.key.clone(), entry.key_span),
                        text.to_owned(),
                    ))
                })
                .collect(),
            Value::List(_) => Vec::new(),
        }
    }

    fn text_step(&mut self, step: TextStep, span: Span) -> Option<Step> {
        match step {
            TextStep::Call(name, arguments) => self.text_call(name, arguments, span),
            TextStep::Assign {
                target,
                operator,
                value,
            } => self.assignment(target, operator, value, span),
        }
    }

    /// A call in text; the checker names its parameters and gives each the form it must have.
    fn text_call(&mut self, name: Ident, arguments: Vec<Argument>, span: Span) -> Option<Step> {
        if !self.is_step(&name.text) {
            self.unknown_text_action(&name);
            return None;
        }
        Some(Step::from_call(name, arguments, span))
    }

    fn is_step(&self, name: &str) -> bool {
        self.defined.contains(name) || actions::find_in_text(name).is_some()
    }

    fn unknown_text_action(&mut self, name: &Ident) {
        let known: Vec<String> = actions::all()
            .map(Action::text_name)
            .chain(self.defined.iter().cloned())
            .collect();
        let hint = did_you_mean(&name.text, known.iter().map(String::as_str));
        let message = format!("there is no action or defined effect `{}`", name.text);
        self.report_hint(code::UNKNOWN_ACTION, name.span, message, hint);
    }

    /// `x = e` sets, `x += e` increases; `x = choose(…)` names the result of an action, unless `x` is
    /// a variable.
    fn assignment(
        &mut self,
        target: Expr,
        operator: AssignOperator,
        value: Expr,
        span: Span,
    ) -> Option<Step> {
        if let (ExprKind::Name(name), ExprKind::Call(callee, arguments)) =
            (&target.kind, &value.kind)
            && operator == AssignOperator::Set
            && !self.variables.contains(name)
            && gives_result(&callee.text, self.defined.contains(&callee.text))
        {
            let mut step = Step::from_call(callee.clone(), arguments.clone(), span);
            step.parameters.push(Parameter {
                name: Ident::new("store_as", target.span),
                value: Operand::Word(Ident::new(name.clone(), target.span)),
            });
            return Some(step);
        }
        let (action, amount) = match operator {
            AssignOperator::Set => ("SET_VARIABLE", ("value", value)),
            AssignOperator::Add => ("INCREMENT", ("by", value)),
            AssignOperator::Subtract => {
                let span = value.span;
                let zero = Expr {
                    kind: ExprKind::Number(0),
                    span,
                };
                (
                    "INCREMENT",
                    (
                        "by",
                        super::operand::call("sub", span, vec![zero, value], span),
                    ),
                )
            }
        };
        let parameters = vec![
            Parameter {
                name: Ident::new("path", target.span),
                value: Operand::Expr(target),
            },
            Parameter {
                name: Ident::new(amount.0, amount.1.span),
                value: Operand::Expr(amount.1),
            },
        ];
        Some(Step {
            action: Ident::new(action, span),
            parameters,
            span,
        })
    }

    /// Reads the continuous changes at a node and keeps them.
    pub(super) fn modifiers(&mut self, node: NodeId) {
        let modifiers = self.modifiers_at(node);
        self.syntax.modifiers.insert(node, modifiers);
    }

    fn modifiers_at(&mut self, node: NodeId) -> Vec<Modifier> {
        match &self.tree.node(node).value {
            Value::List(items) => items
                .clone()
                .into_iter()
                .filter_map(|item| self.modifier(item))
                .collect(),
            Value::Scalar(_) | Value::Map(_) => self.modifier(node).into_iter().collect(),
        }
    }

    fn modifier(&mut self, node: NodeId) -> Option<Modifier> {
        if let Some(scalar) = self.tree.scalar(node).cloned() {
            let place = self.text_place(node, &scalar);
            return text::parse_modifier(&scalar.text, &place, self.diagnostics);
        }
        let entries = self.tree.entries(node).to_vec();
        let operator_of = |key: &str| {
            MODIFIER_KEYS
                .iter()
                .find(|(name, _)| *name == key)
                .map(|(_, operator)| *operator)
        };
        for entry in entries
            .iter()
            .filter(|entry| entry.key != "target" && operator_of(&entry.key).is_none())
        {
            let known = MODIFIER_KEYS
                .iter()
                .map(|(name, _)| *name)
                .chain(["target"]);
            let hint = did_you_mean(&entry.key, known);
            let message = format!("a change has no key `{}`", entry.key);
            self.report_hint(code::UNKNOWN_KEY, entry.key_span, message, hint);
        }
        let changes: Vec<(ModifierOperator, NodeId)> = entries
            .iter()
            .filter_map(|entry| Some((operator_of(&entry.key)?, entry.value)))
            .collect();
        let (Some(target), [(operator, amount)]) =
            (self.tree.get(node, "target"), changes.as_slice())
        else {
            self.wrong_kind(node, "a change such as `this.power + 1000`, or a mapping with `target` and one of `set`, `add`, `subtract`, `multiply`, `divide`");
            return None;
        };
        let target = self.operand(target);
        Some(Modifier {
            target: target?,
            operator: *operator,
            amount: self.operand(*amount)?,
        })
    }
}

const MODIFIER_KEYS: &[(&str, ModifierOperator)] = &[
    ("set", ModifierOperator::Set),
    ("add", ModifierOperator::Add),
    ("subtract", ModifierOperator::Subtract),
    ("multiply", ModifierOperator::Multiply),
    ("divide", ModifierOperator::Divide),
];

/// Whether a call does something and gives a result to be named, rather than computing a value.
fn gives_result(callee: &str, is_defined: bool) -> bool {
    match actions::find_in_text(callee) {
        Some(action) => action.gives != actions::Outcome::Nothing,
        None => is_defined && crate::vocabulary::operators::find(callee).is_none(),
    }
}
