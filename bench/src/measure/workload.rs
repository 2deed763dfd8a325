//! Plays a fixed number of games, always the same ones: what `instructions` counts.

use anyhow::{Result, bail};
use fuda_bench::fuda;
use fuda_bench::games::GAMES;
use fuda_bench::random::Random;

pub(crate) fn run(words: &[String]) -> Result<()> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [who, game, games] = words.as_slice() else {
        bail!("usage: workload fuda|ceiling GAME GAMES");
    };
    let (Some(play_many), Ok(games)) = (prepare(who, game), games.parse()) else {
        bail!("there is no workload `{who} {game}` with `{games}` games");
    };
    println!("{}", counted(play_many, games));
    Ok(())
}

fn prepare(who: &str, name: &str) -> Option<fuda::PlayMany> {
    let game = GAMES.iter().find(|game| game.name == name)?;
    match who {
        "fuda" => fuda::prepare(game).ok(),
        "ceiling" => {
            let ceiling = game.ceiling()?;
            let mut random = Random::new(1);
            Some(Box::new(move |games| {
                (ceiling.play_many)(&mut random, games)
            }))
        }
        _ => None,
    }
}

/// Only what happens in here is counted: callgrind knows it by its name.
#[inline(never)]
fn counted(mut play_many: fuda::PlayMany, games: u64) -> i64 {
    play_many(games)
}
