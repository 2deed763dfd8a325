//! The programs that are learned together: one game, with its decks and numbers of players.

use crate::encoding::Encoding;
use crate::features::{Features, Vocabulary};
use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::program::Program;
use players::{Aim, Aims, Equipment, GameNetwork, Lookahead};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Longer games are broken off and count as undecided.
pub const LONGEST: u32 = 5_000;

/// A game that is to be learned.
#[derive(Clone, Default)]
pub struct Subject {
    /// Its programs, one for each line-up of decks.
    pub lookaheads: Vec<Arc<Lookahead>>,
    /// The encoding that it declares, if the network is to see that instead of derived features.
    pub declared: Option<Arc<Encoding>>,
    /// For each program, the networks of the players that take part or are measured against, by the names of their
    /// files.
    pub networks: Vec<Networks>,
}

/// Networks that were read for a program, by the names of their files.
pub type Networks = BTreeMap<String, Arc<dyn GameNetwork>>;

impl Subject {
    /// Equipment of other players in each program.
    pub fn equipment(&self) -> Vec<Equipment> {
        let lookaheads = self.lookaheads.iter().enumerate();
        lookaheads
            .map(|(number, lookahead)| Equipment {
                networks: self.networks.get(number).cloned().unwrap_or_default(),
                ..Equipment::for_game(lookahead.clone())
            })
            .collect()
    }

    /// Its fields. New rows go into the vocabulary.
    pub fn fields(&self, vocabulary: &mut Vocabulary) -> Vec<Arc<Field>> {
        let lookaheads = self.lookaheads.iter();
        lookaheads
            .map(|lookahead| Field::new(lookahead.clone(), self.declared.clone(), vocabulary))
            .map(Arc::new)
            .collect()
    }
}

/// One program of a game, with everything that play and learning need of it.
#[derive(Debug)]
pub struct Field {
    /// The game, for looking ahead.
    pub lookahead: Arc<Lookahead>,
    /// Its rows.
    pub reader: Features,
    /// The table before chance is drawn for the first time.
    pub prepared: Position,
}

impl Field {
    /// Makes a program ready, with the encoding that its game declares or with features that are derived. New rows go
    /// into the vocabulary.
    pub fn new(
        lookahead: Arc<Lookahead>,
        declared: Option<Arc<Encoding>>,
        vocabulary: &mut Vocabulary,
    ) -> Self {
        let reader = Features::new(lookahead.program(), declared, vocabulary);
        let prepared = Position::prepared(lookahead.program());
        Self {
            lookahead,
            reader,
            prepared,
        }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        self.lookahead.program()
    }

    /// Worth of the end of a game.
    pub fn aims(&self) -> &Aims {
        self.lookahead.aims()
    }

    /// True if a seat can resign: two play, and only winning counts.
    pub fn can_resign(&self) -> bool {
        self.program().seats == 2 && self.aims().weights(Aim::Usual) == [1.0, 0.0]
    }

    /// Worth of the end of a game to each seat.
    pub fn worths(&self, ends: &[[f32; 2]], aim: Aim) -> Vec<f64> {
        let weights = self.aims().weights(aim);
        let ends = ends.iter().map(|end| end.map(f64::from));
        ends.map(|[won, score]| weights[0] * won + weights[1] * score)
            .collect()
    }

    /// A game that has begun.
    pub fn start(&self, seed: u64) -> Position {
        let mut position = self.prepared.clone();
        position.restart_from(self.program(), &self.prepared, seed);
        position
    }
}

/// The seat that must choose; none if the game is over.
pub fn decider(position: &Position) -> Option<Seat> {
    match position.decision() {
        Decision::Choose { seat, .. } => Some(seat),
        Decision::Chance { .. } | Decision::Over | Decision::Fault(_) => None,
    }
}
