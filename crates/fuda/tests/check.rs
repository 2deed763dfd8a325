//! `fuda check` shows what is wrong with a game.

mod run;

use run::{Folder, fuda};

const BROKEN: &str = "cgml_version: \"1.3\"\nmeta: { name: 札, name: b }\n";

#[test]
fn a_new_game_has_no_problems() {
    let folder = Folder::new();
    for players in ["2", "10"] {
        let name = format!("game-{players}");
        folder
            .fuda(&["new", &name, "--players", players])
            .succeeds();

        let told = folder.fuda(&["check", &name]).succeeds();

        assert_eq!(told, format!("{name}: no problems\n"));
    }
}

#[test]
fn a_shipped_game_needs_no_files() {
    let folder = Folder::new();

    let names = fuda::library::names();
    let wanted = ["go-fish", "high-card", "war"];
    assert!(
        wanted
            .iter()
            .all(|name| names.contains(&(*name).to_owned()))
    );
    for name in names {
        let told = folder.fuda(&["check", &name]).succeeds();
        assert_eq!(told, format!("{name}: no problems\n"));
    }
}

#[test]
fn problems_are_shown_with_the_path_that_was_given() {
    let folder = Folder::new();
    folder.write("games/mine/game.cgml", BROKEN);

    let run = folder.fuda(&["check", "games/mine"]);

    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    insta::assert_snapshot!(run.stdout);
}

#[test]
fn a_program_reads_one_value_for_all_games() {
    let folder = Folder::new();
    folder.write("a.cgml", BROKEN);
    folder.fuda(&["new", "b"]).succeeds();

    let one = folder.fuda(&["check", "b", "--format", "json"]);
    let both = folder.fuda(&["check", "a.cgml", "b", "--format", "json"]);

    assert_eq!((one.code, both.code), (0, 1));
    assert_eq!(
        one.json(),
        serde_json::json!({ "ok": true, "diagnostics": [] })
    );
    insta::assert_snapshot!(format!("{:#}", both.json()));
}

#[test]
fn a_missing_game_is_wrong_usage() {
    let folder = Folder::new();
    folder.write("solitaire.cgml", "");

    let missing = folder.fuda(&["check", "missing", "--format", "json"]);
    let misspelt = folder.fuda(&["check", "solitare.cgml"]);

    assert_eq!((missing.code, missing.stdout.as_str()), (2, ""));
    assert_eq!(
        missing.stderr,
        "error: there is no game, folder or file named `missing`\n\
         hint: give a shipped game's name, a folder with a `game.cgml`, or a file\n"
    );
    assert!(
        misspelt
            .stderr
            .ends_with("hint: did you mean `solitaire.cgml`?\n")
    );
    assert_eq!(fuda(&["check"]).code, 2);
}

#[test]
fn a_variant_may_inherit_its_game_and_nothing_may_leave_the_folder() {
    let folder = Folder::new();
    folder.fuda(&["new", "mine"]).succeeds();
    folder.write("outside.cgml", "cgml_version: \"1.3\"\n");
    let variant = |base: &str| format!("cgml_version: \"1.3\"\ninherit: {base}\n");
    folder.write("mine/variants/short.cgml", &variant("../game.cgml"));
    folder.write("mine/variants/wild.cgml", &variant("../../outside.cgml"));

    let short = folder.fuda(&["check", "mine/variants/short.cgml"]);
    let wild = folder.fuda(&["check", "mine/variants/wild.cgml"]);

    assert_eq!(short.succeeds(), "mine/variants/short.cgml: no problems\n");
    assert_eq!(wild.code, 1);
    assert!(wild.stdout.contains("leads out of the game's folder"));
}
