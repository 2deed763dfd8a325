//! Training runs on the machine of the studio. The program around the studio starts them and keeps their folders.

use crate::runs::{OwnRuns, is_name};
use crate::wire::{MoreMinutes, NewRun, RunDetail, RunSummary};
use players::{GameNetwork, Lookahead};
use std::sync::Arc;

/// The file name of a network by which a computer plays with a network of a run: `run/NAME` for its best one,
/// `run/NAME/GAMES` for an earlier one.
const OF_RUNS: &str = "run/";

/// Keeps training runs.
pub trait Learning:
    OwnRuns<Wanted = NewRun, More = MoreMinutes, Summary = RunSummary, Detail = RunDetail>
{
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
