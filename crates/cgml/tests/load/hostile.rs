//! Files made to hurt: each is a diagnostic, quickly, and never a crash.

use cgml::limits;
use cgml::source::MemorySources;
use cgml::yaml::Parsed;

use crate::loaded::{game, game_of};
use crate::yaml::read;

/// Lists, mappings and keys inside each other in every form YAML has for them.
fn nested(depth: usize) -> [String; 5] {
    [
        "[".repeat(depth),
        "{a: ".repeat(depth),
        "[{a: ".repeat(depth),
        "- ".repeat(depth) + "x",
        "? ".repeat(depth) + "x",
    ]
}

#[test]
fn nesting_just_over_the_limit_is_refused() {
    for text in nested(limits::DEPTH + 1) {
        assert_eq!(read(&text).codes(), ["E0110"], "{:?}", &text[..20]);
    }
}

#[test]
fn ten_thousand_levels_are_refused_without_a_crash() {
    for text in nested(10_000) {
        assert_eq!(read(&text).codes(), ["E0110"], "{:?}", &text[..20]);
    }
}

#[test]
fn a_million_levels_are_refused_without_a_crash() {
    for text in nested(1_000_000).into_iter().step_by(3) {
        assert_eq!(read(&text).codes(), ["E0110"], "{:?}", &text[..20]);
    }
}

#[test]
fn levels_by_indentation_are_refused_like_others() {
    for item in ["-", "a:"] {
        let lines = (0..2_000).map(|level| format!("{}{item}\n", " ".repeat(level)));
        assert_eq!(
            read(&lines.collect::<String>()).codes(),
            ["E0110"],
            "{item}"
        );
    }
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let text = "[".repeat(limits::DEPTH) + &"]".repeat(limits::DEPTH);

    assert_eq!(read(&text).codes(), [""; 0]);
}

#[test]
fn aliases_cannot_unfold_without_end() {
    let mut laughs = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..100 {
        let below = format!("*a{}", level - 1);
        laughs += &format!("a{level}: &a{level} [{}]\n", [below.as_str(); 9].join(", "));
    }
    let mut deep = String::from("a0: &a0 [[[[[[[[[[]]]]]]]]]]\n");
    for level in 1..20 {
        deep += &format!("a{level}: &a{level} [[[[[[[[[[*a{}]]]]]]]]]]\n", level - 1);
    }

    assert_eq!(read(&laughs).codes(), ["E0112"]);
    assert_eq!(read(&deep).codes(), ["E0110"]);
    assert_eq!(read(&laughs).parsed, Parsed::default());
}

#[test]
fn many_aliases_are_read_quickly() {
    let aliases = "*a, ".repeat(50_000);
    let anchors: String = (0..10_000)
        .map(|index| format!("- &a{index} {index}\n- *a{index}\n"))
        .collect();

    assert_eq!(read(&format!("[&a x, {aliases}]")).codes(), [""; 0]);
    assert_eq!(read(&anchors).codes(), [""; 0]);
}

#[test]
fn a_file_full_of_problems_is_summed_up() {
    let codes = read(&"a: 1\n".repeat(10_000)).codes();

    assert_eq!(codes.len(), limits::PROBLEMS_PER_FILE + 1);
    assert_eq!(codes.last().map(String::as_str), Some("E0120"));
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let text = " ".repeat(50_000_000);

    insta::assert_snapshot!(read(&text).problems(), @r#"
    E0111 `a.yaml` is too large: 48 MiB, and the limit is 16 MiB
      hint: split it: `!include` of a folder reads all its files as one list
    "#);
}

#[test]
fn a_long_chain_of_files_is_refused() {
    let mut sources = MemorySources::new().with(
        "game.cgml",
        "cgml_version: 1.4\na: !include 0.yaml\ninherit: b0.cgml\n",
    );
    for index in 0..200 {
        sources.insert(
            format!("{index}.yaml"),
            format!("!include {}.yaml", index + 1),
        );
        sources.insert(
            format!("b{index}.cgml"),
            format!("inherit: b{}.cgml", index + 1),
        );
    }

    assert_eq!(game_of(&sources, "game.cgml").codes(), ["E0110", "E0110"]);
}

#[test]
fn includes_cannot_unfold_without_end() {
    let mut sources =
        MemorySources::new().with("game.cgml", "cgml_version: 1.4\na: !include 0.yaml\n");
    for index in 0..20 {
        let next = format!("- !include {}.yaml\n", index + 1);
        sources.insert(format!("{index}.yaml"), next.repeat(10));
    }
    sources.insert("20.yaml", "x");

    assert_eq!(game_of(&sources, "game.cgml").codes(), ["E0112"]);
}

#[test]
fn includes_and_aliases_together_cannot_nest_too_deeply() {
    let deep = format!("{}!include X.yaml{}", "[".repeat(100), "]".repeat(100));
    let loaded = game(&[
        ("game.cgml", "cgml_version: 1.4\na: !include 0.yaml\n"),
        ("0.yaml", &deep.replace('X', "1")),
        ("1.yaml", &deep.replace('X', "2")),
        ("2.yaml", "x"),
    ]);

    assert_eq!(loaded.codes(), ["E0110"]);
    assert!(loaded.document.is_none());
}

#[test]
fn a_large_file_included_often_is_refused_before_it_fills_the_memory() {
    let list = "- x\n".repeat(20_000);
    let includes = "- !include list.yaml\n".repeat(20_000);
    let loaded = game(&[
        ("game.cgml", &format!("cgml_version: 1.4\na:\n{includes}")),
        ("list.yaml", &list),
    ]);

    assert_eq!(loaded.codes(), ["E0112"]);
}
