//! `fuda fmt` lays out game files.

mod run;

use run::Folder;

const MESSY: &str = "a:   1 # one\nb: [ 2 ]\n";
const TIDY: &str = "a: 1  # one\nb: [2]\n";
const BROKEN: &str = "a: [1\n";

#[test]
fn a_new_game_is_laid_out() {
    let folder = Folder::new();
    folder.fuda(&["new", "mine"]).succeeds();

    let told = folder.fuda(&["fmt", "mine", "--check"]).succeeds();

    assert_eq!(told, "would change 0 of 1 files\n");
}

#[test]
fn game_files_of_a_folder_are_changed_and_named() {
    let folder = Folder::new();
    folder.write("mine/game.cgml", MESSY);
    folder.write("mine/cards/a.yaml", TIDY);
    folder.write("mine/notes.txt", MESSY);
    folder.write("mine/.git/config.yaml", MESSY);

    let told = folder.fuda(&["fmt", "mine"]).succeeds();

    assert_eq!(told, "changed mine/game.cgml\nchanged 1 of 2 files\n");
    assert_eq!(folder.read("mine/game.cgml"), TIDY);
    assert_eq!(folder.read("mine/notes.txt"), MESSY);
    assert_eq!(folder.read("mine/.git/config.yaml"), MESSY);
}

#[test]
fn checking_changes_nothing_and_fails_if_something_would() {
    let folder = Folder::new();
    folder.write("game.cgml", MESSY);

    let run = folder.fuda(&["fmt", "game.cgml", "--check"]);

    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert_eq!(
        run.stdout,
        "would change game.cgml\nwould change 1 of 1 files\n"
    );
    assert_eq!(folder.read("game.cgml"), MESSY);
}

#[test]
fn a_file_with_problems_is_left_alone_and_the_others_are_not() {
    let folder = Folder::new();
    folder.write("broken.cgml", BROKEN);
    folder.write("messy.cgml", MESSY);

    let run = folder.fuda(&["fmt", "."]);

    assert_eq!(run.code, 1);
    assert_eq!(run.stdout, "changed ./messy.cgml\nchanged 1 of 2 files\n");
    assert!(
        run.stderr.contains(" --> ./broken.cgml:1:4\n"),
        "{}",
        run.stderr
    );
    assert_eq!(folder.read("broken.cgml"), BROKEN);
    assert_eq!(folder.read("messy.cgml"), TIDY);
}

#[test]
fn a_program_reads_what_changed_and_what_is_wrong() {
    let folder = Folder::new();
    folder.write("broken.cgml", BROKEN);
    folder.write("messy.cgml", MESSY);

    let result = folder
        .fuda(&["fmt", "broken.cgml", "messy.cgml", "--format", "json"])
        .json();

    assert_eq!(result["ok"], false);
    assert_eq!(result["changed"], serde_json::json!(["messy.cgml"]));
    assert_eq!(result["diagnostics"][0]["file"], "broken.cgml");
}

#[test]
fn standard_input_is_printed() {
    let folder = Folder::new();

    let good = folder.fuda_reading(&["fmt", "-"], MESSY);
    let bad = folder.fuda_reading(&["fmt", "-"], BROKEN);
    let check = folder.fuda_reading(&["fmt", "-", "--check"], MESSY);

    assert_eq!(good.succeeds(), TIDY);
    assert_eq!((bad.code, bad.stdout.as_str()), (1, ""));
    assert!(bad.stderr.contains(" --> standard input:1:4\n"));
    assert_eq!((check.code, check.stdout.as_str()), (1, ""));
}

#[test]
fn only_files_on_disk_are_laid_out() {
    let folder = Folder::new();

    assert_eq!(folder.fuda(&["fmt", "nothing"]).code, 2);
    assert_eq!(folder.fuda(&["fmt", "-", "nothing"]).code, 2);
}

#[test]
fn what_is_no_game_keeps_every_word_and_comment() {
    // Not one of these lines passes `fuda check`: unknown sections, a key twice, a tag and a name that do not
    // exist, an effect that cannot be read.
    let text = "\
# before
cgml_version:   '9.9' # a version of the future
meta: {name: A,name: B}
nonsense: !whatever [ 1,   {deep: &a [ x, y ]}, *a ]   # kept
rules:
- id: r # an item
  effect: draw((((
  text: |
    kept   as it is
# after
";
    let laid_out = "\
# before
cgml_version: \"9.9\"  # a version of the future
meta: { name: A, name: B }
nonsense: !whatever [1, { deep: &a [x, y] }, *a]  # kept
rules:
  - id: r  # an item
    effect: draw((((
    text: |
      kept   as it is
# after
";
    let folder = Folder::new();
    folder.write("game.cgml", text);
    assert_eq!(folder.fuda(&["check", "game.cgml"]).code, 1);

    folder.fuda(&["fmt", "game.cgml"]).succeeds();

    assert_eq!(folder.read("game.cgml"), laid_out);
}

#[test]
fn what_cannot_be_read_is_not_touched() {
    let broken = [
        "a: [1\n",
        "a: 'b\n",
        "a: 1\n b: 2\n",
        "a:\n\t- 1\n",
        "- a\nb: 1\n",
        "a: *nowhere\n",
        "a: 1\n--- b: [\n",
    ];
    for text in broken {
        let folder = Folder::new();
        folder.write("game.cgml", text);

        let run = folder.fuda(&["fmt", "game.cgml"]);

        let left = folder.read("game.cgml");
        assert!(run.code == 1 || left == text, "{text:?}: {}", run.stdout);
        assert_eq!(left, text);
        assert!(run.stdout.ends_with("changed 0 of 1 files\n"));
    }
}
