//! The position's own source of chance: small, portable, the same on every machine.

/// A generator of random numbers (PCG32: a 64-bit linear congruence whose output is permuted).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

impl Random {
    /// The stream that a seed begins.
    pub fn new(seed: u64) -> Self {
        let mut random = Self {
            state: mixed(seed).wrapping_add(INCREMENT),
        };
        random.bits();
        random
    }

    /// The stream that goes on from a saved state.
    pub(crate) fn from_state(state: u64) -> Self {
        Self { state }
    }

    /// The state for [`Self::from_state`].
    pub(crate) fn state(&self) -> u64 {
        self.state
    }

    /// The next 32 random bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        let old = self.state;
        self.state = old.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
        let mixed = (((old >> 18) ^ old) >> 27) as u32;
        mixed.rotate_right((old >> 59) as u32)
    }

    /// A number below `limit`, each equally likely. `limit` is not 0.
    #[inline]
    pub fn below(&mut self, limit: u32) -> u32 {
        below(self, limit)
    }

    /// Puts items into a random order, every order equally likely.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let mut random = self.clone();
        shuffle(&mut random, items);
        *self = random;
    }
}

/// A source of random bits.
pub(crate) trait Bits {
    /// The next 32 random bits.
    fn bits(&mut self) -> u32;
}

impl Bits for Random {
    #[inline]
    fn bits(&mut self) -> u32 {
        Self::bits(self)
    }
}

/// A number below `limit`, each equally likely (Lemire's method). `limit` is not 0.
#[inline]
pub(crate) fn below(bits: &mut impl Bits, limit: u32) -> u32 {
    let mut product = u64::from(bits.bits()) * u64::from(limit);
    if (product as u32) < limit {
        let unfair = limit.wrapping_neg() % limit;
        while (product as u32) < unfair {
            product = u64::from(bits.bits()) * u64::from(limit);
        }
    }
    (product >> 32) as u32
}

/// Puts items into a random order, every order equally likely.
#[inline]
pub(crate) fn shuffle<T>(bits: &mut impl Bits, items: &mut [T]) {
    let mut rest = items;
    while let [others @ .., last] = rest {
        if others.is_empty() {
            break;
        }
        let place = below(bits, others.len() as u32 + 1) as usize;
        if let Some(other) = others.get_mut(place) {
            std::mem::swap(other, last);
        }
        rest = others;
    }
}

/// Spreads the bits of a seed, so that seeds 1, 2, 3 begin streams that have nothing in common.
pub fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The seed of the part with a number, of something that has a seed: of a game of a series, of a player of a
/// game. Parts with other numbers have nothing in common with it.
#[inline]
pub fn derived(seed: u64, number: u64) -> u64 {
    mixed(mixed(seed).wrapping_add(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_limit_is_equally_likely() {
        let mut random = Random::new(7);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 400));
    }

    #[test]
    fn a_stream_depends_on_its_seed_alone() {
        let draw = |seed| (0..4).map(|_| Random::new(seed).bits()).collect::<Vec<_>>();
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }

    #[test]
    fn parts_of_near_seeds_have_seeds_of_their_own() {
        let mut seeds: Vec<u64> = (0..50)
            .flat_map(|seed| (0..50).map(move |number| derived(seed, number)))
            .collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 2500);
    }

    #[test]
    fn the_stream_is_the_same_on_every_machine() {
        let mut random = Random::new(2026);
        let drawn: Vec<u32> = (0..3).map(|_| random.bits()).collect();
        let again = Random::from_state(random.state());
        assert_eq!(random, again);
        assert_eq!(drawn.len(), 3);
    }
}
