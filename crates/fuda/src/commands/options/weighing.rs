//! Options of commands that play many games for figures: who plays them, and where the figures go.

use crate::cli::{ResultFormat, Threads, Tongue};
use cgml::vocabulary::Language;
use clap::Args;
use fuda::sim::LIMIT;
use players::PlayerSpec;
use std::path::PathBuf;

/// Player, seed and threads of games, and the places of their figures.
#[derive(Debug, Args)]
pub(crate) struct Weighing {
    /// Player of all seats
    #[arg(long, value_name = "PLAYER", default_value = "greedy:30")]
    pub(in crate::commands) player: PlayerSpec,

    /// The seed, from which the seeds of all games follow
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(in crate::commands) seed: u64,

    /// After how many decisions a game is broken off
    #[arg(long, value_name = "N", default_value_t = LIMIT, value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::commands) limit: u64,

    #[command(flatten)]
    pub(in crate::commands) threads: Threads,

    /// Writes a page with all figures
    #[arg(long, value_name = "FILE")]
    pub(in crate::commands) html: Option<PathBuf>,

    /// Writes the main table with commas: pairs of decks, or cards
    #[arg(long, value_name = "FILE")]
    pub(in crate::commands) csv: Option<PathBuf>,

    /// Writes everything into a folder: all tables with commas, `result.json` and `report.html`
    #[arg(long, value_name = "DIR")]
    pub(in crate::commands) out: Option<PathBuf>,

    /// The language of the page
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    pub(in crate::commands) language: Tongue,

    #[command(flatten)]
    pub(in crate::commands) result: ResultFormat,
}

impl Weighing {
    /// The language of the page.
    pub(in crate::commands) fn language(&self) -> Language {
        self.language.language()
    }
}
