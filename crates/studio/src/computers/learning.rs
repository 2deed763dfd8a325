//! Training runs on the machine of the studio. The program around the studio starts them and keeps their folders.

use crate::wire::{NewRun, RunDetail, RunSummary};
use players::{GameNetwork, Lookahead};
use std::fmt::Debug;
use std::sync::Arc;

/// The file name of a network by which a computer plays with a network of a run: `run/NAME` for its best one,
/// `run/NAME/GAMES` for an earlier one.
const OF_RUNS: &str = "run/";

/// Keeps training runs.
pub trait Learning: Debug + Send + Sync {
    /// All runs, the newest first.
    fn runs(&self) -> Vec<RunSummary>;

    /// One of them; none if there is no such run.
    fn run(&self, name: &str) -> Option<RunDetail>;

    /// Starts a run; a reason in words where it cannot be started.
    fn start(&self, wanted: &NewRun) -> Result<RunSummary, String>;

    /// Goes on with a run for some more minutes.
    fn resume(&self, name: &str, minutes: f64) -> Result<RunSummary, String>;

    /// Stops a run, which can be resumed.
    fn stop(&self, name: &str) -> Result<RunSummary, String>;

    /// The bytes of a sample game of a run.
    fn sample(&self, name: &str, sample: &str) -> Option<Vec<u8>>;

    /// A network of a run, ready for a game; the best one if no number of games is named.
    fn network(
        &self,
        name: &str,
        games: Option<&str>,
        lookahead: Arc<Lookahead>,
    ) -> Result<Arc<dyn GameNetwork>, String>;
}

/// The run and the number of games that the file of a network names; nothing if it names a file of another kind.
pub(crate) fn run_of(file: &str) -> Option<(&str, Option<&str>)> {
    let rest = file.strip_prefix(OF_RUNS)?;
    let (name, games) = match rest.split_once('/') {
        Some((name, games)) => (name, Some(games)),
        None => (rest, None),
    };
    (is_name(name) && games.is_none_or(is_name)).then_some((name, games))
}

/// True if a text can be the name of a run, a sample or a checkpoint: no path leads out of its folder.
pub(crate) fn is_name(text: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    !text.is_empty() && text.len() <= 80 && text.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder_of_runs() {
        assert_eq!(run_of("run/eights-1"), Some(("eights-1", None)));
        let earlier = run_of("run/eights-1/000010000");
        assert_eq!(earlier, Some(("eights-1", Some("000010000"))));
        for file in [
            "",
            "run/",
            "run/..",
            "run/../x",
            "run/a/..",
            "run/a/b/c",
            "run/a//",
            "run//etc",
            "/etc/passwd",
            "run/a b",
            "runs/a",
        ] {
            assert_eq!(run_of(file), None, "{file}");
        }
    }
}
