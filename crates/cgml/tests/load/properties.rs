//! Properties of every game, however strange.

use cgml::source::MemorySources;
use proptest::prelude::*;

use crate::loaded::{Loaded, game, game_of};

/// YAML in flow style made of the words that loading looks at.
fn value() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "a", "b", "A", "B", "1", "true", "false", "~", "''", "[]", "{}", "[a, b]",
    ]);
    word.prop_map(str::to_owned)
        .prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4)
                    .prop_map(|items| format!("[{}]", items.join(", "))),
                prop::collection::btree_map(key(), inner, 0..5).prop_map(|entries| {
                    let entries = entries.iter().map(|(key, value)| format!("{key}: {value}"));
                    format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
                }),
            ]
        })
}

fn key() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "id",
        "name",
        "from",
        "to",
        "disabled",
        "default",
        "effect",
        "a",
        "b",
        "zones",
        "decks",
        "variables",
        "component_types",
        "states",
        "phases",
        "transitions",
        "meta",
    ])
}

/// The sections of a document, each at most once.
fn sections() -> impl Strategy<Value = String> {
    let names = prop::sample::select(vec![
        "meta",
        "components",
        "setup",
        "flow",
        "rules",
        "parameters",
        "cards",
        "texts",
        "define",
        "deck_lists",
        "other",
    ]);
    prop::collection::btree_map(names, value(), 0..8).prop_map(|sections| {
        let lines = sections
            .iter()
            .map(|(name, value)| format!("{name}: {value}\n"));
        lines.collect()
    })
}

fn pieces_of_yaml() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "- ",
        ": ",
        "\n",
        "\n  ",
        "\t",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "'",
        "\"",
        "&x ",
        "*x",
        "!",
        "!include ",
        "<<",
        "---\n",
        "...\n",
        "|\n",
        ">-\n",
        "# ",
        "%",
        "? ",
        "\\",
        "é",
        "札",
        "\0",
        "\u{feff}",
        "\r\n",
        "game.cgml",
        "~",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn shown_with(document: &str, others: &[(&str, &str)]) -> String {
    let mut files = vec![("game.cgml", document)];
    files.extend(others);
    game(&files).shown()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn loading_twice_gives_the_same(base in sections(), import in sections(), top in sections()) {
        let base = format!("cgml_version: 1.4\n{base}");
        let top = format!("cgml_version: 1.4\ninherit: base.cgml\nimports: [import.yaml]\n{top}");
        let others = [("base.cgml", base.as_str()), ("import.yaml", import.as_str())];

        prop_assert_eq!(shown_with(&top, &others), shown_with(&top, &others));
    }

    #[test]
    fn an_empty_document_over_a_game_changes_nothing(sections in sections()) {
        let base = format!("cgml_version: 1.4\n{sections}");
        let sources = MemorySources::new()
            .with("base.cgml", base)
            .with("child.cgml", "cgml_version: 1.4\ninherit: base.cgml\n")
            .with("import.cgml", "cgml_version: 1.4\nimports: [base.cgml]\n");
        let shown = |entry| game_of(&sources, entry).shown();

        prop_assert_eq!(shown("child.cgml"), shown("base.cgml"));
        prop_assert_eq!(shown("import.cgml"), shown("base.cgml"));
    }

    #[test]
    fn a_game_over_an_empty_document_is_unchanged(sections in sections()) {
        let alone = format!("cgml_version: 1.4\n{sections}");
        let child = format!("cgml_version: 1.4\ninherit: base.cgml\nimports: [base.cgml]\n{sections}");
        let without_places = |loaded: Loaded| {
            let document = loaded.document.map(|document| {
                crate::shown::value(&document.tree, document.root)
            });
            (document, crate::shown::codes(&loaded.diagnostics))
        };

        prop_assert_eq!(
            without_places(game(&[("game.cgml", &child), ("base.cgml", "{}")])),
            without_places(game(&[("game.cgml", &alone)]))
        );
    }

    #[test]
    fn no_text_stops_the_loader(text in pieces_of_yaml()) {
        let loaded = game(&[("game.cgml", &text)]);

        prop_assert!(loaded.document.is_some() || loaded.diagnostics.has_errors());
        for problem in &loaded.diagnostics {
            let span = problem.span.expect("every problem of a file has a place");
            prop_assert!(span.end as usize <= loaded.diagnostics.files().file(span.file).text().len());
        }
    }

    #[test]
    fn no_bytes_stop_the_loader(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let loaded = game_of(&MemorySources::new().with("game.cgml", bytes), "game.cgml");

        prop_assert!(loaded.document.is_some() || loaded.diagnostics.has_errors());
    }
}
