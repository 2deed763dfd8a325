//! Why a checked game cannot be played as asked.

use cgml::source::Span;

/// Why a checked game cannot be compiled with these settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Too few or too many players.
    #[error("{players} cannot play this game: it is for {min} to {max} players")]
    Players {
        /// How many were asked for.
        players: u8,
        /// The least.
        min: u8,
        /// The most.
        max: u8,
    },
    /// A parameter that does not exist.
    #[error("there is no parameter `{name}`; the parameters are {known}")]
    UnknownParameter {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A value that a parameter cannot have.
    #[error("the parameter `{name}` cannot be `{value}`: {wanted}")]
    ParameterValue {
        /// The parameter.
        name: String,
        /// The value.
        value: String,
        /// What it could be.
        wanted: String,
    },
    /// Something that is not carried out yet.
    #[error("`{what}` cannot be played yet")]
    NotYet {
        /// What.
        what: String,
        /// Where it is written.
        place: Option<Span>,
    },
    /// More temporary values at once than a program has room for.
    #[error("this effect needs too many values at once; split it into definitions")]
    TooManyValues {
        /// Where.
        place: Option<Span>,
    },
    /// More cards, zones or values than a program has room for.
    #[error("the game has too many {what}")]
    TooLarge {
        /// What.
        what: &'static str,
    },
}

impl Refusal {
    /// Where the reason is written, if it is in the game's files.
    pub fn place(&self) -> Option<Span> {
        match self {
            Self::NotYet { place, .. } | Self::TooManyValues { place } => *place,
            Self::Players { .. }
            | Self::UnknownParameter { .. }
            | Self::ParameterValue { .. }
            | Self::TooLarge { .. } => None,
        }
    }
}
