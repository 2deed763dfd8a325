//! Text with a checksum: what was changed by chance, or by hand, is not taken for what was written.

/// Why a text is not what was sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// There is no checksum.
    #[error("it has no checksum")]
    Missing,
    /// The checksum is of another text.
    #[error("its checksum is of something else: it was damaged or changed")]
    Broken,
}

const MARK: &str = "checksum ";

/// A text with its checksum in the last line.
pub fn seal(text: &str) -> String {
    let checksum = blake3::hash(text.as_bytes()).to_hex();
    format!("{text}\n{MARK}{checksum}\n")
}

/// The text that was sealed.
pub fn unseal(sealed: &str) -> Result<&str, SealError> {
    let whole = sealed.strip_suffix('\n').ok_or(SealError::Missing)?;
    let (text, last) = whole.rsplit_once('\n').ok_or(SealError::Missing)?;
    let checksum = last.strip_prefix(MARK).ok_or(SealError::Missing)?;
    match blake3::hash(text.as_bytes()).to_hex().as_str() == checksum {
        true => Ok(text),
        false => Err(SealError::Broken),
    }
}

/// Bytes with their checksum at the end.
pub fn seal_bytes(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = blake3::hash(&bytes);
    bytes.extend_from_slice(checksum.as_bytes());
    bytes
}

/// The bytes that were sealed.
pub fn unseal_bytes(sealed: &[u8]) -> Result<&[u8], SealError> {
    let at = sealed.len().checked_sub(blake3::OUT_LEN);
    let (bytes, checksum) = sealed.split_at(at.ok_or(SealError::Missing)?);
    match blake3::hash(bytes).as_bytes() == checksum {
        true => Ok(bytes),
        false => Err(SealError::Broken),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_byte_breaks_the_seal() {
        let sealed = seal("{\"a\":\n1}");
        assert_eq!(unseal(&sealed), Ok("{\"a\":\n1}"));
        for at in 0..sealed.len() {
            let mut bytes = sealed.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).expect("it is ASCII");
            assert!(unseal(&changed).is_err(), "byte {at}");
            assert!(unseal(&sealed[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn bytes_are_sealed_as_texts_are() {
        let sealed = seal_bytes(vec![0, 255, 7]);
        assert_eq!(unseal_bytes(&sealed), Ok(&[0, 255, 7][..]));
        for at in 0..sealed.len() {
            let mut bytes = sealed.clone();
            bytes[at] ^= 1;
            assert!(unseal_bytes(&bytes).is_err(), "byte {at}");
            assert!(unseal_bytes(&sealed[..at]).is_err(), "cut at {at}");
        }
    }
}
