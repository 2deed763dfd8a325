//! Solitaire: cards are 1 to 52 by suit (spades, hearts, clubs, diamonds) and rank; 0 ends a game in which
//! nothing is possible, 53 and more move a card onto another. Chance turns up cards one by one.

use crate::deck::{ACE_LOW, Deck};
use crate::harness::{Game, Offer, Part, Table, card, check};
use crate::trace::{Step, Trace};
use engine::chance::Script;
use engine::ids::Card;
use engine::program::{ChoiceKind, Program};

pub(crate) struct Solitaire;

const PILES: usize = 7;
const WASTE: usize = 24;

impl Game for Solitaire {
    fn table(&self) -> Table {
        Table {
            game: "klondike",
            variant: "openspiel.cgml",
            players: 1,
            ..Table::default()
        }
    }

    fn deck(&self, program: &Program) -> Deck {
        let by_suit = Deck::by_suit(
            program,
            &["spades", "hearts", "clubs", "diamonds"],
            &ACE_LOW,
        );
        Deck::new(program, |card| Some(by_suit.number(card) + 1))
    }

    /// Our piles are dealt from the second to the seventh, the hidden cards first; the last card of the stock
    /// is the first of the waste.
    fn script(&self, program: &Program, trace: &Trace) -> Script {
        let turned = Turned::of(trace);
        let hidden = turned.hidden.iter().enumerate().flat_map(|(pile, known)| {
            let unknown = pile - known.len();
            let unknown = std::iter::repeat_n(None, unknown);
            unknown.chain(known.iter().rev().copied().map(Some))
        });
        let open = turned.open.iter().copied().map(Some);
        let waste = turned.waste.iter().rev().copied().map(Some);
        let order: Vec<Option<i64>> = hidden.chain(open).chain(waste).collect();
        let mut left: Vec<i64> = (1..=52)
            .filter(|card| !order.contains(&Some(*card)))
            .collect();
        let deck = self.deck(program);
        let order = order.into_iter().map(|card| {
            let card = card.or_else(|| left.pop());
            deck.card(card.expect("there are 52 cards"))
        });
        Script::new().then_order(order.collect::<Vec<Card>>())
    }

    fn part(&self, offer: &Offer<'_>) -> Part {
        if offer.kind() == ChoiceKind::Pass {
            return Part::Action(0);
        }
        let deck = offer.deck;
        Part::Action(match offer.name() {
            "raise" => move_up(deck.number(offer.card())),
            "move_king" => 52 + 136 + suit(deck.number(offer.card())),
            "build" => return Part::More,
            "onto" => {
                let moved = offer.earlier.last();
                let moved = moved.and_then(|choice| card(offer.program, *choice));
                let moved = moved.expect("a card is built");
                move_onto(deck.number(moved), deck.number(offer.card()))
            }
            _ => panic!("{offer}"),
        })
    }
}

/// From 1 to 4.
fn suit(card: i64) -> i64 {
    (card - 1) / 13 + 1
}

/// From 1 to 13.
fn rank(card: i64) -> i64 {
    (card - 1) % 13 + 1
}

/// The action that moves a card to its foundation.
fn move_up(card: i64) -> i64 {
    52 + match rank(card) {
        1 => 132 + suit(card),
        2 => 140 + suit(card),
        rank => (suit(card) - 1) * 33 + (rank - 3) * 3 + 1,
    }
}

/// The action that moves a card onto another one in a pile.
fn move_onto(card: i64, onto: i64) -> i64 {
    let is_first_suit = suit(card) <= 2;
    52 + match rank(onto) {
        13 => 144 + 2 * suit(onto) - i64::from(is_first_suit),
        rank => (suit(onto) - 1) * 33 + (rank - 2) * 3 + if is_first_suit { 2 } else { 3 },
    }
}

/// Cards that chance has turned up, and where.
struct Turned {
    open: Vec<i64>,
    waste: Vec<i64>,
    /// The hidden cards of each pile that were turned up, in that order.
    hidden: Vec<Vec<i64>>,
}

impl Turned {
    /// Plays a trace as far as is needed to know where cards are turned up.
    fn of(trace: &Trace) -> Self {
        let chance = trace.chance();
        let mut turned = Self {
            open: chance[..PILES].to_vec(),
            waste: chance[PILES..PILES + WASTE].to_vec(),
            hidden: vec![Vec::new(); PILES],
        };
        let mut piles: Vec<Vec<i64>> = turned.open.iter().map(|card| vec![*card]).collect();
        let mut uncovered = None;
        for step in trace.steps.iter().skip(PILES + WASTE) {
            match step {
                Step::Chance(card) => {
                    let pile: usize = uncovered.take().expect("a card was uncovered");
                    turned.hidden[pile].push(*card);
                    piles[pile].push(*card);
                }
                Step::Choice(wanted) if wanted.action > 0 => {
                    uncovered = turned.moved(&mut piles, wanted.action);
                }
                Step::Choice(_) | Step::Together(_) => {}
            }
        }
        turned
    }

    /// Moves cards; the pile that a hidden card is uncovered in.
    fn moved(&self, piles: &mut [Vec<i64>], action: i64) -> Option<usize> {
        let is_empty =
            |number: usize, pile: &Vec<i64>| pile.is_empty() && self.hidden[number].len() == number;
        let all = 1..=52;
        let up = all.clone().find(|card| move_up(*card) == action);
        let king = (1..=4).find(|suit| 52 + 136 + suit == action);
        let (card, to) = if let Some(card) = up {
            (card, None)
        } else if let Some(suit) = king {
            let to = (0..PILES).find(|number| is_empty(*number, &piles[*number]));
            (suit * 13, to)
        } else {
            let mut pairs = all
                .clone()
                .flat_map(|card| all.clone().map(move |onto| (card, onto)));
            let pair = pairs.find(|(card, onto)| {
                rank(*card) + 1 == rank(*onto)
                    && suit(*card) % 2 != suit(*onto) % 2
                    && move_onto(*card, *onto) == action
            });
            let (card, onto) = pair.expect("every action is a move");
            let to = piles.iter().position(|pile| pile.last() == Some(&onto));
            (card, to)
        };
        let from = piles.iter().position(|pile| pile.contains(&card));
        let moving = match from {
            Some(from) => {
                let at = piles[from].iter().position(|other| *other == card);
                piles[from].split_off(at.expect("it is in this pile"))
            }
            None => vec![card],
        };
        if let Some(to) = to {
            piles[to].extend(moving);
        }
        from.filter(|from| piles[*from].is_empty() && self.hidden[*from].len() < *from)
    }
}

#[test]
fn one_player() {
    check("solitaire__depth_limit-150", &Solitaire);
}
