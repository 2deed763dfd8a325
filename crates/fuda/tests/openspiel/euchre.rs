//! Euchre: cards by rank from the nine; 24 is passing, 25 to 28 are the suits, 29 is alone, 30 with the partner.
//! Chance brings the dealer, the cards of the hands and the one turned up.

use crate::deck::{Deck, SUITS, printed};
use crate::harness::{Game, Offer, Part, Table, check, zone};
use crate::trace::Trace;
use engine::chance::Script;
use engine::program::Program;

pub(crate) struct Euchre;

impl Game for Euchre {
    fn table(&self) -> Table {
        Table {
            game: "euchre",
            variant: "openspiel.cgml",
            players: 4,
            ..Table::default()
        }
    }

    fn deck(&self, program: &Program) -> Deck {
        Deck::by_rank(program, &SUITS, &["9", "10", "J", "Q", "K", "A"])
    }

    fn script(&self, program: &Program, trace: &Trace) -> Script {
        let chance = trace.chance();
        let cards = self.deck(program).cards(chance[1..].iter().copied());
        Script::new().then_pick([chance[0]]).then_order(cards)
    }

    fn part(&self, offer: &Offer<'_>) -> Part {
        match offer.name() {
            "order_up" => {
                let turned = zone(offer.program, offer.position, "turned", 0)[0];
                let suit = printed(offer.program, turned, "suit");
                Part::Action(trumps(&suit.expect("every card has a suit")))
            }
            "name_trumps" => Part::More,
            "suit" => Part::Action(trumps(offer.word())),
            "go_alone" => Part::Action(29),
            "play_together" => Part::Action(30),
            "put_aside" | "play_card" => Part::Action(offer.deck.number(offer.card())),
            _ if offer.is_pass() => Part::Action(24),
            _ => panic!("{offer}"),
        }
    }
}

fn trumps(suit: &str) -> i64 {
    let found = SUITS.iter().position(|known| *known == suit);
    25 + found.expect("it is one of the suits") as i64
}

#[test]
fn one_hand() {
    check("euchre", &Euchre);
}
