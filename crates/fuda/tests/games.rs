//! Every shipped game and variant can be played to its end, by any number of players it allows.

mod entries;

use engine::ids::Pile;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::Random;
use std::path::Path;

/// The number of games that are played of each game, variant and number of players.
const GAMES: u64 = 20;

/// No random game is longer, by far.
const MOST_DECISIONS: u32 = 50_000;

#[test]
fn random_games_come_to_an_end_and_keep_their_cards() {
    let mut played = 0;
    for path in entries::entries() {
        let programs = entries::programs(&path);
        for program in programs.unwrap_or_else(|refusal| panic!("{}: {refusal}", path.display())) {
            for seed in 0..GAMES {
                play(&path, &program, seed);
                played += 1;
            }
        }
    }
    assert!(played > 0);
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
