//! Options that several commands share, and what they name: games, matches, decks, players and runs.

pub(super) mod contestants;
pub(super) mod game_files;
pub(super) mod matched;
pub(super) mod runs;
pub(super) mod weighing;
