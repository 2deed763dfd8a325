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

use cgml::vocabulary::Language;

/// The player and the seed of the games that a page is about.
pub fn about(player: &str, seed: u64, language: Language) -> String {
    match language {
        Language::English => format!("{player}, seed {seed}"),
        Language::Japanese => format!("プレイヤー {player}、シード {seed}"),
    }
}
