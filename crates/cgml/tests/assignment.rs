//! Setting variables in text: what is a variable and what a temporary value, and which values fit.

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::model::{Callee, Game};
use cgml::source::MemorySources;

#[test]
fn the_result_of_an_action_goes_into_a_variable_of_that_name() {
    assert_eq!(
        steps("chosen = choose(hand); reveal(chosen)"),
        ["CHOOSE", "REVEAL"]
    );
    assert_eq!(
        steps("last_card = choose(hand); reveal(last_card)"),
        ["CHOOSE", "SET_VARIABLE", "REVEAL"]
    );
    assert_eq!(steps("score = double(score)"), ["SET_VARIABLE"]);
}

#[test]
fn a_variable_keeps_the_type_it_begins_with() {
    let fine = [
        "score = 3",
        "last_card = top(hand)",
        "is_open = score > 1",
        "leader = me",
    ];
    for step in fine {
        assert_eq!(problems(step), Vec::<String>::new(), "{step}");
    }
    assert_eq!(
        problems("score = top(hand)"),
        ["`score` is a number, it cannot be set to a card"]
    );
    assert_eq!(
        problems("is_open = 1"),
        ["`is_open` is a truth value, it cannot be set to a number"]
    );
    assert_eq!(
        problems("leader = hand"),
        ["`leader` is a player, it cannot be set to a zone"]
    );
}

/// The actions of the one rule of a game.
fn steps(effect: &str) -> Vec<&'static str> {
    let (game, problems) = checked(effect);
    let game = game.unwrap_or_else(|| panic!("{problems:?}"));
    let rule = game.rules.iter().next().expect("the game has a rule");
    let steps = rule.effect.steps.iter();
    steps
        .map(|step| match step.callee {
            Callee::Action(action) => action.row().name,
            Callee::Effect(_) => "",
        })
        .collect()
}

/// The messages about errors.
fn problems(effect: &str) -> Vec<String> {
    checked(effect).1
}

fn checked(effect: &str) -> (Option<Game>, Vec<String>) {
    let game = GAME.replace("EFFECT", effect);
    let sources = MemorySources::new().with("game.cgml", game);
    let mut diagnostics = Diagnostics::new();
    let game = load(&sources, "game.cgml", &mut diagnostics)
        .and_then(|document| check(&document, &mut diagnostics));
    let errors = diagnostics
        .iter()
        .filter(|problem| problem.code.name().starts_with('E'));
    (
        game.ok(),
        errors.map(|problem| problem.message.clone()).collect(),
    )
}

const GAME: &str = r#"
cgml_version: "1.4"
meta: { name: Setting, players: { min: 2, max: 2 } }
components:
  component_types:
    deck_types: { small: { composition: [{ type: template, template: standard_suits, values: [1, 2] }] } }
  decks: { cards: { type: small } }
  zones:
    - { name: deck, type: { ordering: lifo }, of_deck: cards }
    - { name: hand, type: { ordering: unordered }, per_player: true }
  variables:
    - { name: score, initial_value: 0 }
    - { name: is_open, initial_value: false }
    - { name: last_card, initial_value: ~ }
    - { name: leader, initial_value: { path: "$.players[0]" } }
define:
  double: { params: { amount: number }, value: amount * 2 }
setup: []
flow:
  states: { Playing: { phases: [Main] }, GameOver: { phases: [] } }
  initial_state: Playing
  transitions: [{ from: Playing, to: GameOver }]
rules:
  - { id: only, trigger: on.phase.Main, effect: "EFFECT" }
"#;
