//! The decks that a command about the metagame is asked about.

use crate::cli::Format;
use crate::commands::Misuse;
use crate::commands::matched::{Match, MatchError, unchosen};
use crate::output;
use cgml::model::Game;
use cgml::source::SourceMap;
use fuda::contestants::{self, Contestants, NoContestants, Request};

impl Match {
    /// The decks that are asked for.
    pub(in crate::commands) fn request(&self) -> Request {
        Request {
            seats: self.seats,
            parameters: self.parameters.clone(),
            decks: self.decks.decks.clone(),
            regulation: self.decks.regulation.clone(),
        }
    }
}

/// Reads the decks that are asked for: all of the game if none is named, and some more.
pub(in crate::commands) fn contestants(
    game: &Game,
    files: &SourceMap,
    asked: &Match,
    more: &[String],
    wanted_seats: u8,
    format: Format,
) -> Result<Contestants, MatchError> {
    let found = contestants::contestants(game, files, &asked.request(), more, wanted_seats);
    let found = found.map_err(|error| without(error, files, format))?;
    for reason in &found.left_out {
        output::tell(&format!("left out: {reason}"))?;
    }
    Ok(found)
}

/// A request for decks that cannot be met.
pub(in crate::commands) fn without(
    error: NoContestants,
    files: &SourceMap,
    format: Format,
) -> MatchError {
    let hint = match &error {
        NoContestants::NoDecks => {
            "trading-card games have decks; `fuda balance` looks at games without them"
        }
        NoContestants::Seats { wanted: 1, .. } => {
            "`--goal ftk` breeds decks for games for one; leave it out"
        }
        NoContestants::Seats { .. } => {
            "choose the number with `--seats 2`, if the game allows it; games for one have `fuda evolve --goal ftk`"
        }
        NoContestants::UnknownDeck(_) => "`fuda decks GAME` lists the decks",
        NoContestants::UnknownRegulation(_) => "`fuda decks GAME` lists the regulations",
        NoContestants::SameName(_) => "rename one of the files",
        NoContestants::Illegal(_) => return anyhow::Error::from(error).into(),
        NoContestants::Choice(_) => "",
    };
    match error {
        NoContestants::Choice(error) => unchosen(error, files, format),
        error => Misuse::new(error.to_string(), hint).into(),
    }
}
