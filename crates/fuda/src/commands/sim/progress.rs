//! Progress and records while games are played.

use engine::record::Record;
use fuda::sim::Onlooker;
use indicatif::{ProgressBar, ProgressStyle};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Shorter work is not worth a bar.
const SOON: Duration = Duration::from_secs(1);

/// Shows a progress bar on a terminal, and writes records.
pub(super) struct Watcher<'a> {
    bar: ProgressBar,
    started: Instant,
    done: AtomicU64,
    records: Option<&'a Path>,
    parameters: &'a [(String, String)],
    /// The number of digits the number of a game has.
    digits: usize,
}

impl<'a> Watcher<'a> {
    pub(super) fn new(
        games: u64,
        records: Option<&'a Path>,
        parameters: &'a [(String, String)],
    ) -> Self {
        let bar = ProgressBar::new(games);
        let style =
            ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self {
            bar,
            started: Instant::now(),
            done: AtomicU64::new(0),
            records,
            parameters,
            digits: games.saturating_sub(1).to_string().len(),
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Onlooker for Watcher<'_> {
    fn wants_records(&self) -> bool {
        self.records.is_some()
    }

    fn record(&self, number: u64, mut record: Record) -> io::Result<()> {
        let Some(folder) = self.records else {
            return Ok(());
        };
        record.parameters = self.parameters.to_vec();
        let name = format!("{number:0digits$}.record", digits = self.digits);
        storage::write_one_of_many(&folder.join(name), &record.to_bytes())
    }

    fn done(&self, games: u64) {
        let done = self.done.fetch_add(games, Ordering::Relaxed) + games;
        if self.started.elapsed() > SOON {
            self.bar.set_position(done);
        }
    }
}
