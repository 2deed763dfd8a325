//! States and phases in a game that is played.

mod written;

use engine::position::Position;
use engine::program::{Program, cells};

/// A game whose first move does something; the other moves only tell where the game is.
fn after(effect: &str) -> (String, String) {
    let game = format!(
        r#"
cgml_version: "1.4"
meta:
  name: Flow
  players: {{ min: 1, max: 1 }}
components:
  component_types:
    deck_types:
      small:
        composition: [{{ template: no_suits, values: [1, 2] }}]
    zone_types:
      pile: {{ visibility: all }}
  decks:
    cards: {{ type: small }}
  zones:
    - {{ name: deck, type: pile, of_deck: cards }}
setup: []
flow:
  states:
    First: {{ phases: [One, Two, Three] }}
    Second: {{ phases: [Three, Four, Five] }}
  initial_state: First
  phases:
    One: {{ pass: false }}
    Two: {{ pass: false }}
    Three: {{ pass: false }}
    Four: {{ pass: false }}
    Five: {{ pass: false }}
  win_condition:
    evaluator: {{ winners: players, reason: everybody }}
moves:
  begin:
    in: One
    effect: {effect}
    ends: phase
  stay: {{ in: [Two, Three, Four, Five], ends: phase }}
rules: []
"#
    );
    let program = written::program(&game);
    let mut position = Position::start(&program, 1);
    position.play_unchecked(&program, 0);
    place(&program, &position)
}

fn place(program: &Program, position: &Position) -> (String, String) {
    let state = position.cell(cells::STATE) as usize;
    let phase = position.cell(cells::PHASE) as usize;
    (
        program.states[state].id.clone(),
        program.phases[phase].id.clone(),
    )
}

fn is_at(effect: &str, state: &str, phase: &str) {
    assert_eq!(after(effect), (state.to_owned(), phase.to_owned()));
}

#[test]
fn after_a_new_state_a_phase_is_one_of_that_state() {
    is_at("set_phase(Three)", "First", "Three");
    is_at("set_state(Second)", "Second", "Three");
    is_at("set_state(Second); set_phase(Five)", "Second", "Five");
    is_at("set_phase(Two); set_state(Second)", "Second", "Three");
}

#[test]
fn a_phase_that_the_new_state_does_not_have_is_not_gone_to() {
    is_at("set_state(Second); set_phase(Two)", "Second", "Three");
}
