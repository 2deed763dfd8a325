//! Plays a fixed number of games of one ceiling, always the same ones: what `instructions` counts.

use std::process::ExitCode;

use fuda_bench::ceiling::CEILINGS;
use fuda_bench::random::Random;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, games] = words.as_slice() else {
        eprintln!("usage: workload GAME GAMES");
        return ExitCode::from(2);
    };
    let ceiling = CEILINGS.iter().find(|ceiling| ceiling.game == game);
    let (Some(ceiling), Ok(games)) = (ceiling, games.parse()) else {
        eprintln!("there is no workload `{game}` with `{games}` games");
        return ExitCode::from(2);
    };
    println!("{}", (ceiling.play_many)(&mut Random::new(1), games));
    ExitCode::SUCCESS
}
