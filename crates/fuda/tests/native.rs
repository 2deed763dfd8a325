//! Machine code plays every game as the interpreter does: the same choices, the same positions, the same end.

mod entries;
mod written;

use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::Random;
use engine::seed::{Generator, Key, Seed};

/// The number of games that are played of each game, variant and number of players.
const GAMES: u64 = 6;

/// Programs with more ops are left to the long test: machine code takes long to make in a debug build.
const MOST_OPS: usize = 4000;

/// Games that take longer are compared as far as this.
const MOST_DECISIONS: u32 = 400;

#[test]
fn machine_code_plays_as_the_interpreter_does() {
    compare_all(1, MOST_OPS);
}

#[test]
#[ignore = "long: with every number of players; `cargo xtask soak` runs it"]
fn machine_code_plays_as_the_interpreter_does_with_any_number_of_players() {
    compare_all(usize::MAX, usize::MAX);
}

#[test]
fn machine_code_changes_values_as_the_interpreter_does() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/skirmish/game.cgml");
    compare_game(std::path::Path::new(path), 1, usize::MAX);
}

fn compare_all(most_programs: usize, most_ops: usize) {
    for path in entries::entries() {
        compare_game(&path, most_programs, most_ops);
    }
}

fn compare_game(path: &std::path::Path, most_programs: usize, most_ops: usize) {
    let programs = entries::programs(path);
    let programs = programs.unwrap_or_else(|refusal| panic!("{}: {refusal}", path.display()));
    for program in programs.into_iter().take(most_programs) {
        if program.ops.len() > most_ops {
            continue;
        }
        let mut fast = program.clone();
        native::attach(&mut fast).expect("there is machine code for this processor");
        for seed in 0..GAMES {
            compare(&program, &fast, seed);
        }
        let mut brief = program.clone();
        brief.answers_forced = true;
        let mut both = brief.clone();
        native::attach(&mut both).expect("there is machine code for this processor");
        for seed in 0..GAMES {
            compare(&brief, &both, seed);
            compare_with_forced(&program, &brief, seed);
        }
    }
}

fn compare(program: &Program, fast: &Program, seed: u64) {
    let game = format!("{}, {} players, seed {seed}", program.name, program.seats);
    let mut random = Random::new(seed ^ 0xC0DE);
    let mut by_hand = Position::start(program, dealt(seed));
    let mut by_machine = Position::start(fast, dealt(seed));
    for decision in 0..MOST_DECISIONS {
        assert_eq!(
            by_hand.decision(),
            by_machine.decision(),
            "{game}, decision {decision}"
        );
        assert!(
            by_hand.is_same(program, &by_machine),
            "{game}: another position at decision {decision}"
        );
        assert_eq!(
            by_hand.hash(program),
            by_machine.hash(fast),
            "{game}, decision {decision}"
        );
        let Decision::Choose { choices, .. } = by_hand.decision() else {
            break;
        };
        let number = random.below(choices.len() as u32) as usize;
        by_hand.play_unchecked(program, number);
        by_machine.play_unchecked(fast, number);
    }
    assert_eq!(by_hand.scores(program), by_machine.scores(fast), "{game}");
}

/// Every second game has chance with a key, as games of people have.
fn dealt(number: u64) -> Seed {
    let key = Key([number as u8; 32]);
    let generator = match number % 2 {
        0 => Generator::Pcg32,
        _ => Generator::Chacha20 { key },
    };
    Seed { number, generator }
}

/// Games in which forced answers are given without a question go as they do with them.
fn compare_with_forced(program: &Program, brief: &Program, seed: u64) {
    let game = format!("{}, {} players, seed {seed}", program.name, program.seats);
    let mut random = Random::new(seed ^ 0xF0);
    let mut asked = Position::start(program, seed);
    let mut spared = Position::start(brief, seed);
    for decision in 0..MOST_DECISIONS {
        while asked.choices().len() == 1 {
            asked.play_unchecked(program, 0);
        }
        assert_eq!(
            asked.decision(),
            spared.decision(),
            "{game}, decision {decision}"
        );
        let Decision::Choose { choices, .. } = asked.decision() else {
            break;
        };
        let number = random.below(choices.len() as u32) as usize;
        asked.play_unchecked(program, number);
        spared.play_unchecked(brief, number);
    }
}

/// The end of a game that is only tried out is no end: neither by hand nor by machine.
#[test]
fn machine_code_does_not_end_a_game_that_only_could_end() {
    let game = r#"
cgml_version: "1.4"
meta: { name: Tried, players: { min: 2, max: 2 } }
components:
  variables: [{ name: number, initial_value: 0 }]
setup: []
flow:
  states: { Play: { phases: [Main] } }
  initial_state: Play
  phases: { Main: { pass: false } }
  win_condition: { evaluator: { winners: players, reason: everybody } }
moves:
  ask:
    in: Main
    effect:
      - { if: { canPerform: [{ action: WIN, player: current }] }, then: [number += 1] }
rules: []
"#;
    let program = written::build(game).unwrap_or_else(|error| panic!("{error}"));
    let mut fast = program.clone();
    native::attach(&mut fast).expect("there is machine code for this processor");
    compare(&program, &fast, 1);
    let mut position = Position::start(&fast, 1);
    position.play_unchecked(&fast, 0);
    assert!(matches!(position.decision(), Decision::Choose { .. }));
}
