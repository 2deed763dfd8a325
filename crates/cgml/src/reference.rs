//! The reference pages: heads and indexes of actions and operators, tables of keys, fields and events,
//! written from the vocabulary.
//!
//! The details of a word stand below its head, written by hand; the pages are in `spec/`.

use crate::vocabulary::actions::{self, Action};
use crate::vocabulary::operators::{self, Operator};

mod action;
mod operator;
mod sentence;
mod since;
mod tables;
mod words;

pub use action::action_head;
pub use operator::operator_head;
pub use tables::{table, table_names};

/// The page that lists every action.
pub fn action_index() -> String {
    let mut text = "# Actions\n\nWhat an effect may do. In the long form a step is a mapping with the \
        key `action`. From 1.4 it may be\ntext, with the name in small letters: `move(top(deck), hand)`; \
        or a mapping in the short form, whose\nfirst key is the name in small letters, with the first \
        parameter as its value, and the other parameters as\nkeys: `repeat: 3` and `do: draw(1)`; a first \
        parameter that may be left out may have no value: `win:`. In the\nsignature of a page `?` marks what may be left out \
        and `:` what is given by name.\n\n"
        .to_owned();
    text += &common_parameters();
    for (title, group) in actions::groups() {
        text += &section(title);
        for Action {
            name, since, about, ..
        } in group
        {
            text += &format!("| [`{name}`]({name}.md) | {since} | {about} |\n");
        }
    }
    text
}

/// The page that lists every operator.
pub fn operator_index() -> String {
    let mut text = "# Operators\n\nWhat an expression may compute. In the long form an operator is the \
        only key of a mapping and its\noperands are a list; from 1.4 it may be text: `count(hand) > 3`. \
        In the signature of a page `?` marks\nwhat may be left out and `…` what may be repeated.\n"
        .to_owned();
    for (title, group) in operators::groups() {
        text += &section(title);
        for Operator {
            name, since, about, ..
        } in group
        {
            text += &format!("| [`{name}`]({name}.md) | {since} | {about} |\n");
        }
    }
    text
}

fn section(title: &str) -> String {
    format!("\n## {title}\n\n| name | since | meaning |\n|---|---|---|\n")
}

fn common_parameters() -> String {
    let mut text = "Every action also takes:\n\n| parameter | meaning |\n|---|---|\n".to_owned();
    for key in actions::COMMON {
        text += &format!("| `{}` | {} |\n", key.name, key.about);
    }
    text
}
