//! The form of an encoding file.

use cgml::vocabulary::shape::Shape::{Flag, List, Number, Object as A, Text, Word};
use cgml::vocabulary::shape::{Key, Object, Shape};

const SLOTS: Shape = Number(1, 100_000);
const OVER: Shape = Number(1, 1_000_000);
const WHOSE: Shape = Word(&["me", "opponent", "table"]);

/// The file.
pub(super) static ENCODING: Object = Object {
    name: "encoding",
    about: "How choices are indices and views vectors.",
    keys: &[
        Key::required(
            "actions",
            List(&A(&GROUP)),
            "The groups of indices, in their order.",
        ),
        Key::optional(
            "observation",
            List(&A(&PART)),
            "The parts of the vector, in their order.",
        ),
    ],
};

static GROUP: Object = Object {
    name: "group of indices",
    about: "Choices of one sort: `moves`, `rest` or `pass` says which.",
    keys: &[
        Key::required("name", Text, "Its name."),
        Key::optional(
            "moves",
            List(&Text),
            "Moves with a card of `zone`, each with a slot for the card.",
        ),
        Key::optional(
            "zone",
            Text,
            "Where the card is; the longest there has the first slot.",
        ),
        Key::optional("of", WHOSE, "Whose zone it is; `me` if left out."),
        Key::optional("slots", SLOTS, "How many slots there are."),
        Key::optional(
            "target",
            A(&TARGET),
            "The target of the moves, which is part of the index.",
        ),
        Key::optional(
            "rest",
            Flag,
            "All other choices, in the order in which they are offered.",
        ),
        Key::optional("pass", Flag, "No move, or no more of several options."),
    ],
};

static TARGET: Object = Object {
    name: "target of a group",
    about: "The target of a move as a second slot.",
    keys: &[
        Key::required("name", Text, "The name of the target."),
        Key::required("zone", Text, "Where it is."),
        Key::optional("of", WHOSE, "Whose zone it is; `opponent` if left out."),
        Key::required("slots", SLOTS, "How many slots there are."),
    ],
};

static PART: Object = Object {
    name: "part of an observation",
    about: "Numbers of one sort: exactly one of `turn`, `phase`, `my_turn`, `count`, `sorts` and `cards`.",
    keys: &[
        Key::optional("turn", Flag, "How many turns have begun."),
        Key::optional(
            "phase",
            List(&Text),
            "The place of the phase among these, from 0 to 1.",
        ),
        Key::optional("my_turn", Flag, "1 in the own turn, otherwise 0."),
        Key::optional("count", Text, "How many cards are in this zone."),
        Key::optional(
            "sorts",
            Text,
            "How many cards of this zone have each of the `values` of `property`, and how many none.",
        ),
        Key::optional(
            "cards",
            Text,
            "The cards of this zone, one after the other.",
        ),
        Key::optional("of", WHOSE, "Whose zone it is; `me` if left out."),
        Key::optional(
            "without",
            Text,
            "Only cards without this attribute are counted.",
        ),
        Key::optional(
            "over",
            OVER,
            "What the number is divided by; 1 if left out.",
        ),
        Key::optional(
            "property",
            Text,
            "A property that is a word or a list of words.",
        ),
        Key::optional("values", List(&Text), "Its values."),
        Key::optional(
            "slots",
            SLOTS,
            "For how many cards there is room; more are a problem unless `newest` is there.",
        ),
        Key::optional(
            "newest",
            Flag,
            "The newest cards come first, and older ones that find no room are left out.",
        ),
        Key::optional(
            "each",
            List(&Text),
            "What is told of each card: properties and attributes that are numbers or truth values.",
        ),
    ],
};
