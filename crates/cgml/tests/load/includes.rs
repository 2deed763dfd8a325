//! `!include` of files, folders and the library.

use cgml::diagnostic::Diagnostics;
use cgml::load::load_file;
use cgml::source::MemorySources;

use crate::loaded::{game, game_of};
use crate::shown;

#[test]
fn an_included_file_stands_where_it_is_included() {
    let loaded = game(&[
        (
            "game.cgml",
            "cgml_version: 1.4\nmeta: !include 'meta.yaml'\nx:\n  - !include parts/one.yml\n  - [!include parts/many.yaml]\n",
        ),
        ("meta.yaml", "{ name: War }"),
        ("parts/one.yml", "!include ../meta.yaml"),
        ("parts/many.yaml", "a\n---\n[b, c]\n---\n---\nd\n"),
    ]);

    insta::assert_snapshot!(loaded.shown(), @r#"
        cgml_version: 1.4
        meta: {name: War}
        x: [{name: War}, [[a, b, c, d]]]
        "#);
    assert_eq!(
        loaded.document.map(|document| document.files.len()),
        Some(4)
    );
}

#[test]
fn an_included_value_points_into_its_own_file() {
    let loaded = game(&[
        ("game.cgml", "cgml_version: 1.4\nmeta: !include meta.yaml\n"),
        ("meta.yaml", "# the name\nname: War\n"),
    ]);
    let document = loaded.document.expect("it was loaded");
    let meta = document
        .tree
        .get(document.root, "meta")
        .expect("there is meta");
    let files = loaded.diagnostics.files();

    assert_eq!(files.text(document.tree.span(meta)), "name: War");
}

#[test]
fn a_folder_is_the_list_of_its_documents_sorted_by_path() {
    let loaded = game(&[
        (
            "game.cgml",
            "cgml_version: 1.4\nx: !include cards/\ny: !include cards\n",
        ),
        ("cards/b.yaml", "id: b1\n---\nid: b2\n"),
        ("cards/a.yml", "- id: a1\n- id: a2\n"),
        ("cards/deep/z.cgml", "id: z\n"),
        ("cards/e.yaml", "# nothing yet\n"),
        ("cards/.hidden.yaml", "id: hidden\n"),
        ("cards/notes.txt", "id: notes\n"),
        ("cards/picture.png", "\u{1}"),
    ]);

    insta::assert_snapshot!(loaded.shown(), @r#"
        cgml_version: 1.4
        x: [{id: a1}, {id: a2}, {id: b1}, {id: b2}, {id: z}]
        y: [{id: a1}, {id: a2}, {id: b1}, {id: b2}, {id: z}]
        "#);
}

#[test]
fn lists_that_are_included_into_a_list_of_entries_become_one_list() {
    let loaded = game(&[
        (
            "game.cgml",
            "cgml_version: 1.4\ncards:\n  - !include red/\n  - id: own\n  - !include blue.yaml\nsetup: [!include setup.yaml, c]\n",
        ),
        ("red/a.yaml", "id: a\n"),
        ("red/b.yaml", "id: b\n"),
        ("blue.yaml", "- id: c\n- id: d\n"),
        ("setup.yaml", "[a, b]"),
    ]);

    insta::assert_snapshot!(loaded.shown(), @r#"
        cgml_version: 1.4
        cards: [{id: a}, {id: b}, {id: own}, {id: c}, {id: d}]
        setup: [a, b, c]
        "#);
}

#[test]
fn an_alias_of_an_include_is_included_too() {
    let loaded = game(&[
        (
            "game.cgml",
            "cgml_version: 1.4\na: &x !include x.yaml\nb: *x\n",
        ),
        ("x.yaml", "[1, 2]"),
    ]);

    insta::assert_snapshot!(loaded.shown(), @r#"
        cgml_version: 1.4
        a: [1, 2]
        b: [1, 2]
        "#);
}

#[test]
fn the_library_is_found_by_name_and_by_its_published_address() {
    let loaded = game(&[
        (
            "variants/game.cgml",
            "cgml_version: 1.4\na: !include std/cards.yaml\nb: !include 'https://cgml.io/core-components/v1/deck.yaml'\nc: !include std/own.yaml\n",
        ),
        ("std/cards.yaml", "!include decks/more.yaml"),
        ("std/decks/more.yaml", "!include std/deck.cgml"),
        ("std/deck.cgml", "deck"),
        ("std/own.yaml", "library"),
        ("variants/std/own.yaml", "own"),
    ]);

    insta::assert_snapshot!(loaded.shown(), @r#"
        cgml_version: 1.4
        a: deck
        b: deck
        c: own
        "#);
}

#[test]
fn paths_that_lead_nowhere_are_explained() {
    let loaded = game(&[
        (
            "game.cgml",
            r#"cgml_version: 1.4
a: !include crads/
b: !include cards/fire
c: !include cards/fier.yaml
d: !include std/standart.yaml
e: !include nowhere/at/all.yaml
f: !include https://example.com/x.yaml
g: !include /etc/passwd.yaml
h: !include ..\x.yaml
i: !include C:/x.yaml
j: !include ../x.yaml
k: !include rules.json
l: !include "a\0.yaml"
m: !include
n: !include [a.yaml]
o: !include { a: b }
p: !include cards/Fire.yaml
q: !include std/escape.yaml
"#,
        ),
        ("cards/fire.yaml", "id: fire\n"),
        ("cards/water.yaml", "id: water\n"),
        ("std/standard.yaml", ""),
        ("std/escape.yaml", "!include ../game.cgml"),
    ]);

    insta::assert_snapshot!(shown::problems(&loaded.diagnostics), @r#"
        game.cgml:2:13 E0114 there is no file `crads/`
          hint: did you mean `cards/`?
        game.cgml:3:13 E0114 there is no file `cards/fire`
          hint: did you mean `cards/fire.yaml`?
        game.cgml:4:13 E0114 there is no file `cards/fier.yaml`
          hint: did you mean `cards/fire.yaml`?
        game.cgml:5:13 E0114 there is no file `std/standart.yaml`
          hint: did you mean `std/standard.yaml`?
        game.cgml:6:13 E0114 there is no file `nowhere/at/all.yaml`
          hint: check the path; upper and lower case matter
        game.cgml:7:13 E0205 `https://example.com/x.yaml` is a URL, and games are read without the network
          hint: save the file in the game's folder, for example as `vendor/name.yaml`, and name that
        game.cgml:8:13 E0204 `/etc/passwd.yaml` is an absolute path
          hint: write the path relative to this file
        game.cgml:9:13 E0204 `..\x.yaml` has backslashes
          hint: write `/` between the parts of a path, on every system
        game.cgml:10:13 E0204 `C:/x.yaml` is an absolute path
          hint: write the path relative to this file
        game.cgml:11:13 E0203 `../x.yaml` leads out of the game's folder
          hint: copy the file into the game's folder
        game.cgml:12:13 E0206 `rules.json` is not a game file
          hint: game files end in `.cgml`, `.yml` or `.yaml`
        game.cgml:13:13 E0204 `a\u{0}.yaml` holds a control character
          hint: delete the character
        game.cgml:14:4 E0201 expected a path, found nothing
          hint: write `!include cards/` or `!include 'file.yaml'`
        game.cgml:15:4 E0201 expected a path, found a list
          hint: write an `!include` before each path of the list
        game.cgml:16:4 E0201 expected a path, found a mapping
          hint: write `!include cards/` or `!include 'file.yaml'`
        game.cgml:17:13 E0114 there is no file `cards/Fire.yaml`
          hint: did you mean `cards/fire.yaml`?
        std/escape.yaml:1:10 E0203 `../game.cgml` leads out of the library
          hint: files of the library can name files of the library only
        "#);
    insta::assert_snapshot!(loaded.at(&["c"]), @"!include cards/fier.yaml");
    let document = loaded.document.expect("the rest was loaded");
    let unresolved = document.tree.get(document.root, "c").expect("it stays");
    assert!(document.is_unresolved(unresolved));
    assert!(!document.is_complete());
}

#[test]
fn tags_that_cgml_does_not_have_are_reported() {
    insta::assert_snapshot!(game(&[(
            "game.cgml",
            "cgml_version: 1.4\na: !inclde x.yaml\nb: !!str 10\nc: !done\nd: !inherit x.cgml\n",
        )]).shown(), @r#"
        cgml_version: 1.4
        a: x.yaml
        b: 10
        c: ~
        d: x.cgml
        game.cgml:2:4 E0202 unknown tag `!inclde`
          hint: did you mean `!include`?
        game.cgml:3:4 E0202 unknown tag `!!str`
          hint: use quotes for text, none for numbers
        game.cgml:4:4 E0202 unknown tag `!done`
          hint: put text that begins with `!` in quotes
        game.cgml:5:4 E0209 `!inherit` does not belong here
          hint: write `inherit: base.cgml` as a key at the top of the document
        "#);
}

#[test]
fn circles_are_shown_with_all_their_places() {
    insta::assert_snapshot!(game(&[
            ("game.cgml", "cgml_version: 1.4\na: !include a.yaml\nb: !include b.yaml\n"),
            ("a.yaml", "!include b.yaml"),
            ("b.yaml", "[1, !include c/]"),
            ("c/c.yaml", "x: !include ../a.yaml\n"),
        ]).shown(), @r#"
        cgml_version: 1.4
        a: [1, [{x: !include ../a.yaml}]]
        b: [1, [{x: !include ../a.yaml}]]
        c/c.yaml:1:13 E0207 `a.yaml` includes itself
          a.yaml:1:10 `b.yaml` is included here
          b.yaml:1:14 `c/c.yaml` is included here
          hint: move what both files need into a third file, and include that
        "#);
    insta::assert_snapshot!(
        game(&[("game.cgml", "cgml_version: 1.4\na: !include game.cgml\n")]).shown(), @r#"
        cgml_version: 1.4
        a: !include game.cgml
        game.cgml:2:13 E0207 `game.cgml` includes itself
          hint: move what both files need into a third file, and include that
        "#
    );
}

#[test]
fn nothing_that_is_included_is_a_warning() {
    insta::assert_snapshot!(game(&[
            ("game.cgml", "cgml_version: 1.4\na: !include empty.yaml\nb: !include folder/\nimports: [empty.yaml]\n"),
            ("empty.yaml", "# nothing\n"),
            ("folder/readme.md", "x"),
        ]).shown(), @r#"
        cgml_version: 1.4
        a: ~
        b: []
        game.cgml:2:13 W1101 `empty.yaml` brings nothing: the file holds nothing
          hint: put something in, or delete the `!include`
        game.cgml:3:13 W1101 `folder/` brings nothing: the folder holds no `.cgml`, `.yml` or `.yaml` files with content
          hint: put something in, or delete the `!include`
        game.cgml:4:11 W1101 `empty.yaml` brings nothing: the file holds nothing
          hint: put something in, or delete the import
        "#);
}

#[test]
fn many_card_files_are_one_list() {
    let mut sources =
        MemorySources::new().with("game.cgml", "cgml_version: 1.4\ncards: !include cards/\n");
    for index in 0..1_000 {
        sources.insert(
            format!("cards/{index:05}.yaml"),
            format!("id: card_{index}\nkind: creature\ncost: {}\n", index % 9),
        );
    }
    let document = game_of(&sources, "game.cgml")
        .document
        .expect("it was loaded");
    let cards = document
        .tree
        .get(document.root, "cards")
        .expect("there are cards");

    assert_eq!(document.tree.items(cards).len(), 1_000);
    assert_eq!(document.files.len(), 1_001);
}

#[test]
fn a_fragment_has_the_documents_of_one_file() {
    let sources = MemorySources::new()
        .with("cards/a.yaml", "id: a\n---\n---\n- !include b.yaml\n")
        .with("cards/b.yaml", "id: b\n")
        .with("empty.yaml", "")
        .with("broken.yaml", "a: [\n---\nid: c\n");
    let mut diagnostics = Diagnostics::new();
    let fragment = load_file(&sources, "cards/a.yaml", &mut diagnostics).expect("it is fine");
    let roots: Vec<String> = (fragment.roots.iter())
        .map(|root| shown::value(&fragment.tree, *root))
        .collect();

    assert_eq!(roots, ["{id: a}", "[{id: b}]"]);
    assert!(fragment.is_complete() && diagnostics.is_empty());
    let empty = load_file(&sources, "empty.yaml", &mut diagnostics).expect("it is fine");
    assert!(empty.roots.is_empty() && empty.is_complete());
    let broken = load_file(&sources, "broken.yaml", &mut diagnostics).expect("partly");
    assert_eq!((broken.roots.len(), broken.is_complete()), (1, false));
    assert!(load_file(&sources, "none.yaml", &mut diagnostics).is_err());
}
