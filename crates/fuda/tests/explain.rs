//! `fuda explain` tells what the rules of a game say.

mod run;

use run::{Folder, fuda};
use serde_json::json;

const GAME: &str = "\
cgml_version: \"1.4\"
meta: { name: Pass, players: { min: 2, max: 2 } }
components:
  zones:
    - { name: hand, type: { ordering: lifo }, per_player: true }
setup: []
flow:
  states: { Playing: { phases: [Pass] }, GameOver: { phases: [] } }
  initial_state: Playing
  transitions: [{ id: over, from: Playing, to: GameOver }]
  win_condition: { evaluator: { value: 0 } }
rules:
  - id: pass_a_card
    trigger: on.phase.Pass
    effect:
      - action: MOVE
        from: { path: \"$.players[0].zones.hand\" }
        to: { path: \"$.players[1].zones.hand\" }
";

#[test]
fn a_whole_game_is_explained() {
    let folder = Folder::new();
    folder.write("game.cgml", GAME);

    let text = folder.fuda(&["explain", "game.cgml"]).succeeds();

    assert!(text.starts_with("Pass\n\nPlayers\n  2 players."), "{text}");
    assert!(text.contains("\nRules\n  pass_a_card: When the phase Pass begins, move"));
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn a_rule_is_explained_in_both_languages() {
    let folder = Folder::new();
    folder.write("game.cgml", GAME);
    let rule = |language| {
        let arguments = [
            "explain",
            "game.cgml",
            "pass_a_card",
            "--language",
            language,
        ];
        folder.fuda(&arguments).succeeds()
    };

    assert_eq!(
        rule("en"),
        "When the phase Pass begins, move the top card of player 0's hand to player 1's hand.\n"
    );
    assert_eq!(
        rule("ja"),
        "「Pass」フェイズの開始時、プレイヤー0の手札の一番上のカードをプレイヤー1の手札へ移す。\n"
    );
}

#[test]
fn a_name_of_several_things_is_explained_for_each() {
    let folder = Folder::new();
    folder.write("game.cgml", &GAME.replace("pass_a_card", "Pass"));

    let text = folder.fuda(&["explain", "game.cgml", "Pass"]).succeeds();
    assert_eq!(
        text,
        "rule `Pass`:\nWhen the phase Pass begins, move the top card of player 0's hand to player \
         1's hand.\n\nphase `Pass`:\nWhat happens is up to the rules.\n"
    );

    let arguments = ["explain", "game.cgml", "Pass", "--format", "json"];
    let value = folder.fuda(&arguments).json();
    assert_eq!(value["kind"], "rule");
    assert_eq!(value["others"][0]["kind"], "phase");
}

#[test]
fn shipped_games_are_explained() {
    for game in ["war", "high-card", "go-fish"] {
        for language in ["en", "ja"] {
            let text = fuda(&["explain", game, "--language", language]).succeeds();

            assert!(text.lines().count() > 20, "{text}");
            assert!(!text.contains(['…', '{', '}']), "{text}");
        }
    }
}

#[test]
fn a_program_can_read_explanations() {
    let folder = Folder::new();
    folder.write("game.cgml", GAME);

    let rule = folder.fuda(&["explain", "game.cgml", "over", "--format", "json"]);
    let game = folder.fuda(&[
        "explain",
        "game.cgml",
        "--language",
        "ja",
        "--format",
        "json",
    ]);

    assert_eq!(
        rule.json(),
        json!({
            "game": "Pass",
            "name": "over",
            "kind": "transition",
            "language": "en",
            "text": "When a phase of the state Playing ends, the state becomes GameOver, \
                     and the game is over.",
        })
    );
    let game = game.json();
    assert_eq!(
        (&game["kind"], &game["name"]),
        (&json!("game"), &json!(null))
    );
    assert_eq!(game["language"], "ja");
}

#[test]
fn a_game_with_errors_shows_its_problems() {
    let folder = Folder::new();
    folder.write("game.cgml", &GAME.replace("phase.Pass", "phase.Past"));

    let text = folder.fuda(&["explain", "game.cgml", "pass_a_card"]);
    let json = folder.fuda(&["explain", "game.cgml", "--format", "json"]);

    assert_eq!((text.code, text.stderr.as_str()), (1, ""));
    assert!(text.stdout.contains("game.cgml:14:"), "{}", text.stdout);
    assert_eq!(json.code, 1);
    assert_eq!(json.json()["ok"], false);
}

#[test]
fn an_unknown_name_is_wrong_usage() {
    let folder = Folder::new();
    folder.write("game.cgml", GAME);

    let near = folder.fuda(&["explain", "game.cgml", "pas_a_card"]);
    let far = folder.fuda(&["explain", "game.cgml", "something else"]);
    let missing = folder.fuda(&["explain", "gone.cgml"]);
    let language = folder.fuda(&["explain", "game.cgml", "--language", "fr"]);

    assert_eq!(
        (near.code, near.stderr.as_str()),
        (
            2,
            "error: the game has nothing named `pas_a_card`\nhint: did you mean `pass_a_card`?\n"
        )
    );
    assert!(
        far.stderr
            .ends_with("hint: leave the name out to see the whole game\n")
    );
    assert_eq!((far.code, missing.code, language.code), (2, 2, 2));
}

#[test]
fn a_game_may_be_called_like_a_code() {
    let folder = Folder::new();
    folder.write("E1/game.cgml", GAME);

    let text = folder.fuda(&["explain", "E1"]).succeeds();

    assert!(text.starts_with("Pass\n"), "{text}");
    assert_eq!(fuda(&["explain", "E1"]).code, 2);
}

#[test]
fn the_program_of_a_game_is_listed() {
    let listing = fuda(&["explain", "kuhn-poker", "--listing"]).succeeds();
    let value = fuda(&["explain", "kuhn-poker", "--listing", "--format", "json"]).json();

    assert!(listing.contains("Ask"), "{listing}");
    assert_eq!(value["listing"], listing);
    assert_eq!(value["problems"].as_array().map(Vec::len), Some(0));
    let named = fuda(&["explain", "kuhn-poker", "Act", "--listing"]);
    assert_eq!(named.code, 2);
}
