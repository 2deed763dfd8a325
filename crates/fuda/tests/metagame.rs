//! The metagame, on a trading-card game whose truth is computed here.

mod duelists;
mod run;

use duelists::{DECKS, GAME, number, truth};
use run::{Folder, fuda};
use serde_json::Value;
use std::fs;

fn meta(arguments: &[&str]) -> Value {
    let base = ["meta", GAME, "--player", "random", "--format", "json"];
    fuda(&[&base, arguments].concat()).json()
}

#[test]
fn rates_are_near_the_truth_and_most_intervals_have_it() {
    let mut covered = 0;
    for seed in ["1", "2", "3", "4", "5"] {
        let value = meta(&["--games", "1200", "--uniform", "--seed", seed]);
        for pair in value["pairs"].as_array().expect("pairs") {
            let deck = |name: &Value| {
                DECKS
                    .iter()
                    .find(|(deck, _)| name == deck)
                    .expect("a deck")
                    .1
            };
            let truth = truth(&deck(&pair["one"]), &deck(&pair["other"]));
            let rate = &pair["rate"];
            assert!(
                (number(&rate["value"]) - truth).abs() < 0.12,
                "{pair} {truth}"
            );
            covered += u32::from((number(&rate["low"])..=number(&rate["high"])).contains(&truth));
        }
    }
    assert!(covered >= 26, "{covered} of 30");
}

#[test]
fn threads_change_nothing() {
    let with = |threads| meta(&["--games", "300", "--threads", threads]);
    assert_eq!(with("1"), with("3"));
}

#[test]
fn a_field_has_a_best_response_and_pages_need_nothing_else() {
    let folder = Folder::new();
    let game = fs::canonicalize(GAME).expect("the game is there");
    folder.write("shop.txt", "# at my shop\nreds 60\nblues 40%\n");
    let game = game.to_str().expect("a path of letters");
    let base = ["meta", game, "--player", "random", "--games", "400"];
    let more = [
        "--field",
        "shop.txt",
        "--html",
        "page.html",
        "--csv",
        "pairs.csv",
        "--language",
        "ja",
    ];
    let text = folder.fuda(&[&base[..], &more].concat()).succeeds();
    assert!(
        text.contains("against the field, the best response first:"),
        "{text}"
    );
    let best = text
        .split("best response first:")
        .nth(1)
        .unwrap_or_default();
    let best = best.lines().nth(3).unwrap_or_default();
    assert!(
        best.trim().starts_with("mixed") || best.trim().starts_with("greens"),
        "{text}"
    );
    let page = folder.read("page.html");
    assert!(page.contains("実質的なデッキ数") && page.contains("lang=\"ja\""));
    for outside in ["<script", "<link", "src=", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(folder.read("pairs.csv").lines().count(), 13);
}

#[test]
fn what_cannot_be_weighed_is_told() {
    let folder = Folder::new();
    let game = fs::canonicalize(GAME).expect("the game is there");
    let game = game.to_str().expect("a path of letters");
    folder.write("empty.txt", "# nobody\n");
    folder.write("odd.txt", "redz 10\n");
    folder.write("bad.yaml", "id: bad\nsections: { main: { squire: 6 } }\n");
    folder.write(
        "strange.yaml",
        "id: strange\nsections: { main: { dragon: 6 } }\n",
    );
    let told = |arguments: &[&str]| {
        let run = folder.fuda(
            &[
                &["meta", game, "--player", "random", "--games", "4"],
                arguments,
            ]
            .concat(),
        );
        assert_ne!(run.code, 0, "{arguments:?}");
        run.stderr + &run.stdout
    };
    assert!(told(&["--field", "empty.txt"]).contains("the field is empty"));
    assert!(told(&["--field", "odd.txt"]).contains("did you mean `reds`"));
    assert!(told(&["--field", "none.txt"]).contains("cannot be read"));
    assert!(told(&["--deck", "reds,bad.yaml"]).contains("6 copies of `squire`"));
    assert!(told(&["--deck", "reds,strange.yaml"]).contains("dragon"));
    assert!(told(&["--deck", "reds"]).contains("two decks or more"));
    assert!(told(&["--regulation", "1999"]).contains("regulation"));
    let war = fuda(&["meta", "war", "--games", "4"]);
    assert!(
        war.stderr.contains("players bring no decks"),
        "{}",
        war.stderr
    );
}

#[test]
fn decks_that_the_regulation_forbids_are_left_out_unless_they_are_named() {
    let base = [
        "meta",
        GAME,
        "--player",
        "random",
        "--games",
        "12",
        "--regulation",
        "2006",
    ];
    let all = fuda(&base);
    assert_eq!(all.code, 0, "{}", all.stderr);
    assert!(
        all.stderr.contains("left out: `greens` has 2 of `shaman`"),
        "{}",
        all.stderr
    );
    assert!(!all.stdout.contains("greens"), "{}", all.stdout);
    let named = fuda(&[&base[..], &["--deck", "reds,greens"]].concat());
    assert_eq!(named.code, 1, "{}", named.stderr);
}
