//! Boards for decks: a game compiled for a deck at each seat, with what its players need.

use crate::thinking::equipment;
use cgml::model::Game;
use cgml::source::SourceMap;
use compile::{DeckChoice, DeckTerms, Settings, compile};
use engine::program::Program;
use metagame::deck::Deck;
use metagame::game::Board;
use metagame::stage::{Boards, Onlooker};
use players::PlayerSpec;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard};

/// The way in which games are played, of which their results are independent.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// Number of threads.
    pub threads: NonZeroUsize,
    /// Is set when somebody wants it to stop.
    pub stop: &'a AtomicBool,
    /// Is told of every game of decks against each other.
    pub onlooker: &'a Onlooker<'a>,
}

/// Settings of the matches of a run whose header has these.
pub fn match_settings(
    seats: Option<u8>,
    parameters: &[(String, String)],
    regulation: Option<&str>,
) -> Settings {
    let terms = regulation.map(|it| DeckTerms::Regulation(it.to_owned()));
    Settings {
        players: seats,
        parameters: parameters.to_vec(),
        deck_terms: terms.unwrap_or(DeckTerms::OfGame),
        ..Settings::default()
    }
}

/// A number that stands for the game with its parameters; a deck to compile it with is needed.
pub fn fingerprint(
    game: &Game,
    files: &SourceMap,
    settings: Settings,
    deck: &Deck,
) -> Result<u64, String> {
    if deck.sections.is_empty() {
        return Ok(0);
    }
    let boards = DeckBoards::new(game, files, settings, Vec::new(), 0);
    Ok(boards.program(&[deck])?.fingerprint)
}

/// Compiles a game for decks, and keeps some of what it compiled.
pub struct DeckBoards<'g> {
    game: &'g Game,
    files: &'g SourceMap,
    settings: Settings,
    players: Vec<PlayerSpec>,
    most: usize,
    kept: Mutex<VecDeque<(Vec<Deck>, Arc<Board>)>>,
}

impl<'g> DeckBoards<'g> {
    /// Boards of a game with these settings, whose decks are left out, for these players; the last `most` are kept.
    pub fn new(
        game: &'g Game,
        files: &'g SourceMap,
        settings: Settings,
        players: Vec<PlayerSpec>,
        most: usize,
    ) -> Self {
        Self {
            game,
            files,
            settings,
            players,
            most,
            kept: Mutex::new(VecDeque::new()),
        }
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<(Vec<Deck>, Arc<Board>)>> {
        self.kept
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The game compiled for these decks.
    pub fn program(&self, decks: &[&Deck]) -> Result<Program, String> {
        let brought = |deck: &&Deck| DeckChoice::Brought(deck.brought("deck"));
        // A game that brings its own cards takes none.
        let decks = decks.iter().filter(|deck| !deck.sections.is_empty());
        let settings = Settings {
            decks: decks.map(brought).collect(),
            ..self.settings.clone()
        };
        compile(self.game, self.files, &settings).map_err(|refusal| refusal.to_string())
    }

    fn made(&self, decks: &[&Deck]) -> Result<Board, String> {
        let program = self.program(decks)?;
        let equipment = equipment(&program, &self.players).map_err(|error| error.to_string())?;
        Ok(Board { program, equipment })
    }
}

impl Boards for DeckBoards<'_> {
    fn board(&self, decks: &[&Deck]) -> Result<Arc<Board>, String> {
        let is_of = |kept: &[Deck]| kept.iter().eq(decks.iter().copied());
        let found = self
            .kept()
            .iter()
            .find(|(kept, _)| is_of(kept))
            .map(|(_, board)| board.clone());
        if let Some(board) = found {
            return Ok(board);
        }
        let board = Arc::new(self.made(decks)?);
        if self.most > 0 {
            let mut kept = self.kept();
            let decks = decks.iter().map(|deck| (*deck).clone()).collect();
            kept.push_back((decks, board.clone()));
            while kept.len() > self.most {
                kept.pop_front();
            }
        }
        Ok(board)
    }
}
