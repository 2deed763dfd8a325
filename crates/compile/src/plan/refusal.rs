//! Refusals: reasons why a checked game cannot be played as asked.

use cgml::source::Span;

/// Reason why a checked game cannot be compiled with these settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Too few or too many players.
    #[error("{players} cannot play this game: it is for {min} to {max} players")]
    Players {
        /// The number that was asked for.
        players: u8,
        /// The smallest number of players that the game allows.
        min: u8,
        /// The largest number of players that the game allows.
        max: u8,
    },
    /// A parameter that does not exist.
    #[error("there is no parameter `{name}`; {known}")]
    UnknownParameter {
        /// The name that was asked for.
        name: String,
        /// The parameters there are, as a clause.
        known: String,
    },
    /// A value that a parameter cannot have.
    #[error("the parameter `{name}` cannot be `{value}`: {wanted}")]
    ParameterValue {
        /// Name of the parameter.
        name: String,
        /// The value that was asked for.
        value: String,
        /// The values it could have.
        wanted: String,
    },
    /// A deck that the game does not have.
    #[error("{0}")]
    UnknownDeck(String),
    /// A regulation that the game does not have.
    #[error("{0}")]
    UnknownRegulation(String),
    /// A card of a deck that the game does not have.
    #[error("there is no card `{card}`, which the deck `{deck}` has{}", meant(.near))]
    UnknownCard {
        /// Name of the deck.
        deck: String,
        /// Name of the card, as the deck has it.
        card: String,
        /// The name that was probably meant.
        near: Option<String>,
    },
    /// Players bring decks, and there is none.
    #[error("players bring their own decks to this game, and it has no deck lists")]
    NoDeck,
    /// A deck for a game to which nobody brings one.
    #[error("players bring no decks to this game")]
    NoDecksBrought,
    /// Too few or too many decks.
    #[error("{decks} decks are named for {seats} seats")]
    DeckCount {
        /// The number of decks.
        decks: usize,
        /// The number of seats.
        seats: u8,
    },
    /// Decks that break the rules.
    #[error("{}", .problems.join("; "))]
    IllegalDecks {
        /// Everything that is wrong with them.
        problems: Vec<String>,
    },
    /// Something that is not supported yet.
    #[error("`{what}` cannot be played yet")]
    NotYet {
        /// Name of the thing.
        what: String,
        /// The place where it is written.
        place: Option<Span>,
    },
    /// More temporary values at once than a program has room for.
    #[error("this effect needs too many values at once; split it into definitions")]
    TooManyValues {
        /// The step or expression that needs them.
        place: Option<Span>,
    },
    /// More cards, zones or values than a program has room for.
    #[error("{what}")]
    TooLarge {
        /// The thing there are too many of.
        what: Limited,
    },
}

/// Something that a program has room for a limited number of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Limited {
    /// Zones, one for each owner.
    #[error("the game has too many zones")]
    Zones,
    /// Variables, one for each owner.
    #[error("the game has too many variables")]
    Variables,
    /// Cards of a match.
    #[error("the game has too many cards")]
    Cards,
    /// Facts that always hold.
    #[error("the game has too many invariants")]
    Invariants,
}

impl Refusal {
    /// The place where the reason is written, if it is in the game's files.
    pub fn place(&self) -> Option<Span> {
        match self {
            Self::NotYet { place, .. } | Self::TooManyValues { place } => *place,
            Self::Players { .. }
            | Self::UnknownParameter { .. }
            | Self::ParameterValue { .. }
            | Self::UnknownDeck(_)
            | Self::UnknownRegulation(_)
            | Self::UnknownCard { .. }
            | Self::NoDeck
            | Self::NoDecksBrought
            | Self::DeckCount { .. }
            | Self::IllegalDecks { .. }
            | Self::TooLarge { .. } => None,
        }
    }
}

fn meant(near: &Option<String>) -> String {
    let near = near.as_ref();
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}
