//! Games with many cards, kinds, keywords, attributes, decks and deck lists.

use cgml::source::MemorySources;

use super::small::{Game, card, condition, effect, names, short_card};

pub(super) fn card_files(count: usize) -> MemorySources {
    let mut sources = Game::small().end("cards: !include cards/\n").sources();
    for number in 0..count {
        let path = format!("cards/{:03}/card_{number}.yaml", number % 100);
        sources.insert(path, card(number));
    }
    sources
}

pub(super) fn cards(count: usize) -> MemorySources {
    let cards: Vec<String> = (0..count).map(card).collect();
    let game = Game::small().end("cards: !include cards.yaml\n");
    game.sources().with("cards.yaml", cards.join("---\n"))
}

pub(super) fn subtypes(count: usize) -> MemorySources {
    let card = |number| {
        let own = format!(", subtypes: [s{number}, t{number}], tags: [u{number}]");
        short_card(number, &own)
    };
    Game::small()
        .end("cards:\n")
        .many("cards:", count, card)
        .sources()
}

pub(super) fn keyed_cards(count: usize) -> MemorySources {
    let card =
        |number| format!("  c{number}: {{ kind: creature, cost: 1, power: 1, element: fire }}");
    Game::small()
        .end("cards:\n")
        .many("cards:", count, card)
        .sources()
}

pub(super) fn values(count: usize) -> MemorySources {
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

pub(super) fn kinds(count: usize) -> MemorySources {
    Game::small()
        .many("card_kinds:", count, |number| {
            format!("  k{number}: {{ properties: {{ p{number}: {{ values: [v{number}, w{number}] }} }} }}")
        })
        .many("rules:", count, |number| condition(number, &format!("top(field).p{number} == v{number}")))
        .end("cards:\n")
        .many("cards:", count, |number| format!("  - {{ id: c{number}, kind: k{number}, p{number}: v{number} }}"))
        .sources()
}

pub(super) fn keywords(count: usize) -> MemorySources {
    Game::small()
        .many("keywords:", count, |number| {
            format!("  k{number}: {{ params: {{ amount: number }}, abilities: [{{ static: this.power + amount }}] }}")
        })
        .end("cards:\n")
        .many("cards:", count, |number| short_card(number, &format!(", keywords: [k{number}(2)]")))
        .sources()
}

pub(super) fn attributes(count: usize) -> MemorySources {
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

pub(super) fn deck_lists(count: usize) -> MemorySources {
    Game::small()
        .end("cards:\n")
        .many("cards:", 2, |number| short_card(number, ""))
        .end("deck_lists:\n")
        .many("deck_lists:", count, |number| {
            format!("  - {{ id: d{number}, sections: {{ main: {{ card_0: 4, card_1: 36 }} }} }}")
        })
        .sources()
}

pub(super) fn deck_list(count: usize) -> MemorySources {
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

pub(super) fn suits(count: usize) -> MemorySources {
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
