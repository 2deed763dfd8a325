//! The `fuda` program.
fn main() {}
