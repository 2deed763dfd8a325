//! The game that a run plays, and its judge.

use super::lines::LineJudge;
use super::run::match_settings;
use crate::boards::{DeckBoards, Work};
use cgml::model::Game;
use cgml::source::SourceMap;
use metagame::evolution::{Judge, StageJudge};
use metagame::folder::{Goal, Header};
use metagame::stage::{Stage, Unplayable};
use metagame::usage::playing_moves;
use players::PlayerSpec;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;

/// The game of a run, as it is played.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its files.
    pub files: &'a SourceMap,
    /// The subject of the run.
    pub header: &'a Header,
}

impl Ground<'_> {
    /// Does something with the judge of a run, whose decks a player plays.
    pub fn with_judge<T>(
        &self,
        player: &str,
        work: Work<'_>,
        judged: impl FnOnce(&dyn Judge) -> Result<T, Unplayable>,
    ) -> Result<T, Unplayable> {
        let player: PlayerSpec = player
            .parse()
            .map_err(|error| Unplayable::Board(format!("{error}")))?;
        let settings = match_settings(self.header);
        let boards = DeckBoards::new(self.game, self.files, settings, vec![player.clone()], 0);
        match self.header.goal {
            Goal::Win => {
                let stage = Stage {
                    boards: &boards,
                    players: [player.clone(), player],
                    moves: playing_moves(self.game),
                    limit: self.header.limit,
                    threads: work.threads,
                    stop: work.stop,
                };
                judged(&StageJudge {
                    stage: &stage,
                    onlooker: work.onlooker,
                    pairings: AtomicUsize::new(0),
                })
            }
            Goal::Ftk { budget, practice } => judged(&LineJudge {
                boards: &boards,
                budget,
                practice,
                threads: work.threads,
                stop: work.stop,
                moves: playing_moves(self.game),
                onlooker: work.onlooker,
                trials: AtomicUsize::new(0),
                kept: Mutex::new(Vec::new()),
            }),
        }
    }
}
