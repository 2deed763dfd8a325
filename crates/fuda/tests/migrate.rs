//! `fuda migrate` rewrites files of older versions.

mod run;

use run::Folder;

const OLD: &str = "\
cgml_version: \"1.2\"  # kept
setup:
  - action: SHUFFLE
    target: deck
rules:
  - id: end
    trigger: on.phase.Play
    effect:
      - { action: SET_GAME_STATE, state: GameOver }
";

fn folder_with_old() -> Folder {
    let folder = Folder::new();
    folder.write("mine/game.cgml", OLD);
    folder.write("mine/cards/a.yaml", "id: a\n");
    folder
}

#[test]
fn what_changed_and_what_is_to_decide_is_listed() {
    let folder = folder_with_old();

    let run = folder.fuda(&["migrate", "mine"]);

    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    insta::assert_snapshot!(run.stdout);
    let text = folder.read("mine/game.cgml");
    assert!(text.starts_with("cgml_version: \"1.4\"  # kept\n"));
    assert!(text.contains("{ action: SET_STATE, state: GameOver }"));
}

#[test]
fn a_dry_run_writes_nothing() {
    let folder = folder_with_old();

    let run = folder.fuda(&["migrate", "mine", "--dry-run", "--to", "1.3"]);

    assert!(run.stdout.starts_with("would change mine/game.cgml\n"));
    assert!(run.stdout.contains("the version is now `1.3`"));
    assert_eq!(folder.read("mine/game.cgml"), OLD);
}

#[test]
fn a_program_reads_changes_and_decisions() {
    let folder = folder_with_old();

    let result = folder.fuda(&["migrate", "mine", "--format", "json"]).json();

    assert_eq!(result["ok"], false);
    assert_eq!(result["files"][0]["file"], "mine/game.cgml");
    assert_eq!(result["files"][0]["changed"], true);
    assert_eq!(result["files"][0]["decisions"][0]["line"], 4);
    assert_eq!(result["diagnostics"], serde_json::json!([]));
}

#[test]
fn a_new_game_needs_no_decision() {
    let folder = Folder::new();
    folder.fuda(&["new", "mine"]).succeeds();

    folder.fuda(&["migrate", "mine"]).succeeds();
    let again = folder.fuda(&["migrate", "mine"]).succeeds();

    assert_eq!(again, "changed 0 of 1 files\n");
    assert_eq!(
        folder.fuda(&["check", "mine"]).succeeds(),
        "mine: no problems\n"
    );
}

#[test]
fn what_cannot_be_migrated_is_left_alone() {
    let folder = Folder::new();
    folder.write("none.cgml", "id: a\n");
    folder.write("odd.cgml", "cgml_version: \"0.1\"\n");
    folder.write("broken.cgml", "cgml_version: [\n");
    folder.write("new.cgml", "cgml_version: \"1.4\"\n");

    for (file, code) in [("none", "E0220"), ("odd", "E0222"), ("broken", "E0103")] {
        let name = format!("{file}.cgml");
        let before = folder.read(&name);
        let run = folder.fuda(&["migrate", &name]);

        assert_eq!(run.code, 1);
        assert!(
            run.stderr.starts_with(&format!("error[{code}]: ")),
            "{}",
            run.stderr
        );
        assert_eq!(folder.read(&name), before);
    }
    assert_eq!(folder.fuda(&["migrate", "new.cgml", "--to", "1.3"]).code, 2);
}
