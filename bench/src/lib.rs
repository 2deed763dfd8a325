//! What the benchmarks measure.

#[path = "../../crates/cgml/tests/growth/attacks.rs"]
pub mod attacks;
#[path = "../../crates/cgml/tests/growth/games.rs"]
pub mod games;
