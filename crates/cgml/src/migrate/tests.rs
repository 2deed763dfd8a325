//! Examples of rewriting and of questions.

mod effects;

use super::{Change, Decision, MigrateError, Target, migrate};

/// The new text, then what changed and what is left to decide.
fn migrated(text: &str, to: Target) -> String {
    let migration = migrate(text, to).expect("the example migrates");
    let changes = migration.changes.iter();
    let changes = changes.map(|Change { line, description }| format!("{line}: {description}"));
    let decisions = migration.decisions.iter();
    let decisions = decisions.map(|Decision { line, question }| format!("{line}? {question}"));
    let notes: Vec<String> = changes.chain(decisions).collect();
    format!("{}\n{}", migration.text, notes.join("\n"))
}

fn from_1_2(body: &str) -> String {
    migrated(&format!("cgml_version: 1.2\n{body}"), Target::V1_3)
}

#[test]
fn a_current_file_is_given_back_to_the_byte() {
    for (version, to) in [("'1.3'", Target::V1_3), ("1.4", Target::V1_4)] {
        let text = format!("cgml_version: {version}\r\nsetup: [ {{action:  SET_GAME_STATE}} ]");
        let migration = migrate(&text, to).expect("the file is current");

        assert_eq!(migration.text, text);
        assert_eq!(migration.changes, []);
        assert_eq!(migration.decisions, []);
    }
}

#[test]
fn from_1_3_to_1_4_only_the_version_and_the_alias_change() {
    let text = "\
# a game
cgml_version: '1.3'
setup:
  - action:   SET_GAME_STATE # now
    state: GameOver
rules:
  - effect: [{ action: IF, then: [{action: \"SET_GAME_STATE\"}], from: player.current.hand }]
";

    insta::assert_snapshot!(migrated(text, Target::V1_4), @r#"
    # a game
    cgml_version: '1.4'
    setup:
      - action:   SET_STATE # now
        state: GameOver
    rules:
      - effect: [{ action: IF, then: [{action: "SET_STATE"}], from: player.current.hand }]

    2: the version is now `1.4`
    4: `SET_GAME_STATE` is now `SET_STATE`
    7: `SET_GAME_STATE` is now `SET_STATE`
    "#);
}

#[test]
fn states_get_their_phases() {
    let text = "\
flow:
  turn_structure: [Draw, Play]
  states:
  - Playing # main
  - GameOver
";

    insta::assert_snapshot!(from_1_2(text), @r#"
    cgml_version: "1.3"
    flow:
      states:
        Playing: # main
          phases: [Draw, Play]
        GameOver:
          phases: []

    1: the version is now `1.3`
    3: `states` and `turn_structure` are now states with `phases`
    "#);
}

#[test]
fn phases_with_comments_are_left_to_the_author() {
    let text = "\
flow:
  states: [Playing]
  turn_structure:
    - Draw # one card
";

    insta::assert_snapshot!(from_1_2(text), @r#"
    cgml_version: "1.3"
    flow:
      states: [Playing]
      turn_structure:
        - Draw # one card

    1: the version is now `1.3`
    4? which phases has each state? since 1.3 they are `phases` of the state, and there is no `turn_structure`
    "#);
}

#[test]
fn the_tag_inherit_becomes_a_key() {
    insta::assert_snapshot!(from_1_2("!inherit base.cgml\n"), @r#"
    cgml_version: "1.3"
    inherit: base.cgml

    1: the version is now `1.3`
    2: the tag `!inherit` is now the key `inherit`
    "#);
    insta::assert_snapshot!(from_1_2("inherit: !inherit 'base.cgml'\n"), @r#"
    cgml_version: "1.3"
    inherit: 'base.cgml'

    1: the version is now `1.3`
    2: the key `inherit` needs no tag `!inherit`
    "#);
    insta::assert_snapshot!(from_1_2("imports:\n  - !inherit base.cgml\nsetup: []\n"), @r#"
    cgml_version: "1.3"
    inherit: base.cgml
    setup: []

    1: the version is now `1.3`
    2: the import `!inherit` is now the key `inherit`
    "#);
    insta::assert_snapshot!(from_1_2("imports:\n  - !include a.yaml\n  - !inherit base.cgml\n"), @r#"
    cgml_version: "1.3"
    imports:
      - !include a.yaml
      - !inherit base.cgml

    1: the version is now `1.3`
    4? move the base out of `imports` into a key `inherit` of the document?
    "#);
}

#[test]
fn windows_line_ends_stay() {
    let text = "cgml_version: \"1.2\"\r\nsetup:\r\n  - action: REPEAT_TURN\r\n";

    assert_eq!(
        migrate(text, Target::V1_3).map(|migration| migration.text),
        Ok(
            "cgml_version: \"1.3\"\r\nsetup:\r\n  - action: EXTRA_TURN\r\n    player: current\r\n"
                .to_owned()
        )
    );
}

#[test]
fn a_file_must_say_a_known_version() {
    assert_eq!(
        migrate("setup: []\n", Target::V1_3),
        Err(MigrateError::NoVersion)
    );
    assert_eq!(
        migrate("cgml_version: 1.1\n", Target::V1_3),
        Err(MigrateError::UnknownVersion {
            found: "1.1".to_owned(),
            range: 14..17
        })
    );
    assert_eq!(
        migrate("cgml_version: 1.4\n", Target::V1_3),
        Err(MigrateError::Newer {
            found: "1.4".to_owned(),
            target: Target::V1_3
        })
    );
    let Err(MigrateError::Syntax { range, .. }) = migrate("a: 手\nb: [", Target::V1_3) else {
        panic!("the bracket is not closed");
    };
    assert_eq!(range, 10..11);
}
