//! Crazy Eights for two seats, as in OpenSpiel's `crazy_eights(players=2)`.
//!
//! A card is `rank * 4 + suit`, with ranks from two to ace, and a hand is a set of bits. The limit of
//! a hundred plays cannot be reached, because cards never go back into the deck.

use super::Outcome;
use crate::random::Random;

const HAND: usize = 7;
const MOST_DRAWS: u32 = 5;
/// So many passes in a row end a game whose deck is empty.
const LAST_PASS: u32 = 3;

const EIGHT: usize = 6;
const EIGHTS: u64 = 0b1111 << (4 * EIGHT);
/// The clubs; the other suits are this shifted.
const SUIT: u64 = 0x1_1111_1111_1111;
const RANK: u64 = 0b1111;

/// Plays one game. A return is what the cards left in hand cost.
#[inline]
pub fn play(random: &mut Random) -> Outcome<2> {
    let mut deck = Deck::new();
    let mut seat = random.draw().below(2);
    let mut hands = [deck.hand(random), deck.hand(random)];
    let start = deck.start(random);
    let mut rank = start / 4;
    let mut suit = start % 4;
    let mut draws = 0;
    let mut passes = 0;
    let mut choices = 0;
    loop {
        choices += 1;
        let hand = &mut hands[seat & 1];
        let legal = *hand & (SUIT << suit | RANK << (4 * rank) | EIGHTS);
        let plays = legal.count_ones() as usize;
        let mut draw = random.draw();
        // One more than the cards: drawing, or passing where drawing is not possible.
        let choice = draw.below(plays + 1);
        if choice < plays {
            let card = nth_bit(legal, choice);
            *hand &= !(1 << card);
            if *hand == 0 {
                break;
            }
            (rank, suit) = (card / 4, card % 4);
            if rank == EIGHT {
                choices += 1;
                suit = draw.below(4);
            }
            draws = 0;
            passes = 0;
        } else if deck.left > 0 && draws < MOST_DRAWS {
            *hand |= 1 << deck.draw(random);
            draws += 1;
            passes = 0;
            continue;
        } else {
            passes = if deck.left == 0 { passes + 1 } else { 0 };
            if passes == LAST_PASS {
                break;
            }
            draws = 0;
        }
        seat = 1 - seat;
    }
    Outcome {
        returns: hands.map(cost),
        choices,
    }
}

/// The cards that were not dealt yet; a card is drawn from anywhere among them.
struct Deck {
    cards: [u8; 64],
    left: usize,
}

impl Deck {
    fn new() -> Self {
        const CARDS: [u8; 64] = {
            let mut cards = [0; 64];
            let mut card = 0;
            while card < 64 {
                cards[card] = card as u8;
                card += 1;
            }
            cards
        };
        Self {
            cards: CARDS,
            left: 52,
        }
    }

    fn hand(&mut self, random: &mut Random) -> u64 {
        let mut draw = random.draw();
        (0..HAND).fold(0, |hand, _| {
            let place = draw.below(self.left);
            hand | 1 << self.take(place)
        })
    }

    /// The card that begins the discard pile. An eight goes back, and another card is drawn.
    fn start(&mut self, random: &mut Random) -> usize {
        loop {
            let place = random.draw().below(self.left);
            if usize::from(self.cards[place & 63]) / 4 != EIGHT {
                return self.take(place);
            }
        }
    }

    #[inline]
    fn draw(&mut self, random: &mut Random) -> usize {
        let place = random.draw().below(self.left);
        self.take(place)
    }

    #[inline]
    fn take(&mut self, place: usize) -> usize {
        self.left -= 1;
        let card = self.cards[place & 63];
        self.cards[place & 63] = self.cards[self.left & 63];
        usize::from(card)
    }
}

#[inline]
fn nth_bit(mut bits: u64, place: usize) -> usize {
    for _ in 0..place {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as usize
}

fn cost(mut hand: u64) -> i32 {
    let mut cost = 0;
    while hand != 0 {
        cost += COSTS[hand.trailing_zeros() as usize];
        hand &= hand - 1;
    }
    cost
}

/// An eight costs fifty, a jack, queen, king or ace ten. The others cost their number as a card and
/// two, not their face value: that is what OpenSpiel does.
const COSTS: [i32; 64] = {
    let mut costs = [0; 64];
    let mut card = 0;
    while card < 52 {
        costs[card] = match card / 4 {
            EIGHT => -50,
            9.. => -10,
            _ => -(card as i32 + 2),
        };
        card += 1;
    }
    costs
};

#[cfg(test)]
mod tests {
    use super::super::averages::{assert_near, averages};
    use super::*;

    #[test]
    fn random_play_gives_the_averages_of_open_spiel() {
        let averages = averages(200_000, play);

        // Of 1000 games: −70.4 ± 1.6 and −74.9 ± 1.6 for the seats, which are alike because the
        // dealer is chosen at random; 85.4 choices.
        assert_near(averages.returns[0], -72.6, 1.2);
        assert_near(averages.returns[1], -72.6, 1.2);
        assert_near(averages.choices, 85.44, 2.0);
    }

    #[test]
    fn cards_cost_what_they_cost_in_open_spiel() {
        let two_of_clubs = 1 << 0;
        let four_of_hearts = 1 << 10;
        let eight_of_spades = 1 << 27;
        let ace_of_clubs = 1 << 48;

        assert_eq!(cost(two_of_clubs | four_of_hearts), -2 - 12);
        assert_eq!(cost(eight_of_spades | ace_of_clubs), -50 - 10);
    }
}
