//! Games of many files and layers.

use cgml::source::MemorySources;

use super::small::{Game, card, condition, effect};

pub(super) fn includes(count: usize) -> MemorySources {
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

pub(super) fn imports(count: usize) -> MemorySources {
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

pub(super) fn aliases(count: usize) -> MemorySources {
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

pub(super) fn overridden(count: usize) -> MemorySources {
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

pub(super) fn languages(count: usize) -> MemorySources {
    Game::small()
        .end("texts:\n")
        .many("texts:", count, |number| {
            format!("  l{number}: {{ fire: F{number}, water: W{number} }}")
        })
        .sources()
}
