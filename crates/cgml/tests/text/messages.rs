//! Problems of wrong texts: the message, the underlined part, the advice.

use cgml::diagnostic::{Diagnostic, Diagnostics};
use cgml::source::{SourceMap, Span};
use cgml::text::{TextPlace, parse_expression, parse_modifier, parse_selector, parse_steps};
use cgml::tree::{Scalar, Style};

type Read = fn(&str, &TextPlace, &mut Diagnostics) -> bool;

/// Reads a text that is the whole of a file, and shows what is reported.
fn told(read: Read, texts: &[&str]) -> String {
    let mut out = String::new();
    for text in texts {
        let mut diagnostics = Diagnostics::new();
        let file = diagnostics.files_mut().add("a.cgml", *text);
        let scalar = Scalar {
            text: (*text).to_owned(),
            style: Style::Plain,
        };
        let place = TextPlace::new(Span::new(file, 0, text.len()), text, &scalar);
        assert!(!read(text, &place, &mut diagnostics), "{text} was accepted");
        out.push_str(&format!("  {text}\n"));
        for diagnostic in &diagnostics {
            out.push_str(&line(diagnostics.files(), diagnostic));
        }
    }
    out
}

/// Compares with what was told before.
fn assert_told(name: &str, read: Read, texts: &[&str]) {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, told(read, texts));
    });
}

fn line(files: &SourceMap, diagnostic: &Diagnostic) -> String {
    let span = diagnostic
        .span
        .expect("every problem of a text has a place");
    let underline = format!(
        "  {}{} {}: {}\n",
        " ".repeat(files.place(span).column as usize - 1),
        "^".repeat(files.text(span).chars().count().max(1)),
        diagnostic.code.name(),
        diagnostic.message,
    );
    let label =
        (!diagnostic.label.is_empty()).then(|| format!("    label: {}\n", diagnostic.label));
    let hint = diagnostic
        .hint
        .as_ref()
        .map(|hint| format!("    hint: {hint}\n"));
    let related: String = diagnostic
        .related
        .iter()
        .map(|related| {
            format!(
                "    related: `{}` {}\n",
                files.text(related.span),
                related.message
            )
        })
        .collect();
    let fix = diagnostic.fix.as_ref().map(|fix| {
        format!(
            "    fix: `{}` to `{}`\n",
            files.text(fix.span),
            fix.replacement
        )
    });
    [
        underline,
        label.unwrap_or_default(),
        hint.unwrap_or_default(),
        related,
        fix.unwrap_or_default(),
    ]
    .concat()
}

#[test]
fn slips_in_expressions() {
    let read: Read =
        |text, place, diagnostics| parse_expression(text, place, diagnostics).is_some();
    assert_told(
        "slips_in_expressions",
        read,
        &[
            "phase = 'Main'",
            "move(deck, count = 2)",
            "score += 1 == 2",
            "a & b | c",
            "a <> b",
            "a => b",
            "a === b",
            "a ≠ b",
            "a AND b",
            "a is b",
            "a < b < c",
            "a == !b",
            "count（手札） ＝＝ ３",
            "name == “hearts” and x",
            "name == 「手札」",
            "name == 'hearts and x",
            "'a\\qb'",
            "99999999999999999999 + -9223372036854775809",
            "damage * 1.5",
            "cards.2nd",
            "`open",
            "count(hand > 3",
            "f(a, [b, c)",
            "(a + b] * 2",
            "count(hand)) > 3",
            "",
            "   ",
            "a +",
            "* b",
            "a + * b",
            "(a, b)",
            "f(,a,,b,)",
            "draw 2",
            "f(a b)",
            "'x' 'y'",
            "a, b",
            "$.players.0.zones.ref:x.*",
            "a..b",
            "hand.count(type: 'x') > 1",
            "players[]",
            "players[0, 1]",
            "players[by_id=owner(this)]",
            "players[a += 1]",
            "{ winner, 'x': 2 }",
            "f(a: 1, b: 2, a: 3)",
            "if a then b else c",
            "a if c else b",
            "c ? a : b",
            "a; b",
            "a: b",
            "suit == ♥♠ or a",
            "f(x, #y)",
            ") ( ] } a",
        ],
    );
}

#[test]
fn slips_in_selectors() {
    let read: Read = |text, place, diagnostics| parse_selector(text, place, diagnostics).is_some();
    assert_told(
        "slips_in_selectors",
        read,
        &[
            "count($.zones.deck) > 3",
            "count(hand) > 3",
            "players[0].zones.hand",
            "top(deck)",
            "$.zones.play-area",
            "[$.a]",
            "move($.a, count: 2)",
            "not $.a",
            "'hand'",
            "4.zones[*]",
            "$.players[current",
            "($.a)",
        ],
    );
}

#[test]
fn slips_in_steps() {
    let read: Read = |text, place, diagnostics| parse_steps(text, place, diagnostics).is_some();
    assert_told(
        "slips_in_steps",
        read,
        &[
            "score == 1",
            "score + 1; draw(1",
            "count(hand) = 3",
            "score++",
            "score *= 2",
            "score := 2",
            "score =",
            "draw 1; pass;; draw(1)",
            "not draw(1)",
            "'x'",
            "deck.shuffle()",
            "a = b = c",
        ],
    );
}

#[test]
fn slips_in_modifiers() {
    let read: Read = |text, place, diagnostics| parse_modifier(text, place, diagnostics).is_some();
    assert_told(
        "slips_in_modifiers",
        read,
        &[
            "this.power",
            "this.power += 1000",
            "this.power > 3",
            "count(hand) + 1",
            "card.cost - 2 - 1",
            "card.cost * 2 + 1",
            "x + 1 > 2",
            "x 3",
            "x +",
            "",
        ],
    );
}
