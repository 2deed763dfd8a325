//! Examples of the layout.

use super::{FormatError, format};

fn laid_out(text: &str) -> String {
    format(text).expect("the example is YAML")
}

#[test]
fn indentation_spaces_and_quotes_are_settled() {
    let text = "\
meta:
    name:   'War'
    players: {min: 2,max:   2}
    tags: [ cards,'two' ]
setup:
- action:  SHUFFLE
  target:
     path: \"$.zones.deck\"
-   action: DEAL_ALL
";

    insta::assert_snapshot!(laid_out(text), @r#"
    meta:
      name: "War"
      players: { min: 2, max: 2 }
      tags: [cards, "two"]
    setup:
      - action: SHUFFLE
        target:
          path: "$.zones.deck"
      - action: DEAL_ALL
    "#);
}

#[test]
fn quotes_that_decide_the_type_or_need_escapes_stay() {
    let text = "\
cgml_version: '1.3'
ranks: ['10', 10, \"true\", true]
say: 'a \"word\"'
path: 'C:\\cards'
its: 'it''s'
";

    insta::assert_snapshot!(laid_out(text), @r#"
    cgml_version: "1.3"
    ranks: ["10", 10, "true", true]
    say: 'a "word"'
    path: 'C:\cards'
    its: "it's"
    "#);
}

#[test]
fn comments_stay_with_what_they_are_about() {
    let text = "\
#\ttab kept
rules: # all of them
      # about the first
  - id: a      # its name
    # about the trigger
    trigger: on.draw
    # end of the first

  # end of the list
# about flow
flow:
    # nothing yet
meta: {} #short
# the end
";

    insta::assert_snapshot!(laid_out(text), @r"
    #	tab kept
    rules:  # all of them
      # about the first
      - id: a  # its name
        # about the trigger
        trigger: on.draw
        # end of the first

      # end of the list
    # about flow
    flow:
      # nothing yet
    meta: {}  #short
    # the end
    ");
}

#[test]
fn a_comment_in_the_column_of_an_unindented_list_belongs_to_the_next_key() {
    let text = "\
setup:
- a
# one
- b
# two
flow: 1
";

    insta::assert_snapshot!(laid_out(text), @r"
    setup:
      - a
      # one
      - b
    # two
    flow: 1
    ");
}

#[test]
fn at_most_one_blank_line_separates_entries_and_none_opens_a_block() {
    let text = "\n\na:\n\n  b: 1\n\n\n\n  c: 2\n   \nd: 3\n\n\n";

    insta::assert_snapshot!(laid_out(text), @r"
    a:
      b: 1

      c: 2

    d: 3
    ");
}

#[test]
fn block_scalars_keep_their_lines() {
    let text = "a: |\n     first\n       deeper  \n\n     last\n\n\nb: >+2\n     leads\n\n\nc: |-\n  # not a comment\n";

    assert_eq!(
        laid_out(text),
        "a: |\n  first\n    deeper  \n\n  last\n\nb: >2+\n     leads\n\n\nc: |-\n  # not a comment\n"
    );
}

#[test]
fn words_over_several_lines_are_indented_below_their_key() {
    let text = "text: one\n          two\n\n          three\nquoted: \"one  \n two\\\n   three\"\nbelow:\n      four\n      five\n";

    insta::assert_snapshot!(laid_out(text), @r#"
    text: one
      two

      three
    quoted: "one
      two\
      three"
    below:
      four
      five
    "#);
}

#[test]
fn tags_anchors_aliases_and_markers_stay() {
    let text = "\
%TAG ! tag:cards,2024:
---
imports:
- !include   'std/decks.yaml'
base: &base
    a: 1
again: *base
*base : key
...
---
next: !t &x [ ]
";

    insta::assert_snapshot!(laid_out(text), @r#"
    %TAG ! tag:cards,2024:
    ---
    imports:
      - !include "std/decks.yaml"
    base: &base
      a: 1
    again: *base
    *base : key
    ...
    ---
    next: !t &x []
    "#);
}

#[test]
fn explicit_keys_stay_explicit() {
    let text = "\
?   [a,b]
:   - 1
    - 2
? c
plain: {? d : e, f}
";

    insta::assert_snapshot!(laid_out(text), @r"
    ? [a, b]
    : - 1
      - 2
    ? c
    plain: { ? d: e, f }
    ");
}

#[test]
fn a_long_collection_in_brackets_becomes_a_block() {
    let text = "condition: { isGreaterThan: [ { count: [ { path: \"$.players[current].zones.hand\" } ] }, { value: 10 } ] } # any\n";

    insta::assert_snapshot!(laid_out(text), @r#"
    condition:  # any
      isGreaterThan: [{ count: [{ path: "$.players[current].zones.hand" }] }, { value: 10 }]
    "#);
}

#[test]
fn a_long_list_of_words_is_filled_into_rows() {
    let cards: Vec<String> = (1..=30).map(|number| format!("card_{number}")).collect();
    let text = format!("deck: [{}]\n", cards.join(","));

    insta::assert_snapshot!(laid_out(&text), @r"
    deck:
      [
        card_1, card_2, card_3, card_4, card_5, card_6, card_7, card_8, card_9, card_10, card_11,
        card_12, card_13, card_14, card_15, card_16, card_17, card_18, card_19, card_20, card_21,
        card_22, card_23, card_24, card_25, card_26, card_27, card_28, card_29, card_30
      ]
    ");
}

#[test]
fn the_rows_of_a_tall_collection_stay() {
    let text = "\
ranks: [2,3,   # low
 J,Q,

 A]
items:
- {a: 1,
   b: [
 x]}
";

    insta::assert_snapshot!(laid_out(text), @r"
    ranks:
      [
        2, 3,  # low
        J, Q,

        A
      ]
    items:
      - {
          a: 1,
          b: [
            x
          ]
        }
    ");
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_go() {
    assert_eq!(
        laid_out("\u{feff}a: 1\r\nb: |\r\n   x\r\n   y\r\n"),
        "a: 1\nb: |\n  x\n  y\n"
    );
}

#[test]
fn nothing_and_comments_alone_are_fine() {
    assert_eq!(laid_out(""), "");
    assert_eq!(laid_out("\n\n"), "");
    assert_eq!(laid_out("  # only\n\n\n#this"), "# only\n\n#this\n");
}

#[test]
fn a_syntax_error_points_into_the_original() {
    let text = "\u{feff}手: 1\r\nb: [\r\nc: d}";
    let Err(FormatError::Syntax { range, .. }) = format(text) else {
        panic!("the bracket is not closed");
    };

    assert_eq!(&text[range], "[");
}

#[test]
fn a_meaning_that_would_change_is_left_alone() {
    // At the beginning of a line these words would end the document.
    assert_eq!(
        format("\n  --- words\n"),
        Err(FormatError::WouldChangeMeaning)
    );
}

#[test]
fn hostile_nesting_is_an_error_and_legal_nesting_is_not() {
    let too_deep = "[".repeat(100_000);
    assert!(matches!(format(&too_deep), Err(FormatError::Syntax { .. })));

    let blocks = "- ".repeat(120);
    let deep = format!("{blocks}{}{}", "[".repeat(120), "]".repeat(120));
    assert_eq!(laid_out(&deep), format!("{deep}\n"));
}

#[test]
fn a_file_of_sixteen_megabytes_is_too_large() {
    let text = "#".repeat(16 * 1024 * 1024 + 1);

    assert_eq!(
        format(&text),
        Err(FormatError::TooLarge {
            size: 16_777_217,
            limit: 16_777_216
        })
    );
}

/// On lines of their own nobody could tell any more that the comma tears the condition.
#[test]
fn a_torn_text_in_braces_stays_on_its_line() {
    let condition = std::format!("max(storm, total_power) > {}", "q".repeat(100));
    let text =
        std::format!("win:\n  - {{ from: Playing, to: GameOver, condition: {condition} }}\n");
    assert_eq!(laid_out(&text), text);
}
