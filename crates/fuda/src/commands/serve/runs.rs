//! Training runs that the studio starts: each is this program again, with a folder of its own.

use engine::program::Program;
use fuda::library;
use fuda::serving::id_of;
use fuda::thinking::network;
use learn::folder::{Budget, Header, is_worked_on, read_header, read_metrics, request_stop};
use learn::run::Metrics;
use learn::settings::Teacher;
use players::{GameNetwork, Lookahead};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use studio::Learning;
use studio::wire::{
    NewRun, RunDetail, RunGate, RunPoint, RunScore, RunState, RunSummary, RunTeacher,
};

/// Words of a run that went wrong.
const LOG: &str = "train.log";

/// The most of them that are shown.
const LAST_WORDS: usize = 2_000;

/// Networks that are kept ready.
const READY: usize = 8;

/// Half the width of an interval that holds the truth 19 times out of 20, in standard errors.
const NINETEEN_OF_TWENTY: f64 = 1.96;

/// The runs in a folder, and those that this studio has started.
pub(super) struct Runs {
    folder: PathBuf,
    /// Names of games in addresses, and how this program is told of them.
    games: BTreeMap<String, String>,
    started: Mutex<BTreeMap<String, Started>>,
    ready: Mutex<Vec<(Key, Arc<dyn GameNetwork>)>>,
}

/// A run that this studio has started.
#[derive(Debug)]
struct Started {
    child: Child,
    wanted: NewRun,
}

/// A network for a program, as its file was at a time.
#[derive(Debug, PartialEq, Eq)]
struct Key {
    program: u64,
    file: PathBuf,
    written: Option<SystemTime>,
}

impl Runs {
    pub(super) fn new(folder: PathBuf, named: &[String]) -> Self {
        let shipped = library::names();
        let games = shipped.iter().chain(named);
        let games = games.map(|name| (id_of(name), name.clone()));
        Self {
            folder,
            games: games.collect(),
            started: Mutex::default(),
            ready: Mutex::default(),
        }
    }

    fn started(&self) -> MutexGuard<'_, BTreeMap<String, Started>> {
        self.started.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// True while a run is being worked on, by this studio or by anybody.
    fn is_running(&self, name: &str) -> bool {
        let mut started = self.started();
        match started.get_mut(name).map(|run| run.child.try_wait()) {
            Some(Ok(None)) => true,
            Some(Ok(Some(_)) | Err(_)) => false,
            None => is_worked_on(&self.path(name)),
        }
    }

    /// The name of a run that is being worked on.
    fn running(&self) -> Option<String> {
        let mut names = self.names().into_iter();
        names.find(|name| self.is_running(name))
    }

    /// Names of all runs, the newest first.
    fn names(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let mut names: Vec<(SystemTime, String)> = entries
            .flatten()
            .filter_map(|entry| {
                let made = fs::metadata(entry.path().join("run.json"))
                    .or_else(|_| entry.metadata())
                    .and_then(|about| about.modified());
                let name = entry.file_name().into_string().ok()?;
                entry.path().is_dir().then_some((made.ok()?, name))
            })
            .collect();
        names.sort_by(|one, other| other.cmp(one));
        names.into_iter().map(|(_, name)| name).collect()
    }

    fn summary(&self, name: &str) -> Option<RunSummary> {
        let path = self.path(name);
        let is_running = self.is_running(name);
        let Ok(header) = read_header(&path) else {
            return self.announced(name, is_running);
        };
        let metrics = read_metrics(&path).unwrap_or_default();
        let progress = progress(&header, &metrics);
        Some(RunSummary {
            name: name.to_owned(),
            game: id_of(&header.game),
            seats: header.seats,
            state: match progress {
                _ if is_running => RunState::Running,
                done if done >= 1.0 => RunState::Over,
                _ => RunState::Stopped,
            },
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

    /// A run that was started and has not written anything yet.
    fn announced(&self, name: &str, is_running: bool) -> Option<RunSummary> {
        let started = self.started();
        let wanted = &started.get(name)?.wanted;
        Some(RunSummary {
            name: name.to_owned(),
            game: wanted.game.clone(),
            seats: wanted.seats,
            state: match is_running {
                true => RunState::Running,
                false => RunState::Stopped,
            },
            progress: 0.0,
            games: 0.0,
            minutes: 0.0,
            teacher: "auto".to_owned(),
            has_network: false,
        })
    }

    /// Works on a run in a process of its own.
    fn spawn(&self, name: &str, wanted: NewRun, arguments: &[String]) -> Result<(), String> {
        let path = self.path(name);
        let told = |error: io::Error| format!("the run cannot be started: {error}");
        fs::create_dir_all(&path).map_err(told)?;
        let log = File::create(path.join(LOG)).map_err(told)?;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let child = Command::new(std::env::current_exe().map_err(told)?)
            .arg("train")
            .args(arguments)
            // One processor is left to the tables.
            .args(["--threads", &threads.saturating_sub(1).max(1).to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .map_err(told)?;
        let run = Started { child, wanted };
        self.started().insert(name.to_owned(), run);
        Ok(())
    }

    fn failure(&self, name: &str) -> Option<String> {
        let mut started = self.started();
        let ended = started.get_mut(name)?.child.try_wait().ok()??;
        if ended.success() {
            return None;
        }
        let words = fs::read_to_string(self.path(name).join(LOG)).unwrap_or_default();
        let first = words.char_indices().rev().nth(LAST_WORDS);
        Some(words[first.map_or(0, |(at, _)| at)..].to_owned())
    }

    fn must_be_idle(&self) -> Result<(), String> {
        match self.running() {
            Some(other) => Err(format!(
                "`{other}` is being worked on, and one run at a time is enough for a machine; stop it first"
            )),
            None => Ok(()),
        }
    }

    fn found(&self, name: &str) -> Result<RunSummary, String> {
        self.summary(name)
            .ok_or_else(|| format!("there is no run `{name}`"))
    }
}

impl Learning for Runs {
    fn runs(&self) -> Vec<RunSummary> {
        let names = self.names().into_iter();
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
            failure: self.failure(name),
            run,
        })
    }

    fn start(&self, wanted: &NewRun) -> Result<RunSummary, String> {
        self.must_be_idle()?;
        let game = self.games.get(&wanted.game);
        let game = game.ok_or_else(|| format!("there is no game `{}`", wanted.game))?;
        let names = (1..).map(|number| format!("{}-{number}", plain(&wanted.game)));
        let mut free = names.filter(|name| !self.path(name).exists());
        let name = free.next().unwrap_or_default();
        let mut arguments = vec![game.clone(), "--out".to_owned()];
        arguments.push(self.path(&name).display().to_string());
        arguments.extend(["--minutes".to_owned(), wanted.minutes.to_string()]);
        if let Some(seats) = wanted.seats {
            arguments.extend(["--seats".to_owned(), seats.to_string()]);
        }
        if let Some(teacher) = wanted.teacher {
            let teacher = match teacher {
                RunTeacher::Gumbel => "gumbel",
                RunTeacher::Gradient => "gradient",
            };
            arguments.extend(["--teacher".to_owned(), teacher.to_owned()]);
        }
        self.spawn(&name, wanted.clone(), &arguments)?;
        self.found(&name)
    }

    fn resume(&self, name: &str, more: f64) -> Result<RunSummary, String> {
        self.must_be_idle()?;
        let known = self.found(name)?;
        let wanted = NewRun {
            game: known.game,
            seats: known.seats,
            minutes: more,
            teacher: None,
        };
        let path = self.path(name).display().to_string();
        let arguments = ["--resume", &path, "--minutes"].map(str::to_owned);
        let whole = (known.minutes + more).to_string();
        self.spawn(name, wanted, &[&arguments[..], &[whole]].concat())?;
        self.found(name)
    }

    fn stop(&self, name: &str) -> Result<RunSummary, String> {
        if self.is_running(name) {
            let asked = request_stop(&self.path(name));
            asked.map_err(|error| format!("the run cannot be stopped: {error}"))?;
        }
        self.found(name)
    }

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

impl fmt::Debug for Runs {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut runs = to.debug_struct("Runs");
        runs.field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Drop for Runs {
    /// Runs end with the studio that has started them; all that they have saved is kept.
    fn drop(&mut self) {
        let names: Vec<String> = self.started().keys().cloned().collect();
        for name in names.iter().filter(|name| self.is_running(name)) {
            // Otherwise the run goes on to its end, which loses nothing.
            request_stop(&self.path(name)).ok();
        }
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

/// A name without anything that is not plain in a path.
fn plain(name: &str) -> String {
    let letters = name.chars();
    let plain = letters.map(|letter| match letter.is_ascii_alphanumeric() {
        true => letter,
        false => '-',
    });
    plain.take(40).collect()
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
