//! Scenarios: tests of a game's rules, in files of their own.

use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Shape::{
    Any, Either, Flag, List, Literal, MapOf, Number, Object as A, OneOrMany, Text, Words,
};
use crate::vocabulary::shape::{Key, Object};

/// A file of scenarios.
pub static SCENARIOS: Object = Object {
    name: "scenario file",
    about: "Tests of a game's rules.",
    keys: &[
        Key::required("scenarios", List(&A(&SCENARIO)), "The scenarios."),
        Key::optional(
            "game",
            Text,
            "The file of the game, from the game's folder; `game.cgml` if left out.",
        ),
        Key::optional("meta", Any, "Anything; ignored."),
    ],
};

/// Keys of a scenario in a file of them.
pub static SCENARIO: Object = Object {
    name: "scenario",
    about: "One test: a position, choices, and what must be true afterwards.",
    keys: &[
        Key::required("name", Text, "What is shown, as a sentence."),
        Key::optional("rule", Text, "Where the rule is written."),
        Key::optional("game", Text, "The file of the game, if it is another one."),
        Key::optional("given", A(&GIVEN), "The position."),
        Key::optional(
            "when",
            List(&Any),
            "The choices, in order; and facts in between.",
        ),
        Key::required("then", List(&Any), "The facts."),
        Key::optional("meta", Any, "Anything; ignored."),
    ],
};

/// The position of a scenario.
pub static GIVEN: Object = Object {
    name: "scenario position",
    about: "What differs from a game that has just begun.",
    keys: &[
        Key::optional(
            "seats",
            Number(1, 10),
            "How many play; as many as `players` lists, or the least number, if left out.",
        ),
        Key::optional(
            "parameters",
            MapOf(NameKind::Parameter, &Literal),
            "Parameters of the game.",
        ),
        Key::optional(
            "decks",
            OneOrMany(&Text),
            "The deck list of each seat; one alone is for all, and the first of the game if left out.",
        ),
        Key::optional("seed", Number(0, i64::MAX), "The seed; 0 if left out."),
        Key::optional(
            "shuffle",
            Flag,
            "Whether shuffling changes anything; `true` if left out.",
        ),
        Key::optional("state", Text, "The state."),
        Key::optional("phase", Text, "The phase that is entered."),
        Key::optional("current", Number(0, 9), "The seat whose turn it is."),
        Key::optional(
            "turn_index",
            Number(0, 1_000_000),
            "How many turns have begun, less one.",
        ),
        Key::optional(
            "zones",
            MapOf(NameKind::Zone, &List(&Any)),
            "The cards of zones of the table.",
        ),
        Key::optional(
            "variables",
            MapOf(NameKind::Variable, &Literal),
            "Variables of the table.",
        ),
        Key::optional(
            "resources",
            MapOf(NameKind::Pool, &Either(&[Number(0, i64::MAX), List(&Any)])),
            "Pools of the table; under `players`, those of each seat.",
        ),
        Key::optional(
            "players",
            List(&Words(&Any)),
            "For each seat: its zones, variables and pools.",
        ),
        Key::optional(
            "teams",
            MapOf(NameKind::Team, &Words(&Any)),
            "For each team: its zones, variables and pools.",
        ),
    ],
};

/// A choice in a scenario. What else it has are targets by name.
pub static CHOICE: Object = Object {
    name: "scenario choice",
    about: "Which of the legal choices is made. Besides these keys it has the names of targets.",
    keys: &[
        Key::optional("seat", Number(0, 9), "Who chooses; required."),
        Key::optional("move", Text, "The move that is made."),
        Key::optional("card", Any, "The card it is made with."),
        Key::optional(
            "play",
            Any,
            "Short for `card`, with whatever move is possible.",
        ),
        Key::optional(
            "ability",
            Text,
            "The `id` of the ability that is used, or its position from 0.",
        ),
        Key::optional("mode", OneOrMany(&Text), "The modes that are chosen."),
        Key::optional(
            "choose",
            Any,
            "The answer to a question: an option, or a list of options.",
        ),
        Key::optional("pass", Flag, "`true`: the player passes or declines."),
    ],
};

/// A fact in a scenario that is not an expression.
pub static FACT: Object = Object {
    name: "scenario fact",
    about: "What must be true. An expression as text is a fact too.",
    keys: &[
        Key::optional("legal", Any, "Such a choice is legal now."),
        Key::optional("not_legal", Any, "No such choice is legal now."),
        Key::optional(
            "winners",
            List(&Number(0, 9)),
            "The game is over, and exactly these seats have won; `[]` is a draw.",
        ),
        Key::optional(
            "scores",
            List(&Number(i64::MIN, i64::MAX)),
            "The game is over with these scores.",
        ),
        Key::optional(
            "reason",
            Text,
            "The game is over, and this is why, in one of the languages of the game.",
        ),
        Key::optional(
            "over",
            Flag,
            "Whether the game is over; alone, for games without a winner.",
        ),
        Key::optional(
            "happened",
            Text,
            "Such an event has happened since `given`; other keys are what it told.",
        ),
        Key::optional("not_happened", Text, "No such event has happened."),
        Key::optional(
            "knows",
            Text,
            "The player in `seat` knows these cards: an expression.",
        ),
        Key::optional(
            "not_knows",
            Text,
            "The player in `seat` knows none of these cards.",
        ),
        Key::optional("seat", Number(0, 9), "Who knows, or does not."),
        Key::optional(
            "fault",
            Text,
            "The game was stopped with a fault that names this rule.",
        ),
    ],
};
