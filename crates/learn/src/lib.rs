//! Card games as numbers, for programs that learn them.
//!
//! A game says in a file of its own how its choices are indices and its views vectors ([`encoding`]). Networks and
//! training are left to others.

pub mod encoding;
pub mod features;
