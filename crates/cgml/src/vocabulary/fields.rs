//! Fields after a dot, and words after a `$`.

use super::Words;
use super::names::NameKind;
use super::want::Want;
use super::words::words;
use crate::version::Version;

/// A field that every card, zone, player, team or game has.
#[derive(Debug)]
pub struct Field {
    /// Name after the dot, or as a word of its own.
    pub name: &'static str,
    /// First version that has it.
    pub since: Version,
    /// Type of its value.
    pub is: Is,
    /// Description for the reference, one sentence.
    pub about: &'static str,
    /// Sentence, as a [`phrase`](super::phrase) in which `{0}` is what has the field.
    pub says: Words,
    /// Sentence of the negation, for those that say something true or false.
    pub denies: Option<Words>,
}

/// Type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Is {
    /// A value that fits this expectation.
    A(Want),
    /// A list of cards.
    CardList,
    /// A list of players.
    PlayerList,
    /// A list of texts.
    TextList,
    /// A list of teams.
    TeamList,
    /// A list of card kinds.
    KindList,
    /// `up` or `down`.
    Face,
    /// One of some words; they have a name as a set.
    Word(&'static str, &'static [&'static str]),
    /// Another name space: what may follow it are names of this kind.
    Names(NameKind),
}

words! {
    /// A field of cards, zones, players or teams.
    FieldKind {
        Id "id",
        Properties "properties",
        Face "face",
        Zone "zone",
        Owner "owner",
        Controller "controller",
        Kind "kind",
        Kinds "kinds",
        Name "name",
        Tags "tags",
        Keywords "keywords",
        Counters "counters",
        AttachedTo "attached_to",
        Attached "attached",
        Under "under",
        Slot "slot",
        Token "token",
        Top "top",
        TopCard "top_card",
        Bottom "bottom",
        BottomCard "bottom_card",
        Cards "cards",
        Count "count",
        CardCount "card_count",
        Ordering "ordering",
        Visibility "visibility",
        VisibilityOwner "visibility.owner",
        VisibilityOthers "visibility.others",
        DefaultFace "default_face",
        AllowsReorder "allows_reorder",
        Capacity "capacity",
        Free "free",
        Index "index",
        Team "team",
        Zones "zones",
        Variables "variables",
        Teammates "teammates",
        Opponents "opponents",
        Turns "turns",
        Players "players",
    }
}

impl Field {
    /// The field as code names it, for those of cards, zones, players and teams.
    pub fn kind(&self) -> Option<FieldKind> {
        FieldKind::find(self.name)
    }
}

/// Orderings of the cards of a zone.
pub const ORDERINGS: &[&str] = &["unordered", "fifo", "lifo", "shuffled"];

/// Visibilities of a zone.
pub const VISIBILITIES: &[&str] = &["all", "count_only", "hidden", "top_card_only"];

/// A field without words reads as what has it: the `id` of a player is the player.
macro_rules! says {
    () => {
        Words {
            en: "{0}",
            ja: "{0}",
        }
    };
    ($en:literal $ja:literal) => {
        Words { en: $en, ja: $ja }
    };
}

macro_rules! denies {
    () => {
        None
    };
    ($en:literal $ja:literal) => {
        Some(Words { en: $en, ja: $ja })
    };
}

macro_rules! fields {
    ($(#[$doc:meta])* $table:ident {
        $($name:literal $since:ident $is:expr, $about:literal
            $(, $en:literal $ja:literal $(not $not_en:literal $not_ja:literal)?)?;)*
    }) => {
        $(#[$doc])*
        pub const $table: &[Field] = &[$(Field {
            name: $name,
            since: Version::$since,
            is: $is,
            about: $about,
            says: says!($($en $ja)?),
            denies: denies!($($($not_en $not_ja)?)?),
        }),*];
    };
}

fields! {
    /// Fields of every card, besides its properties, attributes and pools.
    CARD {
        "id" V1_3 Is::A(Want::Card), "The identity of the card.",
            "{0's identity}" "{0の}固有番号";
        "properties" V1_3 Is::Names(NameKind::Property), "What is printed on it.";
        "face" V1_3 Is::Face, "Which face shows.",
            "{0's face}" "{0の}向き";
        "zone" V1_3 Is::A(Want::Zone), "The zone it is in.",
            "{0's zone}" "{0の}あるゾーン";
        "owner" V1_3 Is::A(Want::Player), "Whose it is.",
            "{0's owner}" "{0の}持ち主";
        "controller" V1_4 Is::A(Want::Player), "Who controls it.",
            "{0's controller}" "{0の}コントローラー";
        "kind" V1_4 Is::A(Want::Name(NameKind::Kind)), "Its card kind.",
            "{0's kind}" "{0の}種類";
        "kinds" V1_4 Is::KindList, "Its card kind and those that one extends.",
            "{0's kinds}" "{0の}種類";
        "name" V1_4 Is::A(Want::Name(NameKind::Card)), "Which card it is: all copies share it.",
            "{0's name}" "{0の}名前";
        "tags" V1_4 Is::TextList, "Its tags.",
            "{0's tags}" "{0の}タグ";
        "keywords" V1_4 Is::Names(NameKind::Keyword), "Whether it has a keyword.";
        "counters" V1_4 Is::Names(NameKind::Counter), "How many counters of a kind lie on it.";
        "attached_to" V1_4 Is::A(Want::Card), "The card it is attached to.",
            "the card that {0} is attached to" "{0}が付いているカード";
        "attached" V1_4 Is::CardList, "The cards attached to it.",
            "the cards attached to {0}" "{0}に付いているカード";
        "under" V1_4 Is::CardList, "The cards under it.",
            "the cards under {0}" "{0}の下のカード";
        "slot" V1_4 Is::A(Want::Number), "Its place in a zone with slots, from 0.",
            "{0's place}" "{0の}場所";
        "token" V1_4 Is::A(Want::Bool), "Whether it is a token.",
            "{0} is a token" "{0}がトークンである"
            not "{0} is not a token" "{0}がトークンではない";
    }
}

fields! {
    /// Fields of every zone.
    ZONE {
        "top" V1_3 Is::A(Want::Card), "The card that would be drawn next.",
            "the top card of {0}" "{0}の一番上のカード";
        "top_card" V1_3 Is::A(Want::Card), "The card that would be drawn next.",
            "the top card of {0}" "{0}の一番上のカード";
        "bottom" V1_3 Is::A(Want::Card), "The card that would be drawn last.",
            "the bottom card of {0}" "{0}の一番下のカード";
        "bottom_card" V1_3 Is::A(Want::Card), "The card that would be drawn last.",
            "the bottom card of {0}" "{0}の一番下のカード";
        "cards" V1_3 Is::CardList, "Its cards.",
            "the cards in {0}" "{0}のカード";
        "count" V1_3 Is::A(Want::Number), "How many cards it holds.",
            "the number of {many 0}" "{many 0}の枚数";
        "card_count" V1_3 Is::A(Want::Number), "How many cards it holds.",
            "the number of {many 0}" "{many 0}の枚数";
        "name" V1_3 Is::A(Want::Name(NameKind::Zone)), "Its name.",
            "{0's name}" "{0の}名前";
        "owner" V1_3 Is::A(Want::Player), "Whose it is.",
            "{0's owner}" "{0の}持ち主";
        "ordering" V1_3 Is::Word("zone ordering", ORDERINGS), "Its ordering.",
            "{0's ordering}" "{0の}並び方";
        "visibility" V1_3 Is::Word("zone visibility", VISIBILITIES), "What those who are not its owner see.",
            "{0's visibility}" "{0の}公開範囲";
        "visibility.owner" V1_3 Is::Word("zone visibility", VISIBILITIES), "What its owner sees.",
            "{0's visibility to its owner}" "{0の}持ち主への公開範囲";
        "visibility.others" V1_3 Is::Word("zone visibility", VISIBILITIES), "What those who are not its owner see.",
            "{0's visibility to others}" "{0の}他のプレイヤーへの公開範囲";
        "default_face" V1_3 Is::Face, "Which face cards show in it.",
            "{0's usual face}" "{0の}通常の向き";
        "allows_reorder" V1_3 Is::A(Want::Bool), "Whether its owner may change the order.",
            "{0} may be put in another order" "{0}を並べ替えてよい"
            not "{0} may not be put in another order" "{0}を並べ替えてはならない";
        "capacity" V1_4 Is::A(Want::Number), "How many cards it has room for.",
            "the number of places in {0}" "{0}に置ける枚数";
        "free" V1_4 Is::A(Want::Number), "How many more cards it has room for.",
            "the number of free places in {0}" "{0}の空きの数";
    }
}

fields! {
    /// Fields of every player, besides their zones, variables and pools.
    PLAYER {
        "id" V1_3 Is::A(Want::Player), "The player: ids count from 0 in seat order.";
        "index" V1_3 Is::A(Want::Number), "The seat, from 0.",
            "{0's seat}" "{0の}席番号";
        "name" V1_3 Is::A(Want::Player), "The name.",
            "{0's name}" "{0の}名前";
        "team" V1_3 Is::A(Want::Name(NameKind::Team)), "The team.",
            "{0's team}" "{0の}チーム";
        "zones" V1_3 Is::Names(NameKind::Zone), "The zones of the player.";
        "variables" V1_3 Is::Names(NameKind::Variable), "The variables of the player.";
        "teammates" V1_4 Is::PlayerList, "The other players of the team.",
            "{0's teammates}" "{0の}チームメイト";
        "opponents" V1_4 Is::PlayerList, "The players who are not on the team.",
            "{0's opponents}" "{0の}相手";
        "turns" V1_4 Is::A(Want::Number), "How many turns the player has begun.",
            "the number of turns {0} has begun" "{0}が始めたターンの数";
    }
}

fields! {
    /// Fields of every team, besides its zones and variables.
    TEAM {
        "name" V1_3 Is::A(Want::Name(NameKind::Team)), "The name.";
        "players" V1_3 Is::PlayerList, "Its players, in seat order.",
            "the players of {0}" "{0}のプレイヤー";
        "zones" V1_3 Is::Names(NameKind::Zone), "Its zones.";
        "variables" V1_3 Is::Names(NameKind::Variable), "Its variables.";
    }
}

fields! {
    /// Fields of the root `$`, besides the variables and zones of the table and what an event tells.
    ROOT {
        "players" V1_3 Is::PlayerList, "All players, in seat order.";
        "zones" V1_3 Is::Names(NameKind::Zone), "The zones of the table.";
        "variables" V1_3 Is::Names(NameKind::Variable), "The variables of the table.";
        "teams" V1_3 Is::TeamList, "All teams.";
        "phase" V1_3 Is::A(Want::Name(NameKind::Phase)), "The current phase.";
        "state" V1_3 Is::A(Want::Name(NameKind::State)), "The current state.";
        "turn_index" V1_3 Is::A(Want::Number), "How many turns have begun, the current one included, less one.";
        "parameters" V1_4 Is::Names(NameKind::Parameter), "The parameters of the game.";
        "resources" V1_4 Is::Names(NameKind::Pool), "The pools of the table.";
    }
}

fields! {
    /// Words that may follow a `$` without a dot.
    ANCHOR {
        "currentPlayer" V1_3 Is::A(Want::Player), "The player whose turn it is.";
        "activeState" V1_3 Is::A(Want::Name(NameKind::State)), "The current state.";
        "currentPhase" V1_3 Is::A(Want::Name(NameKind::Phase)), "The current phase.";
        "turnOrder" V1_3 Is::PlayerList, "The players in turn order, the current one first.";
        "player" V1_3 Is::A(Want::Player), "The player of the enclosing `FOR_EACH_PLAYER`.";
        "teammates" V1_4 Is::PlayerList, "The other players of the acting player's team.";
        "opponents" V1_4 Is::PlayerList, "The players who are not on the acting player's team.";
    }
}

fields! {
    /// Words that stand for someone or something wherever an acting player is known.
    WORD {
        "me" V1_4 Is::A(Want::Player), "The acting player: a card's controller in its abilities, who makes the move, the player of `FOR_EACH_PLAYER`; the current player elsewhere.";
        "current" V1_4 Is::A(Want::Player), "The player whose turn it is.";
        "opponent" V1_4 Is::A(Want::Player), "The other player; an error in a game for more than two.";
        "opponents" V1_4 Is::PlayerList, "The players who are not on the acting player's team.";
        "teammates" V1_4 Is::PlayerList, "The other players of the acting player's team.";
        "players" V1_4 Is::PlayerList, "All players, in seat order.";
        "teams" V1_4 Is::TeamList, "All teams.";
        "phase" V1_4 Is::A(Want::Name(NameKind::Phase)), "The current phase.";
        "state" V1_4 Is::A(Want::Name(NameKind::State)), "The current state.";
        "turn_index" V1_4 Is::A(Want::Number), "How many turns have begun, the current one included, less one.";
    }
}

/// The filters that stand alone between `[` and `]` after `players`.
pub const PLAYER_FILTERS: &[(&str, &str)] = &[
    ("*", "All players."),
    ("current", "The player whose turn it is."),
    (
        "opponent",
        "Everyone but the current player; one player in a game for two.",
    ),
    (
        "opponents",
        "Everyone who is not on the current player's team.",
    ),
    (
        "teammates",
        "The other players of the current player's team.",
    ),
    ("active", "The acting player."),
];

/// The words a parameter for players takes.
pub const PLAYER_WORDS: &[&str] = &[
    "current",
    "opponent",
    "opponents",
    "others",
    "all",
    "owner",
    "controller",
    "me",
    "teammates",
    "none",
];

/// The field with this name in a table.
pub fn find(table: &'static [Field], name: &str) -> Option<&'static Field> {
    table.iter().find(|field| field.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_a_value_has_a_kind() {
        for field in [CARD, ZONE, PLAYER, TEAM].into_iter().flatten() {
            assert!(field.kind().is_some(), "{}", field.name);
        }
    }
}
