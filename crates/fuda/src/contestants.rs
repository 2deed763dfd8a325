//! Decks that meet each other: those that are named, or all of a game.

use crate::matches::{DeckChoiceError, Wanted, choose_decks};
use cgml::decks::{Terms, deck_list_of, problems, regulation_of};
use cgml::model::{DeckSource, Game};
use cgml::source::SourceMap;
use compile::{DeckChoice, Refusal, Settings};
use metagame::deck::Deck;
use std::path::Path;

/// The decks that are asked for, and the games that they play.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The number of seats, if another one than the usual.
    pub seats: Option<u8>,
    /// Parameters of the game.
    pub parameters: Vec<(String, String)>,
    /// Names of deck lists of the game, or files; all of the game if there are none.
    pub decks: Vec<String>,
    /// The regulation, if another one than the usual.
    pub regulation: Option<String>,
}

/// Decks with their names, and the settings of the games that they play; the settings have no decks.
#[derive(Debug)]
pub struct Contestants {
    /// The names.
    pub names: Vec<String>,
    /// The decks.
    pub decks: Vec<Deck>,
    /// Settings of their games.
    pub settings: Settings,
    /// Reasons why decks that nobody named were left out.
    pub left_out: Vec<String>,
}

/// The reason why there are no contestants.
#[derive(Debug, thiserror::Error)]
pub enum NoContestants {
    /// The game has no decks that players bring.
    #[error("players bring no decks to this game")]
    NoDecks,
    /// The game is for another number of players.
    #[error("this is for games for {wanted}, and this game is for {found}")]
    Seats {
        /// The number that is wanted.
        wanted: u8,
        /// The number of the game.
        found: u8,
    },
    /// Decks cannot be read, or the game does not take them.
    #[error("the decks cannot be used")]
    Choice(DeckChoiceError),
    /// The game has no such deck.
    #[error("{0}")]
    UnknownDeck(String),
    /// The game has no such regulation.
    #[error("{0}")]
    UnknownRegulation(String),
    /// Two decks have the same name.
    #[error("two decks are called `{0}`")]
    SameName(String),
    /// Decks that were named break the rules.
    #[error("the decks may not be played:\n  {}", .0.join("\n  "))]
    Illegal(Vec<String>),
}

impl From<DeckChoiceError> for NoContestants {
    fn from(error: DeckChoiceError) -> Self {
        Self::Choice(error)
    }
}

impl From<Refusal> for NoContestants {
    fn from(refusal: Refusal) -> Self {
        Self::Choice(refusal.into())
    }
}

/// Reads the decks that are asked for: all of the game if none is named, and some more.
pub fn contestants(
    game: &Game,
    files: &SourceMap,
    asked: &Request,
    more: &[String],
    wanted_seats: u8,
) -> Result<Contestants, NoContestants> {
    let is_brought = |source: &DeckSource| matches!(source, DeckSource::DeckList(_));
    if !game.decks.iter().any(|deck| is_brought(&deck.source)) {
        return Err(NoContestants::NoDecks);
    }
    let seats = asked.seats.unwrap_or(game.meta.min_players);
    if seats != wanted_seats {
        return Err(NoContestants::Seats {
            wanted: wanted_seats,
            found: seats,
        });
    }
    let (wanted, implied) = wanted_decks(game, &asked.decks, more);
    let decks = Wanted::Asked {
        decks: &wanted,
        regulation: asked.regulation.as_deref(),
    };
    let settings = Settings {
        players: asked.seats,
        parameters: asked.parameters.clone(),
        deck_terms: decks.terms(),
        ..Settings::default()
    };
    let mut found = Contestants {
        names: wanted.iter().map(|name| short(name)).collect(),
        decks: Vec::new(),
        left_out: Vec::new(),
        settings,
    };
    for choice in choose_decks(game, files, &found.settings, decks)? {
        found.decks.push(match choice {
            DeckChoice::Named(name) => {
                let list = deck_list_of(game, &name).map_err(NoContestants::UnknownDeck)?;
                Deck::of_list(game, list)
            }
            DeckChoice::Brought(deck) => Deck {
                sections: deck.sections,
            },
        });
    }
    for (place, name) in found.names.iter().enumerate() {
        if found.names[..place].contains(name) {
            return Err(NoContestants::SameName(name.clone()));
        }
    }
    legal(game, asked.regulation.as_deref(), &implied, found)
}

/// All decks that are wanted, and those among them that nobody named.
fn wanted_decks(game: &Game, named: &[String], more: &[String]) -> (Vec<String>, Vec<String>) {
    let mut wanted: Vec<String> = Vec::new();
    if named.is_empty() || named.iter().any(|name| name == "all") {
        wanted.extend(game.deck_lists.iter().map(|deck| deck.name.clone()));
    }
    let implied = wanted.iter().filter(|name| !named.contains(name));
    let implied = implied.cloned().collect();
    let others = named.iter().filter(|name| *name != "all").chain(more);
    for other in others {
        if !wanted.contains(other) {
            wanted.push(other.clone());
        }
    }
    (wanted, implied)
}

/// Name of a deck: a file by its name without folder and ending.
pub fn short(name: &str) -> String {
    let path = Path::new(name);
    let is_file = path.extension().is_some();
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.filter(|_| is_file).unwrap_or(name).to_owned()
}

/// Decks that break the rules are told before anything is played; of those that nobody named, the others go on.
fn legal(
    game: &Game,
    regulation: Option<&str>,
    implied: &[String],
    found: Contestants,
) -> Result<Contestants, NoContestants> {
    let parameters = found.settings.parameter_values(game)?;
    let regulation = regulation_of(game, regulation).map_err(NoContestants::UnknownRegulation)?;
    let terms = Terms {
        regulation,
        parameters: &parameters,
    };
    let mut left = Contestants {
        names: Vec::new(),
        decks: Vec::new(),
        left_out: Vec::new(),
        settings: found.settings,
    };
    let mut broken = Vec::new();
    for (name, deck) in found.names.into_iter().zip(found.decks) {
        let problems = problems(game, &deck.list(game, &name), terms);
        let problems: Vec<String> = problems.into_iter().map(|it| it.message).collect();
        if problems.is_empty() {
            left.names.push(name);
            left.decks.push(deck);
        } else if implied.contains(&name) {
            left.left_out.push(problems.join("; "));
        } else {
            broken.extend(problems);
        }
    }
    match broken.is_empty() {
        true => Ok(left),
        false => Err(NoContestants::Illegal(broken)),
    }
}
