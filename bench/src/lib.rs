//! What fuda is measured against, and the workloads that are measured.
//!
//! Nothing here belongs to the program: hand-written games as a ceiling, other engines as
//! neighbours, and pinned inputs. The programs that measure are in `benches/`; `README.md` says how
//! to read what they print.

pub mod arguments;
pub mod ceiling;
pub mod counting;
pub mod fuda;
pub mod games;
pub mod many_cards;
pub mod peers;
pub mod random;
pub mod stopwatch;
