//! Runs on the machine of the studio: long work, each in a folder of its own. The program around the studio starts them.

use crate::wire::{CardWorths, MetaRunDetail, MetaRunSummary, NewMetaRun};
use std::fmt::Debug;

/// Keeps runs of one kind.
pub trait OwnRuns: Debug + Send + Sync {
    /// Wishes of somebody who starts one.
    type Wanted;
    /// Wishes of somebody who goes on with one.
    type More;
    /// A run in a list.
    type Summary;
    /// A run with its figures.
    type Detail;

    /// All runs, the newest first.
    fn runs(&self) -> Vec<Self::Summary>;

    /// One of them; none if there is no such run.
    fn run(&self, name: &str) -> Option<Self::Detail>;

    /// Starts a run; a reason in words where it cannot be started.
    fn start(&self, wanted: &Self::Wanted) -> Result<Self::Summary, String>;

    /// Goes on with a run.
    fn resume(&self, name: &str, more: &Self::More) -> Result<Self::Summary, String>;

    /// Stops a run, which can be resumed.
    fn stop(&self, name: &str) -> Result<Self::Summary, String>;
}

/// Keeps runs that breed decks or weigh them.
pub trait Metagame:
    OwnRuns<Wanted = NewMetaRun, More = (), Summary = MetaRunSummary, Detail = MetaRunDetail>
{
    /// The report of a run as a page in a language; a reason in words where it cannot be made.
    fn report(&self, name: &str, language: &str) -> Result<String, String>;

    /// The worth of the cards of a game, from the newest run that knows of it.
    fn worths(&self, game: &str) -> Option<CardWorths>;
}

/// True if a text can be the name of a run, or of something in its folder: no path leads out of it.
pub(crate) fn is_name(text: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    !text.is_empty() && text.len() <= 80 && text.chars().all(is_plain)
}
