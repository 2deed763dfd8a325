//! Games with many zones, variables, resources and parameters.

use cgml::source::MemorySources;

use super::small::{Game, effect};

pub(super) fn zones(count: usize) -> MemorySources {
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

pub(super) fn zone_types(count: usize) -> MemorySources {
    Game::small()
        .many("    zone_types:", count, |number| {
            format!("      t{number}: {{ capacity: {number} + 1 }}")
        })
        .many("  zones:", count, |number| {
            format!("    - {{ name: z{number}, type: t{number} }}")
        })
        .sources()
}

pub(super) fn variables(count: usize) -> MemorySources {
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
pub(super) fn computed(count: usize) -> MemorySources {
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

pub(super) fn resources(count: usize) -> MemorySources {
    Game::small()
        .many("resources:", count, |number| {
            format!("  r{number}: {{ total: 10, pools: {{ a{number}: 4, b{number}: {{ of: player, start: 3 }} }} }}")
        })
        .many("rules:", count, |number| effect(number, &format!("transfer(a{number}, me.b{number}, 1)")))
        .sources()
}

pub(super) fn parameters(count: usize) -> MemorySources {
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
