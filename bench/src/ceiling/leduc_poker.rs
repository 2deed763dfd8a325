//! Leduc poker for two seats, as in OpenSpiel's `leduc_poker`.
//!
//! Six cards in three ranks, an ante of one, two rounds of betting with raises of two and of four, at
//! most two raises in a round, a public card between the rounds.

use super::Outcome;
use crate::random::{Draw, Random};

const RAISE: [i32; 2] = [2, 4];
const MOST_RAISES: u32 = 2;

/// Plays one game. The choices of a whole game fit into one draw of 64 bits.
#[inline]
pub fn play(random: &mut Random) -> Outcome<2> {
    let mut draw = random.draw();
    let cards = deal(&mut draw);
    let mut paid = [1, 1];
    let mut choices = 0;
    for raise in RAISE {
        if let Some(folded) = bet(&mut draw, raise, &mut paid, &mut choices) {
            let lost = paid[folded];
            return outcome(if folded == 0 { -lost } else { lost }, choices);
        }
    }
    outcome(showdown(cards) * paid[0], choices)
}

fn outcome(first_seat: i32, choices: u32) -> Outcome<2> {
    Outcome {
        returns: [first_seat, -first_seat],
        choices,
    }
}

/// The ranks of both hands and of the public card.
fn deal(draw: &mut Draw) -> [usize; 3] {
    let first = draw.below(6);
    let second = draw.below(5);
    let second = second + usize::from(second >= first);
    let (low, high) = (first.min(second), first.max(second));
    let public = draw.below(4);
    let public = public + usize::from(public >= low);
    let public = public + usize::from(public >= high);
    [first / 2, second / 2, public / 2]
}

/// One round of betting; gives the seat that folded, if one did.
fn bet(draw: &mut Draw, raise: i32, paid: &mut [i32; 2], choices: &mut u32) -> Option<usize> {
    let mut seat = 0;
    let mut raises = 0;
    let mut checked = false;
    loop {
        *choices += 1;
        let faces_a_bet = paid[seat] < paid[1 - seat];
        let options = 1 + usize::from(faces_a_bet) + usize::from(raises < MOST_RAISES);
        // Folding is the first option where there is a bet to face, then calling, then raising.
        let option = draw.below(options) + usize::from(!faces_a_bet);
        match option {
            0 => return Some(seat),
            1 => {
                paid[seat] = paid[1 - seat];
                if faces_a_bet || checked {
                    return None;
                }
                checked = true;
            }
            _ => {
                paid[seat] = paid[1 - seat] + raise;
                raises += 1;
            }
        }
        seat = 1 - seat;
    }
}

/// 1 if the first seat wins, −1 if the second does, 0 if they share.
fn showdown([first, second, public]: [usize; 3]) -> i32 {
    let strength = |card| if card == public { 3 } else { card };
    match strength(first).cmp(&strength(second)) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::averages::{assert_near, averages};
    use super::*;

    #[test]
    fn random_play_has_the_value_of_the_whole_tree() {
        let averages = averages(4_000_000, play);

        // The exact value is −5/64, the deviation of one game 4.5.
        assert_near(averages.returns[0], -0.078_125, 0.01);
        assert_near(averages.returns[1], 0.078_125, 0.01);
        assert_near(averages.choices, 4.06, 0.02);
    }

    #[test]
    fn a_pair_beats_a_higher_card_and_equal_cards_share() {
        assert_eq!(showdown([0, 2, 0]), 1);
        assert_eq!(showdown([0, 2, 2]), -1);
        assert_eq!(showdown([0, 2, 1]), -1);
        assert_eq!(showdown([1, 1, 0]), 0);
    }
}
