//! Players, zones and pools.

use super::operators;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want::{Card, Name, Player, Pool, Zone};

operators! {
    NextPlayer "next_player" V1_4 (Player) Exact -> Player
        "The player whose turn would come after this one."
        "the player after {0}" "{0}の次のプレイヤー";
    PreviousPlayer "previous_player" V1_4 (Player) Exact -> Player
        "The player whose turn would come before this one."
        "the player before {0}" "{0}の前のプレイヤー";
    PlayersFrom "players_from" V1_4 (Player) Exact -> Players
        "All players in turn order, beginning with this one."
        "all players from {0} on" "{0}から順に全員";
    Free "free" V1_4 (Zone) Exact -> Number
        "How many more cards a zone has room for."
        "the number of free places in {0}" "{0}の空きの数";
    Resource "resource" V1_4 (Pool) Exact -> Number
        "How many pieces a pool holds."
        "{0}" "{0}";
    Can "can" V1_4 (Name(NameKind::Move), Card) LastOptional -> Bool
        "Whether the acting player may make a move now, with this card."
        "the move {0} is possible[ with {1}]" "[{1}で]{0}ができる" not "the move {0} is not possible[ with {1}]" "[{1}で]{0}ができない";
}
