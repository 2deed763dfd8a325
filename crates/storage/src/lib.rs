//! Files that are kept: written whole or not at all, locked, and with a checksum where somebody relies on them.
//!
//! What is in the files is left to those who write them.

pub mod run;

mod disk;
mod lock;
mod sealed;

pub use disk::{read, settle, write, write_one_of_many};
pub use lock::{Lock, LockError};
pub use sealed::{SealError, seal, seal_bytes, unseal, unseal_bytes};
