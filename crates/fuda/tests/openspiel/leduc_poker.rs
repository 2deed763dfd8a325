//! Leduc poker: two cards of each rank in order; 0 is fold, 1 call, 2 raise.

use crate::deck::Deck;
use crate::harness::{Game, Offer, Part, Table, check};
use crate::trace::Trace;
use engine::chance::Script;
use engine::position::Position;
use engine::program::Program;

pub(crate) struct LeducPoker {
    pub(crate) players: u8,
}

impl Game for LeducPoker {
    fn table(&self) -> Table {
        Table {
            game: "leduc-poker",
            variant: if self.players > 2 {
                "three-players.cgml"
            } else {
                ""
            },
            players: self.players,
            ..Table::default()
        }
    }

    fn script(&self, program: &Program, trace: &Trace) -> Script {
        let deck = Deck::by_rank(program, &["spades", "hearts"], &["J", "Q", "K", "A"]);
        Script::new().then_order(deck.cards(trace.chance()))
    }

    fn part(&self, offer: &Offer<'_>) -> Part {
        match offer.name() {
            "fold" => Part::Action(0),
            "call" => Part::Action(1),
            "raise" => Part::Action(2),
            _ => panic!("{offer}"),
        }
    }

    /// Three players have chips of halves.
    fn returns(&self, program: &Program, position: &Position) -> Vec<f64> {
        let unit = if self.players > 2 { 2.0 } else { 1.0 };
        let scores = position.scores(program).iter();
        scores.map(|score| *score as f64 / unit).collect()
    }
}

#[test]
fn two_players() {
    check("leduc_poker", &LeducPoker { players: 2 });
}

#[test]
fn three_players() {
    check("leduc_poker__players-3", &LeducPoker { players: 3 });
}
