//! Training runs: a game, compiled for every pair of decks, and its run folder.

pub mod settings;

use crate::report;
use crate::thinking::{Unequipped, clock, lookahead, network};
use engine::program::Program;
use learn::encoding::Encoding;
use learn::folder::{Budget, Folder, FolderError, Header, read_header, read_metrics};
use learn::ground::{Networks, Subject};
use learn::run::{Errand, Metrics, Run, StateError};
use learn::settings::Settings;
use learn::trial::{Choice, choose};
use players::{Lookahead, PlayerSpec};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The most bytes of a network that ships with a game.
const LARGEST_SHIPPED: usize = 1_000_000;

/// The state is saved at most this often.
const SAVED: Duration = Duration::from_secs(20);

/// A run with its folder.
pub struct Training {
    run: Run,
    folder: Folder,
    header: Header,
    metrics: Vec<Metrics>,
    saved: Duration,
    checkpoints: u64,
}

/// The reason why a run does not go on.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// Its folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Its state.
    #[error(transparent)]
    State(#[from] StateError),
    /// The game has changed.
    #[error(
        "the game has changed since the run began: its rules, parameters or decks are others, or the version of fuda \
         that compiles them"
    )]
    OtherGame,
}

/// A game that is to be learned, from its programs and, if it is to be seen by that, its own encoding. Networks that
/// the settings name as players are read.
pub fn subject(
    programs: &[Program],
    declared: Option<Encoding>,
    settings: &Settings,
) -> Result<Subject, Unequipped> {
    let lookaheads = programs.iter().map(|program| Arc::new(lookahead(program)));
    let lookaheads: Vec<Arc<Lookahead>> = lookaheads.collect();
    let named = settings.measure_players.iter().chain([&settings.rival]);
    let named: Vec<PlayerSpec> = named.filter_map(|text| text.parse().ok()).collect();
    let read = |lookahead: &Arc<Lookahead>| -> Result<Networks, Unequipped> {
        let files = named.iter().filter_map(PlayerSpec::network_file);
        files
            .map(|file| Ok((file.to_owned(), network(lookahead.clone(), file)?)))
            .collect()
    };
    Ok(Subject {
        networks: lookaheads.iter().map(read).collect::<Result<_, _>>()?,
        lookaheads,
        declared: declared.map(Arc::new),
    })
}

/// Chooses the teacher of a game.
pub fn choose_teacher(settings: &Settings, subject: &Subject, threads: usize) -> Choice {
    choose(settings, subject, Some(clock), threads)
}

impl Training {
    /// Begins a run in a folder.
    pub fn begin(path: &Path, header: Header, subject: &Subject) -> Result<Self, TrainingError> {
        let folder = Folder::create(path, &header)?;
        let run = Run::new(header.settings.clone(), subject, Some(clock));
        Ok(Self {
            run,
            folder,
            header,
            metrics: Vec::new(),
            saved: clock(),
            checkpoints: 0,
        })
    }

    /// Goes on with the run of a folder.
    pub fn resume(
        folder: Folder,
        header: Header,
        subject: &Subject,
    ) -> Result<Self, TrainingError> {
        let lookaheads = subject.lookaheads.iter();
        let fingerprints = lookaheads.map(|it| it.program().fingerprint);
        if !fingerprints.eq(header.fingerprints.iter().copied()) {
            return Err(TrainingError::OtherGame);
        }
        folder.update(&header)?;
        let settings = header.settings.clone();
        let run = match folder.state()? {
            Some(state) => Run::resume(settings, subject, Some(clock), state)?,
            None => Run::new(settings, subject, Some(clock)),
        };
        let mut metrics = read_metrics(folder.path())?;
        metrics.retain(|line| line.iteration <= run.iteration());
        let checkpoints = run.checkpoints();
        Ok(Self {
            run,
            folder,
            header,
            metrics,
            saved: clock(),
            checkpoints,
        })
    }

    /// True if somebody has asked for the run to stop, as the studio does.
    pub fn is_asked_to_stop(&self) -> bool {
        self.folder.is_asked_to_stop()
    }

    /// The run's folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The run's header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Figures of all iterations so far.
    pub fn metrics(&self) -> &[Metrics] {
        &self.metrics
    }

    /// Seconds of work so far.
    pub fn seconds(&self) -> f64 {
        self.metrics.iter().map(|line| line.seconds.all()).sum()
    }

    /// Progress of the run, from 0 to 1.
    pub fn progress(&self) -> f32 {
        let share = match self.header.budget {
            Budget::Games(games) => self.run.games() as f64 / games.max(1) as f64,
            Budget::Minutes(minutes) => self.seconds() / (minutes * 60.0).max(1e-9),
        };
        share.min(1.0) as f32
    }

    /// True if the budget is used up.
    pub fn is_over(&self) -> bool {
        match self.header.budget {
            Budget::Games(games) => self.run.games() >= games,
            Budget::Minutes(minutes) => self.seconds() >= minutes * 60.0,
        }
    }

    /// The games of the next iteration, for others to play.
    pub fn errand(&mut self) -> Errand {
        self.run.errand(self.progress())
    }

    /// As [`Self::step`], with games that were played elsewhere: the shares of [`Self::errand`], in their order.
    pub fn step_with<B: AsRef<[u8]>>(
        &mut self,
        shares: &[B],
        threads: usize,
    ) -> Result<&Metrics, TrainingError> {
        self.run.take_shares(shares)?;
        self.step(threads)
    }

    /// Makes an iteration and keeps what must be kept.
    pub fn step(&mut self, threads: usize) -> Result<&Metrics, TrainingError> {
        let metrics = self.run.step(self.progress(), threads);
        self.metrics.push(metrics);
        let checkpoints = self.run.checkpoints();
        let is_checkpoint = checkpoints > self.checkpoints;
        if is_checkpoint {
            self.checkpoints = checkpoints;
            self.folder.save_checkpoint(&self.run.model())?;
            self.keep_sample()?;
        }
        if is_checkpoint || self.is_over() || clock() - self.saved > SAVED {
            self.save()?;
        }
        let last = self.metrics.len() - 1;
        Ok(&self.metrics[last])
    }

    /// Saves everything, so that the run can be resumed.
    pub fn save(&mut self) -> Result<(), TrainingError> {
        self.folder.save_best(&self.run.model())?;
        self.folder.save(self.run.state(), &self.metrics)?;
        if self.is_over() {
            let mut model = self.run.lightened(LARGEST_SHIPPED);
            model.about.training.seconds = Some(self.seconds() as u64);
            self.folder.save_shipped(&model)?;
        }
        self.saved = clock();
        Ok(())
    }

    /// Keeps a game of the network against itself, to look at.
    fn keep_sample(&self) -> Result<(), TrainingError> {
        let mut record = self.run.sample_game();
        record.parameters.clone_from(&self.header.parameters);
        let bytes = record.to_bytes();
        Ok(self.folder.save_sample(self.run.games(), &bytes)?)
    }
}

/// Writes the report of the run of a folder; gives its path.
pub fn write_report(path: &Path) -> Result<PathBuf, TrainingError> {
    let (header, metrics) = (read_header(path)?, read_metrics(path)?);
    let file = path.join("report.html");
    let unwritable = |error| FolderError::Unwritable(file.clone(), error);
    let page = report::training(&header, &metrics);
    let page = page.map_err(|error| unwritable(io::Error::other(error)))?;
    storage::write(&file, page.as_bytes()).map_err(unwritable)?;
    Ok(file)
}

/// Decks of the seats, in such a way that each deck is at each seat equally often.
pub fn line_ups(names: &[String], seats: usize, most: usize) -> Vec<Vec<String>> {
    let count = names.len();
    let rounds = if seats == 1 { 1 } else { count };
    let mut all = Vec::new();
    for apart in 0..rounds {
        if !all.is_empty() && all.len() + count > most {
            break;
        }
        for first in 0..count {
            let at = |seat: usize| names[(first + seat * apart) % count].clone();
            all.push((0..seats).map(at).collect());
        }
    }
    all
}
