//! What fuda is measured against, and the workloads that are measured.
//!
//! Nothing here belongs to the program: hand-written games as a ceiling, other engines as
//! neighbours, and pinned inputs. What measures is in `measure/`; `README.md` says how
//! to read what they print.

pub mod arguments;
pub mod ceiling;
pub mod counting;
pub mod fuda;
pub mod games;
pub mod many_cards;
pub mod page;
pub mod peers;
pub mod random;
pub mod stopwatch;
