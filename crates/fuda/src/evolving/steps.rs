//! The steps of a run, and what is written after each.

use super::Opened;
use super::journal::Journal;
use super::result::result;
use crate::boards::Work;
use cgml::vocabulary::Language;
use metagame::evolution::{Run, State, Step};
use metagame::folder::{FolderError, Logs};
use metagame::payoffs::Deals;
use metagame::stage::{Played, Unplayable};
use serde_json::Value;
use std::io;

/// Deals with which another player checks the champions.
const CHECK_DEALS: u64 = 200;

/// The reason why the end of a run cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum Unfinished {
    /// The folder cannot be written to.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// There is no report.
    #[error("the report cannot be written: {0}")]
    Report(#[from] askama::Error),
    /// The result cannot be written as text.
    #[error(transparent)]
    Text(#[from] serde_json::Error),
}

impl Opened {
    /// Makes a step with games of the run's player. If games cannot be played, the run is as it was.
    pub fn step(
        &self,
        run: &mut Run<'_>,
        language: Language,
        work: Work<'_>,
    ) -> Result<(), Unplayable> {
        let step = run.next();
        let journal = Journal {
            folder: self.folder.path().to_owned(),
            step: step_name(step, &run.state),
            language: language.code(),
        };
        let is_kept = match self.header.logs {
            Logs::None => false,
            Logs::Champions => step == Step::Confirmation,
            Logs::All => true,
        };
        let onlooker = |played: &Played<'_>| -> io::Result<()> {
            if is_kept {
                journal.write(played)?;
            }
            (work.onlooker)(played)
        };
        let work = Work {
            onlooker: &onlooker,
            ..work
        };
        let ground = self.ground();
        ground.with_judge(&self.header.player, work, |judge| run.step(judge))
    }

    /// Keeps a run as it is after a step.
    pub fn save(&self, state: &State) -> Result<(), FolderError> {
        self.folder.save(&self.game, state)
    }

    /// Champions as another player sees them, if the run has one.
    pub fn checked(
        &self,
        run: &Run<'_>,
        work: Work<'_>,
    ) -> Result<Vec<(String, Deals)>, Unplayable> {
        let Some(checker) = &self.header.checker else {
            return Ok(Vec::new());
        };
        let deals = CHECK_DEALS.min(self.header.settings.confirm_deals);
        let ground = self.ground();
        ground.with_judge(checker, work, |judge| run.checked(judge, deals))
    }

    /// Writes the result and the report of a run that is over; the result.
    pub fn finish(
        &self,
        state: &State,
        checked: &[(String, Deals)],
        language: Language,
    ) -> Result<Value, Unfinished> {
        self.folder.save_checked(checked)?;
        let result = self.result(state, checked);
        let text = serde_json::to_string_pretty(&result)?;
        self.folder.write("result.json", text.as_bytes())?;
        let page = crate::report::evolution(&self.game, &self.header, state, checked, language)?;
        self.folder.write("report.html", page.as_bytes())?;
        Ok(result)
    }

    /// The result so far.
    pub fn result(&self, state: &State, checked: &[(String, Deals)]) -> Value {
        result(&self.game, &self.header, state, checked)
    }
}

/// The name of a step in the names of files.
fn step_name(step: Step, state: &State) -> String {
    match step {
        Step::Mix => format!("r{:02}_field", state.round + 1),
        Step::Generation => format!("r{:02}_g{:03}", state.round + 1, state.generation + 1),
        Step::Confirmation => format!("r{:02}_champion", state.round + 1),
    }
}
