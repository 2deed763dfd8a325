//! Plays without a terminal: lines in, lines out.

mod run;

use run::{Folder, fuda};

#[test]
fn a_game_is_played_and_recorded_line_by_line() {
    let folder = Folder::new();
    let arguments = ["play", "kuhn-poker", "--seed", "3", "--record", "mine.json"];
    let run = folder.fuda_reading(&arguments, "bet\nbet\nbet\n");

    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.starts_with("Kuhn Poker (seed 3)\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("\n  1. Pass\n  2. Bet\n> "),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("Game over: "), "{}", run.stdout);
    assert_eq!(run.stderr, "the record was written to `mine.json`\n");
    let again = folder.fuda(&["replay", "mine.json"]).succeeds();
    assert!(again.contains("verified"), "{again}");

    let twice = folder.fuda_reading(&arguments, "");
    assert_eq!(twice.code, 2);
    assert!(
        twice.stderr.contains("`mine.json` exists already"),
        "{}",
        twice.stderr
    );
}

#[test]
fn whoever_leaves_saves_nothing_by_surprise() {
    let folder = Folder::new();
    let arguments = [
        "play",
        "crazy-eights",
        "--seed",
        "3",
        "--record",
        "mine.record",
    ];
    for input in ["1\nquit\n", "1\n"] {
        let run = folder.fuda_reading(&arguments, input);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert_eq!(folder.files(), ["standard-input"]);
    }

    let saved = folder.fuda_reading(&arguments, "1\nsave\n");
    assert_eq!(saved.stderr, "the record was written to `mine.record`\n");
    let again = folder
        .fuda(&["replay", "mine.record", "--format", "json"])
        .json();
    assert_eq!(
        (&again["ok"], &again["over"]),
        (&true.into(), &false.into())
    );
}

#[test]
fn people_at_one_keyboard_are_told_who_may_look() {
    let folder = Folder::new();
    let arguments = [
        "play",
        "kuhn-poker",
        "--seed",
        "3",
        "--players",
        "person",
        "--language",
        "ja",
    ];
    let run = folder.fuda_reading(&arguments, "1\n1\n");

    assert_eq!(run.code, 0, "{}", run.stderr);
    for seat in 0..2 {
        let only = format!("プレイヤー{seat}だけが見る");
        assert!(run.stdout.contains(&only), "{}", run.stdout);
    }
    assert!(run.stdout.contains("ゲーム終了"), "{}", run.stdout);
}

#[test]
fn someone_must_play() {
    let run = fuda(&["play", "kuhn-poker", "--players", "random"]);

    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("nobody plays"), "{}", run.stderr);
}

#[test]
fn cards_of_one_name_are_one_line_where_they_are_alike() {
    let folder = Folder::new();
    let listed = |seed: &str| -> Vec<String> {
        let run = folder.fuda_reading(&["play", "duel-masters", "--seed", seed], "");
        let lines = run
            .stdout
            .lines()
            .filter_map(|line| line.trim_start().split_once(". "));
        let lines = lines.filter(|(number, _)| number.parse::<u32>().is_ok());
        lines.map(|(_, choice)| choice.to_owned()).collect()
    };
    let menus = ["1", "2", "3", "4", "5", "6"].map(listed);
    for menu in &menus {
        let names: std::collections::BTreeSet<&String> = menu.iter().collect();
        assert_eq!(names.len(), menu.len(), "{menu:?}");
    }
    // Any of five cards in hand is charged first.
    let counts = menus.map(|menu| menu.len());
    assert!(counts.iter().any(|count| *count < 5), "{counts:?}");
    assert!(counts.contains(&5), "{counts:?}");
}

#[test]
fn people_begin_with_the_parameters_that_the_game_proposes_to_them() {
    let folder = Folder::new();
    let switch = "Switch between tapping mana by hand and by itself";
    let usual = ["play", "duel-masters", "--seed", "1"];
    let offered = folder.fuda_reading(&usual, "1\n");
    assert!(offered.stdout.contains(switch), "{}", offered.stdout);
    let set = [&usual[..], &["--param", "payment=automatic"]].concat();
    let plain = folder.fuda_reading(&set, "1\n");
    assert!(!plain.stdout.contains(switch), "{}", plain.stdout);
}
