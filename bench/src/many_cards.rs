//! A game with many cards, written to a folder, the same in every run.

use std::fs;
use std::io;
use std::path::Path;

const GAME: &str = r#"cgml_version: "1.4"
meta: { name: Many cards, players: { min: 2, max: 2 } }
card_kinds:
  creature: { properties: { cost: number, power: number } }
cards: !include cards/
define:
  draw: { params: { count: number }, effect: "move(deck, hand, count)" }
components:
  decks: { main: { per_player: true } }
  zones:
    - { name: deck, type: { ordering: shuffled, role: deck }, of_deck: main, per_player: true }
    - { name: hand, type: { role: hand }, per_player: true }
    - { name: battle, type: { role: play }, per_player: true }
setup: [draw(5)]
flow: { states: { Play: { phases: [Main] } }, initial_state: Play, turn_limit: 100 }
moves:
  summon: { in: Main, from: hand, effect: "move(card, battle)" }
rules:
  - { id: out_of_cards, trigger: on.phase.Main, condition: count(deck) == 0, effect: lose }
"#;

/// Writes a game with so many card files, each with two abilities as text.
pub fn write_game(folder: &Path, cards: usize) -> io::Result<()> {
    fs::create_dir_all(folder.join("cards"))?;
    fs::write(folder.join("game.cgml"), GAME)?;
    for number in 0..cards {
        fs::write(
            folder.join(format!("cards/card_{number:05}.yaml")),
            card(number),
        )?;
    }
    Ok(())
}

fn card(number: usize) -> String {
    let (cost, power, draws) = (number % 10, number % 12 * 1000, number % 3 + 1);
    format!(
        "id: card_{number}
kind: creature
name: {{ en: Card {number}, ja: カード{number} }}
text: When this enters, draw if you hold fewer than three cards.
cost: {cost}
power: {power}
tags: [first, second]
abilities:
  - when: this.entered
    if: count(hand) < 3 and this.power > {cost}000
    effect: draw({draws})
  - when: this.left
    optional: true
    targets:
      victim: {{ from: opponent.battle, where: card.power <= {power} }}
    effect: move(victim, victim.owner.hand)
"
    )
}
