//! Many games at once, as a person or a program asks for them.

mod run;

use run::{Folder, fuda};
use serde_json::Value;

fn simulated(arguments: &[&str]) -> Value {
    let mut all = vec!["sim", "--format", "json"];
    all.extend(arguments);
    fuda(&all).json()
}

/// The part that does not depend on the clock.
fn timeless(mut value: Value) -> Value {
    for key in ["seconds", "threads"] {
        value[key].take();
    }
    value
}

#[test]
fn a_program_reads_one_value_with_these_keys_first() {
    let value = simulated(&["kuhn-poker", "--games", "50", "--seed", "7"]);

    let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
    assert_eq!(
        keys[..9],
        [
            "game",
            "games",
            "decisions",
            "seconds",
            "wins",
            "draws",
            "mean_scores",
            "mean_decisions",
            "checksum"
        ]
    );
    assert_eq!(
        (&value["game"], &value["games"]),
        (&"kuhn-poker".into(), &50.into())
    );
    let count = |value: &Value| value.as_u64().expect("a count");
    let wins: u64 = value["wins"]
        .as_array()
        .expect("a list")
        .iter()
        .map(count)
        .sum();
    assert_eq!(wins + count(&value["draws"]), 50);
    assert_eq!(value["mean_scores"].as_array().map(Vec::len), Some(2));
    let mean = value["mean_decisions"].as_f64().expect("a number");
    assert_eq!((mean * 50.0).round() as u64, count(&value["decisions"]));
}

#[test]
fn threads_change_nothing_and_seeds_everything() {
    let with = |seed, threads| {
        let options = [
            "crazy-eights",
            "--games",
            "40",
            "--seed",
            seed,
            "--threads",
            threads,
        ];
        timeless(simulated(&options))
    };
    let one = with("1", "1");

    assert_eq!(one, with("1", "3"));
    assert_ne!(one["checksum"], with("2", "1")["checksum"]);
}

#[test]
fn a_deterministic_game_is_dealt_as_it_says() {
    let folder = Folder::new();
    let text = include_str!("../../../games/high-card/game.cgml");
    let fixed = "  rng: { deterministic: true, seed: 12345 }\n  tags: [";
    folder.write("free.cgml", text);
    folder.write("fixed.cgml", &text.replace("  tags: [", fixed));
    let wins = |file: &str, more: &[&str]| {
        let arguments = ["sim", "--format", "json", file, "--games", "30"];
        let arguments = [&arguments[..], more].concat();
        folder.fuda(&arguments).json()["wins"].clone()
    };

    // Nobody decides anything: with the same chance it is the same game.
    let same = wins("fixed.cgml", &[]);
    let same = same.as_array().expect("a list");
    assert!(
        same.iter().all(|wins| *wins == 0 || *wins == 30),
        "{same:?}"
    );
    let seed = ["--seed", "7"];
    assert_eq!(wins("fixed.cgml", &seed), wins("free.cgml", &seed));
    let free = wins("free.cgml", &[]);
    assert!(
        free.as_array()
            .expect("a list")
            .iter()
            .all(|wins| *wins != 30),
        "{free}"
    );
}

#[test]
fn people_read_a_table() {
    let text = fuda(&["sim", "kuhn-poker", "--games", "200", "--threads", "1"]).succeeds();

    let steady: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("speed"))
        .collect();
    insta::assert_snapshot!(steady.join("\n"));
}

#[test]
fn seats_and_players_are_counted() {
    let three = simulated(&["crazy-eights", "--games", "2", "--seats", "3"]);
    let named = simulated(&[
        "crazy-eights",
        "--games",
        "2",
        "--players",
        "random,random,random",
    ]);
    assert_eq!(timeless(three.clone()), timeless(named));
    assert_eq!(three["wins"].as_array().map(Vec::len), Some(3));

    let refused: [(&[&str], &str); 5] = [
        (
            &["--seats", "9"],
            "9 cannot play this game: it is for 2 to 5 players",
        ),
        (
            &["--players", "random,random", "--seats", "3"],
            "2 players are named for 3 seats",
        ),
        (
            &["--players", "clever"],
            "there is no player `clever`; the players are `random`",
        ),
        (&["--param", "no_such=1"], "there is no parameter `no_such`"),
        (&["--games", "0"], "0 is not in 1.."),
    ];
    for (options, reason) in refused {
        let run = fuda(&[&["sim", "crazy-eights"], options].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{options:?}");
        assert!(run.stderr.contains(reason), "{options:?}: {}", run.stderr);
    }
}

#[test]
fn a_game_that_is_too_long_is_broken_off_and_said_so() {
    let options = ["sim", "crazy-eights", "--games", "3", "--limit", "5"];
    let value = simulated(&options[1..]);
    assert_eq!(
        (&value["unfinished"], &value["decisions"]),
        (&3.into(), &15.into())
    );

    let text = fuda(&options).succeeds();
    assert!(
        text.contains("3 games were broken off after 5 decisions"),
        "{text}"
    );
}

/// A number may stand for a player; one that is nobody's seat stops the game where it is asked for a move.
#[test]
fn a_number_that_is_no_seat_is_told_with_its_place() {
    let folder = Folder::new();
    folder.write(
        "nobody.cgml",
        r#"cgml_version: "1.4"
meta: { name: Nobody, players: { min: 2, max: 2 } }
components:
  variables: [ { name: actor, initial_value: { path: "players[0]" } } ]
setup: []
rules: []
flow:
  states: { Playing: { phases: [Act] }, Over: { phases: [] } }
  initial_state: Playing
  player_order: simultaneous
  phases: { Act: { player: actor, pass: false } }
moves:
  go: { in: Act, effect: actor = 2, ends: phase }
  stay: { in: Act, effect: actor = 2, ends: phase }
"#,
    );
    folder.fuda(&["check", "nobody.cgml"]).succeeds();
    let run = folder.fuda(&["sim", "nobody.cgml", "--games", "1"]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let told = "nobody.cgml:";
    let why = "a number was used as a player, but nobody has that seat; seats are numbered from 0";
    assert!(
        run.stderr.contains(told) && run.stderr.contains(why),
        "{}",
        run.stderr
    );
}

#[test]
fn a_game_that_never_asks_is_stopped_with_its_rule() {
    let folder = Folder::new();
    folder.write(
        "endless.cgml",
        r#"cgml_version: "1.3"
meta: { name: Endless, description: Nothing ever happens., players: { min: 1, max: 1 } }
components:
  component_types:
    deck_types: { one: { composition: [ { type: template, template: standard_suits, values: [1] } ] } }
    zone_types: { pile: { ordering: lifo, visibility: { all: all } } }
  decks: { cards: { type: one } }
  zones: [ { name: deck, type: pile, of_deck: cards } ]
  variables: [ { name: count, initial_value: 0 } ]
setup: []
flow:
  states: { Playing: { phases: [Idle] }, Over: { phases: [] } }
  initial_state: Playing
  player_order: clockwise
  transitions:
    - from: Playing
      to: Over
      condition: { isEqual: [ { path: "$.count" }, { value: 1 } ] }
rules:
  - id: nothing
    trigger: on.phase.Idle
    effect: [ { action: INCREMENT, path: { path: "$.count" }, by: 2 } ]
"#,
    );

    let run = folder.fuda(&["sim", "endless.cgml", "--games", "2", "--format", "json"]);

    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(
        run.stderr.starts_with("error: 1 of 1 games were stopped"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("endless.cgml:"), "{}", run.stderr);
    let faults = &run.json()["faults"];
    assert_eq!(
        (&faults[0]["games"], &faults[0]["first"]),
        (&1.into(), &0.into())
    );
}

#[test]
fn the_problems_of_a_game_are_shown_instead() {
    let folder = Folder::new();
    folder.write("bad.cgml", "cgml_version: \"1.3\"\n");

    let run = folder.fuda(&["sim", "bad.cgml", "--format", "json"]);

    assert_eq!(run.code, 1);
    assert_eq!(run.json()["ok"], false);
}

/// A game of teams of two in which one move ends the game, with a win for these seats.
fn of_teams(winners: &str) -> String {
    format!(
        r#"
cgml_version: "1.4"
meta: {{ name: Teams, players: {{ min: 4, max: 4 }} }}
teams: {{ north_south: [0, 2], east_west: [1, 3] }}
components:
  variables: [{{ name: number, initial_value: 0 }}]
setup: []
flow:
  states: {{ Play: {{ phases: [Main] }}, Done: {{ phases: [] }} }}
  initial_state: Play
  transitions: [{{ from: Play, to: Done }}]
  win_condition: {{ evaluator: {{ winners: "{winners}", reason: so }} }}
moves:
  end: {{ in: Main, effect: [number = 1], ends: phase }}
rules: []
"#
    )
}

#[test]
fn a_team_that_wins_shares_nothing() {
    let folder = Folder::new();
    for (winners, wins, draws, shared) in [
        ("[players[0], players[2]]", [3, 0, 3, 0], 0, 0),
        ("[players[0], players[1]]", [3, 3, 0, 0], 0, 3),
        ("players", [0, 0, 0, 0], 3, 0),
    ] {
        folder.write("teams.cgml", &of_teams(winners));
        let arguments = ["sim", "teams.cgml", "--games", "3", "--format", "json"];
        let value = folder.fuda(&arguments).json();
        assert_eq!(
            (&value["wins"], &value["draws"], &value["shared_wins"]),
            (
                &serde_json::json!(wins),
                &serde_json::json!(draws),
                &serde_json::json!(shared)
            ),
            "{winners}"
        );
    }
}

#[test]
fn after_a_game_that_was_stopped_no_other_is_played() {
    let folder = Folder::new();
    folder.write(
        "endless.cgml",
        r#"
cgml_version: "1.4"
meta: { name: Endless, players: { min: 2, max: 2 } }
components:
  variables: [{ name: number, initial_value: 0 }]
setup: []
flow:
  states: { Play: { phases: [Main] }, Done: { phases: [] } }
  initial_state: Play
  transitions: [{ from: Play, to: Done }]
  win_condition: { evaluator: { winners: players, reason: so } }
moves:
  end: { in: Main, effect: [number = 1], ends: phase }
  stay: { in: Main, effect: [set_state(Play)] }
rules:
  - { id: again, trigger: on.state.exit.Play, effect: [{ while: number == 0, do: [number = 0] }] }
"#,
    );
    let with = |threads: &str| {
        let arguments = ["sim", "endless.cgml", "--games", "600", "--format", "json"];
        let run = folder.fuda(&[&arguments[..], &["--threads", threads]].concat());
        assert_eq!(run.code, 1);
        assert!(run.stderr.contains("`again`, step 1"), "{}", run.stderr);
        assert!(
            run.stderr.contains("games were not played"),
            "{}",
            run.stderr
        );
        timeless(serde_json::from_str(&run.stdout).expect("JSON"))
    };
    let alone = with("1");
    assert_eq!(alone["faults"][0]["games"], 1);
    assert_eq!(
        alone["games"],
        alone["faults"][0]["first"].as_u64().expect("a number") + 1
    );
    assert_eq!(with("3"), alone);
}

#[test]
fn games_are_counted_by_the_reason_of_their_end() {
    let text = fuda(&["sim", "old-maid", "--games", "20"]).succeeds();
    assert!(
        text.contains("why games ended:\n  No cards left: 20 (100.0 %)\n"),
        "{text}"
    );
    let value = simulated(&["old-maid", "--games", "20"]);
    assert_eq!(
        value["reasons"],
        serde_json::json!([{ "reason": "No cards left", "games": 20 }])
    );
    let silent = simulated(&["kuhn-poker", "--games", "20"]);
    assert_eq!(silent["reasons"], serde_json::json!([]));
}
