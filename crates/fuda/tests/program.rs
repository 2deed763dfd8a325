//! Runs the program as a person would.

mod run;

use run::{Folder, fuda};

#[test]
fn without_arguments_it_explains_itself() {
    insta::assert_snapshot!(fuda(&[]).succeeds());
}

#[test]
fn help_lists_the_commands() {
    insta::assert_snapshot!(fuda(&["--help"]).succeeds());
}

#[test]
fn every_command_has_help_with_examples() {
    for command in run::commands() {
        let help = fuda(&[&command, "--help"]).succeeds();

        assert!(help.contains("\nEXAMPLES:\n  fuda "), "{command}: {help}");
        insta::assert_snapshot!(format!("help_{command}"), help);
    }
}

#[test]
fn the_version_is_told() {
    let version = concat!("fuda ", env!("CARGO_PKG_VERSION"), "\n");

    assert_eq!(fuda(&["--version"]).succeeds(), version);
}

#[test]
fn wrong_usage_exits_with_2_and_prints_no_result() {
    let usages: [&[&str]; 4] = [
        &["explian"],
        &["explain"],
        &["explain", "E0101", "--list"],
        &["new", "x", "--players", "1"],
    ];
    for usage in usages {
        let run = fuda(usage);

        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{usage:?}");
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    }
}

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    let plain = fuda(&["explain", "E9999"]).stderr;
    let colored = fuda(&["explain", "E9999", "--color", "always"]).stderr;

    assert!(!plain.contains('\u{1b}'));
    assert!(colored.contains('\u{1b}'));
}

#[cfg(unix)]
#[test]
fn a_reader_who_leaves_early_is_no_failure() {
    let run = run::with_closed_stdout(&["completions", "bash"]);

    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = fuda(&["completions", shell]).succeeds();

        assert!(
            run::commands()
                .iter()
                .all(|it| script.contains(it.as_str()))
        );
    }
}

#[test]
fn a_code_is_explained() {
    let page = fuda(&["explain", "e101"]).succeeds();

    assert!(page.starts_with("E0101: a file is not UTF-8\n\nGame files are UTF-8 text."));
    assert!(
        fuda(&["explain", "--list"])
            .succeeds()
            .contains("E0101: a file is not UTF-8\n")
    );
}

#[test]
fn a_program_can_read_the_codes() {
    let one = fuda(&["explain", "E0101", "--format", "json"]).json();
    let all = fuda(&["explain", "--list", "--format", "json"]).json();

    assert_eq!(one["code"], "E0101");
    assert_eq!(one["severity"], "error");
    assert_eq!(one["title"], all[0]["title"]);
    assert!(one["page"].is_string());
}

#[test]
fn an_unknown_code_is_answered_with_a_near_one() {
    let run = fuda(&["explain", "E010l"]);

    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert_eq!(
        run.stderr,
        "error: there is no code `E010l`\n\
         hint: did you mean `E0101`? `fuda explain --list` shows them all\n"
    );
}

#[test]
fn a_new_game_is_a_folder_of_files() {
    let folder = Folder::new();

    let told = folder
        .fuda(&["new", "my-game", "--players", "3"])
        .succeeds();

    insta::assert_snapshot!(told);
    assert_eq!(
        folder.files(),
        [
            "my-game/README.md",
            "my-game/game.cgml",
            "my-game/scenarios/README.md"
        ]
    );
    let rules = folder.read("my-game/game.cgml");
    assert!(rules.contains("  name: \"My game\"\n"));
    assert!(rules.contains("    min: 3\n    max: 3\n"));
    assert_eq!(rules.matches(".score\"\n").count(), 3 + 1);
    assert!(!rules.contains("{{"));
}

#[test]
fn a_new_game_overwrites_nothing() {
    let folder = Folder::new();
    folder.write("my-game/game.cgml", "mine");

    let run = folder.fuda(&["new", "my-game"]);

    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: `my-game` exists already\nhint: choose another name, or remove it first\n"
    );
    assert_eq!(folder.read("my-game/game.cgml"), "mine");
    assert_eq!(folder.files(), ["my-game/game.cgml"]);
}

#[test]
fn a_new_game_needs_a_name_for_a_folder() {
    let folder = Folder::new();

    let run = folder.fuda(&["new", "my \"game\""]);

    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("hint: use letters, digits"));
    assert!(folder.files().is_empty());
}
