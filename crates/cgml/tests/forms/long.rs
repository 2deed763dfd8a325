//! Writes trees as YAML: the long form throughout, or with text wherever a noisy author likes it.

use cgml::syntax::{Expr, ExprKind, Ident, Modifier, ModifierOperator, Operand, Parameter, Step};
use cgml::text::{print_expression, print_modifier};
use cgml::vocabulary::actions::{self, Action};
use cgml::vocabulary::shape::Shape;

use crate::text::{expression_in_text, steps_in_text};

/// Writes trees; where the next byte of its noise is odd, text stands instead of the long form.
pub(crate) struct Writer {
    noise: Vec<u8>,
    next: usize,
}

impl Writer {
    /// One who never uses text.
    pub(crate) fn of_the_long_form() -> Self {
        Self::of_both(Vec::new())
    }

    /// One who uses text now and then.
    pub(crate) fn of_both(noise: Vec<u8>) -> Self {
        Self { noise, next: 0 }
    }

    fn likes_text(&mut self) -> bool {
        self.next += 1;
        let noise = self.noise.get((self.next - 1) % self.noise.len().max(1));
        noise.is_some_and(|byte| byte % 2 == 1)
    }

    /// An expression as an operand of the long form, or as text.
    pub(crate) fn expression(&mut self, expr: &Expr) -> String {
        if self.likes_text() {
            return quoted(&print_expression(&expression_in_text(expr)));
        }
        match &expr.kind {
            ExprKind::Nothing | ExprKind::Bool(_) | ExprKind::Number(_) | ExprKind::Text(_) => {
                format!("{{ value: {} }}", literal(expr))
            }
            ExprKind::Ref(name) => format!("{{ ref: {} }}", quoted(name)),
            ExprKind::Call(name, operands) => {
                let operands = operands.iter();
                let operands = operands.map(|operand| match &operand.value.kind {
                    ExprKind::Action(step) => self.step(step),
                    _ => self.expression(&operand.value),
                });
                format!("{{ {}: {} }}", quoted(&name.text), list(operands))
            }
            ExprKind::Record(fields) => {
                let fields = fields.iter();
                let fields = fields.map(|(name, value)| match name.text.as_str() {
                    "reason" => format!("reason: {}", literal(value)),
                    key => format!("{key}: {}", self.expression(value)),
                });
                format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
            }
            ExprKind::Root
            | ExprKind::Anchor(_)
            | ExprKind::Name(_)
            | ExprKind::Field(..)
            | ExprKind::Index(..) => {
                let path = print_expression(&expression_in_text(expr));
                format!("{{ path: {} }}", quoted(&path))
            }
            ExprKind::Action(_) | ExprKind::Unread => panic!("not an operand: {expr:?}"),
        }
    }

    /// The steps of an effect in the long form, or as text.
    pub(crate) fn steps(&mut self, steps: &[Step]) -> String {
        if self.likes_text() && !steps.is_empty() {
            return quoted(&steps_in_text(steps));
        }
        list(steps.iter().map(|step| self.step(step)))
    }

    /// One step; with the action as its first key if text is liked.
    fn step(&mut self, step: &Step) -> String {
        let action = actions::find(&step.action.text);
        let leading = action.and_then(Action::leading).map(|key| key.name);
        let first = step.parameters.first();
        let has_leading = first.is_some_and(|first| leading == Some(first.name.text.as_str()));
        if has_leading && self.likes_text() {
            let name = step.action.text.to_ascii_lowercase();
            let (first, others) = (&step.parameters[0], &step.parameters[1..]);
            let first = self.parameter(action, first);
            return format!("{{ {name}: {first}{} }}", self.parameters(action, others));
        }
        let parameters = self.parameters(action, &step.parameters);
        format!("{{ action: {}{parameters} }}", quoted(&step.action.text))
    }

    fn parameters(&mut self, action: Option<&Action>, parameters: &[Parameter]) -> String {
        let parameters = parameters.iter().map(|parameter| {
            let key = quoted(&parameter.name.text);
            format!(", {key}: {}", self.parameter(action, parameter))
        });
        parameters.collect()
    }

    fn parameter(&mut self, action: Option<&Action>, parameter: &Parameter) -> String {
        match &parameter.value {
            Operand::Word(word) => quoted(&word.text),
            Operand::Steps(steps) => self.steps(steps),
            Operand::Prose(prose) => words(prose),
            Operand::Modifiers(modifiers) => {
                list(modifiers.iter().map(|modifier| self.modifier(modifier)))
            }
            Operand::Modes(_) => panic!("text has no words for modes"),
            Operand::Expr(expr) => {
                let key = action.and_then(|action| action.parameter(&parameter.name.text));
                match (key.map(|key| &key.shape), &expr.kind) {
                    (Some(Shape::Flag), ExprKind::Bool(flag)) => flag.to_string(),
                    (Some(Shape::OneOrMany(_)), ExprKind::Call(_, names)) => {
                        list(names.iter().map(|name| self.expression(&name.value)))
                    }
                    _ => self.expression(expr),
                }
            }
        }
    }

    fn modifier(&mut self, modifier: &Modifier) -> String {
        if self.likes_text() {
            let amount = expression_in_text(&modifier.amount);
            let modifier = Modifier {
                amount,
                ..modifier.clone()
            };
            return quoted(&print_modifier(&modifier));
        }
        let operator = match modifier.operator {
            ModifierOperator::Set => "set",
            ModifierOperator::Add => "add",
            ModifierOperator::Subtract => "subtract",
            ModifierOperator::Multiply => "multiply",
            ModifierOperator::Divide => "divide",
        };
        let target = self.expression(&modifier.target);
        let amount = self.expression(&modifier.amount);
        format!("{{ target: {target}, {operator}: {amount} }}")
    }
}

fn words(prose: &[(Ident, String)]) -> String {
    if let [(language, words)] = prose
        && language.text.is_empty()
    {
        return quoted(words);
    }
    let texts = prose.iter();
    let texts = texts.map(|(language, words)| format!("{}: {}", language.text, quoted(words)));
    format!("{{ {} }}", texts.collect::<Vec<_>>().join(", "))
}

fn literal(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Nothing => "null".to_owned(),
        ExprKind::Bool(flag) => flag.to_string(),
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Text(text) => quoted(text),
        _ => panic!("not a plain value: {expr:?}"),
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// A scalar in double quotes, with an escape for everything that is not plainly visible.
pub(crate) fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|char| match char {
        '"' | '\\' => format!("\\{char}"),
        ' '..='~' | '手' => char.to_string(),
        _ => format!("\\U{:08X}", u32::from(char)),
    });
    format!("\"{}\"", escaped.collect::<String>())
}
