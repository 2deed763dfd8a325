//! Games as bytes and words: saves, records, and notation.

pub(crate) mod bytes;
pub mod notation;
pub mod recent;
pub mod record;
pub mod save;
