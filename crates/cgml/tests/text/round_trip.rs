//! A printed tree is read back as the same tree, whatever it is; and no text makes it panic.

use cgml::diagnostic::Diagnostics;
use cgml::syntax::{ExprKind, TextStep};
use cgml::text::{
    TextPlace, parse_expression, parse_modifier, parse_selector, parse_step, parse_steps,
    print_expression, print_modifier, print_step_text, print_steps_text,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::trees::{NOWHERE, any_expr, any_modifier, any_text_step, expr};

/// Text made of pieces of the language, so that it is nearly right.
fn nearly_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => "(hand|deck|\\$|\\$player|ref:x|1|'a'|true|none|count\\(|move\\(|canPerform\\()",
        6 => "( and | or |not | in | where |==|!=|<=|>|\\+|-|\\*|=|\\+=|!|&|=>)",
        6 => "(\\(|\\)|\\[|\\]|\\{|\\}|,|\\.|:|;|\\[\\*\\]|\\[k=|x: )",
        1 => "(（|＝|“|」|`|'|\"|\\\\|1\\.5|2nd|99999999999999999999|♥|手札)",
        1 => any::<String>(),
    ];
    vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// Reads with every entry; none may panic, and each reports or answers.
fn read_every_way(text: &str) -> Result<(), TestCaseError> {
    let place = TextPlace::whole(NOWHERE);
    let mut answers = Vec::new();
    for entry in 0..5 {
        let mut diagnostics = Diagnostics::new();
        let is_some = match entry {
            0 => parse_expression(text, &place, &mut diagnostics).is_some(),
            1 => parse_selector(text, &place, &mut diagnostics).is_some(),
            2 => parse_step(text, &place, &mut diagnostics).is_some(),
            3 => parse_steps(text, &place, &mut diagnostics).is_some(),
            _ => parse_modifier(text, &place, &mut diagnostics).is_some(),
        };
        prop_assert_eq!(
            is_some,
            diagnostics.is_empty(),
            "entry {} of {:?}",
            entry,
            text
        );
        answers.push(is_some);
    }
    prop_assert!(
        answers[0] || !answers[1],
        "a selector is an expression: {text:?}"
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_printed_expression_is_read_back(tree in any_expr()) {
        let text = print_expression(&tree);
        let mut diagnostics = Diagnostics::new();
        let read = parse_expression(&text, &TextPlace::whole(NOWHERE), &mut diagnostics);

        prop_assert_eq!(read, Some(tree), "{} {:?}", text, diagnostics);
    }

    #[test]
    fn printed_steps_are_read_back(steps in vec(any_text_step(), 1..4)) {
        let text = print_steps_text(&steps);
        let mut diagnostics = Diagnostics::new();
        let read = parse_steps(&text, &TextPlace::whole(NOWHERE), &mut diagnostics);
        let read: Option<Vec<TextStep>> =
            read.map(|steps| steps.into_iter().map(|(step, _)| step).collect());
        prop_assert_eq!(read.as_ref(), Some(&steps), "{} {:?}", text, diagnostics);

        let first = print_step_text(&steps[0]);
        let read = parse_step(&first, &TextPlace::whole(NOWHERE), &mut diagnostics);
        prop_assert_eq!(read.map(|(step, _)| step), steps.first().cloned());
    }

    #[test]
    fn a_printed_modifier_is_read_back(modifier in any_modifier()) {
        let text = print_modifier(&modifier);
        let mut diagnostics = Diagnostics::new();
        let read = parse_modifier(&text, &TextPlace::whole(NOWHERE), &mut diagnostics);

        prop_assert_eq!(read, Some(modifier), "{} {:?}", text, diagnostics);
    }

    #[test]
    fn nearly_right_text_never_panics(text in nearly_text()) {
        read_every_way(&text)?;
    }

    #[test]
    fn garbage_never_panics(text in any::<String>()) {
        read_every_way(&text)?;
    }
}

#[test]
fn deep_text_is_reported_and_does_not_overflow_the_stack() {
    for piece in [
        "(",
        "[",
        "{a:",
        "f(",
        "x[",
        "not ",
        "-",
        "a.",
        "a+",
        "canPerform(",
        "x[k=$[",
        "a where ",
    ] {
        let text = piece.repeat(60_000 / piece.len());
        read_every_way(&text).expect("it is reported");
    }
    let all_levels = "a or b and not c == d + e * -f(".repeat(64);
    read_every_way(&all_levels).expect("it is reported");
}

#[test]
fn sixty_brackets_are_not_too_deep() {
    let text = format!("{}x{}", "(".repeat(60), ")".repeat(60));
    let mut diagnostics = Diagnostics::new();

    let read = parse_expression(&text, &TextPlace::whole(NOWHERE), &mut diagnostics);
    assert_eq!(read, Some(expr(ExprKind::Name("x".to_owned()))));
}

#[test]
fn a_text_may_have_64_kibibytes() {
    let most = format!("count({})", "x".repeat(64 * 1024 - 7));
    let more = format!("{most} ");
    let mut diagnostics = Diagnostics::new();

    assert!(parse_expression(&most, &TextPlace::whole(NOWHERE), &mut diagnostics).is_some());
    assert!(parse_expression(&more, &TextPlace::whole(NOWHERE), &mut diagnostics).is_none());
    let codes: Vec<String> = diagnostics.iter().map(|one| one.code.name()).collect();
    assert_eq!(codes, ["E0401"]);
}

#[test]
fn one_text_gives_a_few_reports_at_most() {
    let mut diagnostics = Diagnostics::new();

    let read = parse_expression(
        &"# ".repeat(1000),
        &TextPlace::whole(NOWHERE),
        &mut diagnostics,
    );
    assert_eq!((read, diagnostics.len()), (None, 8));
}
