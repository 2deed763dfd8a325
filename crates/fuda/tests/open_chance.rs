//! Games with open chance are played to the last leaf, and come to the numbers that are known of them.
//!
//! An information set is everything the seat that chooses was told from the beginning on, together with its
//! view: seats forget nothing.

use std::collections::BTreeSet;

use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::telling::Telling;
use fuda::compile::Settings;
use fuda::engine;

/// Results of a whole game tree.
#[derive(Debug, Default)]
struct Worked {
    information_sets: BTreeSet<String>,
    ends: u64,
    /// The mean score of each seat if everyone chooses by chance.
    values: Vec<f64>,
}

fn build(game: &str, players: u8, open_chance: bool) -> Program {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/");
    let located = fuda::locate(&format!("{games}{game}")).expect("the game is shipped");
    let settings = Settings {
        players: Some(players),
        open_chance,
        ..Settings::default()
    };
    fuda::build(&located, &settings).unwrap_or_else(|error| panic!("{game}: {error}"))
}

fn work_out(program: &Program) -> Worked {
    let mut worked = Worked {
        values: vec![0.0; usize::from(program.seats)],
        ..Worked::default()
    };
    let mut telling = Telling::new(program, "");
    let start = Position::start_watched(program, 0, &mut telling);
    walk(program, &start, &telling, 1.0, &mut worked);
    worked
}

fn walk(program: &Program, at: &Position, told: &Telling, probability: f64, to: &mut Worked) {
    let (count, chooses) = match at.decision() {
        Decision::Chance { outcomes } => (outcomes.len(), None),
        Decision::Choose { choices, seat, .. } => (choices.len(), Some(seat)),
        Decision::Over => {
            to.ends += 1;
            for (value, score) in to.values.iter_mut().zip(at.scores(program)) {
                *value += probability * *score as f64;
            }
            return;
        }
        Decision::Fault(fault) => panic!("{}", fault.message(program)),
    };
    if let Some(seat) = chooses {
        to.information_sets.insert(known(program, at, told, seat));
    }
    for number in 0..count {
        let (mut next, mut told) = (at.clone(), told.clone());
        match chooses {
            Some(_) => next.play_number(program, number, &mut told),
            None => next.play_chance_watched(program, number, &mut told),
        }
        walk(program, &next, &told, probability / count as f64, to);
    }
}

fn known(program: &Program, at: &Position, told: &Telling, seat: Seat) -> String {
    let events = serde_json::to_string(told.told(seat)).expect("events are plain data");
    let view = serde_json::to_string(&at.view(program, seat)).expect("a view is plain data");
    format!("{events}\n{view}")
}

fn assert_comes_to(game: &str, players: u8, sets: Option<usize>, ends: u64, values: &[f64]) {
    let worked = work_out(&build(game, players, true));
    if let Some(sets) = sets {
        assert_eq!(worked.information_sets.len(), sets, "{game}");
    }
    assert_eq!(worked.ends, ends, "{game}");
    let differs = |(found, known): (&f64, &f64)| (found - known).abs() > 1e-9;
    let wrong =
        worked.values.len() != values.len() || worked.values.iter().zip(values).any(differs);
    assert!(!wrong, "{game}: {:?} are not {values:?}", worked.values);
}

#[test]
fn kuhn_poker_has_12_information_sets_and_30_ends() {
    assert_comes_to("kuhn-poker", 2, Some(12), 30, &[0.125, -0.125]);
}

#[test]
fn kuhn_poker_for_three_has_312_ends() {
    let values = [0.234_375, -0.046_875, -0.187_5];
    let game = "kuhn-poker/variants/many-players.cgml";
    assert_comes_to(game, 3, None, 312, &values);
}

#[test]
fn leduc_poker_has_936_information_sets_and_5520_ends() {
    assert_comes_to("leduc-poker", 2, Some(936), 5520, &[-0.078_125, 0.078_125]);
}

#[test]
fn a_game_that_waits_for_chance_can_be_saved_hashed_and_recorded() {
    let program = build("leduc-poker", 2, true);
    engine::verify::verify(&program).expect("the compiler keeps its promises");
    let mut position = Position::start(&program, 0);
    let mut record = engine::record::Record::begin(&program, 0);
    let mut waits = 0;
    while !position.is_over() {
        let back = Position::load(&program, &position.save(&program)).expect("it was just saved");
        assert!(back.is_same(&program, &position));
        assert_eq!(back.hash(&program), position.hash(&program));
        match position.decision() {
            Decision::Chance { outcomes } => {
                let beyond = outcomes.len();
                waits += 1;
                assert!(!position.play_chance(&program, beyond));
                assert!(back.is_same(&program, &position));
                assert!(position.play_chance(&program, beyond - 1));
                record.add(&program, beyond - 1, &position);
            }
            _ => {
                assert!(!position.play_chance(&program, 0));
                position.play_unchecked(&program, 0);
                record.add(&program, 0, &position);
            }
        }
    }
    assert_eq!(waits, 3, "two hands and the card on the table");
    assert_eq!(record.verify(&program).as_ref(), Ok(&position));
}

/// In the setup, too, when nobody had a turn yet.
#[test]
fn every_shipped_game_that_waits_for_chance_can_be_saved() {
    for game in fuda::library::names() {
        let located = fuda::locate(&game).expect("the game is shipped");
        let settings = Settings {
            open_chance: true,
            ..Settings::default()
        };
        let program = fuda::build(&located, &settings).unwrap_or_else(|error| panic!("{error}"));
        let mut position = Position::start(&program, 3);
        let mut random = engine::random::Random::new(3);
        for wait in 0..40 {
            let back = Position::load(&program, &position.save(&program));
            let is_same = |back: &Position| back.is_same(&program, &position);
            assert!(back.as_ref().is_ok_and(is_same), "{game}, wait {wait}");
            match position.decision() {
                Decision::Chance { outcomes } => {
                    let number = random.below(outcomes.len() as u32) as usize;
                    assert!(position.play_chance(&program, number));
                }
                Decision::Choose { choices, .. } => {
                    let number = random.below(choices.len() as u32) as usize;
                    position.play_unchecked(&program, number);
                }
                Decision::Over | Decision::Fault(_) => break,
            }
        }
    }
}

/// The same cards come out, whatever the order in which chance decided about those that lie open.
#[test]
fn what_was_not_decided_does_not_count() {
    let program = build("leduc-poker", 2, true);
    let mut hashes = BTreeSet::new();
    let start = Position::start(&program, 0);
    for number in 0..6 {
        for other in 0..5 {
            let mut position = start.clone();
            assert!(position.play_chance(&program, number));
            assert!(position.play_chance(&program, other));
            hashes.insert(position.hash(&program));
        }
    }
    assert_eq!(hashes.len(), 30);
}

#[test]
fn without_the_setting_nothing_waits_for_chance() {
    let program = build("leduc-poker", 2, false);
    let waits = |op: &engine::op::Op| ["Open", "Settle", "SettleAt", "Pick"].contains(&op.name());
    assert!(!program.ops.iter().any(waits));
}
