//! Cards, their kinds, and the abilities they carry.

use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Shape::{
    Any, Count, Either, Event as Events, Flag, List, Literal, Map, MapOf, Modifiers, Name, NewName,
    Number, Object as A, OneOrMany, Operand, Player, Players, Prose, Steps, Text, Type, Word,
};
use crate::vocabulary::shape::{Key, Object, Shape};
use crate::vocabulary::want::Want;

/// Keys of a card kind.
pub static KIND: Object = Object {
    name: "card kind",
    about: "What cards of one kind have in common.",
    keys: &[
        Key::optional(
            "extends",
            Name(NameKind::Kind),
            "The kind it is a special case of: it has all its properties and abilities.",
        ),
        Key::optional(
            "properties",
            Map(NameKind::Property, &Type),
            "What is printed on them.",
        ),
        Key::optional(
            "keywords",
            List(&Operand(Want::Name(NameKind::Keyword))),
            "Keywords all of them have.",
        ),
        Key::optional(
            "abilities",
            OneOrMany(&A(&ABILITY)),
            "Abilities all of them have.",
        ),
        Key::optional("text", Prose, "Its name for people."),
        Key::optional(
            "token",
            Flag,
            "Whether its cards are tokens, which cease to exist when they leave play.",
        ),
    ],
};

/// A card. Its other keys are the properties of its kind.
pub static CARD: Object = Object {
    name: "card",
    about: "A card. Besides these keys it has those its kind declares as properties.",
    keys: &[
        Key::required("id", NewName(NameKind::Card), "Its name for the machine."),
        Key::required("kind", Name(NameKind::Kind), "Its kind."),
        Key::optional("name", Prose, "Its name for people; its id if left out."),
        Key::optional("text", Prose, "What it does, for people."),
        Key::optional("tags", List(&Text), "Words to find it by."),
        Key::optional(
            "keywords",
            List(&Operand(Want::Name(NameKind::Keyword))),
            "Its keywords, with their parameters: `power_attacker(2000)`.",
        ),
        Key::optional("abilities", OneOrMany(&A(&ABILITY)), "What it can do."),
        Key::optional(
            "counters",
            MapOf(NameKind::Counter, &Number(0, 1_000_000)),
            "Counters it comes into play with.",
        ),
        Key::optional("version", Any, "The version of the card's data."),
        Key::optional("disabled", Flag, "Whether the inherited card is deleted."),
        Key::optional("meta", Any, "Anything; engines ignore it."),
    ],
};

/// An ability: triggered, activated, static, replacing or forbidding.
pub static ABILITY: Object = Object {
    name: "ability",
    about: "What a card does. Exactly one of `when`, `activate`, `static`, `instead_of` and `forbids` says which sort it is.",
    keys: &[
        Key::optional("id", Text, "Its name, for once-per marks and messages."),
        Key::optional("text", Prose, "In words."),
        Key::optional(
            "when",
            OneOrMany(&Events),
            "Triggered: the event it waits for.",
        ),
        Key::optional(
            "activate",
            Name(NameKind::Move),
            "Activated: the move with which a player uses it; the move must have `abilities: true`.",
        ),
        Key::optional(
            "static",
            Modifiers,
            "Static: what it changes as long as it works.",
        ),
        Key::optional("instead_of", Events, "Replacement: the event it replaces."),
        Key::optional(
            "forbids",
            OneOrMany(&Name(NameKind::Move)),
            "Restriction: the moves it forbids. \"Cannot\" beats \"can\".",
        ),
        Key::optional(
            "grants",
            List(&Operand(Want::Name(NameKind::Keyword))),
            "Static: keywords it gives.",
        ),
        Key::optional(
            "for",
            Operand(Want::Cards),
            "The cards a static ability, grant or restriction is about; this card if left out, or any card if a restriction says `players`. `card` is each of them.",
        ),
        Key::optional(
            "players",
            Players,
            "The players a restriction is about; the controller if left out.",
        ),
        Key::optional(
            "where",
            Operand(Want::Bool),
            "Only cards or moves for which this is true; `card` is the card of the move, `target` its target. Of a triggered ability or a replacement: only events for which this is true when they happen.",
        ),
        Key::optional(
            "if",
            Operand(Want::Bool),
            "Only if this is true; when it is tested is for `resolution.conditions` to say.",
        ),
        Key::optional(
            "while",
            Operand(Want::Bool),
            "A static ability works only as long as this is true.",
        ),
        Key::optional(
            "floor",
            Operand(Want::Number),
            "The changes of a static ability bring no value below this.",
        ),
        Key::optional(
            "cost",
            Steps,
            "What is paid, after the cost of the move: all of it or the ability cannot be used.",
        ),
        Key::optional(
            "targets",
            Map(NameKind::Local, &Either(&[A(&TARGET), Operand(Want::List)])),
            "What is chosen when it is used.",
        ),
        Key::optional(
            "optional",
            Flag,
            "Whether the controller may decline; `false` if left out.",
        ),
        Key::optional(
            "ask",
            Word(&["always"]),
            "With `optional`: `always` asks whether any card has the ability or not, so that being asked tells nobody anything. For an event of this card, about every card of such an event; otherwise, once, which cards of `from` use it.",
        ),
        Key::optional(
            "declare",
            Flag,
            "Whether an optional ability is accepted or declined when it begins to wait, not when it resolves; what its group says if left out.",
        ),
        Key::optional(
            "once_per",
            ONCE_PER,
            "At most once in that time: a turn, a phase, the game, or until a declared duration ends.",
        ),
        Key::optional(
            "per",
            Word(&["card", "name", "ability"]),
            "What `once_per` counts: this card, all cards of its name, or this ability of this card; `ability` if left out.",
        ),
        Key::optional(
            "from",
            OneOrMany(&Name(NameKind::Zone)),
            "The zones in which it works. If left out: those that are `active`, and there only face up; for an ability about the card itself (`this.entered`) everywhere; for one used with a move, wherever the move finds the card.",
        ),
        Key::optional(
            "group",
            Name(NameKind::Group),
            "The group of waiting effects it joins.",
        ),
        Key::optional(
            "speed",
            Number(0, 9),
            "How fast it is, for chains; that of its move if left out. A triggered ability without a speed happens at once and joins no chain.",
        ),
        Key::optional(
            "priority",
            Number(-1_000_000, 1_000_000),
            "The order among abilities that wait at the same time; what it means is for `resolution.priority` to say.",
        ),
        Key::optional("effect", Steps, "What it does."),
        Key::optional(
            "on_failure",
            Word(&["continue", "abort", "rollback"]),
            "What a failing action means for the rest; what `resolution` says if left out.",
        ),
    ],
};

/// Durations of a once-per mark.
pub(super) const ONCE_PER: Shape =
    Either(&[Word(&["turn", "phase", "game"]), Name(NameKind::Duration)]);

/// A target of a move or ability.
pub static TARGET: Object = Object {
    name: "target",
    about: "What is chosen when a move or ability is used. An expression alone is short for its `from`. A chosen card that has moved before the effect resolves counts as nothing.",
    keys: &[
        Key::required("from", Operand(Want::List), "What may be chosen."),
        Key::optional(
            "where",
            Operand(Want::Predicate),
            "Only elements for which this is true; `card` (or `item`) is the element.",
        ),
        Key::optional(
            "count",
            Count,
            "How many exactly; 1 if left out. With `up_to`, how many at least.",
        ),
        Key::optional(
            "up_to",
            Count,
            "At most so many; none is allowed unless `count` says how many at least.",
        ),
        Key::optional(
            "such_that",
            Operand(Want::Bool),
            "Only choices for which this is true as a whole; `chosen` is the list of what is chosen.",
        ),
        Key::optional(
            "player",
            Player,
            "Who chooses; the acting player if left out.",
        ),
        Key::optional("prompt", Prose, "What the player is asked."),
    ],
};

/// Keys of a keyword of cards.
pub static KEYWORD: Object = Object {
    name: "keyword",
    about: "Abilities with a name, written once. A text alone is a keyword that only rules ask for.",
    keys: &[
        Key::optional(
            "params",
            MapOf(NameKind::Local, &Type),
            "Its parameters, for `power_attacker(2000)`. What a card gives is evaluated whenever it is used, so that it may be a condition.",
        ),
        Key::optional("abilities", OneOrMany(&A(&ABILITY)), "What it means."),
        Key::optional(
            "text",
            Prose,
            "Its name for people; `{amount}` stands for a parameter: `Power attacker +{amount}`.",
        ),
    ],
};

/// An attribute of cards.
pub static ATTRIBUTE: Object = Object {
    name: "attribute",
    about: "What changes on a card during play. A bare value is short for its `default`.",
    keys: &[
        Key::required("default", Literal, "Its value on every card at the start."),
        Key::optional("values", List(&Literal), "The only values."),
        Key::optional("min", Number(i64::MIN, i64::MAX), "The least."),
        Key::optional("max", Number(i64::MIN, i64::MAX), "The most."),
        Key::optional(
            "resets",
            OneOrMany(&Events),
            "When it gets its default again, such as `turn.end`; `my` is the card's controller. Always when the card moves to another zone, except from play to play.",
        ),
        Key::optional(
            "kinds",
            OneOrMany(&Name(NameKind::Kind)),
            "Which kinds have it; all if left out.",
        ),
        Key::optional(
            "hidden",
            Flag,
            "Whether only those who see the card's face see it.",
        ),
        Key::optional("text", Prose, "Its name for people."),
    ],
};

/// A kind of counter.
pub static COUNTER: Object = Object {
    name: "counter",
    about: "Counters that may lie on cards. They are gone when the card leaves play.",
    keys: &[
        Key::optional("max", Number(0, 1_000_000), "The most on one card."),
        Key::optional(
            "kinds",
            OneOrMany(&Name(NameKind::Kind)),
            "Which kinds may have them; all if left out.",
        ),
        Key::optional("text", Prose, "Its name for people."),
    ],
};

/// An event of the game.
pub static EVENT: Object = Object {
    name: "event",
    about: "An event of this game. A mapping of names to types alone is short for its `fields`. It takes the place of an event of the language with the same name.",
    keys: &[
        Key::required(
            "fields",
            MapOf(NameKind::Local, &Type),
            "What it tells: `card`, `player`, or anything else.",
        ),
        Key::optional(
            "text",
            Prose,
            "In words; as a time with `{card}` for a field, explanations use it: `when {card} attacks`.",
        ),
    ],
};

/// A defined effect or function.
pub static DEFINITION: Object = Object {
    name: "definition",
    about: "An effect (`effect`) or a function (`value`) with a name. An expression alone is a function without parameters.",
    keys: &[
        Key::optional(
            "params",
            MapOf(NameKind::Local, &Either(&[A(&PARAM), Type])),
            "Its parameters in order, with their types. Several cards or players given to an effect for one: it is done for each of them in turn.",
        ),
        Key::optional("effect", Steps, "What it does."),
        Key::optional("value", Operand(Want::Any), "What it gives."),
        Key::optional(
            "event",
            NewName(NameKind::Event),
            "Doing it is this event: what happens can be replaced before, and listened to after. Its parameters are the event's fields.",
        ),
        Key::optional(
            "if",
            Operand(Want::Bool),
            "Only if this is true; otherwise the step fails.",
        ),
        Key::optional(
            "text",
            Prose,
            "In words; with `{count}` for a parameter, explanations say it so: `draw {count} cards`.",
        ),
    ],
};

static PARAM: Object = Object {
    name: "definition parameter",
    about: "A parameter of a definition. A type alone is short for its `type`.",
    keys: &[
        Key::required("type", Type, "Its type."),
        Key::optional(
            "default",
            Operand(Want::Any),
            "Its value where none is given.",
        ),
    ],
};
