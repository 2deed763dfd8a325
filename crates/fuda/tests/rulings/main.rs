//! Rulings: the results in `spec/rulings.md` after *Then* come out when the examples there are played.
//!
//! The examples are the games: each is put into its fixture as the reference says. `NN.yaml` holds the scenarios
//! of ruling NN; its games are
//!
//! | file | is |
//! |---|---|
//! | `example.cgml`, `example2.cgml` | the examples of the ruling that have no errors |
//! | `steps1.cgml`, `steps2.cgml` … | the first example with only so many steps of its effect |
//! | `game.cgml` | `NN.cgml`, a game over the example, or the example itself if there is no such file |

mod composing;
#[path = "../../../cgml/tests/spec/examples/document.rs"]
#[allow(dead_code, reason = "the tests of `cgml` use all of it")]
mod document;
#[path = "../../../cgml/tests/spec/fences.rs"]
mod fences;
#[path = "../../../cgml/tests/spec/fixtures.rs"]
mod fixtures;
#[path = "../../../cgml/tests/spec/repository.rs"]
#[allow(dead_code, reason = "the tests of `cgml` use all of it")]
mod repository;
mod views;

use cgml::render::{Style, terminal};
use composing::{FOLDER, Ruling, rulings};
use fuda::scenarios::run_scenarios;

/// Rulings whose *Then* speaks of views: their tests are in `views`.
const ABOUT_VIEWS: &[usize] = &[31];

#[test]
fn every_then_of_a_ruling_is_played() {
    let rulings = rulings();
    let says_then = |ruling: &&Ruling| ruling.text.contains("\nThen: ");
    let unplayed: Vec<&str> = rulings
        .iter()
        .filter(says_then)
        .filter(|ruling| ruling.scenarios.is_none() && !ABOUT_VIEWS.contains(&ruling.number))
        .map(|ruling| ruling.title.as_str())
        .collect();

    assert!(unplayed.is_empty(), "not played: {}", unplayed.join("\n"));
}

#[test]
fn every_file_of_scenarios_belongs_to_a_ruling() {
    let count = rulings().len();
    for file in repository::files(FOLDER) {
        let name = file
            .rsplit_once('/')
            .map_or(file.as_str(), |(_, name)| name);
        if name.ends_with(".rs") {
            continue;
        }
        let number = name.get(..2).and_then(|digits| digits.parse().ok());
        assert!(
            number.is_some_and(|number: usize| (1..=count).contains(&number)),
            "{file}: there is no such ruling"
        );
    }
}

#[test]
fn rulings_are_what_happens() {
    let mut failures = Vec::new();
    for ruling in rulings().iter().filter(|ruling| ruling.scenarios.is_some()) {
        let report = run_scenarios(&ruling.sources(), "game.cgml", "");
        for problems in &report.problems {
            failures.push(format!(
                "{}\n{}",
                ruling.title,
                terminal(problems, Style::Plain)
            ));
        }
        let failed = report.cases.iter().filter(|case| case.failure.is_some());
        failures.extend(failed.map(|case| format!("{}\n{}", ruling.title, case.text())));
        assert!(
            !report.cases.is_empty() || !report.problems.is_empty(),
            "{}: no scenario",
            ruling.title
        );
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
