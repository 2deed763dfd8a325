//! Plays many random games of all shipped games and looks at them: the kit of properties that the tests use.

use anyhow::Result;

use crate::repository::{cargo, run};

/// How many games are played when nobody says.
pub(crate) const DEFAULT_GAMES: u64 = 100_000;

/// Plays so many games, spread over all games, variants and numbers of players.
pub(crate) fn soak(games: u64) -> Result<()> {
    let test =
        "test --quiet --profile soak --package fuda --test properties -- --ignored --exact soak";
    run(cargo(test)
        .arg("--nocapture")
        .env("SOAK_GAMES", games.to_string()))
}
