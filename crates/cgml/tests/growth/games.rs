//! Games of any size: each grows in one direction and keeps the rest small.

use cgml::source::MemorySources;

/// A way in which games grow.
pub(crate) struct Growth {
    /// What there is more of.
    pub name: &'static str,
    /// The game with so many of them.
    pub game: fn(usize) -> MemorySources,
}

/// Every way that is measured.
#[rustfmt::skip]
pub(crate) const GROWTHS: &[Growth] = &[
    Growth { name: "card files", game: card_files },
    Growth { name: "cards of one file", game: cards },
    Growth { name: "cards with own subtypes", game: subtypes },
    Growth { name: "cards by key", game: keyed_cards },
    Growth { name: "values of a property", game: values },
    Growth { name: "kinds, each with a property", game: kinds },
    Growth { name: "keywords", game: keywords },
    Growth { name: "rules in the long form", game: long_rules },
    Growth { name: "rules as text", game: rules },
    Growth { name: "rules that extend one", game: extending_rules },
    Growth { name: "zones", game: zones },
    Growth { name: "zone types", game: zone_types },
    Growth { name: "variables", game: variables },
    Growth { name: "computed variables in a chain", game: computed },
    Growth { name: "functions in a chain", game: functions },
    Growth { name: "effects that call each other", game: effects },
    Growth { name: "events", game: events },
    Growth { name: "moves", game: moves },
    Growth { name: "attributes and counters", game: attributes },
    Growth { name: "resources and pools", game: resources },
    Growth { name: "parameters", game: parameters },
    Growth { name: "states and phases", game: states },
    Growth { name: "checks and invariants", game: checks },
    Growth { name: "deck lists", game: deck_lists },
    Growth { name: "cards of a deck list", game: deck_list },
    Growth { name: "suits of a deck", game: suits },
    Growth { name: "steps of the set-up", game: steps },
    Growth { name: "stored values of one effect", game: stored },
    Growth { name: "included files", game: includes },
    Growth { name: "imported files", game: imports },
    Growth { name: "aliases", game: aliases },
    Growth { name: "overridden rules", game: overridden },
    Growth { name: "languages of a text", game: languages },
];

/// The same with problems: as many as things.
#[rustfmt::skip]
pub(crate) const PROBLEMS: &[Growth] = &[
    Growth { name: "unknown names among as many", game: unknown_names },
    Growth { name: "unknown cards among as many", game: unknown_cards },
    Growth { name: "unknown kinds", game: unknown_kinds },
    Growth { name: "unknown keys", game: unknown_keys },
    Growth { name: "unknown properties", game: unknown_properties },
    Growth { name: "values that are none", game: unknown_values },
    Growth { name: "wrong types", game: wrong_types },
    Growth { name: "slips in text", game: slips },
    Growth { name: "names declared twice", game: twice },
    Growth { name: "missing files", game: missing_files },
    Growth { name: "functions that need themselves", game: function_cycles },
    Growth { name: "broken files", game: broken_files },
    Growth { name: "unused variables", game: unused },
];

const SMALL: &str = include_str!("small.cgml");

/// A game made from the small one.
pub(crate) struct Game {
    text: String,
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

fn card_files(count: usize) -> MemorySources {
    let mut sources = Game::small().end("cards: !include cards/\n").sources();
    for number in 0..count {
        let path = format!("cards/{:03}/card_{number}.yaml", number % 100);
        sources.insert(path, card(number));
    }
    sources
}

fn cards(count: usize) -> MemorySources {
    let cards: Vec<String> = (0..count).map(card).collect();
    let game = Game::small().end("cards: !include cards.yaml\n");
    game.sources().with("cards.yaml", cards.join("---\n"))
}

/// A card on one line; `rest` begins with a comma.
fn short_card(number: usize, rest: &str) -> String {
    format!("  - {{ id: card_{number}, kind: creature, cost: 1, power: 1, element: fire{rest} }}")
}

fn subtypes(count: usize) -> MemorySources {
    let card = |number| {
        let own = format!(", subtypes: [s{number}, t{number}], tags: [u{number}]");
        short_card(number, &own)
    };
    Game::small()
        .end("cards:\n")
        .many("cards:", count, card)
        .sources()
}

fn keyed_cards(count: usize) -> MemorySources {
    let card =
        |number| format!("  c{number}: {{ kind: creature, cost: 1, power: 1, element: fire }}");
    Game::small()
        .end("cards:\n")
        .many("cards:", count, card)
        .sources()
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

fn values(count: usize) -> MemorySources {
    let values = names('v', count);
    Game::small()
        .after(
            "attributes:",
            &format!("  stance: {{ default: v0, values: [{values}] }}"),
        )
        .many("rules:", count, |number| {
            condition(number, &format!("top(field).stance == v{number}"))
        })
        .sources()
}

fn kinds(count: usize) -> MemorySources {
    Game::small()
        .many("card_kinds:", count, |number| {
            format!("  k{number}: {{ properties: {{ p{number}: {{ values: [v{number}, w{number}] }} }} }}")
        })
        .many("rules:", count, |number| condition(number, &format!("top(field).p{number} == v{number}")))
        .end("cards:\n")
        .many("cards:", count, |number| format!("  - {{ id: c{number}, kind: k{number}, p{number}: v{number} }}"))
        .sources()
}

fn keywords(count: usize) -> MemorySources {
    Game::small()
        .many("keywords:", count, |number| {
            format!("  k{number}: {{ params: {{ amount: number }}, abilities: [{{ static: this.power + amount }}] }}")
        })
        .end("cards:\n")
        .many("cards:", count, |number| short_card(number, &format!(", keywords: [k{number}(2)]")))
        .sources()
}

fn long_rules(count: usize) -> MemorySources {
    let rule = |number| {
        format!(
            "  - id: r{number}
    trigger: on.phase.Main
    condition:
      and:
        - isGreaterThan: [{{ count: [{{ path: \"$.players[current].zones.hand\" }}] }}, {{ value: {number} }}]
        - not: [{{ isEqual: [{{ path: $.turn_index }}, {{ value: {number} }}] }}]
    effect:
      - action: MOVE
        from: {{ top: [{{ path: \"$.players[current].zones.deck\" }}] }}
        to: {{ path: \"$.players[current].zones.hand\" }}"
        )
    };
    Game::small().many("rules:", count, rule).sources()
}

fn rules(count: usize) -> MemorySources {
    let rule = |number| {
        condition(
            number,
            &format!("count(hand) > {number} and not turn_index == {number}"),
        )
    };
    Game::small().many("rules:", count, rule).sources()
}

fn extending_rules(count: usize) -> MemorySources {
    let rule = |number| {
        format!("  - {{ id: r{number}, extends: begin, condition: turn_index == {number} }}")
    };
    Game::small().many("rules:", count, rule).sources()
}

fn zones(count: usize) -> MemorySources {
    Game::small()
        .many("  zones:", count, |number| {
            format!(
                "    - {{ name: z{number}, type: open, per_player: {} }}",
                number % 2 == 0
            )
        })
        .many("rules:", count, |number| {
            effect(number, &format!("move(top(deck), z{number})"))
        })
        .sources()
}

fn zone_types(count: usize) -> MemorySources {
    Game::small()
        .many("    zone_types:", count, |number| {
            format!("      t{number}: {{ capacity: {number} + 1 }}")
        })
        .many("  zones:", count, |number| {
            format!("    - {{ name: z{number}, type: t{number} }}")
        })
        .sources()
}

fn variables(count: usize) -> MemorySources {
    Game::small()
        .many("  variables:", count, |number| {
            format!("    - {{ name: v{number}, initial_value: 0 }}")
        })
        .many("rules:", count, |number| {
            effect(number, &format!("v{number} += v{number} + 1"))
        })
        .sources()
}

/// Each needs the one before.
fn computed(count: usize) -> MemorySources {
    let variable = |number| match number {
        0 => "    - { name: v0, initial_value: 1 }".to_owned(),
        _ => format!(
            "    - {{ name: v{number}, computed: true, expression: v{} + 1 }}",
            number - 1
        ),
    };
    Game::small()
        .many("  variables:", count, variable)
        .sources()
}

fn functions(count: usize) -> MemorySources {
    let function = |number| match number {
        0 => "  f0: turn_index + 1".to_owned(),
        _ => format!("  f{number}: f{} + 1", number - 1),
    };
    Game::small().many("define:", count, function).sources()
}

fn function_cycles(count: usize) -> MemorySources {
    let function = |number| format!("  f{number}: f{} + 1", (number + 1) % count);
    Game::small().many("define:", count, function).sources()
}

fn effects(count: usize) -> MemorySources {
    let definition = |number| match number {
        0 => "  e0: { params: { n: number }, effect: \"move(deck, hand, n)\" }".to_owned(),
        _ => format!(
            "  e{number}: {{ params: {{ n: number }}, effect: e{}(n + 1) }}",
            number - 1
        ),
    };
    Game::small().many("define:", count, definition).sources()
}

fn events(count: usize) -> MemorySources {
    Game::small()
        .end("events:\n")
        .many("events:", count, |number| format!("  e{number}: {{ fields: {{ card: card, n: number }} }}"))
        .many("rules:", count, |number| {
            format!("  - {{ id: r{number}, trigger: on.e{number}, condition: n > 1, effect: \"emit(e{number}, card: card, n: n - 1)\" }}")
        })
        .sources()
}

fn moves(count: usize) -> MemorySources {
    Game::small()
        .many("moves:", count, |number| {
            format!("  m{number}: {{ in: Main, from: hand, where: card.cost > 1, targets: {{ foe: opponent.field }}, effect: \"move(card, field)\" }}")
        })
        .many("rules:", count, |number| {
            format!("  - {{ id: r{number}, restricts: m{number}, condition: turn_index > {number} }}")
        })
        .sources()
}

fn attributes(count: usize) -> MemorySources {
    Game::small()
        .many("attributes:", count, |number| {
            format!("  a{number}: {{ default: 0, resets: turn.end }}")
        })
        .many("counters:", count, |number| {
            format!("  c{number}: {{ max: 9 }}")
        })
        .many("rules:", count, |number| {
            effect(
                number,
                &format!("add_counter(top(field), c{number}, top(field).a{number})"),
            )
        })
        .sources()
}

fn resources(count: usize) -> MemorySources {
    Game::small()
        .many("resources:", count, |number| {
            format!("  r{number}: {{ total: 10, pools: {{ a{number}: 4, b{number}: {{ of: player, start: 3 }} }} }}")
        })
        .many("rules:", count, |number| effect(number, &format!("transfer(a{number}, me.b{number}, 1)")))
        .sources()
}

fn parameters(count: usize) -> MemorySources {
    Game::small()
        .end("parameters:\n")
        .many("parameters:", count, |number| {
            format!("  p{number}: {{ default: 1, min: 0, max: 9 }}")
        })
        .many("rules:", count, |number| {
            effect(number, &format!("draw(p{number})"))
        })
        .sources()
}

fn states(count: usize) -> MemorySources {
    Game::small()
        .many("  states:", count, |number| format!("    S{number}: {{ phases: [P{number}, Q{number}] }}"))
        .many("  phases:", count, |number| format!("    P{number}: {{ moves: [summon] }}"))
        .many("  transitions:", count, |number| {
            format!("    - {{ from: S{number}, to: S{}, condition: turn_index > {number} }}", (number + 1) % count)
        })
        .many("rules:", count, |number| {
            format!("  - {{ id: r{number}, trigger: on.phase.Q{number}, condition: state == S{number}, effect: draw(1) }}")
        })
        .sources()
}

fn checks(count: usize) -> MemorySources {
    Game::small()
        .end("state_based:\n")
        .many("state_based:", count, |number| {
            format!("  - {{ id: c{number}, for_each: field, condition: card.power < {number}, effect: \"move(card, graveyard)\" }}")
        })
        .end("invariants:\n")
        .many("invariants:", count, |number| format!("  - {{ id: i{number}, holds: count(hand) < {number} + 100 }}"))
        .sources()
}

fn deck_lists(count: usize) -> MemorySources {
    Game::small()
        .end("cards:\n")
        .many("cards:", 2, |number| short_card(number, ""))
        .end("deck_lists:\n")
        .many("deck_lists:", count, |number| {
            format!("  - {{ id: d{number}, sections: {{ main: {{ card_0: 4, card_1: 36 }} }} }}")
        })
        .sources()
}

fn deck_list(count: usize) -> MemorySources {
    Game::small()
        .end("cards:\n")
        .many("cards:", count, |number| short_card(number, ""))
        .end("deck_rules: { sections: { main: { copies: 4, kinds: [creature] } } }\n")
        .end("deck_lists:\n  - id: d\n    sections:\n      main:\n")
        .many("      main:", count, |number| {
            format!("        - card_{number}")
        })
        .sources()
}

fn suits(count: usize) -> MemorySources {
    let suits = names('s', count);
    let composition =
        format!("composition: [{{ type: template, suits: [{suits}], values: [1, 2] }}]");
    Game::small()
        .after(
            "  component_types:",
            &format!("    deck_types:\n      big: {{ {composition}, rank_hierarchy: [1, 2] }}"),
        )
        .after("  decks:", "    big: { type: big }")
        .after("  zones:", "    - { name: box, type: open, of_deck: big }")
        .sources()
}

fn steps(count: usize) -> MemorySources {
    Game::small()
        .many("setup:", count, |number| {
            format!("  - draw({})", number % 5 + 1)
        })
        .sources()
}

fn stored(count: usize) -> MemorySources {
    let steps = |number| {
        format!(
            "  - {{ action: MOVE, from: deck, to: hand, store_as: x{number} }}\n  - move(x{number}, graveyard)"
        )
    };
    Game::small().many("setup:", count, steps).sources()
}

fn includes(count: usize) -> MemorySources {
    let mut sources = Game::small()
        .end("cards:\n")
        .many("cards:", count, |number| {
            format!("  - !include cards/c{number}.yaml")
        })
        .sources();
    for number in 0..count {
        sources.insert(format!("cards/c{number}.yaml"), card(number));
    }
    sources
}

fn imports(count: usize) -> MemorySources {
    let mut sources = Game::small()
        .end("imports:\n")
        .many("imports:", count, |number| {
            format!("  - parts/p{number}.yaml")
        })
        .sources();
    for number in 0..count {
        let rules = format!("rules:\n{}\n", effect(number, "draw(1)"));
        sources.insert(format!("parts/p{number}.yaml"), rules);
    }
    sources
}

fn aliases(count: usize) -> MemorySources {
    Game::small()
        .after(
            "cgml_version: \"1.4\"",
            "texts: { en: { one: &one draw(1), many: &many \"count(hand) > 1\" } }",
        )
        .many("rules:", count, |number| {
            format!(
                "  - {{ id: r{number}, trigger: on.turn.begin, condition: *many, effect: *one }}"
            )
        })
        .sources()
}

fn overridden(count: usize) -> MemorySources {
    let rule = |number| format!("  - {{ id: r{number}, priority: {number} }}\n");
    let rules: String = (0..count).map(rule).collect();
    let base = Game::small().many("rules:", count, |number| {
        condition(number, "count(hand) > 1")
    });
    MemorySources::new().with("base.cgml", base.text).with(
        "game.cgml",
        format!("cgml_version: \"1.4\"\ninherit: base.cgml\nrules:\n{rules}"),
    )
}

fn languages(count: usize) -> MemorySources {
    Game::small()
        .end("texts:\n")
        .many("texts:", count, |number| {
            format!("  l{number}: {{ fire: F{number}, water: W{number} }}")
        })
        .sources()
}

fn unknown_names(count: usize) -> MemorySources {
    Game::small()
        .many("  variables:", count, |number| {
            format!("    - {{ name: some_variable_{number}, initial_value: 0 }}")
        })
        .many("rules:", count, |number| {
            condition(number, &format!("some_varable_{number} > 0"))
        })
        .sources()
}

fn unknown_cards(count: usize) -> MemorySources {
    Game::small()
        .end("cards:\n")
        .many("cards:", count, |number| short_card(number, ""))
        .end("deck_lists:\n  - id: d\n    sections:\n      main:\n")
        .many("      main:", count, |number| {
            format!("        crad_{number}: 1")
        })
        .sources()
}

fn unknown_kinds(count: usize) -> MemorySources {
    Game::small()
        .many("card_kinds:", count, |number| {
            format!("  some_kind_{number}: {{ properties: {{}} }}")
        })
        .end("cards:\n")
        .many("cards:", count, |number| {
            format!("  - {{ id: c{number}, kind: some_knid_{number} }}")
        })
        .sources()
}

fn unknown_keys(count: usize) -> MemorySources {
    Game::small()
        .many("rules:", count, |number| {
            format!("  - {{ id: r{number}, trigger: on.phase.Main, effct: draw(1), effect: draw(1), zzz: 1 }}")
        })
        .sources()
}

fn unknown_properties(count: usize) -> MemorySources {
    Game::small()
        .end("cards:\n")
        .many("cards:", count, |number| short_card(number, ", powre: 1"))
        .sources()
}

fn unknown_values(count: usize) -> MemorySources {
    let values = names('v', count);
    Game::small()
        .after(
            "attributes:",
            &format!("  stance: {{ default: v0, values: [{values}] }}"),
        )
        .many("rules:", count, |number| {
            condition(number, &format!("top(field).stance == 'w{number}'"))
        })
        .sources()
}

fn wrong_types(count: usize) -> MemorySources {
    Game::small()
        .many("rules:", count, |number| {
            condition(number, &format!("1 + {number}"))
        })
        .sources()
}

fn slips(count: usize) -> MemorySources {
    Game::small()
        .many("rules:", count, |number| {
            condition(number, &format!("count(hand > {number}"))
        })
        .sources()
}

/// Names that repeat in one layer are the loader's, those of pools the checker's.
fn twice(count: usize) -> MemorySources {
    Game::small()
        .many("rules:", count, |number| effect(number / 2, "draw(1)"))
        .many("resources:", count, |number| {
            format!("  r{number}: {{ pools: {{ a{}: 4 }} }}", number / 2)
        })
        .sources()
}

fn missing_files(count: usize) -> MemorySources {
    Game::small()
        .end("cards:\n")
        .many("cards:", count, |number| {
            format!("  - !include cards/c{number}.yaml")
        })
        .sources()
}

fn broken_files(count: usize) -> MemorySources {
    let mut sources = Game::small().end("cards: !include cards/\n").sources();
    for number in 0..count {
        sources.insert(format!("cards/c{number}.yaml"), "id: [\n");
    }
    sources
}

fn unused(count: usize) -> MemorySources {
    Game::small()
        .many("  variables:", count, |number| {
            format!("    - {{ name: v{number}, initial_value: 0 }}")
        })
        .sources()
}
