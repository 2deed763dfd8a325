//! Mistakes as designers make them, and what they are told.
//!
//! Each file or folder of `cases` is a small game with one mistake; `# expect:` names the problems it
//! must have, no more and no fewer. What a designer reads is kept in `snapshots`, one file for each
//! case: a message that gets worse is seen in review. `bases` holds the sound games that cases inherit.
#![expect(clippy::disallowed_methods, reason = "the tests read files")]

mod corpus;
mod pages;
mod suggestions;

use std::collections::BTreeSet;
use std::fs;

use cgml::codes;

use corpus::{Checked, bases, cases, folder};

/// Codes that no small file can have, and why.
const NOT_HERE: &[(&str, &str)] = &[
    ("E0111", "the file would have 16 MiB"),
    ("E0113", "the files together would have 256 MiB"),
    ("E0115", "the system would have to refuse to read a file"),
    ("E0120", "the file would have more than a hundred problems"),
    ("E0121", "the game would have ten thousand errors"),
    ("E0122", "the deck would have half a million cards"),
    ("E0401", "the text would have 64 KiB"),
    ("W1102", "the game would have ten thousand warnings"),
];

#[test]
fn every_case_has_exactly_the_problems_it_expects() {
    let wrong: Vec<String> = cases()
        .iter()
        .filter(|case| sorted(case.check().codes()) != sorted(case.expected.clone()))
        .map(|case| {
            let Checked { text, .. } = case.check();
            format!("{} expects {:?}\n{text}", case.name, case.expected)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn sorted(mut codes: Vec<String>) -> Vec<String> {
    codes.sort();
    codes
}

#[test]
fn what_the_designer_reads() {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        for case in cases() {
            insta::assert_snapshot!(case.name.clone(), case.check().text);
        }
    });
}

#[test]
fn every_snapshot_belongs_to_a_case() {
    let names: BTreeSet<String> = cases().into_iter().map(|case| case.name).collect();
    for entry in fs::read_dir(folder("snapshots")).expect("the folder is part of the repository") {
        let path = entry.expect("a folder can be listed").path();
        let name = path.file_stem().map(|name| name.display().to_string());
        let name = name.unwrap_or_default();
        assert!(names.contains(&name), "there is no case `{name}`");
    }
}

#[test]
fn every_code_has_a_case() {
    let mut seen: BTreeSet<String> = cases().into_iter().flat_map(|case| case.expected).collect();
    for (code, reason) in NOT_HERE {
        assert!(
            seen.insert((*code).to_owned()),
            "{code} has a case, although {reason}"
        );
    }
    let all: BTreeSet<String> = codes::all().into_iter().map(|code| code.name()).collect();
    let missing: Vec<&String> = all.difference(&seen).collect();
    assert!(missing.is_empty(), "no case has {missing:?}");
}

#[test]
fn a_case_is_named_after_its_first_code() {
    for case in cases() {
        let code = case.expected.first().map_or("", String::as_str);
        assert!(
            case.name.starts_with(&format!("{code}-")),
            "{} expects {code} first",
            case.name
        );
        assert!(case.says_what_is_wrong, "{} has no comment", case.name);
    }
}

#[test]
fn the_bases_have_no_problems() {
    for base in bases() {
        assert_eq!(base.check().text, "", "{}", base.name);
    }
}
