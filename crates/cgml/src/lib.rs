//! CGML, the card game markup language: from YAML files to a checked [`Game`](model::Game).
//!
//! ```text
//! Sources ──load──▶ Document ──check──▶ Game
//! ```
//!
//! Every stage collects all problems it finds as [`Diagnostics`](diagnostic::Diagnostics) and goes on
//! as far as it can. This crate reads no files, prints nothing and knows no particular game.

pub mod card_tables;
pub mod check;
pub mod codes;
pub mod decks;
pub mod diagnostic;
pub mod dialect;
pub mod dialects;
pub mod edit;
pub mod explain;
pub mod format;
pub mod limits;
pub mod load;
mod measure;
pub mod migrate;
pub mod model;
mod ordered;
mod outline;
pub mod read;
pub mod reference;
pub mod render;
pub mod schema;
pub mod similar;
pub mod source;
pub mod syntax;
pub mod text;
pub mod tree;
pub mod version;
pub mod vocabulary;
pub mod yaml;
