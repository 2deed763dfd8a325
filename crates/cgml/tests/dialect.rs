//! Cards in a dialect: what they become, and what their authors are told.
#![expect(clippy::disallowed_methods, reason = "the tests read files")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::explain;
use cgml::load::load;
use cgml::model::Game;
use cgml::render::{Style, terminal};
use cgml::source::MemorySources;
use cgml::vocabulary::Language;

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The rules of SoliTCG, without cards.
fn sources() -> MemorySources {
    let rules = folder("../../games/solitcg/rules.cgml");
    let rules = fs::read(rules).expect("the rules are part of the repository");
    let entry = "cgml_version: \"1.4\"\ninherit: rules.cgml\ncards: !include cards/ as solitcg\n";
    MemorySources::new()
        .with("rules.cgml", rules)
        .with("game.cgml", entry)
}

fn checked(sources: &MemorySources) -> (Option<Game>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let document = load(sources, "game.cgml", &mut diagnostics);
    let game = document.and_then(|document| check(&document, &mut diagnostics));
    (game.ok(), diagnostics)
}

/// One mistake in each of many files, all of them found at once.
#[test]
fn every_mistake_of_a_card_set_is_told_in_one_run() {
    let mut sources = sources();
    let mut files = 0;
    let listed = fs::read_dir(folder("tests/dialect/mistakes")).expect("a folder of the tests");
    for entry in listed {
        let path = entry.expect("a folder can be listed").path();
        let name = path.file_name().expect("a file has a name").display();
        let text = fs::read(&path).expect("a file of the tests");
        sources.insert(format!("cards/{name}"), text);
        files += 1;
    }
    let (_, diagnostics) = checked(&sources);

    let mut by_file: BTreeMap<&str, usize> = BTreeMap::new();
    for problem in diagnostics.sorted() {
        let span = problem.span.expect("every problem has a place");
        let file = diagnostics.files().file(span.file).path();
        *by_file.entry(file).or_default() += 1;
        let lists = ["expected", "is not one of"];
        let says_how =
            problem.hint.is_some() || lists.iter().any(|it| problem.message.contains(it));
        assert!(says_how, "{file}: {}", problem.message);
    }
    assert!(files > 30);
    assert_eq!(by_file.len(), files - 1, "one file is sound: {by_file:#?}");
    assert!(by_file.values().all(|count| *count == 1), "{by_file:#?}");
    insta::with_settings!({ prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("dialect_mistakes", terminal(&diagnostics, Style::Plain));
    });
}

#[test]
fn a_card_of_the_dialect_is_a_card_of_the_language() {
    let mut sources = sources();
    let cards = folder("../../games/solitcg/cards");
    for entry in fs::read_dir(cards).expect("the cards are part of the repository") {
        let path = entry.expect("a folder can be listed").path();
        let name = path.file_name().expect("a file has a name").display();
        let text = fs::read(&path).expect("a file of the game");
        sources.insert(format!("cards/{name}"), text);
    }
    let (game, diagnostics) = checked(&sources);
    let game = game.unwrap_or_else(|| panic!("{}", terminal(&diagnostics, Style::Plain)));

    let mut told = String::new();
    for (card, _) in game.cards.pairs() {
        told += &explain::card(&game, card, Language::English);
        told += "\n\n";
    }
    insta::with_settings!({ prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("dialect_cards", told);
    });
}
