//! Loops, branches and transactions.

use super::Outcome::{Bool, Nothing};
use super::actions;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Key;
use crate::vocabulary::shape::Shape::{
    Count, Event, Flag, NewName, Operand, Player, Players, Steps, Word,
};
use crate::vocabulary::want::Want::{Bool as Truth, List};

const DO: Key = Key::required("do", Steps, "What is done.");

actions! {
    ForEachPlayer "FOR_EACH_PLAYER" V1_3 Nothing, 0
        "Does something for each player; `$player` is the player, from 1.4 also `me`. `simultaneous` makes the first step for all, then the second, and so on."
        "for [{each players}|each player][, {order}]: {do}" "[{order}][{each players}|各プレイヤー]について：{do}"
        {
            Key::optional("order", Word(&["clockwise", "counterclockwise", "simultaneous"]), "In which order; the flow's `player_order` if left out.");
            Key::optional("players", Players, "Which players; all if left out.");
            DO;
        }
    ForEach "FOR_EACH" V1_3 Nothing, 1
        "Does something for each element of a list; `ref: item` is the element. The list is fixed before the first round."
        "for {each in}: {do}" "{each in}について：{do}"
        {
            Key::required("in", Operand(List), "The list, or a zone.");
            Key::optional("as", NewName(NameKind::Local), "The name of the element; `item` if left out.");
            DO;
        }
    Parallel "PARALLEL" V1_3 Nothing, 0
        "Does several things as one: their parameters are all evaluated before the first is done, and checks of `state_based` wait until the last. `any` is done when one of them succeeded."
        "at the same time[ ({wait})]: {do}" "同時に[（{wait}）]：{do}"
        {
            Key::optional("wait", Word(&["all", "any"]), "What counts as success; `all` if left out.");
            DO;
        }
    If "IF" V1_3 Nothing, 1
        "Does one thing or another."
        "[{?then}if {condition}: {then}[{?else}; otherwise: {else}]|{?else}unless {condition}: {else}|if {condition}: {then}]" "[{?then}{condition}場合：{then}[{?else}。そうでなければ：{else}]|{?else}{condition}場合を除き：{else}|{condition}場合：{then}]"
        {
            Key::required("condition", Operand(Truth), "The question.");
            Key::required("then", Steps, "What is done if it is true.");
            Key::optional("else", Steps, "What is done if it is false.");
        }
    Repeat "REPEAT" V1_4 Nothing, 1
        "Does something several times."
        "{times} {times:time/times}: {do}" "{times}回：{do}"
        { Key::required("times", Count, "How often."); DO; }
    While "WHILE" V1_4 Nothing, 1
        "Does something as long as a condition holds."
        "as long as {condition}, again and again: {do}" "{condition}間、繰り返す：{do}"
        { Key::required("condition", Operand(Truth), "Tested before each round."); DO; }
    Atomic "ATOMIC" V1_4 Bool, 0
        "Does all of its steps or none: if one fails, everything it did is undone and the effect goes on."
        "all or nothing: {do}" "すべて行うか、何も行わない：{do}"
        { DO; }
    Try "TRY" V1_4 Bool, 0
        "Does its steps; if one fails, what was done stays, and `else` is done."
        "try: {do}[; if that fails: {else}]" "可能なら行う：{do}[。できなければ：{else}]"
        { DO; Key::optional("else", Steps, "What is done after a failure."); }
    Delay "DELAY" V1_4 Nothing, 1
        "Does something later, the next time an event happens; what the event tells is known then."
        "[until {until}, ][{?repeat}every time|once], {when when}[, if {if}]: {do}" "[{until}まで、][{?repeat}毎回|次の1度だけ]、{when when}[、{if}場合]：{do}"
        {
            Key::required("when", Event, "The event waited for.");
            Key::optional("if", Operand(Truth), "Only if this is true of the event; otherwise the next one is waited for.");
            Key::optional("until", Event, "How long it waits; as long as the game lasts if left out.");
            Key::optional("repeat", Flag, "Whether it is done every time, not only the next.");
            DO;
        }
    Resolve "RESOLVE" V1_4 Nothing, 0
        "Resolves every effect that waits, before the next step: an attack lets what it triggered happen between its parts."
        "resolve every effect[ of {player}] that waits" "待機中の[{player}の]効果をすべて解決する"
        {
            Key::optional("player", Player, "For `pool`: the default group's effects of other players wait on.");
        }
    Proceed "PROCEED" V1_4 Nothing, 0
        "Does what is wrapped: in a replacement what was replaced, with the fields given here instead of the event's own; in a move with `abilities` what the ability does."
        "do what would be done[ ({fields})]" "本来の処理を行う[（{fields}）]"
        {}
    Cancel "CANCEL" V1_4 Nothing, 1
        "Cancels a waiting effect, or what is being responded to if left out: it does not resolve."
        "cancel [{target}|it]" "[{target}|それ]を打ち消す"
        { Key::optional("target", Operand(crate::vocabulary::want::Want::Any), "What is cancelled."); }
}
