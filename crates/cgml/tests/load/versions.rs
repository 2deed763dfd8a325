//! `cgml_version`.

use cgml::version::Version;

use crate::loaded::{child_of, game};

#[test]
fn a_version_may_be_a_number_or_text() {
    for (text, version) in [
        ("1.3", Version::V1_3),
        ("'1.3'", Version::V1_3),
        ("\"1.4\"", Version::V1_4),
        ("1.4", Version::V1_4),
    ] {
        let loaded = game(&[("game.cgml", &format!("cgml_version: {text}\n"))]);
        assert_eq!(
            loaded.document.map(|document| document.version),
            Some(version)
        );
    }
}

#[test]
fn other_versions_are_refused_with_advice() {
    let texts = [
        "1.2", "\"1.0\"", "1.5", "2.0", "1.30", "latest", "[1.3]", "~",
    ];
    let shown: String = texts
        .iter()
        .map(|text| game(&[("game.cgml", &format!("cgml_version: {text}\n"))]).shown())
        .collect();

    insta::assert_snapshot!(shown, @r#"
    game.cgml:1:15 E0221 CGML `1.2` is an older version that fuda does not read
      hint: run `fuda migrate FILE`: it rewrites the file and keeps its comments
    game.cgml:1:15 E0221 CGML `1.0` is an older version that fuda does not read
      hint: run `fuda migrate FILE`: it rewrites the file and keeps its comments
    game.cgml:1:15 E0222 CGML `1.5` is newer than this fuda
      hint: update fuda, or write the game in version "1.4"
    game.cgml:1:15 E0222 CGML `2.0` is newer than this fuda
      hint: update fuda, or write the game in version "1.4"
    game.cgml:1:15 E0222 CGML `1.30` is newer than this fuda
      hint: update fuda, or write the game in version "1.4"
    game.cgml:1:15 E0222 `latest` is not a version of CGML
      hint: write `cgml_version: "1.4"`, or "1.3"
    game.cgml:1:15 E0222 a list is not a version of CGML
      hint: write `cgml_version: "1.4"`, or "1.3"
    game.cgml:1:15 E0222 `~` is not a version of CGML
      hint: write `cgml_version: "1.4"`, or "1.3"
    "#);
}

#[test]
fn a_game_without_a_version_is_reported_and_still_loaded() {
    insta::assert_snapshot!(game(&[("game.cgml", "meta: { name: x }\n")]).shown(), @r#"
    meta: {name: x}
    game.cgml:1:1 E0220 the game does not say its `cgml_version`
      hint: write `cgml_version: "1.4"` at the top
    "#);
    assert_eq!(game(&[("game.cgml", "{}")]).codes(), ["E0220"]);
}

#[test]
fn a_layer_may_not_be_newer_than_the_game() {
    insta::assert_snapshot!(game(&[
        ("game.cgml", "cgml_version: 1.3\ninherit: base.cgml\nimports: [a.yaml, b.yaml]\n"),
        ("base.cgml", "cgml_version: 1.4\n"),
        ("a.yaml", "meta: {}\n"),
        ("b.yaml", "cgml_version: 1.2\n"),
    ]).shown(), @r#"
    cgml_version: 1.3
    meta: {}
    base.cgml:1:15 E0223 this file needs CGML 1.4, and the game is written in 1.3
      game.cgml:1:15 raise this one
      hint: raise `cgml_version` in the game's file to "1.4"; nothing changes its meaning
    b.yaml:1:15 E0221 CGML `1.2` is an older version that fuda does not read
      hint: run `fuda migrate FILE`: it rewrites the file and keeps its comments
    "#);
    assert_eq!(child_of("cgml_version: 1.3\n", "").codes(), [""; 0]);
}
