//! The examples of `spec/grammar.md` hold.

use cgml::diagnostic::Diagnostics;
use cgml::source::{FileId, Span};
use cgml::syntax::{Argument, AssignOperator, Expr, ExprKind, Filter, ModifierOperator, TextStep};
use cgml::text::{
    TextPlace, parse_expression, parse_modifier, parse_selector, parse_step, print_expression,
    print_modifier, print_step_text,
};

const GRAMMAR: &str = include_str!("../../../spec/grammar.md");

/// Reading of an example of one kind: its tree as calls and its printed form, or codes.
struct Reading {
    answer: Option<(String, String)>,
    codes: String,
}

#[test]
fn every_example_of_the_grammar_holds() {
    let mut checked = 0;
    for (kind, line) in examples() {
        check(&kind, &line);
        checked += 1;
    }
    assert!(checked > 90, "only {checked} examples were found");
}

/// The lines of the fences whose first word is `text`, with the other words.
fn examples() -> Vec<(String, String)> {
    let mut examples = Vec::new();
    let mut kind = None;
    for line in GRAMMAR.lines() {
        if let Some(fence) = line.strip_prefix("```") {
            kind = fence.strip_prefix("text ").map(str::to_owned);
        } else if let Some(kind) = &kind {
            examples.push((kind.clone(), line.to_owned()));
        }
    }
    examples
}

fn check(kind: &str, line: &str) {
    let parts: Vec<&str> = line.split("  =>  ").collect();
    let text = parts[0];
    let reading = match kind.trim_end_matches(" error") {
        "expression" => read_expression(text, false),
        "selector" => read_expression(text, true),
        "step" => read_step(text),
        "modifier" => read_modifier(text),
        other => panic!("no fence is called {other}"),
    };
    if kind.ends_with(" error") {
        assert_eq!(reading.codes, parts[1], "{line}");
        return;
    }
    let printed = parts.get(2).unwrap_or(&text);
    let (tree, found) = reading
        .answer
        .unwrap_or_else(|| panic!("{line}: {}", reading.codes));
    assert_eq!(tree, parts[1], "the tree of {line}");
    assert_eq!(found, **printed, "the print of {line}");
}

fn read_expression(text: &str, is_selector: bool) -> Reading {
    reading(|place, diagnostics| {
        let read = if is_selector {
            parse_selector
        } else {
            parse_expression
        };
        let expr = read(text, place, diagnostics)?;
        Some((notation(&expr), print_expression(&expr)))
    })
}

fn read_step(text: &str) -> Reading {
    reading(|place, diagnostics| {
        let (step, _) = parse_step(text, place, diagnostics)?;
        Some((step_notation(&step), print_step_text(&step)))
    })
}

fn read_modifier(text: &str) -> Reading {
    reading(|place, diagnostics| {
        let modifier = parse_modifier(text, place, diagnostics)?;
        let operator = match modifier.operator {
            ModifierOperator::Set => "=",
            ModifierOperator::Add => "+",
            ModifierOperator::Subtract => "-",
            ModifierOperator::Multiply => "*",
            ModifierOperator::Divide => "/",
        };
        let target = notation(&modifier.target);
        let tree = format!("{target} {operator} {}", notation(&modifier.amount));
        Some((tree, print_modifier(&modifier)))
    })
}

fn reading(read: impl FnOnce(&TextPlace, &mut Diagnostics) -> Option<(String, String)>) -> Reading {
    let mut diagnostics = Diagnostics::new();
    let place = TextPlace::whole(Span::new(FileId(0), 0, 0));
    let answer = read(&place, &mut diagnostics);
    let codes: Vec<String> = diagnostics.iter().map(|one| one.code.name()).collect();
    Reading {
        answer,
        codes: codes.join(" "),
    }
}

/// An expression as calls, without any operator.
fn notation(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Field(base, name) => {
            let root = Expr::new(ExprKind::Root, expr.span);
            let field = Expr::new(ExprKind::Field(Box::new(root), name.clone()), expr.span);
            let field = print_expression(&field);
            format!("{}{}", notation(base), field.trim_start_matches('$'))
        }
        ExprKind::Index(base, filter) => format!("{}[{}]", notation(base), filter_notation(filter)),
        ExprKind::Call(name, arguments) => {
            format!("{}({})", name.text, arguments_notation(arguments))
        }
        ExprKind::Record(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("{}: {}", name.text, notation(value)))
                .collect();
            format!("{{ {} }}", fields.join(", "))
        }
        ExprKind::Action(step) => notation(&step.to_call()),
        ExprKind::Nothing
        | ExprKind::Unread
        | ExprKind::Bool(_)
        | ExprKind::Number(_)
        | ExprKind::Text(_)
        | ExprKind::Root
        | ExprKind::Anchor(_)
        | ExprKind::Name(_)
        | ExprKind::Ref(_) => print_expression(expr),
    }
}

fn filter_notation(filter: &Filter) -> String {
    match filter {
        Filter::All => "*".to_owned(),
        Filter::By(key, value) if matches!(value.kind, ExprKind::Call(..)) => {
            format!("{}=({})", key.text, notation(value))
        }
        Filter::By(key, value) => format!("{}={}", key.text, notation(value)),
        Filter::Expr(expr) => notation(expr),
    }
}

fn arguments_notation(arguments: &[Argument]) -> String {
    let arguments: Vec<String> = arguments
        .iter()
        .map(|argument| match &argument.name {
            Some(name) => format!("{}: {}", name.text, notation(&argument.value)),
            None => notation(&argument.value),
        })
        .collect();
    arguments.join(", ")
}

fn step_notation(step: &TextStep) -> String {
    match step {
        TextStep::Call(name, arguments) => {
            format!("{}({})", name.text, arguments_notation(arguments))
        }
        TextStep::Assign {
            target,
            operator,
            value,
        } => {
            let operator = match operator {
                AssignOperator::Set => "=",
                AssignOperator::Add => "+=",
                AssignOperator::Subtract => "-=",
            };
            format!("{} {operator} {}", notation(target), notation(value))
        }
    }
}
