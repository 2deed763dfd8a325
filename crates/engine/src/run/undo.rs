//! Going back to an earlier table.

use crate::position::Remembered;
use crate::table::Table;

pub(super) fn remember(table: &Table, remembered: &mut Vec<Remembered>) {
    remembered.push(Remembered {
        cards: table.cards.clone(),
        piles: table.piles.clone(),
        cells: table.cells.clone(),
        chance: table.chance.clone(),
    });
}

/// False if nothing was remembered. Chance that was drawn stays drawn.
pub(super) fn go_back(table: &mut Table, remembered: &mut Vec<Remembered>) -> bool {
    let Some(earlier) = remembered.pop() else {
        return false;
    };
    // Copied into place: machine code knows where the table is.
    table.cards.copy_from_slice(&earlier.cards);
    table.piles.copy_from_slice(&earlier.piles);
    table.cells.copy_from_slice(&earlier.cells);
    true
}

/// As [`go_back`], after a trial: chance that was drawn was not.
pub(super) fn end_try(table: &mut Table, remembered: &mut Vec<Remembered>) -> bool {
    let chance = remembered.last().map(|earlier| earlier.chance.clone());
    let gone_back = go_back(table, remembered);
    if let Some(chance) = chance {
        table.chance = chance;
    }
    gone_back
}
