//! What may follow a dot, and what may follow a `$`.

use super::names::NameKind;
use super::want::Want;
use crate::version::Version;

/// A field that every card, zone, player, team or game has.
#[derive(Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Since which version.
    pub since: Version,
    /// What it is.
    pub is: Is,
    /// One sentence.
    pub about: &'static str,
}

/// What a field is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Is {
    /// A value.
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
    /// Another name space: what may follow it are names of this kind.
    Names(NameKind),
}

macro_rules! fields {
    ($(#[$doc:meta])* $table:ident { $($name:literal $since:ident $is:expr, $about:literal;)* }) => {
        $(#[$doc])*
        pub const $table: &[Field] = &[$(Field {
            name: $name,
            since: Version::$since,
            is: $is,
            about: $about,
        }),*];
    };
}

fields! {
    /// What every card has, besides its properties, attributes and pools.
    CARD {
        "id" V1_3 Is::A(Want::Text), "The identity of the card.";
        "properties" V1_3 Is::Names(NameKind::Property), "What is printed on it.";
        "face" V1_3 Is::Face, "Which face shows.";
        "zone" V1_3 Is::A(Want::Zone), "The zone it is in.";
        "owner" V1_3 Is::A(Want::Player), "Whose it is.";
        "controller" V1_4 Is::A(Want::Player), "Who controls it.";
        "kind" V1_4 Is::A(Want::Name(NameKind::Kind)), "Its card kind.";
        "kinds" V1_4 Is::KindList, "Its card kind and those that one extends.";
        "name" V1_4 Is::A(Want::Name(NameKind::Card)), "Which card it is: all copies share it.";
        "tags" V1_4 Is::TextList, "Its tags.";
        "keywords" V1_4 Is::Names(NameKind::Keyword), "Whether it has a keyword.";
        "counters" V1_4 Is::Names(NameKind::Counter), "How many counters of a kind lie on it.";
        "attached_to" V1_4 Is::A(Want::Card), "The card it is attached to.";
        "attached" V1_4 Is::CardList, "The cards attached to it.";
        "under" V1_4 Is::CardList, "The cards under it.";
        "slot" V1_4 Is::A(Want::Number), "Its place in a zone with slots, from 0.";
        "token" V1_4 Is::A(Want::Bool), "Whether it is a token.";
    }
}

fields! {
    /// What every zone has.
    ZONE {
        "top" V1_3 Is::A(Want::Card), "The card that would be drawn next.";
        "top_card" V1_3 Is::A(Want::Card), "The card that would be drawn next.";
        "bottom" V1_3 Is::A(Want::Card), "The card that would be drawn last.";
        "bottom_card" V1_3 Is::A(Want::Card), "The card that would be drawn last.";
        "cards" V1_3 Is::CardList, "Its cards.";
        "count" V1_3 Is::A(Want::Number), "How many cards it holds.";
        "card_count" V1_3 Is::A(Want::Number), "How many cards it holds.";
        "name" V1_3 Is::A(Want::Name(NameKind::Zone)), "Its name.";
        "owner" V1_3 Is::A(Want::Player), "Whose it is.";
        "ordering" V1_3 Is::A(Want::Text), "Its ordering.";
        "visibility" V1_3 Is::A(Want::Text), "What those who are not its owner see.";
        "default_face" V1_3 Is::Face, "Which face cards show in it.";
        "allows_reorder" V1_3 Is::A(Want::Bool), "Whether its owner may change the order.";
        "capacity" V1_4 Is::A(Want::Number), "How many cards it has room for.";
        "free" V1_4 Is::A(Want::Number), "How many more cards it has room for.";
    }
}

fields! {
    /// What every player has, besides their zones, variables and pools.
    PLAYER {
        "id" V1_3 Is::A(Want::Player), "The player: ids count from 0 in seat order.";
        "index" V1_3 Is::A(Want::Number), "The seat, from 0.";
        "name" V1_3 Is::A(Want::Text), "The name.";
        "team" V1_3 Is::A(Want::Name(NameKind::Team)), "The team.";
        "zones" V1_3 Is::Names(NameKind::Zone), "The zones of the player.";
        "variables" V1_3 Is::Names(NameKind::Variable), "The variables of the player.";
        "teammates" V1_4 Is::PlayerList, "The other players of the team.";
        "opponents" V1_4 Is::PlayerList, "The players who are not on the team.";
        "turns" V1_4 Is::A(Want::Number), "How many turns the player has begun.";
    }
}

fields! {
    /// What every team has, besides its zones and variables.
    TEAM {
        "name" V1_3 Is::A(Want::Name(NameKind::Team)), "The name.";
        "players" V1_3 Is::PlayerList, "Its players, in seat order.";
        "zones" V1_3 Is::Names(NameKind::Zone), "Its zones.";
        "variables" V1_3 Is::Names(NameKind::Variable), "Its variables.";
    }
}

fields! {
    /// What stands at the root `$`, besides the variables and zones of the table and what an event tells.
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
    /// What may follow a `$` without a dot.
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
