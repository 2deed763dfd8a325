//! Cards: ranks, owners, and what trading cards carry.

use super::operators;
use crate::vocabulary::names::NameKind;
use crate::vocabulary::want::Want::{Card, Name, Number, RankOrCard};

operators! {
    RankValue "rank_value" V1_3 (RankOrCard) Exact -> NumberOrNumbers
        "The position of a card's rank in its deck type's `rank_hierarchy`, from 0; for a list, the list of them."
        "{0's rank}" "{0の}ランク";
    Rank "rank" V1_3 (Card) Exact -> Rank
        "The rank printed on a card."
        "{0's printed rank}" "{0の}印刷されたランク";
    Owner "owner" V1_3 (Card) Exact -> Player
        "The player whose zone a card is in; a card that was brought to the table by a player belongs to that player."
        "{0's owner}" "{0の}持ち主";
    Controller "controller" V1_4 (Card) Exact -> Player
        "The player who controls a card: its owner, unless an effect says otherwise."
        "{0's controller}" "{0の}コントローラー";
    HasKeyword "has_keyword" V1_4 (Card, Name(NameKind::Keyword)) Exact -> Bool
        "Whether a card has a keyword, printed or given to it."
        "{0} has {1}" "{0}が{1}を持つ" not "{0} does not have {1}" "{0}が{1}を持たない";
    Counters "counters" V1_4 (Card, Name(NameKind::Counter)) Exact -> Number
        "How many counters of a kind lie on a card."
        "the number of {1} counters on {0}" "{0}の上の{1}カウンターの数";
    Attached "attached" V1_4 (Card) Exact -> Cards
        "The cards attached to a card."
        "the cards attached to {0}" "{0}に付いているカード";
    Under "under" V1_4 (Card) Exact -> Cards
        "The cards that lie under a card, the topmost first."
        "the cards under {0}" "{0}の下のカード";
    Printed "printed" V1_4 (Number) Exact -> Number
        "The value of a property as printed, without continuous effects."
        "{0} as printed" "元々の{0}";
    BeforeAdding "before_adding" V1_4 (Number) Exact -> Number
        "The value of a property with what sets, multiplies or divides it, before anything is added to it or taken from it."
        "{0} before anything is added" "加算前の{0}";
}
