//! Reports: self-contained HTML pages about runs.

mod balance;
mod charts;
mod evolution;
mod field;
pub(crate) mod page;
mod training;

pub use balance::{ReportTable, ReportTables, balance};
pub use evolution::evolution;
pub use field::field;
pub use training::training;
