//! Goofspiel: bids and prizes by number, from 0. OpenSpiel plays the last round by itself.

use crate::deck::{Deck, printed};
use crate::harness::{Game, Offer, Part, Table, check};
use crate::trace::Trace;
use engine::chance::Script;
use engine::position::Position;
use engine::program::Program;

pub(crate) struct Goofspiel {
    pub(crate) cards: &'static str,
    pub(crate) scoring: &'static str,
}

pub(crate) const USUAL: Goofspiel = Goofspiel {
    cards: "13",
    scoring: "win_loss",
};

pub(crate) const SIX_CARDS: Goofspiel = Goofspiel {
    cards: "6",
    scoring: "total",
};

impl Game for Goofspiel {
    fn table(&self) -> Table {
        Table {
            game: "goofspiel",
            variant: "openspiel.cgml",
            players: 2,
            parameters: vec![("num_cards", self.cards), ("scoring", self.scoring)],
        }
    }

    fn script(&self, program: &Program, trace: &Trace) -> Script {
        let prizes = program.zones.iter().find(|zone| zone.name.id == "deck");
        let prizes = prizes.expect("there are prizes").first;
        let deck = Deck::new(program, |card| {
            let is_prize = program.cards[card.index()].start == prizes;
            is_prize.then(|| number(program, card))
        });
        Script::new().then_order(deck.cards(trace.chance()))
    }

    fn part(&self, offer: &Offer<'_>) -> Part {
        Part::Action(number(offer.program, offer.card()))
    }

    fn asks_in_vain(&self, _: &Program, position: &Position) -> bool {
        position.choices().len() == 1
    }
}

fn number(program: &Program, card: engine::ids::Card) -> i64 {
    let rank = printed(program, card, "rank").and_then(|rank| rank.parse::<i64>().ok());
    rank.expect("a card has a number") - 1
}

#[test]
fn thirteen_cards() {
    check("goofspiel", &USUAL);
}

#[test]
fn six_cards_for_points() {
    check(
        "goofspiel__num_cards-6_points_order-random_returns_type-total_points",
        &SIX_CARDS,
    );
}
