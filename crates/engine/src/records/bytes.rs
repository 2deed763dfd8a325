//! Numbers and texts as bytes, and back: the format of saves and records.
//!
//! The bytes are those of postcard: small numbers take one byte.

use serde::{Deserialize, Serialize};

/// The reason for which bytes could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BytesProblem {
    /// They begin otherwise.
    #[error("this is not {0}")]
    Foreign(&'static str),
    /// They were written by another version.
    #[error("it was written in version {found}; this program reads version {known}")]
    Version {
        /// The version that was found.
        found: u64,
        /// The version that can be read.
        known: u64,
    },
    /// They end too early.
    #[error("it ends in the middle, after {0} bytes")]
    Short(usize),
    /// They do not agree with their checksum.
    #[error("it was changed or damaged: the checksum is wrong")]
    Checksum,
    /// Something in them cannot be.
    #[error("it is damaged: {0}")]
    Wrong(&'static str),
}

/// Writes what [`Reader`] reads.
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn new(magic: &[u8; 4], version: u64) -> Self {
        let mut writer = Self {
            bytes: magic.to_vec(),
        };
        writer.number(version);
        writer
    }

    fn put(&mut self, value: &(impl Serialize + ?Sized)) {
        let bytes = std::mem::take(&mut self.bytes);
        self.bytes = postcard::to_extend(value, bytes).expect("memory can be written to");
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.put(&number);
    }

    pub(crate) fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    pub(crate) fn signed(&mut self, number: i64) {
        self.put(&number);
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.put(text);
    }

    /// Checksum of all that was written.
    pub(crate) fn checksum(&self) -> u64 {
        checksum(&self.bytes)
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        let checksum = self.checksum();
        self.bytes.extend_from_slice(&checksum.to_le_bytes());
        self.bytes
    }
}

/// Reads what [`Writer`] wrote, and trusts nothing.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        bytes: &'a [u8],
        magic: &[u8; 4],
        what: &'static str,
        known: u64,
    ) -> Result<Self, BytesProblem> {
        if !bytes.starts_with(magic) {
            return Err(BytesProblem::Foreign(what));
        }
        let short = BytesProblem::Short(bytes.len());
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(short)?;
        let mut reader = Self {
            bytes: body,
            at: magic.len(),
        };
        let found = reader.number()?;
        if found != known {
            return Err(BytesProblem::Version { found, known });
        }
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(BytesProblem::Checksum);
        }
        Ok(reader)
    }

    pub(crate) fn number(&mut self) -> Result<u64, BytesProblem> {
        self.take("a number is too large")
    }

    fn take<T: Deserialize<'a>>(&mut self, wrong: &'static str) -> Result<T, BytesProblem> {
        let left = self.bytes.get(self.at..).unwrap_or_default();
        let (value, rest) = postcard::take_from_bytes(left).map_err(|error| match error {
            postcard::Error::DeserializeUnexpectedEnd => BytesProblem::Short(self.bytes.len()),
            _ => BytesProblem::Wrong(wrong),
        })?;
        self.at = self.bytes.len() - rest.len();
        Ok(value)
    }

    pub(crate) fn signed(&mut self) -> Result<i64, BytesProblem> {
        self.take("a number is too large")
    }

    /// A number below a limit.
    pub(crate) fn below(
        &mut self,
        limit: usize,
        what: &'static str,
    ) -> Result<usize, BytesProblem> {
        let number = usize::try_from(self.number()?).ok();
        let number = number.filter(|number| *number < limit);
        number.ok_or(BytesProblem::Wrong(what))
    }

    /// The number of things that follow, each of which takes at least a byte.
    pub(crate) fn count(&mut self) -> Result<usize, BytesProblem> {
        let count = usize::try_from(self.number()?).ok();
        let left = self.bytes.len().saturating_sub(self.at);
        count
            .filter(|count| *count <= left)
            .ok_or(BytesProblem::Wrong("a list is longer than the rest"))
    }

    pub(crate) fn text(&mut self) -> Result<String, BytesProblem> {
        self.take::<&str>("a text is no text").map(str::to_owned)
    }

    /// True if everything was read.
    pub(crate) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    pub(crate) fn finish(self) -> Result<(), BytesProblem> {
        if self.at == self.bytes.len() {
            Ok(())
        } else {
            Err(BytesProblem::Wrong("there is more than there should be"))
        }
    }
}

/// FNV-1a: it finds damage, not malice.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_come_back() {
        let numbers = [0, 1, 127, 128, u64::MAX];
        let signed = [0, -1, 1, i64::MIN, i64::MAX];
        let mut writer = Writer::new(b"TEST", 1);
        numbers.iter().for_each(|number| writer.number(*number));
        signed.iter().for_each(|number| writer.signed(*number));
        writer.text("札");
        let bytes = writer.finish();

        let mut reader = Reader::new(&bytes, b"TEST", "a test", 1).expect("just written");
        assert_eq!(numbers.map(|_| reader.number()), numbers.map(Ok));
        assert_eq!(signed.map(|_| reader.signed()), signed.map(Ok));
        assert_eq!(reader.text(), Ok("札".to_owned()));
        assert_eq!(reader.finish(), Ok(()));
    }

    #[test]
    fn a_text_that_is_longer_than_the_rest_is_refused() {
        for (length, read) in [(3, Ok("abc".to_owned())), (4, Err(BytesProblem::Short(9)))] {
            let mut writer = Writer::new(b"TEST", 1);
            writer.number(length);
            writer.bytes.extend(b"abc");
            let bytes = writer.finish();
            let mut reader = Reader::new(&bytes, b"TEST", "a test", 1).expect("well formed");
            assert_eq!(reader.text(), read);
        }
    }

    #[test]
    fn numbers_that_are_too_large_are_refused() {
        let mut writer = Writer::new(b"TEST", 1);
        writer.bytes.extend([0xFF; 10]);
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes, b"TEST", "a test", 1).expect("well formed");
        assert_eq!(
            reader.number(),
            Err(BytesProblem::Wrong("a number is too large"))
        );
    }
}
