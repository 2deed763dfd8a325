//! The steps of a run, and what is told after each.

use super::setup::not_opened;
use super::{Evolve, failed, tell};
use crate::cli::Format;
use crate::commands::matched::no_player;
use crate::commands::runs::{located, stop_flag};
use crate::commands::{Outcome, dump};
use crate::output;
use anyhow::Context;
use fuda::boards::Work;
use fuda::evolving::Opened;
use metagame::folder;
use metagame::stage::Unplayable;
use std::path::Path;
use std::sync::atomic::Ordering;

impl Evolve {
    /// Makes steps until the run is over or somebody stops it.
    pub(super) fn go(&self, opened: Opened) -> anyhow::Result<Outcome> {
        let stop = stop_flag(opened.folder.path());
        let building = match opened.building() {
            Ok(building) => building,
            Err(error) => return not_opened(error, &opened.files).outcome(),
        };
        let mut run = opened.run(&building).map_err(failed)?;
        let language = self.language.language();
        let work = Work {
            threads: self.threads.count(),
            stop: &stop,
            onlooker: &|_| Ok(()),
        };
        let mut telling = tell::Telling::begin(&opened.header, &run.state)?;
        while !run.is_over() && !stop.load(Ordering::Relaxed) {
            let step = run.next();
            match opened.step(&mut run, language, work) {
                Ok(()) => {}
                Err(Unplayable::Stopped) => break,
                Err(error) => return self.broken(&opened, error),
            }
            opened.save(&run.state).map_err(failed)?;
            telling.step(step, &run)?;
        }
        if !run.is_over() {
            telling.stopped(opened.folder.path())?;
            return Ok(Outcome::Done);
        }
        let checked = match opened.checked(&run, work) {
            Ok(checked) => checked,
            Err(Unplayable::Stopped) => {
                telling.stopped(opened.folder.path())?;
                return Ok(Outcome::Done);
            }
            Err(error) => return self.broken(&opened, error),
        };
        opened.finish(&run.state, &checked, language)?;
        telling.end(opened.folder.path(), &run.state, &checked)?;
        Ok(Outcome::Done)
    }

    /// Games that could not be played: a fault of the game is written down.
    fn broken(&self, opened: &Opened, error: Unplayable) -> anyhow::Result<Outcome> {
        match error {
            Unplayable::Fault {
                message,
                mut record,
            } => {
                record.parameters.clone_from(&opened.header.parameters);
                output::complain(&format!("a game was stopped: {message}"), None)?;
                let file = opened
                    .folder
                    .path()
                    .join(format!("fault-{}.record", record.seed));
                dump::write_stopped(&record, Some(&file))?;
                Ok(Outcome::Problems)
            }
            Unplayable::Player(error) => Err(no_player(&error).into()),
            error => Err(error.into()),
        }
    }

    /// Writes the report of the run in a folder, whatever becomes of the run.
    pub(super) fn report_on(&self, path: &Path) -> anyhow::Result<Outcome> {
        let header = folder::read_header(path).map_err(failed)?;
        let state = folder::read_state(path).map_err(failed)?;
        let state = state.context("the run has not made a step yet")?;
        let (game, _) = match located(&header.game, Format::Text) {
            Ok(located) => located,
            Err(error) => return error.outcome(),
        };
        let language = self.language.language();
        let checked = folder::read_checked(path).map_err(failed)?;
        let page = fuda::report::evolution(&game, &header, &state, &checked, language)?;
        let file = path.join("report.html");
        crate::commands::write(&file, page.as_bytes())?;
        output::print(&format!("{}\n", file.display()))?;
        Ok(Outcome::Done)
    }
}
