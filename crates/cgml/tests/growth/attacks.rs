//! Games that ask for the square of their size or more; each is refused or checked in seconds.

use cgml::source::MemorySources;

use crate::games::{Game, Growth, condition, effect, names};

/// Every attack that is tried; the size is that of each of the two things that are multiplied.
#[rustfmt::skip]
pub(crate) const ATTACKS: &[Growth] = &[
    Growth { name: "suits times values", game: suits_and_values },
    Growth { name: "cards times properties of their kind", game: cards_and_properties },
    Growth { name: "cards times a long default", game: cards_and_default },
    Growth { name: "cards times kinds above theirs", game: cards_and_kinds },
    Growth { name: "rules times steps they take over", game: rules_and_steps },
    Growth { name: "rules that extend each other", game: chain_of_rules },
    Growth { name: "zones times the effect of their type", game: zones_and_effect },
    Growth { name: "calls times a long default", game: calls_and_default },
    Growth { name: "calls times parameters", game: calls_and_parameters },
    Growth { name: "events times fields", game: events_and_fields },
    Growth { name: "records times parts", game: records_and_parts },
    Growth { name: "deck lists times regulations", game: lists_and_regulations },
    Growth { name: "deck lists times sections", game: lists_and_sections },
    Growth { name: "a long text, often repeated", game: repeated_text },
    Growth { name: "a long name, often repeated", game: repeated_name },
    Growth { name: "a long value with many fields", game: fields_of_long_value },
    Growth { name: "actions in actions", game: actions_in_actions },
    Growth { name: "arguments of one call", game: arguments },
    Growth { name: "seats of teams", game: seats },
    Growth { name: "tokens times properties", game: tokens_and_properties },
];

/// A text of so many parts, in an expression text that is not too long to be read.
fn sum(count: usize) -> String {
    let numbers = vec!["1"; count.min(20_000)];
    format!("sum([{}])", numbers.join(","))
}

fn suits_and_values(size: usize) -> MemorySources {
    let (suits, values) = (names('s', size), names('v', size));
    Game::small()
        .after(
            "  component_types:",
            &format!("    deck_types:\n      big: {{ composition: [{{ type: template, suits: [{suits}], values: [{values}] }}] }}"),
        )
        .sources()
}

fn card(number: usize, kind: &str) -> String {
    format!("  - {{ id: c{number}, kind: {kind} }}")
}

fn cards_and_properties(size: usize) -> MemorySources {
    Game::small()
        .many("card_kinds:", 1, |_| "  large:\n    properties:".to_owned())
        .many("    properties:", size, |number| {
            format!("      p{number}: {{ type: number, default: 1 }}")
        })
        .end("cards:\n")
        .many("cards:", size, |number| card(number, "large"))
        .sources()
}

fn cards_and_default(size: usize) -> MemorySources {
    let values = vec!["x"; size].join(", ");
    Game::small()
        .after(
            "card_kinds:",
            &format!("  large: {{ properties: {{ p: {{ list: text, default: [{values}] }} }} }}"),
        )
        .end("cards:\n")
        .many("cards:", size, |number| card(number, "large"))
        .sources()
}

fn cards_and_kinds(size: usize) -> MemorySources {
    let kind = |number| {
        let properties = format!("properties: {{ p{number}: {{ type: number, default: 1 }} }}");
        match number + 1 {
            next if next < size => format!("  k{number}: {{ extends: k{next}, {properties} }}"),
            _ => format!("  k{number}: {{ {properties} }}"),
        }
    };
    Game::small()
        .many("card_kinds:", size, kind)
        .end("cards:\n")
        .many("cards:", size, |number| card(number, "k0"))
        .sources()
}

fn rules_and_steps(size: usize) -> MemorySources {
    let steps = vec!["draw(1)"; size].join("; ");
    let steps: Vec<&str> = steps.split("; ").collect();
    Game::small()
        .after(
            "rules:",
            &format!(
                "  - {{ id: large, trigger: on.turn.begin, effect: [{}] }}",
                steps.join(", ")
            ),
        )
        .many("rules:", size, |number| {
            format!("  - {{ id: r{number}, extends: large }}")
        })
        .sources()
}

fn chain_of_rules(size: usize) -> MemorySources {
    Game::small()
        .many("rules:", size, |number| {
            format!("  - {{ id: r{number}, extends: r{} }}", (number + 1) % size)
        })
        .sources()
}

fn zones_and_effect(size: usize) -> MemorySources {
    let steps = vec!["draw(1)"; size].join(", ");
    Game::small()
        .after(
            "    zone_types:",
            &format!(
                "      large: {{ capacity: 1, overflow: discard, overflow_effect: [{steps}] }}"
            ),
        )
        .many("  zones:", size, |number| {
            format!("    - {{ name: z{number}, type: large }}")
        })
        .sources()
}

fn calls_and_default(size: usize) -> MemorySources {
    let default = sum(size);
    Game::small()
        .after(
            "define:",
            &format!("  large: {{ params: {{ n: {{ type: number, default: \"{default}\" }} }}, effect: \"move(deck, hand, n)\" }}"),
        )
        .many("rules:", size, |number| effect(number, "large()"))
        .sources()
}

fn calls_and_parameters(size: usize) -> MemorySources {
    Game::small()
        .many("define:", 1, |_| {
            "  large:\n    effect: draw(1)\n    params:".to_owned()
        })
        .many("    params:", size, |number| {
            format!("      p{number}: {{ type: number, default: 1 }}")
        })
        .many("rules:", size, |number| effect(number, "large()"))
        .sources()
}

fn events_and_fields(size: usize) -> MemorySources {
    Game::small()
        .end("events:\n  large:\n")
        .many("  large:", size, |number| format!("    f{number}: number"))
        .many("rules:", size, |number| effect(number, "emit(large)"))
        .sources()
}

fn records_and_parts(size: usize) -> MemorySources {
    Game::small()
        .many("card_kinds:", 1, |_| {
            "  large:\n    properties:\n      stats:\n        record:".to_owned()
        })
        .many("        record:", size, |number| {
            format!("          p{number}: number")
        })
        .many("rules:", size, |number| {
            condition(number, "top(field).stats.p1 > 1")
        })
        .sources()
}

fn lists_and_regulations(size: usize) -> MemorySources {
    let cards = names('c', size);
    Game::small()
        .end("cards:\n")
        .many("cards:", size, |number| {
            format!("  - {{ id: c{number}, kind: creature, cost: 1, power: 1, element: fire }}")
        })
        .end(&format!(
            "deck_rules: {{ regulations: {{ spring: {{ banned: [{cards}] }} }}, regulation: spring }}\ndeck_lists:\n"
        ))
        .many("deck_lists:", size, |number| {
            format!("  - {{ id: d{number}, sections: {{ main: [c1] }} }}")
        })
        .sources()
}

fn lists_and_sections(size: usize) -> MemorySources {
    Game::small()
        .end("deck_rules:\n  sections:\n")
        .many("  sections:", size, |number| {
            format!("    s{number}: {{ copies: 4 }}")
        })
        .end("deck_lists:\n")
        .many("deck_lists:", size, |number| {
            format!("  - {{ id: d{number}, sections: {{ s{}: [] }} }}", size - 1)
        })
        .sources()
}

fn repeated_text(size: usize) -> MemorySources {
    let text = format!("{} > 1", sum(size));
    Game::small()
        .after(
            "cgml_version: \"1.4\"",
            &format!("texts: {{ en: {{ long: &long \"{text}\" }} }}"),
        )
        .many("rules:", size, |number| {
            format!(
                "  - {{ id: r{number}, trigger: on.turn.begin, condition: *long, effect: draw(1) }}"
            )
        })
        .sources()
}

fn repeated_name(size: usize) -> MemorySources {
    let name = "x".repeat(100 * size);
    Game::small()
        .after(
            "cgml_version: \"1.4\"",
            &format!("texts: {{ en: {{ long: &long {name} }} }}"),
        )
        .end("cards:\n")
        .many("cards:", size, |number| {
            format!("  - {{ id: c{number}, kind: *long }}")
        })
        .sources()
}

fn fields_of_long_value(size: usize) -> MemorySources {
    let text = format!(
        "filter(field, {} > 1)[0]{}.power > 1",
        sum(size),
        ".next".repeat(200)
    );
    Game::small()
        .after(
            "card_kinds:",
            "  linked: { properties: { next: { type: card, optional: true } } }",
        )
        .many("rules:", (size / 100).max(1), |number| {
            condition(number, &text)
        })
        .sources()
}

fn actions_in_actions(size: usize) -> MemorySources {
    let text = format!(
        "{}{}{}",
        "draw(move(deck, hand, ".repeat(15),
        sum(size),
        "))".repeat(15)
    );
    Game::small()
        .many("rules:", (size / 100).max(1), |number| {
            effect(number, &text)
        })
        .sources()
}

fn arguments(size: usize) -> MemorySources {
    let count = size.min(9_000);
    let arguments: Vec<String> = (0..count).map(|number| format!("a{number}:1")).collect();
    let text = format!("draw({})", arguments.join(","));
    Game::small()
        .many("rules:", (size / 500).max(1), |number| {
            effect(number, &text)
        })
        .sources()
}

fn seats(size: usize) -> MemorySources {
    let seats = vec!["1"; size].join(", ");
    Game::small()
        .end("teams:\n")
        .many("teams:", 1, |_| format!("  large: [{seats}]"))
        .many("teams:", size, |number| format!("  t{number}: [1]"))
        .sources()
}

fn tokens_and_properties(size: usize) -> MemorySources {
    Game::small()
        .many("card_kinds:", 1, |_| {
            "  large:\n    token: true\n    properties:".to_owned()
        })
        .many("    properties:", size, |number| {
            format!("      p{number}: {{ type: number, default: 1 }}")
        })
        .end("cards:\n")
        .many("cards:", 1, |number| card(number, "large"))
        .many("rules:", size, |number| {
            effect(number, "create_token(c0, field, p1: 2)")
        })
        .sources()
}
