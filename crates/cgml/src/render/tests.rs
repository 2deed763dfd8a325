use super::{Style, json, terminal};
use crate::codes::samples::{SAMPLE_ERROR, SAMPLE_WARNING};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{FileId, Span};
use proptest::prelude::*;

/// The span of the `nth` place where `part` is written in a file.
fn at(diagnostics: &Diagnostics, file: FileId, part: &str, nth: usize) -> Span {
    let text = diagnostics.files().file(file).text();
    let (start, _) = text
        .match_indices(part)
        .nth(nth)
        .expect("the part is in the text");
    Span::new(file, start, start + part.len())
}

fn one_of_each() -> Diagnostics {
    let mut all = Diagnostics::new();
    let game = all.files_mut().add(
        "game.cgml",
        "components:\n  zones:\n    - name: hand\n      type: player_hand\n    - name: hand\n      \
         type: playr_hand\n",
    );
    let cards = all
        .files_mut()
        .add("cards/fire.yaml", "id: 火の鳥\nname: 火の鳥 # 召喚\n");
    let unknown = at(&all, game, "playr_hand", 0);
    all.report(
        Diagnostic::new(SAMPLE_ERROR, unknown, "no zone type is named `playr_hand`")
            .label("not found")
            .hint("did you mean `player_hand`?")
            .fix(unknown, "player_hand"),
    );
    let twice = at(&all, game, "hand", 2);
    all.report(
        Diagnostic::new(SAMPLE_ERROR, twice, "the zone `hand` is defined twice")
            .label("here again")
            .related(at(&all, game, "hand", 0), "first defined here")
            .related(at(&all, cards, "火の鳥", 0), "and used by this card"),
    );
    all.report(
        Diagnostic::new(SAMPLE_WARNING, at(&all, cards, "火の鳥", 1), "a wide name")
            .label("three characters, six columns"),
    );
    all.report(Diagnostic::placeless(SAMPLE_ERROR, "there is no `game.cgml`").hint("add one"));
    all
}

#[test]
fn a_terminal_shows_excerpts_notes_and_suggestions() {
    insta::assert_snapshot!(terminal(&one_of_each(), Style::Plain));
}

#[test]
fn programs_get_every_field_of_every_problem() {
    insta::assert_snapshot!(format!("{:#}", json(&one_of_each())));
}

#[test]
fn a_problem_of_many_lines_is_shown_short() {
    let mut all = Diagnostics::new();
    let text = format!("rules:\n{}", "  - id: a\n    effect: []\n".repeat(40));
    let file = all.files_mut().add("game.cgml", text);
    let few = Span::new(file, 9, 9 + 2 * 25);
    let many = Span::new(file, 9, 9 + 30 * 25);
    all.report(Diagnostic::new(SAMPLE_ERROR, few, "two rules").label("both of them"));
    all.report(Diagnostic::new(SAMPLE_ERROR, many, "thirty rules").label("from here on"));

    insta::assert_snapshot!(terminal(&all, Style::Plain));
}

#[test]
fn a_far_place_has_an_excerpt_of_its_own() {
    let mut all = Diagnostics::new();
    let text = format!("first: 1\n{}second: 2\n", "# filler\n".repeat(5_000));
    let file = all.files_mut().add("game.cgml", text);
    let first = at(&all, file, "first", 0);
    let second = at(&all, file, "second", 0);
    all.report(
        Diagnostic::new(SAMPLE_WARNING, second, "two keys mean the same")
            .related(first, "the other one"),
    );

    insta::assert_snapshot!(terminal(&all, Style::Plain));
}

#[test]
fn one_line_of_16_megabytes_is_cut() {
    let mut all = Diagnostics::new();
    let text = format!(
        "[{}oops, {}]",
        "札, ".repeat(1_600_000),
        "b, ".repeat(2_500_000)
    );
    let file = all.files_mut().add("game.cgml", text);
    let oops = at(&all, file, "oops", 0);
    let whole = Span::new(file, 0, all.files().file(file).text().len());
    all.report(Diagnostic::new(SAMPLE_ERROR, oops, "what is `oops`?").fix(oops, "b"));
    all.report(Diagnostic::new(SAMPLE_ERROR, whole, "a long list").label("all of it"));

    insta::assert_snapshot!(terminal(&all, Style::Plain));
}

#[test]
fn too_many_problems_are_counted_and_warnings_give_way() {
    let mut all = Diagnostics::new();
    let file = all.files_mut().add("game.cgml", "x\n".repeat(300));
    for line in 0..150 {
        let span = Span::new(file, line * 2, line * 2 + 1);
        all.report(Diagnostic::new(SAMPLE_WARNING, span, "a warning"));
        if line < 60 {
            all.report(Diagnostic::new(SAMPLE_ERROR, span, "an error"));
        }
    }

    let text = terminal(&all, Style::Plain);

    assert_eq!(text.matches("error[E0301]").count(), 60);
    assert_eq!(text.matches("warning[W1301]").count(), 40);
    assert!(text.ends_with(
        "and 110 more\n60 errors, 150 warnings in 1 file; `fuda explain E0301` tells more\n"
    ));
    assert_eq!(
        json(&all)["diagnostics"].as_array().map(Vec::len),
        Some(210)
    );
}

#[test]
fn nothing_found_is_nothing_said() {
    let none = Diagnostics::new();

    assert_eq!(terminal(&none, Style::Plain), "");
    assert_eq!(
        json(&none),
        serde_json::json!({ "ok": true, "diagnostics": [] })
    );
}

#[test]
fn warnings_alone_are_ok() {
    let mut all = Diagnostics::new();
    all.report(Diagnostic::placeless(SAMPLE_WARNING, "odd"));

    assert_eq!(json(&all)["ok"], true);
}

#[test]
fn escapes_in_a_game_file_do_not_reach_the_terminal() {
    let mut all = Diagnostics::new();
    let file = all
        .files_mut()
        .add("a\u{1b}[31m.cgml", "key: \u{1b}[31mred\n");
    let span = Span::new(file, 5, 10);
    all.report(
        Diagnostic::new(SAMPLE_ERROR, span, "a \u{1b}[31m value")
            .label("\u{1b}[31m")
            .hint("\u{1b}[31m")
            .fix(span, "\u{1b}[32m"),
    );

    assert!(!terminal(&all, Style::Plain).contains('\u{1b}'));
    assert!(terminal(&all, Style::Color).contains('\u{1b}'));
}

proptest! {
    #[test]
    fn no_span_makes_it_panic(
        text in "[ab札é\t\r: ]{0,400}\n[ab札é\t\r\n: ]{0,80}",
        spans in prop::collection::vec((0..3u32, 0..900usize, 0..900usize), 1..6),
        replacement in "[ab札\n]{0,6}",
    ) {
        let mut all = Diagnostics::new();
        let file = all.files_mut().add("a.cgml", text);
        all.files_mut().add("b.cgml", "");
        let spans = spans.into_iter().map(|(file, start, end)| Span::new(FileId(file), start, end));
        let whole = Diagnostic::new(SAMPLE_ERROR, Span::new(file, 0, 5), "m").label("l");
        all.report(spans.fold(whole, |problem, span| {
            Diagnostic { span: Some(span), ..problem.clone() }
                .related(problem.span.unwrap_or(span), "r")
                .fix(span, replacement.clone())
        }));

        prop_assert!(terminal(&all, Style::Color).contains("E0301"));
        prop_assert_eq!(&json(&all)["ok"], false);
    }
}
