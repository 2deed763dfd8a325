//! Cards of the match: decks, tokens, names, traits, and the abilities and keywords that cards carry.

pub(crate) mod card_names;
pub(crate) mod carried;
pub(crate) mod decks;
pub(crate) mod keyword_sources;
pub(crate) mod match_cards;
pub(crate) mod tokens;
pub(crate) mod traits;
