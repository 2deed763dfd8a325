//! Files that cannot be read, and files that are no game.

use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::source::{MemorySources, ReadError, Sources};
use cgml::version::Version;

use crate::loaded::{game, game_of};
use crate::shown;

#[test]
fn a_game_of_one_file_is_its_document() {
    let loaded = game(&[(
        "game.cgml",
        "cgml_version: 1.3\nmeta: { name: War }\nsetup: []\n",
    )]);

    insta::assert_snapshot!(loaded.shown(), @r#"
    cgml_version: 1.3
    meta: {name: War}
    setup: []
    "#);
    let document = loaded.document.expect("it was loaded");
    assert_eq!(document.version, Version::V1_3);
    assert_eq!(document.files, document.layers);
    assert!(document.is_complete());
}

#[test]
fn a_missing_entry_file_is_named_with_what_is_like_it() {
    insta::assert_snapshot!(game_of(
        &MemorySources::new().with("game.cgml", "").with("cards/x.yaml", ""),
        "gmae.cgml",
    ).shown(), @r#"
    E0114 there is no file `gmae.cgml`
      hint: did you mean `game.cgml`?
    "#);
    insta::assert_snapshot!(game_of(&MemorySources::new(), "game.cgml").shown(), @r#"
    E0114 there is no file `game.cgml`
      hint: check the path; upper and lower case matter
    "#);
}

#[test]
fn an_entry_that_is_no_game_file_is_refused() {
    let sources = MemorySources::new()
        .with("game/game.cgml", "")
        .with("a.txt", "");

    assert_eq!(game_of(&sources, "game").codes(), ["E0116"]);
    assert_eq!(game_of(&sources, "a.txt").codes(), ["E0206"]);
    assert_eq!(game_of(&sources, "../game.cgml").codes(), ["E0203"]);
    assert_eq!(game_of(&sources, "/game.cgml").codes(), ["E0204"]);
    assert_eq!(
        game_of(&sources, "https://x.org/game.cgml").codes(),
        ["E0205"]
    );
}

#[test]
fn a_file_without_a_game_is_explained() {
    let texts = [
        "",
        "# only a comment\n",
        "- a\n",
        "text",
        "!include base.cgml",
        "a: 1\n---\nb: 2\n",
        "---\n---\n",
    ];
    let shown: String = texts
        .iter()
        .map(|text| format!("{text:?}\n{}", game(&[("game.cgml", text)]).shown()))
        .collect();

    insta::assert_snapshot!(shown, @r##"
    ""
    game.cgml:1:1 E0117 `game.cgml` holds no document
      hint: a game begins with `cgml_version: "1.4"`; `fuda new` writes a small one
    "# only a comment\n"
    game.cgml:1:1 E0117 `game.cgml` holds no document
      hint: a game begins with `cgml_version: "1.4"`; `fuda new` writes a small one
    "- a\n"
    game.cgml:1:1 E0119 a game is a mapping of sections, not a list
      hint: write sections such as `meta:` and `rules:`, without indentation
    "text"
    game.cgml:1:1 E0119 a game is a mapping of sections, not text
      hint: write sections such as `meta:` and `rules:`, without indentation
    "!include base.cgml"
    game.cgml:1:10 E0119 a game is a mapping of sections, not text
      hint: to build on a whole file, write `inherit: file.cgml`
    "a: 1\n---\nb: 2\n"
    game.cgml:3:1 E0118 a second document begins here, and a game is one document
      hint: delete the `---` above, or move this document to a file of its own
    "---\n---\n"
    game.cgml:1:1 E0117 `game.cgml` holds no document
      hint: a game begins with `cgml_version: "1.4"`; `fuda new` writes a small one
    "##);
}

#[test]
fn bytes_that_are_not_text_are_pointed_at() {
    let latin = b"cgml_version: 1.3\nmeta:\n  name: Caf\xe9\n".to_vec();
    let utf16 = b"\xff\xfec\0g\0".to_vec();

    insta::assert_snapshot!(
        game_of(&MemorySources::new().with("game.cgml", latin), "game.cgml").shown(), @r#"
    game.cgml:3:12 E0101 `game.cgml` is not UTF-8: byte 0xE9 at 3:12
      hint: save the file again as UTF-8, for example with `iconv -f SHIFT_JIS -t UTF-8`
    "#
    );
    insta::assert_snapshot!(
        game_of(&MemorySources::new().with("game.cgml", utf16), "game.cgml").shown(), @r#"
    game.cgml:1:1 E0101 `game.cgml` is not UTF-8: byte 0xFF at 1:1
      hint: the file is UTF-16: save it again as UTF-8
    "#
    );
}

#[test]
fn a_broken_file_does_not_hide_problems_of_others() {
    insta::assert_snapshot!(game(&[
        ("game.cgml", "cgml_version: 1.4\nrules: !include rules.yaml\ncards: !include cards/\nsetup: !include nothing.yaml\n"),
        ("rules.yaml", "- id: [a\n"),
        ("cards/a.yaml", "id: a\nid: b\n"),
        ("cards/b.yaml", "id: b\n---\nid: 'c\n---\nid: d\n"),
        ("cards/c.yaml", "id: \0"),
    ]).shown(), @r#"
    cgml_version: 1.4
    rules: !include rules.yaml
    cards: [{id: a}, {id: b}, {id: d}]
    setup: !include nothing.yaml
    game.cgml:4:17 E0114 there is no file `nothing.yaml`
      hint: check the path; upper and lower case matter
    rules.yaml:1:7 E0103 this bracket is not closed
      hint: add the closing bracket
    cards/a.yaml:2:1 E0105 the key `id` is here twice
      cards/a.yaml:1:1 first defined here
      hint: delete or rename one of the two
    cards/b.yaml:4:1 E0103 a quoted text does not end
      cards/b.yaml:3:5 opened here
      hint: close the quote; inside `'…'` a quote is written `''`, inside `"…"` it is `\"`
    cards/c.yaml:1:5 E0102 the file holds the control character U+0000
      hint: delete it; inside double quotes it can be written as an escape such as `\x00`
    "#);
}

#[test]
fn a_file_of_fifty_megabytes_is_refused_where_it_is_included() {
    let sources = MemorySources::new()
        .with(
            "game.cgml",
            "cgml_version: 1.4\ncards: !include cards.yaml\n",
        )
        .with("cards.yaml", vec![b' '; 50_000_000]);

    insta::assert_snapshot!(game_of(&sources, "game.cgml").shown(), @r#"
    cgml_version: 1.4
    cards: !include cards.yaml
    game.cgml:2:17 E0111 `cards.yaml` is too large: 48 MiB, and the limit is 16 MiB
      hint: split it: `!include` of a folder reads all its files as one list
    "#);
}

/// A disk that holds a game and otherwise says no.
struct Locked;

impl Sources for Locked {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        match path {
            "game.cgml" => Ok(b"cgml_version: 1.4\na: !include link.yaml\nb: !include locked.yaml\nc: !include big.yaml\nd: !include folder/\ne: !include link.yaml\n".to_vec()),
            "link.yaml" => Err(ReadError::Outside),
            "big.yaml" => Err(ReadError::TooLarge(20_000_000)),
            other => Err(ReadError::Other(format!("permission denied: {other}"))),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        Err(ReadError::Other(format!("permission denied: {folder}")))
    }
}

#[test]
fn what_the_system_refuses_is_said_in_its_words() {
    let mut diagnostics = Diagnostics::new();
    let document = load(&Locked, "game.cgml", &mut diagnostics);

    assert!(document.is_ok_and(|document| !document.is_complete()));
    insta::assert_snapshot!(shown::problems(&diagnostics), @r#"
    game.cgml:2:13 E0203 `link.yaml` leads out of the game's folder
      hint: copy the file into the game's folder
    game.cgml:3:13 E0115 `locked.yaml` cannot be read: permission denied: locked.yaml
      hint: check the permissions and links of the file and of the folders above it
    game.cgml:4:13 E0111 `big.yaml` is too large: 20 MiB, and the limit is 16 MiB
      hint: split it: `!include` of a folder reads all its files as one list
    game.cgml:5:13 E0115 `folder/` cannot be read: permission denied: folder
      hint: check the permissions and links of the file and of the folders above it
    game.cgml:6:13 E0203 `link.yaml` leads out of the game's folder
      hint: copy the file into the game's folder
    "#);
}
