//! A game set up for a match: checked, with its decks chosen, and compiled.
//!
//! Commands and other callers ask for a match in their own way, and tell problems in their own way; between the two
//! they do the same.

use crate::Located;
use crate::decks::{DeckError, DeckReader};
use cgml::check::check;
use cgml::decks::{Terms, regulation_of};
use cgml::diagnostic::Diagnostics;
use cgml::load::load;
use cgml::model::Game;
use cgml::source::{SourceMap, Sources};
use compile::{DeckChoice, DeckTerms, Refusal, Settings};

/// A game with every problem of it; no game if one of them is an error.
#[derive(Debug)]
pub struct Checked {
    /// The game.
    pub game: Option<Game>,
    /// Its problems, and its files.
    pub diagnostics: Diagnostics,
}

/// Checks a game. Its files are named in problems as the person who asked names them.
pub fn checked(located: &Located) -> Checked {
    let mut diagnostics = Diagnostics::new();
    let document = load(&located.sources, &located.entry, &mut diagnostics);
    let game = document.and_then(|document| check(&document, &mut diagnostics));
    diagnostics
        .files_mut()
        .rename(|path| located.sources.display(path));
    Checked {
        // The problems say why there is none.
        game: game.ok(),
        diagnostics,
    }
}

/// The decks of a match.
#[derive(Debug, Clone, Copy)]
pub enum Wanted<'a> {
    /// The usual ones.
    Usual,
    /// Decks by name or file, kept to a regulation.
    Asked {
        /// Names of deck lists, or files.
        decks: &'a [String],
        /// The regulation, if another one than the usual.
        regulation: Option<&'a str>,
    },
    /// Decks as records keep them.
    Recorded(&'a [String]),
}

impl Wanted<'_> {
    /// The rules that the decks must keep.
    pub fn terms(self) -> DeckTerms {
        match self {
            Self::Usual => DeckTerms::OfGame,
            Self::Asked { regulation, .. } => match regulation {
                Some(name) => DeckTerms::Regulation(name.to_owned()),
                None => DeckTerms::OfGame,
            },
            Self::Recorded(_) => DeckTerms::Any,
        }
    }
}

/// Why there are no decks.
#[derive(Debug)]
pub enum DeckChoiceError {
    /// Files of decks have problems.
    Problems(Box<Diagnostics>),
    /// The game does not take them.
    Refused(Refusal),
}

impl From<Refusal> for DeckChoiceError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Finds the decks of a match.
pub fn choose_decks(
    game: &Game,
    files: &SourceMap,
    settings: &Settings,
    wanted: Wanted<'_>,
) -> Result<Vec<DeckChoice>, DeckChoiceError> {
    let parameters = settings.parameter_values(game)?;
    let (reader, chosen): (_, Vec<_>) = match wanted {
        Wanted::Usual => return Ok(Vec::new()),
        Wanted::Recorded(decks) => {
            let mut reader = DeckReader::new(game, files, None);
            let chosen = decks.iter().map(|deck| reader.recorded(deck)).collect();
            (reader, chosen)
        }
        Wanted::Asked { decks, regulation } => {
            let regulation = regulation_of(game, regulation);
            let terms = Terms {
                regulation: regulation.map_err(Refusal::UnknownRegulation)?,
                parameters: &parameters,
            };
            let mut reader = DeckReader::new(game, files, Some(terms));
            let chosen = decks.iter().map(|deck| reader.deck(deck)).collect();
            (reader, chosen)
        }
    };
    let mut found = Vec::new();
    let mut is_reported = false;
    for deck in chosen {
        match deck {
            Ok(deck) => found.push(deck),
            Err(DeckError::Reported) => is_reported = true,
            Err(DeckError::Unknown(message)) => return Err(Refusal::UnknownDeck(message).into()),
        }
    }
    if is_reported {
        return Err(DeckChoiceError::Problems(Box::new(reader.diagnostics())));
    }
    Ok(found)
}
