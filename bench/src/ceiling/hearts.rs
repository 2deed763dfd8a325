//! Hearts with passing, as in OpenSpiel's `hearts`.
//!
//! A card is `suit * 16 + rank`, with ranks from two to ace. A hand is kept suit by suit, in no
//! order, so that a random card of a suit is one look away.

use super::Outcome;
use crate::random::{Draw, Random};

const SPADES: usize = 2;
const HEARTS: usize = 3;
const TWO_OF_CLUBS: u8 = 0;
const QUEEN_OF_SPADES: u8 = (SPADES * 16 + 10) as u8;
const PASSED: usize = 3;
const ALL_POINTS: i32 = 26;

const DECK: [u8; 52] = {
    let mut deck = [0; 52];
    let mut card = 0;
    while card < 52 {
        deck[card] = (card / 13 * 16 + card % 13) as u8;
        card += 1;
    }
    deck
};

/// Plays one game. A return is 26 less the points; whoever takes all of them has none, and the others
/// have 26 each.
pub fn play(random: &mut Random) -> Outcome<4> {
    let direction = random.draw().below(4);
    let mut deck = DECK;
    random.shuffle(&mut deck);
    let passing = if direction == 0 {
        0
    } else {
        pass(random, &mut deck, direction)
    };
    let (mut hands, leader) = sort(&deck);
    let points = play_tricks(random, &mut hands, leader);
    Outcome {
        returns: score(points),
        choices: passing + 52,
    }
}

/// Each seat gives three cards to the seat so far away. The seats hold thirteen cards in a row each.
fn pass(random: &mut Random, deck: &mut [u8; 52], direction: usize) -> u32 {
    for hand in deck.chunks_exact_mut(13) {
        let mut draw = random.draw();
        for chosen in 0..PASSED {
            hand.swap(chosen, chosen + draw.below(13 - chosen));
        }
    }
    let given: [[u8; PASSED]; 4] =
        std::array::from_fn(|seat| std::array::from_fn(|place| deck[seat * 13 + place]));
    for (seat, cards) in given.into_iter().enumerate() {
        let receiver = (seat + direction) % 4;
        deck[receiver * 13..][..PASSED].copy_from_slice(&cards);
    }
    (4 * PASSED) as u32
}

/// What a seat holds, suit by suit.
#[derive(Clone, Copy)]
struct Hand {
    cards: [[u8; 16]; 4],
    counts: [usize; 4],
}

impl Hand {
    #[inline]
    fn put(&mut self, card: u8) {
        let suit = suit(card);
        let count = &mut self.counts[suit];
        self.cards[suit][*count & 15] = card;
        *count += 1;
    }

    #[inline]
    fn take(&mut self, suit: usize, place: usize) -> u8 {
        let cards = &mut self.cards[suit & 3];
        let count = &mut self.counts[suit & 3];
        let card = cards[place & 15];
        *count -= 1;
        cards[place & 15] = cards[*count & 15];
        card
    }

    /// A random card among the first so many suits, which hold so many cards.
    #[inline]
    fn take_any(&mut self, draw: &mut Draw, count: usize) -> u8 {
        let mut place = draw.below(count);
        let mut suit = 0;
        while place >= self.counts[suit & 3] {
            place -= self.counts[suit & 3];
            suit += 1;
        }
        self.take(suit, place)
    }

    /// A random card for a seat that cannot follow in the first trick: no points, if that is possible.
    #[cold]
    fn take_without_points(&mut self, draw: &mut Draw) -> u8 {
        let spades = &self.cards[SPADES][..self.counts[SPADES]];
        let queen = spades.iter().position(|&card| card == QUEEN_OF_SPADES);
        let Some(queen) = queen else {
            let free = self.not_hearts();
            return match free {
                0 => self.take_any(draw, self.counts[HEARTS]),
                _ => self.take_any(draw, free),
            };
        };
        let free = self.not_hearts() - 1;
        if free == 0 {
            return self.take_any(draw, 1 + self.counts[HEARTS]);
        }
        self.take(SPADES, queen);
        let card = self.take_any(draw, free);
        self.put(QUEEN_OF_SPADES);
        card
    }

    #[inline]
    fn not_hearts(&self) -> usize {
        self.counts[0] + self.counts[1] + self.counts[2]
    }
}

#[inline]
fn suit(card: u8) -> usize {
    usize::from(card / 16) & 3
}

/// The hands by suit, and the seat that holds the two of clubs.
fn sort(deck: &[u8; 52]) -> ([Hand; 4], usize) {
    let empty = Hand {
        cards: [[0; 16]; 4],
        counts: [0; 4],
    };
    let mut hands = [empty; 4];
    let mut leader = 0;
    for (seat, cards) in deck.chunks_exact(13).enumerate() {
        for &card in cards {
            hands[seat & 3].put(card);
            leader = if card == TWO_OF_CLUBS { seat } else { leader };
        }
    }
    (hands, leader)
}

/// Plays all tricks; gives each seat's points.
#[inline]
fn play_tricks(random: &mut Random, hands: &mut [Hand; 4], leader: usize) -> [i32; 4] {
    let mut points = [0; 4];
    let mut leader = leader;
    let mut broken = false;
    for trick in 0..13 {
        let mut draw = random.draw();
        let led = lead(&mut hands[leader & 3], &mut draw, trick, broken);
        let mut best = led;
        let mut winner = leader;
        let mut worth = POINTS[usize::from(led & 63)];
        for follower in 1..4 {
            let seat = (leader + follower) & 3;
            let card = follow(&mut hands[seat], &mut draw, suit(led), trick);
            worth += POINTS[usize::from(card & 63)];
            let wins = suit(card) == suit(led) && card > best;
            best = if wins { card } else { best };
            winner = if wins { seat } else { winner };
        }
        broken |= worth > 0;
        points[winner & 3] += worth;
        leader = winner;
    }
    points
}

/// The two of clubs first. Later any card, but hearts only after points were played or where there is
/// nothing else.
#[inline]
fn lead(hand: &mut Hand, draw: &mut Draw, trick: usize, broken: bool) -> u8 {
    if trick == 0 {
        return lead_two_of_clubs(hand);
    }
    let free = hand.not_hearts();
    let all = free + hand.counts[HEARTS];
    let count = if broken || free == 0 { all } else { free };
    hand.take_any(draw, count)
}

fn lead_two_of_clubs(hand: &mut Hand) -> u8 {
    let clubs = &hand.cards[0][..hand.counts[0]];
    let place = clubs.iter().position(|&card| card == TWO_OF_CLUBS);
    hand.take(0, place.expect("the leader holds the two of clubs"))
}

#[inline]
fn follow(hand: &mut Hand, draw: &mut Draw, led: usize, trick: usize) -> u8 {
    let count = hand.counts[led];
    if count > 0 {
        let place = draw.below(count);
        return hand.take(led, place);
    }
    if trick == 0 {
        return hand.take_without_points(draw);
    }
    hand.take_any(draw, 13 - trick)
}

/// What each card is worth: one for a heart, thirteen for the queen of spades.
const POINTS: [i32; 64] = {
    let mut points = [0; 64];
    let mut rank = 0;
    while rank < 13 {
        points[HEARTS * 16 + rank] = 1;
        rank += 1;
    }
    points[QUEEN_OF_SPADES as usize] = 13;
    points
};

fn score(points: [i32; 4]) -> [i32; 4] {
    if points.contains(&ALL_POINTS) {
        return points;
    }
    points.map(|points| ALL_POINTS - points)
}

#[cfg(test)]
mod tests {
    use super::super::averages::{assert_near, averages};
    use super::*;

    #[test]
    fn random_play_gives_the_averages_of_open_spiel() {
        let averages = averages(400_000, play);

        // Of 1000 games: 19.75, 19.38, 19.25 and 19.15, each ± 0.22. The seats are alike.
        for average in averages.returns {
            assert_near(average, 19.38, 0.1);
        }
        assert_near(averages.choices, 61.0, 0.05);
    }

    #[test]
    fn whoever_takes_all_points_has_none() {
        assert_eq!(score([3, 13, 10, 0]), [23, 13, 16, 26]);
        assert_eq!(score([0, 26, 0, 0]), [0, 26, 0, 0]);
    }

    fn hand(cards: &[u8]) -> Hand {
        let mut hand = Hand {
            cards: [[0; 16]; 4],
            counts: [0; 4],
        };
        cards.iter().for_each(|&card| hand.put(card));
        hand
    }

    /// Every card that `choose` takes from such a hand in many tries.
    fn taken(cards: &[u8], choose: impl Fn(&mut Hand, &mut Draw) -> u8) -> Vec<u8> {
        let mut random = Random::new(1);
        let tries = (0..1000).map(|_| choose(&mut hand(cards), &mut random.draw()));
        let mut taken: Vec<u8> = tries.collect();
        taken.sort_unstable();
        taken.dedup();
        taken
    }

    const DIAMOND: u8 = 16 + 5;
    const SPADE: u8 = 32 + 5;
    const HEART: u8 = 48 + 5;

    #[test]
    fn nobody_gives_points_in_the_first_trick_who_can_do_otherwise() {
        let first = |hand: &mut Hand, draw: &mut Draw| follow(hand, draw, 0, 0);

        assert_eq!(
            taken(&[DIAMOND, SPADE, QUEEN_OF_SPADES, HEART], first),
            [DIAMOND, SPADE]
        );
        assert_eq!(
            taken(&[QUEEN_OF_SPADES, HEART], first),
            [QUEEN_OF_SPADES, HEART]
        );
        assert_eq!(taken(&[HEART, HEART + 1], first), [HEART, HEART + 1]);
    }

    #[test]
    fn hearts_are_led_when_broken_or_when_nothing_else_is_left() {
        let closed = |hand: &mut Hand, draw: &mut Draw| lead(hand, draw, 1, false);
        let broken = |hand: &mut Hand, draw: &mut Draw| lead(hand, draw, 1, true);

        assert_eq!(taken(&[DIAMOND, HEART], closed), [DIAMOND]);
        assert_eq!(taken(&[DIAMOND, HEART], broken), [DIAMOND, HEART]);
        assert_eq!(taken(&[HEART], closed), [HEART]);
    }

    #[test]
    fn a_seat_follows_suit_if_it_can() {
        let spades = |hand: &mut Hand, draw: &mut Draw| follow(hand, draw, SPADES, 11);

        assert_eq!(taken(&[DIAMOND, SPADE], spades), [SPADE]);
        assert_eq!(taken(&[DIAMOND, HEART], spades), [DIAMOND, HEART]);
    }
}
