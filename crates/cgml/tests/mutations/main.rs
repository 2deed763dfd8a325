//! Thousands of game files that are nearly right: none stops the loader, the checker, the renderer or
//! the formatter, and what is accepted is still accepted, as the same game after formatting, and
//! after migrating.
//!
//! The files are made from real ones by small changes, the same in every run. `FUDA_MUTATIONS` says
//! how many; `cargo xtask soak` tries many more.
#![expect(
    clippy::disallowed_methods,
    reason = "the tests read files, and end themselves where one hangs"
)]

mod migration;
mod mutation;
mod panics;
mod random;
mod seeds;
mod trial;
mod watch;

use std::collections::BTreeMap;

use random::Random;

/// The number of files that are tried in a normal run.
const CASES: u64 = 2000;

#[test]
fn no_mutated_game_stops_the_program() {
    let corpus = seeds::corpus();
    let watch = watch::Watch::start();
    let mut problems: BTreeMap<String, String> = BTreeMap::new();
    for case in first_case()..first_case() + cases() {
        let bytes = mutation::mutated(&corpus, &mut Random::new(case));
        watch.begin(case, &bytes);
        // Formatting reads a file many times; that every file is loaded and shown matters more.
        let trial = if case % 4 == 0 {
            trial::ALL
        } else {
            trial::QUICK
        };
        if let Err(problem) = trial.run(&bytes)
            && !problems.contains_key(&problem)
        {
            let small = trial.shrunk(bytes, &problem);
            let small = String::from_utf8_lossy(&small);
            let shown = format!("case {case}: {problem}\n---\n{small}\n---\n");
            problems.insert(problem, shown);
        }
    }
    let shown: String = problems.into_values().collect();
    assert!(shown.is_empty(), "{shown}");
}

/// Some mutations keep a game right; without them the promise about formatting would be empty. It is one in 14; which
/// ones it is changes with every file in `games`, so far fewer are asked for.
#[test]
fn many_mutated_games_are_accepted() {
    let corpus = seeds::corpus();
    let accepted = (0..1000)
        .filter(|case| trial::is_accepted(&mutation::mutated(&corpus, &mut Random::new(*case))))
        .count();

    assert!(accepted >= 40, "only {accepted} of 1000 games are accepted");
}

/// The same for files of 1.3, whose migration is tried.
#[test]
fn many_mutated_games_are_migrated() {
    let corpus = seeds::corpus();
    let migrated = (0..900)
        .map(|case| mutation::mutated(&corpus, &mut Random::new(case)))
        .filter(|bytes| str::from_utf8(bytes).is_ok_and(migration::is_promised))
        .count();

    assert!(migrated >= 20, "only {migrated} of 900 games are migrated");
}

#[test]
fn every_kept_case_is_survived() {
    for (name, bytes) in seeds::hostile() {
        if let Err(problem) = trial::ALL.run(&bytes) {
            panic!("{name}: {problem}");
        }
    }
}

fn cases() -> u64 {
    number("FUDA_MUTATIONS").unwrap_or(CASES)
}

/// The first case, so that a soak does not repeat the normal run.
fn first_case() -> u64 {
    number("FUDA_FIRST_MUTATION").unwrap_or(0)
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().expect("the variable is a number"))
}
