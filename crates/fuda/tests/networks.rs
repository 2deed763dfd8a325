//! The networks that ship with games.

mod run;

use run::fuda;
use std::fs;
use std::path::Path;

/// The most bytes of a network that ships.
const MOST_BYTES: u64 = 1_000_000;

/// Every network that ships is read, fits its game as it is now, and plays a game to the end: for the number of players
/// that its file is named after.
#[test]
fn every_network_that_ships_plays_its_game() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let mut played = Vec::new();
    for game in fs::read_dir(games).expect("games are there") {
        let game = game.expect("a folder").path();
        let Ok(networks) = fs::read_dir(game.join("networks")) else {
            continue;
        };
        for network in networks {
            let network = network.expect("a file").path();
            play(&game, &network);
            played.push(network);
        }
    }
    assert!(played.len() >= 7, "{played:?}");
}

fn play(game: &Path, network: &Path) {
    let size = fs::metadata(network).expect("a file").len();
    assert!(size <= MOST_BYTES, "{}: {size} bytes", network.display());
    let seats = network.file_stem().and_then(|stem| stem.to_str());
    let seats = seats.expect("it is named after the number of players");
    let game = game.display().to_string();
    let options = [
        "--players",
        "net:sims=0",
        "--games",
        "1",
        "--format",
        "json",
    ];
    let result = fuda(&[&["sim", &game, "--seats", seats], &options[..]].concat()).json();
    assert_eq!(result["games"], 1, "{result}");
    assert_eq!(result["faults"].as_u64().unwrap_or(0), 0, "{result}");
}
