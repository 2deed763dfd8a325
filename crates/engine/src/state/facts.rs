//! Facts that follow from printed values, computed when a game is compiled: values of one card, sets of
//! cards, and relations between two. They are kept in constants.
//!
//! Cards have their numbers there. After the last card comes the number of nothing, and then that of what could
//! not be evaluated, so that a fact says exactly what its expression would have given.

use crate::ids::NOTHING;

/// Size of a table for so many cards: the entries for what is no card come last.
pub const fn numbers(cards: usize) -> usize {
    cards + 2
}

/// The number of words that a set of cards takes.
pub const fn words(cards: usize) -> usize {
    numbers(cards).div_ceil(64)
}

/// The number of a value that should be a card.
#[inline(always)]
pub fn number_of(card: i64, cards: usize) -> usize {
    match usize::try_from(card) {
        Ok(number) if number < cards => number,
        _ if card == NOTHING => cards,
        _ => cards + 1,
    }
}

/// The value that a number encodes.
pub fn value_of(number: usize, cards: usize) -> i64 {
    match number.checked_sub(cards) {
        None => number as i64,
        Some(0) => NOTHING,
        Some(_) => crate::ids::FAILED,
    }
}

/// True if a set has a number.
#[inline(always)]
pub fn has(set: &[i64], number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 == 1
}

/// The set of the numbers that pass a test.
pub fn set(cards: usize, mut passes: impl FnMut(usize) -> bool) -> Vec<i64> {
    let mut set = vec![0; words(cards)];
    for number in 0..numbers(cards) {
        set[number / 64] |= i64::from(passes(number)) << (number % 64);
    }
    set
}

/// The numbers that are related to one.
#[inline(always)]
pub fn related(relation: &[i64], number: usize, cards: usize) -> &[i64] {
    let words = words(cards);
    &relation[number * words..(number + 1) * words]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::FAILED;

    #[test]
    fn what_is_no_card_has_a_number_too() {
        let numbers: Vec<usize> = [0, 4, NOTHING, FAILED, 5, -1]
            .map(|value| number_of(value, 5))
            .to_vec();
        assert_eq!(numbers, [0, 4, 5, 6, 6, 6]);
        let values: Vec<i64> = [0, 4, 5, 6].map(|number| value_of(number, 5)).to_vec();
        assert_eq!(values, [0, 4, NOTHING, FAILED]);
    }

    #[test]
    fn a_set_of_many_cards_takes_several_words() {
        let set = set(100, |number| number % 50 == 13);
        let found: Vec<usize> = (0..numbers(100)).filter(|it| has(&set, *it)).collect();
        assert_eq!((set.len(), found), (2, vec![13, 63]));
    }
}
