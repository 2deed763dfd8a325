//! Errors: texts that name no player, and players that cannot play here.

/// A text that names no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayerSpecError {
    /// There is no such player.
    #[error("there is no player `{0}`; the players are {players}", players = super::table::words())]
    Unknown(String),
    /// The player needs a budget.
    #[error(
        "how long `{word}` thinks is missing: write `{word}:{example}` for {example} simulations, or `{word}:500ms`"
    )]
    NoBudget {
        /// Word that names the player.
        word: &'static str,
        /// A usual number of simulations, for the message.
        example: u32,
    },
    /// The budget is none.
    #[error(
        "`{text}` is not how long to think: write a number of simulations from 1 on, or a time such as `500ms` or `2s`"
    )]
    Budget {
        /// The text in place of a budget.
        text: String,
    },
    /// The player has no such setting.
    #[error("`{word}` has no setting `{key}`; its settings are {settings}")]
    Setting {
        /// Word that names the player.
        word: &'static str,
        /// Name of the setting that was asked for.
        key: String,
        /// Names of the settings that there are.
        settings: String,
    },
    /// A setting cannot have this value.
    #[error("`{key}` cannot be `{value}`: it is {meaning}")]
    Value {
        /// Name of the setting.
        key: &'static str,
        /// The value as it was given.
        value: String,
        /// Description of the values that it may have.
        meaning: &'static str,
    },
    /// The player takes no budget and no settings.
    #[error("`random` does not think: write it without `:{0}`")]
    Thoughtless(String),
    /// The player needs a file.
    #[error(
        "which strategy `{0}` plays by is missing: write `{0}:FILE`, with a file that `fuda solve GAME --save FILE` wrote"
    )]
    NoFile(&'static str),
    /// The player needs a network.
    #[error(
        "which network plays is missing: write `net:FILE`, with a file that `fuda train GAME --out DIR` wrote, or `net` for the one that ships with the game"
    )]
    NoNetwork,
}

/// The reason for which a player cannot play here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The budget is a time, and there is no clock.
    #[error("`{0}` would depend on how fast the machine is; give a number of simulations")]
    NoClock(String),
    /// It must look ahead, and cannot.
    #[error("`{0}` needs the game to look ahead in")]
    NoLookahead(String),
    /// It plays by a strategy that nobody has read.
    #[error("`{0}` needs its strategy to be read first")]
    NoStrategy(String),
    /// It plays with a network that nobody has read.
    #[error("`{0}` needs its network to be read first")]
    NoNetwork(String),
}
