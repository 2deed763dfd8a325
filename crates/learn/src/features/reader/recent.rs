//! Moves of the past as rows: who made which, and how long ago.

use crate::features::rows::Viewpoint;
use crate::features::vocabulary::Table;
use engine::position::Position;
use engine::recent::KEPT;
use nets::Ragged;

/// The rows of the moves that everybody saw.
#[derive(Debug)]
pub(super) struct RecentRows {
    /// The number of moves that are written.
    memory: usize,
    seats: usize,
    meanings: usize,
    /// By age, seat and move.
    rows: Vec<u32>,
}

impl RecentRows {
    pub(super) fn new(viewpoint: &Viewpoint<'_>, memory: usize, table: &mut Table) -> Self {
        let program = viewpoint.program;
        let memory = memory.min(KEPT);
        let mut rows = Vec::new();
        for age in 0..memory {
            for seat in 0..program.seats {
                let player = viewpoint.player(seat);
                rows.extend(program.meanings.iter().map(|meaning| {
                    let made = format!("{} {}", meaning.kind.feature_word(), meaning.name.id);
                    table.row(&format!("recent {age} {player} {made}"))
                }));
            }
        }
        Self {
            memory,
            seats: usize::from(program.seats),
            meanings: program.meanings.len(),
            rows,
        }
    }

    /// Writes the moves.
    pub(super) fn observe(&self, position: &Position, to: &mut Ragged) {
        let moves = position.recent_moves().newest_first().take(self.memory);
        for (age, made) in moves.enumerate() {
            let of_seat = age * self.seats + made.seat.index();
            to.push(
                self.rows[of_seat * self.meanings + made.meaning.index()],
                1.0,
            );
        }
    }
}
