//! Tokens that open seats, names of tables, and seeds: unguessable.

use engine::seed::{Generator, Key, Seed};

/// The number of letters and digits a token has.
pub(crate) const LENGTH: usize = 26;

/// A secret of 130 bits in letters and digits that fit into a link.
pub(crate) fn fresh() -> Result<String, getrandom::Error> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0_u8; LENGTH];
    getrandom::fill(&mut bytes)?;
    let letters = bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)]);
    Ok(letters.map(char::from).collect())
}

/// Hash of a token: a reader of the database cannot sit down.
pub(crate) fn sealed(token: &str) -> [u8; 32] {
    *blake3::hash(token.as_bytes()).as_bytes()
}

/// A seed for a game that nobody chose.
pub(crate) fn seed() -> Result<u64, getrandom::Error> {
    let mut bytes = [0_u8; 8];
    getrandom::fill(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// A seed for a game of people: what was dealt tells nobody what comes.
pub(crate) fn drawn() -> Result<Seed, getrandom::Error> {
    let mut key = [0_u8; 32];
    getrandom::fill(&mut key)?;
    Ok(Seed {
        number: seed()?,
        generator: Generator::Chacha20 { key: Key(key) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_fit_into_a_link() {
        let (one, other) = (fresh().expect("random"), fresh().expect("random"));
        assert_ne!(one, other);
        assert_eq!(one.len(), LENGTH);
        assert!(one.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        assert_ne!(sealed(&one), sealed(&other));
    }
}
