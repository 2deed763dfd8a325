//! Dou Dizhu: actions by the sort of the combination and its ranks, from the three up.
//!
//! Chance brings the place of the card that decides who bids first, then 51 cards: by suit, then the jokers.

use crate::deck::{Deck, SUITS, printed};
use crate::harness::{Game, Offer, Part, Table, card, check, name};
use crate::trace::Trace;
use engine::chance::Script;
use engine::position::Choice;
use engine::program::{Program, ValueKind};

const RANKS: [&str; 15] = [
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "J",
    "Q",
    "K",
    "A",
    "2",
    "black_joker",
    "red_joker",
];

/// The first outcome that is a card.
const FIRST_CARD: i64 = 51;

/// The ranks that may be in a chain.
const IN_CHAIN: i64 = 12;

pub(crate) struct DouDizhu;

impl Game for DouDizhu {
    fn table(&self) -> Table {
        Table {
            game: "dou-dizhu",
            variant: "openspiel.cgml",
            players: 3,
            ..Table::default()
        }
    }

    fn deck(&self, program: &Program) -> Deck {
        Deck::new(program, |card| {
            let word = printed(program, card, "rank")?;
            let rank = RANKS.iter().position(|known| *known == word)? as i64;
            let suit = printed(program, card, "suit");
            let suit = SUITS
                .iter()
                .position(|known| suit.as_deref() == Some(known));
            Some(suit.map_or(52 + rank - 13, |suit| suit as i64 * 13 + rank))
        })
    }

    fn script(&self, program: &Program, trace: &Trace) -> Script {
        let chance = trace.chance();
        let dealt = chance[1..].iter().map(|outcome| outcome - FIRST_CARD);
        let cards = self.deck(program).cards(dealt);
        let marked = cards[chance[0] as usize];
        // The deck is shuffled once before the deal.
        let script = Script::new().then_order([]).then_order(cards);
        script.then_pick([i64::from(marked.0)])
    }

    fn part(&self, offer: &Offer<'_>) -> Part {
        if offer.is_pass() {
            return Part::Action(0);
        }
        let mut chosen = offer.earlier.to_vec();
        chosen.push(offer.choice);
        let sort = name(offer.program, chosen[0]);
        if sort == "bid" {
            return match offer.name() {
                "amount" => Part::Action(offer.number()),
                _ => Part::More,
            };
        }
        let ranks: Vec<i64> = chosen[1..]
            .iter()
            .map(|choice| rank(offer.program, *choice))
            .collect();
        action(sort, &ranks).map_or(Part::More, Part::Action)
    }
}

/// The action of a sort of combination with the ranks that were chosen; nothing if more are to be chosen.
fn action(sort: &str, ranks: &[i64]) -> Option<i64> {
    Some(match (sort, ranks) {
        ("play_solo", [of]) => 4 + of,
        ("play_chain", [low, high]) => chain(19, 5, *low, *high),
        ("play_pair", [of]) => 55 + of,
        ("play_pair_chain", [low, high]) => chain(68, 3, *low, *high),
        ("play_trio", [of]) => 120 + of,
        ("play_trio_with_solo", [of, with]) => 133 + 14 * of + without(*of, *with),
        ("play_trio_with_pair", [of, with]) => 315 + 12 * of + without(*of, *with),
        ("play_airplane", [low, high]) => chain(471, 2, *low, *high),
        ("play_airplane_with_solos", [low, high, with @ ..]) => {
            airplane(516, 3, *low, *high, with)?
        }
        ("play_airplane_with_pairs", [low, high, with @ ..]) => {
            airplane(23_104, 1, *low, *high, with)?
        }
        ("play_bomb", [of]) => 26_043 + of,
        ("play_rocket", []) => 26_056,
        _ => return None,
    })
}

/// Chains are numbered by their length, then by their lowest rank.
fn chain(first: i64, shortest: i64, low: i64, high: i64) -> i64 {
    let length = high - low + 1;
    let shorter: i64 = (shortest..length).map(heads).sum();
    first + shorter + low
}

/// The number of chains of a length there are.
fn heads(length: i64) -> i64 {
    IN_CHAIN + 1 - length
}

/// The number of a rank among all but one.
fn without(of: i64, rank: i64) -> i64 {
    rank - i64::from(rank > of)
}

/// Airplanes are numbered by their length, then by their lowest rank, then by what goes with them.
fn airplane(first: i64, most_equal: usize, low: i64, high: i64, with: &[i64]) -> Option<i64> {
    let length = high - low + 1;
    if with.len() < length as usize {
        return None;
    }
    let count = |length: i64| kickers(0, length, most_equal).len() as i64;
    let shorter: i64 = (2..length)
        .map(|length| heads(length) * count(length))
        .sum();
    let mut with = with.to_vec();
    with.sort_by_key(|rank| std::cmp::Reverse(*rank));
    let all = kickers(low, length, most_equal);
    let found = all.iter().position(|known| *known == with);
    let found = found.unwrap_or_else(|| panic!("{with:?} cannot go with an airplane"));
    Some(first + shorter + low * count(length) + found as i64)
}

/// All that can go with an airplane, each from the highest rank down, in the order of their numbers.
fn kickers(low: i64, length: i64, most_equal: usize) -> Vec<Vec<i64>> {
    // Jokers are no pairs.
    let ranks = if most_equal == 1 { 13 } else { 15 };
    let mut all = vec![Vec::new()];
    for _ in 0..length {
        let longer = all.iter().flat_map(|begun: &Vec<i64>| {
            let highest = begun.last().copied().unwrap_or(ranks - 1);
            let next = (0..=highest).filter(|rank| !(low..low + length).contains(rank));
            next.map(|rank| [begun.as_slice(), &[rank]].concat())
        });
        all = longer
            .filter(|cards| is_allowed(cards, most_equal))
            .collect();
    }
    all
}

/// Not too many of a rank, of jokers no more than one.
fn is_allowed(cards: &[i64], most_equal: usize) -> bool {
    let count = |rank: i64| cards.iter().filter(|card| **card == rank).count();
    cards.iter().all(|card| count(*card) <= most_equal) && count(13) + count(14) <= 1
}

/// The rank that is chosen, or that of the card.
fn rank(program: &Program, choice: Choice) -> i64 {
    let word = match (card(program, choice), sort(program, choice)) {
        (Some(card), _) => printed(program, card, "rank").expect("every card has a rank"),
        (None, ValueKind::Word(set)) => {
            program.words[usize::from(set)][choice.value as usize].clone()
        }
        (None, other) => panic!("not a rank: {other:?}"),
    };
    let found = RANKS.iter().position(|known| *known == word);
    found.unwrap_or_else(|| panic!("not a rank: {word}")) as i64
}

fn sort(program: &Program, choice: Choice) -> ValueKind {
    program.meanings[choice.meaning.index()].sort
}

#[test]
fn one_deal() {
    check("dou_dizhu", &DouDizhu);
}
