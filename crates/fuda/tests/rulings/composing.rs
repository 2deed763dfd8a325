//! From a ruling to the games that its scenarios are about.

use std::fs;

use cgml::source::MemorySources;

use crate::document::{Kind, Options, examples};
use crate::fences::fences;
use crate::fixtures;
use crate::repository::{path, read};

/// Folder of the scenarios.
pub(crate) const FOLDER: &str = "crates/fuda/tests/rulings";

/// A ruling of the reference.
pub(crate) struct Ruling {
    /// Its number, from 1.
    pub(crate) number: usize,
    pub(crate) title: String,
    pub(crate) text: String,
    /// The scenarios that show it.
    pub(crate) scenarios: Option<String>,
}

/// The rulings in their order.
pub(crate) fn rulings() -> Vec<Ruling> {
    let page = read("spec/rulings.md");
    let parts = (1..).zip(page.split("\n## ").skip(1));
    parts
        .map(|(number, part)| {
            let (title, text) = part.split_once('\n').unwrap_or((part, ""));
            Ruling {
                number,
                title: title.to_owned(),
                text: text.to_owned(),
                scenarios: data(number, "yaml"),
            }
        })
        .collect()
}

/// A file of test data, if the ruling has one.
fn data(number: usize, extension: &str) -> Option<String> {
    fs::read_to_string(path(&format!("{FOLDER}/{number:02}.{extension}"))).ok()
}

impl Ruling {
    /// The games of the ruling and its scenarios, as a folder of a game.
    pub(crate) fn sources(&self) -> MemorySources {
        let mut sources = fixtures::sources();
        let mut count = 0;
        for fence in fences(&self.text) {
            let options = Options::read(&fence.info);
            let options = options.unwrap_or_else(|problem| panic!("{}: {problem}", self.title));
            let Some(options) = options else {
                continue;
            };
            if let Kind::File(name) = &options.kind {
                sources.insert(name.clone(), fence.body.clone());
                continue;
            }
            if options.errors.iter().any(|code| code.starts_with('E')) {
                continue;
            }
            for example in examples(&fence.body) {
                count += 1;
                let document = options.document(&example.text);
                if count > 1 {
                    sources.insert(format!("example{count}.cgml"), document);
                    continue;
                }
                let game = data(self.number, "cgml").unwrap_or_else(|| document.clone());
                sources.insert("game.cgml", game);
                sources.insert("example.cgml", document);
                for (number, steps) in (1..).zip(beginnings(&example.text)) {
                    sources.insert(format!("steps{number}.cgml"), options.document(&steps));
                }
            }
        }
        if let Some(scenarios) = &self.scenarios {
            sources.insert(
                format!("scenarios/{:02}.yaml", self.number),
                scenarios.clone(),
            );
        }
        sources
    }
}

/// The first item of a list, the first two, and so on.
fn beginnings(list: &str) -> Vec<String> {
    let mut beginnings: Vec<String> = Vec::new();
    let mut so_far = String::new();
    for line in list.lines() {
        if line.starts_with("- ") {
            beginnings.push(so_far.clone());
        }
        so_far += line;
        so_far.push('\n');
    }
    beginnings.push(so_far);
    beginnings.into_iter().skip(1).collect()
}

#[test]
fn the_beginnings_of_a_list_are_as_many_as_its_items() {
    assert_eq!(
        beginnings("- a\n  b\n- c\n"),
        ["- a\n  b\n".to_owned(), "- a\n  b\n- c\n".to_owned()]
    );
}
