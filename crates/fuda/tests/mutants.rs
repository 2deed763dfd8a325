//! Mutants of the shipped files: whatever somebody writes by mistake is refused or played, without a panic and
//! without end.
//!
//! `cargo xtask fuzz games` tries many more of the same.

#[path = "mutants/mutate.rs"]
mod mutate;

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::source::{ReadError, Sources};
use compile::{Settings, compile};
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::{Random, derived};
use fuda::sources::GameSources;
use mutate::Part;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");

/// Mutants that break something are kept here.
const FOUND: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/artifacts/games");

/// Games of each mutant.
const PLAYED: u64 = 20;

/// Decisions of each game.
const MOST_DECISIONS: u32 = 300;

/// No more games of a mutant begin after this: some decide little in much time.
const ENOUGH: Duration = Duration::from_secs(2);

/// Games with more parts are left to `cargo xtask fuzz games`: a debug build takes long to check them.
const FEW_PARTS: usize = 1_200;

#[test]
fn mutants_are_refused_or_played() {
    let files = files(FEW_PARTS);
    assert!(files.len() > 12, "{} files are small enough", files.len());
    let tried = Trial::new(&files, Duration::from_secs(60)).run(0..300);
    assert!(tried.found.is_empty(), "{}", tried.found.join("\n"));
    let count = |outcome| tried.counts.get(outcome).copied().unwrap_or(0);
    assert!(
        count("refused") > 30 && count("played") > 30,
        "{:?}",
        tried.counts
    );
}

/// Problems of mutants come from the change, not from the spelling.
#[test]
fn a_file_that_is_written_anew_is_the_same_game() {
    let clock = Clock::default();
    for file in files(FEW_PARTS) {
        let path = Path::new(GAMES).join(&file.game).join(&file.path);
        let text = std::fs::read_to_string(&path).expect("it was read before");
        let number = |text: &str| program(&file, text, &clock).map(|it| it.fingerprint);
        let expected = number(&text);
        let anew = number(&mutate::written(&file.documents));
        assert_eq!(anew, expected, "{}", path.display());
    }
}

#[test]
#[ignore = "long: `cargo xtask fuzz games` runs it"]
#[expect(
    clippy::print_stderr,
    reason = "it reports to the person who started it"
)]
fn many_mutants_are_refused_or_played() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let count = number("FUDA_MUTANTS").unwrap_or(20_000);
    let first = number("FUDA_FIRST_MUTANT").unwrap_or(0);
    let files = files(usize::MAX);
    let before = Instant::now();
    let tried = Trial::new(&files, Duration::from_secs(10)).run(first..first + count);
    eprintln!(
        "{count} mutants from {first} on, of {} files in {:.0} s: {:?}; the slowest step took {:.1} s",
        files.len(),
        before.elapsed().as_secs_f64(),
        tried.counts,
        tried.slowest.as_secs_f64()
    );
    assert!(tried.found.is_empty(), "{}", tried.found.join("\n"));
}

/// A file of a shipped game, as parts.
struct File {
    game: String,
    path: String,
    documents: Vec<Part>,
}

/// The files of all shipped games that are not too large.
fn files(most_parts: usize) -> Vec<File> {
    let games = fuda::library::names();
    let games = games.iter().map(|game| files_of(game));
    let parts = |files: &[File]| {
        files
            .iter()
            .flat_map(|file| &file.documents)
            .map(size)
            .sum::<usize>()
    };
    games
        .filter(|files| parts(files) <= most_parts)
        .flatten()
        .collect()
}

fn files_of(game: &str) -> Vec<File> {
    let mut paths = Vec::new();
    let folder = Path::new(GAMES).join(game);
    collect(&folder, &folder, &mut paths);
    paths.sort();
    let sources = GameSources::folder(&folder);
    let files = paths.into_iter().filter_map(|path| {
        let documents = mutate::documents(&sources, &path)?;
        let game = game.to_owned();
        Some(File {
            game,
            path,
            documents,
        })
    });
    files.collect()
}

fn size(part: &Part) -> usize {
    match part {
        Part::Scalar { .. } | Part::Include(_) => 1,
        Part::List(items) => 1 + items.iter().map(size).sum::<usize>(),
        Part::Map(entries) => 1 + entries.iter().map(|(_, value)| size(value)).sum::<usize>(),
    }
}

/// The files of a game that a game of it reads: not its scenarios.
fn collect(root: &Path, folder: &Path, paths: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the games are there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            if !path.ends_with("scenarios") {
                collect(root, &path, paths);
            }
            continue;
        }
        let ending = path.extension().and_then(|ending| ending.to_str());
        if matches!(ending, Some("cgml" | "yaml" | "yml")) {
            let inner = path.strip_prefix(root).expect("it is inside");
            paths.push(inner.to_str().expect("UTF-8").to_owned());
        }
    }
}

/// A game in which one file says something else.
struct Changed<'a> {
    game: GameSources,
    path: &'a str,
    text: &'a str,
}

impl Sources for Changed<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        if path == self.path {
            return Ok(self.text.as_bytes().to_vec());
        }
        self.game.read(path)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        self.game.list(folder)
    }
}

/// Results of some mutants.
#[derive(Default)]
struct Tried {
    counts: BTreeMap<&'static str, u64>,
    found: Vec<String>,
    slowest: Duration,
}

struct Trial<'a> {
    files: &'a [File],
    /// A step that takes longer hangs.
    longest: Duration,
    next: AtomicU64,
    tried: Mutex<Tried>,
}

impl<'a> Trial<'a> {
    fn new(files: &'a [File], longest: Duration) -> Self {
        Self {
            files,
            longest,
            next: AtomicU64::new(0),
            tried: Mutex::default(),
        }
    }

    /// Tries the mutants with these numbers on all cores.
    fn run(self, numbers: Range<u64>) -> Tried {
        self.next.store(numbers.start, Ordering::SeqCst);
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let clocks: Vec<Clock> = (0..workers).map(|_| Clock::default()).collect();
        thread::scope(|scope| {
            let working: Vec<_> = clocks
                .iter()
                .map(|clock| scope.spawn(|| self.work(numbers.end, clock)))
                .collect();
            while !working.iter().all(|worker| worker.is_finished()) {
                thread::sleep(Duration::from_millis(20));
                clocks.iter().for_each(|clock| clock.watch(self.longest));
            }
        });
        self.tried
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, end: u64, clock: &Clock) {
        loop {
            let number = self.next.fetch_add(1, Ordering::SeqCst);
            if number >= end {
                return;
            }
            let (file, text) = mutant(self.files, number);
            clock.begin(
                format!("mutant {number} of {}/{}", file.game, file.path),
                &text,
            );
            let outcome = catch_unwind(AssertUnwindSafe(|| outcome(file, &text, clock)));
            let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
            tried.slowest = tried.slowest.max(clock.slowest());
            match outcome {
                Ok(outcome) => *tried.counts.entry(outcome).or_default() += 1,
                Err(_) => tried.found.push(clock.keep("panics")),
            }
        }
    }
}

/// The mutant with a number: the same everywhere.
fn mutant(files: &[File], number: u64) -> (&File, String) {
    let mut random = Random::new(derived(0x4D55_7A17, number));
    let file = &files[random.below(files.len() as u32) as usize];
    let mut documents = file.documents.clone();
    mutate::mutate(&mut documents, &mut random);
    (file, mutate::written(&documents))
}

/// Outcome of a mutant: it is refused, or played as far as it goes.
fn outcome(file: &File, text: &str, clock: &Clock) -> &'static str {
    let Some(program) = program(file, text, clock) else {
        return "refused";
    };
    let before = Instant::now();
    for seed in 0..PLAYED {
        if !play(&program, seed, clock) {
            return "stopped";
        }
        if before.elapsed() > ENOUGH {
            break;
        }
    }
    "played"
}

fn program(file: &File, text: &str, clock: &Clock) -> Option<Program> {
    let sources = Changed {
        game: GameSources::folder(&Path::new(GAMES).join(&file.game)),
        path: &file.path,
        text,
    };
    // A file that is no game of its own is a part of one.
    let entry = match file.path.ends_with(".cgml") {
        true => file.path.as_str(),
        false => "game.cgml",
    };
    let mut diagnostics = Diagnostics::new();
    let document = load(&sources, entry, &mut diagnostics).ok()?;
    clock.step();
    let game = check(&document, &mut diagnostics).ok()?;
    clock.step();
    let program = compile(&game, diagnostics.files(), &Settings::default()).ok()?;
    clock.step();
    if let Err(problems) = engine::verify::verify(&program) {
        panic!("the program breaks its promises: {}", problems.join("\n"));
    }
    Some(program)
}

/// Plays by chance; false if the game was stopped.
fn play(program: &Program, seed: u64, clock: &Clock) -> bool {
    let mut random = Random::new(seed);
    let mut position = Position::start(program, seed);
    for _ in 0..MOST_DECISIONS {
        clock.step();
        let count = match position.decision() {
            Decision::Choose { choices, .. } => choices.len(),
            Decision::Chance { .. } | Decision::Over => return true,
            Decision::Fault(fault) => {
                let is_broken = fault.kind == engine::fault::FaultKind::Broken;
                assert!(!is_broken, "{}", fault.message(program));
                return false;
            }
        };
        let number = random.below(count as u32) as usize;
        position.play_unchecked(program, number);
    }
    true
}

/// Clock of the steps of a mutant.
#[derive(Default)]
struct Clock(Mutex<Step>);

#[derive(Default)]
struct Step {
    name: String,
    text: String,
    since: Option<Instant>,
    slowest: Duration,
}

impl Clock {
    fn now(&self) -> std::sync::MutexGuard<'_, Step> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, name: String, text: &str) {
        *self.now() = Step {
            name,
            text: text.to_owned(),
            since: Some(Instant::now()),
            slowest: Duration::ZERO,
        };
    }

    /// The next step begins.
    fn step(&self) {
        let mut now = self.now();
        let took = now
            .since
            .replace(Instant::now())
            .map(|since| since.elapsed());
        now.slowest = now.slowest.max(took.unwrap_or_default());
    }

    fn slowest(&self) -> Duration {
        self.step();
        self.now().slowest
    }

    /// Ends the program if a step hangs: there is no other way to stop it.
    #[expect(clippy::print_stderr, reason = "nobody else can tell it")]
    fn watch(&self, longest: Duration) {
        let since = self.now().since;
        if since.is_some_and(|since| since.elapsed() > longest) {
            eprintln!("{}", self.keep("hangs"));
            std::process::abort();
        }
    }

    /// Keeps the mutant in a file, and says which.
    fn keep(&self, what: &str) -> String {
        let now = self.now();
        let file = now.name.replace([' ', '/'], "-");
        let path = PathBuf::from(FOUND).join(file);
        let kept = std::fs::create_dir_all(FOUND).and_then(|()| std::fs::write(&path, &now.text));
        let place = kept.map_or_else(|error| error.to_string(), |()| path.display().to_string());
        format!("{} {what}: {place}", now.name)
    }
}
