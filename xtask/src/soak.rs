//! Looks long at what the tests look at shortly: properties of the language with inputs never tried
//! before, and many random games of all shipped games.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;

use crate::repository::{cargo, run};

/// The number of games that are played when nobody says.
pub(crate) const DEFAULT_GAMES: u64 = 100_000;

/// The number of games of each table are played with their invariants when nobody says.
pub(crate) const DEFAULT_TESTED_GAMES: u64 = 1_000;

/// The number of positions of each game in which features are compared with views when nobody says.
pub(crate) const DEFAULT_POSITIONS: u64 = 100_000;

/// The number of times that the properties of the language are tried, each time with other inputs.
const ROUNDS_OF_PROPERTIES: u64 = 8;

/// Tries the properties of the language, then plays so many games with all pairs of decks, and so many more
/// spread over all games, variants and numbers of players.
pub(crate) fn soak(games: u64) -> Result<()> {
    let first = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    for seed in first..first + ROUNDS_OF_PROPERTIES {
        eprintln!("properties of the language with PROPTEST_RNG_SEED={seed}");
        let test = "test --quiet --package cgml --test forms --test text --test load \
                    --test format_properties --test migrate_properties";
        run(cargo(test).env("PROPTEST_RNG_SEED", seed.to_string()))?;
    }
    play(games)
}

/// Plays so many random games of every game and variant, with every number of players and every deck, and tests all
/// invariants after every step.
pub(crate) fn invariants(games: u64) -> Result<()> {
    let test = "test --quiet --profile soak --package fuda --test properties -- --nocapture --exact \
                invariants_hold_at_every_table";
    run(cargo(test).env("INVARIANT_GAMES", games.to_string()))
}

/// Compares the features of positions and choices with what seats see, in so many positions of every game.
pub(crate) fn features(positions: u64) -> Result<()> {
    let test = "test --quiet --profile soak --package fuda --test features -- --nocapture --exact \
                different_views_and_different_choices_have_different_rows";
    run(cargo(test).env("FEATURE_POSITIONS", positions.to_string()))
}

/// Breeds decks with many seeds in a game whose truth is computed.
pub(crate) fn metagame() -> Result<()> {
    let test = "test --quiet --profile soak --package fuda --test evolve -- --ignored";
    run(&mut cargo(test))
}

fn play(games: u64) -> Result<()> {
    let compare = "test --quiet --profile soak --package fuda --test native -- --ignored";
    run(&mut cargo(compare))?;
    let twins = "test --quiet --profile soak --package fuda --test twins -- --ignored";
    run(&mut cargo(twins))?;
    let pairs = "test --quiet --profile soak --package fuda --test pairs -- --ignored --nocapture";
    run(cargo(pairs).env("SOAK_GAMES", games.to_string()))?;
    let test =
        "test --quiet --profile soak --package fuda --test properties -- --ignored --exact soak";
    run(cargo(test)
        .arg("--nocapture")
        .env("SOAK_GAMES", games.to_string()))
}
