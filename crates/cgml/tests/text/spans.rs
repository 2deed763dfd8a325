//! Every part of a tree knows exactly where it is written.

use cgml::diagnostic::Diagnostics;
use cgml::source::{FileId, Span};
use cgml::syntax::{Argument, Expr, ExprKind, Filter, Ident, Operand, TextStep};
use cgml::text::{TextPlace, parse_expression, parse_steps, print_expression};
use cgml::tree::{Scalar, Style};
use proptest::prelude::*;

use crate::trees::any_expr;

/// The place of a text that stands in a file after some bytes, in double quotes.
fn quoted_after(before: &str, text: &str) -> (String, TextPlace) {
    let source = format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let span = Span::new(FileId(0), before.len(), before.len() + source.len());
    let scalar = Scalar {
        text: text.to_owned(),
        style: Style::Double,
    };
    let place = TextPlace::new(span, &source, &scalar);
    (format!("{before}{source}\n"), place)
}

fn read(text: &str, place: &TextPlace) -> Option<Expr> {
    parse_expression(text, place, &mut Diagnostics::new())
}

/// The part of a file that a span covers.
fn slice(file: &str, span: Span) -> &str {
    &file[span.start as usize..span.end as usize]
}

/// All parts of an expression that are written as expressions of their own.
fn parts<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    found.push(expr);
    match &expr.kind {
        ExprKind::Field(base, _) => parts(base, found),
        ExprKind::Index(base, filter) => {
            parts(base, found);
            filter_parts(filter, found);
        }
        ExprKind::Call(name, arguments) => call_parts(expr, name, arguments, found),
        ExprKind::Record(fields) => fields.iter().for_each(|(_, value)| parts(value, found)),
        ExprKind::Action(step) => {
            found.pop();
            for parameter in &step.parameters {
                if let Operand::Expr(value) = &parameter.value {
                    parts(value, found);
                }
            }
        }
        ExprKind::Nothing
        | ExprKind::Unread
        | ExprKind::Bool(_)
        | ExprKind::Number(_)
        | ExprKind::Text(_)
        | ExprKind::Root
        | ExprKind::Anchor(_)
        | ExprKind::Name(_)
        | ExprKind::Ref(_) => {}
    }
}

/// The bare word of `[team=red]` is text, but would be a name elsewhere.
fn filter_parts<'e>(filter: &'e Filter, found: &mut Vec<&'e Expr>) {
    match filter {
        Filter::All => {}
        Filter::By(_, value) if matches!(value.kind, ExprKind::Text(_)) => {}
        Filter::By(_, value) | Filter::Expr(value) => parts(value, found),
    }
}

/// The comparison inside of `a != b` and the zero of `-a` are not written.
fn call_parts<'e>(call: &Expr, name: &Ident, arguments: &'e [Argument], found: &mut Vec<&'e Expr>) {
    for argument in arguments {
        let value = &argument.value;
        let before = found.len();
        parts(value, found);
        let is_unwritten_comparison = name.text == "not" && value.span == call.span;
        let is_unwritten_zero = name.text == "sub" && value.span == name.span;
        if is_unwritten_comparison || is_unwritten_zero {
            found.remove(before);
        }
    }
}

proptest! {
    #[test]
    fn the_text_of_every_part_reads_as_that_part(tree in any_expr(), before in "[ -~手\n]{0,9}") {
        let text = print_expression(&tree);
        let plain = Scalar { text: text.clone(), style: Style::Plain };
        let span = Span::new(FileId(0), before.len(), before.len() + text.len());
        let place = TextPlace::new(span, &text, &plain);
        let tree = read(&text, &place).expect("what is printed is read");
        let file = format!("{before}{text}\n");

        let mut found = Vec::new();
        parts(&tree, &mut found);
        for part in found {
            let source = slice(&file, part.span);
            let again = read(source, &TextPlace::whole(span));
            prop_assert_eq!(again.as_ref(), Some(part), "{} in {}", source, text);
        }
    }

    #[test]
    fn in_quotes_every_part_covers_its_escapes(tree in any_expr()) {
        let text = print_expression(&tree);
        let (file, place) = quoted_after("条件: ", &text);
        let tree = read(&text, &place).expect("what is printed is read");

        let mut found = Vec::new();
        parts(&tree, &mut found);
        for part in found {
            let source = slice(&file, part.span).replace("\\\"", "\"").replace("\\\\", "\\");
            let again = read(&source, &TextPlace::whole(part.span));
            prop_assert_eq!(again.as_ref(), Some(part), "{} in {}", source, text);
        }
    }
}

#[test]
fn names_and_operators_have_places_of_their_own() {
    let text = "count(手札) >= 3 and `draw pile`.top_card != x";
    let (file, place) = quoted_after("if: ", text);
    let expr = read(text, &place).expect("it is right");
    let ExprKind::Call(and, operands) = &expr.kind else {
        panic!("{expr:?}");
    };

    assert_eq!(slice(&file, expr.span), text);
    assert_eq!(slice(&file, and.span), "and");
    let [first, second] = &operands[..] else {
        panic!("{operands:?}");
    };
    assert_eq!(slice(&file, first.value.span), "count(手札) >= 3");
    assert_eq!(slice(&file, second.value.span), "`draw pile`.top_card != x");
    let ExprKind::Call(not, inner) = &first.value.kind else {
        panic!("{first:?}");
    };
    assert_eq!(slice(&file, not.span), ">=");
    let ExprKind::Call(less, compared) = &inner[0].value.kind else {
        panic!("{inner:?}");
    };
    assert_eq!(slice(&file, less.span), ">=");
    assert_eq!(slice(&file, compared[0].value.span), "count(手札)");
    assert_eq!(slice(&file, compared[1].value.span), "3");
}

#[test]
fn every_step_of_a_text_has_its_own_place() {
    let text = "move(top(deck), mana) ; score += 1;";
    let (file, place) = quoted_after("effect: ", text);
    let steps = parse_steps(text, &place, &mut Diagnostics::new()).expect("they are right");
    let written: Vec<&str> = steps.iter().map(|(_, span)| slice(&file, *span)).collect();

    assert_eq!(written, ["move(top(deck), mana)", "score += 1"]);
    let (TextStep::Call(name, arguments), _) = &steps[0] else {
        panic!("{steps:?}");
    };
    assert_eq!(slice(&file, name.span), "move");
    assert_eq!(slice(&file, arguments[0].value.span), "top(deck)");
}
