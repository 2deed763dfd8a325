//! A studio for the targets that send it something.

use fuda::cgml::source::Sources;
use rusqlite::Connection;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use studio::{Offline, Shelf, Shelved};

/// A game with cards and decks of its own.
pub const GAME: &str = "solitcg";

const GAMES: [&str; 3] = ["crazy-eights", "klondike", GAME];

fn database() -> &'static PathBuf {
    static DATABASE: OnceLock<PathBuf> = OnceLock::new();
    DATABASE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        // It is there as long as the fuzzer runs.
        folder.keep().join("studio.db")
    })
}

/// The studio.
pub fn studio() -> &'static Offline {
    static STUDIO: OnceLock<Offline> = OnceLock::new();
    STUDIO.get_or_init(|| {
        let games = GAMES.map(|name| {
            let located = fuda::locate(name).expect("a shipped game");
            let sources: Arc<dyn Sources + Send + Sync> = Arc::new(located.sources);
            Shelved {
                id: name.to_owned(),
                sources,
                entry: located.entry,
                folder: None,
            }
        });
        Offline::open(Shelf::new(games.into()), database()).expect("a database")
    })
}

/// A connection of its own to the studio's database.
pub fn connection() -> MutexGuard<'static, Connection> {
    static CONNECTION: OnceLock<Mutex<Connection>> = OnceLock::new();
    studio();
    let made = || {
        let connection = Connection::open(database()).expect("the database is there");
        let synchronous = connection.pragma_update(None, "synchronous", "off");
        synchronous.expect("a setting");
        Mutex::new(connection)
    };
    let connection = CONNECTION.get_or_init(made);
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}
