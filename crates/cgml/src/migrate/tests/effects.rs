//! Actions and expressions of 1.2.

use super::from_1_2;

#[test]
fn bare_selectors_become_operands() {
    let text = "\
components:
  zones:
    - { name: deck }
    - { name: hand, per_player: true }
setup:
  - { action: SHUFFLE, target: game.deck }
  - action: DEAL   # five
    from: zones.deck
    to: players.all.hand
  - { action: DEAL, from: zones.deck, to: players.0.hand }
  - { action: REVEAL, target: zones.hand, to: all }
";

    insta::assert_snapshot!(from_1_2(text), @r#"
    cgml_version: "1.3"
    components:
      zones:
        - { name: deck }
        - { name: hand, per_player: true }
    setup:
      - { action: SHUFFLE, target: { path: "$.zones.deck" } }
      - action: DEAL_ROUND_ROBIN   # five
        from: { path: "$.zones.deck" }
        to: { path: "$.players[*].zones.hand" }
      - { action: DEAL, from: { path: "$.zones.deck" }, to: { path: "$.players[0].zones.hand" } }
      - { action: REVEAL, target: zones.hand, to: all }

    1: the version is now `1.3`
    7: `game.deck` is now `{ path: "$.zones.deck" }`
    8: `DEAL` is now `DEAL_ROUND_ROBIN`
    9: `zones.deck` is now `{ path: "$.zones.deck" }`
    10: `players.all.hand` is now `{ path: "$.players[*].zones.hand" }`
    11: `zones.deck` is now `{ path: "$.zones.deck" }`
    11: `players.0.hand` is now `{ path: "$.players[0].zones.hand" }`
    12? every player has `hand`: whose is meant by `zones.hand`?
    "#);
}

#[test]
fn drawing_needs_both_ends() {
    let text = "\
setup:
  - { action: DRAW, from: game.deck, to: players.current.hand, count: 2 }
  - { action: DRAW, player: current, from: game.deck, to: players.current.hand }
  - { action: DRAW, from: game.deck }
";

    insta::assert_snapshot!(from_1_2(text), @r#"
    cgml_version: "1.3"
    setup:
      - { action: MOVE, from: { path: "$.zones.deck" }, to: { path: "$.players[current].zones.hand" }, count: 2 }
      - { action: MOVE, player: current, from: { path: "$.zones.deck" }, to: { path: "$.players[current].zones.hand" } }
      - { action: DRAW, from: { path: "$.zones.deck" } }

    1: the version is now `1.3`
    3: `DRAW` is now `MOVE`
    3: `game.deck` is now `{ path: "$.zones.deck" }`
    3: `players.current.hand` is now `{ path: "$.players[current].zones.hand" }`
    4: `DRAW` is now `MOVE`
    4: `game.deck` is now `{ path: "$.zones.deck" }`
    4: `players.current.hand` is now `{ path: "$.players[current].zones.hand" }`
    5: `game.deck` is now `{ path: "$.zones.deck" }`
    4? `MOVE` has no `player`: do `from` and `to` say enough without it?
    5? from which zone to which are cards drawn? `DRAW` is now a `MOVE` with `from` and `to`
    "#);
}

#[test]
fn another_turn_is_an_extra_turn() {
    let text = "\
rules:
  - effect:
      - action: REPEAT_TURN # again
      - { action: REPEAT_TURN }
      - action: REPEAT_TURN
        condition:
          isEqual:
            - path: card.rank
            - value: 7
      - { action: REPEAT_TURN, condition: { isEqual: [ { path: card.rank }, { value: 7 } ] } }
";

    insta::assert_snapshot!(from_1_2(text), @r#"
    cgml_version: "1.3"
    rules:
      - effect:
          - action: EXTRA_TURN # again
            player: current
          - { action: EXTRA_TURN, player: current }
          - action: IF
            condition:
              isEqual:
                - path: "$.card.properties.rank"
                - value: 7
            then:
              - action: EXTRA_TURN
                player: current
          - { action: IF, condition: { isEqual: [ { path: "$.card.properties.rank" }, { value: 7 } ] }, then: [{ action: EXTRA_TURN, player: current }] }

    1: the version is now `1.3`
    4: `REPEAT_TURN` is now `EXTRA_TURN`
    6: `REPEAT_TURN` is now `EXTRA_TURN`
    7: `REPEAT_TURN` with a `condition` is now an `IF` with an `EXTRA_TURN`
    10: `path: card.rank` is now `path: "$.card.properties.rank"`
    15: `REPEAT_TURN` with a `condition` is now an `IF` with an `EXTRA_TURN`
    15: `path: card.rank` is now `path: "$.card.properties.rank"`
    "#);
}

#[test]
fn variables_say_their_scope_and_are_incremented_by() {
    let text = "\
components:
  variables:
    - { name: score, per_player: true }
    - { name: round, per_player: false }
setup:
  - action: INCREMENT_VARIABLE
    path: players.0.score
    value: { operator: \"*\", operands: [ { path: game.round }, { value: 2 } ] }
";

    insta::assert_snapshot!(from_1_2(text), @r#"
    cgml_version: "1.3"
    components:
      variables:
        - { name: score, scope: per_player }
        - { name: round, scope: global }
    setup:
      - action: INCREMENT
        path: { path: "$.players[0].score" }
        by: { mul: [ { path: "$.round" }, { value: 2 } ] }

    1: the version is now `1.3`
    4: `per_player: true` is now `scope: per_player`
    5: `per_player: false` is now `scope: global`
    7: `INCREMENT_VARIABLE` is now `INCREMENT`
    8: `players.0.score` is now `{ path: "$.players[0].score" }`
    9: `value` is now `by`
    9: the operator `*` is now `mul`
    9: `path: game.round` is now `path: "$.round"`
    "#);
}

#[test]
fn operands_are_in_lists_and_say_what_they_are() {
    let text = "\
components:
  zones: [ { name: hand, per_player: true } ]
rules:
  - condition:
      not:
        # no cards
        isEqual:
          - count: player.0.hand

          - 0
    enabled_when: { not: { isEqual: [ player.1.hand, \"x\", word ] } }
";

    insta::assert_snapshot!(from_1_2(text), @r#"
    cgml_version: "1.3"
    components:
      zones: [ { name: hand, per_player: true } ]
    rules:
      - condition:
          not:
            # no cards
            - isEqual:
                - count: [{ path: "$.players[0].zones.hand" }]

                - { value: 0 }
        enabled_when: { not: [{ isEqual: [ { path: "$.players[1].zones.hand" }, { value: "x" }, word ] }] }

    1: the version is now `1.3`
    8: the operand of `not` is now in a list
    9: `player.0.hand` is now `[{ path: "$.players[0].zones.hand" }]`
    11: `0` is now `{ value: 0 }`
    12: the operand of `not` is now in a list
    12: `player.1.hand` is now `{ path: "$.players[1].zones.hand" }`
    12: `"x"` is now `{ value: "x" }`
    12? is `word` a `value`, a `path` or a `ref`? write which
    "#);
}

#[test]
fn a_stored_value_ends_with_its_rule() {
    let text = "\
components:
  zones: [ { name: hand, per_player: true } ]
rules:
  - effect:
      - { action: REQUEST_INPUT, options: { value: [1, 2] }, store_as: chosen }
      - { action: MOVE, from: ref:chosen.hand, to: player.current.hand, count: ref:chosen }
  - effect:
      - { action: MOVE, from: ref:chosen.hand, to: ref:chosen.hand }
";

    insta::assert_snapshot!(from_1_2(text), @r#"
    cgml_version: "1.3"
    components:
      zones: [ { name: hand, per_player: true } ]
    rules:
      - effect:
          - { action: REQUEST_INPUT, options: { value: [1, 2] }, store_as: chosen }
          - { action: MOVE, from: { path: "$.players[by_id=ref:chosen].zones.hand" }, to: { path: "$.players[current].zones.hand" }, count: { ref: chosen } }
      - effect:
          - { action: MOVE, from: { path: "$.players[by_id=ref:chosen].zones.hand" }, to: { path: "$.players[by_id=ref:chosen].zones.hand" } }

    1: the version is now `1.3`
    7: `ref:chosen.hand` is now `{ path: "$.players[by_id=ref:chosen].zones.hand" }`
    7: `player.current.hand` is now `{ path: "$.players[current].zones.hand" }`
    7: `ref:chosen` is now `{ ref: chosen }`
    9: `ref:chosen.hand` is now `{ path: "$.players[by_id=ref:chosen].zones.hand" }`
    9: `ref:chosen.hand` is now `{ path: "$.players[by_id=ref:chosen].zones.hand" }`
    9? where does `chosen` come from? this rule does not store it, and a stored value ends with its rule; keep it in a variable with `SET_VARIABLE`
    "#);
}

#[test]
fn what_was_dropped_is_asked() {
    let text = "\
rules:
  - effect:
      - { action: FIND_AND_STORE, in: player.current.hand, group_by: card.rank, store_as: books }
      - { action: REQUEST_INPUT, options: { type: player } }
      - { action: MOVE, condition: { isEqual: [ { value: 1 }, { value: 1 } ] } }
      - { action: REJECT_PLAY }
";

    insta::assert_snapshot!(from_1_2(text), @r#"
    cgml_version: "1.3"
    rules:
      - effect:
          - { action: FIND_AND_STORE, in: player.current.hand, group_by: card.rank, store_as: books }
          - { action: REQUEST_INPUT, options: { type: player } }
          - { action: MOVE, condition: { isEqual: [ { value: 1 }, { value: 1 } ] } }
          - { action: REJECT_PLAY }

    1: the version is now `1.3`
    4? `FIND_AND_STORE` is gone: which cards are found? say it with `SEARCH_ZONE` and a `filter`, or with `group_by` in a `FOR_EACH`
    5? what may be chosen? `options` are a `path`, a `value` or an operator, and `filter` says which of them
    6? wrap `MOVE` into an `IF`? it has no `condition` of its own
    7? `REJECT_PLAY` is no action of 1.3: which actions do what it did?
    "#);
}
