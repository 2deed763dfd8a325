//! Cards in a table, and decks that are lists of ids.

mod run;

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::model::{CardDef, Game};
use fuda::cgml;
use run::fuda;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");

fn table(name: &str) -> String {
    format!("{TABLES}/{name}")
}

fn game(name: &str) -> Game {
    let located = fuda::locate(name).expect("there is such a game");
    let mut diagnostics = Diagnostics::new();
    let document = load(&located.sources, &located.entry, &mut diagnostics);
    let document = document.expect("the game can be read");
    check(&document, &mut diagnostics).expect("the game has no errors")
}

/// Contents of a card, without the places where they are written.
fn told(card: &CardDef) -> String {
    let CardDef {
        name,
        kind,
        properties,
        title,
        ..
    } = card;
    let mut properties: Vec<String> = properties.iter().map(|it| format!("{it:?}")).collect();
    properties.sort();
    format!(
        "{name} {kind:?} {title:?} {properties:?} {} {}",
        card.keywords.len(),
        card.abilities.len()
    )
}

/// The table has every card of the pool as it is printed, so that nothing changes.
#[test]
fn a_table_of_all_cards_is_the_pool() {
    let (pool, from_table) = (game("duel-masters"), game(&table("cards.csv")));
    let told = |game: &Game| game.cards.iter().map(told).collect::<Vec<_>>();
    assert_eq!(told(&pool), told(&from_table));
    assert_eq!(pool.cards.iter().count(), 160);
}

#[test]
fn every_bad_row_is_told_in_one_run() {
    let run = fuda(&["check", "tests/tables/mistakes.csv"]);
    assert_eq!(run.code, 1);
    insta::assert_snapshot!("a_table_with_mistakes", run.stdout);
}

#[test]
fn a_deck_may_be_a_list_of_numbers_or_a_text() {
    let played = |game: &str, deck: &str| {
        let arguments = [
            "sim", game, "--deck", deck, "--games", "20", "--format", "json",
        ];
        fuda(&arguments).json()["checksum"].clone()
    };
    let named = played("duel-masters", "rush");
    assert!(named.is_string(), "{named}");
    assert_eq!(played("duel-masters", &table("rush.json")), named);
    assert_eq!(played("duel-masters", &table("rush.txt")), named);
    assert_eq!(played(&table("cards.csv"), &table("rush.json")), named);
    assert_ne!(played("duel-masters", "blockers"), named);
}

#[test]
fn what_is_wrong_with_a_list_of_ids_is_told() {
    let folder = run::Folder::new();
    folder.write("deck.json", "[118, 118, 999, [1], bronze_arm_trib]");
    folder.write("deck.txt", "4 Bronze-Arm Tribe\n3 Bronze-Arm Trieb\n");
    let told = ["deck.json", "deck.txt"].map(|deck| {
        let run = folder.fuda(&["check", "duel-masters", "--deck", deck]);
        assert_eq!(run.code, 1);
        run.stdout
    });
    insta::assert_snapshot!("lists_of_ids_with_mistakes", told.concat());
}
