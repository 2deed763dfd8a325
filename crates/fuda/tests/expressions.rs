//! What expressions come to in a game that is played.

use engine::ids::Cell;
use engine::position::{Decision, Position};
use fuda::compile::Settings;
use std::fs;

/// The value that an expression has at the start of a game. The deck lies in order: A to 4 of clubs, then of
/// diamonds; seat 0 holds the first four cards.
fn value(definitions: &str, expression: &str) -> i64 {
    let game = format!(
        r#"
cgml_version: "1.4"
meta:
  name: Expressions
  players: {{ min: 2, max: 2 }}
components:
  component_types:
    deck_types:
      small:
        composition:
          - {{ template: custom, suits: [clubs, diamonds], values: [A, 2, 3, 4] }}
        rank_hierarchy: [A, 2, 3, 4]
    zone_types:
      pile: {{ visibility: all, ordering: lifo }}
  decks:
    cards: {{ type: small }}
  zones:
    - {{ name: deck, type: pile, of_deck: cards }}
    - {{ name: hand, type: pile, per_player: true }}
  variables:
    - {{ name: found, initial_value: 0 }}
define:
{definitions}
setup:
  - deal(deck, players.hand, 4)
  - found = {expression}
flow:
  states:
    Playing: {{ phases: [Wait] }}
  initial_state: Playing
  phases:
    Wait: {{ pass: false }}
  win_condition:
    evaluator: max(map(players, 0))
moves:
  nod: {{ in: Wait, ends: turn }}
rules: []
"#
    );
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("game.cgml");
    fs::write(&path, game).expect("the folder is new");
    let path = path.to_str().expect("a temporary folder has a plain name");
    let located = fuda::locate(path).expect("it was just written");
    let program = fuda::build(&located, &Settings::default()).unwrap_or_else(|error| {
        if let fuda::BuildError::Problems(problems) = &error {
            panic!("{:#?}", problems.sorted());
        }
        panic!("{error}")
    });
    let position = Position::start(&program, 1);
    assert!(matches!(position.decision(), Decision::Choose { .. }));
    let mut variables = program.variables.iter();
    let found = variables.find(|variable| variable.name.id == "found");
    position.cell(Cell(found.expect("it is declared").first))
}

const PAIRS: &str = "
  pairs_of: { params: { chosen: cards }, value: 'combinations(chosen, 2)' }
  small_pairs:
    params: { most: number, chosen: cards }
    value: len(pairs_of(chosen) where sum(map(item, rank_value(card))) <= most)
";

#[test]
fn what_is_done_with_the_elements_of_a_functions_list_knows_the_callers_names() {
    assert_eq!(value(PAIRS, "len(pairs_of(players[0].hand))"), 6);
    assert_eq!(value(PAIRS, "small_pairs(1, players[0].hand)"), 1);
    assert_eq!(value(PAIRS, "small_pairs(3, players[0].hand)"), 4);
}
