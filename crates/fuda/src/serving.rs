//! The studio with the games and the machinery of this program.

use crate::sources::GameSources;
use crate::thinking::{attach_machine_code, network};
use crate::{LocateError, library, locate};
use std::path::Path;
use std::sync::Arc;
use studio::{Machinery, OpenFolder, Shelf, Shelved};

/// Machinery of the studio's computers: machine code, and the networks that ship.
pub const MACHINERY: Machinery = Machinery {
    attach_machine_code,
    network: |lookahead| network(lookahead, "").ok(),
    networks: library::network_seats,
    learning: None,
    metagame: None,
    guests: None,
};

/// Reads folders of games that somebody edited.
pub const OPEN: OpenFolder = |folder| Arc::new(GameSources::folder(folder));

/// The shipped games, and those that were named.
pub fn shelf(named: &[String]) -> Result<Shelf, LocateError> {
    let mut games = Vec::new();
    for name in library::names().iter().chain(named) {
        let located = locate(name)?;
        games.push(Shelved {
            id: id_of(name),
            sources: Arc::new(located.sources),
            entry: located.entry,
            folder: located.folder,
        });
    }
    Ok(Shelf::new(games))
}

/// Id of a game in addresses: the last part of its path.
pub fn id_of(name: &str) -> String {
    let path = Path::new(name);
    let last = path.file_stem().and_then(|last| last.to_str());
    last.unwrap_or(name).to_owned()
}
