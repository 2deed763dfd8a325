//! Work of this machine that the studio starts: each run is this program again, with a folder of its own.

use fuda::library;
use fuda::serving::id_of;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime};
use storage::run::{is_worked_on, request_stop};
use studio::wire::RunState;

/// Words of a run that went wrong.
const LOG: &str = "work.log";

/// The most of them that are shown.
const LAST_WORDS: usize = 2_000;

/// The runs of all kinds, one of which is worked on at a time.
#[derive(Debug)]
pub(super) struct Machine {
    /// A folder for the runs of each kind.
    folders: Vec<PathBuf>,
    /// Names of games in addresses, and how this program is told of them.
    games: BTreeMap<String, String>,
    /// Those that this studio has started, by their folders.
    started: Mutex<BTreeMap<PathBuf, Started>>,
}

/// A run that this studio has started.
#[derive(Debug)]
struct Started {
    child: Child,
    began: Instant,
    /// Progress of the run at that time.
    from: f64,
}

impl Machine {
    pub(super) fn new(folders: Vec<PathBuf>, named: &[String]) -> Self {
        let shipped = library::names();
        let games = shipped.iter().chain(named);
        let games = games.map(|name| (id_of(name), name.clone()));
        Self {
            folders,
            games: games.collect(),
            started: Mutex::default(),
        }
    }

    fn started(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Started>> {
        self.started.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name by which this program is told of a game.
    pub(super) fn game(&self, id: &str) -> Result<&str, String> {
        let game = self.games.get(id).map(String::as_str);
        game.ok_or_else(|| format!("there is no game `{id}`"))
    }

    /// True while a run is being worked on, by this studio or by anybody.
    pub(super) fn is_running(&self, path: &Path) -> bool {
        let mut started = self.started();
        match started.get_mut(path).map(|run| run.child.try_wait()) {
            Some(Ok(None)) => true,
            Some(Ok(Some(_)) | Err(_)) => false,
            None => is_worked_on(path),
        }
    }

    /// The state of a run that is over or not.
    pub(super) fn state(&self, path: &Path, is_over: bool) -> RunState {
        match (self.is_running(path), is_over) {
            (true, _) => RunState::Running,
            (false, true) => RunState::Over,
            (false, false) => RunState::Stopped,
        }
    }

    /// Seconds that a run which has come so far still takes, if it goes on as it did since this studio started it.
    pub(super) fn seconds_left(&self, path: &Path, progress: f64) -> Option<f64> {
        if !self.is_running(path) {
            return None;
        }
        let started = self.started();
        let run = started.get(path)?;
        let made = progress - run.from;
        (made > 0.0).then(|| run.began.elapsed().as_secs_f64() * (1.0 - progress) / made)
    }

    /// Refuses another run while one is being worked on.
    pub(super) fn must_be_idle(&self) -> Result<(), String> {
        let mut all = self.folders.iter().flat_map(|folder| {
            let names = names(folder).into_iter();
            names.map(|name| (folder.join(&name), name))
        });
        match all.find(|(path, _)| self.is_running(path)) {
            Some((_, other)) => Err(format!(
                "`{other}` is being worked on, and one run at a time is enough for a machine; stop it first"
            )),
            None => Ok(()),
        }
    }

    /// Works on the run of a folder, which has come so far, in a process of its own.
    pub(super) fn spawn(&self, path: &Path, arguments: &[String], from: f64) -> Result<(), String> {
        let told = |error: io::Error| format!("the run cannot be started: {error}");
        fs::create_dir_all(path).map_err(told)?;
        let log = File::create(path.join(LOG)).map_err(told)?;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let child = Command::new(std::env::current_exe().map_err(told)?)
            .args(arguments)
            // One processor is left to the tables.
            .args(["--threads", &threads.saturating_sub(1).max(1).to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .map_err(told)?;
        let run = Started {
            child,
            began: Instant::now(),
            from,
        };
        self.started().insert(path.to_owned(), run);
        Ok(())
    }

    /// The last words of a run that failed.
    pub(super) fn failure(&self, path: &Path) -> Option<String> {
        let mut started = self.started();
        let ended = started.get_mut(path)?.child.try_wait().ok()??;
        if ended.success() {
            return None;
        }
        let words = fs::read_to_string(path.join(LOG)).unwrap_or_default();
        let first = words.char_indices().rev().nth(LAST_WORDS);
        Some(words[first.map_or(0, |(at, _)| at)..].to_owned())
    }

    /// Asks a run to stop.
    pub(super) fn stop(&self, path: &Path) -> Result<(), String> {
        if !self.is_running(path) {
            return Ok(());
        }
        let mut started = self.started();
        if let Some(run) = started.get_mut(path).filter(|_| !is_worked_on(path)) {
            // It has not begun to listen, and nothing of it can be lost.
            let killed = run.child.kill();
            return killed.map_err(|error| format!("the run cannot be stopped: {error}"));
        }
        request_stop(path).map_err(|error| format!("the run cannot be stopped: {error}"))
    }
}

impl Drop for Machine {
    /// Runs end with the studio that has started them; all that they have saved is kept.
    fn drop(&mut self) {
        let paths: Vec<PathBuf> = self.started().keys().cloned().collect();
        for path in paths.iter().filter(|path| self.is_running(path)) {
            // Otherwise the run goes on to its end, which loses nothing.
            request_stop(path).ok();
        }
    }
}

/// Names of the runs in a folder, the newest first.
pub(super) fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
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

/// A name for a new run about a game.
pub(super) fn fresh_name(folder: &Path, game: &str) -> String {
    let names = (1..).map(|number| format!("{}-{number}", plain(game)));
    let mut free = names.filter(|name| !folder.join(name).exists());
    free.next().unwrap_or_default()
}

/// A name without anything that is not plain in a path.
pub(super) fn plain(name: &str) -> String {
    let letters = name.chars();
    let plain = letters.map(|letter| match letter.is_ascii_alphanumeric() {
        true => letter,
        false => '-',
    });
    plain.take(40).collect()
}

/// Arguments as texts.
pub(super) fn arguments<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).to_vec()
}
