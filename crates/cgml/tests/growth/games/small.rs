//! The small game that all others are made from, and parts that are put into it.

use cgml::source::MemorySources;

const SMALL: &str = include_str!("../small.cgml");

/// A game made from the small one.
pub(crate) struct Game {
    pub(super) text: String,
}

impl Game {
    pub(crate) fn small() -> Self {
        Self {
            text: SMALL.to_owned(),
        }
    }

    /// With a line for each number after the line that is `place`.
    pub(crate) fn many(self, place: &str, count: usize, line: impl Fn(usize) -> String) -> Self {
        let lines: Vec<String> = (0..count).map(line).collect();
        self.after(place, &lines.join("\n"))
    }

    /// With more text after the line that is `place`.
    pub(crate) fn after(mut self, place: &str, text: &str) -> Self {
        let place = format!("\n{place}\n");
        let at = self.text.find(&place).expect("the small game has the line") + place.len();
        self.text.insert_str(at, text);
        self.text.insert(at + text.len(), '\n');
        self
    }

    /// With more text at the end.
    pub(crate) fn end(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    pub(crate) fn sources(self) -> MemorySources {
        MemorySources::new().with("game.cgml", self.text)
    }
}

/// A card as people write them, about fifteen lines.
pub(crate) fn card(number: usize) -> String {
    let element = ["fire", "water", "wood"][number % 3];
    format!(
        "id: card_{number}
kind: creature
name: {{ en: Card {number}, ja: カード{number} }}
cost: {}
power: {}
element: {element}
keywords: [haste]
abilities:
  - when: this.entered
    if: opponent.life > {} and count(hand) < 5
    effect: burn(opponent, {}); draw(1)
  - static: this.power + 1000
    while: me.life <= {} and any(field, card.element == {element})
  - activate: invoke
    cost: remove_counter(this, ember, 1)
    effect: move(top(deck), hand)
",
        number % 9,
        (number % 12) * 500,
        number % 20,
        number % 3 + 1,
        number % 7 + 1,
    )
}

/// A card on one line; `rest` begins with a comma.
pub(super) fn short_card(number: usize, rest: &str) -> String {
    format!("  - {{ id: card_{number}, kind: creature, cost: 1, power: 1, element: fire{rest} }}")
}

/// A rule with a condition, and one with an effect.
pub(crate) fn condition(number: usize, condition: &str) -> String {
    format!(
        "  - {{ id: r{number}, trigger: on.phase.Main, condition: \"{condition}\", effect: draw(1) }}"
    )
}

pub(crate) fn effect(number: usize, effect: &str) -> String {
    format!("  - {{ id: r{number}, trigger: on.phase.Main, effect: \"{effect}\" }}")
}

/// The names `a0`, `a1` … with commas between them.
pub(crate) fn names(letter: char, count: usize) -> String {
    let names: Vec<String> = (0..count)
        .map(|number| format!("{letter}{number}"))
        .collect();
    names.join(", ")
}
