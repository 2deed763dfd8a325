//! Decks: the field, the balance of a game, decks that are bred.

pub(crate) mod balance;
pub(crate) mod elsewhere;
pub(crate) mod evolving;
pub(crate) mod meta;
