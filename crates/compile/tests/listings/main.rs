//! Golden listings: the ops of every construct of the language, and of every pass.
//!
//! A listing is a file beside this one. `UPDATE_LISTINGS=1 cargo test -p compile --test listings` writes them; read
//! every changed line before you commit it.
//!
//! - `actions/NAME.txt` and `operators/NAME.txt`: the first example for 1.4 on the reference page of each action and
//!   operator, as the effect or condition of a rule at the table of `spec/fixtures`;
//! - `constructs/*.cgml`: sections that are added to that table, with the listing of the parts they declare;
//! - `passes/*.cgml`: small games as they are compiled, before passes and after them.
#![expect(clippy::disallowed_methods, reason = "the tests read files")]

mod page;
mod table;

use std::fs;
use std::path::{Path, PathBuf};

use cgml::vocabulary::{actions, operators};

/// The folder of the listings.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/listings")
}

/// Compares a listing with its file, or writes the file; gives the names of files that differ.
fn compare(path: &Path, listing: &str, different: &mut Vec<String>) {
    if std::env::var_os("UPDATE_LISTINGS").is_some() {
        fs::create_dir_all(path.parent().expect("a listing is in a folder"))
            .and_then(|()| fs::write(path, listing))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let known = fs::read_to_string(path).unwrap_or_default();
    if known != listing {
        let first = known.lines().zip(listing.lines()).find(|(a, b)| a != b);
        different.push(format!("{}: {first:?}", path.display()));
    }
}

#[test]
fn every_action_is_compiled_as_its_listing_says() {
    let mut different = Vec::new();
    for action in actions::all() {
        let path = folder().join(format!("actions/{}.txt", action.name));
        let Some(effect) = page::example("actions", action.name, "effect") else {
            continue;
        };
        let rules = table::rule("true", &effect);
        let listing = table::listing(&rules, &["example"]);
        compare(&path, &format!("{effect}\n\n{listing}"), &mut different);
    }
    assert_eq!(different, Vec::<String>::new());
}

#[test]
fn every_operator_is_compiled_as_its_listing_says() {
    let mut different = Vec::new();
    for operator in operators::all() {
        let path = folder().join(format!("operators/{}.txt", operator.name));
        let Some(text) = page::example("operators", operator.name, "condition") else {
            continue;
        };
        let rules = table::rule(&text, "turns_taken += 1");
        let listing = table::listing(&rules, &["example"]);
        compare(&path, &format!("{text}\n\n{listing}"), &mut different);
    }
    assert_eq!(different, Vec::<String>::new());
}

/// The files of a folder with this ending, by name.
fn files(name: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder().join(name)).expect("the folder is in the repository");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder can be read").path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    files.sort();
    files
}

#[test]
fn every_construct_is_compiled_as_its_listing_says() {
    let mut different = Vec::new();
    let cases = files("constructs", "cgml");
    assert!(!cases.is_empty());
    for case in cases {
        let text = fs::read_to_string(&case).expect("a case is a text");
        let parts = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("# parts: "));
        let parts: Vec<&str> = parts
            .unwrap_or_else(|| panic!("{}: the first line names the parts", case.display()))
            .split(", ")
            .collect();
        let listing = table::listing(&text, &parts);
        assert!(listing.starts_with('`'), "{}: {listing}", case.display());
        compare(&case.with_extension("txt"), &listing, &mut different);
    }
    assert_eq!(different, Vec::<String>::new());
}

#[test]
fn every_pass_does_to_code_what_its_listing_says() {
    let mut different = Vec::new();
    let cases = files("passes", "cgml");
    assert!(!cases.is_empty());
    for case in cases {
        let text = fs::read_to_string(&case).expect("a case is a text");
        let [before, after] = table::before_and_after(&text);
        let listing = format!("before passes\n\n{before}\nafter passes\n\n{after}");
        compare(&case.with_extension("txt"), &listing, &mut different);
    }
    assert_eq!(different, Vec::<String>::new());
}
