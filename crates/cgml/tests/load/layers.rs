//! `inherit` and `imports`.

use cgml::source::MemorySources;
use cgml::version::Version;

use crate::loaded::{game, game_of};
use crate::shown;

#[test]
fn the_base_lies_lowest_then_imports_in_order_then_the_game() {
    let loaded = game(&[
        (
            "game.cgml",
            "cgml_version: 1.4\nimports:\n  - !include one.yaml\n  - two.yaml\n  - !include more/\ninherit: base.cgml\nmeta: { d: game }\n",
        ),
        ("one.yaml", "meta: { b: one, c: one, d: one }\n"),
        ("two.yaml", "meta: { c: two }\n---\nmeta: { e: two }\n"),
        ("more/x.yaml", "meta: { f: x }\n"),
        (
            "base.cgml",
            "inherit: !inherit deep.cgml\nmeta: { a: base, b: base }\n",
        ),
        ("deep.cgml", "meta: { z: deep, a: deep }\n"),
    ]);

    insta::assert_snapshot!(loaded.shown(), @r#"
    meta: {z: deep, a: base, b: one, c: two, d: game, e: two, f: x}
    cgml_version: 1.4
    "#);
    let files = loaded.diagnostics.files();
    let document = loaded.document.expect("it was loaded");
    let layers: Vec<&str> = (document.layers.iter())
        .map(|layer| files.file(*layer).path())
        .collect();
    assert_eq!(
        layers,
        [
            "deep.cgml",
            "base.cgml",
            "one.yaml",
            "two.yaml",
            "two.yaml",
            "more/x.yaml",
            "game.cgml"
        ]
    );
    assert_eq!(files.file(document.files[0]).path(), "game.cgml");
}

#[test]
fn a_document_may_be_nothing_but_its_base() {
    let loaded = game(&[
        ("game.cgml", "!inherit 'base.cgml'"),
        ("base.cgml", "cgml_version: 1.3\nmeta: { name: War }\n"),
    ]);

    insta::assert_snapshot!(loaded.shown(), @r#"
    cgml_version: 1.3
    meta: {name: War}
    "#);
    assert_eq!(
        loaded.document.map(|document| document.version),
        Some(Version::V1_3)
    );
    assert_eq!(
        game(&[("game.cgml", "!inherit 'base.cgml'")]).codes(),
        ["E0114"]
    );
}

#[test]
fn a_file_that_two_imports_build_on_is_one_layer() {
    let loaded = game(&[
        (
            "game.cgml",
            "cgml_version: 1.4\nimports: [one.yaml, two.yaml]\n",
        ),
        (
            "one.yaml",
            "imports: [below.yaml]\nrules: [{ id: a, effect: one }]\n",
        ),
        (
            "two.yaml",
            "imports: [below.yaml]\nrules: [{ id: b, effect: two }]\n",
        ),
        (
            "below.yaml",
            "rules: [{ id: a, effect: below }, { id: b, effect: below }]\n",
        ),
    ]);

    insta::assert_snapshot!(loaded.shown(), @r#"
    rules: [{id: a, effect: one}, {id: b, effect: two}]
    cgml_version: 1.4
    "#);
}

#[test]
fn wrong_bases_and_imports_are_explained() {
    let loaded = game(&[
        (
            "game.cgml",
            "cgml_version: 1.4\ninherit: [a.cgml, b.cgml]\nimports:\n  - [x]\n  - ~\n  - !inherit a.yaml\n  - list.yaml\n  - none.yaml\n",
        ),
        ("list.yaml", "[1]"),
    ]);
    insta::assert_snapshot!(loaded.shown(), @r#"
    cgml_version: 1.4
    game.cgml:2:10 E0209 `inherit` needs the path of one file, not a list
      hint: a game has one base: keep one here, and list the others in `imports`
    game.cgml:4:5 E0210 each item of `imports` is the path of a file, not a list
      hint: write `- !include file.yaml`
    game.cgml:5:5 E0210 each item of `imports` is the path of a file, not nothing
      hint: write `- !include file.yaml`
    game.cgml:6:14 E0210 each item of `imports` is the path of a file, not text
      hint: write `- !include file.yaml`
    game.cgml:8:5 E0114 there is no file `none.yaml`
      hint: check the path; upper and lower case matter
    list.yaml:1:1 E0119 an import is a mapping of sections, not a list
      hint: write sections such as `meta:` and `rules:`; include lists where they belong
    "#);

    let texts = [
        "cgml_version: 1.4\ninherit:\n",
        "cgml_version: 1.4\ninherit: folder\n",
        "cgml_version: 1.4\ninherit: two.yaml\n",
        "cgml_version: 1.4\ninherit: empty.yaml\n",
        "cgml_version: 1.4\nimports: a.yaml\n",
        "cgml_version: 1.4\nimports: !include a.yaml\n",
        "cgml_version: 1.4\nimports: { a: b }\n",
        "!inherit\ncgml_version: 1.4\n",
    ];
    let shown: String = texts
        .iter()
        .map(|text| {
            let game = game(&[
                ("game.cgml", text),
                ("folder/a.cgml", ""),
                ("two.yaml", "a: 1\n---\nb: 1\n"),
                ("empty.yaml", ""),
            ]);
            shown::problems(&game.diagnostics)
        })
        .collect();
    insta::assert_snapshot!(shown, @r#"
    game.cgml:2:8 E0209 `inherit` needs the path of one file, not nothing
      hint: write `inherit: base.cgml`
    game.cgml:2:10 E0116 `folder` is a folder
      hint: name the file inside it, usually `game.cgml`
    two.yaml:3:1 E0118 a second document begins here, and a game is one document
      hint: delete the `---` above, or move this document to a file of its own
    game.cgml:2:10 E0117 `empty.yaml` holds no document
      hint: a game begins with `cgml_version: "1.4"`; `fuda new` writes a small one
    game.cgml:2:10 E0210 `imports` needs a list of files, found text
      hint: write one `- !include file.yaml` for each file
    game.cgml:2:19 E0210 `imports` needs a list of files, found text
      hint: write one `- !include file.yaml` for each file
    game.cgml:2:10 E0210 `imports` needs a list of files, found a mapping
      hint: write one `- !include file.yaml` for each file
    game.cgml:1:1 E0209 `!inherit` does not belong here
      hint: write `inherit: base.cgml` as a key at the top of the document
    "#);
}

#[test]
fn circles_are_shown_with_all_their_places() {
    insta::assert_snapshot!(game(&[
        ("game.cgml", "cgml_version: 1.4\ninherit: a.cgml\n"),
        ("a.cgml", "imports: [b.cgml]\n"),
        ("b.cgml", "meta: { b: 1 }\ninherit: game.cgml\n"),
    ]).shown(), @r#"
    meta: {b: 1}
    cgml_version: 1.4
    b.cgml:2:10 E0208 `game.cgml` inherits from itself
      game.cgml:2:10 `a.cgml` is named here
      a.cgml:1:11 `b.cgml` is named here
      hint: decide which file is the lower one, and let it name no file above it
    "#);
    insta::assert_snapshot!(game(&[
        ("game.cgml", "cgml_version: 1.4\nimports: [game.cgml]\n"),
    ]).shown(), @r#"
    cgml_version: 1.4
    game.cgml:2:11 E0207 `game.cgml` imports itself
      hint: decide which file is the lower one, and let it name no file above it
    "#);
}

#[test]
fn a_thousand_files_that_import_each_other_are_no_trouble() {
    let mut sources =
        MemorySources::new().with("game.cgml", "cgml_version: 1.4\nimports: [all/]\n");
    for index in 0..1_000 {
        let other = (index * 7 + 1) % 1_000;
        sources.insert(
            format!("all/{index:04}.yaml"),
            format!("imports: [{other:04}.yaml]\nrules: [{{ id: a }}]\n"),
        );
    }

    let codes = game_of(&sources, "game.cgml").codes();
    assert!(
        codes
            .iter()
            .all(|code| ["E0110", "E0207", "W1202"].contains(&code.as_str()))
    );
}
