//! The pages of topics: their tables of keys, fields and events are those of the vocabulary.
//!
//! A table stands between `<!-- keys: zone -->` and `<!-- end -->`.

use std::collections::BTreeSet;
use std::{env, fs};

use cgml::reference::{table, table_names};

use crate::repository::{Page, markdown, path};

const END: &str = "<!-- end -->\n";

#[test]
fn tables_are_current() {
    let mut stale = Vec::new();
    for Page { path: page, text } in markdown("spec/topics") {
        let (wanted, _) = rewritten(&text);
        if wanted != text && env::var_os("UPDATE_SPEC").is_some() {
            fs::write(path(&page), wanted).unwrap_or_else(|error| panic!("{page}: {error}"));
        } else if wanted != text {
            stale.push(page);
        }
    }
    assert!(
        stale.is_empty(),
        "out of date: {}; run `UPDATE_SPEC=1 cargo test -p cgml --test spec` and commit the result",
        stale.join(", ")
    );
}

#[test]
fn every_key_field_and_event_is_in_a_table() {
    let found: BTreeSet<String> = markdown("spec/topics")
        .iter()
        .flat_map(|page| rewritten(&page.text).1)
        .collect();
    let all: BTreeSet<String> = table_names().into_iter().collect();

    assert_eq!(found, all);
}

/// The page with its tables rewritten, and their names.
fn rewritten(page: &str) -> (String, Vec<String>) {
    let (mut text, mut names) = (String::new(), Vec::new());
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("<!-- ") {
        let (name, after) = after.split_once(" -->\n").expect("a marker ends its line");
        let (_, after) = after.split_once(END).expect("a table has an end");
        let table = table(name).unwrap_or_else(|| panic!("there is no table `{name}`"));
        text += &format!("{before}<!-- {name} -->\n{table}{END}");
        names.push(name.to_owned());
        rest = after;
    }
    (text + rest, names)
}
