//! The pages of actions and operators: there is one for each, and its head is current.

use std::collections::BTreeSet;
use std::{env, fs};

use crate::fences::fences;
use crate::repository::{files, path, read};
use crate::words::{indexes, words};

const BEGIN: &str = "<!-- generated -->\n";
const END: &str = "<!-- end -->\n";
const COMMAND: &str = "run `UPDATE_SPEC=1 cargo test -p cgml --test spec` and commit the result";

#[test]
fn heads_and_indexes_are_current() {
    let mut stale = Vec::new();
    for word in words() {
        let current = fs::read_to_string(path(&word.page)).unwrap_or_default();
        let wanted = with_head(&current, &word.head);
        update(&word.page, &current, &wanted, &mut stale);
    }
    for (page, index) in indexes() {
        let current = fs::read_to_string(path(page)).unwrap_or_default();
        let wanted = with_head(&current, &index);
        update(page, &current, &wanted, &mut stale);
    }
    assert!(
        stale.is_empty(),
        "out of date: {}; {COMMAND}",
        stale.join(", ")
    );
}

/// The page with another head.
fn with_head(page: &str, head: &str) -> String {
    let rest = page.split_once(END).map_or(page, |(_, rest)| rest);
    format!("{BEGIN}{head}{END}{rest}")
}

/// Writes a page that is not as wanted, if asked to; otherwise notes it.
fn update(page: &str, current: &str, wanted: &str, stale: &mut Vec<String>) {
    if current == wanted {
        return;
    }
    if env::var_os("UPDATE_SPEC").is_none() {
        stale.push(page.to_owned());
        return;
    }
    fs::write(path(page), wanted).unwrap_or_else(|error| panic!("{page}: {error}"));
}

#[test]
fn every_word_has_a_page_and_every_page_a_word() {
    let words: BTreeSet<String> = words().into_iter().map(|word| word.page).collect();
    let indexes: BTreeSet<&str> = indexes().map(|(page, _)| page).into();
    let pages: BTreeSet<String> = ["spec/actions", "spec/operators"]
        .into_iter()
        .flat_map(files)
        .filter(|page| !indexes.contains(page.as_str()))
        .collect();

    assert_eq!(pages, words);
}

#[test]
fn every_page_has_an_example_of_its_word_in_the_long_form() {
    for word in words() {
        let is_example = |line: &str| {
            line.contains(&format!("action: {}", word.name))
                || line.contains(&format!("{}: [", word.name))
                || line.trim_end().ends_with(&format!("{}:", word.name))
        };
        let has_example = fences(&read(&word.page)).iter().any(|fence| {
            fence.info.first().is_some_and(|first| first == "yaml")
                && fence.body.lines().any(is_example)
        });
        assert!(has_example, "{} has no example of {}", word.page, word.name);
    }
}
