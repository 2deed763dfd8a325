//! Hearts: cards by rank, each rank in the order clubs, diamonds, hearts, spades; directions of passing from 0.

use crate::deck::{ACE_HIGH, Deck, SUITS};
use crate::harness::{Game, Offer, Part, Table, check};
use crate::trace::Trace;
use engine::chance::Script;
use engine::program::Program;

/// The directions in OpenSpiel's order.
const DIRECTIONS: [&str; 4] = ["hold", "left", "across", "right"];

pub(crate) struct Hearts {
    pub(crate) passes: bool,
}

impl Game for Hearts {
    fn table(&self) -> Table {
        Table {
            game: "hearts",
            variant: "openspiel.cgml",
            players: 4,
            parameters: if self.passes {
                Vec::new()
            } else {
                vec![("passing", "hold")]
            },
        }
    }

    fn deck(&self, program: &Program) -> Deck {
        Deck::by_rank(program, &SUITS, &ACE_HIGH)
    }

    fn script(&self, program: &Program, trace: &Trace) -> Script {
        let chance = trace.chance();
        let script =
            Script::new().then_order(self.deck(program).cards(chance[1..].iter().copied()));
        if self.passes {
            script.then_pick([direction(program, DIRECTIONS[chance[0] as usize])])
        } else {
            script
        }
    }

    fn part(&self, offer: &Offer<'_>) -> Part {
        Part::Action(offer.deck.number(offer.card()))
    }
}

/// The number of a direction among the values of the parameter `passing`, from which it is drawn.
fn direction(program: &Program, word: &str) -> i64 {
    let mut sets = program.words.iter();
    let of_parameter = sets.find(|set| set.iter().any(|word| word == "rotate"));
    let words = of_parameter.expect("the parameter has words");
    let found = words.iter().position(|known| known == word);
    found.expect("every direction is one of them") as i64
}

#[test]
fn with_passing() {
    check("hearts", &Hearts { passes: true });
}

#[test]
fn without_passing() {
    check("hearts__pass_cards-false", &Hearts { passes: false });
}
