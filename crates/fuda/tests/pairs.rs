//! Every deck against every other: no game is stopped, everything that always holds does, every game ends, and the same
//! games come out the same twice.

// It tells what was played.
#![allow(clippy::print_stdout)]

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::time::Instant;

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use fuda::cgml;
use fuda::compile::{DeckChoice, Settings, compile};
use fuda::engine::position::Position;
use fuda::engine::program::Program;
use fuda::engine::random::Random;
use fuda::engine::seen::Value;
use fuda::players::{Equipment, PlayerSpec};
use fuda::sim::{LIMIT, Nobody, Series, Tally, simulate};

/// Games of two players with this many decks are played with all pairs.
const SEVERAL: usize = 4;

#[test]
fn decks_can_be_played_against_each_other() {
    let played = play_pairs(64, Pairs::Neighbours);
    assert!(played >= 64, "{played}");
}

/// If players choose what they play with in the game itself, random games reach all of it.
#[test]
fn random_games_of_furuyoni_come_to_every_pair_of_goddesses() {
    let located = fuda::locate("furuyoni").expect("the game is shipped");
    let program = fuda::build(&located, &Settings::default()).expect("the game can be played");
    let mut random = Random::new(1);
    let mut pairs = [BTreeSet::new(), BTreeSet::new()];
    for seed in 0..600 {
        let mut position = Position::start(&program, seed);
        // The goddesses are shown and banned before any card lies anywhere.
        while phase(&position, &program) != "Build" {
            let number = random.below(position.choices().len() as u32) as usize;
            position.play_unchecked(&program, number);
        }
        for (variable, pairs) in goddesses(&position, &program).iter().zip(&mut pairs) {
            pairs.insert(variable.clone());
        }
    }
    // Two of ten.
    assert_eq!(pairs.map(|pairs| pairs.len()), [45, 45]);
}

fn phase(position: &Position, program: &Program) -> String {
    let phase = position.open_view(program, "en").phase;
    phase.map_or(String::new(), |phase| phase.id)
}

/// Goddesses of each player, in the order of the alphabet.
fn goddesses(position: &Position, program: &Program) -> Vec<Vec<String>> {
    let view = position.open_view(program, "en");
    let variables = view.variables.into_iter();
    let variables = variables.filter(|variable| variable.name.id == "megami");
    let names = variables.map(|variable| {
        let Value::List(names) = variable.value else {
            panic!("it is a list");
        };
        let mut names: Vec<String> = names
            .into_iter()
            .map(|name| match name {
                Value::Word(name) => name,
                other => panic!("{other:?} is no goddess"),
            })
            .collect();
        names.sort();
        names
    });
    names.collect()
}

/// As many games as `SOAK_GAMES` says. Run by `cargo xtask soak`.
#[test]
#[ignore = "takes as long as one likes"]
fn soak_pairs() {
    let games = std::env::var("SOAK_GAMES").map_or(200_000, |games| {
        games.parse().expect("SOAK_GAMES is a number")
    });
    play_pairs(games, Pairs::All);
}

/// Decks that are played against each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pairs {
    /// Each against itself and the next.
    Neighbours,
    /// Each against each.
    All,
}

/// Plays so many games of each game with several decks, twice.
fn play_pairs(games: u64, which: Pairs) -> u64 {
    let mut played = 0;
    for name in fuda::library::names() {
        let programs = pairs(&name, which);
        if programs.is_empty() {
            continue;
        }
        let begin = Instant::now();
        let each = games.div_ceil(programs.len() as u64);
        let mut checksums = [0u64; 2];
        let mut decisions = 0;
        for (pair, program) in &programs {
            for (round, checksum) in checksums.iter_mut().enumerate() {
                let tally = play(program, each, round + 1);
                assert_eq!(tally.faults, [], "{name}: {pair}");
                assert_eq!(tally.unfinished, 0, "{name}: {pair} never ends");
                assert_eq!(tally.finished, each);
                *checksum = checksum.wrapping_mul(31).wrapping_add(tally.checksum);
                decisions += tally.decisions;
            }
        }
        assert_eq!(checksums[0], checksums[1], "{name} is not the same twice");
        let games = each * programs.len() as u64;
        println!(
            "{name}: {} pairs, {games} games twice, {decisions} decisions, checksum {:016x}, {:.1} s",
            programs.len(),
            checksums[0],
            begin.elapsed().as_secs_f64(),
        );
        played += games;
    }
    played
}

/// The second time on another number of threads, which must make no difference.
fn play(program: &Program, games: u64, threads: usize) -> Tally {
    let series = Series {
        program,
        players: vec![PlayerSpec::Random; usize::from(program.seats)],
        equipment: Equipment::none(),
        games,
        seed: 1,
        chance: None,
        limit: LIMIT,
        threads: NonZeroUsize::new(threads).expect("threads are counted from one"),
        covers: false,
    };
    simulate(&series, &Nobody).expect("nobody has a problem with it")
}

/// A game with every pair of its decks, and every invariant tested.
fn pairs(name: &str, which: Pairs) -> Vec<(String, Program)> {
    let located = fuda::locate(name).expect("the game is shipped");
    let mut diagnostics = Diagnostics::new();
    let document = load(&located.sources, &located.entry, &mut diagnostics);
    let document = document.expect("the game can be read");
    let game = check(&document, &mut diagnostics).expect("the game has no errors");
    let decks: Vec<&str> = game
        .deck_lists
        .iter()
        .map(|deck| deck.name.as_str())
        .collect();
    if game.meta.min_players != 2 || decks.len() < SEVERAL {
        return Vec::new();
    }
    let mut programs = Vec::new();
    for (place, one) in decks.iter().enumerate() {
        for (other_place, other) in decks.iter().enumerate() {
            let is_near = other_place == place || other_place == (place + 1) % decks.len();
            if which == Pairs::Neighbours && !is_near {
                continue;
            }
            let chosen = [one, other].map(|deck| DeckChoice::Named((*deck).to_owned()));
            let settings = Settings {
                players: Some(2),
                decks: chosen.to_vec(),
                invariants: true,
                ..Settings::default()
            };
            let program = compile(&game, diagnostics.files(), &settings);
            let program = program.unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            programs.push((format!("{one} against {other}"), program));
        }
    }
    programs
}
