//! Moving cards.

use super::Outcome::{Cards as GivesCards, Nothing};
use super::actions;
use crate::vocabulary::shape::Key;
use crate::vocabulary::shape::Shape::{Count, Operand, Word};
use crate::vocabulary::want::Want::{Cards, Number, Predicate, Zones};

const FROM: Key = Key::required(
    "from",
    Operand(Cards),
    "Where the cards are taken: a zone, a card, or a list of cards.",
);
const TO: Key = Key::required("to", Operand(Zones), "The zone that receives them.");
const TO_EACH: Key = Key::required(
    "to",
    Operand(Zones),
    "The zones that receive them, in seat order.",
);
const COUNT: Key = Key::optional(
    "count",
    Count,
    "How many; fewer are moved if there are fewer.",
);
const FILTER: Key = Key::optional(
    "filter",
    Operand(Predicate),
    "Only cards for which this is true; `$.card` is the card.",
);
const ORDER: Key = Key::optional(
    "order",
    Word(&["clockwise", "counterclockwise"]),
    "In which direction the seats are served; `clockwise` if left out.",
);
const AT: Key = Key::optional(
    "at",
    Word(&["top", "bottom"]),
    "Where in the new zone; on top if left out, in a `fifo` zone at the bottom.",
)
.since_1_4();
const SLOT: Key = Key::optional(
    "slot",
    Operand(Number),
    "Which slot of the new zone; the first free one if left out.",
)
.since_1_4();
const FACE: Key = Key::optional(
    "face",
    Word(&["up", "down"]),
    "Which face shows; the zone's `default_face` if left out.",
)
.since_1_4();

actions! {
    Move "MOVE" V1_3 GivesCards, 3 [MovesCards]
        "Moves cards from the top of a zone, or the given cards, to the top of another. From a zone, one card unless `count` says otherwise."
        "move {top from count filter} to [the {at} of ]{to}[, into place {slot}][, face {face}]" "{top from count filter}を{to}[の{at}][の{slot}番の場所]へ[{face}で]移す"
        { FROM; TO; COUNT; FILTER; AT; SLOT; FACE; }
    MoveAll "MOVE_ALL" V1_3 GivesCards, 2 [MovesCards]
        "Moves every card of a zone, or of a list, to another zone: one at a time, from the top."
        "move {all from filter} to [the {at} of ]{to}[, face {face}]" "{all from filter}を{to}[の{at}]へ[{face}で]移す"
        { FROM; TO; FILTER; AT; FACE; }
    Deal "DEAL" V1_3 GivesCards, 3 [MovesCards]
        "Gives `count` cards from the top of a zone to each receiving zone, one zone after the other."
        "deal {number from count} from {from} to {to}[, face {face}]" "{from}から{to}へ[{face}で]{number from count}配る"
        { FROM; TO_EACH; Key::required("count", Count, "How many for each."); FACE; }
    DealRoundRobin "DEAL_ROUND_ROBIN" V1_3 GivesCards, 3 [MovesCards]
        "Deals one card to each receiving zone in turn, `count` times; stops when the source is empty."
        "deal {number from count} from {from} to {to}, one at a time[, {order}][, face {face}]" "{from}から{to}へ[{order}][{face}で]1枚ずつ順に、{number from count}ずつ配る"
        { FROM; TO_EACH; Key::required("count", Count, "How many for each."); ORDER; FACE; }
    DealAll "DEAL_ALL" V1_3 GivesCards, 2 [MovesCards]
        "Deals every card of a zone to the receiving zones in turn; the first seats get the odd cards."
        "deal {all from} to {to}, one at a time[, {order}][, face {face}]" "{all from}を{to}へ[{order}][{face}で]1枚ずつ順に配る"
        { FROM; TO_EACH; ORDER; FACE; }
    Swap "SWAP" V1_4 Nothing, 2 [MovesCards]
        "Exchanges the places of two cards, or the contents of two zones. If one half cannot happen, neither does."
        "exchange {first} and {second}" "{first}と{second}を入れ替える"
        {
            Key::required("first", Operand(Cards), "One side.");
            Key::required("second", Operand(Cards), "The other side.");
        }
}
