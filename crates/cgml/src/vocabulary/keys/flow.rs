//! States, phases, turns and the end.

use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Shape::{
    Any, Flag, List, Map, Name, NewName, Number, Object as A, OneOrMany, Operand, Player, Prose,
    Steps, Word,
};
use crate::vocabulary::shape::{Key, Object};
use crate::vocabulary::want::Want;

const META: Key = Key::optional("meta", Any, "Anything; engines ignore it.");

/// Keys of the block `flow`.
pub static FLOW: Object = Object {
    name: "flow block",
    about: "How the game goes on and ends.",
    keys: &[
        Key::required("states", Map(NameKind::State, &A(&STATE)), "The states."),
        Key::required(
            "initial_state",
            Name(NameKind::State),
            "The state the game begins in.",
        ),
        Key::optional(
            "player_order",
            Word(&["clockwise", "counterclockwise", "simultaneous"]),
            "How turns go round; `clockwise` if left out.",
        ),
        Key::optional(
            "transitions",
            List(&A(&TRANSITION)),
            "When one state follows another.",
        ),
        Key::optional("win_condition", A(&WIN), "Who wins."),
        Key::optional("first_player", Player, "Who begins; seat 0 if left out.").since_1_4(),
        Key::optional(
            "phases",
            Map(NameKind::Phase, &A(&PHASE)),
            "More about phases.",
        )
        .since_1_4(),
        Key::optional(
            "turn_limit",
            Operand(Want::Number),
            "After so many turns the game is a draw.",
        )
        .since_1_4(),
        META,
    ],
};

/// Keys of a state of the flow.
pub static STATE: Object = Object {
    name: "state",
    about: "A part of the game with its own phases. A state without phases ends the game.",
    keys: &[
        Key::required(
            "phases",
            List(&NewName(NameKind::Phase)),
            "Its phases, in order.",
        ),
        Key::optional("text", Prose, "Its name for people.").since_1_4(),
        Key::optional("disabled", Flag, "Whether the inherited state is deleted."),
        META,
    ],
};

/// More about a phase.
pub static PHASE: Object = Object {
    name: "phase",
    about: "More about a phase. A phase in which moves are possible is open: the current player moves until they pass.",
    keys: &[
        Key::optional(
            "moves",
            OneOrMany(&Name(NameKind::Move)),
            "The moves of the phase, besides those that name it with `in`.",
        ),
        Key::optional(
            "pass",
            Operand(Want::Bool),
            "When the player may pass; always if left out, and whenever no move is possible.",
        ),
        Key::optional(
            "player",
            Player,
            "Who moves; the current player if left out.",
        ),
        Key::optional(
            "skip_when",
            Operand(Want::Bool),
            "When the phase is left out.",
        ),
        Key::optional("enter", Steps, "What is done on entering, before rules."),
        Key::optional("text", Prose, "Its name for people."),
    ],
};

/// Keys of a transition between states.
pub static TRANSITION: Object = Object {
    name: "transition",
    about: "When one state follows another. Tested at the end of every phase; higher priority first, then document order.",
    keys: &[
        Key::optional("id", NewName(NameKind::Transition), "Its name."),
        Key::required("from", Name(NameKind::State), "The state left."),
        Key::required("to", Name(NameKind::State), "The state entered."),
        Key::optional(
            "condition",
            Operand(Want::Bool),
            "When; always if left out.",
        ),
        Key::optional(
            "priority",
            Number(-1_000_000, 1_000_000),
            "Higher is tested first; 0 if left out.",
        ),
        Key::optional(
            "disabled",
            Flag,
            "Whether the inherited transition is deleted.",
        ),
        META,
    ],
};

/// Keys of the block `win_condition`.
pub static WIN: Object = Object {
    name: "win condition",
    about: "Who wins when the game is over.",
    keys: &[
        Key::optional("description", Prose, "In words."),
        Key::required(
            "evaluator",
            Operand(Want::Any),
            "A player, a ranking, the best of a list with an entry for each player, or `winners` and `reason`.",
        ),
        Key::optional(
            "scores",
            Operand(Want::Any),
            "The score of each player, in seat order.",
        )
        .since_1_4(),
        META,
    ],
};
