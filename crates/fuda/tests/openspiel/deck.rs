//! Cards by what is printed on them.

use engine::ids::Card;
use engine::program::{Program, ValueKind};

/// The suits as OpenSpiel orders them most often.
pub(crate) const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

/// The ranks with the ace as the lowest.
pub(crate) const ACE_LOW: [&str; 13] = [
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
];

/// The ranks with the ace as the highest.
pub(crate) const ACE_HIGH: [&str; 13] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
];

/// The cards of a program with the numbers that OpenSpiel gives them.
pub(crate) struct Deck {
    numbers: Vec<Option<i64>>,
}

impl Deck {
    /// A deck whose cards are numbered by their suit and rank, each a position in these lists:
    /// `suit * ranks + rank`.
    pub(crate) fn by_suit(program: &Program, suits: &[&str], ranks: &[&str]) -> Self {
        let count = ranks.len() as i64;
        Self::new(program, |card| {
            let (suit, rank) = suit_and_rank(program, card, suits, ranks)?;
            Some(suit * count + rank)
        })
    }

    /// As [`Self::by_suit`], but `rank * suits + suit`.
    pub(crate) fn by_rank(program: &Program, suits: &[&str], ranks: &[&str]) -> Self {
        let count = suits.len() as i64;
        Self::new(program, |card| {
            let (suit, rank) = suit_and_rank(program, card, suits, ranks)?;
            Some(rank * count + suit)
        })
    }

    /// A deck whose cards are numbered somehow; copies may share a number.
    pub(crate) fn new(program: &Program, number: impl Fn(Card) -> Option<i64>) -> Self {
        let cards = 0..program.cards.len() as u16;
        Self {
            numbers: cards.map(|card| number(Card(card))).collect(),
        }
    }

    /// The number of a card.
    pub(crate) fn number(&self, card: Card) -> i64 {
        self.numbers[card.index()].unwrap_or_else(|| panic!("{card:?} has no number"))
    }

    /// The first card with a number.
    pub(crate) fn card(&self, number: i64) -> Card {
        let found = self.numbers.iter().position(|own| *own == Some(number));
        Card(found.unwrap_or_else(|| panic!("no card has the number {number}")) as u16)
    }

    /// Cards with these numbers; where copies share a number, each of them once.
    pub(crate) fn cards(&self, numbers: impl IntoIterator<Item = i64>) -> Vec<Card> {
        let mut left = self.numbers.clone();
        let numbers = numbers.into_iter();
        numbers
            .map(|number| {
                let found = left.iter().position(|own| *own == Some(number));
                let found = found.unwrap_or_else(|| panic!("no card {number} is left"));
                left[found] = None;
                Card(found as u16)
            })
            .collect()
    }
}

fn suit_and_rank(
    program: &Program,
    card: Card,
    suits: &[&str],
    ranks: &[&str],
) -> Option<(i64, i64)> {
    let (suit, rank) = (
        printed(program, card, "suit")?,
        printed(program, card, "rank")?,
    );
    let suit = suits.iter().position(|known| *known == suit)?;
    let rank = ranks.iter().position(|known| *known == rank)?;
    Some((suit as i64, rank as i64))
}

/// The word or number that is printed on a card.
pub(crate) fn printed(program: &Program, card: Card, column: &str) -> Option<String> {
    let mut columns = program.columns.iter();
    let column = columns.find(|info| info.name == column)?;
    let value = column.values[card.index()];
    if engine::ids::is_missing(value) {
        return None;
    }
    Some(match column.sort {
        ValueKind::Word(set) => program.words[usize::from(set)][value as usize].clone(),
        _ => value.to_string(),
    })
}
