//! Games with as many problems as things.

use cgml::source::MemorySources;

use super::small::{Game, condition, effect, names, short_card};

pub(super) fn function_cycles(count: usize) -> MemorySources {
    let function = |number| format!("  f{number}: f{} + 1", (number + 1) % count);
    Game::small().many("define:", count, function).sources()
}

pub(super) fn unknown_names(count: usize) -> MemorySources {
    Game::small()
        .many("  variables:", count, |number| {
            format!("    - {{ name: some_variable_{number}, initial_value: 0 }}")
        })
        .many("rules:", count, |number| {
            condition(number, &format!("some_varable_{number} > 0"))
        })
        .sources()
}

pub(super) fn unknown_cards(count: usize) -> MemorySources {
    Game::small()
        .end("cards:\n")
        .many("cards:", count, |number| short_card(number, ""))
        .end("deck_lists:\n  - id: d\n    sections:\n      main:\n")
        .many("      main:", count, |number| {
            format!("        crad_{number}: 1")
        })
        .sources()
}

pub(super) fn unknown_kinds(count: usize) -> MemorySources {
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

pub(super) fn unknown_keys(count: usize) -> MemorySources {
    Game::small()
        .many("rules:", count, |number| {
            format!("  - {{ id: r{number}, trigger: on.phase.Main, effct: draw(1), effect: draw(1), zzz: 1 }}")
        })
        .sources()
}

pub(super) fn unknown_properties(count: usize) -> MemorySources {
    Game::small()
        .end("cards:\n")
        .many("cards:", count, |number| short_card(number, ", powre: 1"))
        .sources()
}

pub(super) fn unknown_values(count: usize) -> MemorySources {
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

pub(super) fn wrong_types(count: usize) -> MemorySources {
    Game::small()
        .many("rules:", count, |number| {
            condition(number, &format!("1 + {number}"))
        })
        .sources()
}

pub(super) fn slips(count: usize) -> MemorySources {
    Game::small()
        .many("rules:", count, |number| {
            condition(number, &format!("count(hand > {number}"))
        })
        .sources()
}

/// Names that repeat in one layer are the loader's, those of pools the checker's.
pub(super) fn twice(count: usize) -> MemorySources {
    Game::small()
        .many("rules:", count, |number| effect(number / 2, "draw(1)"))
        .many("resources:", count, |number| {
            format!("  r{number}: {{ pools: {{ a{}: 4 }} }}", number / 2)
        })
        .sources()
}

pub(super) fn missing_files(count: usize) -> MemorySources {
    Game::small()
        .end("cards:\n")
        .many("cards:", count, |number| {
            format!("  - !include cards/c{number}.yaml")
        })
        .sources()
}

pub(super) fn broken_files(count: usize) -> MemorySources {
    let mut sources = Game::small().end("cards: !include cards/\n").sources();
    for number in 0..count {
        sources.insert(format!("cards/c{number}.yaml"), "id: [\n");
    }
    sources
}

pub(super) fn unused(count: usize) -> MemorySources {
    Game::small()
        .many("  variables:", count, |number| {
            format!("    - {{ name: v{number}, initial_value: 0 }}")
        })
        .sources()
}
