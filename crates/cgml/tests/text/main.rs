//! Selectors, expression text, steps and modifiers, from outside.

mod messages;
mod round_trip;
mod spans;
mod trees;
