//! Limits: how much a game may ask of us before we say no.
//!
//! Game files come from anyone. Every limit is far above what a real game needs, and reaching one is
//! a diagnostic like any other, never a crash or a long wait.

/// Bytes of one file.
pub const FILE_BYTES: usize = 16 * 1024 * 1024;

/// Bytes of all files of one load together.
pub const LOAD_BYTES: usize = 256 * 1024 * 1024;

/// Files of one load.
pub const LOAD_FILES: usize = 100_000;

/// YAML nodes of one load, each counted as often as aliases and includes repeat it, and longer text
/// as several.
///
/// A walk of a loaded document visits at most about this many nodes.
pub const NODES: usize = 2_000_000;

/// Values, comments, and beginnings and ends of lists and mappings of one file that is laid out or edited.
pub const OUTLINE_EVENTS: usize = 500_000;

/// Levels of lists and mappings inside each other, aliases and includes followed.
///
/// A recursive walk of a loaded document goes at most about this deep.
pub const DEPTH: usize = 128;

/// Files that reach each other through `!include`, `imports`, `inherit` or folders, one inside the
/// other.
pub const CHAIN: usize = 64;

/// YAML problems of one file that are reported one by one.
pub const PROBLEMS_PER_FILE: usize = 100;

/// Missing files of one load for which a similar name is looked up.
pub const SUGGESTED_FILES: usize = 20;

/// Cards, steps and expressions of one game that are checked, each counted as often as rules, kinds
/// and templates repeat it.
pub const WORK: usize = 10_000_000;

/// Parts of a record, fields of an event, and parameters of a definition or keyword.
pub const PARTS: usize = 256;

/// Problems of one load that are kept, of errors and of warnings; the rest is only counted.
pub const PROBLEMS: usize = 10_000;

/// Letters of a message, label or hint; the rest is cut.
pub const MESSAGE_LETTERS: usize = 1000;

/// Names of one load that are compared in the search for similar ones.
pub const COMPARED_NAMES: usize = 200_000;
