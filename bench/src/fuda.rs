//! Our own engine in the comparison: what anybody who uses the library would write.
//!
//! A game is compiled once. Each game begins from the prepared table, and the choice with a random number is
//! made until there are none.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fuda::compile::Settings;
use fuda::engine::position::{Decision, Position};
use fuda::engine::program::Program;
use fuda::engine::random::{Random, derived};

use crate::games::{Game, Table};

/// A game that is ready for play: plays so many games at random, one thread, dealing included, and
/// gives a number that depends on all their outcomes.
pub type PlayMany = Box<dyn FnMut(u64) -> i64>;

/// The game, compiled and ready for play.
pub fn prepare(game: &Game) -> Result<PlayMany> {
    let program = program(&game.table)?;
    check(&program).with_context(|| game.name)?;
    let mut rollouts = Rollouts::new(program);
    Ok(Box::new(move |games| rollouts.play_many(games)))
}

/// The program of a table.
pub fn program(table: &Table) -> Result<Program> {
    let path = path(table);
    let located = fuda::locate(&path.to_string_lossy())?;
    let settings = Settings {
        players: Some(table.players),
        ..Settings::default()
    };
    let mut program =
        fuda::build(&located, &settings).with_context(|| path.display().to_string())?;
    program.answers_forced = true;
    fuda::native::attach(&mut program)?;
    Ok(program)
}

/// Where the rules of a table are.
pub fn path(table: &Table) -> PathBuf {
    let games = root().join("games");
    match table.variant {
        Some(variant) => games.join(table.game).join("variants").join(variant),
        None => games.join(table.game),
    }
}

/// The repository.
pub fn root() -> &'static Path {
    let bench = Path::new(env!("CARGO_MANIFEST_DIR"));
    bench.parent().expect("the package is in the repository")
}

/// Games that were stopped would count as games that were played.
fn check(program: &Program) -> Result<()> {
    let mut rollouts = Rollouts::new(program.clone());
    for _ in 0..100 {
        rollouts.play();
        match rollouts.position.decision() {
            Decision::Over => {}
            Decision::Fault(fault) => bail!("a game was stopped: {}", fault.message(program)),
            Decision::Choose { .. } | Decision::Chance { .. } => bail!("a game was not ended"),
        }
    }
    Ok(())
}

/// Random games, one after the other, in the same memory.
struct Rollouts {
    program: Program,
    prepared: Position,
    position: Position,
    random: Random,
    games: u64,
}

impl Rollouts {
    fn new(program: Program) -> Self {
        let prepared = Position::prepared(&program);
        Self {
            position: prepared.clone(),
            prepared,
            program,
            random: Random::new(1),
            games: 0,
        }
    }

    fn play_many(&mut self, games: u64) -> i64 {
        (0..games).map(|_| self.play()).sum()
    }

    /// Plays a game; gives the score of the first seat and how many choices were made.
    fn play(&mut self) -> i64 {
        let (program, position) = (&self.program, &mut self.position);
        position.restart_from(program, &self.prepared, derived(1, self.games));
        self.games += 1;
        let mut choices = 0;
        loop {
            let count = position.choices().len();
            if count == 0 {
                return position.scores(program)[0] + choices;
            }
            let number = self.random.below(count as u32) as usize;
            position.play_unchecked(program, number);
            choices += 1;
        }
    }
}
