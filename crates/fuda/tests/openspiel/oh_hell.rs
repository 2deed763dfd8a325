//! Oh Hell: cards by rank, each rank in the order clubs, diamonds, spades, hearts; a bid is 52 and the number of
//! tricks. Chance brings the number of cards, the dealer, the cards of the hands and the one turned up.

use crate::deck::{ACE_HIGH, Deck};
use crate::harness::{Game, Offer, Part, Table, check};
use crate::trace::Trace;
use engine::chance::Script;
use engine::program::Program;

pub(crate) struct OhHell {
    pub(crate) players: u8,
    /// The number of cards that are dealt; drawn by lot if empty.
    pub(crate) cards: &'static str,
}

impl Game for OhHell {
    fn table(&self) -> Table {
        Table {
            game: "oh-hell",
            variant: "openspiel.cgml",
            players: self.players,
            parameters: if self.cards.is_empty() {
                Vec::new()
            } else {
                vec![("sequence", "fixed"), ("hand_size", self.cards)]
            },
        }
    }

    fn deck(&self, program: &Program) -> Deck {
        let suits = ["clubs", "diamonds", "spades", "hearts"];
        Deck::by_rank(program, &suits, &ACE_HIGH)
    }

    fn script(&self, program: &Program, trace: &Trace) -> Script {
        let chance = trace.chance();
        let cards = self.deck(program).cards(chance[2..].iter().copied());
        let mut script = Script::new().then_order(cards);
        if self.cards.is_empty() {
            script = script.then_pick([chance[0]]);
        }
        script.then_pick([chance[1]])
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
fn three_players() {
    let game = OhHell {
        players: 3,
        cards: "",
    };
    check("oh_hell__players-3", &game);
}

#[test]
fn four_players_with_five_cards() {
    let game = OhHell {
        players: 4,
        cards: "5",
    };
    check("oh_hell__players-4_num_tricks_fixed-5", &game);
}
