//! Blackjack: 0 is hit, 1 is stand.

use crate::deck::{ACE_LOW, Deck, SUITS};
use crate::harness::{Game, Offer, Part, Table, check};
use crate::trace::Trace;
use engine::chance::Script;
use engine::program::Program;

pub(crate) struct Blackjack;

impl Game for Blackjack {
    fn table(&self) -> Table {
        Table {
            game: "blackjack",
            variant: "openspiel.cgml",
            players: 1,
            ..Table::default()
        }
    }

    fn script(&self, program: &Program, trace: &Trace) -> Script {
        let deck = Deck::by_suit(program, &SUITS, &ACE_LOW);
        Script::new().then_order(deck.cards(trace.chance()))
    }

    fn part(&self, offer: &Offer<'_>) -> Part {
        match offer.name() {
            "hit" => Part::Action(0),
            "stand" => Part::Action(1),
            _ => panic!("{offer}"),
        }
    }
}

#[test]
fn one_player() {
    check("blackjack", &Blackjack);
}
