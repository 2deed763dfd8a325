//! Worlds in which answers are tried: dealt from what a seat knows, so that nothing hidden can be learned from them.

use super::Table;
use engine::hidden::Hidden;
use engine::ids::Seat;
use engine::position::Position;
use engine::random::Random;

/// So many worlds are tried.
const WORLDS: u64 = 3;

/// Worlds that give the seat the same view as the game; none where a trial would tell what the seat must not know.
pub(super) fn dealt(table: &Table, viewer: Seat) -> Vec<Position> {
    if table.uploaded || hides_more_than_cards(table, viewer) {
        return Vec::new();
    }
    let worlds = (1..=WORLDS).map(|seed| {
        let mut random = Random::new(seed);
        let mut world = table
            .game
            .position
            .redeal(&table.game.program, viewer, &mut random);
        world.reseed(seed);
        world
    });
    worlds.collect()
}

/// True if something besides cards is hidden from a seat: values, what waits, answers that others gave in secret. A redeal
/// leaves it as it is, so that a trial would tell it.
fn hides_more_than_cards(table: &Table, viewer: Seat) -> bool {
    let program = &table.game.program;
    Hidden::of(program, viewer).is_in(&table.game.position)
        || table.game.position.secrets_held(program).any()
}
