//! Moves of open phases, and how effects that wait are resolved.

use super::cards::{ONCE_PER, TARGET};
use crate::vocabulary::names::NameKind;
use crate::vocabulary::resolution::{
    ConditionTest, EffectsOf, Layer, Policy, PriorityOrder, Simultaneous,
};
use crate::vocabulary::shape::Shape::{
    Either, Event, Flag, List, Map, Name, NewName, Number, Object as A, OneOrMany, Operand,
    Players, Prose, Steps, Text, Word,
};
use crate::vocabulary::shape::{Key, Object};
use crate::vocabulary::want::Want;

/// Keys of a move of players.
pub static MOVE: Object = Object {
    name: "move",
    about: "What a player may do. The engine lists every legal one: for each card of `from`, if it has one.",
    keys: &[
        Key::optional("text", Prose, "Its name for people."),
        Key::optional(
            "in",
            OneOrMany(&Name(NameKind::Phase)),
            "The phases in which the current player may make it; without phases it is made only when offered.",
        ),
        Key::optional(
            "from",
            Operand(Want::Cards),
            "The cards it may be made with; `card` is the card, and `this` where `card` is another one.",
        ),
        Key::optional(
            "where",
            Operand(Want::Bool),
            "Only with cards for which this is true; `card` is the card.",
        ),
        Key::optional("if", Operand(Want::Bool), "Only if this is true."),
        Key::optional(
            "abilities",
            Flag,
            "Whether it uses an activated ability of the card: one whose `activate` names this move. `proceed()` in its effect does what the ability does; without an effect it does that alone.",
        ),
        Key::optional(
            "requires",
            Event,
            "Only with cards all of whose abilities for this event could work: `this.entered` asks their `if` while the card is still where it is.",
        ),
        Key::optional("speed", Number(0, 9), "How fast it is, for chains."),
        Key::optional(
            "targets",
            Map(NameKind::Local, &Either(&[A(&TARGET), Operand(Want::List)])),
            "What is chosen with it.",
        ),
        Key::optional(
            "cost",
            Steps,
            "What is paid: all of it or the move is not legal. In a cost, choosing or moving fewer than asked for is a failure.",
        ),
        Key::optional("effect", Steps, "What it does."),
        Key::optional(
            "chain",
            Flag,
            "Whether its effect waits to be resolved by `resolution` instead of happening at once.",
        ),
        Key::optional(
            "once_per",
            ONCE_PER,
            "At most once in that time: a turn, a phase, the game, or until a declared duration ends.",
        ),
        Key::optional(
            "per",
            Word(&["player", "card", "name"]),
            "What `once_per` counts; `player` if left out.",
        ),
        Key::optional(
            "ends",
            Word(&["nothing", "phase", "turn"]),
            "What ends with it; `nothing` if left out.",
        ),
        Key::optional(
            "players",
            Players,
            "Who may make it; the current player, or who it is offered to, if left out.",
        ),
        Key::optional(
            "secret",
            Flag,
            "Whether nobody else learns the choice until all have made theirs.",
        ),
        Key::optional(
            "priority",
            Number(-1_000_000, 1_000_000),
            "The order in which moves are listed; higher first.",
        ),
        Key::optional("disabled", Flag, "Whether the inherited move is deleted."),
    ],
};

/// One of several effects to choose from.
pub static MODE: Object = Object {
    name: "mode",
    about: "One of several effects to choose from.",
    keys: &[
        Key::optional("id", Text, "Its name."),
        Key::optional("text", Prose, "In words."),
        Key::optional("if", Operand(Want::Bool), "Only if this is true."),
        Key::required("do", Steps, "What it does."),
    ],
};

/// Keys of the block `resolution`.
pub static RESOLUTION: Object = Object {
    name: "resolution",
    about: "The scheduler: in which order effects that wait resolve.",
    keys: &[
        Key::required(
            "policy",
            Word(Policy::NAMES),
            "`queue`: first come, first resolved. `pool`: by group, then by player, its owner picks. `chain`: last come first, with speeds and responses. `nested`: at once, inside the current effect.",
        ),
        Key::optional(
            "groups",
            List(&A(&GROUP)),
            "For `pool`: groups in the order they resolve.",
        ),
        Key::optional(
            "players",
            List(&Word(EffectsOf::NAMES)),
            "For `pool` and `nested`: whose effects come first; `[current, others]` if left out.",
        ),
        Key::optional(
            "simultaneous",
            Word(Simultaneous::NAMES),
            "Who orders effects that begin to wait, and checks that come true, at the same time: the document's order, their owner, or the current player; `owner` if left out.",
        ),
        Key::optional(
            "conditions",
            Word(ConditionTest::NAMES),
            "When an ability's `if` is tested; `both` if left out.",
        ),
        Key::optional(
            "priority",
            Word(PriorityOrder::NAMES),
            "What an ability's `priority` means; `higher_first` if left out.",
        ),
        Key::optional(
            "responses",
            OneOrMany(&Name(NameKind::Move)),
            "For `chain`: the moves that may respond.",
        ),
        Key::optional(
            "response_speed",
            Number(0, 9),
            "For `chain`: the least speed of a response; 2 if left out. It must be at least the speed of what it responds to as well.",
        ),
        Key::optional(
            "limit",
            Number(1, 1_000_000),
            "How many effects may resolve in a row before the game is stopped as endless; 1000 if left out.",
        ),
        Key::optional(
            "on_failure",
            Word(&["continue", "abort", "rollback"]),
            "What a failing action means for the rest of an ability; `abort` if left out.",
        ),
        Key::optional(
            "replacement",
            Word(&["once", "repeat"]),
            "Whether a replaced event may be replaced again; `once` if left out.",
        ),
    ],
};

/// A group of waiting effects.
pub static GROUP: Object = Object {
    name: "resolution group",
    about: "Effects that resolve before those of later groups.",
    keys: &[
        Key::required(
            "id",
            NewName(NameKind::Group),
            "Its name; abilities join with `group`.",
        ),
        Key::optional("text", Prose, "Its name for people."),
        Key::optional(
            "default",
            Flag,
            "Whether abilities without `group` join it.",
        ),
        Key::optional(
            "declare",
            Flag,
            "Whether optional effects are accepted or declined when they begin to wait, not when they resolve.",
        ),
    ],
};

/// Keys of the block `continuous`.
pub static CONTINUOUS: Object = Object {
    name: "continuous block",
    about: "How continuous effects add up and how long they last.",
    keys: &[
        Key::optional(
            "layers",
            List(&Word(Layer::NAMES)),
            "The order in which changes of one value apply, `-` with `add`; `[set, multiply, divide, add]` if left out. Of several `set` the latest counts. A change to nothing stays nothing.",
        ),
        Key::optional(
            "durations",
            Map(NameKind::Duration, &Event),
            "Durations with a name: the event that ends each.",
        ),
        Key::optional(
            "minimum",
            Map(NameKind::Property, &Number(i64::MIN, i64::MAX)),
            "The least value of a property, or of each part of it, after all changes.",
        ),
        Key::optional(
            "maximum",
            Map(NameKind::Property, &Number(i64::MIN, i64::MAX)),
            "The largest value of a property, or of each part of it, after all changes.",
        ),
    ],
};
