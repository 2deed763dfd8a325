//! The top of a document.

use super::{cards, components, flow, moves, rules, table};
use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Shape::{
    Any, Card, Either, Flag, List, Literal, Map, MapOf, Number, Object as A, OneOrMany, Operand,
    Prose, Steps, Text, Type,
};
use crate::vocabulary::shape::{Key, Object};
use crate::vocabulary::want::Want;

/// Keys at the top of a document.
pub static DOCUMENT: Object = Object {
    name: "document",
    about: "A game.",
    keys: &[
        Key::required(
            "cgml_version",
            Text,
            "The version of the language: `\"1.3\"` or `\"1.4\"`.",
        ),
        Key::required(
            "meta",
            A(&META),
            "What the game is called and who can play it.",
        ),
        Key::optional(
            "imports",
            List(&Any),
            "Files laid under this document, in order.",
        ),
        Key::optional("inherit", Text, "The document this one extends."),
        Key::required(
            "components",
            A(&components::COMPONENTS),
            "Decks, zones and variables.",
        ),
        Key::required("setup", Steps, "What is done before play."),
        Key::required(
            "flow",
            A(&flow::FLOW),
            "States, phases, transitions and the win condition.",
        ),
        Key::required("rules", List(&A(&rules::RULE)), "What happens when."),
        Key::optional(
            "parameters",
            Map(NameKind::Parameter, &Either(&[A(&PARAMETER), Literal])),
            "Named numbers, flags and words that variants of the game set.",
        )
        .since_1_4(),
        Key::optional(
            "variants",
            Map(NameKind::Variant, &Either(&[A(&VARIANT), Prose])),
            "The variants that come with the game.",
        )
        .since_1_4(),
        Key::optional(
            "teams",
            Map(NameKind::Team, &Either(&[A(&TEAM), List(&Number(0, 9))])),
            "Who plays with whom.",
        )
        .since_1_4(),
        Key::optional(
            "card_kinds",
            Map(NameKind::Kind, &A(&cards::KIND)),
            "The kinds of cards, with typed properties.",
        )
        .since_1_4(),
        Key::optional(
            "cards",
            Either(&[List(&Card), Map(NameKind::Card, &Card)]),
            "The cards.",
        )
        .since_1_4(),
        Key::optional(
            "keywords",
            Map(NameKind::Keyword, &Either(&[A(&cards::KEYWORD), Prose])),
            "Abilities with a name.",
        )
        .since_1_4(),
        Key::optional(
            "attributes",
            Map(
                NameKind::Attribute,
                &Either(&[A(&cards::ATTRIBUTE), Literal]),
            ),
            "What changes on a card during play.",
        )
        .since_1_4(),
        Key::optional(
            "counters",
            Map(NameKind::Counter, &Either(&[A(&cards::COUNTER), Prose])),
            "Counters that may lie on cards.",
        )
        .since_1_4(),
        Key::optional(
            "resources",
            Map(NameKind::Resource, &A(&components::RESOURCE)),
            "Countable pieces in pools.",
        )
        .since_1_4(),
        Key::optional(
            "events",
            Map(
                NameKind::Event,
                &Either(&[A(&cards::EVENT), MapOf(NameKind::Local, &Type)]),
            ),
            "Events of this game, with what each tells.",
        )
        .since_1_4(),
        Key::optional(
            "define",
            Map(
                NameKind::Definition,
                &Either(&[A(&cards::DEFINITION), Operand(Want::Any)]),
            ),
            "Effects and functions with a name.",
        )
        .since_1_4(),
        Key::optional(
            "moves",
            Map(NameKind::Move, &A(&moves::MOVE)),
            "What a player may do in an open phase.",
        )
        .since_1_4(),
        Key::optional(
            "resolution",
            A(&moves::RESOLUTION),
            "In which order waiting effects resolve.",
        )
        .since_1_4(),
        Key::optional(
            "continuous",
            A(&moves::CONTINUOUS),
            "How continuous effects add up and how long they last.",
        )
        .since_1_4(),
        Key::optional(
            "state_based",
            List(&A(&rules::CHECK)),
            "Checks made between effects until nothing changes.",
        )
        .since_1_4(),
        Key::optional(
            "invariants",
            List(&A(&rules::INVARIANT)),
            "Facts that always hold.",
        )
        .since_1_4(),
        Key::optional("deck_rules", A(&table::DECK_RULES), "What a deck may hold.").since_1_4(),
        Key::optional(
            "deck_lists",
            List(&A(&table::DECK_LIST)),
            "Decks to play with.",
        )
        .since_1_4(),
        Key::optional(
            "table",
            A(&table::TABLE),
            "Where things lie on the table and what a card's face shows.",
        )
        .since_1_4(),
        Key::optional(
            "texts",
            MapOf(NameKind::Symbol, &MapOf(NameKind::Symbol, &Text)),
            "Names for people, per language.",
        )
        .since_1_4(),
    ],
};

/// Keys of the block `meta`.
pub static META: Object = Object {
    name: "meta block",
    about: "What the game is called, who can play it, and hints for engines.",
    keys: &[
        Key::required("name", Prose, "The name of the game."),
        Key::optional("author", Text, "Who designed it."),
        Key::optional("description", Prose, "One sentence."),
        Key::required("players", A(&PLAYERS), "How many can play."),
        Key::optional("rng", A(&RNG), "Chance."),
        Key::optional("version", Text, "The version of the game itself."),
        Key::optional("license", Text, "The licence of the game file."),
        Key::optional("tags", List(&Text), "Words to find it by."),
        Key::optional("meta", Any, "Anything; engines ignore it."),
    ],
};

static PLAYERS: Object = Object {
    name: "player range",
    about: "How many can play.",
    keys: &[
        Key::required("min", Number(1, 10), "The least."),
        Key::required("max", Number(1, 10), "The most."),
        Key::optional("meta", Any, "Anything; engines ignore it."),
    ],
};

static RNG: Object = Object {
    name: "rng block",
    about: "How chance is drawn.",
    keys: &[
        Key::optional(
            "deterministic",
            Flag,
            "Whether every game draws the same chance; `false` if left out.",
        ),
        Key::optional(
            "seed",
            Number(0, i64::MAX),
            "The seed of a deterministic game.",
        ),
        Key::optional("meta", Any, "Anything; engines ignore it."),
    ],
};

/// One of `parameters`.
pub static PARAMETER: Object = Object {
    name: "parameter",
    about: "A named value that a variant, a match or a player of the program may set. A bare value is short for its `default`.",
    keys: &[
        Key::required("default", Literal, "The value if nobody sets it."),
        Key::optional(
            "for_people",
            Literal,
            "The value that is proposed where people play, if it is not the default.",
        ),
        Key::optional("min", Number(i64::MIN, i64::MAX), "The least."),
        Key::optional("max", Number(i64::MIN, i64::MAX), "The most."),
        Key::optional("values", List(&Literal), "The only values."),
        Key::optional("text", Prose, "What it means, for people."),
    ],
};

static VARIANT: Object = Object {
    name: "variant",
    about: "A file that inherits this game.",
    keys: &[
        Key::required("file", Text, "The file, relative to the game."),
        Key::optional("text", Prose, "What it is, for people."),
    ],
};

static TEAM: Object = Object {
    name: "team",
    about: "Players who win together. A bare list is short for its `seats`.",
    keys: &[
        Key::required("seats", OneOrMany(&Number(0, 9)), "Their seats, from 0."),
        Key::optional("text", Prose, "Its name for people."),
    ],
};
