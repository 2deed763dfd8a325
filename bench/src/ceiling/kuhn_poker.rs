//! Kuhn poker for two seats, as in OpenSpiel's `kuhn_poker`.
//!
//! Three cards, one for each seat, an ante of one. A seat passes or bets one; a bet is answered once.

use super::Outcome;
use crate::random::{Draw, Random};

/// Plays one game.
#[inline]
pub fn play(random: &mut Random) -> Outcome<2> {
    let mut draw = random.draw();
    let first_card = draw.below(3);
    let second_card = (first_card + 1 + draw.below(2)) % 3;
    let showdown = if first_card > second_card { 1 } else { -1 };

    let (return_, choices) = if bets(&mut draw) {
        let called = bets(&mut draw);
        (if called { 2 * showdown } else { 1 }, 2)
    } else if bets(&mut draw) {
        let called = bets(&mut draw);
        (if called { 2 * showdown } else { -1 }, 3)
    } else {
        (showdown, 2)
    };
    Outcome {
        returns: [return_, -return_],
        choices,
    }
}

fn bets(draw: &mut Draw) -> bool {
    draw.below(2) == 1
}

#[cfg(test)]
mod tests {
    use super::super::averages::{assert_near, averages};
    use super::*;

    #[test]
    fn random_play_has_the_value_of_the_whole_tree() {
        let averages = averages(4_000_000, play);

        // The exact value is 1/8, the deviation of one game 1.45.
        assert_near(averages.returns[0], 0.125, 0.003);
        assert_near(averages.returns[1], -0.125, 0.003);
        assert_near(averages.choices, 2.25, 0.001);
    }
}
