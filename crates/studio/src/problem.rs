//! Refusals in words.

use crate::wire::Problem;

/// Why something is not done: for machines, and for people.
pub(crate) fn problem(code: &str, message: String) -> Problem {
    Problem {
        code: code.to_owned(),
        message,
        hint: None,
    }
}
