//! Gin rummy: cards by suit (spades, clubs, diamonds, hearts) and rank; 52 draws the upcard, 53 the stock, 54
//! passes, 55 knocks, 56 and more lay a meld.

use crate::deck::{ACE_LOW, Deck};
use crate::harness::{Game, Offer, Part, Table, check};
use crate::trace::Trace;
use engine::chance::Script;
use engine::program::{ChoiceKind, Program};

pub(crate) struct GinRummy;

const DRAW_UPCARD: i64 = 52;
const DRAW_STOCK: i64 = 53;
const PASS: i64 = 54;
const KNOCK: i64 = 55;
const MELDS: i64 = 56;

impl Game for GinRummy {
    fn table(&self) -> Table {
        Table {
            game: "gin-rummy",
            variant: "openspiel.cgml",
            players: 2,
            ..Table::default()
        }
    }

    fn deck(&self, program: &Program) -> Deck {
        Deck::by_suit(
            program,
            &["spades", "clubs", "diamonds", "hearts"],
            &ACE_LOW,
        )
    }

    fn script(&self, program: &Program, trace: &Trace) -> Script {
        Script::new().then_order(self.deck(program).cards(trace.chance()))
    }

    fn part(&self, offer: &Offer<'_>) -> Part {
        if offer.kind() == ChoiceKind::Pass {
            return Part::Action(PASS);
        }
        Part::Action(match offer.name() {
            "take" | "draw_upcard" => DRAW_UPCARD,
            "draw_stock" => DRAW_STOCK,
            "decline" => PASS,
            "knock" | "knock_at_wall" => KNOCK,
            "discard" | "discard_knocking" | "lay_off" => offer.deck.number(offer.card()),
            "lay_meld" | "lay_own_meld" => return Part::More,
            "meld" => {
                let deck = offer.deck;
                let cards = offer.cards();
                MELDS + meld(cards.iter().map(|card| deck.number(*card)).collect())
            }
            _ => panic!("{offer}"),
        })
    }
}

/// The number of a meld: sets by rank, those of three by the suit that is missing and then the one of four;
/// sequences by length, suit and lowest rank.
fn meld(mut cards: Vec<i64>) -> i64 {
    cards.sort_unstable();
    let (suit, rank) = (cards[0] / 13, cards[0] % 13);
    let is_set = cards.iter().all(|card| card % 13 == rank);
    if is_set {
        let missing = (0..4).find(|suit| !cards.contains(&(suit * 13 + rank)));
        return rank * 5 + missing.unwrap_or(4);
    }
    match cards.len() {
        3 => 65 + suit * 11 + rank,
        4 => 65 + 44 + suit * 10 + rank,
        5 => 65 + 44 + 40 + suit * 9 + rank,
        _ => panic!("{cards:?} is no meld"),
    }
}

#[test]
fn two_players() {
    check("gin_rummy", &GinRummy);
}
