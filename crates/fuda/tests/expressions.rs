//! Values of expressions in a game that is played.

mod written;

use engine::ids::Cell;
use engine::position::{Decision, Position};

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
    - {{ name: kept, type: {{ list: cards }}, initial_value: [] }}
define:
{definitions}
setup:
  - deal(deck, players.hand, 4)
  - kept = combinations(players[0].hand, 3)
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
    let program = written::program(&game);
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

const GROUPS: &str = "
  all_of: { params: { chosen: cards }, value: 'chosen where true' }
  twice: { params: { chosen: cards }, value: 'map(range(1, 2), all_of(chosen))' }
";

#[test]
fn lists_are_equal_if_their_elements_are() {
    let hand = "players[0].hand";
    let is = |test: &str| value(GROUPS, &format!("if({test}, 1, 0)"));
    let len = |list: &str| value(GROUPS, &format!("len({list})"));
    assert_eq!(len(&format!("union(twice({hand}), twice({hand}))")), 1);
    assert_eq!(len(&format!("distinct(twice({hand}))")), 1);
    assert_eq!(len(&format!("except(twice({hand}), twice({hand}))")), 0);
    assert_eq!(len(&format!("except(twice({hand}), [reverse({hand})])")), 2);
    assert_eq!(
        len(&format!("intersect(twice({hand}), [all_of({hand})])")),
        2
    );
    assert_eq!(len(&format!("union([twice({hand})], [twice({hand})])")), 1);
    assert_eq!(is(&format!("contains(twice({hand}), all_of({hand}))")), 1);
    assert_eq!(is(&format!("contains(twice({hand}), reverse({hand}))")), 0);
    assert_eq!(is(&format!("twice({hand}) == twice({hand})")), 1);
    assert_eq!(
        value(
            GROUPS,
            &format!("index_of([reverse({hand}), all_of({hand})], all_of({hand}))")
        ),
        1
    );
}

#[test]
fn a_variable_keeps_lists_of_cards() {
    assert_eq!(value(GROUPS, "len(kept)"), 4);
    assert_eq!(value(GROUPS, "count(kept)"), 12);
    assert_eq!(
        value(
            GROUPS,
            "len(except(kept, combinations(players[0].hand, 3)))"
        ),
        0
    );
    assert_eq!(value(GROUPS, "sum(map(kept[0], rank_value(card)))"), 6);
    assert_eq!(value(GROUPS, "sum(map(kept[3], rank_value(card)))"), 3);
}

#[test]
fn a_list_of_zones_stands_for_the_cards_of_all_of_them() {
    let sum = |cards: &str| value(PAIRS, &format!("sum(map({cards}, rank_value(card)))"));
    assert_eq!(sum("players.hand"), 12);
    assert_eq!(sum("players.hand where card.suit == diamonds"), 6);
    assert_eq!(
        sum("take(sort_by(players.hand, 0 - rank_value(card)), 2)"),
        6
    );
    assert_eq!(sum("union(players.hand, deck)"), 12);
    assert_eq!(
        value(PAIRS, "rank_value(best(players.hand, rank_value(card)))"),
        3
    );
    assert_eq!(
        value(PAIRS, "if(any(players.hand, card.rank == A), 1, 0)"),
        1
    );
    assert_eq!(
        value(PAIRS, "if(all(players.hand, card.suit == clubs), 1, 0)"),
        0
    );
}

const HANDS: &str = "
  everything: union(players[0].hand, players[1].hand)
  pairs: sets(union(players[0].hand, players[1].hand), 2, card.rank)
  melds:
    params: { cards: cards }
    value: union(runs(cards, 3, rank_value(card), card.suit), sets(cards, 2, card.rank))
  ranks: { params: { cards: cards }, value: 'sum(map(cards, rank_value(card)))' }
";

#[test]
fn sets_have_one_value_and_runs_have_no_gap() {
    assert_eq!(value(HANDS, "len(sets(players[0].hand, 2, card.rank))"), 0);
    assert_eq!(value(HANDS, "len(sets(players[0].hand, 3, card.suit))"), 5);
    assert_eq!(value(HANDS, "len(pairs)"), 4);
    assert_eq!(value(HANDS, "ranks(pairs[0])"), 6);
    assert_eq!(
        value(
            HANDS,
            "len(runs(everything, 3, rank_value(card), card.suit))"
        ),
        6
    );
    // Two cards of each rank: 8 runs from A to 3, 8 from 2 to 4, and 16 from A to 4.
    assert_eq!(
        value(HANDS, "len(runs(everything, 3, rank_value(card)))"),
        32
    );
    assert_eq!(
        value(
            HANDS,
            "ranks(runs(everything, 4, rank_value(card), card.suit)[1])"
        ),
        6
    );
}

#[test]
fn a_packing_has_no_card_twice_and_weighs_most() {
    let packed = |weight: &str| {
        let best = format!("packing(melds(everything), {weight})");
        let lists = value(HANDS, &format!("len({best})"));
        (lists, value(HANDS, &format!("count(flatten({best}))")))
    };
    assert_eq!(packed("count(item)"), (2, 8));
    assert_eq!(packed("1"), (4, 8));
    assert_eq!(packed("ranks(item)"), (2, 6));
    assert_eq!(packed("0"), (0, 0));
}
