//! A run that breeds decks, in its folder: begun from what is asked for, or resumed.

use super::judge::Ground;
use crate::boards::{self, fingerprint};
use crate::contestants::{self, NoContestants, contestants};
use cgml::model::{Game, Literal};
use cgml::source::SourceMap;
use compile::{Refusal, Settings};
use metagame::building::{Building, NotBuildable};
use metagame::deck::Deck;
use metagame::evolution::{Run, State};
use metagame::folder::{self, Folder, FolderError, Goal, Header};
use std::path::Path;

/// A run that is asked for.
#[derive(Debug, Clone)]
pub struct Request {
    /// The subject of the run; its fingerprint is found when it begins.
    pub header: Header,
    /// The decks that are met: names of deck lists of the game, or files; all of the game if there are none.
    pub decks: Vec<String>,
    /// The decks to start from: [`RANDOM`], [`MET`], names or files.
    pub start: Vec<String>,
}

/// Stands for decks by chance among those to start from.
pub const RANDOM: &str = "random";

/// Stands for the decks that are met among those to start from.
pub const MET: &str = "decks";

/// A run with everything that it is made of.
pub struct Opened {
    /// The game.
    pub game: Game,
    /// Its files.
    pub files: SourceMap,
    /// The folder of the run.
    pub folder: Folder,
    /// The subject of the run.
    pub header: Header,
    /// The beginning of the run, or where it was stopped.
    pub start: Start,
    /// Reasons why decks that nobody named are not met.
    pub left_out: Vec<String>,
}

/// The beginning of a run, or where it was stopped.
pub enum Start {
    /// A run that has not made a step.
    New {
        /// The decks that are met, with their names.
        environment: Vec<(String, Deck)>,
        /// The decks to start from.
        decks: Vec<Deck>,
    },
    /// A run that has made steps.
    Stopped(Box<State>),
}

/// The reason why a run cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum NotOpened {
    /// Its folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// There are no decks.
    #[error(transparent)]
    Contestants(#[from] NoContestants),
    /// Decks cannot be built.
    #[error(transparent)]
    Building(#[from] NotBuildable),
    /// The game does not take the parameters.
    #[error("{0}")]
    Parameters(Refusal),
    /// The neutral card is none of the game.
    #[error("there is no card `{card}`")]
    UnknownCard {
        /// The card.
        card: String,
        /// A similar one.
        near: Option<String>,
    },
    /// Nobody is met.
    #[error("there is no deck to play against")]
    NoOpponent,
    /// The game is another one now.
    #[error("the game has changed since the run began: its rules, parameters or cards are others")]
    Changed,
    /// The game cannot be compiled for a deck.
    #[error("{0}")]
    Board(String),
}

impl Opened {
    /// Begins a run in a folder.
    pub fn begin(
        game: Game,
        files: SourceMap,
        out: &Path,
        asked: Request,
    ) -> Result<Self, NotOpened> {
        let mut header = asked.header.clone();
        let chosen = chosen(&game, &files, &asked)?;
        let (environment, decks) = &chosen.start;
        let met = environment.first().map(|(_, deck)| deck);
        let first = met.or(decks.first()).cloned().unwrap_or_default();
        header.fingerprint = fingerprint(&game, &files, match_settings(&header), &first)
            .map_err(NotOpened::Board)?;
        let folder = Folder::create(out, &header, &chosen.start)?;
        let (environment, decks) = chosen.start;
        Ok(Self {
            game,
            files,
            folder,
            header,
            start: Start::New { environment, decks },
            left_out: chosen.left_out,
        })
    }

    /// Opens the run in a folder, for the game that its header names.
    pub fn resume(game: Game, files: SourceMap, path: &Path) -> Result<Self, NotOpened> {
        let (folder, header, state) = Folder::open(path)?;
        let (start, first) = match state {
            Some(state) => {
                let met = state.field.first().map(|member| &member.deck);
                let first = met.or(state.start.first()).cloned().unwrap_or_default();
                (Start::Stopped(Box::new(state)), first)
            }
            None => {
                // Killed before the first step: it begins anew with what it was asked for.
                let (environment, decks) = folder::read_start(path)?;
                let met = environment.first().map(|(_, deck)| deck);
                let first = met.or(decks.first()).cloned().unwrap_or_default();
                (Start::New { environment, decks }, first)
            }
        };
        if fingerprint(&game, &files, match_settings(&header), &first).ok()
            != Some(header.fingerprint)
        {
            return Err(NotOpened::Changed);
        }
        Ok(Self {
            game,
            files,
            folder,
            header,
            start,
            left_out: Vec::new(),
        })
    }

    /// Builds decks as the run asks for it.
    pub fn building(&self) -> Result<Building<'_>, NotOpened> {
        building(&self.game, &self.header)
    }

    /// The run at its beginning, or where it was stopped.
    pub fn run<'g>(&self, building: &'g Building<'g>) -> Result<Run<'g>, FolderError> {
        let settings = self.header.settings.clone();
        let run = match &self.start {
            Start::New { environment, decks } => {
                Run::new(building, settings, environment.clone(), decks.clone())
            }
            Start::Stopped(state) => Run::resume(building, settings, (**state).clone()),
        };
        match run.state.problem(building) {
            None => Ok(run),
            Some(problem) => {
                let file = self.folder.path().join("state.bin");
                Err(FolderError::Damaged(file, problem))
            }
        }
    }

    /// The game as the run plays it.
    pub fn ground(&self) -> Ground<'_> {
        Ground {
            game: &self.game,
            files: &self.files,
            header: &self.header,
        }
    }
}

/// Settings of the matches of a run.
pub(super) fn match_settings(header: &Header) -> Settings {
    let regulation = header.regulation.as_deref();
    boards::match_settings(None, &header.parameters, regulation)
}

fn building<'g>(game: &'g Game, header: &Header) -> Result<Building<'g>, NotOpened> {
    let parameters: Vec<Literal> = match_settings(header)
        .parameter_values(game)
        .map_err(NotOpened::Parameters)?;
    let (regulation, pool) = (header.regulation.as_deref(), header.pool.as_deref());
    Ok(Building::new(game, parameters, regulation, pool)?)
}

/// The decks of a run that begins.
struct Chosen {
    start: folder::StartDecks,
    left_out: Vec<String>,
}

/// The decks that are met, and those to start from.
fn chosen(game: &Game, files: &SourceMap, asked: &Request) -> Result<Chosen, NotOpened> {
    let header = &asked.header;
    let building = building(game, header)?;
    known_neutral(game, header.settings.neutral.as_deref())?;
    let met = named(game, files, asked, asked.decks.clone())?;
    let environment: Vec<(String, Deck)> = met.names.into_iter().zip(met.decks).collect();
    let mut decks = Vec::new();
    if asked.start.iter().any(|start| start == MET) {
        let own = environment.iter().map(|(_, deck)| deck.in_order());
        decks.extend(own.filter(|deck| building.is_of_pool(deck)));
    }
    let others = asked.start.iter();
    let others = others.filter(|start| ![RANDOM, MET].contains(&start.as_str()));
    let others: Vec<String> = others.cloned().collect();
    if !others.is_empty() {
        let found = named(game, files, asked, others)?;
        decks.extend(found.decks.iter().map(Deck::in_order));
    }
    if decks.is_empty() {
        let random = &mut engine::random::Random::new(header.settings.seed);
        building.random(random)?;
    }
    let environment = match header.goal {
        Goal::Win if environment.is_empty() => return Err(NotOpened::NoOpponent),
        Goal::Win => environment,
        Goal::Ftk { .. } => Vec::new(),
    };
    Ok(Chosen {
        start: (environment, decks),
        left_out: met.left_out,
    })
}

fn named(
    game: &Game,
    files: &SourceMap,
    asked: &Request,
    decks: Vec<String>,
) -> Result<contestants::Contestants, NoContestants> {
    let request = contestants::Request {
        seats: None,
        parameters: asked.header.parameters.clone(),
        decks,
        regulation: asked.header.regulation.clone(),
    };
    let seats = match asked.header.goal {
        Goal::Win => 2,
        Goal::Ftk { .. } => 1,
    };
    contestants(game, files, &request, &[], seats)
}

fn known_neutral(game: &Game, card: Option<&str>) -> Result<(), NotOpened> {
    let Some(card) = card.filter(|card| game.cards.find(card).is_none()) else {
        return Ok(());
    };
    let near = cgml::similar::nearest(card, game.cards.names());
    Err(NotOpened::UnknownCard {
        card: card.to_owned(),
        near: near.map(str::to_owned),
    })
}
