//! Contests of players and of decks, as a person or a program asks for them.

mod run;

use run::{Folder, fuda};
use serde_json::Value;
use std::fs;

fn contest(arguments: &[&str]) -> Value {
    let mut all = vec!["arena", "--format", "json"];
    all.extend(arguments);
    fuda(&all).json()
}

/// The part that does not depend on the clock.
fn timeless(mut value: Value) -> Value {
    value["seconds"].take();
    value
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn information_set_search_beats_chance_at_poker() {
    for (game, games, least) in [("kuhn-poker", "600", 0.25), ("leduc-poker", "600", 1.2)] {
        let players = ["--players", "ismcts:1000,random", "--games", games];
        let value = contest(&[&[game], &players[..]].concat());
        let score = number(&value["players"][0]["mean_score"]);
        assert!(score >= least, "{game}: {score} chips a hand");
        let other = number(&value["players"][1]["mean_score"]);
        assert!(
            (score + other).abs() < 1e-9,
            "what one wins the other loses"
        );
        assert!(number(&value["players"][0]["elo"]) > 0.0);
    }
}

#[test]
fn everybody_sits_everywhere_and_threads_change_nothing() {
    let with = |threads| {
        let players = "ismcts:10,flat:10,random";
        let options = ["--games", "24", "--threads", threads];
        contest(
            &[
                &["crazy-eights", "--seats", "2", "--players", players],
                &options[..],
            ]
            .concat(),
        )
    };
    let value = with("1");
    assert_eq!(timeless(value.clone()), timeless(with("3")));
    let games = |player: usize| value["players"][player]["games"].as_u64();
    assert_eq!([games(0), games(1), games(2)], [Some(16); 3]);
    assert_eq!(value["games"], 24);
}

#[test]
fn a_game_that_ends_in_a_fault_is_written_down() {
    let folder = Folder::new();
    folder.write("burning.cgml", include_str!("run/burning.cgml"));
    let run = folder.fuda(&[
        "arena",
        "burning.cgml",
        "--players",
        "random,flat:2",
        "--games",
        "4",
    ]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let (_, told) = run
        .stderr
        .split_once("written to `")
        .expect("the record is named");
    let (record, _) = told.split_once('`').expect("the name ends");
    // Played again, the record leads to where the game was stopped.
    let again = folder.fuda(&["replay", record, "--game", "burning.cgml"]);
    let stopped = "The game was stopped: `burn`";
    assert!(again.stdout.contains(stopped), "{}", again.stdout);
}

#[test]
fn a_contest_that_was_stopped_goes_on_where_it_was() {
    let folder = Folder::new();
    let with = |games: &str, state: &str| {
        let arguments = [
            "arena",
            "leduc-poker",
            "--players",
            "ismcts:20,random",
            "--format",
            "json",
            "--games",
            games,
            "--state",
            state,
        ];
        folder.fuda(&arguments)
    };
    let first = with("10", "a.json").json();
    let on = with("50", "a.json").json();
    let at_once = with("50", "b.json").json();
    assert_eq!(first["games"], 10);
    assert_eq!(timeless(on), timeless(at_once));

    let other = folder.fuda(&[
        "arena",
        "leduc-poker",
        "--players",
        "random,flat:5",
        "--state",
        "a.json",
    ]);
    assert_eq!(other.code, 2);
    assert!(
        other
            .stderr
            .contains("belongs to another contest: its players differ"),
        "{}",
        other.stderr
    );
    folder.write("c.json", "{}");
    let wrong = with("10", "c.json");
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.stderr.contains("is no state of a contest"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn a_contest_does_not_go_on_with_another_strategy_in_the_same_file() {
    let folder = Folder::new();
    let solve = |iterations: &str| {
        let save = ["--iterations", iterations, "--save", "kuhn.strategy"];
        let arguments = [&["solve", "kuhn-poker"], &save[..]].concat();
        folder.fuda(&arguments).succeeds();
    };
    let on = |games: &str| {
        let players = ["--players", "cfr:kuhn.strategy,random"];
        let options = ["--games", games, "--state", "a.json", "--format", "json"];
        folder.fuda(&[&["arena", "kuhn-poker"], &players[..], &options].concat())
    };
    solve("20");
    assert_eq!(on("10").json()["games"], 10);
    solve("20");
    assert_eq!(on("20").json()["games"], 20);

    solve("30");
    let other = on("30");
    assert_eq!(other.code, 2);
    let told = "belongs to another contest: its strategies in files differ";
    assert!(other.stderr.contains(told), "{}", other.stderr);
}

#[test]
fn a_clear_case_is_decided_early() {
    let value = contest(&[
        "leduc-poker",
        "--players",
        "ismcts:100,random",
        "--games",
        "4000",
        "--sprt",
        "0,40",
    ]);
    assert_eq!(value["sprt"]["verdict"], "stronger");
    assert!(number(&value["games"]) < 2000.0);
}

#[test]
fn decks_meet_each_other_and_make_a_page() {
    let folder = Folder::new();
    let value = folder
        .fuda(&[
            "arena",
            "duel-masters",
            "--players",
            "random",
            "--decks",
            "rush,blockers",
            "--games",
            "8",
            "--html",
            "decks.html",
            "--records",
            "played",
            "--format",
            "json",
        ])
        .json();
    assert_eq!(value["decks"][0]["name"], "rush");
    assert_eq!(value["decks"][0]["games"], 8);
    let page = folder.read("decks.html");
    assert!(page.contains("<svg") && page.contains("rush against blockers"));
    let record = folder.fuda(&["replay", "played/3.record"]);
    assert_eq!(record.code, 0, "{}", record.stderr);
}

#[test]
fn what_cannot_be_is_said() {
    for (arguments, said) in [
        (
            &["hearts", "--players", "random"][..],
            "nobody to compete with",
        ),
        (
            &["hearts", "--players", "random,ismcts"][..],
            "how long `ismcts` thinks is missing",
        ),
        (
            &["hearts", "--players", "random,ismcts:50ms"][..],
            "depend on how fast the machine is",
        ),
        (
            &["hearts", "--players", "random,random", "--decks", "all"][..],
            "no deck lists",
        ),
        (
            &["hearts", "--players", "random,random", "--sprt", "9"][..],
            "two numbers are wanted",
        ),
        (
            &[
                "leduc-poker",
                "--players",
                "random,random,random",
                "--sprt",
                "0,9",
            ][..],
            "`--sprt` compares two",
        ),
    ] {
        let run = fuda(&[&["arena"], arguments].concat());
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains(said), "{said}: {}", run.stderr);
    }
}

#[test]
fn people_are_told_the_same() {
    let run = fuda(&[
        "arena",
        "kuhn-poker",
        "--players",
        "greedy:4,flat:8,random",
        "--games",
        "12",
    ]);
    let text = run.succeeds();
    for word in [
        "greedy:4",
        "flat:8",
        "random",
        "Elo",
        "points against",
        "checksum",
    ] {
        assert!(text.contains(word), "{text}");
    }
    let players = fuda(&["explain", "players"]).succeeds();
    assert!(players.contains("ismcts:2000"), "{players}");
}

#[test]
fn a_strategy_that_was_computed_is_a_player() {
    let folder = Folder::new();
    let solve = [
        "solve",
        "kuhn-poker",
        "--iterations",
        "500",
        "--save",
        "kuhn.strategy",
    ];
    folder.fuda(&solve).succeeds();
    let with = |players: &str, threads: &str| {
        let options = ["--games", "4000", "--threads", threads, "--format", "json"];
        let arguments = [&["arena", "kuhn-poker", "--players", players], &options[..]].concat();
        timeless(folder.fuda(&arguments).json())
    };
    let value = with("cfr:kuhn.strategy,random", "1");
    assert_eq!(value["players"][0]["name"], "cfr:kuhn.strategy");
    let won = number(&value["players"][0]["mean_score"]);
    assert!(won > 0.1, "{won} chips a hand");
    assert_eq!(value, with("cfr:kuhn.strategy,random", "3"));
    // Nobody wins from an equilibrium what matters.
    let lost = number(&with("ismcts:100,cfr:kuhn.strategy", "2")["players"][0]["mean_score"]);
    assert!(lost < 0.05, "{lost} chips a hand");

    let sim = [
        "sim",
        "kuhn-poker",
        "--players",
        "cfr:kuhn.strategy",
        "--games",
        "50",
    ];
    folder.fuda(&sim).succeeds();
    let play = [
        "play",
        "kuhn-poker",
        "--players",
        "cfr:kuhn.strategy,person",
        "--plain",
    ];
    let told = folder.fuda(&[&play[..], &["--think", "--seed", "1"]].concat());
    assert!(
        told.stdout.contains("drew from these choices"),
        "{}",
        told.stdout
    );
}

#[test]
fn a_strategy_that_cannot_be_played_by_is_refused() {
    let folder = Folder::new();
    let solve = [
        "solve",
        "kuhn-poker",
        "--iterations",
        "5",
        "--save",
        "kuhn.strategy",
    ];
    folder.fuda(&solve).succeeds();
    folder.write("text.strategy", "pass");
    let bytes = fs::read(folder.path().join("kuhn.strategy")).expect("it was saved");
    let cut = fs::write(
        folder.path().join("cut.strategy"),
        &bytes[..bytes.len() - 3],
    );
    cut.expect("files can be written");
    let arena = |game: &str, file: &str| {
        let players = format!("cfr:{file},random");
        folder.fuda(&["arena", game, "--players", &players, "--games", "4"])
    };
    let refusals = [
        (
            "kuhn-poker",
            "none.strategy",
            2,
            "the strategy `none.strategy` cannot be read",
        ),
        (
            "kuhn-poker",
            "text.strategy",
            1,
            "`text.strategy`: this is no strategy",
        ),
        (
            "kuhn-poker",
            "cut.strategy",
            1,
            "`cut.strategy`: the strategy is damaged",
        ),
        (
            "leduc-poker",
            "kuhn.strategy",
            1,
            "the strategy is of `Kuhn Poker` for 2 players, not of",
        ),
    ];
    for (game, file, code, said) in refusals {
        let run = arena(game, file);
        assert_eq!(run.code, code, "{}", run.stderr);
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
    let play = [
        "play",
        "leduc-poker",
        "--players",
        "person,cfr:kuhn.strategy",
    ];
    assert_eq!(folder.fuda(&play).code, 1);
    let none = fuda(&["arena", "kuhn-poker", "--players", "cfr,random"]);
    assert!(none.stderr.contains("write `cfr:FILE`"), "{}", none.stderr);
}

#[test]
fn games_of_a_contest_are_counted_by_the_reason_of_their_end() {
    let players = ["--players", "random,random", "--games", "6"];
    let value = contest(&[&["old-maid"], &players[..]].concat());
    assert_eq!(
        value["reasons"],
        serde_json::json!([{ "reason": "No cards left", "games": 6 }])
    );
    let text = fuda(&[&["arena", "old-maid"], &players[..]].concat()).succeeds();
    assert!(
        text.contains("why games ended:\n  No cards left: 6\n"),
        "{text}"
    );
}
