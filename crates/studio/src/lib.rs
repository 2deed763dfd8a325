//! The studio's server: card games at tables in a browser.
//!
//! ```text
//! Shelf (games) ──▶ Edition ──arrange──▶ Program ──▶ Table ──Speaker──▶ wire messages ──WebSocket──▶ pages
//!                                                     │
//!                                                  Store (SQLite)
//! ```
//!
//! A page gets what its seat may know and nothing else: everything it is sent is made from a view and from what
//! the seat was told, never from a position. Which games there are is handed in by the caller ([`Shelf`]); this
//! crate knows no game.

mod games;
mod offline;
mod play;
mod problem;
mod record;
mod runs;
mod server;
mod speaker;
mod store;
pub mod wire;

pub use play::deal;

pub use computers::arrangement::Machinery;
pub use computers::guests::Guests;
pub use computers::learning::Learning;
pub use offline::Offline;
pub use record::{Kept, Origin, UnreadRecord};
pub use runs::{Metagame, OwnRuns};
pub use server::{Config, Running, StartError, start};
pub use shelf::{OpenFolder, SharedSources, Shelf, Shelved};
pub use store::StoreError;

use games::{art, decks, lessons, shelf, stamps, workshop};
use play::{computers, invitations, table, tables, trace};
