//! Games and what belongs to them: the shelf, pictures, lessons, decks, and the editor of cards.

pub(crate) mod art;
pub(crate) mod decks;
pub(crate) mod lessons;
pub(crate) mod shelf;
pub(crate) mod stamps;
pub(crate) mod workshop;
