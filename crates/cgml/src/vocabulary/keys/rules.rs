//! Rules, checks and invariants.

use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Shape::{
    Any, Flag, Name, NewName, Number, OneOrMany, Operand, Prose, Steps, Trigger, Word,
};
use crate::vocabulary::shape::{Key, Object};
use crate::vocabulary::want::Want;

/// Keys of a rule of the game.
pub static RULE: Object = Object {
    name: "rule",
    about: "What happens when: a trigger, a condition and an effect. From 1.4 a rule may instead restrict moves.",
    keys: &[
        Key::required("id", NewName(NameKind::Rule), "Its name."),
        Key::optional("description", Prose, "In words."),
        Key::optional("trigger", Trigger, "The event it listens to."),
        Key::optional(
            "timing",
            Word(&["pre", "post", "replace"]),
            "Before the event, after it, or instead of it; `post` if left out.",
        ),
        Key::optional(
            "priority",
            Number(-1_000_000, 1_000_000),
            "Higher runs first; 0 if left out.",
        ),
        Key::optional(
            "once_per",
            Word(&["turn", "phase", "game"]),
            "At most once in that time.",
        ),
        Key::optional(
            "enabled_when",
            Operand(Want::Bool),
            "Whether the rule exists at all just now.",
        ),
        Key::optional(
            "condition",
            Operand(Want::Bool),
            "Whether it runs; tested just before it would.",
        ),
        Key::optional("effect", Steps, "What it does."),
        Key::optional(
            "on_failure",
            Word(&["continue", "abort", "rollback"]),
            "What a failing action means for the rest; `abort` if left out.",
        ),
        Key::optional(
            "store_as",
            NewName(NameKind::Local),
            "The name of the last action's result.",
        ),
        Key::optional(
            "extends",
            Name(NameKind::Rule),
            "The rule this one refines. From 1.4 it takes over every key it does not write itself.",
        ),
        Key::optional(
            "restricts",
            OneOrMany(&Name(NameKind::Move)),
            "The moves that are legal only while `condition` holds.",
        )
        .since_1_4(),
        Key::optional("disabled", Flag, "Whether the inherited rule is deleted."),
        Key::optional("meta", Any, "Anything; engines ignore it."),
    ],
};

/// One of `state_based`.
pub static CHECK: Object = Object {
    name: "check",
    about: "Made between effects, all at once, until nothing changes. What several checks do in one round happens together: players who lose in it lose together.",
    keys: &[
        Key::required("id", NewName(NameKind::Check), "Its name."),
        Key::optional(
            "for_each",
            Operand(Want::List),
            "The cards or players it looks at; `card`, `player` or `item` is each.",
        ),
        Key::required("condition", Operand(Want::Bool), "When it does something."),
        Key::required("effect", Steps, "What it does."),
        Key::optional(
            "at_once",
            Flag,
            "Whether it is made after every single change, even in the middle of an effect; `false` if left out.",
        ),
        Key::optional("description", Prose, "In words."),
        Key::optional("disabled", Flag, "Whether the inherited check is deleted."),
    ],
};

/// One of `invariants`.
pub static INVARIANT: Object = Object {
    name: "invariant",
    about: "A fact that always holds; tested after every step in tests and on demand.",
    keys: &[
        Key::required("id", NewName(NameKind::Invariant), "Its name."),
        Key::required("holds", Operand(Want::Bool), "The fact."),
        Key::optional("text", Prose, "In words."),
        Key::optional(
            "disabled",
            Flag,
            "Whether the inherited invariant is deleted.",
        ),
    ],
};
