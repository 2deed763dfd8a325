//! Visibility of cards.

use super::Outcome::{Cards as GivesCards, Nothing};
use super::actions;
use crate::vocabulary::shape::Key;
use crate::vocabulary::shape::Shape::{Operand, Player, Players, Word};
use crate::vocabulary::want::Want::{Cards, Predicate};

const TARGET: Key = Key::required(
    "target",
    Operand(Cards),
    "The cards: a card, a list, or a zone for all its cards.",
);

actions! {
    Reveal "REVEAL" V1_3 GivesCards, 2 [MayBreak]
        "Shows cards to players. What was shown stays known until the card reaches a place that hides it from them."
        "reveal {target}[ to {to}]" "[{to}に]{target}を公開する"
        { TARGET; Key::optional("to", Players, "Who sees them; `all` if left out."); }
    Conceal "CONCEAL" V1_3 Nothing, 2
        "Hides cards from players again, as the zone's visibility alone would not."
        "hide {target}[ from {from}]" "[{from}から]{target}を隠す"
        { TARGET; Key::optional("from", Players, "Who no longer sees them; `others` if left out."); }
    Flip "FLIP" V1_3 GivesCards, 2 [ChangesCards]
        "Turns cards over."
        "turn {target} [face {face}|over]" "{target}を[{face}にする|裏返す]"
        { TARGET; Key::optional("face", Word(&["up", "down"]), "Which face shows afterwards; the other one if left out.").since_1_4(); }
    Peek "PEEK" V1_3 GivesCards, 2
        "Lets some players look at cards; the others see that they look."
        "{players} {players:looks/look} at {target}" "{players}が{target}を見る"
        { Key::required("players", Players, "Who looks."); TARGET; }
    Look "LOOK" V1_3 GivesCards, 2
        "Lets one player look through cards."
        "{player} {player:looks/look} through {target}" "{player}が{target}を確認する"
        { Key::required("player", Player, "Who looks."); TARGET; }
    RevealMatching "REVEAL_MATCHING" V1_3 GivesCards, 2 [MayBreak]
        "Reveals the cards of a zone that pass the filter."
        "reveal {all from filter}[ to {to}]" "[{to}に]{all from filter}を公開する"
        {
            Key::required("from", Operand(Cards), "The cards looked through.");
            Key::required("filter", Operand(Predicate), "Which of them; `$.card` is the card.");
            Key::optional("to", Players, "Who sees them; `all` if left out.");
        }
}
