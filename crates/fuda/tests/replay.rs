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
