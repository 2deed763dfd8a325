//! The sections of a document: cards, zones, variables, rules, moves and the others, each checked by one file.

pub(super) mod abilities;
pub(super) mod cards;
pub(super) mod decks;
pub(super) mod definitions;
pub(super) mod events;
pub(super) mod flow;
pub(super) mod moves;
pub(super) mod resources;
pub(super) mod rules;
pub(super) mod scenarios;
pub(super) mod variables;
pub(super) mod zones;
