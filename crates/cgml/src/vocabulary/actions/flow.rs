//! Turns, phases and the end of the game.

use super::Outcome::Nothing;
use super::actions;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::shape::Key;
use crate::vocabulary::shape::Shape::{Name, Players, Prose};

const WHO: Key = Key::optional("player", Players, "Who; the current player if left out.");

actions! {
    SkipTurn "SKIP_TURN" V1_3 Nothing, 1
        "The player misses the next turn; several add up."
        "[{player} {player:misses/miss}|the current player misses] the next turn" "[{player}|手番プレイヤー]の次のターンを飛ばす"
        { WHO; }
    ExtraTurn "EXTRA_TURN" V1_3 Nothing, 1
        "The player takes another turn after this one; several add up, the latest first."
        "[{player} {player:takes/take}|the current player takes] an extra turn" "[{player}|手番プレイヤー]が追加のターンを得る"
        { WHO; }
    ReverseOrder "REVERSE_ORDER" V1_3 Nothing, 0
        "Turns go round the other way from the next turn on."
        "reverse the order of play" "順番を逆にする"
        {}
    InsertPhase "INSERT_PHASE" V1_3 Nothing, 2
        "Adds a phase after another one, for this turn."
        "add the phase {phase} after the phase {after}, for this turn" "このターン、{after}フェイズの後に{phase}フェイズを加える"
        {
            Key::required("after", Name(NameKind::Phase), "The phase it follows.");
            Key::required("phase", Name(NameKind::Phase), "The phase added.");
        }
    RemovePhase "REMOVE_PHASE" V1_3 Nothing, 1
        "Takes a phase out of this turn; the current phase still ends normally."
        "leave out the phase {name}, for this turn" "このターン、{name}フェイズを省く"
        { Key::required("name", Name(NameKind::Phase), "The phase."); }
    EndPhase "END_PHASE" V1_4 Nothing, 0 [MayBreak]
        "Ends the current phase after this effect."
        "end the phase" "フェイズを終了する"
        {}
    EndTurn "END_TURN" V1_4 Nothing, 0 [MayBreak]
        "Ends the current turn after this effect."
        "end the turn" "ターンを終了する"
        {}
    Win "WIN" V1_4 Nothing, 1
        "The players win, at once: nothing else resolves."
        "[{player} {player:wins/win}|win] the game[ ({reason})]" "[{player}が]勝利する[（{reason}）]"
        { Key::optional("player", Players, "Who; the acting player if left out."); Key::optional("reason", Prose, "Why, for people."); }
    Lose "LOSE" V1_4 Nothing, 1
        "The players lose and take no more turns; those of one round of checks or one `PARALLEL` lose together. When no two opponents are left, those left win at once; if none of several is left, the game is a draw."
        "[{player} {player:loses/lose}|lose] the game[ ({reason})]" "[{player}が]敗北する[（{reason}）]"
        { Key::optional("player", Players, "Who; the acting player if left out."); Key::optional("reason", Prose, "Why, for people."); }
    Tie "TIE" V1_4 Nothing, 0
        "The game ends at once without a winner."
        "the game ends in a draw[ ({reason})]" "引き分けにする[（{reason}）]"
        { Key::optional("reason", Prose, "Why, for people."); }
}
