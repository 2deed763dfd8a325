//! Our games against the games that OpenSpiel has played, move by move.
//!
//! The folder `data` says what the traces are; `harness` plays them; every game has an adapter that says what
//! chance brought and which action a choice stands for.

mod blackjack;
mod crazy_eights;
mod cribbage;
mod deck;
mod dou_dizhu;
mod euchre;
mod gin_rummy;
mod go_fish;
mod goofspiel;
mod harness;
mod hearts;
mod kuhn_poker;
mod leduc_poker;
mod oh_hell;
mod random_play;
mod solitaire;
mod spades;
mod trace;
