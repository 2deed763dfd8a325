//! One game: a board, its players, and what is noted.

use crate::result::GameResult;
use engine::event::Watch;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::random::derived;
use engine::record::Record;
use players::{Equipment, Player, PlayerError, PlayerSpec, Question, Secrets};

/// A game that is compiled for the decks of its seats, and what players need to think about it.
pub struct Board {
    /// The game.
    pub program: Program,
    /// Equipment of the players.
    pub equipment: Equipment,
}

/// A game that is about to be played.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    /// The seed of the players.
    pub seed: u64,
    /// The seed of chance.
    pub chance: u64,
    /// The most decisions before the game is broken off.
    pub limit: u64,
}

/// Plays a game; `watch` is told what happens.
pub fn play<W: Watch>(
    board: &Board,
    names: &[&PlayerSpec],
    start: Start,
    watch: &mut W,
) -> Result<(GameResult, Record), PlayerError> {
    let Board { program, equipment } = board;
    let mut players = Vec::new();
    for (seat, name) in names.iter().enumerate() {
        let mut player = name.player(equipment)?;
        player.begin(derived(start.seed, seat as u64 + 1));
        players.push(player);
    }
    let mut record = Record::begin(program, start.chance);
    let position = decide(program, start, &mut players, &mut record, watch);
    record.hash = position.hash(program);
    let result = GameResult::of(program, &position, record.choices.len());
    Ok((result, record))
}

fn decide<W: Watch>(
    program: &Program,
    start: Start,
    players: &mut [Box<dyn Player>],
    record: &mut Record,
    watch: &mut W,
) -> Position {
    let mut position = Position::start_watched(program, start.chance, watch);
    let mut secrets = Secrets::new();
    while (record.choices.len() as u64) < start.limit {
        let Decision::Choose { seat, .. } = position.decision() else {
            break;
        };
        let question = Question::new(program, &position, seat, &secrets);
        let number = players[seat.index()].choose(&question);
        secrets.choose(program, &position, number);
        record.choices.push(number as u32);
        position.play_number(program, number, watch);
    }
    position
}
