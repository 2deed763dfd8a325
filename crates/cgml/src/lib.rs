//! CGML, the card game markup language: from YAML files to a checked [`Game`](model::Game).
//!
//! ```text
//! Sources ──load──▶ Document ──check──▶ Game
//! ```
//!
//! Every stage collects all problems it finds as [`Diagnostics`](diagnostic::Diagnostics) and goes on
//! as far as it can. This crate reads no files, prints nothing and knows no particular game.

pub mod codes;
pub mod diagnostic;
pub mod format;
pub mod migrate;
mod outline;
pub mod source;
pub mod syntax;
pub mod tree;
