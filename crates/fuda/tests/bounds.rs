//! A check that can never hold costs nothing, and one that can is made.

mod written;

use fuda::engine::ids::Pile;
use fuda::engine::position::Position;
use fuda::engine::program::Program;

/// A game in which a creature without power is destroyed, with this creature.
fn program(creature: &str) -> Program {
    let game = format!(
        r#"
cgml_version: "1.4"
meta: {{ name: Power, players: {{ min: 1, max: 1 }} }}
card_kinds:
  creature: {{ properties: {{ power: number }} }}
keywords:
  stronger:
    params: {{ amount: number }}
    abilities: {{ static: this.power + amount }}
cards:
  - {{ id: beast, kind: creature, {creature} }}
components:
  decks:
    cards: {{ cards: {{ beast: 1 }} }}
  zones:
    - {{ name: deck, type: {{ role: deck }}, of_deck: cards }}
    - {{ name: battle, type: {{ role: play }} }}
    - {{ name: graveyard, type: {{ role: discard }} }}
setup: []
rules: []
state_based:
  - {{ id: no_power, for_each: battle, condition: card.power <= 0, effect: "move(card, graveyard)" }}
moves:
  summon: {{ in: Main, from: deck, effect: "move(card, battle)" }}
flow:
  states: {{ Play: {{ phases: [Main] }}, Over: {{ phases: [] }} }}
  initial_state: Play
  phases: {{ Main: {{ pass: true }} }}
  transitions: [{{ from: Play, to: Over, condition: turn_index == 1 }}]
  win_condition: {{ evaluator: {{ winners: players, reason: over }} }}
"#
    );
    written::program(&game)
}

/// The number of creatures that stay when one is summoned.
fn stay(creature: &str) -> usize {
    let program = program(creature);
    let mut position = Position::start(&program, 1);
    position.play_unchecked(&program, 0);
    let battle = program.zones.iter().find(|zone| zone.name.id == "battle");
    let battle = Pile(battle.expect("there is a battle zone").first);
    position.cards(battle).count()
}

#[test]
fn a_creature_without_power_does_not_stay() {
    assert_eq!(stay("power: 1"), 1);
    assert_eq!(stay("power: 0"), 0);
    assert_eq!(stay("power: 1, abilities: { static: this.power + 2 }"), 1);
    assert_eq!(stay("power: 1, abilities: { static: this.power - 1 }"), 0);
    assert_eq!(stay("power: 1, abilities: { static: this.power = 0 }"), 0);
    assert_eq!(stay("power: 1, abilities: { static: this.power / 2 }"), 0);
    assert_eq!(stay("power: 1, keywords: [stronger(2)]"), 1);
    assert_eq!(stay("power: 1, keywords: [stronger(-1)]"), 0);
    let while_alone = "power: 1, abilities: { static: this.power + count(deck) - 1 }";
    assert_eq!(stay(while_alone), 0);
}

#[test]
fn nobody_looks_for_what_cannot_be() {
    let ops = |creature: &str| program(creature).ops.len();
    let grows = ops("power: 1, abilities: { static: this.power + 2 }");
    let shrinks = ops("power: 1, abilities: { static: this.power - 2 }");
    assert!(grows < shrinks, "{grows} and {shrinks} ops");
}
