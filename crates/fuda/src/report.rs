//! Reports: self-contained HTML pages about runs.

mod charts;
mod training;

pub use training::training;
