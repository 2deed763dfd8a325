//! Files are written whole: one that a command cannot finish stays as it was, and what is read must be
//! what was written.

mod run;

use run::Folder;
use std::process::Command;
use std::time::Duration;

/// Runs the program where a file may have no more than 512 bytes, as on a disk that is full; it ends with a signal.
#[cfg(unix)]
fn on_a_full_disk(folder: &Folder, arguments: &str) -> bool {
    let program = env!("CARGO_BIN_EXE_fuda");
    let run = Command::new("sh")
        .args(["-c", &format!("ulimit -f 1; exec {program} {arguments}")])
        .current_dir(folder.path())
        .output();
    run.expect("a shell").status.success()
}

/// A game file that changes when it is laid out, of more than any small limit.
fn long_and_messy() -> String {
    let rules: String = (0..400)
        .map(|number| format!("  - {{ id:  r{number} }}\n"))
        .collect();
    format!("cgml_version:   \"1.2\"\nrules:\n{rules}")
}

#[cfg(unix)]
#[test]
fn a_full_disk_cuts_no_file_off() {
    let folder = Folder::new();
    let text = long_and_messy();
    folder.write("game.cgml", &text);
    folder.write("kept.strategy", &text);

    for command in [
        "fmt game.cgml",
        "migrate game.cgml",
        "solve leduc-poker --iterations 2 --save kept.strategy",
    ] {
        assert!(!on_a_full_disk(&folder, command), "{command}");
        assert!(folder.read("game.cgml") == text, "{command}");
        assert!(folder.read("kept.strategy") == text, "{command}");
    }
    folder.fuda(&["fmt", "game.cgml"]).succeeds();
    assert!(folder.read("game.cgml") != text);
}

#[test]
fn a_state_of_a_contest_that_was_changed_is_refused() {
    let folder = Folder::new();
    let arguments = [
        "arena",
        "kuhn-poker",
        "--players",
        "random,flat:2",
        "--games",
        "4",
        "--state",
        "a.state",
    ];
    folder.fuda(&arguments).succeeds();
    folder.fuda(&arguments).succeeds();
    let text = folder.read("a.state");
    let changed = text.replacen("\"seed\":", "\"seed\": ", 1);
    assert_ne!(changed, text);
    folder.write("a.state", &changed);

    let run = folder.fuda(&arguments);

    assert!(
        run.stderr.contains("its checksum is of something else"),
        "{}",
        run.stderr
    );
    assert_eq!(run.code, 2);
}

#[test]
fn a_record_that_the_studio_gives_is_played_again() {
    let folder = Folder::new();
    let dump = ["sim", "kuhn-poker", "--games", "1", "--dump", "record.json"];
    assert_eq!(folder.fuda(&dump).code, 0);
    for (studio, code, says) in [
        ("{ \"game\": \"kuhn-poker\" }", 0, "verified"),
        ("{ \"game\": \"another\" }", 0, "verified"),
        (
            "{ \"game\": \"kuhn-poker\", \"colour\": 1 }",
            1,
            "unknown field `colour`",
        ),
        (
            "{ \"game\": \"kuhn-poker\", \"given\": \"{}\" }",
            1,
            "load it in the studio",
        ),
    ] {
        let record = folder.read("record.json");
        let record = record.replacen('{', &format!("{{ \"studio\": {studio},"), 1);
        folder.write("studio.json", &record);
        let run = folder.fuda(&["replay", "studio.json"]);
        assert_eq!(run.code, code, "{studio}\n{}{}", run.stdout, run.stderr);
        assert!(
            format!("{}{}", run.stdout, run.stderr).contains(says),
            "{studio}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_record() {
    let folder = Folder::new();
    let made = Command::new("mkfifo")
        .arg(folder.path().join("pipe"))
        .status();
    assert!(made.is_ok_and(|status| status.success()));

    let run = folder.fuda_within(Duration::from_secs(10), &["replay", "pipe"]);

    assert!(
        run.stderr.contains("it is no file, but a pipe"),
        "{}",
        run.stderr
    );
    assert_eq!(run.code, 1);
}

#[test]
fn an_address_that_is_not_of_this_machine_wants_another_address() {
    let folder = Folder::new();
    let serve = [
        "serve",
        "--no-browser",
        "--data",
        "data",
        "--port",
        "0",
        "--host",
        "203.0.113.7",
    ];

    let run = folder.fuda_within(Duration::from_secs(20), &serve);

    assert!(
        run.stderr.contains("give one of its own with `--host`"),
        "{}",
        run.stderr
    );
    assert_eq!(run.code, 2);
}
