//! Steps in the short form mean what the long form means.

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::model::{ArgumentValue, Callee, Expr, ExprKind, Step};
use cgml::source::MemorySources;

#[test]
fn the_short_form_is_the_long_form() {
    let pairs = [
        (
            "{ repeat: 2, do: draw(1) }",
            "{ action: REPEAT, times: 2, do: draw(1) }",
        ),
        ("{ draw: 2 }", "{ action: draw, n: 2 }"),
        (
            "{ for_each: hand, do: reveal(card) }",
            "{ action: FOR_EACH, in: hand, do: reveal(card) }",
        ),
        (
            "{ if: score > 1, then: draw(1) }",
            "{ action: IF, condition: score > 1, then: draw(1) }",
        ),
        (
            "{ move: top(deck), to: hand }",
            "{ action: MOVE, from: top(deck), to: hand }",
        ),
        (
            "{ do: draw(1), repeat: 2 }",
            "{ action: REPEAT, do: draw(1), times: 2 }",
        ),
        ("{ win: }", "{ action: WIN }"),
        ("{ skip_turn: }", "{ action: SKIP_TURN }"),
        ("{ resolve: }", "{ action: RESOLVE }"),
    ];
    for (short, long) in pairs {
        assert_eq!(steps(short), steps(long), "{short}");
    }
    assert_ne!(steps("{ draw: 2 }"), steps("{ draw: 3 }"));
}

#[test]
fn the_first_key_that_is_an_action_counts() {
    let delay = steps("{ delay: turn.end, if: score > 1, do: draw(1) }");
    assert!(delay.starts_with("DELAY"), "{delay}");
}

#[test]
fn one_effect_for_several_cards_is_done_for_each() {
    assert_eq!(steps("discard(hand)"), "discard(each) ");
    assert_eq!(steps("discard(top(hand))"), "discard(a card) ");
}

/// The checked steps of the one rule of a game, in words.
fn steps(effect: &str) -> String {
    let sources = MemorySources::new().with("game.cgml", GAME.replace("EFFECT", effect));
    let mut diagnostics = Diagnostics::new();
    let game = load(&sources, "game.cgml", &mut diagnostics)
        .and_then(|document| check(&document, &mut diagnostics));
    let messages: Vec<_> = diagnostics.iter().map(|problem| &problem.message).collect();
    let game = game.unwrap_or_else(|_| panic!("{effect}: {messages:?}"));
    let rule = game.rules.iter().next().expect("the game has a rule");
    let name = |callee| match callee {
        Callee::Action(action) => action.row().name.to_owned(),
        Callee::Effect(definition) => game.definitions[definition].name.clone(),
    };
    in_words(&rule.effect.steps, &name)
}

fn in_words(steps: &[Step], name: &dyn Fn(Callee) -> String) -> String {
    let mut words = String::new();
    for step in steps {
        let arguments = step.arguments.iter();
        let arguments: Vec<String> = arguments
            .map(|argument| in_a_word(&argument.value, name))
            .collect();
        words += &format!("{}({}) ", name(step.callee), arguments.join(", "));
    }
    words
}

fn in_a_word(value: &ArgumentValue, name: &dyn Fn(Callee) -> String) -> String {
    match value {
        ArgumentValue::Steps(steps) => in_words(steps, name),
        ArgumentValue::Each(_) => "each".to_owned(),
        ArgumentValue::Expr(Expr {
            kind: ExprKind::Literal(literal),
            ..
        }) => format!("{literal:?}"),
        ArgumentValue::Expr(expr) => expr.ty.noun(),
        ArgumentValue::Event(_) => "event".to_owned(),
        other => panic!("{other:?}"),
    }
}

const GAME: &str = r#"
cgml_version: "1.4"
meta: { name: Short, players: { min: 2, max: 2 } }
components:
  component_types:
    deck_types:
      small: { composition: [{ type: template, template: standard_suits, values: [1, 2] }] }
  decks: { all: { type: small } }
  zones:
    - { name: deck, type: { ordering: shuffled }, of_deck: all }
    - { name: hand, type: {}, per_player: true }
    - { name: pile, type: {} }
  variables: [{ name: score }]
define:
  draw: { params: { n: number }, effect: "move(deck, hand, n)" }
  discard: { params: { card: card }, effect: "move(card, pile)" }
setup: []
flow:
  states: { Playing: { phases: [Main] }, GameOver: { phases: [] } }
  initial_state: Playing
rules:
  - id: rule
    trigger: on.phase.Main
    effect: EFFECT
"#;
