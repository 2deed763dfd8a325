//! Machine code plays mutants of shipped games as the interpreter does.
//!
//! The bytes are the seed of the mutant and of the games.
#![no_main]

#[path = "../../crates/fuda/tests/mutants/mutate.rs"]
mod mutate;

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::source::MemorySources;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::Random;
use fuda::compile::{Settings, compile};
use libfuzzer_sys::fuzz_target;
use mutate::Part;
use std::sync::OnceLock;

/// Machine code for more takes too long to make.
const MOST_OPS: usize = 2_500;

/// The shipped games whose machine code is made quickly, each with its parts.
fn games() -> &'static [(String, Vec<Part>)] {
    static GAMES: OnceLock<Vec<(String, Vec<Part>)>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let names = fuda::library::names().into_iter();
        let games = names.filter_map(|name| {
            let located = fuda::locate(&name).ok()?;
            let documents = mutate::documents(&located.sources, &located.entry)?;
            let program = program(&name, &mutate::written(&documents))?;
            (program.ops.len() <= MOST_OPS).then_some((name, documents))
        });
        games.collect()
    })
}

fuzz_target!(init: games(), |bytes: &[u8]| {
    let seed = bytes.iter().fold(bytes.len() as u64, |seed, byte| {
        engine::random::mixed(seed ^ u64::from(*byte))
    });
    let mut random = Random::new(seed);
    let games = games();
    let (name, documents) = &games[random.below(games.len() as u32) as usize];
    let mut documents = documents.clone();
    mutate::mutate(&mut documents, &mut random);
    let text = mutate::written(&documents);
    let Some(program) = program(name, &text).filter(|it| it.ops.len() <= MOST_OPS) else {
        return;
    };
    let mut fast = program.clone();
    if fuda::native::attach(&mut fast).is_err() {
        return;
    }
    for seed in 0..2 {
        compare(&program, &fast, seed);
    }
});

/// The game with another text; what the file says of other files is in it already.
fn program(name: &str, text: &str) -> Option<Program> {
    let located = fuda::locate(name).ok()?;
    let sources = Changed {
        game: located.sources,
        changed: MemorySources::new().with(&located.entry, text),
        entry: &located.entry,
    };
    let mut diagnostics = Diagnostics::new();
    let document = load(&sources, &located.entry, &mut diagnostics).ok()?;
    let game = check(&document, &mut diagnostics).ok()?;
    compile(&game, diagnostics.files(), &Settings::default()).ok()
}

/// A shipped game whose first file says something else.
struct Changed<'a> {
    game: fuda::sources::GameSources,
    changed: MemorySources,
    entry: &'a str,
}

impl cgml::source::Sources for Changed<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, cgml::source::ReadError> {
        match path == self.entry {
            true => self.changed.read(path),
            false => self.game.read(path),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, cgml::source::ReadError> {
        self.game.list(folder)
    }
}

fn compare(program: &Program, fast: &Program, seed: u64) {
    let mut random = Random::new(seed);
    let mut by_hand = Position::start(program, seed);
    let mut by_machine = Position::start(fast, seed);
    for decision in 0..60 {
        assert_eq!(
            by_hand.decision(),
            by_machine.decision(),
            "decision {decision}"
        );
        let Decision::Choose { choices, .. } = by_hand.decision() else {
            break;
        };
        assert!(by_hand.is_same(program, &by_machine), "decision {decision}");
        assert_eq!(
            by_hand.hash(program),
            by_machine.hash(fast),
            "decision {decision}"
        );
        let number = random.below(choices.len() as u32) as usize;
        by_hand.play_unchecked(program, number);
        by_machine.play_unchecked(fast, number);
    }
}
