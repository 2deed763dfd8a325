//! `fuda sim`: many games, and what came of them.

mod progress;
mod report;

use super::matched::{Match, Matched, Names, for_seats, no_player, unequipped, unplayed};
use super::numbers::grouped;
use super::{Misuse, Outcome, dump};
use crate::cli::{Format, ResultFormat, Threads};
use crate::output;
use crate::table::trace::last_failure;
use anyhow::Context;
use clap::Args;
use compile::Settings;
use engine::program::Program;
use engine::record::Record;
use fuda::coverage::{Covered, Extent};
use fuda::locate;
use fuda::matches::{Checked, checked};
use fuda::sim::{LIMIT, Series, Summary, Tally, attach_machine_code, record_of, simulate};
use fuda::thinking::equipment;
use progress::Watcher;
use report::Report;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Play many games, and count wins, scores and decisions
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda sim hearts --games 10000 --seed 1
  fuda sim crazy-eights --seats 3 --players random,random,random
  fuda sim gin-rummy --players ismcts:500,c=1.2,random --games 20
  fuda sim hearts --param target=50 --format json
  fuda sim go-fish --games 5 --records played
  fuda sim my-game --deck fire,my-deck.yaml --regulation spring
  fuda sim my-game --games 200 --coverage

The same game, seed, players and number of games give the same result and the same checksum, on every
machine and with any number of threads.")]
pub(crate) struct Sim {
    #[command(flatten)]
    game: Match,

    /// Number of games
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The seed, from which the seeds of all games follow; if left out 1, and chance as a deterministic game fixes it
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Players: one for each seat, separated by commas, or one for all; `fuda explain players` lists them
    #[arg(long, value_name = "PLAYERS", default_value = "random")]
    players: Names,

    #[command(flatten)]
    threads: Threads,

    /// After how many decisions a game is broken off
    #[arg(long, value_name = "N", default_value_t = LIMIT, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    /// Writes a record of each game into this folder, for `fuda replay`
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Writes a record of the first game that was stopped, or else of the last one, to this file, for `fuda replay`;
    /// without it a game that was stopped is written to a file named after the game and its seed
    #[arg(long, value_name = "FILE")]
    dump: Option<PathBuf>,

    /// Tests after every step what the game says that always holds, and stops a game in which it does not
    #[arg(long)]
    invariants: bool,

    /// Never makes machine code; the result is the same, only slower
    #[arg(long)]
    interpreted: bool,

    /// Lists the rules, moves, abilities and choices that never happened in these games
    #[arg(long)]
    coverage: bool,

    #[command(flatten)]
    result: ResultFormat,
}

impl Sim {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let format = self.result.format;
        let settings = Settings {
            invariants: self.invariants,
            ..Settings::default()
        };
        let matched = self.game.build_with(settings, self.players.0.len(), format);
        let Matched { mut program, .. } = match matched {
            Ok(matched) => matched,
            Err(error) => return error.outcome(),
        };
        if !self.interpreted {
            attach_machine_code(&mut program, self.games);
        }
        let players = for_seats(&self.players.0, program.seats)?;
        let series = Series {
            program: &program,
            equipment: equipment(&program, &players).map_err(unequipped)?,
            players,
            games: self.games,
            seed: self.seed.unwrap_or(1),
            chance: program.seed.filter(|_| self.seed.is_none()),
            limit: self.limit,
            threads: self.threads.count(),
            covers: self.coverage,
        };
        if let Some(folder) = &self.records {
            new_folder(folder)?;
        }
        if let Some(file) = &self.dump {
            dump::must_be_new(file)?;
        }
        let watcher = Watcher::new(self.games, self.records.as_deref(), &self.game.parameters);
        let started = Instant::now();
        let tally = simulate(&series, &watcher).map_err(unplayed)?;
        let seconds = started.elapsed().as_secs_f64();
        watcher.finish();
        let covered = self.covered(&program, &tally)?;
        let report = Report(Summary {
            covered: covered.as_ref(),
            game: &self.game.game,
            series: &series,
            tally: &tally,
            seconds,
        });
        match format {
            Format::Text => output::print(&report.text())?,
            Format::Json => output::print_json(&report.json())?,
        }
        let outcome = tell_faults(&tally, self.games)?;
        self.dump(&series, &tally)?;
        Ok(outcome)
    }

    /// Coverage of the games, if that was asked for.
    fn covered(&self, program: &Program, tally: &Tally) -> Result<Option<Covered>, Misuse> {
        let Some(coverage) = &tally.coverage else {
            return Ok(None);
        };
        let located = locate(&self.game.game).map_err(Misuse::from)?;
        let Checked { game, diagnostics } = checked(&located);
        let mut covered = Covered::default();
        if let Some(game) = game {
            let files = diagnostics.files();
            covered.add(&game, files, Extent::Match, (program, coverage));
        }
        Ok(Some(covered))
    }

    /// Writes down the first game that was stopped; another one only if that was asked for.
    fn dump(&self, series: &Series<'_>, tally: &Tally) -> anyhow::Result<()> {
        let stopped = tally.faults.iter().map(|fault| fault.first).min();
        let last = self.dump.as_ref().map(|_| series.games - 1);
        let Some(number) = stopped.or(last) else {
            return Ok(());
        };
        let mut record = record_of(series, number).map_err(|error| no_player(&error))?;
        record.parameters.clone_from(&self.game.parameters);
        if stopped.is_some() {
            self.tell_failure(&record)?;
        }
        dump::write_stopped(&record, self.dump.as_deref())
    }

    /// Names the last step that failed before a game was stopped: often it is the reason.
    fn tell_failure(&self, record: &Record) -> anyhow::Result<()> {
        let settings = Settings {
            invariants: self.invariants,
            traces: true,
            ..Settings::default()
        };
        let Ok(Matched { program, .. }) =
            self.game
                .build_with(settings, self.players.0.len(), Format::Json)
        else {
            return Ok(());
        };
        if let Some(told) = last_failure(&program, record) {
            output::tell(&format!("the last step that failed before that: {told}"))?;
        }
        Ok(())
    }
}

/// Records are not written among other files.
pub(super) fn new_folder(folder: &Path) -> anyhow::Result<()> {
    let has_files = fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some());
    if has_files {
        return Err(Misuse::new(
            format!("the folder `{}` is not empty", folder.display()),
            "give a new folder for the records",
        )
        .into());
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("the folder `{}` cannot be created", folder.display()))
}

fn tell_faults(tally: &Tally, wanted: u64) -> anyhow::Result<Outcome> {
    let left = wanted - tally.games;
    let hint =
        (left > 0).then(|| format!("mend the game; {} games were not played", grouped(left)));
    for fault in &tally.faults {
        let (games, first) = (fault.games, fault.first);
        let message = format!(
            "{games} of {} games were stopped, the first was game {first}: {}",
            tally.games, fault.message
        );
        output::complain(&message, hint.as_deref())?;
    }
    if tally.faults.is_empty() {
        Ok(Outcome::Done)
    } else {
        Ok(Outcome::Problems)
    }
}
