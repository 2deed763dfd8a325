//! Go Fish: OpenSpiel knows ranks only; to ask a player for a rank is `player * 13 + rank`.

use crate::deck::{ACE_LOW, Deck, printed};
use crate::harness::{Game, Offer, Part, Table, check};
use crate::trace::Trace;
use engine::chance::Script;
use engine::ids::Seat;
use engine::position::Position;
use engine::program::Program;

pub(crate) struct GoFish {
    pub(crate) players: u8,
}

impl Game for GoFish {
    fn table(&self) -> Table {
        Table {
            game: "go-fish",
            players: self.players,
            ..Table::default()
        }
    }

    fn script(&self, program: &Program, trace: &Trace) -> Script {
        let deck = Deck::new(program, |card| {
            rank(&printed(program, card, "rank").unwrap_or_default())
        });
        Script::new().then_order(deck.cards(trace.chance()))
    }

    fn part(&self, offer: &Offer<'_>) -> Part {
        match offer.name() {
            "ask" | "whom" => Part::More,
            "wanted" => {
                let whom = offer.earlier.last().expect("somebody is asked").value;
                Part::Action(whom * 13 + rank(offer.word()).expect("a rank is asked for"))
            }
            _ => panic!("{offer}"),
        }
    }

    /// Those with the most books share 1, the others share −1; if all have as many, nobody gets anything.
    fn returns(&self, program: &Program, position: &Position) -> Vec<f64> {
        let winners = position.winners(program).len();
        let seats = usize::from(program.seats);
        let shares = (0..program.seats).map(|seat| {
            if winners == seats {
                0.0
            } else if position.has_won(Seat(seat)) {
                1.0 / winners as f64
            } else {
                -1.0 / (seats - winners) as f64
            }
        });
        shares.collect()
    }
}

fn rank(word: &str) -> Option<i64> {
    let found = ACE_LOW.iter().position(|rank| *rank == word)?;
    Some(found as i64)
}

#[test]
fn two_players() {
    check("go_fish", &GoFish { players: 2 });
}

#[test]
fn three_players() {
    check("go_fish__players-3", &GoFish { players: 3 });
}

#[test]
fn four_players() {
    check("go_fish__players-4", &GoFish { players: 4 });
}
