//! Chance, searching and the order of cards.

use super::Outcome::{Cards as GivesCards, ChosenFrom, Nothing};
use super::actions;
use crate::vocabulary::shape::Key;
use crate::vocabulary::shape::Shape::{Count, Either, Flag, Operand, Player, Word};
use crate::vocabulary::want::Want::{Cards, List, NumberKey, Predicate, Zones};

actions! {
    Shuffle "SHUFFLE" V1_3 Nothing, 1 [MayBreak]
        "Puts the cards of a zone into a random order; nobody knows where any of them is any more."
        "shuffle {target}" "{target}をシャッフルする"
        { Key::required("target", Operand(Zones), "The zone."); }
    Reorder "REORDER" V1_3 Nothing, 2
        "Puts the cards of a zone into an order a player chooses (`top`: from the top down, `bottom`: from the bottom up), or sorts them (`rank`, or an expression)."
        "put {target} in order[, by {by}][, chosen by {player}]" "[{player}が]{target}を[{by}で]並べ替える"
        {
            Key::required("target", Operand(Zones), "The zone.");
            Key::optional("by", Either(&[Word(&["top", "bottom", "rank"]), Operand(NumberKey)]), "How; `top` if left out.");
            Key::optional("player", Player, "Who chooses the order; the acting player if left out.").since_1_4();
        }
    ChooseRandom "CHOOSE_RANDOM" V1_3 ChosenFrom("from"), 2
        "Takes elements of a zone or list at random."
        "choose {a from count} at random" "{many from}を無作為に{number from count}選ぶ"
        {
            Key::required("from", Operand(List), "What to take from.");
            Key::optional("count", Count, "How many; 1 if left out.");
        }
    SearchZone "SEARCH_ZONE" V1_3 GivesCards, 3 [Asks, MayBreak]
        "Lets the acting player look through a zone and take up to `max` cards that pass the filter. The cards stay where they are; `store_as` names them."
        "[{player} {player:searches/search}|search] {zone} for [at least {min} and ][{?max}up to {number zone max}|a card][ {whose zone filter}][{?ask}, asked even if there is none][{?reveal} (what is found is revealed)]" "[{player}が]{zone}から[{whose zone filter}]カードを[{min}枚以上][{?max}{number zone max}まで|1枚まで][{?ask}（なくても問われて）]探す[{?reveal}（見つけたカードは公開する）]"
        {
            Key::required("zone", Operand(Cards), "The zone searched.");
            Key::optional("filter", Operand(Predicate), "Which cards may be taken; `$.card` is the card.");
            Key::optional("max", Count, "The most; 1 if left out.");
            Key::optional("min", Count, "The least; 0 if left out.").since_1_4();
            Key::optional("player", Player, "Who searches; the acting player if left out.").since_1_4();
            Key::optional("reveal", Flag, "Whether the cards taken are shown to all.").since_1_4();
            super::input::ASK;
        }
    Mill "MILL" V1_3 GivesCards, 3 [MovesCards]
        "Moves cards from the top of one zone to another, as a deck is milled into the discard pile."
        "put {top from count} into {to}" "{top from count}を{to}に置く"
        {
            Key::required("from", Operand(Zones), "The zone milled.");
            Key::required("to", Operand(Zones), "The zone that receives the cards.");
            Key::optional("count", Count, "How many; 1 if left out.");
        }
}
