//! Our games against the games that OpenSpiel has played, move by move.
//!
//! The folder `data` says what the traces are; `harness` plays them; every game has an adapter that says what
//! chance brought and which action a choice stands for.

mod cribbage;
mod deck;
mod dou_dizhu;
mod euchre;
mod harness;
mod hearts;
mod kuhn_poker;
mod oh_hell;
mod spades;
mod trace;
