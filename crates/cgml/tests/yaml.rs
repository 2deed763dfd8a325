//! Reading YAML: every value with its place, every problem at once, and no text that hurts us.

use cgml::diagnostic::Diagnostics;
use cgml::limits;
use cgml::source::SourceMap;
use cgml::tree::{NodeId, Tree, Value};
use cgml::yaml::{Parsed, parse_text};

struct Read {
    tree: Tree,
    parsed: Parsed,
    diagnostics: Diagnostics,
}

fn read(text: &str) -> Read {
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

    /// Every problem on a line: place, code, message; then its hint and related places.
    fn problems(&self) -> String {
        let files = self.diagnostics.files();
        let mut out = String::new();
        for problem in self.diagnostics.sorted() {
            let place = problem.span.map(|span| files.place(span));
            let place = place.map_or(String::new(), |at| format!("{}:{} ", at.line, at.column));
            out += &format!("{place}{} {}\n", problem.code.name(), problem.message);
            for related in &problem.related {
                let at = files.place(related.span);
                out += &format!("  {}:{} {}\n", at.line, at.column, related.message);
            }
            if let Some(hint) = &problem.hint {
                out += &format!("  hint: {hint}\n");
            }
        }
        out
    }

    fn codes(&self) -> Vec<String> {
        let problems = self.diagnostics.iter();
        problems.map(|problem| problem.code.name()).collect()
    }
}

fn outline(tree: &Tree, files: &SourceMap, id: NodeId, level: usize, out: &mut String) {
    let node = tree.node(id);
    let indent = "  ".repeat(level);
    let tag = node.tag.as_ref().map_or(String::new(), |tag| {
        assert_eq!(files.text(tag.span), tag.name);
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
    2:1 E0105 the key `a` is here twice
      1:1 first defined here
      hint: delete or rename one of the two
    3:1 E0109 the merge key `<<` is not part of CGML
      hint: repeat a whole value with an alias or `!include`; build on a whole game with `inherit`
    4:1 E0106 a key is text, not a list
      hint: put text that contains brackets or braces in quotes
    5:1 E0106 there is no key before this `:`
      hint: write the name of the key before the colon
    6:4 E0107 the alias `*cots` names no anchor of this document
      hint: did you mean `*cost`?
    7:8 E0108 the alias `*c` stands inside the value it repeats
      hint: a value cannot contain itself; write out what you mean
    8:1 E0106 a key is text without tags and aliases
      hint: write out the name of the key
    9:4 E0106 a key is text without tags and aliases
      hint: write out the name of the key
    10:1 E0105 the key `a` is here twice
      1:1 first defined here
      hint: delete or rename one of the two
    "#);
    insta::assert_snapshot!(read.outline(), @r#"
    Map "a: &cost 1\na: 2\n<<: *cost\n[x]: 1\n: 2\nb: *cots\nc: &c [*c]\n*cost : 3\n!t d: 4\na: 5"
      a: "a"
        Plain "1" = "1"
      b: "b"
        Plain "*cots" = ""
      c: "c"
        List "[*c]"
          Plain "*c" = ""
    "#);
}

#[test]
fn a_broken_document_does_not_hide_the_others() {
    let read = read("a: [1, 2\nb: 3\n---\nok: 1\n---\nc: 'open\nd: 4\n---\nfine: 2\n");

    insta::assert_snapshot!(read.problems(), @r#"
    2:2 E0103 unexpected `:` between brackets
      1:4 opened here
      hint: close the bracket before this line, or put text that contains `: ` in quotes
    7:1 E0103 a quoted text does not end
      6:4 opened here
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
    1:5 E0103 unexpected `:`
      hint: check the indentation of this line and the space after `:` in the line above; put text that contains `: ` in quotes
    "a:1\nb: 2"
    2:2 E0103 unexpected `:`
      hint: check the indentation of this line and the space after `:` in the line above; put text that contains `: ` in quotes
    "a:\n\tb: 1"
    2:1 E0104 this line is indented with a tab
      hint: indent with spaces, two per level; most editors can replace tabs in the file
    "a:\n  b: 1\n\tc: 2"
    3:1 E0104 this line is indented with a tab
      hint: indent with spaces, two per level; most editors can replace tabs in the file
    "a: @x"
    1:4 E0103 a value cannot begin with `@`
      hint: put the text in quotes
    "- a\nb: 1"
    2:1 E0103 expected `-` here: this line does not belong to the list above it
      hint: items of one list begin with `- ` in the same column
    "a: 1\nb\n"
    2:1 E0103 expected a key followed by `:`
      hint: write `key: value` with a space after the colon, or check the indentation
    "a:\n   b: 1\n  c: 2"
    3:3 E0103 this line does not belong to the mapping above it
      hint: entries of one mapping begin in the same column
    "a: {b: 1, c: 2"
    1:4 E0103 this bracket is not closed
      hint: add the closing bracket
    "a: [1 2]]"
    1:9 E0103 this bracket closes nothing that is open
      hint: delete it, or open it before
    "a: 'it's'"
    1:8 E0103 there is text after the closing quote
      hint: put the whole value in quotes; inside `'…'` a quote is written `''`
    "a: \"\\d\""
    1:4 E0103 unknown escape in double quotes
      hint: write a backslash as `\\`, or use single quotes, where it needs no escape
    "a: [1}"
    1:4 E0103 the bracket `[` is closed by `}`
      hint: close each bracket with its partner: `[…]`, `{…}`
    "a: \"x\n"
    1:5 E0103 a quoted text does not end
      1:4 opened here
      hint: close the quote; inside `'…'` a quote is written `''`, inside `"…"` it is `\"`
    "a: !b!c d"
    1:4 E0103 unknown tag
      hint: CGML has the tags `!include` and `!inherit`; put text that begins with `!` in quotes
    "🂡: [山"
    1:4 E0103 this bracket is not closed
      hint: add the closing bracket
    "#);
}

#[test]
fn control_characters_are_pointed_at() {
    insta::assert_snapshot!(read("a: 1\nb: x\0y\n").problems(), @r#"
    2:5 E0102 the file holds the control character U+0000
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

/// Lists, mappings and keys inside each other in every form YAML has for them.
fn nested(depth: usize) -> [String; 5] {
    [
        "[".repeat(depth),
        "{a: ".repeat(depth),
        "[{a: ".repeat(depth),
        "- ".repeat(depth) + "x",
        "? ".repeat(depth) + "x",
    ]
}

#[test]
fn nesting_just_over_the_limit_is_refused() {
    for text in nested(limits::DEPTH + 1) {
        assert_eq!(read(&text).codes(), ["E0110"], "{:?}", &text[..20]);
    }
}

#[test]
fn ten_thousand_levels_are_refused_without_a_crash() {
    for text in nested(10_000) {
        assert_eq!(read(&text).codes(), ["E0110"], "{:?}", &text[..20]);
    }
}

#[test]
fn a_million_levels_are_refused_without_a_crash() {
    for text in nested(1_000_000).into_iter().step_by(3) {
        assert_eq!(read(&text).codes(), ["E0110"], "{:?}", &text[..20]);
    }
}

#[test]
fn levels_by_indentation_are_refused_like_others() {
    for item in ["-", "a:"] {
        let lines = (0..2_000).map(|level| format!("{}{item}\n", " ".repeat(level)));
        assert_eq!(
            read(&lines.collect::<String>()).codes(),
            ["E0110"],
            "{item}"
        );
    }
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let text = "[".repeat(limits::DEPTH) + &"]".repeat(limits::DEPTH);

    assert_eq!(read(&text).codes(), [""; 0]);
}

#[test]
fn aliases_cannot_unfold_without_end() {
    let mut laughs = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..100 {
        let below = format!("*a{}", level - 1);
        laughs += &format!("a{level}: &a{level} [{}]\n", [below.as_str(); 9].join(", "));
    }
    let mut deep = String::from("a0: &a0 [[[[[[[[[[]]]]]]]]]]\n");
    for level in 1..20 {
        deep += &format!("a{level}: &a{level} [[[[[[[[[[*a{}]]]]]]]]]]\n", level - 1);
    }

    assert_eq!(read(&laughs).codes(), ["E0112"]);
    assert_eq!(read(&deep).codes(), ["E0110"]);
    assert_eq!(read(&laughs).parsed, Parsed::default());
}

#[test]
fn many_aliases_are_read_quickly() {
    let aliases = "*a, ".repeat(50_000);
    let anchors: String = (0..10_000)
        .map(|index| format!("- &a{index} {index}\n- *a{index}\n"))
        .collect();

    assert_eq!(read(&format!("[&a x, {aliases}]")).codes(), [""; 0]);
    assert_eq!(read(&anchors).codes(), [""; 0]);
}

#[test]
fn a_file_full_of_problems_is_summed_up() {
    let codes = read(&"a: 1\n".repeat(10_000)).codes();

    assert_eq!(codes.len(), limits::PROBLEMS_PER_FILE + 1);
    assert_eq!(codes.last().map(String::as_str), Some("E0120"));
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let text = " ".repeat(50_000_000);

    insta::assert_snapshot!(read(&text).problems(), @r#"
    E0111 `a.yaml` is too large: 48 MiB, and the limit is 16 MiB
      hint: split it: `!include` of a folder reads all its files as one list
    "#);
}
