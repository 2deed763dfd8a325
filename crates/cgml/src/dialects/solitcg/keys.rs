//! The keys of a card file of SoliTCG (its card specification 0.5, and what 0.6 and the cards in use add).

use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Shape::{
    Flag, List, NewName, Number, Object as A, Prose, Sort, Text, Word,
};
use crate::vocabulary::shape::{Key, Object};

/// The types of cards.
pub(super) const TYPES: &[&str] = &[
    "monster", "ritual", "spell", "arcane", "equip", "artifact", "relic", "domain", "field",
];

/// The type of a card that says none: it needs nothing else.
pub(super) const PLAIN_TYPE: &str = "spell";

/// The zones that cards can be moved between.
pub(super) const ZONES: &[&str] = &["hand", "deck", "grave", "board", "domain", "extra"];

const OWNERS: &[&str] = &["self", "opponent"];
const SELECTIONS: &[&str] = &["choose", "random"];

/// Times at which an ability does something.
pub(super) const TIMES: &[&str] = &[
    "on_play",
    "on_destroy",
    "on_discard",
    "on_spell_played",
    "activated",
    "static",
];

/// The largest number of cards that a step may name.
const MOST: i64 = 1000;
/// The largest statistic and the largest change of one.
const LARGEST: i64 = 1_000_000;

/// Keys of a file with a card.
pub(super) static CARD: Object = Object {
    name: "SoliTCG card",
    about: "A card of SoliTCG: one file, one card.",
    keys: &[
        Key::required("id", NewName(NameKind::Card), "Its name for the machine."),
        Key::required(
            "name",
            Prose,
            "Its name for people; one text, or one per language.",
        ),
        Key::required(
            "type",
            Word(TYPES),
            "What it is; `field` is an old word for `domain`.",
        ),
        Key::optional("tags", List(&Text), "Words to find it by."),
        Key::required(
            "text",
            Prose,
            "What it does, for people; one text, or one per language.",
        ),
        Key::required(
            "version",
            Number(0, i64::MAX),
            "The version of the card's data.",
        ),
        Key::optional(
            "stats",
            A(&STATS),
            "Its statistics; monsters and rituals have them.",
        ),
        Key::optional("abilities", List(&A(&ABILITY)), "What it can do."),
        Key::optional("image", Text, "A picture; the rules ignore it."),
        Key::optional("equip", A(&EQUIP), "What an equip card can be attached to."),
        Key::optional("domain", A(&DOMAIN), "Of a domain card."),
    ],
};

/// The statistics of a monster or ritual.
pub(super) static STATS: Object = Object {
    name: "stats block",
    about: "The statistics of a monster or ritual.",
    keys: &[
        Key::required("atk", Number(0, LARGEST), "Attack."),
        Key::required("def", Number(0, LARGEST), "Defence."),
        Key::required(
            "hp",
            Number(0, LARGEST),
            "Hit points; without any left it is destroyed.",
        ),
    ],
};

static EQUIP: Object = Object {
    name: "equip block",
    about: "What an equip card can be attached to.",
    keys: &[Key::optional(
        "valid_targets",
        List(&Text),
        "`monster`, `ritual`, `any` or `tag=` and a tag; monsters and rituals if left out.",
    )],
};

static DOMAIN: Object = Object {
    name: "domain block",
    about: "Of a domain card.",
    keys: &[Key::optional(
        "unique",
        Flag,
        "Whether it is the only domain, which is so for all of them.",
    )],
};

/// Keys of an ability of a card.
pub(super) static ABILITY: Object = Object {
    name: "SoliTCG ability",
    about: "What a card does, and when.",
    keys: &[
        Key::required("when", Word(TIMES), "When it does something."),
        Key::optional(
            "text",
            Prose,
            "What it does, for people who choose between several; one text, or one per language.",
        ),
        Key::optional(
            "pre",
            List(&Text),
            "Conditions; it does something only if all of them hold.",
        ),
        Key::optional(
            "priority",
            Number(-1_000_000, 1_000_000),
            "The order among those that begin at the same time; larger ones later, 0 if left out.",
        ),
        Key::optional(
            "once_per_turn",
            Flag,
            "Whether it can be used only once in a turn; `true` for activated ones if left out.",
        ),
        Key::required(
            "effect",
            List(&Sort("op", STEPS)),
            "What it does, step by step.",
        ),
    ],
};

/// The steps there are, each with what it is called.
pub(super) const STEPS: &[(&str, &Object)] = &[
    ("draw", &DRAW),
    ("mill", &MILL),
    ("discard", &DISCARD),
    ("move", &MOVE),
    ("search", &SEARCH),
    ("destroy", &DESTROY),
    ("summon", &SUMMON),
    ("set_domain", &SET_DOMAIN),
    ("modify_stat", &MODIFY_STAT),
    ("modify_draw", &MODIFY_DRAW),
    ("modify_life", &MODIFY_LIFE),
    ("add_counter", &ADD_COUNTER),
    ("remove_counter", &REMOVE_COUNTER),
    ("require", &REQUIRE),
    ("win", &WIN),
    ("win_if", &WIN_IF),
    ("lose_if", &LOSE_IF),
];

static FILTER: Object = Object {
    name: "filter",
    about: "Which cards; all that it says must be so.",
    keys: &[
        Key::optional("type", Word(TYPES), "Their type."),
        Key::optional("tag", Text, "A tag they have."),
    ],
};

const FROM: Key = Key::required("from", Word(ZONES), "The zone the cards are taken from.");
const TO: Key = Key::required("to", Word(ZONES), "The zone they are put into.");
const TARGET: Key = Key::optional("target", Text, "Which cards, as `scope:owner:selector`.");
const FILTERED: Key = Key::optional("filter", A(&FILTER), "Which cards.");
const COUNT: Key = Key::optional(
    "count",
    Number(1, MOST),
    "How many; all that can be if left out.",
);
const COUNT_ONE: Key = Key::optional("count", Number(1, MOST), "How many; one if left out.");
const SELECTION: Key = Key::optional(
    "selection",
    Word(SELECTIONS),
    "Whether the player chooses the cards, which is so if left out, or chance does.",
);
const RANDOM: Key = Key::optional(
    "random",
    Flag,
    "Whether chance chooses; `false` if left out.",
);
const CONDITION: Key = Key::required("expr", Text, "A condition.");
const COUNTER: Key = Key::optional("key", Text, "The kind of counter; `counter` if left out.");

/// Declares steps: the constant, its `op`, a sentence and its other keys.
macro_rules! steps {
    ($($name:ident $op:literal $about:literal [$($key:expr),*];)*) => {$(
        static $name: Object = Object {
            name: concat!($op, " step"),
            about: $about,
            keys: &[
                Key::required("op", Word(&[$op]), "What is done."),
                $($key),*
            ],
        };
    )*};
}

steps! {
    DRAW "draw" "Draws cards; as many as there are." [COUNT_ONE];
    MILL "mill" "Puts cards from the top of the deck into the grave." [COUNT_ONE, TARGET];
    DISCARD "discard" "Discards cards from the hand; fails if there are fewer than `count`."
        [Key::optional("from", Word(&["hand"]), "The hand."), TARGET, FILTERED, COUNT, SELECTION];
    MOVE "move" "Moves cards from one zone to another; as many as there are."
        [FROM, TO, TARGET, FILTERED, COUNT, SELECTION, RANDOM];
    SEARCH "search" "Looks through a zone for cards; a deck is shuffled afterwards." [
        Key::optional("from", Word(ZONES), "The zone that is searched; the deck if left out."),
        Key::optional("to", Word(ZONES), "The zone they are put into; the hand if left out."),
        FILTERED,
        Key::optional("max", Number(1, MOST), "How many at most; one if left out."),
        RANDOM
    ];
    DESTROY "destroy" "Destroys cards in play; fails if there is none."
        [TARGET, FILTERED, COUNT, SELECTION];
    SUMMON "summon" "Puts cards onto the board." [
        Key::optional("card", Text, "The id of the card, wherever it lies: extra deck, hand, deck or grave."),
        Key::optional("from", Word(ZONES), "The zone they are taken from; the extra deck if left out."),
        TARGET,
        FILTERED,
        COUNT_ONE
    ];
    SET_DOMAIN "set_domain" "Puts a domain into the domain zone; the old one is destroyed after that."
        [Key::required("card", Text, "The id of the card, wherever it lies: deck, hand or grave.")];
    MODIFY_STAT "modify_stat" "Changes statistics as long as the card stays in play; without hit points it is destroyed." [
        Key::optional("target", Text, "Which cards; in a static ability this card if left out, or what an equip card is attached to."),
        FILTERED,
        COUNT,
        Key::optional("atk", Number(-LARGEST, LARGEST), "What is added to the attack."),
        Key::optional("def", Number(-LARGEST, LARGEST), "What is added to the defence."),
        Key::optional("hp", Number(-LARGEST, LARGEST), "What is added to the hit points.")
    ];
    MODIFY_DRAW "modify_draw" "In a static ability: every draw is larger or smaller by so much."
        [Key::required("add", Number(-MOST, MOST), "By how many cards.")];
    MODIFY_LIFE "modify_life" "Changes the life of the player or of the opponent." [
        Key::required("owner", Word(OWNERS), "Whose."),
        Key::required("amount", Number(-LARGEST, LARGEST), "What is added to it.")
    ];
    ADD_COUNTER "add_counter" "Puts counters on this card."
        [COUNTER, Key::optional("amount", Number(1, MOST), "How many; one if left out.")];
    REMOVE_COUNTER "remove_counter" "Takes counters off this card."
        [COUNTER, Key::optional("amount", Number(1, MOST), "How many; all if left out.")];
    REQUIRE "require" "Goes on only if the condition holds." [CONDITION];
    WIN "win" "The player wins at once." [];
    WIN_IF "win_if" "The player wins at once if the condition holds." [CONDITION];
    LOSE_IF "lose_if" "The player loses at once if the condition holds." [CONDITION];
}
