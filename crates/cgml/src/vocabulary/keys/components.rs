//! Decks, zones, variables and resources.

use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Shape::{
    Any, Either, Event, Flag, List, Literal, Map, MapOf, Name, NewName, Number, Object as A,
    OneOrMany, Operand, Prose, Steps, Text, Type, Word,
};
use crate::vocabulary::shape::{Key, Object, Shape};
use crate::vocabulary::want::Want;

const META: Key = Key::optional("meta", Any, "Anything; engines ignore it.");
const DISABLED: Key = Key::optional("disabled", Flag, "Whether the inherited entry is deleted.");
const VISIBLE: Shape = Word(&["all", "count_only", "hidden", "top_card_only"]);

/// Keys of the block `components`.
pub(super) static COMPONENTS: Object = Object {
    name: "components block",
    about: "The things on the table.",
    keys: &[
        Key::optional(
            "component_types",
            A(&TYPES),
            "Types that decks and zones are made from.",
        ),
        Key::optional("decks", Map(NameKind::Deck, &A(&DECK)), "The decks."),
        Key::optional("zones", List(&A(&ZONE)), "The zones."),
        Key::optional("variables", List(&A(&VARIABLE)), "The variables."),
        META,
    ],
};

static TYPES: Object = Object {
    name: "component types",
    about: "Types that decks and zones are made from.",
    keys: &[
        Key::optional(
            "deck_types",
            Map(NameKind::DeckType, &A(&DECK_TYPE)),
            "Deck types.",
        ),
        Key::optional(
            "zone_types",
            Map(NameKind::ZoneType, &A(&ZONE_TYPE)),
            "Zone types.",
        ),
        META,
    ],
};

/// Keys of a deck type.
pub static DECK_TYPE: Object = Object {
    name: "deck type",
    about: "Which cards a deck has and how their ranks compare.",
    keys: &[
        Key::required(
            "composition",
            List(&A(&ENTRY)),
            "Its cards: templates, and cards one by one.",
        ),
        Key::optional(
            "rank_hierarchy",
            List(&Literal),
            "The ranks from the lowest to the highest.",
        ),
        Key::optional(
            "default_properties",
            MapOf(NameKind::Property, &Literal),
            "Properties of every card that does not give its own.",
        ),
        DISABLED,
        META,
    ],
};

/// One entry of a composition.
pub static ENTRY: Object = Object {
    name: "composition entry",
    about: "Either a template (`type: template`) that makes a card for each suit and value, or one card (`type: card`) with its properties.",
    keys: &[
        Key::optional(
            "type",
            Word(&["template", "card"]),
            "`template` or `card`; `card` if `template` is not there.",
        ),
        Key::optional(
            "template",
            Text,
            "`standard_suits` (four suits), `no_suits`, or `custom` with `suits`.",
        ),
        Key::optional(
            "suits",
            List(&Literal),
            "The suits of a template; those of `template` if left out.",
        ),
        Key::optional("values", List(&Literal), "The ranks of a template."),
        Key::optional(
            "id",
            Text,
            "The identity of a card; made from its properties if left out.",
        ),
        Key::optional(
            "properties",
            MapOf(NameKind::Property, &Literal),
            "The properties of the card, or of every card of the template.",
        ),
        Key::optional(
            "copies",
            Number(1, 1000),
            "How many of each; 1 if left out.",
        ),
        META,
    ],
};

/// Keys of a zone type.
pub static ZONE_TYPE: Object = Object {
    name: "zone type",
    about: "How cards lie in a zone and who sees them.",
    keys: &[
        Key::optional("ordering", Word(&["unordered", "fifo", "lifo", "shuffled"]), "How cards are taken and laid; `unordered` if left out."),
        Key::optional("visibility", Either(&[A(&VISIBILITY), VISIBLE]), "Who sees what; everyone everything if left out."),
        Key::optional("default_face", Word(&["up", "down"]), "Which face cards show; `up` if left out."),
        Key::optional("allows_reorder", Flag, "Whether the owner may change the order at any time; `false` if left out."),
        Key::optional("capacity", Operand(Want::Number), "How many cards it has room for; no limit if left out.").since_1_4(),
        Key::optional("overflow", Word(&["refuse", "replace", "push", "discard"]), "What happens to a card too many: the move is refused; the occupant goes away first; the new card comes in, and then the occupant goes away; or the new card goes away. `refuse` if left out.").since_1_4(),
        Key::optional("overflow_to", Name(NameKind::Zone), "Where the card too many goes: its owner's zone of that name.").since_1_4(),
        Key::optional("overflow_effect", Steps, "What is done with the card too many instead, such as `destroy(card)`; `card` is the card.").since_1_4(),
        Key::optional("slots", Flag, "Whether cards keep fixed places; `false` if left out.").since_1_4(),
        Key::optional("role", Word(&["deck", "hand", "play", "discard", "out"]), "What it is for: `draw`, `play`, `discard`, `enter` and `leave` events follow from it. In 1.3 the name of the zone tells.").since_1_4(),
        Key::optional("active", Flag, "Whether abilities of cards in it work; those of `play` zones if left out.").since_1_4(),
        DISABLED,
        META,
    ],
};

static VISIBILITY: Object = Object {
    name: "visibility",
    about: "Who sees what of a zone's cards.",
    keys: &[
        Key::optional("owner", VISIBLE, "What the owner sees."),
        Key::optional("others", VISIBLE, "What the others see."),
        Key::optional("all", VISIBLE, "What everyone sees."),
        META,
    ],
};

/// Keys of a deck of the table.
pub static DECK: Object = Object {
    name: "deck",
    about: "The cards of one deck.",
    keys: &[
        Key::optional("type", Name(NameKind::DeckType), "Its deck type."),
        Key::optional(
            "per_player",
            Flag,
            "Whether each player brings their own: these `cards`, or without them what a deck list says.",
        )
        .since_1_4(),
        Key::optional(
            "section",
            Text,
            "Which section of a deck list it is made from; its own name if left out.",
        )
        .since_1_4(),
        Key::optional(
            "cards",
            MapOf(NameKind::Card, &Number(0, 1000)),
            "Which cards, and how many of each.",
        )
        .since_1_4(),
        DISABLED,
        META,
    ],
};

/// Keys of a zone of the table.
pub static ZONE: Object = Object {
    name: "zone",
    about: "A place for cards.",
    keys: &[
        Key::required("name", NewName(NameKind::Zone), "Its name."),
        Key::required(
            "type",
            Either(&[A(&ZONE_TYPE), Name(NameKind::ZoneType)]),
            "Its zone type; from 1.4 a zone type may be written here directly.",
        ),
        Key::optional(
            "of_deck",
            Name(NameKind::Deck),
            "The deck whose cards it stores; the deck lies in the first zone of the table that names it at the start.",
        ),
        Key::optional(
            "per_player",
            Flag,
            "Whether every player has one; `false` if left out.",
        ),
        Key::optional(
            "owner_scope",
            Word(&["player", "team", "global"]),
            "Who owns it; `player` if `per_player`, otherwise `global`.",
        ),
        Key::optional("text", Prose, "Its name for people.").since_1_4(),
        Key::optional(
            "role",
            Word(&["deck", "hand", "play", "discard", "out"]),
            "What it is for, if its type does not say.",
        )
        .since_1_4(),
        DISABLED,
        META,
    ],
};

/// Keys of a variable of the game.
pub static VARIABLE: Object = Object {
    name: "variable",
    about: "A value the game keeps.",
    keys: &[
        Key::required("name", NewName(NameKind::Variable), "Its name."),
        Key::optional(
            "scope",
            Word(&["global", "per_player", "per_team"]),
            "Whether there is one, one per player, or one per team; `global` if left out.",
        ),
        Key::optional(
            "initial_value",
            Either(&[Literal, Operand(Want::Any)]),
            "Its value at the start; 0 if left out.",
        ),
        Key::optional(
            "type",
            Type,
            "Its type, where its value at the start does not tell; without an `initial_value` it begins with nothing.",
        )
        .since_1_4(),
        Key::optional(
            "computed",
            Flag,
            "Whether it is computed from `expression` whenever it is read.",
        ),
        Key::optional(
            "expression",
            Operand(Want::Any),
            "How a computed variable is evaluated.",
        ),
        Key::optional(
            "resets",
            OneOrMany(&Event),
            "When it gets its initial value again, such as `turn.begin`.",
        )
        .since_1_4(),
        Key::optional(
            "hidden",
            Flag,
            "Whether only its player sees it; `false` if left out.",
        )
        .since_1_4(),
        Key::optional("text", Prose, "Its name for people.").since_1_4(),
        DISABLED,
        META,
    ],
};

/// Keys of a resource of the game.
pub static RESOURCE: Object = Object {
    name: "resource",
    about: "Countable pieces, all alike, that lie in pools.",
    keys: &[
        Key::optional(
            "total",
            Number(0, 1_000_000),
            "How many there are: none is ever made or lost. Without a total, effects may gain and spend.",
        ),
        Key::required(
            "pools",
            Map(NameKind::Pool, &Either(&[A(&POOL), Number(0, i64::MAX)])),
            "Where they lie; a bare number is short for its `start`.",
        ),
        Key::optional("text", Prose, "Its name for people."),
    ],
};

/// Keys of a pool of pieces.
pub static POOL: Object = Object {
    name: "pool",
    about: "Where pieces of a resource lie.",
    keys: &[
        Key::optional(
            "of",
            Word(&["table", "player", "team", "card"]),
            "Whether there is one, one per player, per team, or one on each card; `table` if left out.",
        ),
        Key::optional(
            "kinds",
            OneOrMany(&Name(NameKind::Kind)),
            "Which kinds of cards have it; all if left out.",
        ),
        Key::optional(
            "start",
            Operand(Want::Number),
            "How many lie in it at the start; 0 if left out.",
        ),
        Key::optional("min", Operand(Want::Number), "The least; 0 if left out."),
        Key::optional(
            "max",
            Operand(Want::Number),
            "The most; no limit if left out.",
        ),
        Key::optional(
            "leaves_to",
            Name(NameKind::Pool),
            "Where the pieces on a card go when the card leaves play; for a player's pool, that of the card's owner.",
        ),
        Key::optional("text", Prose, "Its name for people."),
    ],
};
