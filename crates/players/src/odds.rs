//! Hands by exact counting: how many ways there are to draw them, as whole numbers.

/// A deck whose cards are counted by what they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Urn {
    /// The number of copies there are of each card.
    pub copies: Vec<u32>,
}

/// A share of all hands, in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// So many hands.
    pub part: u128,
    /// Of so many.
    pub whole: u128,
}

/// Reason why hands cannot be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OddsProblem {
    /// The hand is larger than the deck.
    #[error("a hand of {hand} cards cannot be drawn from a deck of {deck}")]
    TooFew {
        /// The number of cards in the hand.
        hand: u32,
        /// The number of cards in the deck.
        deck: u32,
    },
    /// There are more different hands than anybody wants to wait for.
    #[error("there are more than {0} different hands")]
    TooMany(u64),
    /// The numbers have more than 38 digits.
    #[error("there are too many ways to draw such a hand to count them")]
    TooLarge,
}

impl Urn {
    /// The number of cards there are.
    pub fn cards(&self) -> u32 {
        self.copies.iter().sum()
    }

    /// The number of hands that differ in what they hold.
    pub fn different(&self, hand: u32) -> u64 {
        // Ways to fill the places so far, by how many cards are taken.
        let mut ways = vec![0_u64; hand as usize + 1];
        ways[0] = 1;
        for copies in &self.copies {
            for taken in (0..ways.len()).rev() {
                let most = taken.min(*copies as usize);
                ways[taken] =
                    (0..=most).fold(0, |sum: u64, own| sum.saturating_add(ways[taken - own]));
            }
        }
        ways[hand as usize]
    }

    /// The share of the hands that pass a test, which is asked once for each hand that differs in what it
    /// holds: how many of each card.
    pub fn share<E: From<OddsProblem>>(
        &self,
        hand: u32,
        most: u64,
        mut passes: impl FnMut(&[u32]) -> Result<bool, E>,
    ) -> Result<Share, E> {
        let deck = self.cards();
        if hand > deck {
            return Err(OddsProblem::TooFew { hand, deck }.into());
        }
        if self.different(hand) > most {
            return Err(OddsProblem::TooMany(most).into());
        }
        let whole = choose(deck, hand).ok_or(OddsProblem::TooLarge)?;
        let mut part = 0_u128;
        let mut taken = vec![0; self.copies.len()];
        self.each::<E>(0, hand, 1, &mut taken, &mut |taken, ways| {
            if passes(taken)? {
                // Parts of a whole that could be counted can be counted.
                part += ways;
            }
            Ok(())
        })?;
        Ok(Share { part, whole }.reduced())
    }

    fn each<E: From<OddsProblem>>(
        &self,
        at: usize,
        left: u32,
        ways: u128,
        taken: &mut Vec<u32>,
        visit: Visit<'_, E>,
    ) -> Result<(), E> {
        if at == self.copies.len() {
            return if left == 0 {
                visit(taken, ways)
            } else {
                Ok(())
            };
        }
        let copies = self.copies[at];
        for own in 0..=left.min(copies) {
            let more = choose(copies, own).and_then(|more| ways.checked_mul(more));
            let ways = more.ok_or(OddsProblem::TooLarge)?;
            taken[at] = own;
            self.each(at + 1, left - own, ways, taken, visit)?;
        }
        taken[at] = 0;
        Ok(())
    }
}

/// Visitor of hands: how many of each card a hand has, and in how many ways it comes.
type Visit<'a, E> = &'a mut dyn FnMut(&[u32], u128) -> Result<(), E>;

impl Share {
    fn reduced(self) -> Self {
        let divisor = common(self.part, self.whole).max(1);
        Self {
            part: self.part / divisor,
            whole: self.whole / divisor,
        }
    }

    /// As a number from 0 to 1.
    pub fn value(self) -> f64 {
        self.part as f64 / self.whole as f64
    }
}

/// The number of ways to take `some` of `of` things.
fn choose(of: u32, some: u32) -> Option<u128> {
    let some = some.min(of - some);
    let mut ways = 1_u128;
    for number in 0..u128::from(some) {
        ways = ways.checked_mul(u128::from(of) - number)? / (number + 1);
    }
    Some(ways)
}

fn common(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { common(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(copies: &[u32], hand: u32, passes: impl Fn(&[u32]) -> bool) -> Share {
        let urn = Urn {
            copies: copies.to_vec(),
        };
        let found = urn.share::<OddsProblem>(hand, 1_000_000, |taken| Ok(passes(taken)));
        found.expect("the hands can be counted")
    }

    #[test]
    fn five_certain_cards_of_forty_are_one_hand_in_658008() {
        let found = share(&[1, 1, 1, 1, 1, 35], 5, |taken| taken[5] == 0);
        assert_eq!((found.part, found.whole), (1, 658_008));
    }

    #[test]
    fn two_different_cards_with_three_copies_each_are_9_79775_percent() {
        let found = share(&[3, 3, 34], 5, |taken| taken[0] > 0 && taken[1] > 0);
        assert_eq!((found.value() * 1e7).round(), 979_775.0);
    }

    #[test]
    fn all_hands_together_are_one() {
        let found = share(&[4, 4, 4, 40], 13, |_| true);
        assert_eq!((found.part, found.whole), (1, 1));
        let none = share(&[4, 4, 4, 40], 13, |taken| taken[0] > 4);
        assert_eq!((none.part, none.whole), (0, 1));
    }

    #[test]
    fn what_cannot_be_counted_is_refused() {
        let urn = Urn {
            copies: vec![1; 60],
        };
        let refused = |hand, most| urn.share::<OddsProblem>(hand, most, |_| Ok(true)).err();
        assert_eq!(
            refused(61, 1),
            Some(OddsProblem::TooFew { hand: 61, deck: 60 })
        );
        assert_eq!(refused(7, 1000), Some(OddsProblem::TooMany(1000)));
        assert_eq!(urn.different(7), 386_206_920);
    }
}
