//! Games written by hand in Rust, as fast as we know how: what a general engine can at most hope for.
//!
//! Each module is one game with one function `play`: a whole game, dealing included, in which every
//! seat takes each of its legal choices with the same probability. A ceiling knows its game: hands
//! are bits or small arrays, what the rules never look at is not kept, and nothing is recorded that
//! could be shown or undone. It does make every choice of the real game and never looks up an answer.

pub mod crazy_eights;
pub mod hearts;
pub mod kuhn_poker;
pub mod leduc_poker;
pub mod war;

use crate::random::Random;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<const SEATS: usize> {
    /// What each seat gets.
    pub returns: [i32; SEATS],
    /// How many choices were made; in War, which has none, how often cards were compared.
    pub choices: u32,
}

/// A game that can be played again and again.
#[derive(Clone, Copy)]
pub struct Ceiling {
    /// The name of the game as it is shipped.
    pub game: &'static str,
    /// Plays so many games and gives a number that depends on all their outcomes.
    pub play_many: fn(&mut Random, games: u64) -> i64,
}

/// All ceilings.
pub const CEILINGS: &[Ceiling] = &[
    ceiling("kuhn-poker", |random, games| {
        play_many(random, games, kuhn_poker::play)
    }),
    ceiling("leduc-poker", |random, games| {
        play_many(random, games, leduc_poker::play)
    }),
    ceiling("war", |random, games| play_many(random, games, war::play)),
    ceiling("crazy-eights", |random, games| {
        play_many(random, games, crazy_eights::play)
    }),
    ceiling("hearts", |random, games| {
        play_many(random, games, hearts::play)
    }),
];

const fn ceiling(game: &'static str, play_many: fn(&mut Random, u64) -> i64) -> Ceiling {
    Ceiling { game, play_many }
}

#[inline]
fn play_many<const SEATS: usize>(
    random: &mut Random,
    games: u64,
    play: impl Fn(&mut Random) -> Outcome<SEATS>,
) -> i64 {
    (0..games)
        .map(|_| {
            let outcome = play(random);
            i64::from(outcome.returns[0]) + i64::from(outcome.choices)
        })
        .sum()
}

#[cfg(test)]
mod averages {
    //! Averages over many games, for the tests of the ceilings.

    use super::{Outcome, Random};

    /// The averages of the returns and of the number of choices.
    pub(crate) struct Averages<const SEATS: usize> {
        pub(crate) returns: [f64; SEATS],
        pub(crate) choices: f64,
    }

    pub(crate) fn averages<const SEATS: usize>(
        games: u32,
        play: impl Fn(&mut Random) -> Outcome<SEATS>,
    ) -> Averages<SEATS> {
        let mut random = Random::new(1);
        let mut sums = Averages {
            returns: [0.0; SEATS],
            choices: 0.0,
        };
        for _ in 0..games {
            let outcome = play(&mut random);
            for (sum, value) in sums.returns.iter_mut().zip(outcome.returns) {
                *sum += f64::from(value);
            }
            sums.choices += f64::from(outcome.choices);
        }
        let games = f64::from(games);
        Averages {
            returns: sums.returns.map(|sum| sum / games),
            choices: sums.choices / games,
        }
    }

    /// Fails where a measured average is further from the expected one than `within`.
    #[track_caller]
    pub(crate) fn assert_near(measured: f64, expected: f64, within: f64) {
        assert!(
            (measured - expected).abs() <= within,
            "{measured} is not within {within} of {expected}"
        );
    }
}
