//! Knowledge of players and trials of the game, in small games that are played.

mod written;

use engine::ids::{Cell, Pile, Seat};
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::telling::{SeatEvent, Telling};

/// Two players with four cards each of a shuffled deck of ten; the first one has moves with these effects.
fn program(moves: &[(&str, &str)]) -> Program {
    let moves = moves.iter().map(|(name, effect)| {
        format!("  {name}: {{ in: Main, ends: phase, effect: [{effect}] }}\n")
    });
    let moves: String = moves.collect();
    let game = format!(
        r#"
cgml_version: "1.4"
meta: {{ name: Secrets, players: {{ min: 2, max: 2 }} }}
components:
  component_types:
    deck_types:
      small:
        composition: [{{ template: no_suits, values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }}]
        rank_hierarchy: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    zone_types:
      deck: {{ visibility: {{ all: count_only }}, ordering: shuffled, default_face: down }}
      hand: {{ visibility: {{ owner: all, others: count_only }}, ordering: unordered }}
  decks:
    cards: {{ type: small }}
  zones:
    - {{ name: deck, type: deck, of_deck: cards }}
    - {{ name: hand, type: hand, per_player: true }}
  variables:
    - {{ name: number, initial_value: 0 }}
    - {{ name: open, type: cards, initial_value: [] }}
    - {{ name: own, type: cards, initial_value: [], scope: per_player, hidden: true }}
setup:
  - deal(deck, players.hand, 4)
flow:
  states:
    Play: {{ phases: [Main] }}
  initial_state: Play
  phases:
    Main: {{ pass: false }}
  win_condition:
    evaluator: {{ winners: players, reason: everybody }}
moves:
{moves}
  wait: {{ in: Main, ends: phase }}
rules: []
"#
    );
    written::program(&game)
}

const DECK: Pile = Pile(0);
const OTHER_HAND: Pile = Pile(2);

fn cards(position: &Position, pile: Pile) -> Vec<i64> {
    position.cards(pile).map(|card| i64::from(card.0)).collect()
}

fn offered(position: &Position) -> Vec<i64> {
    let choices = position.choices().iter();
    choices.map(|choice| choice.value).collect()
}

/// Cards of a pile that each seat knows, the top one first.
fn known(position: &Position, pile: Pile) -> [Vec<bool>; 2] {
    [Seat(0), Seat(1)].map(|seat| {
        let cards = position.cards(pile);
        cards.map(|card| position.is_known(card, seat)).collect()
    })
}

#[test]
fn hidden_cards_are_offered_as_they_lie_whatever_the_rules_sort_them_by() {
    let program = program(&[
        (
            "blind",
            "\"number = rank_value(choose(sort_by(opponent.hand, rank_value(card))))\"",
        ),
        (
            "own",
            "\"number = rank_value(choose(sort_by(hand, rank_value(card))))\"",
        ),
    ]);
    let (mut sorted, mut unsorted) = (0, 0);
    for seed in 0..10 {
        let start = Position::start(&program, seed);
        let mut position = start.clone();
        position.play_unchecked(&program, 0);
        let lying = cards(&position, OTHER_HAND);
        assert_eq!(offered(&position), lying);
        unsorted += usize::from(!lying.is_sorted());

        let mut position = start;
        position.play_unchecked(&program, 1);
        assert!(offered(&position).is_sorted());
        sorted += usize::from(!cards(&position, Pile(1)).is_sorted());
    }
    assert!(sorted > 0 && unsorted > 0, "all hands lie in order");
}

#[test]
fn who_puts_cards_in_order_sees_them_and_knows_the_order_and_nobody_else() {
    let program = program(&[("arrange", "reorder(deck)")]);
    let mut position = Position::start(&program, 3);
    assert_eq!(known(&position, DECK), [[false; 2], [false; 2]]);
    let before = cards(&position, DECK);

    position.play_unchecked(&program, 0);
    assert_eq!(known(&position, DECK), [[true; 2], [false; 2]]);
    assert_eq!(offered(&position), before);
    position.play_unchecked(&program, 1);
    position.play_unchecked(&program, 0);

    let after = cards(&position, DECK);
    assert_eq!(after, [before[1], before[0]]);
    assert_eq!(known(&position, DECK), [[true; 2], [false; 2]]);
}

#[test]
fn who_knew_all_cards_can_follow_how_they_are_sorted() {
    let program = program(&[
        ("sort", "\"reorder(deck, rank)\""),
        ("look", "\"look(me, deck)\", \"reorder(deck, rank)\""),
        ("peek", "\"look(me, top(deck))\", \"reorder(deck, rank)\""),
    ]);
    for (number, knows) in [(0, false), (1, true), (2, false)] {
        let mut position = Position::start(&program, 3);
        position.play_unchecked(&program, number);
        assert_eq!(known(&position, DECK), [[knows; 2], [false; 2]]);
        assert!(cards(&position, DECK).is_sorted());
    }
}

#[test]
fn a_list_that_changes_is_told_to_those_who_see_it() {
    let program = program(&[
        ("keep", "\"open = hand where rank_value(card) > 0\""),
        ("hide", "\"me.own = hand where rank_value(card) > 0\""),
    ]);
    let told = |number| {
        let mut telling = Telling::new(&program, "");
        let mut position = Position::start(&program, 3);
        position.play_number(&program, number, &mut telling);
        [0, 1].map(|seat| {
            let events = telling.take(Seat(seat)).into_iter();
            let changes = events.filter_map(|event| match event {
                SeatEvent::Changed { name, value, .. } => Some((name.id, value)),
                _ => None,
            });
            changes.collect::<Vec<_>>()
        })
    };
    let is_list_of_four = |told: &[(String, engine::seen::Value)], variable: &str| matches!(told, [(name, engine::seen::Value::List(cards))] if name == variable && cards.len() == 4);
    let [first, second] = told(0);
    assert!(is_list_of_four(&first, "open"), "{first:?}");
    assert!(is_list_of_four(&second, "open"), "{second:?}");
    assert_ne!(first, second, "the second player does not know the cards");
    let [first, second] = told(1);
    assert!(is_list_of_four(&first, "own"), "{first:?}");
    assert_eq!(second, []);
}

#[test]
fn a_trial_does_not_end_the_game() {
    let program = program(&[
        ("try_win", "\"number = if(canPerform(win(me)), 1, 2)\""),
        ("try_tie", "\"number = if(canPerform(tie()), 1, 2)\""),
        ("try_lose", "\"number = if(canPerform(lose(me)), 1, 2)\""),
        ("win", "win(me)"),
    ]);
    let variables = program.variables.iter();
    let number = variables.map(|variable| Cell(variable.first)).next();
    let number = number.expect("it is the first one");
    for trial in 0..3 {
        let mut position = Position::start(&program, 3);
        position.play_unchecked(&program, trial);
        assert!(matches!(position.decision(), Decision::Choose { .. }));
        assert_eq!(position.cell(number), 1);
        assert!(position.winners(&program).is_empty());
    }
    let mut position = Position::start(&program, 3);
    position.play_unchecked(&program, 3);
    assert_eq!(position.decision(), Decision::Over);
    assert_eq!(position.winners(&program), [0]);
}
