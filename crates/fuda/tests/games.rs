//! Every shipped game and variant can be played to its end, by any number of players it allows.

use engine::ids::Pile;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::Random;
use fuda::cgml::check::check;
use fuda::cgml::diagnostic::Diagnostics;
use fuda::cgml::load::load;
use fuda::compile::{Refusal, Settings, compile};
use std::path::{Path, PathBuf};

/// How many games are played of each game, variant and number of players.
const GAMES: u64 = 20;

/// No random game is longer, by far.
const MOST_DECISIONS: u32 = 50_000;

#[test]
fn random_games_come_to_an_end_and_keep_their_cards() {
    let mut played = 0;
    for path in entries() {
        let programs = programs(&path);
        for program in programs.unwrap_or_else(|refusal| panic!("{}: {refusal}", path.display())) {
            for seed in 0..GAMES {
                play(&path, &program, seed);
                played += 1;
            }
        }
    }
    assert!(played > 0);
}

fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// The folders of the games that can be played, and the files of their variants.
fn entries() -> Vec<PathBuf> {
    let mut entries = Vec::new();
    for name in fuda::library::names() {
        let game = games().join(name);
        if let Ok(variants) = std::fs::read_dir(game.join("variants")) {
            let variants = variants.map(|file| file.expect("it can be listed").path());
            entries.extend(variants.filter(|path| path.extension().is_some_and(|of| of == "cgml")));
        }
        entries.push(game);
    }
    entries.sort();
    entries
}

/// A program for the fewest players, for the most, and for a number between; or why there is none.
fn programs(path: &Path) -> Result<Vec<Program>, Refusal> {
    let path = path.to_str().expect("the repository has a UTF-8 path");
    let located = fuda::locate(path).unwrap_or_else(|error| panic!("{error}"));
    let mut diagnostics = Diagnostics::new();
    let game = load(&located.sources, &located.entry, &mut diagnostics)
        .and_then(|document| check(&document, &mut diagnostics));
    let game = game.unwrap_or_else(|_| panic!("{path} has problems"));
    let (min, max) = (game.meta.min_players, game.meta.max_players);
    let mut numbers = vec![min, (min + max).div_ceil(2), max];
    numbers.dedup();
    let programs = numbers.into_iter().map(|players| {
        let settings = Settings {
            players: Some(players),
            ..Settings::default()
        };
        compile(&game, diagnostics.files(), &settings)
    });
    programs.collect()
}

fn play(path: &Path, program: &Program, seed: u64) {
    let game = format!("{}, {} players, seed {seed}", path.display(), program.seats);
    let mut random = Random::new(seed ^ 0x9A3E);
    let mut position = Position::start(program, seed);
    let mut decisions = 0;
    while !position.choices().is_empty() {
        let number = random.below(position.choices().len() as u32);
        position.play_unchecked(program, number as usize);
        decisions += 1;
        assert!(decisions < MOST_DECISIONS, "{game}: it does not end");
    }
    match position.decision() {
        Decision::Over => {}
        Decision::Fault(fault) => panic!("{game}: {}", fault.message(program)),
        Decision::Choose { .. } | Decision::Chance { .. } => {
            panic!("{game}: there is nothing to choose")
        }
    }
    assert_eq!(cards(program, &position), all_cards(program), "{game}");
}

/// The cards of all piles, sorted.
fn cards(program: &Program, position: &Position) -> Vec<u16> {
    let piles = 0..program.piles.len() as u16;
    let cards = piles.flat_map(|pile| position.cards(Pile(pile)));
    let mut cards: Vec<u16> = cards.map(|card| card.0).collect();
    cards.sort_unstable();
    cards
}

fn all_cards(program: &Program) -> Vec<u16> {
    (0..program.cards.len() as u16).collect()
}
