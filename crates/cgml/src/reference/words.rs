//! The shapes and kinds of the vocabulary in words.

use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Shape;
use crate::vocabulary::want::Want;

/// Description of a parameter.
pub(super) fn of_shape(shape: &Shape) -> String {
    match shape {
        Shape::Any => "anything".to_owned(),
        Shape::Flag => "`true` or `false`".to_owned(),
        Shape::Number(i64::MIN, i64::MAX) => "a whole number".to_owned(),
        Shape::Number(least, i64::MAX) => format!("a whole number from {least}"),
        Shape::Number(least, most) => format!("a whole number from {least} to {most}"),
        Shape::Text => "text".to_owned(),
        Shape::Prose => "text for people".to_owned(),
        Shape::Word(words) => listed(words.iter().map(|word| format!("`{word}`"))),
        Shape::Name(kind) => of_name(*kind),
        Shape::NewName(_) => "a new name".to_owned(),
        Shape::Literal => "a plain value".to_owned(),
        Shape::Operand(want) => of_want(*want),
        Shape::Count => "a number".to_owned(),
        Shape::Player => "a player".to_owned(),
        Shape::Players => "players".to_owned(),
        Shape::Steps => "steps".to_owned(),
        Shape::Trigger | Shape::Event => "an event".to_owned(),
        Shape::Modifiers => "changes".to_owned(),
        Shape::Type => "a type".to_owned(),
        Shape::Card => "a card".to_owned(),
        Shape::List(inner) => format!("a list, each {}", of_shape(inner)),
        Shape::OneOrMany(inner) => format!("{}, or several", of_shape(inner)),
        Shape::Map(_, inner) | Shape::MapOf(_, inner) | Shape::Words(inner) => {
            format!("a mapping from names to {}", of_shape(inner))
        }
        Shape::Either(shapes) => {
            let shapes: Vec<String> = shapes.iter().map(of_shape).collect();
            shapes.join(", or ")
        }
        Shape::Object(object) => with_article(object.name),
        Shape::Sort(key, _) => format!("a mapping with `{key}`"),
    }
}

/// Description of an operand.
pub(super) fn of_want(want: Want) -> String {
    match want {
        Want::Predicate => "a truth value for each element".to_owned(),
        Want::Key => "a value for each element".to_owned(),
        Want::NumberKey => "a number for each element".to_owned(),
        Want::Settable => "a variable, or an attribute of a card".to_owned(),
        Want::Name(kind) => of_name(kind),
        Want::Any
        | Want::Bool
        | Want::Number
        | Want::Numbers
        | Want::Text
        | Want::Card
        | Want::Cards
        | Want::CardsOrList
        | Want::Zone
        | Want::Zones
        | Want::Player
        | Want::Players
        | Want::List
        | Want::Lists
        | Want::ListOrText
        | Want::RankOrCard
        | Want::LikeFirst
        | Want::Pool
        | Want::Path
        | Want::Action => want.noun(),
    }
}

/// Description of a kind of name.
pub(super) fn of_name(kind: NameKind) -> String {
    format!("the name of {}", with_article(kind.noun()))
}

fn with_article(noun: &str) -> String {
    let is_plural = noun.ends_with('s');
    match noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        _ if is_plural => noun.to_owned(),
        true => format!("an {noun}"),
        false => format!("a {noun}"),
    }
}

fn listed(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
