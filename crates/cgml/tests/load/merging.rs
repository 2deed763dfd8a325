//! Merging of sections over several layers.

use crate::loaded::{child_of, game};
use crate::shown;

#[test]
fn sections_of_mappings_merge_by_key_and_the_child_wins() {
    insta::assert_snapshot!(child_of(
        "meta: { name: Base, author: A, players: { min: 2, max: 4 }, meta: { x: 1, y: 1 } }\nflow: { initial_state: A, player_order: clockwise, win_condition: { a: 1 } }\nresolution: { policy: queue, limit: 3 }\n",
        "meta: { name: Child, players: { max: 6 }, meta: { y: 2, z: 2 } }\nflow: { win_condition: { b: 2 } }\nresolution: { policy: chain }\n",
    ).shown(), @r#"
    meta: {name: Child, author: A, players: {max: 6}, meta: {x: 1, y: 2, z: 2}}
    flow: {initial_state: A, player_order: clockwise, win_condition: {b: 2}}
    resolution: {policy: chain, limit: 3}
    cgml_version: 1.4
    "#);
}

#[test]
fn lists_merge_by_what_their_entries_are_known_by() {
    insta::assert_snapshot!(child_of(
        "rules: [{ id: a, trigger: x, effect: [1] }, { id: b, effect: [2] }, { effect: [3] }]\ncomponents: { zones: [{ name: deck, type: pile }, { name: hand, type: hand }], variables: [{ name: score, initial_value: 0 }] }\n",
        "rules: [{ id: c }, { id: a, trigger: y }, { effect: [4] }]\ncomponents: { zones: [{ name: hand, per_player: true }], variables: [{ name: round }] }\n",
    ).shown(), @r#"
    rules: [{id: a, trigger: y, effect: [1]}, {id: b, effect: [2]}, {effect: [3]}, {id: c}, {effect: [4]}]
    components: {zones: [{name: deck, type: pile}, {name: hand, type: hand, per_player: true}], variables: [{name: score, initial_value: 0}, {name: round}]}
    cgml_version: 1.4
    "#);
}

#[test]
fn maps_of_entries_merge_entry_by_entry() {
    insta::assert_snapshot!(child_of(
        "components: { decks: { main: { type: a, x: 1 } }, component_types: { deck_types: { s: { p: 1, q: 1 } } } }\nflow: { states: { A: { phases: [P] }, B: { phases: [] } }, phases: { P: { open: true } } }\ncounters: { spell: { max: 3, start: 0 }, other: }\n",
        "components: { decks: { main: { type: b }, side: {} }, component_types: { deck_types: { s: { q: 2 }, t: {} }, zone_types: {} } }\nflow: { states: { B: { phases: [Q] } }, phases: { Q: {} } }\ncounters: { spell: { max: 5 }, other: { max: 1 } }\n",
    ).shown(), @r#"
    components: {decks: {main: {type: b, x: 1}, side: {}}, component_types: {deck_types: {s: {p: 1, q: 2}, t: {}}, zone_types: {}}}
    flow: {states: {A: {phases: [P]}, B: {phases: [Q]}}, phases: {P: {open: true}, Q: {}}}
    counters: {spell: {max: 5, start: 0}, other: {max: 1}}
    cgml_version: 1.4
    "#);
}

#[test]
fn setup_lists_follow_each_other() {
    insta::assert_snapshot!(child_of("setup: [a, b]\n", "setup: [a, c]\n").shown(), @r#"
    setup: [a, b, a, c]
    cgml_version: 1.4
    "#);
}

#[test]
fn texts_and_table_merge_all_the_way_down() {
    insta::assert_snapshot!(child_of(
        "texts: { ja: { zones: { deck: D, hand: H } }, en: { a: { b: { c: 1 } } } }\ntable: { deck: { at: [0, 0], face: down } }\n",
        "texts: { ja: { zones: { hand: T } }, en: { a: { b: { d: 2 } } } }\ntable: { deck: { at: [1, 1] } }\n",
    ).shown(), @r#"
    texts: {ja: {zones: {deck: D, hand: T}}, en: {a: {b: {c: 1, d: 2}}}}
    table: {deck: {at: [1, 1], face: down}}
    cgml_version: 1.4
    "#);
}

#[test]
fn a_plain_value_over_a_parameter_sets_its_default() {
    insta::assert_snapshot!(child_of(
        "parameters: { hand_size: { default: 5, min: 1, text: Cards }, trump: { text: T }, flag: true, list: { default: [a] } }\n",
        "parameters: { hand_size: 13, trump: none, flag: { text: F }, list: [b, c], own: 1 }\n",
    ).shown(), @r#"
    parameters: {hand_size: {default: 13, min: 1, text: Cards}, trump: {text: T, default: none}, flag: {default: true, text: F}, list: {default: [b, c]}, own: 1}
    cgml_version: 1.4
    "#);
}

#[test]
fn transitions_merge_by_states_and_id_and_otherwise_add_up() {
    insta::assert_snapshot!(child_of(
        "flow: { transitions: [{ from: A, to: B, condition: 1 }, { from: A, to: C, id: x, condition: 2 }, { from: B, to: C, condition: 3 }, { from: B, to: C, condition: 4 }] }\n",
        "flow: { transitions: [{ from: A, to: B, condition: 5 }, { from: A, to: C, id: x, priority: 1 }, { from: A, to: C, id: y }, { from: B, to: C, condition: 6 }] }\n",
    ).shown(), @r#"
    flow: {transitions: [{from: A, to: B, condition: 5}, {from: A, to: C, id: x, condition: 2, priority: 1}, {from: B, to: C, condition: 3}, {from: B, to: C, condition: 4}, {from: A, to: C, id: y}, {from: B, to: C, condition: 6}]}
    cgml_version: 1.4
    "#);
}

#[test]
fn cards_may_be_a_mapping_from_id_to_card() {
    insta::assert_snapshot!(child_of(
        "cards: [{ id: a, cost: 1 }, { id: b, cost: 2 }]\n",
        "cards: { b: { cost: 3 }, c: { id: c }, d: , e: { id: f } }\n",
    ).shown(), @r#"
    cards: [{id: a, cost: 1}, {id: b, cost: 3}, {id: c}, {id: d}, {id: f}]
    cgml_version: 1.4
    game.cgml:3:50 E0213 the card `e` has another `id`
      game.cgml:3:45 the key of the card is here
      hint: delete `id`, or make it the same as the key
    "#);
}

#[test]
fn disabled_removes_an_entry_and_can_be_taken_back() {
    let base = "rules: [{ id: a, effect: 1 }, { id: b, effect: 1 }, { id: c, effect: 1, disabled: true }]\nflow: { states: { A: {}, B: {} } }\ncards: [{ id: x }]\n";
    insta::assert_snapshot!(child_of(
        base,
        "rules: [{ id: a, disabled: true }, { id: c, disabled: false }, { id: none, disabled: true }, { id: b, disabled: yes }]\nflow: { states: { B: { disabled: true } } }\ncards: { x: { disabled: true } }\n",
    ).shown(), @r#"
    rules: [{id: b, effect: 1}, {id: c, effect: 1}]
    flow: {states: {A: {}}}
    cards: []
    cgml_version: 1.4
    game.cgml:3:70 W1201 `none` is disabled, but no layer below has it in `rules`
      hint: correct the name, or delete the entry
    game.cgml:3:113 E0212 `disabled` is `true` or `false`, not `yes`
      hint: write `true` to remove the entry; to switch a rule on and off during the game, use `enabled_when`
    "#);
}

#[test]
fn an_entry_over_a_disabled_one_is_new() {
    let loaded = game(&[
        (
            "game.cgml",
            "cgml_version: 1.4\ninherit: middle.cgml\nrules: [{ id: a, effect: new }]\n",
        ),
        (
            "middle.cgml",
            "inherit: base.cgml\nrules: [{ id: a, disabled: true }]\n",
        ),
        (
            "base.cgml",
            "rules: [{ id: a, trigger: old, effect: old }, { id: b }]\n",
        ),
    ]);

    insta::assert_snapshot!(loaded.shown(), @r#"
    rules: [{id: a, effect: new}, {id: b}]
    cgml_version: 1.4
    "#);
}

#[test]
fn the_same_entry_twice_in_one_file_is_an_error() {
    insta::assert_snapshot!(game(&[
        (
            "game.cgml",
            "cgml_version: 1.4\nrules:\n  - id: a\n  - id: b\n  - id: a\n    x: 1\ncomponents:\n  zones: [{ name: deck }, { name: deck }]\nflow:\n  transitions: [{ from: A, to: B, id: x }, { from: A, to: B, id: x }]\ncards: !include cards/\n",
        ),
        ("cards/a.yaml", "id: fire\n"),
        ("cards/b.yaml", "id: fire\n"),
    ]).shown(), @r#"
    cgml_version: 1.4
    rules: [{id: a}, {id: b}]
    components: {zones: [{name: deck}]}
    flow: {transitions: [{from: A, to: B, id: x}]}
    cards: [{id: fire}]
    game.cgml:5:9 E0211 `a` is twice in `rules`
      game.cgml:3:9 first defined here
      hint: rename one of the two, or delete it
    game.cgml:8:35 E0211 `deck` is twice in `components.zones`
      game.cgml:8:19 first defined here
      hint: rename one of the two, or delete it
    game.cgml:10:66 E0211 `A → B → x` is twice in `flow.transitions`
      game.cgml:10:39 first defined here
      hint: rename one of the two, or delete it
    cards/b.yaml:1:5 E0211 `fire` is twice in `cards`
      cards/a.yaml:1:5 first defined here
      hint: rename one of the two, or delete it
    "#);
}

#[test]
fn two_imports_with_the_same_entry_are_a_warning_unless_someone_decides() {
    let one = "rules: [{ id: a, effect: one }]\n";
    let two = "rules: [{ id: a, effect: two }]\n";
    insta::assert_snapshot!(game(&[
        ("game.cgml", "cgml_version: 1.4\nimports: [one.yaml, two.yaml]\n"),
        ("one.yaml", one),
        ("two.yaml", two),
    ]).shown(), @r#"
    rules: [{id: a, effect: two}]
    cgml_version: 1.4
    two.yaml:1:15 W1202 `a` of `rules` is defined by two imports, and this one counts
      one.yaml:1:15 also defined here
      hint: rename one of them, or define it in the file that imports both
    "#);

    let decided =
        "cgml_version: 1.4\nimports: [one.yaml, two.yaml]\nrules: [{ id: a, effect: three }]\n";
    let built_on = "imports: [one.yaml]\nrules: [{ id: a, effect: two }]\n";
    let over_base = "cgml_version: 1.4\ninherit: one.yaml\nimports: [two.yaml]\n";
    for (game_text, two) in [(decided, two), (over_base, two)] {
        let loaded = game(&[
            ("game.cgml", game_text),
            ("one.yaml", one),
            ("two.yaml", two),
        ]);
        assert_eq!(loaded.codes(), [""; 0], "{game_text}");
    }
    let loaded = game(&[
        (
            "game.cgml",
            "cgml_version: 1.4\nimports: [one.yaml, two.yaml]\n",
        ),
        ("one.yaml", one),
        ("two.yaml", built_on),
    ]);
    assert_eq!(loaded.codes(), [""; 0]);
}

#[test]
fn nothing_adds_nothing_and_another_kind_of_value_replaces() {
    insta::assert_snapshot!(child_of(
        "rules: [{ id: a }]\nmeta: { name: Base }\nsetup: [a]\nunknown: { a: 1 }\nflow: { states: { A: { x: 1 } } }\n",
        "rules:\nmeta: text\nsetup: { a: b }\nunknown: { b: 2 }\nflow: { states: { A: 3 } }\n",
    ).shown(), @r#"
    rules: [{id: a}]
    meta: text
    setup: {a: b}
    unknown: {a: 1, b: 2}
    flow: {states: {A: 3}}
    cgml_version: 1.4
    "#);
}

#[test]
fn a_value_knows_what_it_overrides() {
    let loaded = game(&[
        (
            "game.cgml",
            "cgml_version: 1.4\ninherit: b.cgml\nmeta: { name: Top }\nrules: [{ id: a, effect: 3 }]\n",
        ),
        ("b.cgml", "inherit: c.cgml\nmeta: { name: Middle }\n"),
        (
            "c.cgml",
            "meta: { name: Low }\nrules: [{ id: a, effect: 1 }]\n",
        ),
    ]);
    let document = loaded.document.expect("it was loaded");
    let tree = &document.tree;
    let meta = tree.get(document.root, "meta").expect("meta");
    let name = tree.get(meta, "name").expect("name");
    let rules = tree.get(document.root, "rules").expect("rules");
    let rule = tree.items(rules)[0];
    let effect = tree.get(rule, "effect").expect("effect");
    let below = |node| -> Vec<String> {
        let below = document.overridden(node).iter();
        below.map(|node| shown::value(tree, *node)).collect()
    };

    assert_eq!(below(name), ["Middle", "Low"]);
    assert_eq!(below(rule), ["{id: a, effect: 1}"]);
    assert_eq!(below(effect), ["1"]);
    assert_eq!(below(document.root).len(), 2);
}
