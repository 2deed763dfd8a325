//! Random numbers for the ceilings: fast, small, and the same in every run.
//!
//! One 64-bit number yields several small ones, because drawing is most of what a game of chance
//! costs.

/// A stream of random numbers, fixed by its seed. The generator is the one known as wyrand.
pub struct Random {
    state: u64,
}

impl Random {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn draw(&mut self) -> Draw {
        self.state = self.state.wrapping_add(0xa076_1d64_78bd_642f);
        let (low, high) = wide_product(self.state, self.state ^ 0xe703_7ed1_a0b4_28db);
        Draw(low ^ high)
    }

    /// Puts the cards in random order.
    #[inline]
    pub fn shuffle(&mut self, cards: &mut [u8]) {
        let mut left = cards.len();
        while left > 1 {
            let mut draw = self.draw();
            for _ in 0..SWAPS_FOR_EACH_DRAW.min(left - 1) {
                cards.swap(left - 1, draw.below(left));
                left -= 1;
            }
        }
    }
}

/// Six numbers below 52 use up 35 of 64 bits: no order is more likely than another by more than one
/// part in five hundred million.
const SWAPS_FOR_EACH_DRAW: usize = 6;

/// Random bits that are used up by the numbers taken from them.
pub struct Draw(u64);

impl Draw {
    /// A number from 0 to `count` − 1. What is left of the bits serves the next number; the product
    /// of all counts should stay far below 2⁶⁴.
    #[inline]
    pub fn below(&mut self, count: usize) -> usize {
        let (low, high) = wide_product(self.0, count as u64);
        self.0 = low;
        high as usize
    }
}

#[inline]
fn wide_product(left: u64, right: u64) -> (u64, u64) {
    let product = u128::from(left) * u128::from(right);
    (product as u64, (product >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_equally_likely_in_every_place() {
        const ROUNDS: u32 = 520_000;
        let mut random = Random::new(1);
        let mut seen = [[0u32; 52]; 52];

        for _ in 0..ROUNDS {
            let mut cards: [u8; 52] = std::array::from_fn(|card| card as u8);
            random.shuffle(&mut cards);
            for (place, card) in cards.into_iter().enumerate() {
                seen[place][usize::from(card)] += 1;
            }
        }

        // 10,000 are expected with a deviation of 99; five deviations happen once in a million.
        let strays = seen.iter().flatten();
        let strays: Vec<&u32> = strays
            .filter(|count| count.abs_diff(10_000) > 500)
            .collect();
        assert_eq!(strays, [&0; 0]);
    }
}
