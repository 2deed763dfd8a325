//! Games written down and played again.

mod run;

use run::Folder;

/// A folder with the records of three games.
fn recorded() -> Folder {
    let folder = Folder::new();
    folder
        .fuda(&["sim", "kuhn-poker", "--games", "3", "--records", "played"])
        .succeeds();
    folder
}

#[test]
fn a_record_is_written_for_each_game_and_played_again() {
    let folder = recorded();
    assert_eq!(
        folder.files(),
        ["played/0.record", "played/1.record", "played/2.record"]
    );

    let text = folder
        .fuda(&["replay", "played/1.record", "--steps"])
        .succeeds();
    let (verified, others): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with("verified"));
    assert_eq!(verified.len(), 1, "{text}");
    insta::assert_snapshot!(others.join("\n"));
}

#[test]
fn a_seat_sees_its_own_part() {
    let folder = recorded();
    let open = folder.fuda(&["replay", "played/1.record"]).succeeds();
    let seat = ["replay", "played/1.record", "--steps", "--seat", "0"];
    let own = folder.fuda(&seat).succeeds();

    assert!(!open.contains('▒'), "{open}");
    assert!(own.contains('▒') && own.contains("you"), "{own}");
    let none = folder.fuda(&["replay", "played/1.record", "--seat", "2"]);
    assert_eq!(none.code, 2);
    assert!(
        none.stderr.contains("hint: the seats are 0 to 1"),
        "{}",
        none.stderr
    );
}

#[test]
fn a_program_reads_what_happened() {
    let folder = recorded();
    let arguments = ["replay", "played/2.record", "--format", "json", "--steps"];
    let value = folder.fuda(&arguments).json();

    assert_eq!(
        (&value["ok"], &value["game"], &value["over"]),
        (&true.into(), &"Kuhn Poker".into(), &true.into())
    );
    let choices = value["choices"].as_u64().expect("a number") as usize;
    assert_eq!(value["steps"].as_array().map(Vec::len), Some(choices + 1));
    assert_eq!(value["steps"][1][0]["kind"], "chose");
}

#[test]
fn a_damaged_or_foreign_record_is_refused_with_the_reason() {
    let folder = recorded();
    let whole = std::fs::read(folder.path().join("played/0.record")).expect("it was written");
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join(name), bytes).expect("files can be written");
    };
    write("short", &whole[..whole.len() - 2]);
    write("other", b"not a record");
    let mut flipped = whole.clone();
    let last = flipped.len() - 1;
    flipped[last] ^= 1;
    write("flipped", &flipped);
    write("empty", b"");
    write("list.json", b"{\"version\": 1}");

    for name in [
        "short",
        "other",
        "flipped",
        "empty",
        "list.json",
        "no-such-file",
    ] {
        let run = folder.fuda(&["replay", name]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{name}");
        assert!(
            run.stderr.starts_with("error: the "),
            "{name}: {}",
            run.stderr
        );
    }
    let foreign = folder.fuda(&[
        "replay",
        "played/0.record",
        "--game",
        "leduc-poker",
        "--format",
        "json",
    ]);
    assert_eq!(foreign.code, 1);
    assert_eq!(
        foreign.json()["problem"],
        "the record is of `Kuhn Poker`, not of `Leduc Hold'em`"
    );
}

#[test]
fn records_are_not_written_among_other_files() {
    let folder = recorded();
    let run = folder.fuda(&["sim", "kuhn-poker", "--games", "1", "--records", "played"]);

    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("the folder `played` is not empty"),
        "{}",
        run.stderr
    );
}

/// A game whose third turn breaks what always holds: cards are drawn until the hand has too many.
const BROKEN: &str = r#"
cgml_version: "1.4"
meta: { name: Broken Promise, players: { min: 2, max: 2 } }
components:
  component_types:
    deck_types:
      small: { composition: [{ template: no_suits, values: [1, 2, 3, 4, 5, 6, 7, 8, 9] }] }
    zone_types:
      pile: { ordering: shuffled, visibility: count_only, default_face: down }
      hand: { visibility: { owner: all, others: count_only } }
  decks:
    cards: { type: small }
  zones:
    - { name: deck, type: pile, of_deck: cards }
    - { name: hand, type: hand, per_player: true }
setup: [shuffle(deck)]
rules: []
flow:
  states:
    Play: { phases: [Main] }
  initial_state: Play
  phases:
    Main: { pass: false }
  win_condition:
    evaluator: { winners: players, reason: everybody }
moves:
  draw: { in: Main, effect: "move(deck, hand)", ends: phase }
  draw_two: { in: Main, effect: "move(deck, hand, 2)", ends: phase }
invariants:
  - { id: small_hands, holds: "all(players, count(player.hand) <= 3)" }
"#;

#[test]
fn a_game_that_is_stopped_is_written_down_and_leads_to_the_same_position() {
    let folder = Folder::new();
    folder.write("game.cgml", BROKEN);
    let played = folder.fuda(&["sim", ".", "--games", "20", "--invariants"]);
    assert_eq!(played.code, 1);
    assert!(played.stderr.contains("small_hands"), "{}", played.stderr);
    let files = folder.files();
    let record = files.iter().find(|file| file.ends_with(".record"));
    let record = record.expect("the game was written down").as_str();

    let replay = ["replay", record, "--game", ".", "--format", "json"];
    let replayed = folder.fuda(&replay).json();
    let decision = &replayed["view"]["decision"];
    assert_eq!(
        (&replayed["ok"], &decision["kind"]),
        (&true.into(), &"stopped".into())
    );
    let message = decision["message"].as_str().expect("it says why");
    assert!(message.contains("small_hands"), "{message}");
}

#[test]
fn any_game_can_be_written_down() {
    let folder = Folder::new();
    let sim = ["sim", "kuhn-poker", "--games", "5", "--dump", "last.json"];
    let told = folder.fuda(&sim);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stderr.contains("`last.json`"), "{}", told.stderr);
    folder.fuda(&["replay", "last.json"]).succeeds();
    let again = folder.fuda(&sim);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("exists already"), "{}", again.stderr);
}

/// A game in which a step fails: after the second card the deck is empty.
const FAILING: &str = r#"
cgml_version: "1.4"
meta: { name: Failing, players: { min: 2, max: 2 } }
components:
  component_types:
    deck_types:
      small: { composition: [{ template: standard_suits, values: [2] }], rank_hierarchy: [2] }
    zone_types:
      pile: { ordering: lifo, visibility: { all: count_only }, default_face: down }
      open: { ordering: lifo, visibility: all }
  decks: { cards: { type: small } }
  zones:
    - { name: deck, type: pile, of_deck: cards }
    - { name: shown, type: open }
  variables:
    - { name: rounds, initial_value: 0 }
    - { name: missed, initial_value: 0 }
setup: []
flow:
  states: { Playing: { phases: [Turn] }, Over: { phases: [] } }
  initial_state: Playing
  transitions: [{ from: Playing, to: Over, condition: rounds == 5 }]
  win_condition: { evaluator: { winners: [1], reason: { en: Five rounds, ja: 5ラウンド } } }
rules:
  - id: turn_up
    trigger: on.phase.Turn
    effect:
      - rounds += 1
      - move(deck.top, shown)
      - missed += 1
"#;

#[test]
fn a_trace_names_the_step_that_failed_and_why() {
    let folder = Folder::new();
    folder.write("failing/game.cgml", FAILING);
    let sim = ["sim", "failing", "--games", "1", "--records", "played"];
    folder.fuda(&sim).succeeds();
    let replay = ["replay", "played/0.record", "--game", "failing", "--trace"];
    let open = folder.fuda(&replay).succeeds();
    let lines: Vec<&str> = open
        .lines()
        .filter(|line| !line.starts_with("verified"))
        .collect();
    insta::assert_snapshot!(lines.join("\n"));

    let json = folder
        .fuda(&[&replay[..], &["--format", "json"]].concat())
        .json();
    let traced = json["trace"].as_array().expect("a list");
    let failed: Vec<_> = traced
        .iter()
        .filter(|item| !item["failed"].is_null())
        .collect();
    assert_eq!(failed.len(), 1, "{json}");
    assert_eq!(failed[0]["part"], "turn_up");
    assert_eq!(
        (&failed[0]["step"], &json["reason"]),
        (&2.into(), &"Five rounds".into())
    );

    let seat = folder
        .fuda(&[&replay[..], &["--seat", "0"]].concat())
        .succeeds();
    assert!(seat.contains("`turn_up`, step 1"), "{seat}");
    assert!(!seat.contains("failed"), "{seat}");
}

#[test]
fn coverage_lists_what_never_happened() {
    let folder = Folder::new();
    let never = "  - { id: unheard, trigger: on.shuffle, effect: missed += 1 }\n";
    folder.write("failing/game.cgml", &format!("{FAILING}{never}"));
    let sim = ["sim", "failing", "--games", "3", "--coverage"];
    let text = folder.fuda(&sim).succeeds();
    let from = text
        .find("1 of 2 rules")
        .unwrap_or_else(|| panic!("{text}"));
    assert_eq!(
        &text[from..],
        "1 of 2 rules happened in 3 games\n  never: `unheard` (failing/game.cgml:31)\n"
    );
    let on = |threads| {
        let more = ["--threads", threads, "--format", "json"];
        folder.fuda(&[&sim[..], &more].concat()).json()["coverage"].clone()
    };
    assert_eq!(on("1"), on("3"));
    assert_eq!(on("1")["never"][0]["name"], "`unheard`");
    assert_eq!(on("1")["happened"], 1);
}

/// A game of Kuhn Poker whose chance has a key, as the studio records it.
fn of_the_studio(folder: &Folder) -> String {
    use engine::position::Position;
    use engine::record::Record;
    use engine::seed::{Generator, Key, Seed};
    let located = fuda::locate("kuhn-poker").expect("a shipped game");
    let mut diagnostics = cgml::diagnostic::Diagnostics::new();
    let entry = &located.entry;
    let document = cgml::load::load(&located.sources, entry, &mut diagnostics);
    let game = document.and_then(|it| cgml::check::check(&it, &mut diagnostics));
    let game = game.expect("it has no problems");
    let settings = compile::Settings::default();
    let program = compile::compile(&game, diagnostics.files(), &settings);
    let program = program.expect("it can be compiled");
    let seed = Seed {
        number: 7,
        generator: Generator::Chacha20 { key: Key([1; 32]) },
    };
    let mut record = Record::begin(&program, seed);
    let mut position = Position::start(&program, seed);
    while !position.is_over() {
        position.play_unchecked(&program, 0);
        record.add(&program, 0, &position);
    }
    let text = serde_json::to_string(&record).expect("a record is plain data");
    std::fs::write(folder.path().join("fair.json"), text).expect("files can be written");
    std::fs::write(folder.path().join("fair.record"), record.to_bytes()).expect("files");
    studio::deal::commitment(seed).expect("it has a key")
}

#[test]
fn a_deal_is_verified_against_its_commitment() {
    let folder = recorded();
    let commitment = of_the_studio(&folder);
    for file in ["fair.json", "fair.record"] {
        let text = folder
            .fuda(&["replay", file, "--verify-deal", &commitment])
            .succeeds();
        assert!(
            text.contains("verified: the cards were dealt as committed"),
            "{text}"
        );
        let plain = folder.fuda(&["replay", file]).succeeds();
        assert!(!plain.contains("committed"), "{plain}");
    }
    let value = folder
        .fuda(&["replay", "fair.json", "--format", "json"])
        .json();
    assert_eq!(value["commitment"], commitment.as_str());
    let other = "0".repeat(64);
    let wrong = folder.fuda(&["replay", "fair.json", "--verify-deal", &other]);
    assert_eq!(wrong.code, 1);
    assert!(
        wrong.stderr.contains("not dealt as committed"),
        "{}",
        wrong.stderr
    );
    let none = folder.fuda(&["replay", "played/0.record", "--verify-deal", &commitment]);
    assert_eq!(none.code, 1);
    assert!(
        none.stderr.contains("nobody committed to this deal"),
        "{}",
        none.stderr
    );
}

#[test]
fn a_game_that_is_stopped_names_the_last_step_that_failed_before() {
    let folder = Folder::new();
    let endless = FAILING.replace(
        "  - id: turn_up",
        "  - { id: again, trigger: on.phase.Turn, condition: rounds == 4, effect: { while: true, do: shuffle(deck) } }\n  - id: turn_up",
    );
    folder.write(
        "failing/game.cgml",
        &endless.replace("values: [2]", "values: [2], suits: [hearts]"),
    );
    let run = folder.fuda(&["sim", "failing", "--games", "1"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.contains(
            "the last step that failed before that: `turn_up`, step 2 (failing/game.cgml:"
        ),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("failed: there is no card to move"),
        "{}",
        run.stderr
    );
}

#[test]
fn games_go_the_same_way_where_they_are_traced() {
    let folder = Folder::new();
    for game in [
        "crazy-eights",
        "duel-masters",
        "furuyoni",
        "klondike",
        "ygo-ftk",
    ] {
        let records = format!("played-{game}");
        folder
            .fuda(&["sim", game, "--games", "1", "--records", &records])
            .succeeds();
        let record = format!("{records}/0.record");
        let replay = ["replay", &record, "--game", game, "--trace"];
        let json = folder.fuda(&[&replay[..], &["--format", "json"]].concat());
        let json = json.json();
        let trace = json["trace"].as_array().expect("a list");
        let last = &trace.last().expect("something happened")["event"];
        assert_eq!(last["scores"], json["scores"], "{game}: {last}");
    }
}
