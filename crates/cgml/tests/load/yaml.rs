//! Reading YAML: every value with its place, every problem at once, and no text that hurts us.

use cgml::diagnostic::Diagnostics;
use cgml::source::SourceMap;
use cgml::tree::{NodeId, Tree, Value};
use cgml::yaml::{Parsed, parse_text};

use crate::shown;

pub(crate) struct Read {
    tree: Tree,
    pub(crate) parsed: Parsed,
    diagnostics: Diagnostics,
}

pub(crate) fn read(text: &str) -> Read {
    let mut tree = Tree::default();
    let mut diagnostics = Diagnostics::new();
    let parsed = parse_text("a.yaml", text, &mut tree, &mut diagnostics).unwrap_or_default();
    Read {
        tree,
        parsed,
        diagnostics,
    }
}

impl Read {
    /// Every node on a line: its tag, and the text of its span.
    fn outline(&self) -> String {
        let mut out = String::new();
        for root in &self.parsed.roots {
            outline(&self.tree, self.diagnostics.files(), *root, 0, &mut out);
        }
        out
    }

    pub(crate) fn problems(&self) -> String {
        shown::problems(&self.diagnostics)
    }

    pub(crate) fn codes(&self) -> Vec<String> {
        shown::codes(&self.diagnostics)
    }
}

fn outline(tree: &Tree, files: &SourceMap, id: NodeId, level: usize, out: &mut String) {
    let node = tree.node(id);
    let indent = "  ".repeat(level);
    let tag = node.tag.as_ref().map_or(String::new(), |tag| {
        let text = files.text(tag.span);
        // An alias that names nothing has a tag that nobody wrote.
        assert!(text == tag.name || text.starts_with('*'), "{text}");
        format!("{} ", tag.name)
    });
    let text = files.text(node.span);
    match &node.value {
        Value::Scalar(scalar) => {
            *out += &format!(
                "{indent}{tag}{:?} {text:?} = {:?}\n",
                scalar.style, scalar.text
            );
        }
        Value::List(items) => {
            *out += &format!("{indent}{tag}List {text:?}\n");
            for item in items {
                outline(tree, files, *item, level + 1, out);
            }
        }
        Value::Map(entries) => {
            *out += &format!("{indent}{tag}Map {text:?}\n");
            for entry in entries {
                *out += &format!(
                    "{indent}  {}: {:?}\n",
                    entry.key,
                    files.text(entry.key_span)
                );
                outline(tree, files, entry.value, level + 2, out);
            }
        }
    }
}

#[test]
fn every_value_knows_the_text_it_was_written_as() {
    let read =
        read("a:\n  b:\n  'c': 1   # x\n\nd: |\n  hi\n  you\n\ne: [ \"1\\n\", {} ]\nf:\n- x\n-\n");

    insta::assert_snapshot!(read.outline(), @r#"
    Map "a:\n  b:\n  'c': 1   # x\n\nd: |\n  hi\n  you\n\ne: [ \"1\\n\", {} ]\nf:\n- x\n-"
      a: "a"
        Map "b:\n  'c': 1"
          b: "b"
            Plain "" = ""
          c: "'c'"
            Plain "1" = "1"
      d: "d"
        Block "hi\n  you" = "hi\nyou\n"
      e: "e"
        List "[ \"1\\n\", {} ]"
          Double "\"1\\n\"" = "1\n"
          Map "{}"
      f: "f"
        List "- x\n-"
          Plain "x" = "x"
          Plain "" = ""
    "#);
    assert!(read.diagnostics.is_empty());
}

#[test]
fn unusual_forms_have_places_too() {
    let read = read(
        "d: |\nf: >-\n\n\ng: |2-\n   x\nh: [a: b, ? c : d, e]\n? &k i\n: *k\n\"j\": 'it''s\n  long'\nl: >\n  a\n\n  b\n",
    );

    insta::assert_snapshot!(read.outline(), @r#"
    Map "d: |\nf: >-\n\n\ng: |2-\n   x\nh: [a: b, ? c : d, e]\n? &k i\n: *k\n\"j\": 'it''s\n  long'\nl: >\n  a\n\n  b"
      d: "d"
        Block "" = ""
      f: "f"
        Block "" = ""
      g: "g"
        Block " x" = " x"
      h: "h"
        List "[a: b, ? c : d, e]"
          Map "a: b"
            a: "a"
              Plain "b" = "b"
          Map "? c : d"
            c: "c"
              Plain "d" = "d"
          Plain "e" = "e"
      i: "i"
        Plain "i" = "i"
      j: "\"j\""
        Single "'it''s\n  long'" = "it's long"
      l: "l"
        Block "a\n\n  b" = "a\nb\n"
    "#);
}

#[test]
fn a_tag_has_a_place_of_its_own() {
    let read = read("a: !include 'x.yaml'\nb: !x\n  - 1\nc: !y {}\nd: !z\n");

    insta::assert_snapshot!(read.outline(), @r#"
    Map "a: !include 'x.yaml'\nb: !x\n  - 1\nc: !y {}\nd: !z"
      a: "a"
        !include Single "'x.yaml'" = "x.yaml"
      b: "b"
        !x List "- 1"
          Plain "1" = "1"
      c: "c"
        !y Map "{}"
      d: "d"
        !z Plain "" = ""
    "#);
    let tags = read
        .parsed
        .tagged
        .iter()
        .map(|node| &read.tree.node(*node).tag);
    let names: Vec<&str> = tags.flatten().map(|tag| tag.name.as_str()).collect();
    assert_eq!(names, ["!include", "!x", "!y", "!z"]);
}

#[test]
fn lists_begin_at_their_first_dash_however_they_are_indented() {
    let read = read("a:\n- - x\n  - y\nb:\n-\n  z\nc-:\n  - w\n");

    insta::assert_snapshot!(read.outline(), @r#"
    Map "a:\n- - x\n  - y\nb:\n-\n  z\nc-:\n  - w"
      a: "a"
        List "- - x\n  - y"
          List "- x\n  - y"
            Plain "x" = "x"
            Plain "y" = "y"
      b: "b"
        List "-\n  z"
          Plain "z" = "z"
      c-: "c-"
        List "- w"
          Plain "w" = "w"
    "#);
}

#[test]
fn a_stream_of_documents_has_several_roots() {
    let read = read("a: 1\n---\n- 2\n---\n# nothing\n---\ntext\n...\n");

    insta::assert_snapshot!(read.outline(), @r#"
    Map "a: 1"
      a: "a"
        Plain "1" = "1"
    List "- 2"
      Plain "2" = "2"
    Plain "" = ""
    Plain "text" = "text"
    "#);
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let read = read("\u{feff}a: 1\n");

    insta::assert_snapshot!(read.outline(), @r#"
    Map "a: 1"
      a: "a"
        Plain "1" = "1"
    "#);
}

#[test]
fn nothing_is_read_from_an_empty_file_or_from_comments() {
    for text in ["", "\n\n", "# only\n# comments\n", "\u{feff}"] {
        let read = read(text);
        assert_eq!(read.parsed, Parsed::default(), "{text:?}");
        assert!(read.diagnostics.is_empty(), "{text:?}");
    }
}

#[test]
fn an_alias_is_the_node_of_its_anchor() {
    let read = read("a: &x [1]\nb: *x\n");
    let root = read.parsed.roots[0];

    assert_eq!(read.tree.get(root, "a"), read.tree.get(root, "b"));
}

#[test]
fn all_problems_of_a_document_that_can_be_read_are_reported_together() {
    let read = read(
        "a: &cost 1\na: 2\n<<: *cost\n[x]: 1\n: 2\nb: *cots\nc: &c [*c]\n*cost : 3\n!t d: 4\na: 5\n",
    );

    insta::assert_snapshot!(read.problems(), @r#"
    a.yaml:2:1 E0105 the key `a` is here twice
      a.yaml:1:1 first defined here
      hint: delete or rename one of the two
    a.yaml:3:1 E0109 the merge key `<<` is not part of CGML
      hint: repeat a whole value with an alias or `!include`; build on a whole game with `inherit`
    a.yaml:4:1 E0106 a key is text, not a list
      hint: put text that contains brackets or braces in quotes
    a.yaml:5:1 E0106 there is no key before this `:`
      hint: write the name of the key before the colon
    a.yaml:6:4 E0107 the alias `*cots` names no anchor of this document
      hint: did you mean `*cost`?
    a.yaml:7:8 E0108 the alias `*c` stands inside the value it repeats
      hint: a value cannot contain itself; write out what you mean
    a.yaml:8:1 E0106 a key is text without tags and aliases
      hint: write out the name of the key
    a.yaml:9:4 E0106 a key is text without tags and aliases
      hint: write out the name of the key
    a.yaml:10:1 E0105 the key `a` is here twice
      a.yaml:1:1 first defined here
      hint: delete or rename one of the two
    "#);
    insta::assert_snapshot!(read.outline(), @r#"
    Map "a: &cost 1\na: 2\n<<: *cost\n[x]: 1\n: 2\nb: *cots\nc: &c [*c]\n*cost : 3\n!t d: 4\na: 5"
      a: "a"
        Plain "1" = "1"
      b: "b"
        !unread Plain "*cots" = ""
      c: "c"
        List "[*c]"
          !unread Plain "*c" = ""
    "#);
}

#[test]
fn a_broken_document_does_not_hide_the_others() {
    let read = read("a: [1, 2\nb: 3\n---\nok: 1\n---\nc: 'open\nd: 4\n---\nfine: 2\n");

    insta::assert_snapshot!(read.problems(), @r#"
    a.yaml:1:4 E0103 this bracket is not closed
      a.yaml:2:2 it should end before this line
      hint: add `]` where it ends
    a.yaml:7:1 E0103 a quoted text does not end
      a.yaml:6:4 opened here
      hint: close the quote; inside `'…'` a quote is written `''`, inside `"…"` it is `\"`
    "#);
    insta::assert_snapshot!(read.outline(), @r#"
    Map "ok: 1"
      ok: "ok"
        Plain "1" = "1"
    Map "fine: 2"
      fine: "fine"
        Plain "2" = "2"
    "#);
}

#[test]
fn common_slips_are_explained() {
    let texts = [
        "a: b: c",
        "a:1\nb: 2",
        "a:\n\tb: 1",
        "a:\n  b: 1\n\tc: 2",
        "a: @x",
        "- a\nb: 1",
        "a: 1\nb\n",
        "a:\n   b: 1\n  c: 2",
        "a: {b: 1, c: 2",
        "a: [1 2]]",
        "a: 'it's'",
        "a: \"\\d\"",
        "a: [1}",
        "a: \"x\n",
        "a: !b!c d",
        "\u{1F0A1}: [\u{5c71}",
    ];
    let problems: String = texts
        .iter()
        .map(|text| format!("{text:?}\n{}", read(text).problems()))
        .collect();

    insta::assert_snapshot!(problems, @r#"
    "a: b: c"
    a.yaml:1:4 E0103 this text contains `: `, so it needs quotes
      hint: write `"b: c"`
    "a:1\nb: 2"
    a.yaml:1:2 E0103 there is no space after the `:` of `a`
      a.yaml:2:2 so this line has nothing to belong to
      hint: write `a: 1`
    "a:\n\tb: 1"
    a.yaml:2:1 E0104 this line is indented with a tab
      hint: indent with spaces, two per level; most editors can replace tabs in the file
    "a:\n  b: 1\n\tc: 2"
    a.yaml:3:1 E0104 this line is indented with a tab
      hint: indent with spaces, two per level; most editors can replace tabs in the file
    "a: @x"
    a.yaml:1:4 E0103 a value cannot begin with `@`
      hint: put the text in quotes
    "- a\nb: 1"
    a.yaml:2:1 E0103 expected `-` here: this line does not belong to the list above it
      hint: items of one list begin with `- ` in the same column
    "a: 1\nb\n"
    a.yaml:2:1 E0103 expected a key followed by `:`
      hint: write `key: value` with a space after the colon, or check the indentation
    "a:\n   b: 1\n  c: 2"
    a.yaml:3:3 E0103 this line does not belong to the mapping above it
      hint: entries of one mapping begin in the same column
    "a: {b: 1, c: 2"
    a.yaml:1:4 E0103 this bracket is not closed
      hint: add the closing bracket
    "a: [1 2]]"
    a.yaml:1:9 E0103 this bracket closes nothing that is open
      hint: delete it, or open it before
    "a: 'it's'"
    a.yaml:1:8 E0103 there is text after the closing quote
      hint: put the whole value in quotes; inside `'…'` a quote is written `''`
    "a: \"\\d\""
    a.yaml:1:4 E0103 unknown escape in double quotes
      hint: write a backslash as `\\`, or use single quotes, where it needs no escape
    "a: [1}"
    a.yaml:1:4 E0103 the bracket `[` is closed by `}`
      hint: close each bracket with its partner: `[…]`, `{…}`
    "a: \"x\n"
    a.yaml:1:5 E0103 a quoted text does not end
      a.yaml:1:4 opened here
      hint: close the quote; inside `'…'` a quote is written `''`, inside `"…"` it is `\"`
    "a: !b!c d"
    a.yaml:1:4 E0103 unknown tag
      hint: CGML has the tags `!include` and `!inherit`; put text that begins with `!` in quotes
    "🂡: [山"
    a.yaml:1:4 E0103 this bracket is not closed
      hint: add the closing bracket
    "#);
}

#[test]
fn control_characters_are_pointed_at() {
    insta::assert_snapshot!(read("a: 1\nb: x\0y\n").problems(), @r#"
    a.yaml:2:5 E0102 the file holds the control character U+0000
      hint: delete it; inside double quotes it can be written as an escape such as `\x00`
    "#);
    assert_eq!(read("a: \u{7f}").codes(), ["E0102"]);
    assert_eq!(read("a: \"\\0\"").codes(), [""; 0]);
}

#[test]
fn strange_letters_are_only_letters() {
    let read = read(
        "\"\\u202e\": '\u{202e}\u{fdd0}\u{10ffff}'\n\u{200d}: \u{301}\ncafe\u{301}: 1\ncaf\u{e9}: 2\n",
    );

    assert!(read.diagnostics.is_empty(), "{}", read.problems());
    assert_eq!(read.tree.entries(read.parsed.roots[0]).len(), 4);
}
