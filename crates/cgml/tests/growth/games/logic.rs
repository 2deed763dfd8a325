//! Games with many rules, definitions, moves, states and steps.

use cgml::source::MemorySources;

use super::small::{Game, condition};

pub(super) fn long_rules(count: usize) -> MemorySources {
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

pub(super) fn rules(count: usize) -> MemorySources {
    let rule = |number| {
        condition(
            number,
            &format!("count(hand) > {number} and not turn_index == {number}"),
        )
    };
    Game::small().many("rules:", count, rule).sources()
}

pub(super) fn extending_rules(count: usize) -> MemorySources {
    let rule = |number| {
        format!("  - {{ id: r{number}, extends: begin, condition: turn_index == {number} }}")
    };
    Game::small().many("rules:", count, rule).sources()
}

pub(super) fn functions(count: usize) -> MemorySources {
    let function = |number| match number {
        0 => "  f0: turn_index + 1".to_owned(),
        _ => format!("  f{number}: f{} + 1", number - 1),
    };
    Game::small().many("define:", count, function).sources()
}

pub(super) fn effects(count: usize) -> MemorySources {
    let definition = |number| match number {
        0 => "  e0: { params: { n: number }, effect: \"move(deck, hand, n)\" }".to_owned(),
        _ => format!(
            "  e{number}: {{ params: {{ n: number }}, effect: e{}(n + 1) }}",
            number - 1
        ),
    };
    Game::small().many("define:", count, definition).sources()
}

pub(super) fn events(count: usize) -> MemorySources {
    Game::small()
        .end("events:\n")
        .many("events:", count, |number| format!("  e{number}: {{ fields: {{ card: card, n: number }} }}"))
        .many("rules:", count, |number| {
            format!("  - {{ id: r{number}, trigger: on.e{number}, condition: n > 1, effect: \"emit(e{number}, card: card, n: n - 1)\" }}")
        })
        .sources()
}

pub(super) fn moves(count: usize) -> MemorySources {
    Game::small()
        .many("moves:", count, |number| {
            format!("  m{number}: {{ in: Main, from: hand, where: card.cost > 1, targets: {{ foe: opponent.field }}, effect: \"move(card, field)\" }}")
        })
        .many("rules:", count, |number| {
            format!("  - {{ id: r{number}, restricts: m{number}, condition: turn_index > {number} }}")
        })
        .sources()
}

pub(super) fn states(count: usize) -> MemorySources {
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

pub(super) fn checks(count: usize) -> MemorySources {
    Game::small()
        .end("state_based:\n")
        .many("state_based:", count, |number| {
            format!("  - {{ id: c{number}, for_each: field, condition: card.power < {number}, effect: \"move(card, graveyard)\" }}")
        })
        .end("invariants:\n")
        .many("invariants:", count, |number| format!("  - {{ id: i{number}, holds: count(hand) < {number} + 100 }}"))
        .sources()
}

pub(super) fn steps(count: usize) -> MemorySources {
    Game::small()
        .many("setup:", count, |number| {
            format!("  - draw({})", number % 5 + 1)
        })
        .sources()
}

pub(super) fn stored(count: usize) -> MemorySources {
    let steps = |number| {
        format!(
            "  - {{ action: MOVE, from: deck, to: hand, store_as: x{number} }}\n  - move(x{number}, graveyard)"
        )
    };
    Game::small().many("setup:", count, steps).sources()
}
