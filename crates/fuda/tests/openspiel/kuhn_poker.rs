//! Kuhn poker: cards by rank from the lowest; 0 is pass, 1 is bet.

use crate::deck::{Deck, printed};
use crate::harness::{Game, Offer, Part, Table, check};
use crate::trace::Trace;
use engine::chance::Script;
use engine::program::Program;

pub(crate) struct KuhnPoker {
    pub(crate) players: u8,
}

impl Game for KuhnPoker {
    fn table(&self) -> Table {
        Table {
            game: "kuhn-poker",
            variant: if self.players > 2 {
                "many-players.cgml"
            } else {
                ""
            },
            players: self.players,
            ..Table::default()
        }
    }

    fn script(&self, program: &Program, trace: &Trace) -> Script {
        // The highest cards are used, one more than there are players.
        let ranks = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
        let used = &ranks[ranks.len() - usize::from(self.players) - 1..];
        let deck = Deck::new(program, |card| {
            let rank = printed(program, card, "rank")?;
            let number = used.iter().position(|known| *known == rank)?;
            Some(number as i64)
        });
        Script::new().then_order(deck.cards(trace.chance()))
    }

    fn part(&self, offer: &Offer<'_>) -> Part {
        match offer.name() {
            "decline" => Part::Action(0),
            "bet" => Part::Action(1),
            _ => panic!("{offer}"),
        }
    }
}

#[test]
fn two_players() {
    check("kuhn_poker", &KuhnPoker { players: 2 });
}

#[test]
fn three_players() {
    check("kuhn_poker__players-3", &KuhnPoker { players: 3 });
}
