//! Training runs as a person starts, stops and resumes them.

mod run;

use run::{Folder, fuda};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Settings for seconds instead of minutes.
const QUICK: [&str; 18] = [
    "--width",
    "16",
    "--hidden",
    "16",
    "--choice-width",
    "16",
    "--iteration-games",
    "64",
    "--batch",
    "128",
    "--gate-every",
    "2",
    "--gate-games",
    "40",
    "--measure-every",
    "1000",
    "--warm-up",
    "128",
];

fn train(arguments: &[&str]) {
    let mut all = vec!["train"];
    all.extend(arguments);
    fuda(&all).succeeds();
}

fn bytes(folder: &Path, file: &str) -> Vec<u8> {
    fs::read(folder.join(file)).expect("the run has written it")
}

fn lines(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("metrics.jsonl")).expect("figures are written");
    let lines = text.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).expect("a line is JSON");
        line["seconds"].take();
        line
    });
    lines.collect()
}

fn arguments<'a>(out: &'a str, teacher: &'a str, games: &'a str, threads: &'a str) -> Vec<&'a str> {
    let mut all = vec!["leduc-poker", "--out", out, "--games", games];
    all.extend(["--threads", threads, "--teacher", teacher]);
    all.extend(["--gradient-decisions", "400", "--first-decisions", "200"]);
    all.extend(["--gradient-steps", "3"]);
    all.extend(["--checkpoint-games", "128", "--rating-games", "40"]);
    all.extend(["--ahead-weight", "0.5", "--held-weight", "0.5"]);
    all.extend(QUICK);
    all
}

/// An expert for the first half of a run: a tree that the network itself guides.
const EXPERT: [&str; 4] = [
    "--expert-share",
    "0.5",
    "--expert",
    "net:sims=8,search=ismcts",
];

/// Every second checkpoint or so is given up.
const ROLLBACK: [&str; 2] = ["--rollback", "0.6"];

/// Every game is played against a rival, whose best response is learned.
const RIVAL: [&str; 4] = ["--loose-share", "1", "--rival", "greedy:2"];

/// Both teachers, alone, after an expert and against a rival: the same bytes whatever the threads, and whether they were killed in
/// between or not.
#[test]
fn threads_and_kills_change_no_byte() {
    let home = Folder::new();
    for (case, teacher, expert) in [
        ("gumbel", "gumbel", &ROLLBACK[..]),
        ("gradient", "gradient", &ROLLBACK),
        ("expert", "gradient", &EXPERT),
        ("rival", "gradient", &RIVAL),
    ] {
        let at = |name: &str| home.path().join(format!("{case}-{name}"));
        let run = |name: &str, threads: &str| {
            let out = at(name).display().to_string();
            let all = arguments(&out, teacher, "1024", threads);
            let all = all.into_iter().chain(expert.iter().copied());
            all.map(str::to_owned).collect::<Vec<String>>()
        };
        fn parts(all: &[String]) -> Vec<&str> {
            all.iter().map(String::as_str).collect()
        }
        train(&parts(&run("whole", "1")));
        train(&parts(&run("threads", "3")));
        let whole = bytes(&at("whole"), "best.safetensors");
        assert_eq!(whole, bytes(&at("threads"), "best.safetensors"), "{case}");
        assert_eq!(lines(&at("whole")), lines(&at("threads")), "{case}");
        kill_and_resume(&at("killed"), &parts(&run("killed", "2")));
        assert_eq!(whole, bytes(&at("killed"), "best.safetensors"), "{case}");
        assert_eq!(lines(&at("whole")), lines(&at("killed")), "{case}");
    }
}

/// Kills a run as soon as it has saved something, then after every further start, and lets it end at last.
fn kill_and_resume(folder: &Path, arguments: &[&str]) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_fuda"));
    program.arg("train").args(arguments).stdout(Stdio::null());
    let mut begun = program.spawn().expect("the program starts");
    let deadline = Instant::now() + Duration::from_secs(120);
    while !folder.join("state.bin").exists() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    begun.kill().expect("it can be killed");
    begun.wait().expect("it ends");
    let folder = folder.display().to_string();
    for milliseconds in [300, 700] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_fuda"));
        program
            .args(["train", "--resume", &folder])
            .stdout(Stdio::null());
        let mut resumed = program.spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        // It may have come to its end before.
        resumed.kill().ok();
        resumed.wait().expect("it ends");
    }
    train(&["--resume", &folder]);
}

/// A small game is learned in seconds, and the network beats chance.
/// Nobody wins all games against an earlier network of the same run, so each checkpoint is given up for the first one.
#[test]
fn a_checkpoint_that_is_weaker_is_rolled_back() {
    for teacher in ["gumbel", "gradient"] {
        let home = Folder::new();
        let [strict, lenient] = ["strict", "lenient"].map(|name| home.path().join(name));
        for (folder, rollback) in [(&strict, "1"), (&lenient, "0")] {
            let out = folder.display().to_string();
            let mut all = arguments(&out, teacher, "600", "2");
            all.extend(["--rollback", rollback, "--gate", "0"]);
            train(&all);
        }
        let rolled_back = |folder: &Path| -> Vec<bool> {
            let lines = lines(folder);
            let ratings = lines.iter().filter_map(|line| line.get("rating"));
            ratings
                .map(|rating| rating["is_rolled_back"] == Value::Bool(true))
                .collect()
        };
        let (given_up, kept) = (rolled_back(&strict), rolled_back(&lenient));
        assert!(given_up.len() >= 2 && given_up.iter().all(|it| *it));
        assert!(kept.len() >= 2 && !kept.iter().any(|it| *it));
        let networks = |folder: &Path| -> Vec<Vec<u8>> {
            let files = fs::read_dir(folder.join("checkpoints")).expect("there are some");
            let mut files: Vec<_> = files.flatten().map(|file| file.path()).collect();
            files.sort();
            let tensors = |file: &Path| {
                let bytes = fs::read(file).expect("a network");
                let header = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"));
                bytes[8 + header as usize..].to_vec()
            };
            files.iter().map(|file| tensors(file)).collect()
        };
        let (same, others) = (networks(&strict), networks(&lenient));
        assert!(same.windows(2).all(|pair| pair[0] == pair[1]));
        assert!(others.windows(2).all(|pair| pair[0] != pair[1]));
    }
}

#[test]
fn a_small_game_is_learned_in_seconds() {
    let home = Folder::new();
    let out = home.path().join("run");
    let text = out.display().to_string();
    let mut all = vec!["leduc-poker", "--out", &text, "--games", "20000"];
    all.extend(["--teacher", "gradient", "--gradient-decisions", "4096"]);
    all.extend([
        "--gradient-steps",
        "16",
        "--epochs",
        "4",
        "--entropy",
        "0.03",
    ]);
    all.extend([
        "--magnet",
        "0.05",
        "--lambda",
        "0.95",
        "--average-speed",
        "0.1",
    ]);
    all.extend(["--gradient-rate", "0.003", "--value-weight", "1"]);
    all.extend(QUICK);
    train(&all);
    let network = format!("net:{text}/best.safetensors,sims=0,draw=yes");
    let exploited = |player: &str| {
        let found = fuda(&[
            "solve",
            "leduc-poker",
            "--exploit",
            player,
            "--format",
            "json",
        ])
        .json();
        found["exploitability"].as_f64().expect("a number")
    };
    let found = exploited(&network);
    assert!(found < 1.2, "far from chance, which loses 2.37: {found}");
    let players = format!("{network},random");
    let players = ["--players", &players, "--games", "2000", "--format", "json"];
    let result = fuda(&[&["arena", "leduc-poker"], &players[..]].concat()).json();
    let score = result["players"][0]["mean_score"].as_f64();
    assert!(score.is_some_and(|score| score > 0.3), "{result}");
}

/// Cards are told apart by suit and rank: how a choice relates to the cards that the seat knows makes the difference
/// between a policy that knows which suit to name and one that does not. Playing on by the policy is better still.
#[test]
fn crazy_eights_is_learned_in_seconds() {
    let home = Folder::new();
    let out = home.path().join("run").display().to_string();
    let mut all = vec!["crazy-eights", "--out", &out, "--games", "6000"];
    all.extend(["--teacher", "gradient", "--gradient-decisions", "16384"]);
    all.extend(["--measure-every", "1000"]);
    train(&all);
    let won = |search: &str, against: &str, games: &str| {
        let players = format!("net:{out}/best.safetensors,{search},{against}");
        let options = ["--players", &players, "--games", games, "--format", "json"];
        let result = fuda(&[&["arena", "crazy-eights"], &options[..]].concat()).json();
        let points = result["players"][0]["win_rate"].as_f64();
        points.expect("a share of the points")
    };
    let alone = won("sims=0", "random", "400");
    assert!(alone > 0.83, "the policy alone: {alone}");
    let searching = won("sims=32,search=rollouts", "greedy:20", "100");
    assert!(searching > 0.5, "playing on by the policy: {searching}");
}

/// The first player names a number; only one of eight wins.
const NUMBER: &str = r#"
cgml_version: "1.4"
meta: { name: Number, players: { min: 2, max: 2 } }
components:
  variables:
    - { name: said, initial_value: 0 }
setup: []
flow:
  states: { Play: { phases: [Main] } }
  initial_state: Play
  win_condition: { evaluator: { winners: players, reason: everybody } }
rules:
  - id: naming
    trigger: on.phase.Main
    effect:
      - "said = choose(range(1, 8))"
      - if: said == 5
        then: win(me)
        else: win(opponent)
"#;

/// A network that has learned nothing plays by chance; every search with it finds the number.
#[test]
fn a_search_corrects_a_policy_that_knows_nothing() {
    let home = Folder::new();
    let game = home.path().join("number.cgml");
    fs::write(&game, NUMBER).expect("the folder can be written");
    let game = game.display().to_string();
    let out = home.path().join("run").display().to_string();
    let mut all = vec![&*game, "--out", &out, "--games", "64"];
    all.extend(["--teacher", "gradient", "--gradient-rate", "0.0000001"]);
    train(&all);
    for search in ["rollouts", "gumbel", "puct", "ismcts"] {
        let network = format!("net:{out}/best.safetensors");
        let players = format!("{network},sims=96,width=8,search={search},{network},sims=0");
        let options = ["--players", &players, "--games", "200", "--format", "json"];
        let result = fuda(&[&["arena", &game], &options[..]].concat()).json();
        let won = result["players"][0]["win_rate"].as_f64();
        assert!(won.is_some_and(|won| won > 0.85), "{search}: {result}");
    }
}

/// Somebody who waited hears a claim that only a high, or only a low card allows, and then guesses. Nothing on the table
/// tells the claim any more.
const CLAIMS: &str = r#"
cgml_version: "1.4"
meta: { name: Claims, players: { min: 2, max: 2 } }
components:
  component_types:
    deck_types:
      small:
        composition: [{ template: no_suits, values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }]
        rank_hierarchy: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    zone_types:
      deck: { visibility: { all: count_only }, ordering: shuffled, default_face: down }
      hand: { visibility: { owner: all, others: count_only } }
  decks:
    cards: { type: small }
  zones:
    - { name: deck, type: deck, of_deck: cards }
    - { name: hand, type: hand, per_player: true }
  variables:
    - { name: step, initial_value: 0 }
setup:
  - shuffle(deck)
  - deal(deck, players.hand, 1)
flow:
  states: { Play: { phases: [Act] } }
  initial_state: Play
  phases: { Act: { pass: false } }
  win_condition: { evaluator: { winners: players, reason: everybody } }
moves:
  wait: { in: Act, if: step == 0, effect: step = 1, ends: turn }
  look: { in: Act, if: step == 0, effect: step = 1, ends: turn }
  claim_high: { in: Act, if: step == 1 and rank_value(top(me.hand)) > 5, effect: step = 2, ends: turn }
  claim_low: { in: Act, if: step == 1 and rank_value(top(me.hand)) <= 5, effect: step = 2, ends: turn }
  guess_high:
    in: Act
    if: step == 2
    effect: { if: rank_value(top(opponent.hand)) > 5, then: win(me), else: win(opponent) }
  guess_low:
    in: Act
    if: step == 2
    effect: { if: rank_value(top(opponent.hand)) <= 5, then: win(me), else: win(opponent) }
rules: []
"#;

/// Worlds that go back to an earlier decision know what the other could not have claimed.
#[test]
fn worlds_follow_from_what_others_did() {
    let home = Folder::new();
    let game = home.path().join("claims.cgml");
    fs::write(&game, CLAIMS).expect("the folder can be written");
    let game = game.display().to_string();
    let out = home.path().join("run").display().to_string();
    let mut all = vec![&*game, "--out", &out, "--games", "64"];
    all.extend(["--teacher", "gradient", "--gradient-rate", "0.0000001"]);
    train(&all);
    // Every other game the other one guesses, by chance.
    for (recall, wins) in [("recall=0", 0.4..=0.6), ("recall=1", 0.68..=0.82)] {
        let network = format!("net:{out}/best.safetensors");
        let players = format!("{network},sims=96,{recall},{network},sims=0");
        let options = ["--players", &players, "--games", "400", "--format", "json"];
        let result = fuda(&[&["arena", &game], &options[..]].concat()).json();
        let won = result["players"][0]["win_rate"].as_f64();
        assert!(
            won.is_some_and(|won| wins.contains(&won)),
            "{recall}: {result}"
        );
    }
}

/// A best response wins all that can be won against its rival.
#[test]
fn a_best_response_is_learned() {
    let home = Folder::new();
    let out = home.path().join("run").display().to_string();
    let mut all = vec!["kuhn-poker", "--out", &out, "--games", "40000"];
    all.extend(["--rival", "random", "--loose-share", "1", "--magnet", "0"]);
    all.extend(["--entropy", "0.002", "--average-speed", "0.3"]);
    all.extend(["--first-decisions", "1024", "--gradient-decisions", "2048"]);
    all.extend(["--measure-every", "1000"]);
    train(&all);
    let players = format!("net:{out}/best.safetensors,sims=0,random");
    let options = [
        "--players",
        &players,
        "--games",
        "20000",
        "--format",
        "json",
    ];
    let result = fuda(&[&["arena", "kuhn-poker"], &options[..]].concat()).json();
    let score = result["players"][0]["mean_score"].as_f64();
    // The best response to chance wins 11/24 of a chip a hand; the equilibrium wins less.
    assert!(score.is_some_and(|score| score > 0.43), "{result}");
}

/// The profile `seed` learns the encoding that a game declares, with upper bounds and noise at the root.
#[test]
fn the_profile_seed_trains_on_the_declared_encoding() {
    let home = Folder::new();
    let run = |name: &str, threads: &str| {
        let out = home.path().join(name);
        let text = out.display().to_string();
        let mut all = vec!["duel-masters", "--out", &text, "--games", "96"];
        all.extend(["--profile", "seed", "--threads", threads, "--deck", "rush"]);
        all.extend(["--simulations", "4", "--first-simulations", "4"]);
        all.extend(["--width", "32", "--hidden", "32,16", "--batch", "128"]);
        all.extend(["--warm-up", "32", "--iteration-games", "32"]);
        all.extend(["--gate-every", "2", "--gate-games", "8"]);
        train(&all);
        out
    };
    let [one, two] = [run("one", "1"), run("two", "2")];
    let settings = settings_of(&one);
    assert_eq!(settings["search"], "puct");
    assert_eq!(settings["teacher"], "gumbel");
    assert_eq!(
        bytes(&one, "best.safetensors"),
        bytes(&two, "best.safetensors")
    );
    let network = one.join("best.safetensors").display().to_string();
    for search in ["sims=0", "sims=8,search=puct", "sims=8"] {
        let players = format!("net:{network},{search},random");
        let arena = ["arena", "duel-masters", "--deck", "rush", "--players"];
        fuda(&[&arena[..], &[&players, "--games", "4"]].concat()).succeeds();
    }
}

/// The settings of a run, as its folder has them.
fn settings_of(out: &Path) -> Value {
    let text = fs::read_to_string(out.join("run.json")).expect("the run has a header");
    let header: Value = serde_json::from_str(&text).expect("it is JSON");
    header["settings"].clone()
}

#[test]
fn a_game_brings_settings_of_its_own_and_flags_win() {
    let home = Folder::new();
    let out = home.path().join("run");
    let text = out.display().to_string();
    let games = ["kuhn-poker", "--out", &text, "--games", "64"];
    train(&[&games[..], &["--first-decisions", "64", "--magnet", "0.5"]].concat());
    let settings = settings_of(&out);
    assert_eq!(settings["teacher"], "gradient");
    let near = |name: &str, value: f64| {
        let found = settings[name].as_f64().expect("a number");
        assert!((found - value).abs() < 1e-6, "{name}: {found}");
    };
    near("entropy", 0.01);
    near("magnet", 0.5);
    near("clip", 0.1);
}

#[test]
fn mistakes_are_told_with_what_to_do() {
    let home = Folder::new();
    let out = home.path().join("run").display().to_string();
    let fails = |arguments: &[&str], parts: &[&str]| {
        let run = fuda(&[&["train"], arguments].concat());
        assert_eq!(run.code, 2, "{}", run.stderr);
        for part in parts {
            assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
        }
    };
    fails(
        &["kuhn-poker", "--out", &out, "--lambda", "2"],
        &["lambda", "from 0 to 1"],
    );
    fails(
        &["kuhn-poker", "--out", &out, "--hidden", "x"],
        &["hidden", "x"],
    );
    fails(
        &["kuhn-poker", "--out", &out, "--profile", "seed"],
        &["encoding.yaml", "features are derived"],
    );
    fails(
        &["kuhn-poker", "--out", &out, "--profile", "sed"],
        &["profile", "sed", "seed"],
    );
    let config = home.path().join("train.yaml");
    fs::write(&config, "simulatons: 3\n").expect("a file can be written");
    let config = config.display().to_string();
    fails(
        &["kuhn-poker", "--out", &out, "--config", &config],
        &["simulatons", "did you mean `simulations`"],
    );
    fails(&["--resume", &out], &["has no run in it", "--out"]);
    train(&arguments(&out, "gradient", "64", "1"));
    fails(
        &arguments(&out, "gradient", "64", "1"),
        &["has a run in it", "--resume"],
    );
    let network = format!("net:{out}/best.safetensors,random");
    let wrong = fuda(&["arena", "kuhn-poker", "--players", &network, "--games", "2"]);
    assert!(wrong.stderr.contains("plays `Leduc"), "{}", wrong.stderr);
    let state = Path::new(&out).join("state.bin");
    let mut damaged = fs::read(&state).expect("the state is there");
    damaged[10] ^= 1;
    fs::write(&state, damaged).expect("it can be written");
    let resumed = fuda(&["train", "--resume", &out, "--games", "128"]);
    assert!(resumed.stderr.contains("damaged"), "{}", resumed.stderr);
}
