//! Plays small games that use every word of the language, and compares what comes out.
//!
//! A case is a few lines in a file under `cases/`: a game on the common `table.cgml`, what players choose, and
//! the table afterwards, as everyone together or as one seat sees it. How they are written: [`case`].
//! [`vocabulary`] sees to it that every operator, action, parameter and event has one.

mod case;
mod coverage;
mod examples;
mod played;
mod vocabulary;

use case::Case;

#[test]
fn every_case_comes_out_as_it_says() {
    let mut problems = Vec::new();
    let mut count = 0;
    for file in case::files() {
        let mut cases = case::read(&file);
        count += cases.len();
        for case in &mut cases {
            problems.extend(played::play(case));
        }
        if std::env::var_os("UPDATE_CONFORMANCE").is_some() {
            case::write(&file, &cases);
        }
    }
    assert!(
        problems.is_empty(),
        "{} of {count} cases failed:\n\n{}",
        problems.len(),
        problems.join("\n\n")
    );
    assert!(count > 100, "only {count} cases were found");
}

#[test]
fn every_case_has_its_own_name() {
    let mut names: Vec<String> = all().into_iter().map(|case| case.name).collect();
    names.sort();
    for pair in names.windows(2) {
        assert_ne!(pair[0], pair[1]);
    }
}

/// Every case of every file.
fn all() -> Vec<Case> {
    let files = case::files();
    files.iter().flat_map(|file| case::read(file)).collect()
}
