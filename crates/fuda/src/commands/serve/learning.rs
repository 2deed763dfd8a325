//! Training runs.

use super::machine::{Machine, arguments, fresh_name, names};
use engine::program::Program;
use fuda::serving::id_of;
use fuda::thinking::network;
use learn::folder::{Budget, Header, read_header, read_metrics};
use learn::run::Metrics;
use learn::settings::Teacher;
use players::{GameNetwork, Lookahead};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use studio::wire::{
    MoreMinutes, NewRun, RunDetail, RunGate, RunPoint, RunScore, RunState, RunSummary, RunTeacher,
};
use studio::{Learning, OwnRuns};

/// Networks that are kept ready.
const READY: usize = 8;

/// Half the width of an interval that holds the truth 19 times out of 20, in standard errors.
const NINETEEN_OF_TWENTY: f64 = 1.96;

/// The training runs in a folder.
pub(super) struct TrainingRuns {
    machine: Arc<Machine>,
    folder: PathBuf,
    /// Runs that were started and have perhaps not written anything yet.
    announced: Mutex<BTreeMap<String, RunSummary>>,
    ready: Mutex<Vec<(Key, Arc<dyn GameNetwork>)>>,
}

/// A network for a program, as its file was at a time.
#[derive(Debug, PartialEq, Eq)]
struct Key {
    program: u64,
    file: PathBuf,
    written: Option<SystemTime>,
}

impl TrainingRuns {
    pub(super) fn new(machine: Arc<Machine>, folder: PathBuf) -> Self {
        Self {
            machine,
            folder,
            announced: Mutex::default(),
            ready: Mutex::default(),
        }
    }

    fn announced(&self) -> MutexGuard<'_, BTreeMap<String, RunSummary>> {
        let announced = self.announced.lock();
        announced.unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn summary(&self, name: &str) -> Option<RunSummary> {
        let path = self.path(name);
        let Ok(header) = read_header(&path) else {
            return Some(RunSummary {
                state: self.machine.state(&path, false),
                ..self.announced().get(name)?.clone()
            });
        };
        let metrics = read_metrics(&path).unwrap_or_default();
        let progress = progress(&header, &metrics);
        Some(RunSummary {
            name: name.to_owned(),
            game: id_of(&header.game),
            seats: header.seats,
            state: self.machine.state(&path, progress >= 1.0),
            progress,
            games: metrics.last().map_or(0.0, |last| last.games as f64),
            minutes: minutes(&metrics),
            teacher: match header.settings.teacher {
                Teacher::Auto => "auto",
                Teacher::Gumbel => "gumbel",
                Teacher::Gradient => "gradient",
            }
            .to_owned(),
            has_network: path.join("best.safetensors").is_file(),
        })
    }

    fn found(&self, name: &str) -> Result<RunSummary, String> {
        self.summary(name)
            .ok_or_else(|| format!("there is no run `{name}`"))
    }
}

impl OwnRuns for TrainingRuns {
    type Wanted = NewRun;
    type More = MoreMinutes;
    type Summary = RunSummary;
    type Detail = RunDetail;

    fn runs(&self) -> Vec<RunSummary> {
        let names = names(&self.folder).into_iter();
        names.filter_map(|name| self.summary(&name)).collect()
    }

    fn run(&self, name: &str) -> Option<RunDetail> {
        let run = self.summary(name)?;
        let path = self.path(name);
        let metrics = read_metrics(&path).unwrap_or_default();
        Some(RunDetail {
            points: points(&metrics),
            checkpoints: stems(&path.join("checkpoints")),
            samples: stems(&path.join("samples")),
            failure: self.machine.failure(&path),
            run,
        })
    }

    fn start(&self, wanted: &NewRun) -> Result<RunSummary, String> {
        self.machine.must_be_idle()?;
        let game = self.machine.game(&wanted.game)?;
        let name = fresh_name(&self.folder, &wanted.game);
        let path = self.path(&name);
        let mut told = arguments(["train", game, "--out", &path.display().to_string()]);
        told.extend(arguments(["--minutes", &wanted.minutes.to_string()]));
        if let Some(seats) = wanted.seats {
            told.extend(arguments(["--seats", &seats.to_string()]));
        }
        if let Some(teacher) = wanted.teacher {
            let teacher = match teacher {
                RunTeacher::Gumbel => "gumbel",
                RunTeacher::Gradient => "gradient",
            };
            told.extend(arguments(["--teacher", teacher]));
        }
        self.announced()
            .insert(name.clone(), announcement(&name, wanted));
        self.machine.spawn(&path, &told, 0.0)?;
        self.found(&name)
    }

    fn resume(&self, name: &str, more: &MoreMinutes) -> Result<RunSummary, String> {
        self.machine.must_be_idle()?;
        let known = self.found(name)?;
        let path = self.path(name);
        let whole = (known.minutes + more.minutes).to_string();
        let shown = path.display().to_string();
        let told = arguments(["train", "--resume", &shown, "--minutes", &whole]);
        self.machine.spawn(&path, &told, known.progress)?;
        self.found(name)
    }

    fn stop(&self, name: &str) -> Result<RunSummary, String> {
        self.machine.stop(&self.path(name))?;
        self.found(name)
    }
}

impl Learning for TrainingRuns {
    fn sample(&self, name: &str, sample: &str) -> Option<Vec<u8>> {
        let file = self
            .path(name)
            .join("samples")
            .join(format!("{sample}.record"));
        storage::read(&file, 1 << 22).ok()
    }

    fn network(
        &self,
        name: &str,
        games: Option<&str>,
        lookahead: Arc<Lookahead>,
    ) -> Result<Arc<dyn GameNetwork>, String> {
        let path = self.path(name);
        let file = match games {
            Some(games) => path
                .join("checkpoints")
                .join(format!("{games}.safetensors")),
            None => path.join("best.safetensors"),
        };
        let key = Key::of(lookahead.program(), &file);
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, network)) = ready.iter().find(|(known, _)| *known == key) {
            return Ok(network.clone());
        }
        let read = network(lookahead, &file.display().to_string());
        let read = read.map_err(|error| error.to_string())?;
        if ready.len() >= READY {
            ready.remove(0);
        }
        ready.push((key, read.clone()));
        Ok(read)
    }
}

impl fmt::Debug for TrainingRuns {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut runs = to.debug_struct("TrainingRuns");
        runs.field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// A run that has not written anything yet.
fn announcement(name: &str, wanted: &NewRun) -> RunSummary {
    RunSummary {
        name: name.to_owned(),
        game: wanted.game.clone(),
        seats: wanted.seats,
        state: RunState::Running,
        progress: 0.0,
        games: 0.0,
        minutes: 0.0,
        teacher: "auto".to_owned(),
        has_network: false,
    }
}

impl Key {
    fn of(program: &Program, file: &Path) -> Self {
        let about = fs::metadata(file).and_then(|about| about.modified());
        Self {
            program: program.fingerprint,
            file: file.to_owned(),
            written: about.ok(),
        }
    }
}

/// Names of the files of a folder without their endings, sorted.
fn stems(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut stems: Vec<String> = entries
        .filter_map(|entry| Some(entry.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    stems.sort();
    stems
}

fn minutes(metrics: &[Metrics]) -> f64 {
    metrics.iter().map(|line| line.seconds.all()).sum::<f64>() / 60.0
}

fn progress(header: &Header, metrics: &[Metrics]) -> f64 {
    let share = match header.budget {
        Budget::Games(games) => {
            metrics.last().map_or(0.0, |last| last.games as f64) / games.max(1) as f64
        }
        Budget::Minutes(all) => minutes(metrics) / all.max(1e-9),
    };
    share.min(1.0)
}

fn points(metrics: &[Metrics]) -> Vec<RunPoint> {
    let (mut seconds, mut games) = (0.0, 0);
    let points = metrics.iter().map(|line| {
        seconds += line.seconds.all();
        let new = line.games - games;
        games = line.games;
        let work = line.seconds.playing + line.seconds.training;
        RunPoint {
            games: line.games as f64,
            minutes: seconds / 60.0,
            games_per_second: new as f64 / work.max(1e-9),
            policy_loss: f64::from(line.policy_loss),
            value_loss: f64::from(line.value_loss),
            entropy: f64::from(line.entropy),
            gate: line.gate.map(|gate| RunGate {
                share: gate.score.mean,
                is_passed: gate.is_passed,
            }),
            rating: line.rating.map(|rating| rating.points),
            measured: line.measured.iter().map(score).collect(),
        }
    });
    points.collect()
}

fn score(measured: &learn::run::Measured) -> RunScore {
    RunScore {
        player: measured.player.clone(),
        share: measured.score.mean,
        error: NINETEEN_OF_TWENTY * measured.score.error,
    }
}
