//! Our games against the games that OpenSpiel has played, move by move.
//!
//! The folder `data` says what the traces are; `harness` plays them; every game has an adapter that says what
//! chance brought and which action a choice stands for.

mod blackjack;
mod crazy_eights;
mod deck;
mod gin_rummy;
mod go_fish;
mod goofspiel;
mod harness;
mod kuhn_poker;
mod leduc_poker;
mod random_play;
mod solitaire;
mod trace;
