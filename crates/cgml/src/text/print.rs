//! From trees back to text: the shortest readable form, with the fewest brackets.
//!
//! Reading what is printed gives an equal tree. Names that are keywords or hold odd characters stand
//! in backquotes; a call that no operator can express is printed as a call.

use super::form::{Form, form, is_callable_keyword, looks_like_action};
use super::operator::{Infix, Level};
use super::quote::{is_plain_name, write_quoted, write_text};
use super::step::amount_level;
use super::token::keyword;
use crate::syntax::{
    Argument, AssignOperator, Expr, ExprKind, Filter, Ident, Modifier, ModifierOperator, TextStep,
};

/// The text of an expression.
pub fn print_expression(expr: &Expr) -> String {
    let mut printer = Printer::default();
    printer.expr(expr, Level::Where);
    printer.out
}

/// The text of a step.
pub fn print_step_text(step: &TextStep) -> String {
    let mut printer = Printer::default();
    printer.step(step);
    printer.out
}

/// The text of several steps.
pub fn print_steps_text(steps: &[TextStep]) -> String {
    let texts: Vec<String> = steps.iter().map(print_step_text).collect();
    texts.join("; ")
}

/// The text of a modifier.
pub fn print_modifier(modifier: &Modifier) -> String {
    let operator = match modifier.operator {
        ModifierOperator::Set => " = ",
        ModifierOperator::Add => " + ",
        ModifierOperator::Subtract => " - ",
        ModifierOperator::Multiply => " * ",
        ModifierOperator::Divide => " / ",
    };
    let mut printer = Printer::default();
    printer.expr(&modifier.target, Level::Postfix);
    printer.out.push_str(operator);
    printer.expr(&modifier.amount, amount_level(modifier.operator));
    printer.out
}

#[derive(Default)]
struct Printer {
    out: String,
}

impl Printer {
    /// An expression, in brackets if it binds less tightly than `level`.
    fn expr(&mut self, expr: &Expr, level: Level) {
        match &expr.kind {
            ExprKind::Nothing | ExprKind::Unread => self.out.push_str("none"),
            ExprKind::Bool(true) => self.out.push_str("true"),
            ExprKind::Bool(false) => self.out.push_str("false"),
            ExprKind::Number(number) => self.number(*number, level),
            ExprKind::Text(text) => write_text(&mut self.out, text),
            ExprKind::Root => self.out.push('$'),
            ExprKind::Anchor(name) => self.prefixed("$", name),
            ExprKind::Ref(name) => self.prefixed("ref:", name),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Field(base, name) => {
                self.expr(base, Level::Postfix);
                self.prefixed(".", &name.text);
            }
            ExprKind::Index(base, filter) => {
                self.expr(base, Level::Postfix);
                self.filter(filter);
            }
            ExprKind::Call(name, arguments) => self.operation(name, arguments, level),
            ExprKind::Record(fields) => self.record(fields),
            ExprKind::Action(step) => self.action(&step.to_call()),
        }
    }

    /// A number with a sign, or before a `.`, is not clear without brackets.
    fn number(&mut self, number: i64, level: Level) {
        if level == Level::Postfix {
            self.out.push_str(&format!("({number})"));
        } else {
            self.out.push_str(&number.to_string());
        }
    }

    fn operation(&mut self, name: &Ident, arguments: &[Argument], level: Level) {
        let form = form(&name.text, arguments);
        let is_loose = form.level() < level;
        if is_loose && matches!(form, Form::Infix(Infix::Where, _)) {
            self.call(name, arguments);
            return;
        }
        if is_loose {
            self.out.push('(');
        }
        self.form(form, name, arguments);
        if is_loose {
            self.out.push(')');
        }
    }

    fn form(&mut self, form: Form, name: &Ident, arguments: &[Argument]) {
        match form {
            Form::Infix(infix, operands) => self.infix(infix, operands),
            Form::Not(operand) => {
                self.out.push_str("not ");
                self.expr(operand, Level::Not);
            }
            Form::Minus(operand) => {
                self.out.push('-');
                self.expr(operand, Level::Negation);
            }
            Form::List(items) => {
                self.out.push('[');
                self.arguments(items, Self::value);
                self.out.push(']');
            }
            Form::Call => self.call(name, arguments),
        }
    }

    /// The first operand of `a - b - c` may be another difference, that of `a == b` and `a and b`
    /// no other comparison or chain.
    fn infix(&mut self, infix: Infix, operands: &[Argument]) {
        let tighter = infix.level().tighter();
        let is_nested_left = !infix.is_chain() && infix.level() != Level::Comparison;
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.out.push(' ');
                self.out.push_str(infix.symbol());
                self.out.push(' ');
            }
            let level = if index == 0 && is_nested_left {
                infix.level()
            } else {
                tighter
            };
            self.expr(&operand.value, level);
        }
    }

    fn call(&mut self, name: &Ident, arguments: &[Argument]) {
        if is_callable_keyword(&name.text) {
            self.out.push_str(&name.text);
        } else {
            self.name(&name.text);
        }
        self.arguments_of(&name.text, arguments);
    }

    /// The operand of `canPerform`; what is a call but no action stands in brackets there.
    fn action(&mut self, call: &Expr) {
        if let ExprKind::Call(name, arguments) = &call.kind {
            self.name(&name.text);
            self.arguments_of(&name.text, arguments);
        }
    }

    fn arguments_of(&mut self, call: &str, arguments: &[Argument]) {
        let value = if call == "canPerform" {
            Self::value_beside_actions
        } else {
            Self::value
        };
        self.out.push('(');
        self.arguments(arguments, value);
        self.out.push(')');
    }

    fn arguments(&mut self, arguments: &[Argument], value: fn(&mut Self, &Expr)) {
        for (index, argument) in arguments.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            if let Some(name) = &argument.name {
                self.key(name);
            }
            value(self, &argument.value);
        }
    }

    fn value(&mut self, expr: &Expr) {
        self.expr(expr, Level::Where);
    }

    fn value_beside_actions(&mut self, expr: &Expr) {
        if looks_like_action(expr) {
            self.out.push('(');
            self.value(expr);
            self.out.push(')');
        } else {
            self.value(expr);
        }
    }

    fn record(&mut self, fields: &[(Ident, Expr)]) {
        if fields.is_empty() {
            self.out.push_str("{}");
            return;
        }
        self.out.push_str("{ ");
        for (index, (name, value)) in fields.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.key(name);
            self.value(value);
        }
        self.out.push_str(" }");
    }

    fn filter(&mut self, filter: &Filter) {
        self.out.push('[');
        match filter {
            Filter::All => self.out.push('*'),
            Filter::By(key, value) => {
                self.prefixed("", &key.text);
                self.out.push('=');
                self.filter_value(value);
            }
            Filter::Expr(expr) => self.value(expr),
        }
        self.out.push(']');
    }

    fn filter_value(&mut self, value: &Expr) {
        match &value.kind {
            ExprKind::Text(word) if is_plain_name(word) && keyword(word).is_none() => {
                self.out.push_str(word);
            }
            ExprKind::Text(_)
            | ExprKind::Number(_)
            | ExprKind::Bool(_)
            | ExprKind::Nothing
            | ExprKind::Unread => {
                self.value(value);
            }
            ExprKind::Root
            | ExprKind::Anchor(_)
            | ExprKind::Name(_)
            | ExprKind::Ref(_)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::Call(..)
            | ExprKind::Record(_)
            | ExprKind::Action(_) => self.filter_path(value),
        }
    }

    fn filter_path(&mut self, value: &Expr) {
        if begins_with_root(value) {
            self.value(value);
        } else {
            self.out.push('(');
            self.value(value);
            self.out.push(')');
        }
    }

    fn step(&mut self, step: &TextStep) {
        match step {
            TextStep::Call(name, arguments) => {
                self.name(&name.text);
                if !arguments.is_empty() {
                    self.arguments_of(&name.text, arguments);
                }
            }
            TextStep::Assign {
                target,
                operator,
                value,
            } => {
                self.expr(target, Level::Postfix);
                self.out.push_str(match operator {
                    AssignOperator::Set => " = ",
                    AssignOperator::Add => " += ",
                    AssignOperator::Subtract => " -= ",
                });
                self.value(value);
            }
        }
    }

    fn key(&mut self, name: &Ident) {
        self.prefixed("", &name.text);
        self.out.push_str(": ");
    }

    /// A name where a keyword would be one too.
    fn prefixed(&mut self, prefix: &str, name: &str) {
        self.out.push_str(prefix);
        if is_plain_name(name) {
            self.out.push_str(name);
        } else {
            write_quoted(&mut self.out, name, '`');
        }
    }

    /// A name where a keyword would mean something else.
    fn name(&mut self, name: &str) {
        if keyword(name).is_some() {
            write_quoted(&mut self.out, name, '`');
        } else {
            self.prefixed("", name);
        }
    }
}

/// True if a path begins with `$`, an anchor or `ref:`.
fn begins_with_root(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Root | ExprKind::Anchor(_) | ExprKind::Ref(_) => true,
        ExprKind::Field(base, _) | ExprKind::Index(base, _) => begins_with_root(base),
        ExprKind::Nothing
        | ExprKind::Unread
        | ExprKind::Bool(_)
        | ExprKind::Number(_)
        | ExprKind::Text(_)
        | ExprKind::Name(_)
        | ExprKind::Call(..)
        | ExprKind::Record(_)
        | ExprKind::Action(_) => false,
    }
}
