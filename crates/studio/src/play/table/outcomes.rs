//! The outcome of answers that are no cards, in values that the table shows: "Aura 3 → 1"; and whether an answer ends the
//! game for certain without winning it, so that it is to be asked about first.
//!
//! It is tried in worlds that are dealt from what the seat knows, never in the game itself: what is told is what happens in
//! all of them, so that nothing hidden can be learned from it.

use super::{Table, worlds};
use crate::speaker::Speaker;
use crate::wire::{Choice, ChoiceKind, Decision, ShownValue};
use engine::ids::Seat;
use engine::position::Position;

/// A question with more answers than this tells no outcomes.
const MOST_CHOICES: usize = 8;
/// An answer that changes more than this is not told in a line.
const MOST_CHANGES: usize = 3;

/// Marks answers with what they change for certain.
pub(super) fn mark(
    table: &Table,
    speaker: &Speaker<'_>,
    viewer: Seat,
    code: &str,
    decision: &mut Decision,
) {
    let Decision::Choose { choices, .. } = decision else {
        return;
    };
    let is_asked = |choice: &Choice| {
        matches!(choice.kind, ChoiceKind::Option | ChoiceKind::Pass) && choice.cards.is_empty()
    };
    if choices.len() > MOST_CHOICES || !choices.iter().any(is_asked) {
        return;
    }
    let worlds = worlds::dealt(table, viewer);
    if worlds.is_empty() {
        return;
    }
    for choice in choices.iter_mut().filter(|it| is_asked(it)) {
        let mut ends = worlds
            .iter()
            .map(|world| is_lost(table, viewer, world, choice.number as usize));
        choice.ends |= ends.all(|ends| ends);
        if choice.kind == ChoiceKind::Pass {
            continue;
        }
        let mut told = worlds
            .iter()
            .map(|world| changes(table, speaker, viewer, code, world, choice.number as usize));
        let Some(first) = told.next() else { return };
        if first.len() <= MOST_CHANGES && told.all(|other| other == first) {
            choice.outcome = first;
        }
    }
}

/// True if a choice ends the game at once, and the seat has not won.
fn is_lost(table: &Table, viewer: Seat, world: &Position, choice: usize) -> bool {
    let mut after = world.clone();
    after.play_unchecked(&table.game.program, choice);
    after.is_over() && !after.winners(&table.game.program).contains(&viewer.0)
}

fn changes(
    table: &Table,
    speaker: &Speaker<'_>,
    viewer: Seat,
    code: &str,
    world: &Position,
    choice: usize,
) -> Vec<String> {
    let values = |position: &Position| -> Vec<ShownValue> {
        speaker.values(&position.view_in(&table.game.program, viewer, code))
    };
    let mut after = world.clone();
    after.play_unchecked(&table.game.program, choice);
    let pairs = values(world).into_iter().zip(values(&after));
    let changed = pairs.filter(|(old, new)| old.number.is_some() && old.number != new.number);
    changed
        .map(|(old, new)| {
            let name = speaker.narrator().labelled(&old.name, old.owner, old.team);
            format!("{name} {} → {}", old.value, new.value)
        })
        .collect()
}
