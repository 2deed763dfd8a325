//! The head of an operator's page.

use super::sentence::sentences;
use super::words::of_want;
use crate::source::{FileId, Span};
use crate::syntax::{Argument, Expr, ExprKind, Ident};
use crate::text::print_expression;
use crate::version::Version;
use crate::vocabulary::operators::{Arity, Gives, Operator};
use crate::vocabulary::want::Want;

const NOWHERE: Span = Span {
    file: FileId(0),
    start: 0,
    end: 0,
};

/// The head of an operator's page: name, signature, operands, result and sentence.
pub fn operator_head(operator: &Operator) -> String {
    let names = names(operator);
    format!(
        "# {}\n\nSince CGML {}. {}\n\n{}{}\nResult: {}.\n\n{}",
        operator.name,
        operator.since,
        operator.about,
        signature(operator, &names),
        operands(operator, &names),
        result(operator.gives),
        sentences(operator.says, &|position| operand_name(position, &names))
    )
}

/// A name for each operand, to speak of it.
fn names(operator: &Operator) -> Vec<String> {
    let nouns: Vec<&str> = operator.operands.iter().map(|want| noun(*want)).collect();
    (1..)
        .zip(&nouns)
        .map(|(position, noun)| {
            let is_one = nouns.iter().filter(|other| *other == noun).count() == 1;
            if is_one {
                (*noun).to_owned()
            } else {
                format!("{noun}{position}")
            }
        })
        .collect()
}

fn noun(want: Want) -> &'static str {
    match want {
        Want::Any | Want::LikeFirst | Want::Settable => "value",
        Want::Bool => "condition",
        Want::Number => "number",
        Want::Numbers => "numbers",
        Want::Text => "text",
        Want::Card => "card",
        Want::Cards | Want::CardsOrList => "cards",
        Want::Zone => "zone",
        Want::Zones => "zones",
        Want::Player => "player",
        Want::Players => "players",
        Want::List | Want::ListOrText => "list",
        Want::Lists => "lists",
        Want::RankOrCard => "card",
        Want::Predicate => "predicate",
        Want::Key | Want::NumberKey => "key",
        Want::Pool => "pool",
        Want::Path => "path",
        Want::Action => "action",
        Want::Name(kind) => kind.noun(),
    }
}

fn signature(operator: &Operator, names: &[String]) -> String {
    let since = match operator.since {
        Version::V1_3 => "As text, from 1.4:",
        Version::V1_4 => "As text:",
    };
    let mut lines = vec![format!("{}({})", operator.name, written(operator, names))];
    let (plain, negated) = signs(operator, names);
    lines.extend(plain);
    let negated = negated.map_or_else(String::new, |negated| {
        format!("`{negated}` is `not` of it.\n\n")
    });
    format!("{since}\n\n```text\n{}\n```\n\n{negated}", lines.join("\n"))
}

/// Signs of an operator and of its negation in text.
fn signs(operator: &Operator, names: &[String]) -> (Option<String>, Option<String>) {
    let mut operands: Vec<&str> = names.iter().map(String::as_str).collect();
    if operator.arity == Arity::Repeat {
        operands.push(operands[0]);
    }
    let call = call(operator.name, operands.into_iter().map(name).collect());
    let (plain, negated) = (print_expression(&call), negation(call));
    let has_sign = !plain.starts_with(&format!("{}(", operator.name));
    let has_negated = !negated.starts_with("not ");
    (has_sign.then_some(plain), has_negated.then_some(negated))
}

fn negation(expr: Expr) -> String {
    print_expression(&call("not", vec![expr]))
}

fn call(callee: &str, operands: Vec<Expr>) -> Expr {
    let operands = operands.into_iter().map(Argument::positional).collect();
    Expr::new(
        ExprKind::Call(Ident::new(callee, NOWHERE), operands),
        NOWHERE,
    )
}

fn name(name: &str) -> Expr {
    Expr::new(ExprKind::Name(name.to_owned()), NOWHERE)
}

fn written(operator: &Operator, names: &[String]) -> String {
    let list = names.join(", ");
    match operator.arity {
        Arity::Exact => list,
        Arity::LastOptional => format!("{list}?"),
        Arity::Repeat | Arity::RepeatFrom1_4 => format!("{list}, …"),
        Arity::RepeatOrNone => format!("{list}?, …"),
    }
}

fn operands(operator: &Operator, names: &[String]) -> String {
    let mut text = "| operand | what it is | required |\n|---|---|---|\n".to_owned();
    for (position, (name, want)) in names.iter().zip(operator.operands).enumerate() {
        let is_last = position + 1 == names.len();
        let required = match operator.arity {
            Arity::LastOptional if is_last => "no",
            Arity::RepeatOrNone if is_last => "no; may be repeated",
            Arity::Repeat if is_last => "yes; may be repeated",
            Arity::RepeatFrom1_4 if is_last => "yes; may be repeated from 1.4",
            Arity::Exact
            | Arity::LastOptional
            | Arity::Repeat
            | Arity::RepeatOrNone
            | Arity::RepeatFrom1_4 => "yes",
        };
        text += &format!("| `{name}` | {} | {required} |\n", of_want(*want));
    }
    text
}

fn result(gives: Gives) -> &'static str {
    match gives {
        Gives::Bool => "a truth value",
        Gives::Number => "a number",
        Gives::NumberOrNumbers => "a number; for a list or a zone, a list of numbers",
        Gives::Rank => "a rank",
        Gives::Card => "a card; for a list of zones, a list of cards",
        Gives::Cards => "a list of cards",
        Gives::Player => "a player",
        Gives::Players => "a list of players",
        Gives::Element => "an element of the list",
        Gives::Elements => "a list of elements of the list",
        Gives::ElementLists => "a list of lists of elements of the list",
        Gives::InnerElements => "a list of what is in the lists",
        Gives::Keys => "a list of what the key gives",
        Gives::Operands => "a list",
        Gives::Branch => "what the chosen operand is",
        Gives::CardsOrBool => "a truth value; the list of cards for a zone without a predicate",
        Gives::Numbers => "a list of numbers",
    }
}

/// The name of the operand at a position: `0` is the first.
fn operand_name(position: &str, names: &[String]) -> String {
    let position: Option<usize> = position.parse().ok();
    let name = position.and_then(|position| names.get(position));
    name.map_or_else(String::new, |name| format!("`{name}`"))
}
