//! Spades: cards by suit in the order clubs, diamonds, hearts, spades; a bid is 52 and the number of tricks.

use crate::deck::{ACE_HIGH, Deck, SUITS};
use crate::harness::{Game, Offer, Part, Table, check};
use crate::trace::Trace;
use engine::chance::Script;
use engine::program::Program;

pub(crate) struct Spades;

impl Game for Spades {
    fn table(&self) -> Table {
        Table {
            game: "spades",
            variant: "openspiel.cgml",
            players: 4,
            ..Table::default()
        }
    }

    fn deck(&self, program: &Program) -> Deck {
        Deck::by_suit(program, &SUITS, &ACE_HIGH)
    }

    fn script(&self, program: &Program, trace: &Trace) -> Script {
        Script::new().then_order(self.deck(program).cards(trace.chance()))
    }

    fn part(&self, offer: &Offer<'_>) -> Part {
        match offer.name() {
            "bid" => Part::More,
            "amount" => Part::Action(52 + offer.number()),
            "play_card" => Part::Action(offer.deck.number(offer.card())),
            _ => panic!("{offer}"),
        }
    }
}

#[test]
fn one_hand() {
    check("spades", &Spades);
}
