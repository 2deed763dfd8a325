//! Crazy Eights: cards by rank and suit; 52 draws, 53 passes, 54 to 57 name a suit. Of chance, 52 and more
//! choose the dealer.

use crate::deck::{ACE_HIGH, Deck, SUITS};
use crate::harness::{Game, Offer, Part, Table, check};
use crate::trace::{Step, Trace};
use engine::chance::Script;
use engine::ids::Card;
use engine::program::Program;
use std::collections::BTreeSet;

pub(crate) struct CrazyEights {
    pub(crate) players: u8,
    /// True if special cards are used, and the played cards shuffled again.
    pub(crate) specials: bool,
}

impl Game for CrazyEights {
    fn table(&self) -> Table {
        let parameters = if self.specials {
            vec![("special_cards", "true"), ("reshuffle", "true")]
        } else {
            Vec::new()
        };
        Table {
            game: "crazy-eights",
            variant: "openspiel.cgml",
            players: self.players,
            parameters,
        }
    }

    fn deck(&self, program: &Program) -> Deck {
        Deck::by_rank(program, &SUITS, &ACE_HIGH)
    }

    fn script(&self, program: &Program, trace: &Trace) -> Script {
        let deck = self.deck(program);
        let mut stock = Stock::new(self);
        let mut script = Script::new();
        for step in &trace.steps {
            match step {
                Step::Chance(outcome) if *outcome >= 52 => {
                    script = script.then_pick([outcome - 52]);
                }
                Step::Chance(card) => stock.draw(*card),
                Step::Choice(wanted) if wanted.action < 52 => stock.play(wanted.action),
                Step::Choice(_) | Step::Together(_) => {}
            }
        }
        let orders = stock.orders.into_iter();
        orders.fold(script, |script, order| {
            let cards: Vec<Card> = order.into_iter().map(|card| deck.card(card)).collect();
            script.then_order(cards)
        })
    }

    fn part(&self, offer: &Offer<'_>) -> Part {
        Part::Action(match offer.name() {
            "play" => offer.deck.number(offer.card()),
            "draw" => 52,
            "give_up" => 53,
            _ => {
                let suit = SUITS.iter().position(|suit| *suit == offer.word());
                54 + suit.expect("a suit is named") as i64
            }
        })
    }
}

/// Stock of drawn and played cards, to know when our game shuffles.
struct Stock {
    reshuffles: bool,
    /// The number of cards that are dealt before one is turned up.
    dealt: usize,
    drawn: usize,
    stock: BTreeSet<i64>,
    pile: Vec<i64>,
    /// Cards that are drawn after each shuffle.
    orders: Vec<Vec<i64>>,
}

impl Stock {
    fn new(game: &CrazyEights) -> Self {
        let each = if game.players == 2 { 7 } else { 5 };
        Self {
            reshuffles: game.specials,
            dealt: usize::from(game.players) * each,
            drawn: 0,
            stock: (0..52).collect(),
            pile: Vec::new(),
            orders: vec![Vec::new()],
        }
    }

    fn draw(&mut self, card: i64) {
        let order = self.orders.last_mut();
        order.expect("there is always one").push(card);
        self.drawn += 1;
        if self.drawn == self.dealt + 1 && card / 4 == 6 {
            // An eight is put back, and the stock is shuffled.
            self.drawn -= 1;
            self.orders.push(Vec::new());
            return;
        }
        assert!(self.stock.remove(&card), "{card} is not in the stock");
        if self.drawn == self.dealt + 1 {
            self.pile.push(card);
        }
        self.refill();
    }

    fn play(&mut self, card: i64) {
        self.pile.push(card);
        self.refill();
    }

    fn refill(&mut self) {
        if self.reshuffles && self.stock.is_empty() && self.pile.len() > 1 {
            let top = self.pile.split_off(self.pile.len() - 1);
            self.stock.extend(self.pile.drain(..));
            self.pile = top;
            self.orders.push(Vec::new());
        }
    }
}

#[test]
fn two_players() {
    let game = CrazyEights {
        players: 2,
        specials: false,
    };
    check("crazy_eights__players-2", &game);
}

#[test]
fn four_players() {
    let game = CrazyEights {
        players: 4,
        specials: false,
    };
    check("crazy_eights__players-4", &game);
}

#[test]
fn three_players_with_special_cards_and_reshuffling() {
    let game = CrazyEights {
        players: 3,
        specials: true,
    };
    check(
        "crazy_eights__players-3_use_special_cards-true_reshuffle-true",
        &game,
    );
}
