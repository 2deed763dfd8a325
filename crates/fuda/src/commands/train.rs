//! `fuda train`: a network learns a game.

mod settings;
mod tell;

use super::checked::show;
use super::matched::{Decks, MatchError, Matched, compiled, unequipped};
use super::{Misuse, Outcome};
use crate::cli::{Format, Threads};
use crate::output;
use clap::Args;
use compile::Settings;
use engine::program::Program;
use fuda::Located;
use fuda::matches::{Checked, checked};
use fuda::training::{Training, TrainingError, line_ups, write_report};
use learn::encoding::Encoding;
use learn::folder::{Budget, Folder, FolderError, Header};
use learn::ground::Subject;
use learn::settings::{Profile, Teacher};
use settings::Flags;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Let a network learn a game by playing against itself
#[derive(Debug, Args)]
#[command(after_help = "\
EXAMPLES:
  fuda train crazy-eights --out runs/eights --minutes 20
  fuda train duel-masters --out runs/duel --games 20000
  fuda train my-game --out runs/mine --config train.yaml --simulations 32
  fuda train --resume runs/duel
  fuda train --report runs/duel
  fuda play crazy-eights --players person,net:runs/eights/best.safetensors

A run is a folder: the best network is `best.safetensors`, networks of the past lie in `checkpoints`, figures in
`metrics.jsonl`, games to look at in `samples`, and `report.html` shows the curves. A run that was stopped goes on
with `--resume` and ends as if it had never been stopped. The same seed and number of games give the same run with any
number of threads. Trading-card games are learned with all their deck lists, unless `--deck` names some.

docs/learning.md explains what is learned, and how.")]
pub(crate) struct Train {
    /// The game: a folder, a file, or the name of a shipped game; left out with `--resume DIR`
    #[arg(value_name = "GAME", required_unless_present_any = ["resume", "report"])]
    game: Option<String>,

    /// The folder of the run
    #[arg(long, value_name = "DIR", required_unless_present_any = ["resume", "report"])]
    out: Option<PathBuf>,

    /// Stops after so many games; 20,000 if left out
    #[arg(long, value_name = "N", conflicts_with = "minutes", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Stops after so many minutes of work
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,

    /// Goes on with a run that was stopped, or with more `--games` or `--minutes` than it had
    #[arg(long, value_name = "DIR", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "the flag may stand alone")]
    resume: Option<Option<PathBuf>>,

    /// Writes `report.html` about the run in a folder, and trains nothing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "out", "resume", "games", "minutes"])]
    report: Option<PathBuf>,

    /// Reads settings from this file, YAML or JSON; flags win, and those of the game's own `train.yaml` lose
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Number of players
    #[arg(long, value_name = "N")]
    seats: Option<u8>,

    /// Sets a parameter of the game
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = super::matched::parameter)]
    parameters: Vec<(String, String)>,

    #[command(flatten)]
    decks: Decks,

    /// The most pairs of decks that are played with
    #[arg(long, value_name = "N", default_value = "16")]
    matchups: usize,

    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    settings: Flags,
}

impl Train {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        if let Some(path) = &self.report {
            let file = write_report(path).map_err(failed)?;
            output::print(&format!("{}\n", file.display()))?;
            return Ok(Outcome::Done);
        }
        let mut training = match self.training() {
            Ok(training) => training,
            Err(error) => return error.outcome(),
        };
        let stopped = Arc::new(AtomicBool::new(false));
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // Without it the run is lost since it was last saved, no more.
            signal_hook::flag::register(signal, stopped.clone()).ok();
        }
        tell::begin(&training)?;
        let threads = self.threads.count().get();
        while !training.is_over() && !stopped.load(Ordering::Relaxed) {
            training.step(threads).map_err(failed)?;
            tell::iteration(&training)?;
            if training.is_asked_to_stop() {
                stopped.store(true, Ordering::Relaxed);
            }
        }
        training.save().map_err(failed)?;
        write_report(training.path()).map_err(failed)?;
        tell::end(&training, stopped.load(Ordering::Relaxed))?;
        Ok(Outcome::Done)
    }

    fn training(&self) -> Result<Training, MatchError> {
        match self.resumed() {
            Some(path) => self.resume_in(&path),
            None => self.begin(),
        }
    }

    /// The folder to go on in.
    fn resumed(&self) -> Option<PathBuf> {
        let named = self.resume.as_ref()?;
        named.clone().or_else(|| self.out.clone())
    }

    fn begin(&self) -> Result<Training, MatchError> {
        let (Some(game), Some(out)) = (&self.game, &self.out) else {
            return Err(Misuse::new("the run has no folder", "name it with `--out DIR`").into());
        };
        let located = fuda::locate(game).map_err(Misuse::from)?;
        let mut header = Header {
            format: Header::format(),
            game: game.clone(),
            seats: self.seats,
            parameters: self.parameters.clone(),
            decks: self.decks.decks.clone(),
            regulation: self.decks.regulation.clone(),
            budget: self.budget().unwrap_or(Budget::Games(20_000)),
            settings: self.settings.settings(&located, self.config.as_deref())?,
            fingerprints: Vec::new(),
        };
        let (programs, subject) = self.subject(&header)?;
        header.fingerprints = programs.iter().map(|program| program.fingerprint).collect();
        if header.settings.teacher == Teacher::Auto {
            let threads = self.threads.count().get();
            let choice = fuda::training::choose_teacher(&header.settings, &subject, threads);
            tell::chosen(&choice)?;
            header.settings.teacher = choice.teacher;
        }
        Ok(Training::begin(out, header, &subject).map_err(failed)?)
    }

    fn resume_in(&self, path: &Path) -> Result<Training, MatchError> {
        let opened = Folder::open(path).map_err(|error| failed(error.into()));
        let (folder, mut header) = opened?;
        if let Some(budget) = self.budget() {
            header.budget = budget;
        }
        let (_, subject) = self.subject(&header)?;
        Ok(Training::resume(folder, header, &subject).map_err(failed)?)
    }

    fn budget(&self) -> Option<Budget> {
        let games = self.games.map(Budget::Games);
        games.or(self.minutes.map(Budget::Minutes))
    }

    /// The game as it is learned, with its programs.
    fn subject(&self, header: &Header) -> Result<(Vec<Program>, Subject), MatchError> {
        let located = fuda::locate(&header.game).map_err(Misuse::from)?;
        let mut checked = checked(&located);
        let declared = match header.settings.profile {
            Profile::Small => None,
            Profile::Seed => Some(declared(&located, &mut checked)?),
        };
        let programs = self.programs(header, checked)?;
        let subject = fuda::training::subject(&programs, declared, &header.settings);
        let subject = subject.map_err(unequipped)?;
        Ok((programs, subject))
    }

    /// The game, compiled for every pair of decks that is played with.
    fn programs(&self, header: &Header, checked: Checked) -> Result<Vec<Program>, MatchError> {
        let Checked { game, diagnostics } = checked;
        let Some(game) = game else {
            return Err(MatchError::Shown(show(&diagnostics, Format::Text)?));
        };
        let mut names = header.decks.clone();
        if names.is_empty() || names.iter().any(|name| name == "all") {
            names = game
                .deck_lists
                .iter()
                .map(|deck| deck.name.clone())
                .collect();
        }
        let compile = |decks: Vec<String>| {
            let settings = Settings {
                players: header.seats,
                parameters: header.parameters.clone(),
                ..Settings::default()
            };
            let decks = Decks {
                decks,
                regulation: header.regulation.clone(),
            };
            let wanted = decks.wanted();
            let matched = compiled(&game, diagnostics.files(), settings, wanted, Format::Text);
            matched.map(|Matched { program, .. }| program)
        };
        if names.is_empty() {
            return Ok(vec![compile(Vec::new())?]);
        }
        let first = compile(vec![names[0].clone()])?;
        if first.decks.is_empty() {
            return Ok(vec![first]);
        }
        let line_ups = line_ups(&names, usize::from(first.seats), self.matchups.max(1));
        line_ups.into_iter().map(compile).collect()
    }
}

/// The encoding that a game declares; a problem if it declares none.
fn declared(located: &Located, checked: &mut Checked) -> Result<Encoding, MatchError> {
    let Some(game) = &checked.game else {
        return Err(MatchError::Shown(show(&checked.diagnostics, Format::Text)?));
    };
    match fuda::encodings::encoding_of(located, game, &mut checked.diagnostics) {
        Ok(Some(encoding)) => Ok(encoding),
        Ok(None) => Err(Misuse::new(
            "the profile `seed` needs a game that says how its choices are indices, and this one has no `encoding.yaml`",
            "leave the profile out: features are derived for every game",
        )
        .into()),
        Err(_) => Err(MatchError::Shown(show(&checked.diagnostics, Format::Text)?)),
    }
}

/// A run that cannot go on: wrong usage, or a problem of its files.
fn failed(error: TrainingError) -> anyhow::Error {
    let hint = match &error {
        TrainingError::Folder(FolderError::Exists(_)) => {
            "continue it with `--resume`, or name another folder with `--out`"
        }
        TrainingError::Folder(FolderError::Missing(_)) => {
            "begin one with `fuda train GAME --out DIR`"
        }
        TrainingError::OtherGame | TrainingError::State(_) => {
            "begin a new run with `fuda train GAME --out DIR`"
        }
        TrainingError::Folder(FolderError::Locked(..)) => "wait until it is done, or stop it",
        TrainingError::Folder(_) => return error.into(),
    };
    Misuse::new(error.to_string(), hint).into()
}
