//! Our games against the games that OpenSpiel has played, move by move.
//!
//! The folder `data` says what the traces are; `harness` plays them; every game has an adapter that says what
//! chance brought and which action a choice stands for.

mod deck;
mod harness;
mod kuhn_poker;
mod trace;
