//! The games and the shared library that are part of the program.

use learn::model::About;
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The folder `games` of the repository, as it was when the program was built.
#[derive(RustEmbed)]
#[folder = "../../games"]
struct Games;

/// The file every shipped game has.
const ENTRY: &str = "game.cgml";

/// The names of the shipped games, sorted.
pub fn names() -> Vec<String> {
    let names: BTreeSet<String> = Games::iter()
        .filter_map(|path| game_of_entry(&path).map(str::to_owned))
        .collect();
    names.into_iter().collect()
}

/// True if a game of this name is shipped.
pub fn has(name: &str) -> bool {
    !name.contains('/') && Games::get(&format!("{name}/{ENTRY}")).is_some()
}

/// The contents of a shipped file, such as `war/game.cgml` or `std/README.md`.
pub fn file(path: &str) -> Option<Cow<'static, [u8]>> {
    Games::get(path).map(|file| file.data)
}

/// The folder of a shipped game in which its networks lie, one for each number of players.
const NETWORKS: &str = "networks";

/// The shipped networks: game, number of players, path.
fn networks() -> &'static [(String, u8, String)] {
    static NETWORKS: OnceLock<Vec<(String, u8, String)>> = OnceLock::new();
    NETWORKS.get_or_init(|| {
        let paths = Games::iter().filter(|path| is_network(path));
        let read = paths.filter_map(|path| {
            let about = About::of_file(&file(&path)?).ok()?;
            let structure = about.structure;
            Some((structure.game, structure.seats, path.into_owned()))
        });
        read.collect()
    })
}

/// Numbers of players for which a network ships with a game, by the name that its program has.
pub fn network_seats(game: &str) -> Vec<u8> {
    let of_game = networks().iter().filter(|(name, _, _)| name == game);
    of_game.map(|(_, seats, _)| *seats).collect()
}

/// The shipped network of a game with so many players.
pub fn network(game: &str, seats: u8) -> Option<Cow<'static, [u8]>> {
    let mut all = networks().iter();
    let found = all.find(|(name, players, _)| name == game && *players == seats);
    found.and_then(|(_, _, path)| file(path))
}

fn is_network(path: &str) -> bool {
    let mut parts = path.split('/').skip(1);
    parts.next() == Some(NETWORKS) && path.ends_with(".safetensors")
}

/// The paths of all shipped files.
pub(crate) fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Games::iter()
}

fn game_of_entry(path: &str) -> Option<&str> {
    let (game, entry) = path.split_once('/')?;
    (entry == ENTRY).then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_a_folder_with_an_entry_file() {
        assert_eq!(game_of_entry("war/game.cgml"), Some("war"));
        assert_eq!(game_of_entry("war/variants/game.cgml"), None);
        assert_eq!(game_of_entry("std/README.md"), None);
    }

    #[test]
    fn the_shared_library_is_shipped_and_is_no_game() {
        assert!(file("std/README.md").is_some());
        assert!(!has("std"));
        assert!(names().iter().all(|name| has(name)));
    }
}
