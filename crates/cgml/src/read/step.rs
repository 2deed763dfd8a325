//! Reading effects: steps in the long form, and as text from 1.4 on.

use super::walk::described;
use super::{Reader, TO_USE_IT, all_of, did_you_mean, question};
use crate::codes::shape as code;
use crate::diagnostic::Diagnostic;
use crate::similar::{meant, nearest};
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
        if self.tree.node(node).tag.is_some() || self.is_torn(node) {
            return Vec::new();
        }
        match &self.tree.node(node).value {
            Value::List(items) => items
                .iter()
                .copied()
                .flat_map(|item| self.step_item(item))
                .collect(),
            Value::Scalar(scalar) if scalar.is_null() => {
                let hint = Some("write `[]` for none".to_owned());
                self.wrong_kind_hint(node, "a list of steps", hint);
                Vec::new()
            }
            Value::Scalar(_) | Value::Map(_) if self.is_1_4() => self.step_item(node),
            Value::Scalar(_) => {
                self.text_step_needs_1_4(node);
                Vec::new()
            }
            Value::Map(_) => {
                let hint = Some("put `- ` before it".to_owned());
                self.wrong_kind_hint(node, "a list of steps", hint);
                self.step(node).into_iter().collect()
            }
        }
    }

    fn step_item(&mut self, node: NodeId) -> Vec<Step> {
        let Some(scalar) = self.tree.scalar(node).cloned() else {
            return self.step(node).into_iter().collect();
        };
        if self.tree.node(node).tag.is_some() {
            return Vec::new();
        }
        if !self.is_1_4() {
            self.text_step_needs_1_4(node);
            return Vec::new();
        }
        let place = self.text_place(node, &scalar);
        let steps = text::parse_steps(&scalar.text, &place, self.diagnostics).unwrap_or_default();
        steps
            .into_iter()
            .filter_map(|(step, span)| self.text_step(step, span))
            .collect()
    }

    fn text_step_needs_1_4(&mut self, node: NodeId) {
        let hint = "steps as text need `cgml_version: \"1.4\"`; in 1.3 write `action: SHUFFLE` and \
                    its parameters";
        self.wrong_kind_hint(node, "an action as a mapping", Some(hint.to_owned()));
    }

    /// Reads one step in the long or the short form.
    pub(super) fn step(&mut self, node: NodeId) -> Option<Step> {
        let span = self.tree.span(node);
        if self.tree.node(node).tag.is_some() || self.is_torn(node) {
            return None;
        }
        if !matches!(self.tree.node(node).value, Value::Map(_)) {
            self.wrong_kind(node, "an action as a mapping");
            return None;
        }
        let Some(entry) = self.tree.entry(node, "action").cloned() else {
            return self.short_step(node);
        };
        let Some(name) = self.tree.text(entry.value) else {
            self.wrong_kind(entry.value, "the name of an action");
            return None;
        };
        let name = Ident::new(name, self.tree.span(entry.value));
        let others: Vec<Entry> = self
            .tree
            .entries(node)
            .iter()
            .filter(|entry| entry.key != "action")
            .cloned()
            .collect();
        let action = self.action_named(&name);
        if action.is_none() && self.defined.contains(name.text.as_str()) {
            return Some(self.defined_step(name, &others, span));
        }
        match action.or_else(|| self.unknown_action(&name)) {
            Some(action) => Some(self.action_step(action, name, &others, span)),
            None => Some(self.unknown_step(name, &others, span)),
        }
    }

    /// A step that was reported: the rest of the effect may still use what it stores.
    fn unknown_step(&mut self, name: Ident, entries: &[Entry], span: Span) -> Step {
        let stored = entries.iter().filter(|entry| entry.key == "store_as");
        let stored: Vec<Entry> = stored.cloned().collect();
        self.defined_step(name, &stored, span)
    }

    /// Reads a step whose first key is the action in small letters: `repeat: 3` with `do: …`. From 1.4.
    fn short_step(&mut self, node: NodeId) -> Option<Step> {
        let span = self.tree.span(node);
        let entries = self.tree.entries(node);
        let is_action = |entry: &&Entry| self.is_1_4() && self.is_step(&entry.key);
        let Some(first) = entries.iter().find(is_action) else {
            self.missing_action(node);
            return None;
        };
        let name = Ident::new(first.key.clone(), first.key_span);
        let others = entries.iter().filter(|entry| entry.key != first.key);
        let mut others: Vec<Entry> = others.cloned().collect();
        if self.defined.contains(name.text.as_str()) {
            let leading = Entry {
                key: "0".to_owned(),
                ..first.clone()
            };
            others.insert(0, leading);
            return Some(self.defined_step(name, &others, span));
        }
        let action = actions::find_in_text(&name.text)?;
        self.check_version(action, name.span);
        if let Some(key) = action.leading() {
            let leading = Entry {
                key: key.name.to_owned(),
                ..first.clone()
            };
            others.insert(0, leading);
        }
        Some(self.action_step(action, name, &others, span))
    }

    fn missing_action(&mut self, node: NodeId) {
        let keys = self
            .tree
            .entries(node)
            .iter()
            .map(|entry| entry.key.to_uppercase());
        let action = keys.into_iter().find_map(|key| actions::find(&key));
        let hint = match action {
            Some(action) => {
                let name = action.name;
                format!("write `action: {name}`, and its parameters as keys beside it")
            }
            None => "write `action: MOVE` or another action".to_owned(),
        };
        let message = "a step needs the key `action`";
        self.report_hint(code::MISSING_ACTION, self.head(node), message, Some(hint));
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
            let hint = Some(TO_USE_IT.to_owned());
            self.report_hint(code::NEEDS_1_4, span, message, hint);
        }
    }

    /// Reports an action that does not exist; gives the one it is taken for.
    fn unknown_action(&mut self, name: &Ident) -> Option<&'static Action> {
        let known = self.known_actions().map(|action| action.name);
        let near = self
            .search
            .meant(&name.text, known.chain(self.defined.iter().copied()));
        let renamed = ALIASES.iter().find(|(old, _)| *old == name.text);
        let hint = match (renamed, near) {
            (Some((_, new)), _) => Some(format!(
                "it is called `{new}` now; `fuda migrate FILE` renames it"
            )),
            (None, Some(near)) => Some(question(near)),
            (None, None) => self.own_effect(),
        };
        let near = near.filter(|near| nearest(&name.text, [*near]).is_some());
        let action = actions::find(near.or(renamed.map(|(_, new)| *new)).unwrap_or_default());
        if hint.is_some() && action.is_some() || self.defined_is_complete {
            let message = format!("there is no action `{}`", name.text);
            self.report_hint(code::UNKNOWN_ACTION, name.span, message, hint);
        }
        action
    }

    fn known_actions(&self) -> impl Iterator<Item = &'static Action> + use<> {
        let version = self.version;
        actions::all().filter(move |action| action.since <= version)
    }

    /// What to do where no action fits.
    fn own_effect(&self) -> Option<String> {
        let hint = "effects of your own are written under `define`, with actions such as `move`";
        self.is_1_4().then(|| hint.to_owned())
    }

    fn action_step(
        &mut self,
        action: &'static Action,
        name: Ident,
        entries: &[Entry],
        span: Span,
    ) -> Step {
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut given: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
        let mut unknown = 0;
        for entry in entries {
            let key = match action.parameter(&entry.key) {
                Some(key) => key,
                None if action.is_open() => {
                    self.open_parameter(entry, &mut parameters);
                    continue;
                }
                None => match self.unknown_parameter(action, entry, &given) {
                    Some(key) => key,
                    None => {
                        unknown += 1;
                        continue;
                    }
                },
            };
            given.push(key.name);
            if !self.parameter_is_known(action, key, entry.key_span) {
                continue;
            }
            if let Some(value) = self.parameter(entry.value, &key.shape) {
                let name = Ident::new(key.name, entry.key_span);
                parameters.push(Parameter { name, value });
            }
        }
        self.missing_parameters(action, &given, unknown, name.span);
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
        let hint = Some(TO_USE_IT.to_owned());
        self.report_hint(code::NEEDS_1_4, span, message, hint);
        false
    }

    /// Reports a parameter that does not exist; gives the one it is taken for.
    fn unknown_parameter(
        &mut self,
        action: &'static Action,
        entry: &Entry,
        given: &[&str],
    ) -> Option<&'static Key> {
        let known = || {
            action
                .parameters
                .iter()
                .chain(actions::COMMON)
                .map(|key| key.name)
        };
        let near = meant(&entry.key, known().filter(|name| !given.contains(name)));
        let hint = match near {
            Some(near) => question(near),
            None => format!("`{}` takes {}", action.name, all_of(known())),
        };
        let message = format!("`{}` has no parameter `{}`", action.name, entry.key);
        self.report_hint(code::UNKNOWN_PARAMETER, entry.key_span, message, Some(hint));
        action.parameter(near?)
    }

    /// Reports what is missing, unless as many parameters that do not exist may stand for it.
    fn missing_parameters(&mut self, action: &Action, given: &[&str], unknown: usize, span: Span) {
        let missing: Vec<&Key> = action
            .parameters
            .iter()
            .filter(|key| key.required && !given.contains(&key.name))
            .collect();
        if missing.len() > unknown {
            let diagnostic = missing_parameters(action.name, &missing, span);
            self.diagnostics.report(diagnostic);
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
        let items = self.tree.items(node);
        if items.is_empty() {
            self.wrong_kind(node, "a list of modes");
        }
        items.iter().map(|item| self.mode(*item)).collect()
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
    fn text_call(&mut self, mut name: Ident, arguments: Vec<Argument>, span: Span) -> Option<Step> {
        if !self.is_step(&name.text) {
            name.text = self.unknown_text_action(&name)?;
        }
        Some(Step::from_call(name, arguments, span))
    }

    fn is_step(&self, name: &str) -> bool {
        self.defined.contains(name) || actions::find_in_text(name).is_some()
    }

    /// Reports an action that does not exist; gives the name of the one it is taken for.
    fn unknown_text_action(&mut self, name: &Ident) -> Option<String> {
        let actions: Vec<String> = self.known_actions().map(Action::text_name).collect();
        let actions = actions.iter().map(String::as_str);
        let known = actions.chain(self.defined.iter().copied());
        let near = self.search.meant(&name.text, known).map(str::to_owned);
        let hint = match &near {
            Some(near) => Some(question(near)),
            None => self.own_effect(),
        };
        if near.is_some() || self.defined_is_complete {
            let message = format!("there is no action or defined effect `{}`", name.text);
            self.report_hint(code::UNKNOWN_ACTION, name.span, message, hint);
        }
        near.filter(|near| nearest(&name.text, [near.as_str()]).is_some())
    }

    /// `x = e` sets or names a value, `x += e` increases.
    ///
    /// Whether `x` is a variable or a new name only the checker knows: the action is called `=` until then.
    fn assignment(
        &mut self,
        target: Expr,
        operator: AssignOperator,
        value: Expr,
        span: Span,
    ) -> Option<Step> {
        let is_name = matches!(target.kind, ExprKind::Name(_));
        let (action, amount) = match operator {
            AssignOperator::Set if is_name => ("=", ("value", value)),
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
                .iter()
                .copied()
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
        if self.is_torn(node) {
            return None;
        }
        let entries = self.tree.entries(node);
        let operator_of = |key: &str| {
            MODIFIER_KEYS
                .iter()
                .find(|(name, _)| *name == key)
                .map(|(_, operator)| *operator)
        };
        let is_unknown =
            |entry: &&Entry| entry.key != "target" && operator_of(&entry.key).is_none();
        if let Some(entry) = entries.iter().find(is_unknown) {
            let known = || {
                MODIFIER_KEYS
                    .iter()
                    .map(|(name, _)| *name)
                    .chain(["target"])
            };
            let hint = did_you_mean(&entry.key, known())
                .unwrap_or_else(|| format!("a change has the keys {}", all_of(known())));
            let message = format!("a change has no key `{}`", entry.key);
            self.report_hint(code::UNKNOWN_KEY, entry.key_span, message, Some(hint));
            return None;
        }
        let changes: Vec<(ModifierOperator, &Entry)> = entries
            .iter()
            .filter_map(|entry| Some((operator_of(&entry.key)?, entry)))
            .collect();
        if let [(_, first), (_, second), ..] = changes.as_slice() {
            let message = format!(
                "a change does one thing: `{}` or `{}`",
                first.key, second.key
            );
            let diagnostic = Diagnostic::new(code::WRONG_KIND, second.key_span, message)
                .related(first.key_span, "the first one")
                .hint("write two changes in a list");
            self.diagnostics.report(diagnostic);
            return None;
        }
        let (Some(target), [(operator, amount)]) =
            (self.tree.get(node, "target"), changes.as_slice())
        else {
            let hint = "write `this.power + 1000`, or `{ target: this.power, add: 1000 }`";
            self.wrong_kind_hint(node, "a change", Some(hint.to_owned()));
            return None;
        };
        let target = self.operand(target);
        Some(Modifier {
            target: target?,
            operator: *operator,
            amount: self.operand(amount.value)?,
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

/// The problem of a call that lacks what its action cannot be done without.
pub(crate) fn missing_parameters(name: &str, missing: &[&Key], span: Span) -> Diagnostic {
    let names = all_of(missing.iter().map(|key| key.name));
    let noun = if missing.len() == 1 {
        "parameter"
    } else {
        "parameters"
    };
    let message = format!("`{name}` needs the {noun} {names}");
    let hint = format!("add {}", described(missing));
    Diagnostic::new(code::MISSING_PARAMETER, span, message).hint(hint)
}
