//! Beginnings of chance: a number, and the generator that makes a stream of random bits of it.
//!
//! [`Generator::Pcg32`] is fast and what simulation uses; whoever sees enough of its stream can predict the rest.
//! [`Generator::Chacha20`] is for tables at which people play: without its key nobody can tell what comes from
//! what came.

use crate::random::{Bits, Random};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The beginning of a game's chance. A plain number is a seed of the fast generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed {
    /// The number: of the stream, if the generator has a key.
    pub number: u64,
    /// Generator of the stream, with its key if it has one.
    pub generator: Generator,
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        Self {
            number,
            generator: Generator::Pcg32,
        }
    }
}

/// The number alone, or with the key: `7`, or `7:` and 64 hexadecimal digits.
impl fmt::Display for Seed {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.generator {
            Generator::Pcg32 => write!(to, "{}", self.number),
            Generator::Chacha20 { key } => write!(to, "{}:{key}", self.number),
        }
    }
}

/// The text is not a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a seed is a whole number from 0 to 18446744073709551615")]
pub struct NoSeed;

impl FromStr for Seed {
    type Err = NoSeed;

    fn from_str(text: &str) -> Result<Self, NoSeed> {
        let (number, key) = match text.split_once(':') {
            Some((number, key)) => (number, Some(key)),
            None => (text, None),
        };
        let generator = match key {
            Some(key) => Generator::Chacha20 {
                key: key.parse().map_err(|_| NoSeed)?,
            },
            None => Generator::Pcg32,
        };
        let number = number.parse().map_err(|_| NoSeed)?;
        Ok(Self { number, generator })
    }
}

/// A generator of random bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Generator {
    /// Small and fast: see [`Random`].
    #[default]
    Pcg32,
    /// ChaCha with 20 rounds. The number of the seed is its stream.
    Chacha20 {
        /// Its key: whoever knows it knows every card.
        key: Key,
    },
}

impl Generator {
    /// True if it is the fast one.
    pub fn is_fast(&self) -> bool {
        matches!(self, Self::Pcg32)
    }
}

/// A key of 256 bits, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key(pub [u8; 32]);

/// The text is not a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key has 64 hexadecimal digits")]
pub struct NoKey;

impl fmt::Display for Key {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(to, "{byte:02x}"))
    }
}

/// A key is a secret as long as its game lasts: messages and logs do not show it.
impl fmt::Debug for Key {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("Key(…)")
    }
}

impl FromStr for Key {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Self, NoKey> {
        let digits: Option<Vec<u8>> = text
            .chars()
            .map(|digit| digit.to_digit(16).map(|digit| digit as u8))
            .collect();
        let digits = digits.filter(|digits| digits.len() == 64).ok_or(NoKey)?;
        let mut key = [0; 32];
        for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = pair[0] << 4 | pair[1];
        }
        Ok(Self(key))
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// A stream of random bits and how far it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stream {
    Fast(Random),
    Keyed(Keyed),
}

/// A stream of ChaCha20. The words that were drawn are counted, so that copying it copies a few bytes and no buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Keyed {
    pub(crate) key: Key,
    pub(crate) stream: u64,
    pub(crate) drawn: u64,
}

impl From<Seed> for Stream {
    fn from(seed: Seed) -> Self {
        match seed.generator {
            Generator::Pcg32 => Self::Fast(Random::new(seed.number)),
            Generator::Chacha20 { key } => Self::Keyed(Keyed {
                key,
                stream: seed.number,
                drawn: 0,
            }),
        }
    }
}

impl Keyed {
    /// Draws, and counts what was drawn.
    pub(crate) fn draw<T>(&mut self, draw: impl FnOnce(&mut Words) -> T) -> T {
        let mut chacha = ChaCha20Rng::from_seed(self.key.0);
        chacha.set_stream(self.stream);
        chacha.set_word_pos(self.drawn.into());
        let mut words = Words(chacha);
        let drawn = draw(&mut words);
        self.drawn = words.0.get_word_pos() as u64;
        drawn
    }
}

/// Random bits of ChaCha20.
pub(crate) struct Words(ChaCha20Rng);

impl Bits for Words {
    fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{below, shuffle};

    fn keyed(key: u8, stream: u64) -> Keyed {
        Keyed {
            key: Key([key; 32]),
            stream,
            drawn: 0,
        }
    }

    /// The first words of the stream, as RFC 8439 has them for a key of zeros.
    #[test]
    fn the_stream_is_that_of_chacha20() {
        let mut stream = keyed(0, 0);
        let words: Vec<u32> = (0..3).map(|_| stream.draw(Bits::bits)).collect();
        assert_eq!(words, [0xade0_b876, 0x903d_f1a0, 0xe56a_5d40]);
        assert_eq!(stream.drawn, 3);
    }

    #[test]
    fn drawing_at_once_and_one_by_one_is_the_same() {
        let (mut at_once, mut one_by_one) = (keyed(3, 9), keyed(3, 9));
        let many = at_once.draw(|words| [0; 99].map(|_: u32| words.bits()));
        assert_eq!([0; 99].map(|_: u32| one_by_one.draw(Bits::bits)), many);
        assert_eq!(at_once, one_by_one);
    }

    #[test]
    fn keys_and_numbers_make_streams_of_their_own() {
        let order = |mut of: Keyed| {
            let mut cards: Vec<u32> = (0..52).collect();
            of.draw(|words| shuffle(words, &mut cards));
            cards
        };
        assert_eq!(order(keyed(1, 1)), order(keyed(1, 1)));
        assert_ne!(order(keyed(1, 1)), order(keyed(2, 1)));
        assert_ne!(order(keyed(1, 1)), order(keyed(1, 2)));
        let mut counts = [0_u32; 6];
        let mut dice = keyed(1, 1);
        dice.draw(|words| (0..60_000).for_each(|_| counts[below(words, 6) as usize] += 1));
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 400));
    }

    #[test]
    fn a_seed_is_written_as_one_text() {
        let keyed = Seed {
            number: 7,
            generator: Generator::Chacha20 { key: Key([1; 32]) },
        };
        let text = format!("7:{}", "01".repeat(32));
        assert_eq!(keyed.to_string(), text);
        assert_eq!(text.parse(), Ok(keyed));
        assert_eq!("7".parse(), Ok(Seed::from(7)));
        for wrong in ["", "x", "-1", "7:", "7:00", ":", "18446744073709551616"] {
            assert_eq!(wrong.parse::<Seed>(), Err(NoSeed), "{wrong}");
        }
    }

    #[test]
    fn a_key_is_written_in_digits_and_never_shown_by_accident() {
        let text = "00ff".repeat(16);
        let key: Key = text.parse().expect("a key");
        assert_eq!(key.to_string(), text);
        assert_eq!(format!("{key:?}"), "Key(…)");
        for wrong in [
            "",
            "00",
            &"0g".repeat(32),
            &"00".repeat(33),
            &"札".repeat(64),
        ] {
            assert_eq!(wrong.parse::<Key>(), Err(NoKey), "{wrong}");
        }
    }
}
