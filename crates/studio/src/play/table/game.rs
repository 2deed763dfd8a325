//! The game of a table: how it began, the choices since, and the position they led to. It knows no people and no words.

use crate::computers::arrangement::Compiled;
use crate::shelf::Edition;
use cgml::model::scenario::Given;
use compile::given::Impossible;
use engine::event::Watch;
use engine::ids::{AskId, Seat};
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::seed::Seed;
use players::Secrets;
use std::sync::Arc;

/// A game that is played.
pub(super) struct Game {
    pub(super) program: Arc<Program>,
    pub(super) compiled: Arc<Compiled>,
    pub(super) edition: Arc<Edition>,
    pub(super) seed: Seed,
    /// The position it began with, if it was not the ordinary one.
    pub(super) given: Option<Given>,
    /// True if its program tells of steps that fail.
    pub(super) traces: bool,
    pub(super) position: Position,
    pub(super) choices: Vec<u32>,
    /// Answers that are not known to all yet.
    pub(super) secrets: Secrets,
    /// The number of times the game was set back.
    pub(super) restarts: u32,
}

impl Game {
    /// The position after so many choices, played again for somebody who watches. `before` is told of each choice in
    /// the position in which it was made.
    pub(super) fn replayed<W: Watch>(
        &self,
        choices: usize,
        watch: &mut W,
        mut before: impl FnMut(&Position, usize),
    ) -> Position {
        let mut position = self.beginning(watch);
        for choice in &self.choices[..choices] {
            before(&position, *choice as usize);
            position.play_number(&self.program, *choice as usize, watch);
        }
        position
    }

    /// The position in which the game began.
    pub(super) fn beginning<W: Watch>(&self, watch: &mut W) -> Position {
        let (edition, program) = (&self.edition, &self.program);
        let begun = begun(edition, program, self.seed, self.given.as_ref(), watch);
        begun.expect("the table was made with this position")
    }

    /// The game as it was after so many choices, in the position they led to.
    pub(super) fn at(&self, position: Position, choices: usize) -> Self {
        Self {
            program: self.program.clone(),
            compiled: self.compiled.clone(),
            edition: self.edition.clone(),
            seed: self.seed,
            given: self.given.clone(),
            traces: self.traces,
            position,
            choices: self.choices[..choices].to_vec(),
            secrets: Secrets::new(),
            restarts: 0,
        }
    }

    /// The seat and question that the game waits for.
    pub(super) fn asked(&self) -> Option<(Seat, AskId)> {
        match self.position.decision() {
            Decision::Choose { seat, ask, .. } => Some((seat, ask)),
            Decision::Chance { .. } | Decision::Over | Decision::Fault(_) => None,
        }
    }

    /// True if the question is one that is always asked.
    pub(super) fn asks_always(&self) -> bool {
        let asked = self.asked();
        asked.is_some_and(|(_, ask)| self.program.asks[ask.index()].always)
    }
}

/// The position in which a game begins: the ordinary one, or one that was given.
pub(super) fn begun<W: Watch>(
    edition: &Edition,
    program: &Program,
    seed: Seed,
    given: Option<&Given>,
    watch: &mut W,
) -> Result<Position, Impossible> {
    let Some(given) = given else {
        return Ok(Position::start_watched(program, seed, watch));
    };
    compile::given::make(&edition.game, program, given, seed, watch)
}
