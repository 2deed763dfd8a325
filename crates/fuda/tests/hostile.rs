//! Whatever is given to the program, it ends soon, and says what is wrong with which file.

mod run;

use run::{Folder, Run};
use std::fs;
use std::time::Duration;

/// Head of a game.
const HEAD: &str = "cgml_version: \"1.4\"\nmeta: { name: A }\n";

/// More than it takes on a slow machine, and far less than a program that hangs.
const SOON: Duration = Duration::from_secs(20);

/// Runs `fuda check`, which has to end soon.
fn check(folder: &Folder, game: &str) -> Run {
    folder.fuda_within(SOON, &["check", game])
}

/// Checks a game whose first file is this text, beside the other files.
fn checked(text: impl AsRef<[u8]>, others: &[(&str, &str)]) -> Run {
    let folder = Folder::new();
    folder.write("mine/game.cgml", "");
    fs::write(folder.path().join("mine/game.cgml"), text).expect("the folder exists");
    for (path, text) in others {
        folder.write(path, text);
    }
    check(&folder, "mine")
}

/// The problem is the input's: exit code 1, and the message and the hint on standard output.
fn assert_refused(run: &Run, parts: &[&str]) {
    assert_eq!((run.code, run.stderr.as_str()), (1, ""), "{}", run.stdout);
    for part in parts {
        assert!(
            run.stdout.contains(part),
            "no {part:?} in:\n{:.2000}",
            run.stdout
        );
    }
}

/// There is no input: exit code 2, and the message and the hint on standard error.
fn assert_misuse(run: &Run, stderr: &str) {
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert_eq!(run.stderr, stderr);
}

#[test]
fn aliases_of_aliases_do_not_unfold() {
    let mut text = format!("{HEAD}a0: &a0 [lol]\n");
    for level in 1..20 {
        let below = vec![format!("*a{}", level - 1); 10].join(", ");
        text.push_str(&format!("a{level}: &a{level} [{below}]\n"));
    }

    assert_refused(
        &checked(text, &[]),
        &[
            "E0112",
            "this unfolds to more than 2000000 values",
            "mine/game.cgml:9:9",
            "help: repeat less with aliases",
        ],
    );
}

#[test]
fn nesting_has_an_end() {
    let brackets = format!("{HEAD}x: {}{}\n", "[".repeat(10_000), "]".repeat(10_000));
    let open = format!("{HEAD}x: {}", "{a: ".repeat(10_000));
    let dashes = format!("{HEAD}x:\n  {}a\n", "- ".repeat(10_000));
    let text = format!("{HEAD}setup: [\"draw({}\"]\n", "(".repeat(10_000));

    for nested in [brackets, open, dashes] {
        assert_refused(
            &checked(nested, &[]),
            &["E0110", "128 levels deep", "mine/game.cgml:", "help: give"],
        );
    }
    assert_refused(&checked(text, &[]), &["E0402", "nested too deeply"]);
}

#[test]
fn a_file_of_50_megabytes_is_not_read() {
    let large = format!("{HEAD}# {}\n", "x".repeat(50_000_000));
    let includes = format!("{HEAD}rules: !include large.yaml\n");

    assert_refused(
        &checked(&large, &[]),
        &["E0111", "`mine/game.cgml` is too large", "help: split it"],
    );
    assert_refused(
        &checked(includes, &[("mine/large.yaml", &large)]),
        &[
            "E0111",
            "`large.yaml` is too large",
            "mine/game.cgml:3:17",
            "help: split it",
        ],
    );
}

#[test]
fn files_that_include_each_other_are_a_circle() {
    let includes = format!("{HEAD}rules: !include a.yaml\n");
    let files = [
        ("mine/a.yaml", "!include b.yaml\n"),
        ("mine/b.yaml", "!include a.yaml\n"),
    ];

    assert_refused(
        &checked(includes, &files),
        &[
            "E0207",
            "`a.yaml` includes itself",
            "mine/b.yaml:1:10",
            "help: move what both files need",
        ],
    );
}

#[test]
fn no_path_leads_out_of_the_game() {
    for path in ["../../secret", "../secret.yaml", "a/../../secret.yaml"] {
        let includes = format!("{HEAD}rules: !include {path}\n");

        let run = checked(includes, &[("secret.yaml", "a secret")]);

        let message = format!("`{path}` leads out of the game's folder");
        let parts = ["E0203", &message, "mine/game.cgml:3:17", "help: copy"];
        assert_refused(&run, &parts);
        assert!(!run.stdout.contains("a secret"));
    }
}

#[test]
fn bytes_that_are_no_text_are_named() {
    assert_refused(
        &checked(b"cgml_version: \"1.4\"\nmeta: { name: \xff }\n", &[]),
        &[
            "E0101",
            "byte 0xFF at 2:15",
            "mine/game.cgml:2:15",
            "help: save the file again as UTF-8",
        ],
    );
    assert_refused(
        &checked([0; 1000], &[]),
        &["E0102", "U+0000", "mine/game.cgml:1:1", "help: delete it"],
    );
}

#[test]
fn an_empty_file_is_no_game() {
    for text in ["", "\n\n", "# nothing\n", "\u{feff}"] {
        assert_refused(
            &checked(text, &[]),
            &[
                "E0117",
                "holds no document",
                "mine/game.cgml:1:1",
                "help: a game begins with `cgml_version: \"1.4\"`",
            ],
        );
    }
}

#[test]
fn a_folder_is_no_file() {
    let folder = Folder::new();
    folder.write("mine/game.cgml/cards.txt", "");
    folder.write("other/cards.txt", "");

    assert_refused(
        &check(&folder, "mine"),
        &[
            "E0116",
            "`mine/game.cgml` is a folder",
            "help: name the file",
        ],
    );
    assert_misuse(
        &check(&folder, "other"),
        "error: the folder `other` holds no game\n\
         hint: name its rules `game.cgml`, or give the file\n",
    );
}

#[test]
fn a_file_that_is_not_there_is_wrong_usage() {
    assert_misuse(
        &check(&Folder::new(), "mine/game.cgml"),
        "error: there is no game, folder or file named `mine/game.cgml`\n\
         hint: give a shipped game's name, a folder with a `game.cgml`, or a file\n",
    );
}

#[test]
fn a_file_of_another_kind_is_no_game() {
    let folder = Folder::new();
    folder.write("LICENSE", "");
    folder.write("rules.txt", "");

    for file in ["LICENSE", "rules.txt"] {
        let message = format!("`{file}` is not a game file");
        assert_refused(
            &check(&folder, file),
            &[&message, "help: game files end in"],
        );
    }
}

/// A text or record as the program writes them: a mark, the version, the rest, and a checksum.
fn sealed(magic: &[u8; 4], rest: &[u8]) -> Vec<u8> {
    let mut bytes = [&magic[..], &[1], rest].concat();
    let sum = bytes.iter().fold(0xCBF2_9CE4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    });
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[test]
fn a_record_whose_text_is_longer_than_the_record_is_damaged() {
    let folder = Folder::new();
    for rest in [&[1_u8][..], &[2, b'a'], &[0x80, 0x80, 0x04], &[0xFF; 9]] {
        let bytes = sealed(b"fudR", rest);
        fs::write(folder.path().join("short.record"), bytes).expect("the folder exists");

        let run = folder.fuda_within(SOON, &["replay", "short.record"]);

        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
        let message = "the record cannot be read: it ";
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn more_threads_than_a_machine_has_use_for_are_refused() {
    for arguments in [
        &["sim", "kuhn-poker", "--games", "10"][..],
        &["arena", "kuhn-poker", "--games", "10"],
        &["solve", "klondike"],
    ] {
        for threads in ["0", "1025", "100000", "99999999999999999999"] {
            let arguments = [arguments, &["--threads", threads]].concat();
            let run = Folder::new().fuda_within(SOON, &arguments);
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
            assert!(run.stderr.contains("--threads"), "{}", run.stderr);
        }
    }
    let many = ["sim", "kuhn-poker", "--games", "10", "--threads", "1024"];
    Folder::new().fuda_within(SOON, &many).succeeds();
}

#[test]
fn a_state_of_a_contest_with_games_that_cannot_be_is_damaged() {
    let folder = Folder::new();
    let contest = [
        "arena",
        "kuhn-poker",
        "--players",
        "random,random",
        "--games",
        "4",
        "--state",
        "kept.json",
    ];
    folder.fuda_within(SOON, &contest).succeeds();
    let path = folder.path().join("kept.json");
    let whole = fs::read_to_string(&path).expect("it was just written");
    let unsealed = storage::unseal(&whole).expect("it is whole");
    let kept: serde_json::Value = serde_json::from_str(unsealed).expect("JSON");
    for (key, value) in [
        ("scores", serde_json::json!([])),
        ("scores", serde_json::json!([1, 2, 3])),
        ("winners", serde_json::json!([2])),
        ("winners", serde_json::json!([0, 0])),
        ("ending", serde_json::json!("broken_off")),
    ] {
        let mut changed = kept.clone();
        changed["results"][1][key] = value;
        let sealed = storage::seal(&changed.to_string());
        fs::write(&path, sealed).expect("the folder exists");

        let run = folder.fuda_within(SOON, &contest);

        assert_misuse(
            &run,
            "error: `kept.json` is damaged: game 1 of it is no game of 2 players\n\
             hint: give another file with `--state`, or remove this one\n",
        );
    }
}

#[test]
fn a_row_of_a_table_with_very_many_words_is_read_soon() {
    let columns = "id: { from: Name }\ncolumns:\n  - { column: Name, gives: name }\n  \
                   - { column: Tags, gives: tags, separator: \";\" }\n";
    let words: Vec<String> = (0..100_000).map(|word| format!("w{word}")).collect();
    let quoted: Vec<String> = words.iter().map(|word| format!("\"\"{word}\"\"")).collect();
    let game = format!("{HEAD}components:\n  cards: !include cards.csv as columns.yaml\n");
    for words in [words.join(";"), quoted.join(";")] {
        let table = format!("Name,Tags\nOne,\"{words}\"\n");
        checked(
            &game,
            &[("mine/cards.csv", &table), ("mine/columns.yaml", columns)],
        );
    }
    let headings: Vec<String> = (0..100_000).map(|number| format!("c{number}")).collect();
    let table = format!("{}\n", headings.join(","));
    let run = checked(
        &game,
        &[("mine/cards.csv", &table), ("mine/columns.yaml", columns)],
    );
    assert_refused(&run, &["the column `c0` is not one of the table's"]);
}

#[test]
fn a_file_with_more_values_than_a_game_may_have_is_not_laid_out() {
    let folder = Folder::new();
    folder.write("many.cgml", &format!("x: [{}]\n", "a,".repeat(5_000_000)));

    let run = folder.fuda_within(SOON, &["fmt", "many.cgml"]);

    assert_eq!(run.code, 1);
    let message = "the file has more than 500000 values and comments; split it";
    assert!(run.stderr.contains(message), "{:.2000}", run.stderr);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;
    use std::process::Command;

    fn includes(folder: &Folder, path: &str) {
        folder.write("mine/game.cgml", &format!("{HEAD}rules: !include {path}\n"));
    }

    fn link(folder: &Folder, to: &str, at: &str) {
        symlink(to, folder.path().join(at)).expect("links can be made");
    }

    fn pipe(path: &Path) {
        let made = Command::new("mkfifo").arg(path).status();
        assert!(made.expect("every Unix has `mkfifo`").success());
    }

    /// Takes away every right to a file or folder.
    fn close(path: &Path) {
        fs::set_permissions(path, fs::Permissions::from_mode(0o000)).expect("the file is ours");
    }

    #[test]
    fn a_link_does_not_lead_out_of_the_game() {
        let folder = Folder::new();
        folder.write("secrets/secret.yaml", "a secret");
        for (path, to) in [
            ("file.yaml", "../secrets/secret.yaml"),
            ("dir/", "../secrets"),
        ] {
            includes(&folder, path);
            link(&folder, to, &format!("mine/{}", path.trim_end_matches('/')));

            let run = check(&folder, "mine");

            let message = format!("`{path}` leads out of the game's folder");
            assert_refused(&run, &["E0203", &message, "mine/game.cgml:3:17"]);
            assert!(!run.stdout.contains("a secret"));
        }
    }

    #[test]
    fn a_link_that_leads_to_itself_or_nowhere_is_named() {
        let folder = Folder::new();
        includes(&folder, "around.yaml");
        link(&folder, "around.yaml", "mine/around.yaml");
        link(&folder, "nowhere.cgml", "lost.cgml");

        assert_refused(
            &check(&folder, "mine"),
            &[
                "E0115",
                "`around.yaml` cannot be read",
                "permissions and links",
            ],
        );
        includes(&folder, "lost.yaml");
        link(&folder, "nowhere.yaml", "mine/lost.yaml");
        assert_refused(
            &check(&folder, "mine"),
            &["E0114", "no file `lost.yaml`", "help: check the path"],
        );
        assert_misuse(
            &check(&folder, "lost.cgml"),
            "error: `lost.cgml` is a link that leads nowhere\n\
             hint: mend the link, or give the file itself\n",
        );
    }

    #[test]
    fn folders_that_hold_themselves_have_an_end() {
        let folder = Folder::new();
        includes(&folder, "again/");
        link(&folder, ".", "mine/again");

        assert_refused(&check(&folder, "mine"), &["mine/game.cgml:3:17"]);
    }

    #[test]
    fn a_pipe_or_device_is_not_waited_for() {
        let folder = Folder::new();
        includes(&folder, "pipe.yaml");
        pipe(&folder.path().join("mine/pipe.yaml"));
        folder.write("other/cards.txt", "");
        pipe(&folder.path().join("other/game.cgml"));
        let not_a_file = "is a pipe, a device or a socket, not a file";
        let hint = "help: put the text into a file";

        let included = format!("`pipe.yaml` {not_a_file}");
        let entry = format!("`other/game.cgml` {not_a_file}");
        assert_refused(
            &check(&folder, "mine"),
            &["E0115", &included, "mine/game.cgml:3:17", hint],
        );
        for game in ["other", "other/game.cgml"] {
            assert_refused(&check(&folder, game), &["E0115", &entry, hint]);
        }
        assert_refused(
            &check(&folder, "/dev/zero"),
            &["`/dev/zero` is not a game file", "help: game files end in"],
        );
    }

    #[test]
    fn what_may_not_be_read_is_named() {
        let folder = Folder::new();
        includes(&folder, "closed.yaml");
        folder.write("mine/closed.yaml", "[]\n");
        folder.write("other/game.cgml", HEAD);
        folder.write("third/game.cgml", HEAD);
        close(&folder.path().join("mine/closed.yaml"));
        close(&folder.path().join("other/game.cgml"));
        close(&folder.path().join("third"));
        if fs::read(folder.path().join("other/game.cgml")).is_ok() {
            // The test runs as root, who may read everything: there is nothing to see.
            return;
        }

        let denied = "cannot be read: Permission denied";
        let hint = "help: check the permissions";
        let included = format!("`closed.yaml` {denied}");
        let entry = format!("`other/game.cgml` {denied}");
        let third = check(&folder, "third");
        let rights = fs::Permissions::from_mode(0o700);
        fs::set_permissions(folder.path().join("third"), rights).expect("the folder is ours");

        assert_refused(
            &check(&folder, "mine"),
            &["E0115", &included, "mine/game.cgml:3:17", hint],
        );
        assert_refused(&check(&folder, "other"), &["E0115", &entry, hint]);
        assert_misuse(
            &third,
            "error: the folder `third` cannot be read: Permission denied (os error 13)\n\
             hint: check its permissions\n",
        );
    }
}
