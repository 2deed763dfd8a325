//! The metagame, on a trading-card game whose truth is computed here.

mod duelists;
mod run;

use duelists::{DECKS, GAME, game_path, number, truth};
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

/// The files of a run without the lock, and without halves of files that a kill left behind.
fn files_of(folder: &Folder, run: &str) -> Vec<(String, Vec<u8>)> {
    let files = folder.files().into_iter().filter_map(|file| {
        let rest = file.replace('\\', "/");
        let rest = rest.strip_prefix(&format!("{run}/"))?.to_owned();
        let is_kept = rest != "lock" && !rest.ends_with(".new");
        is_kept.then(|| {
            (
                rest,
                fs::read(folder.path().join(&file)).expect("it is there"),
            )
        })
    });
    let mut files: Vec<_> = files.collect();
    files.sort();
    files
}

#[test]
fn a_run_that_was_killed_ends_as_one_that_was_not() {
    let folder = Folder::new();
    let game = game_path();
    let asked = |out: &str, threads: &str| {
        [
            "meta",
            &game,
            "--player",
            "random",
            "--games",
            "3000",
            "--out",
            out,
            "--threads",
            threads,
        ]
        .map(str::to_owned)
    };
    let whole = asked("whole", "1");
    let text = folder
        .fuda(&whole.each_ref().map(String::as_str))
        .succeeds();
    assert!(text.contains("report: whole"), "{text}");
    let whole = files_of(&folder, "whole");
    let names: Vec<&str> = whole.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "course.csv",
            "cycles.csv",
            "decks.csv",
            "field.csv",
            "pairs.csv",
            "report.html",
            "result.json",
            "run.json",
            "state.bin"
        ]
    );
    for milliseconds in [40, 300] {
        let out = format!("killed{milliseconds}");
        kill_after(&folder, &asked(&out, "3"), milliseconds);
        if !folder.path().join(&out).join("run.json").exists() {
            continue;
        }
        let resumed = folder.fuda(&["meta", "--resume", &out, "--threads", "2"]);
        assert_eq!(resumed.code, 0, "{}", resumed.stderr);
        assert!(files_of(&folder, &out) == whole, "after {milliseconds} ms");
    }
    let again = folder.fuda(&whole_again(&game));
    assert!(again.stderr.contains("has a run in it"), "{}", again.stderr);
    folder.write("whole/state.bin", "nonsense");
    let damaged = folder.fuda(&["meta", "--resume", "whole"]);
    assert!(damaged.stderr.contains("is damaged"), "{}", damaged.stderr);
    let missing = folder.fuda(&["meta", "--resume", "nowhere"]);
    assert!(
        missing.stderr.contains("has no run in it"),
        "{}",
        missing.stderr
    );
}

/// Starts the program and kills it after a while.
fn kill_after(folder: &Folder, arguments: &[String], milliseconds: u64) {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_fuda"))
        .args(arguments)
        .current_dir(folder.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    std::thread::sleep(std::time::Duration::from_millis(milliseconds));
    child.kill().ok();
    child.wait().expect("it ends");
}

fn whole_again(game: &str) -> [&str; 4] {
    ["meta", game, "--out", "whole"]
}
