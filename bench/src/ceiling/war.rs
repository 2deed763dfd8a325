//! War as `games/war/README.md` tells it.
//!
//! Suits never matter, so a card is its rank. A deck is in random order whenever a card is taken from
//! it, so no order is kept: a pile says how many cards it has up to each rank, and the card is chosen
//! when it is taken. Such a pile is sixteen bytes, which the compiler keeps in one register.

use wide::i8x16;

use super::Outcome;
use crate::random::{Draw, Random};

/// A player who holds fewer cards in the deck than this shuffles the winnings into it, and one who
/// has fewer in all cannot go on with a war.
const WAR: usize = 4;

/// Plays one game. A return is 1 for the winner and −1 for the loser.
pub fn play(random: &mut Random) -> Outcome<2> {
    let mut seats = deal(random);
    let mut comparisons = 0;
    while seats[0].has_cards() && seats[1].has_cards() {
        comparisons += play_round(random, &mut seats);
    }
    let first_seat = if seats[0].has_cards() { 1 } else { -1 };
    Outcome {
        returns: [first_seat, -first_seat],
        choices: comparisons,
    }
}

/// For each rank, how many cards of a pile are of this rank or a lower one. The last number is the
/// number of cards. There are sixteen ranks, because that is the size of a register; the highest
/// three have no cards.
#[derive(Clone, Copy)]
struct Pile(i8x16);

impl Pile {
    fn empty() -> Self {
        Self(i8x16::ZERO)
    }

    #[inline]
    fn count(self) -> usize {
        self.0.as_array()[15] as usize
    }

    /// Takes any card.
    #[inline]
    fn take(&mut self, draw: &mut Draw) -> Card {
        self.take_nth(draw.below(self.count()))
    }

    /// The cards lie in the order of their ranks: the card at a place is of the first rank up to which
    /// there are more cards than that.
    #[inline]
    fn take_nth(&mut self, place: usize) -> Card {
        let card = Card(self.0.simd_gt(i8x16::splat(place as i8)));
        self.0 += card.0;
        card
    }

    #[inline]
    fn put(&mut self, card: Card) {
        self.0 -= card.0;
    }

    #[inline]
    fn put_all(&mut self, other: Pile) {
        self.0 += other.0;
    }
}

/// −1 from the card's rank on, 0 below: what a pile loses with this card.
#[derive(Clone, Copy)]
struct Card(i8x16);

impl Card {
    /// The higher the rank, the lower this number.
    #[inline]
    fn order(self) -> u32 {
        self.0.to_bitmask()
    }
}

/// What one player has: a deck and winnings.
#[derive(Clone, Copy)]
struct Owned {
    deck: Pile,
    winnings: Pile,
}

impl Owned {
    fn new(deck: Pile) -> Self {
        Self {
            deck,
            winnings: Pile::empty(),
        }
    }

    #[inline]
    fn has_cards(&self) -> bool {
        self.count() > 0
    }

    #[inline]
    fn count(&self) -> usize {
        self.deck.count() + self.winnings.count()
    }

    /// Shuffles the winnings into a deck that runs low.
    #[inline]
    fn replenish(&mut self) {
        if self.deck.count() < WAR {
            self.deck.put_all(self.winnings);
            self.winnings = Pile::empty();
        }
    }

    /// Lays four cards into the pot; gives the last one.
    #[inline]
    fn lay(&mut self, random: &mut Random, pot: &mut Pile) -> Card {
        self.replenish();
        let mut draw = random.draw();
        for _ in 1..WAR {
            pot.put(self.deck.take(&mut draw));
        }
        let last = self.deck.take(&mut draw);
        pot.put(last);
        last
    }
}

/// Half of the cards for each seat.
fn deal(random: &mut Random) -> [Owned; 2] {
    let all = std::array::from_fn(|rank| 4 * (rank as i8 + 1).min(13));
    let mut deck = Pile(i8x16::new(all));
    let mut half = Pile::empty();
    for _ in 0..13 {
        let mut draw = random.draw();
        half.put(deck.take(&mut draw));
        half.put(deck.take(&mut draw));
    }
    [Owned::new(half), Owned::new(deck)]
}

/// Turns up cards until a deck has to be replenished or a war was fought; both players have a card.
/// Gives how often cards were compared.
#[inline]
fn play_round(random: &mut Random, seats: &mut [Owned; 2]) -> u32 {
    seats.iter_mut().for_each(Owned::replenish);
    let [mut left, mut right] = *seats;
    let counts = [left.deck.count(), right.deck.count()];
    // Nobody runs low before so many rounds are over.
    let rounds = counts[0].min(counts[1]).saturating_sub(WAR - 1).max(1);
    for round in 0..rounds {
        let mut draw = random.draw();
        let left_card = left.deck.take_nth(draw.below(counts[0] - round));
        let right_card = right.deck.take_nth(draw.below(counts[1] - round));
        let mut pot = Pile::empty();
        pot.put(left_card);
        pot.put(right_card);
        let (left_order, right_order) = (left_card.order(), right_card.order());
        if left_order == right_order {
            *seats = [left, right];
            return round as u32 + 1 + fight_war(random, seats, pot);
        }
        // Without a branch: nobody can foresee who wins.
        let left_wins = i8x16::splat(if left_order < right_order { -1 } else { 0 });
        left.winnings.put_all(Pile(pot.0 & left_wins));
        right.winnings.put_all(Pile(pot.0 & !left_wins));
    }
    *seats = [left, right];
    rounds as u32
}

/// The cards that lie there are equal: fights until somebody wins the pot.
#[inline(never)]
fn fight_war(random: &mut Random, seats: &mut [Owned; 2], mut pot: Pile) -> u32 {
    let mut comparisons = 0;
    let winner = loop {
        if let Some(winner) = winner_by_shortage(seats) {
            break winner;
        }
        let left = seats[0].lay(random, &mut pot).order();
        let right = seats[1].lay(random, &mut pot).order();
        comparisons += 1;
        if left != right {
            break usize::from(right < left);
        }
    };
    seats[winner].winnings.put_all(pot);
    comparisons
}

/// Who takes the pot where somebody cannot go on with a war.
#[inline]
fn winner_by_shortage(seats: &[Owned; 2]) -> Option<usize> {
    let counts = seats.map(|owned| owned.count());
    match counts.map(|count| count < WAR) {
        [false, false] => None,
        [true, true] => Some(usize::from(counts[0] < counts[1])),
        [first_is_short, _] => Some(usize::from(first_is_short)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::averages::{assert_near, averages};
    use super::*;

    #[test]
    fn each_seat_wins_half_and_a_game_has_so_many_comparisons() {
        let averages = averages(400_000, play);

        // The deviation of one game is 211 comparisons.
        assert_near(averages.returns[0], 0.0, 0.008);
        assert_near(averages.returns[1], 0.0, 0.008);
        assert_near(averages.choices, 265.7, 1.5);
    }

    fn pile(ranks: &[usize]) -> Pile {
        let up_to = |rank| ranks.iter().filter(|&&card| card <= rank).count();
        Pile(i8x16::new(std::array::from_fn(|rank| up_to(rank) as i8)))
    }

    /// The ranks of a pile, taken from it one after the other.
    fn ranks(mut pile: Pile) -> Vec<u32> {
        let taken = (0..pile.count()).map(|_| rank(pile.take_nth(0)));
        taken.collect()
    }

    fn rank(card: Card) -> u32 {
        card.order().trailing_zeros()
    }

    #[test]
    fn taking_a_card_leaves_the_others() {
        let mut cards = pile(&[2, 5, 5, 12]);

        assert_eq!(rank(cards.take_nth(2)), 5);
        assert_eq!(ranks(cards), [2, 5, 12]);
        assert_eq!(rank(cards.take_nth(2)), 12);
        assert_eq!(rank(cards.take_nth(0)), 2);
        assert_eq!(ranks(cards), [5]);
    }

    /// How many cards each has after a war over an eight.
    fn counts_after_a_war(first: &[usize], second: &[usize]) -> [usize; 2] {
        let mut seats = [first, second].map(|ranks| Owned::new(pile(ranks)));
        fight_war(&mut Random::new(1), &mut seats, pile(&[8, 8]));
        seats.map(|owned| owned.count())
    }

    #[test]
    fn the_higher_card_takes_the_pot_of_a_war() {
        assert_eq!(counts_after_a_war(&[12; 4], &[11, 10, 9, 7]), [10, 0]);
        assert_eq!(counts_after_a_war(&[2, 3, 4, 7, 7], &[12; 5]), [1, 11]);
    }

    #[test]
    fn a_war_may_follow_a_war() {
        assert_eq!(counts_after_a_war(&[5; 8], &[5; 9]), [0, 19]);
    }

    #[test]
    fn whoever_cannot_go_on_with_a_war_loses_it() {
        assert_eq!(counts_after_a_war(&[2, 3, 4, 5], &[]), [6, 0]);
        assert_eq!(counts_after_a_war(&[], &[2]), [0, 3]);
        assert_eq!(counts_after_a_war(&[], &[]), [2, 0]);
    }
}
