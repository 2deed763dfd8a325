//! The steps of a run, and what is written after each.

use super::result::result;
use super::setup::{Opened, Start};
use super::{Evolve, failed, tell};
use crate::cli::Format;
use crate::commands::matched::no_player;
use crate::commands::runs::{located, stop_flag};
use crate::commands::{Outcome, dump};
use crate::output;
use anyhow::Context;
use fuda::boards::DeckBoards;
use fuda::evolving::{Journal, LineJudge};
use metagame::evolution::{Judge, Run, StageJudge, State, Step};
use metagame::folder::{self, FolderError, Goal, Logs};
use metagame::payoffs::Deals;
use metagame::stage::{Played, Stage, Unplayable};
use metagame::usage::playing_moves;
use players::PlayerSpec;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Deals with which another player checks the champions.
const CHECK_DEALS: u64 = 200;

impl Evolve {
    /// Makes steps until the run is over or somebody stops it.
    pub(super) fn go(&self, opened: Opened) -> anyhow::Result<Outcome> {
        let stop = stop_flag(opened.folder.path());
        let building = opened.building()?;
        let settings = opened.header.settings.clone();
        let mut run = match &opened.start {
            Start::New { environment, decks } => {
                Run::new(&building, settings, environment.clone(), decks.clone())
            }
            Start::Stopped(state) => Run::resume(&building, settings, (**state).clone()),
        };
        if let Some(problem) = run.state.problem(&building) {
            let file = opened.folder.path().join("state.bin");
            return Err(failed(FolderError::Damaged(file, problem)));
        }
        let mut telling = tell::Telling::begin(&opened.header, &run.state)?;
        while !run.is_over() && !stop.load(Ordering::Relaxed) {
            let step = run.next();
            match self.step(&opened, &mut run, step, &stop) {
                Ok(()) => {}
                Err(Unplayable::Stopped) => break,
                Err(error) => return self.broken(&opened, error),
            }
            opened
                .folder
                .save(&opened.game, &run.state)
                .map_err(failed)?;
            telling.step(step, &run)?;
        }
        if !run.is_over() {
            telling.stopped(opened.folder.path())?;
            return Ok(Outcome::Done);
        }
        let checked = match self.checked(&opened, &run, &stop) {
            Ok(checked) => checked,
            Err(Unplayable::Stopped) => {
                telling.stopped(opened.folder.path())?;
                return Ok(Outcome::Done);
            }
            Err(error) => return self.broken(&opened, error),
        };
        opened.folder.save_checked(&checked).map_err(failed)?;
        let result = result(&opened.game, &opened.header, &run.state, &checked);
        let text = serde_json::to_string_pretty(&result)?;
        opened
            .folder
            .write("result.json", text.as_bytes())
            .map_err(failed)?;
        self.write_report(&opened, &run.state, &checked)?;
        telling.end(opened.folder.path(), &run.state, &checked)?;
        Ok(Outcome::Done)
    }

    fn step(
        &self,
        opened: &Opened,
        run: &mut Run<'_>,
        step: Step,
        stop: &AtomicBool,
    ) -> Result<(), Unplayable> {
        let state = &run.state;
        let journal = Journal {
            folder: opened.folder.path().to_owned(),
            step: match step {
                Step::Mix => format!("r{:02}_field", state.round + 1),
                Step::Generation => format!("r{:02}_g{:03}", state.round + 1, state.generation + 1),
                Step::Confirmation => format!("r{:02}_champion", state.round + 1),
            },
            language: self.language.language().code(),
        };
        let is_kept = match opened.header.logs {
            Logs::None => false,
            Logs::Champions => step == Step::Confirmation,
            Logs::All => true,
        };
        let onlooker = |played: &Played<'_>| {
            if is_kept {
                journal.write(played)
            } else {
                Ok(())
            }
        };
        let player = name(&opened.header.player)?;
        self.with_judge(opened, &player, &onlooker, stop, &mut |judge| {
            run.step(judge)
        })
    }

    /// Champions as another player sees them.
    fn checked(
        &self,
        opened: &Opened,
        run: &Run<'_>,
        stop: &AtomicBool,
    ) -> Result<Vec<(String, Deals)>, Unplayable> {
        let Some(checker) = &opened.header.checker else {
            return Ok(Vec::new());
        };
        let mut checked = Vec::new();
        let (player, deals) = (
            name(checker)?,
            CHECK_DEALS.min(opened.header.settings.confirm_deals),
        );
        self.with_judge(opened, &player, &|_| Ok(()), stop, &mut |judge| {
            checked = run.checked(judge, deals)?;
            Ok(())
        })?;
        Ok(checked)
    }

    /// Does something with the judge of a run.
    fn with_judge(
        &self,
        opened: &Opened,
        player: &PlayerSpec,
        onlooker: &(dyn Fn(&Played<'_>) -> io::Result<()> + Sync),
        stop: &AtomicBool,
        work: &mut dyn FnMut(&dyn Judge) -> Result<(), Unplayable>,
    ) -> Result<(), Unplayable> {
        let settings = opened.match_settings();
        let boards = DeckBoards::new(
            &opened.game,
            &opened.files,
            settings,
            vec![player.clone()],
            0,
        );
        let threads = self.threads.count();
        match opened.header.goal {
            Goal::Win => {
                let stage = Stage {
                    boards: &boards,
                    players: [player.clone(), player.clone()],
                    moves: playing_moves(&opened.game),
                    limit: opened.header.limit,
                    threads,
                    stop,
                };
                work(&StageJudge {
                    stage: &stage,
                    onlooker,
                    pairings: AtomicUsize::new(0),
                })
            }
            Goal::Ftk { budget, practice } => work(&LineJudge {
                boards: &boards,
                budget,
                practice,
                threads,
                stop,
                kept: Mutex::new(Vec::new()),
            }),
        }
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

    fn write_report(
        &self,
        opened: &Opened,
        state: &State,
        checked: &[(String, Deals)],
    ) -> anyhow::Result<()> {
        let language = self.language.language();
        let page = fuda::report::evolution(&opened.game, &opened.header, state, checked, language)?;
        opened
            .folder
            .write("report.html", page.as_bytes())
            .map_err(failed)
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

/// A player of a run.
fn name(text: &str) -> Result<PlayerSpec, Unplayable> {
    text.parse()
        .map_err(|error| Unplayable::Board(format!("{error}")))
}
