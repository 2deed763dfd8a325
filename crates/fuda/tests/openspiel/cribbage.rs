//! Cribbage: cards by suit, with aces low; two cards for the crib are 52 + 52 × the first + the second, the lower
//! rank first; 2756 is "go".

use crate::deck::{ACE_LOW, Deck, SUITS};
use crate::harness::{Game, Offer, Part, Table, card, check};
use crate::trace::Trace;
use engine::chance::Script;
use engine::program::{ChoiceKind, Program};

/// The number of cards chance brings in each deal: six for each player, and the starter.
const CARDS_OF_A_DEAL: usize = 13;

const GO: i64 = 2756;

pub(crate) struct Cribbage;

impl Game for Cribbage {
    fn table(&self) -> Table {
        Table {
            game: "cribbage",
            variant: "openspiel.cgml",
            players: 2,
            ..Table::default()
        }
    }

    fn deck(&self, program: &Program) -> Deck {
        Deck::by_suit(program, &SUITS, &ACE_LOW)
    }

    fn script(&self, program: &Program, trace: &Trace) -> Script {
        let (deck, chance) = (self.deck(program), trace.chance());
        let deals = chance.chunks(CARDS_OF_A_DEAL);
        // The deck is shuffled once before the first deal.
        deals.fold(Script::new().then_order([]), |script, cards| {
            script.then_order(deck.cards(cards.iter().copied()))
        })
    }

    fn part(&self, offer: &Offer<'_>) -> Part {
        if offer.is_pass() {
            return Part::Action(GO);
        }
        let deck = offer.deck;
        let number = deck.number(offer.card());
        if offer.kind() == ChoiceKind::Move {
            return Part::Action(number);
        }
        let Some(first) = offer.earlier.first() else {
            return Part::More;
        };
        let first = card(offer.program, *first).expect("cards are laid away");
        let mut both = [deck.number(first), number];
        both.sort_by_key(|card| (card % 13, card / 13));
        Part::Action(52 + 52 * both[0] + both[1])
    }
}

#[test]
fn two_players() {
    check("cribbage__players-2", &Cribbage);
}
