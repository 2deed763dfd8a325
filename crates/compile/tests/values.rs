//! Values of expressions in play: each is assigned to a variable at the beginning, and read when the game is over.

use cgml::check::check;
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::source::MemorySources;
use compile::{Settings, compile};
use engine::ids::Cell;
use engine::position::{Decision, Position};

/// A table for four in two teams, with words that are in several lists.
const TABLE: &str = r#"
cgml_version: "1.4"
meta: { name: Values, players: { min: 4, max: 4 } }
teams:
  one: { seats: [0, 2] }
  two: { seats: [1, 3] }
components:
  component_types:
    deck_types:
      small:
        composition: [{ template: standard_suits, values: [9, 10, J] }]
        rank_hierarchy: [9, 10, J]
  decks: { cards: { type: small } }
  zones:
    - { name: deck, type: { ordering: lifo, visibility: all }, of_deck: cards }
    - { name: side, type: { ordering: lifo, visibility: all } }
  variables:
    - { name: answer, initial_value: -100 }
    - { name: one, initial_value: 1 }
    - { name: direction, type: { values: [stay, left, across, right] }, initial_value: stay }
    - { name: trump, type: { values: [none, clubs, diamonds, hearts, spades] }, initial_value: none }
    - { name: suit_now, type: { like: suit } }
    - { name: points, scope: per_team, initial_value: 0 }
parameters:
  passing: { default: rotate, values: [rotate, left, right, across, stay] }
define:
  tens: deck where card.rank == 10
  suit_or_trump:
    params: { card: card }
    value: if(card.rank == J, trump, card.suit)
flow:
  states: { Over: { phases: [] } }
  initial_state: Over
  win_condition: { evaluator: current }
rules: []
"#;

/// The value of `answer` after these steps.
fn answer(steps: &str) -> i64 {
    let text = format!("{TABLE}setup:\n{steps}");
    let sources = MemorySources::new().with("game.cgml", text);
    let mut diagnostics = Diagnostics::new();
    let game = load(&sources, "game.cgml", &mut diagnostics)
        .and_then(|document| check(&document, &mut diagnostics));
    let game = game.unwrap_or_else(|_| {
        let messages: Vec<_> = diagnostics.iter().map(|one| &one.message).collect();
        panic!("{messages:?}")
    });
    let program = compile(&game, diagnostics.files(), &Settings::default());
    let program = program.unwrap_or_else(|refusal| panic!("{refusal}"));
    let position = Position::start(&program, 1);
    assert_eq!(position.decision(), Decision::Over);
    let mut variables = program.variables.iter();
    let found = variables.find(|variable| variable.name.id == "answer");
    position.cell(Cell(found.expect("the table has it").first))
}

#[test]
fn a_word_is_found_in_a_list_of_another_type() {
    let steps = "
  - direction = across
  - answer = index_of([left, right, across, stay], direction)
";
    assert_eq!(answer(steps), 2);
}

#[test]
fn words_of_two_lists_can_be_chosen_between_and_compared() {
    let compare = |trump: &str| {
        answer(&format!(
            "
  - trump = {trump}
  - answer = count(deck where suit_or_trump(card) == hearts)
"
        ))
    };
    // Three hearts, of which one is a jack; and all four jacks if they count as hearts.
    assert_eq!(compare("spades"), 2);
    assert_eq!(compare("hearts"), 6);
}

#[test]
fn a_word_that_may_be_of_two_lists_can_be_kept_as_one_of_them() {
    let steps = "
  - trump = spades
  - suit_now = suit_or_trump(first(deck where card.rank == J and card.suit == clubs))
  - answer = count(deck where card.suit == suit_now and card.rank == 9 and suit_now == spades)
";
    assert_eq!(answer(steps), 1);
}

#[test]
fn a_number_stands_for_the_word_with_its_digits() {
    let steps = "
  - answer = 10
  - answer = count(deck where card.rank == answer)
";
    assert_eq!(answer(steps), 4);
}

#[test]
fn a_number_after_a_list_of_players_is_a_position_and_not_a_seat() {
    assert_eq!(answer("  - answer = players_from(players[2])[1].id\n"), 3);
    assert_eq!(answer("  - answer = players[1].id\n"), 1);
}

#[test]
fn the_variables_of_teams_are_reached_through_their_players() {
    let steps = "
  - players[3].points = 7
  - answer = sum(players.points)
";
    assert_eq!(answer(steps), 14);
}

#[test]
fn what_is_done_with_the_elements_of_a_function_does_not_see_its_names() {
    let steps = "
  - action: FOR_EACH
    in: deck where card.rank == 9 and card.suit == clubs
    as: nine
    do: answer = count(tens where card.suit != nine.suit)
";
    assert_eq!(answer(steps), 3);
}

/// A value that follows from a card alone is computed before the game begins; one that depends on a variable is not.
#[test]
fn what_follows_from_what_is_printed_is_what_play_would_find() {
    let cards = [
        "first(deck where card.rank == J and card.suit == hearts)",
        "first(deck where card.rank == 9 and card.suit == clubs)",
        "first(tens where card.rank == J)",
    ];
    let expressions = [
        "rank_value(it) + ONE",
        "max([2 - rank_value(it), ONE])",
        "min([rank_value(it), ONE])",
        "sum([rank_value(it), 3 * ONE])",
        "if(it.suit == clubs and ONE == 1, 5, 6)",
        "if(not (it.suit == clubs and ONE == 1), 5, 6)",
        "if(it.rank in [9, J] or ONE == 2, 5, 6)",
        "if(not (it.rank in [9, J] or ONE == 2), 5, 6)",
        "if(rank_value(it) < ONE, 5, 6)",
        "if(not rank_value(it) < ONE, 5, 6)",
        "if(it.rank == 10 * ONE - 1, 5, 6)",
        "if(exists(it) and ONE == 1, 5, 6)",
        "if(rank_value(it) > rank_value(ten) - ONE, 5, 6)",
        "if(it.suit != ten.suit and ONE == 1, 5, 6)",
    ];
    let mut found = Vec::new();
    for card in cards {
        for expression in expressions {
            let [before, in_play] = ["1", "one"].map(|one| {
                let expression = expression.replace("ONE", one);
                answer(&format!(
                    "
  - it = {card}
  - ten = first(tens where card.suit == hearts)
  - answer = {expression}
"
                ))
            });
            assert_eq!(before, in_play, "{expression} with {card}");
            found.push(before);
        }
    }
    found.dedup();
    assert!(found.len() > 20, "the cards do not differ: {found:?}");
}

#[test]
fn lists_from_different_piles_are_put_together_and_cards_of_one_pile_only_once() {
    let count = |list: &str| {
        answer(&format!(
            "
  - move(deck, side, 3)
  - answer = count({list})
"
        ))
    };
    let counts = [
        ("union(deck, side)", 12),
        ("union(deck, side, deck)", 12),
        ("union([deck, side], side)", 12),
        (
            "union([top(deck), bottom(side)] where exists(item), [top(side)])",
            3,
        ),
        ("union([top(side), bottom(side)], [top(side)])", 2),
        (
            "union(map(range(0, 3), side[2 * item]) where exists(item), deck)",
            11,
        ),
        (
            "union(map(range(0, 3), side[0 * item]) where exists(item), deck)",
            10,
        ),
        ("map(range(0, 3), side[2 * item])", 4),
        ("map(range(1, 3), deck[2 * item + 1]) where exists(item)", 3),
        (
            "map(range(0, 3), deck[2 * item + 1]) where item == deck[5]",
            1,
        ),
    ];
    for (list, wanted) in counts {
        assert_eq!(count(list), wanted, "{list}");
    }
}
