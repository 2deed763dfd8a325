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

mod art;
mod computers;
pub mod deal;
mod decks;
mod invitations;
mod lessons;
mod offline;
mod problem;
mod record;
mod runs;
mod server;
mod shelf;
mod speaker;
mod stamps;
mod store;
mod table;
mod tables;
mod trace;
pub mod wire;
mod workshop;

pub use computers::arrangement::Machinery;
pub use computers::guests::Guests;
pub use computers::learning::Learning;
pub use offline::Offline;
pub use record::{Kept, Origin, UnreadRecord};
pub use runs::{Metagame, OwnRuns};
pub use server::{Config, Running, StartError, start};
pub use shelf::{OpenFolder, SharedSources, Shelf, Shelved};
pub use store::StoreError;
