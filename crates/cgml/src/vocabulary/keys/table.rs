//! Decks to play with, and how the table looks.

use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Shape::{
    Any, Either, Flag, List, Map, MapOf, Name, NewName, Number, Object as A, OneOrMany, Operand,
    Prose, Text, Word, Words,
};
use crate::vocabulary::shape::{Key, Object, Shape};
use crate::vocabulary::want::Want;

/// Keys of the block `deck_rules`.
pub static DECK_RULES: Object = Object {
    name: "deck rules",
    about: "What a deck may hold.",
    keys: &[
        Key::required(
            "sections",
            Map(NameKind::Deck, &A(&SECTION)),
            "The sections of a deck list.",
        ),
        Key::optional(
            "regulations",
            Map(NameKind::Regulation, &A(&REGULATION)),
            "Lists of banned and limited cards.",
        ),
        Key::optional(
            "regulation",
            Name(NameKind::Regulation),
            "The regulation in force; none if left out.",
        ),
        Key::optional(
            "numbered_by",
            Name(NameKind::Property),
            "The property by whose number a list of ids may name cards.",
        ),
    ],
};

static SECTION: Object = Object {
    name: "deck section",
    about: "One section of a deck list.",
    keys: &[
        Key::optional(
            "size",
            Either(&[A(&SIZE), Operand(Want::Number)]),
            "How many cards.",
        ),
        Key::optional("copies", Operand(Want::Number), "How many of one card."),
        Key::optional(
            "copies_by",
            Word(&["id", "name"]),
            "What counts as one card; `id` if left out.",
        ),
        Key::optional(
            "kinds",
            OneOrMany(&Name(NameKind::Kind)),
            "Which kinds may be in it; all if left out.",
        ),
        Key::optional(
            "where",
            Operand(Want::Bool),
            "Which cards may be in it; `card` is the card.",
        ),
        Key::optional("text", Prose, "Its name for people."),
    ],
};

static SIZE: Object = Object {
    name: "size",
    about: "How many cards.",
    keys: &[
        Key::optional("min", Number(0, 10_000), "The least."),
        Key::optional("max", Number(0, 10_000), "The most."),
    ],
};

/// Keys of a regulation of decks.
pub static REGULATION: Object = Object {
    name: "regulation",
    about: "A list of banned and limited cards.",
    keys: &[
        Key::optional("date", Text, "Since when, as `2008-04-15`."),
        Key::optional(
            "banned",
            List(&Name(NameKind::Card)),
            "Cards that may not be played.",
        ),
        Key::optional(
            "limited",
            MapOf(NameKind::Card, &Number(0, 100)),
            "How many of a card at most.",
        ),
        Key::optional(
            "pairs",
            List(&List(&Name(NameKind::Card))),
            "Cards that may not be in one deck together.",
        ),
        Key::optional("text", Prose, "Its name for people."),
    ],
};

/// The cards of a deck list, section by section.
const SECTIONS: Shape = MapOf(
    NameKind::Deck,
    &Either(&[
        MapOf(NameKind::Card, &Number(1, 1000)),
        List(&Name(NameKind::Card)),
    ]),
);

/// Shape of a file that has nothing but the sections of a deck.
pub fn deck_sections() -> Shape {
    SECTIONS
}

/// Keys of a deck list.
pub static DECK_LIST: Object = Object {
    name: "deck list",
    about: "A deck to play with.",
    keys: &[
        Key::required(
            "id",
            NewName(NameKind::DeckList),
            "Its name for the machine.",
        ),
        Key::optional("name", Prose, "Its name for people."),
        Key::optional("text", Prose, "How it is played."),
        Key::required(
            "sections",
            SECTIONS,
            "Its cards, section by section: how many of each, or one by one.",
        ),
        Key::optional("author", Text, "Who built it."),
        Key::optional(
            "disabled",
            Flag,
            "Whether the inherited deck list is deleted.",
        ),
    ],
};

/// Keys of the block `table`.
pub static TABLE: Object = Object {
    name: "table",
    about: "Where things lie on the table and what a card's face shows.",
    keys: &[
        Key::optional(
            "zones",
            MapOf(NameKind::Zone, &A(&PLACE)),
            "Where each zone lies.",
        ),
        Key::optional("face", A(&FACE), "What a card's face shows."),
        Key::optional(
            "show",
            List(&Name(NameKind::Variable)),
            "Variables shown beside the players.",
        ),
        Key::optional(
            "sheet",
            A(&SHEET),
            "The score sheet that is shown when a round is over.",
        ),
        Key::optional(
            "sideways",
            MapOf(NameKind::Attribute, &OneOrMany(&Any)),
            "Attributes with the values that turn a card sideways, such as `tapped: true`.",
        ),
        Key::optional("background", Text, "The colour of the table."),
    ],
};

static SHEET: Object = Object {
    name: "score sheet",
    about: "What is written down when a round is over.",
    keys: &[
        Key::required(
            "values",
            List(&Name(NameKind::Variable)),
            "The variables that are written down.",
        ),
        Key::required(
            "each",
            Name(NameKind::Variable),
            "The variable whose change says that a round is over.",
        ),
    ],
};

static PLACE: Object = Object {
    name: "place",
    about: "Where a zone lies.",
    keys: &[
        Key::optional("row", Number(0, 20), "The row, from the player's edge."),
        Key::optional("column", Number(0, 20), "The column, from the left."),
        Key::optional("width", Number(1, 20), "How many columns it takes."),
        Key::optional(
            "layout",
            Word(&["pile", "fan", "row", "grid"]),
            "How its cards lie.",
        ),
        Key::optional("text", Prose, "Its label."),
        Key::optional(
            "press",
            OneOrMany(&Name(NameKind::Move)),
            "The move that is made by pressing it, such as drawing from a deck; of several, the one that can be made.",
        ),
    ],
};

/// Motifs of pictures on cards.
const MOTIFS: &[&str] = &[
    "pine",
    "plum",
    "cherry",
    "wisteria",
    "iris",
    "peony",
    "clover",
    "pampas",
    "chrysanthemum",
    "maple",
    "willow",
    "paulownia",
    "sun",
    "moon",
    "crane",
    "warbler",
    "curtain",
    "cuckoo",
    "bridge",
    "butterfly",
    "boar",
    "geese",
    "cup",
    "deer",
    "rain",
    "swallow",
    "phoenix",
    "poem_ribbon",
    "blue_ribbon",
    "red_ribbon",
    "flame",
    "wave",
    "leaf",
    "skull",
    "radiance",
    "ship",
    "house",
    "scroll",
    "sword",
    "shield",
    "beast",
    "trap",
    "star",
];

static FACE: Object = Object {
    name: "card face",
    about: "What a card's face shows; each is an expression about `card`.",
    keys: &[
        Key::optional("title", Operand(Want::Any), "The title."),
        Key::optional("corner", Operand(Want::Any), "The corner, such as a cost."),
        Key::optional("footer", Operand(Want::Any), "The foot, such as power."),
        Key::optional("color", Operand(Want::Any), "The value that colours it."),
        Key::optional(
            "colors",
            MapOf(NameKind::Symbol, &Text),
            "The colour for each value.",
        ),
        Key::optional(
            "values",
            List(&Name(NameKind::Property)),
            "The properties that matter most, in this order.",
        ),
        Key::optional(
            "pictures",
            Words(&OneOrMany(&Word(MOTIFS))),
            "What is drawn on a card: motifs for a card, a kind or a value that colours it.",
        ),
    ],
};
