//! Deals that everybody can check: the studio commits itself before the first card and shows the seed after the last.
//!
//! The commitment is the SHA-256 of a line of text, so that nobody needs fuda to check it:
//!
//! ```text
//! printf 'fuda-deal-1 chacha20 NUMBER KEY' | sha256sum
//! ```

use engine::seed::{Generator, Seed};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The text that a commitment is about; nothing where the seed has no key, because such seeds can be tried out.
pub fn committed(seed: Seed) -> Option<String> {
    match seed.generator {
        Generator::Pcg32 => None,
        Generator::Chacha20 { key } => Some(format!("fuda-deal-1 chacha20 {} {key}", seed.number)),
    }
}

/// The commitment to a seed, in 64 hexadecimal digits.
pub fn commitment(seed: Seed) -> Option<String> {
    let digest = Sha256::digest(committed(seed)?);
    let mut text = String::with_capacity(64);
    for byte in digest {
        write!(text, "{byte:02x}").expect("a string takes everything");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::seed::Key;

    /// `printf 'fuda-deal-1 chacha20 7 0101…' | sha256sum`
    #[test]
    fn a_commitment_is_the_sha_256_of_a_line() {
        let seed = Seed {
            number: 7,
            generator: Generator::Chacha20 { key: Key([1; 32]) },
        };
        let line = format!("fuda-deal-1 chacha20 7 {}", "01".repeat(32));
        assert_eq!(committed(seed), Some(line));
        let expected = "38790331b50ae1e1933471f306fca91798930af6a1de14110c3f72f94d1b01fb";
        assert_eq!(commitment(seed).as_deref(), Some(expected));
        assert_eq!(commitment(Seed::from(7)), None);
    }
}
