//! Any text can be laid out or is refused: laying out twice is laying out once, and a text that loads
//! has the same values and the same problems afterwards.
#![no_main]

use std::fmt::Write;

use cgml::check::check;
use cgml::codes::Code;
use cgml::diagnostic::Diagnostics;
use cgml::format::{FormatError, format};
use cgml::load::{load, load_file};
use cgml::source::MemorySources;
use cgml::tree::{NodeId, Style, Tree, Value};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let before = loaded(text);
    let once = match format(text) {
        Ok(once) => once,
        Err(error) => {
            let is_fault = matches!(error, FormatError::WouldChangeMeaning);
            assert!(!is_fault || before.is_none(), "{error}");
            return;
        }
    };
    assert_eq!(format(&once), Ok(once.clone()));
    if before.is_some() {
        assert_eq!(loaded(&once), before, "{once}");
    }
});

/// What a text says: its values, and what the checker finds in it.
#[derive(Debug, PartialEq)]
struct Loaded {
    values: String,
    problems: Vec<Code>,
}

/// What a file of this text says, if it can be read without problems.
fn loaded(text: &str) -> Option<Loaded> {
    let sources = MemorySources::new().with("game.cgml", text);
    let mut diagnostics = Diagnostics::new();
    let file = load_file(&sources, "game.cgml", &mut diagnostics).ok()?;
    if diagnostics.has_errors() {
        return None;
    }
    let mut values = String::new();
    for root in &file.roots {
        write_node(&file.tree, *root, &mut values);
    }
    let problems = problems(&sources);
    Some(Loaded { values, problems })
}

/// What is wrong with the file as a game.
fn problems(sources: &MemorySources) -> Vec<Code> {
    let mut diagnostics = Diagnostics::new();
    if let Ok(document) = load(sources, "game.cgml", &mut diagnostics) {
        // Whether there is a game follows from the problems.
        let _game = check(&document, &mut diagnostics);
    }
    let mut problems: Vec<Code> = diagnostics.iter().map(|problem| problem.code).collect();
    problems.sort_by_key(|code| code.name());
    problems
}

/// Writes a value so that another one is written differently. Which quotes there are does not matter.
fn write_node(tree: &Tree, node: NodeId, out: &mut String) {
    let tag = &tree.node(node).tag;
    if let Some(tag) = tag {
        write!(out, "{:?} ", tag.name).expect("a string takes everything");
    }
    match &tree.node(node).value {
        Value::Scalar(scalar) => {
            let is_plain = scalar.style == Style::Plain;
            write!(out, "{is_plain} {:?}", scalar.text).expect("a string takes everything");
        }
        Value::List(items) => {
            out.push('[');
            for item in items {
                write_node(tree, *item, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::Map(entries) => {
            out.push('{');
            for entry in entries {
                write!(out, "{:?}:", entry.key).expect("a string takes everything");
                write_node(tree, entry.value, out);
                out.push(',');
            }
            out.push('}');
        }
    }
}
