//! Small programs written by hand, and tests that need more than one module.

pub(crate) mod small;
