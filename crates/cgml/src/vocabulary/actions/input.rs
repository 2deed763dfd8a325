//! Asking players.

use super::Outcome::{Bool as GivesBool, ChosenFrom, Nothing};
use super::actions;
use crate::vocabulary::keys::MODE;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Key;
use crate::vocabulary::shape::Shape::{
    Count, Flag, List as ListOf, Name, Object, OneOrMany, Operand, Player, Players, Prose, Word,
};
use crate::vocabulary::want::Want::{Bool, List, Predicate};

const PROMPT: Key = Key::optional("prompt", Prose, "What the player is asked.");
const SECRET: Key = Key::optional(
    "secret",
    Flag,
    "Whether nobody else learns the answer until all have answered.",
)
.since_1_4();
pub(super) const ASK: Key = Key::optional(
    "ask",
    Word(&["always"]),
    "`always`: the question is asked even if there is nothing to choose, so that being asked tells nobody anything.",
)
.since_1_4();

actions! {
    RequestInput "REQUEST_INPUT" V1_3 ChosenFrom("options"), 2 [Asks]
        "Asks a player to choose from options. With fewer options than `min`, the action fails."
        "{player} {player:chooses/choose} [{?multiselect}any number of {many options filter}|{?max}up to {a options max filter}|{a options filter}][{?multiselect}, at least {min}][{?multiselect}, at most {max}][{?secret}, secretly][ (“{prompt}”)]" "{player}が[{?secret}秘密に]{many options filter}を[{?multiselect}好きな数だけ|{?max}{number options max}まで|{number options}][{?multiselect}（{min}以上）][{?multiselect}（{max}以下）]選ぶ[（「{prompt}」）]"
        {
            Key::required("player", Players, "Who is asked; several answer in seat order, or at the same time if `secret`.");
            Key::required("options", Operand(List), "What may be chosen.");
            Key::optional("filter", Operand(Predicate), "Only options for which this is true; `ref: item` is the option.");
            PROMPT;
            Key::optional("multiselect", Flag, "Whether several may be chosen.");
            Key::optional("min", Count, "The least; 1 if left out, 0 with `multiselect`.");
            Key::optional("max", Count, "The most; 1 if left out, all with `multiselect`.");
            SECRET;
        }
    Choose "CHOOSE" V1_4 ChosenFrom("from"), 3 [Asks]
        "The acting player chooses from a zone or list; with fewer than `count`, all that there are, but in a cost that is a failure."
        "[{player} {player:chooses/choose}|choose] [{?up_to}[{?count}at least {count} and ]up to {a from up_to where}|{a from count where}][, so that {such_that}][{?secret}, secretly][{?ask}, asked even with nothing to choose][ (“{prompt}”)]" "[{player}が][{?secret}秘密に][{?ask}選べるものがなくても問われて]{many from where}を[{?up_to}[{?count}{number from count}以上]{number from up_to}まで|{number from count}]選ぶ[（{such_that}ように）][（「{prompt}」）]"
        {
            Key::required("from", Operand(List), "What may be chosen.");
            Key::optional("count", Count, "How many exactly; 1 if left out. With `up_to`, how many at least.");
            Key::optional("where", Operand(Predicate), "Only elements for which this is true; `card` (or `item`) is the element.");
            Key::optional("up_to", Count, "At most so many; none is allowed unless `count` says how many at least.");
            Key::optional("such_that", Operand(Bool), "Only choices for which this is true as a whole; `chosen` is the list of what is chosen.");
            Key::optional("player", Players, "Who chooses; the acting player if left out.");
            PROMPT;
            SECRET;
            ASK;
        }
    ChooseMode "CHOOSE_MODE" V1_4 Nothing, 0 [Asks]
        "The acting player chooses one of several effects, or `count` of them: of those whose `if` holds, in a cost of those that can be paid. With no more than that they are simply done, unless it is always asked."
        "[{player} {player:chooses/choose}|choose] [{count}|one] of these[{?repeats}, the same more than once if wanted][{?ask}, asked even with nothing to choose]: {modes}" "[{player}が][{?ask}選べるものがなくても問われて]次から[{count}つ|1つ]選ぶ[{?repeats}（同じものを何度選んでもよい）]：{modes}"
        {
            Key::required("modes", ListOf(&Object(&MODE)), "The effects to choose from.");
            Key::optional("count", Count, "How many; 1 if left out.");
            Key::optional("repeats", Flag, "Whether one may be chosen more than once.");
            Key::optional("player", Player, "Who chooses; the acting player if left out.");
            PROMPT;
            ASK;
        }
    Confirm "CONFIRM" V1_4 GivesBool, 1 [Asks]
        "Asks a player yes or no."
        "[{player} {player:answers/answer}|answer] yes or no: “{prompt}”" "[{player}が]はいかいいえで答える：「{prompt}」"
        {
            Key::required("prompt", Prose, "The question.");
            Key::optional("player", Player, "Who answers; the acting player if left out.");
        }
    Offer "OFFER" V1_4 GivesBool, 2 [Asks, MayBreak]
        "Offers moves to a player, who makes one of them or passes, whatever the phase. How reactions and blocks are asked for."
        "{player} [{?must}must, if possible,|may] use the move {moves}[{?free}, without paying its cost][{?repeat}, as often as wanted][{?ask}, asked even if none is possible][ (“{prompt}”)]" "{player}は[{?ask}行えるものがなくても問われ、][{?repeat}何度でも][{?free}コストを支払わずに]{moves}を[{?must}可能なら行う|行ってもよい][（「{prompt}」）]"
        {
            Key::required("player", Player, "Who may move.");
            Key::required("moves", OneOrMany(&Name(NameKind::Move)), "Which moves.");
            Key::optional("must", Flag, "Whether passing is not allowed while a move is possible.");
            Key::optional("repeat", Flag, "Whether the offer is made again until the player passes.");
            Key::optional("free", Flag, "Whether costs are not paid.");
            PROMPT;
            ASK;
        }
    Use "USE" V1_4 GivesBool, 2 [MayBreak]
        "Makes a move as part of this effect, with a card: how an effect summons, casts or attacks. The move's `in`, `from` and `players` do not matter; everything else about it does."
        "[{player} {player:uses/use}|use] the move {move}[ with {card}][{?free}, without paying its cost][{?optional}, if wanted]" "[{player}が][{card}で][{?free}コストを支払わずに]{move}を[{?optional}行ってもよい|行う]"
        {
            Key::required("move", Name(NameKind::Move), "The move.");
            Key::optional("card", Operand(crate::vocabulary::want::Want::Card), "With which card.");
            Key::optional("player", Player, "Who makes it; the acting player if left out.");
            Key::optional("free", Flag, "Whether its cost is not paid.");
            Key::optional("optional", Flag, "Whether the player may decline.");
        }
}
