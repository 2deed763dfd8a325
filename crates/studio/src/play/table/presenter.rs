//! The presenter of a table: everything that was put into words for its readers, language by language.

use super::logs::Logs;
use crate::wire::Thinking;
use std::collections::BTreeMap;

/// Words for the readers of a game. All of them can be made anew from the game.
#[derive(Default)]
pub(super) struct Presenter {
    /// Choices so far of a question for several, by language.
    pub(super) chosen: BTreeMap<&'static str, Vec<String>>,
    pub(super) logs: BTreeMap<&'static str, Logs>,
    /// Thoughts of the computer that chose last, by language.
    pub(super) thinking: BTreeMap<&'static str, Thinking>,
}

impl Presenter {
    /// Forgets the logs, which are long.
    pub(super) fn rest(&mut self) {
        self.logs.clear();
    }
}
