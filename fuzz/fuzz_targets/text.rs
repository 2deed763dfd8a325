//! Any text can be read as an expression, a selector, steps or a modifier: reading ends without a panic
//! and says why where it gives nothing; and what was read, printed and read again is the same.
#![no_main]

use std::fmt::Debug;

use cgml::diagnostic::Diagnostics;
use cgml::source::{FileId, Span};
use cgml::syntax::TextStep;
use cgml::text::{
    TextPlace, parse_expression, parse_modifier, parse_selector, parse_steps, print_expression,
    print_modifier, print_steps_text,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // A line is a text too, so that one input can hold several examples.
    let lines = text.lines().filter(|line| *line != text);
    for text in lines.chain([text]) {
        round_trip(text, parse_expression, print_expression);
        assert!(read(text, parse_selector).is_err() || read(text, parse_expression).is_ok());
        round_trip(text, steps, |steps| print_steps_text(steps));
        round_trip(text, parse_modifier, print_modifier);
    }
});

/// Reads a text.
type Parse<T> = fn(&str, &TextPlace, &mut Diagnostics) -> Option<T>;

fn round_trip<T: PartialEq + Debug>(text: &str, parse: Parse<T>, print: impl Fn(&T) -> String) {
    let Ok(tree) = read(text, parse) else {
        return;
    };
    let printed = print(&tree);
    match read(&printed, parse) {
        Ok(again) => assert_eq!(again, tree, "{text:?} is printed as {printed:?}"),
        Err(problems) => panic!("{text:?} is printed as {printed:?}: {problems:?}"),
    }
}

fn read<T>(text: &str, parse: Parse<T>) -> Result<T, Diagnostics> {
    let place = TextPlace::whole(Span::new(FileId(0), 0, text.len()));
    let mut diagnostics = Diagnostics::new();
    let tree = parse(text, &place, &mut diagnostics);
    assert_eq!(tree.is_some(), diagnostics.is_empty(), "{text:?}");
    tree.ok_or(diagnostics)
}

fn steps(text: &str, place: &TextPlace, diagnostics: &mut Diagnostics) -> Option<Vec<TextStep>> {
    let steps = parse_steps(text, place, diagnostics)?;
    Some(steps.into_iter().map(|(step, _)| step).collect())
}
