//! Passes over finished ops.

pub(crate) mod check_cache;
pub(crate) mod inline;
pub(crate) mod open_chance;
pub(crate) mod peephole;

use crate::emit::builder::Code;

/// Shortens resolved code: the peephole pass, and once more where routines were inlined.
pub(crate) fn shorten(code: &mut Code) {
    peephole::shorten(code);
    if inline::inline(code) {
        peephole::shorten(code);
    }
}
