//! Turns: the next player, and the phases of a turn.

use crate::ids::NOTHING;
use crate::program::{Program, cells};
use crate::table::Table;

/// The seat whose turn comes next: the latest extra turn, or the next seat; those who must miss a turn or
/// are out do not count.
pub(super) fn next(program: &Program, table: &mut Table) -> i64 {
    if program.direction == 0 {
        return table.cells[cells::CURRENT.index()];
    }
    while let Some(seat) = take_extra(table) {
        if !misses(table, seat) {
            return seat as i64;
        }
    }
    let seats = i64::from(program.seats);
    let direction = table.cells[cells::DIRECTION.index()];
    let mut seat = table.cells[cells::LAST_OWN.index()];
    // Everyone may have to miss a turn several times; nobody misses more than they were told to.
    loop {
        seat = (seat + direction).rem_euclid(seats);
        if !misses(table, seat as usize) {
            table.cells[cells::LAST_OWN.index()] = seat;
            return seat;
        }
        let out = table.cells[cells::OUT.index()];
        if out.count_ones() >= u32::from(program.seats) {
            return seat;
        }
    }
}

/// True if a seat misses this turn; a miss is used up.
fn misses(table: &mut Table, seat: usize) -> bool {
    if table.cells[cells::OUT.index()] >> seat & 1 == 1 {
        return true;
    }
    let skips = &mut table.cells[cells::SKIPS.index() + seat];
    let misses = *skips > 0;
    *skips -= i64::from(misses);
    misses
}

fn take_extra(table: &mut Table) -> Option<usize> {
    let first = cells::EXTRA.index();
    let waiting = table.cells[first] as usize;
    if waiting == 0 {
        return None;
    }
    table.cells[first] -= 1;
    Some(std::mem::take(&mut table.cells[first + waiting]) as usize)
}

/// An extra turn; false if too many wait.
pub(super) fn add_extra(table: &mut Table, seat: usize) -> bool {
    let first = cells::EXTRA.index();
    let waiting = table.cells[first] as usize;
    if waiting == cells::MOST_EXTRA {
        return false;
    }
    table.cells[first] += 1;
    table.cells[first + waiting + 1] = seat as i64;
    true
}

/// The cells of the plan: how many phases, the position of the next one, the phases.
fn planned(table: &mut Table) -> (&mut [i64], &mut [i64]) {
    let first = cells::PLAN.index();
    let (head, phases) = table.cells[first..].split_at_mut(2);
    (head, &mut phases[..cells::MOST_PHASES])
}

pub(super) fn plan(table: &mut Table, phases: &[i64]) {
    let (head, plan) = planned(table);
    plan.fill(0);
    plan[..phases.len()].copy_from_slice(phases);
    head[0] = phases.len() as i64;
    head[1] = 0;
}

pub(super) fn next_phase(table: &mut Table) -> Option<i64> {
    let (head, plan) = planned(table);
    let next = head[1];
    if next >= head[0] {
        return None;
    }
    head[1] += 1;
    Some(plan[next as usize])
}

/// Makes a phase the next one: the next of that name after the current, or else the first.
pub(super) fn go_to(table: &mut Table, phase: u16) -> bool {
    let (head, plan) = planned(table);
    let plan = &plan[..head[0] as usize];
    let is = |place: &usize| plan[*place] == i64::from(phase);
    let next = head[1] as usize;
    let found = (next..plan.len())
        .find(is)
        .or_else(|| (0..plan.len()).find(is));
    if let Some(place) = found {
        head[1] = place as i64;
    }
    found.is_some()
}

/// Adds a phase after the first phase called `after` that is not over: `Some(false)` if that is not part of
/// this turn, `None` if there are too many.
pub(super) fn insert(table: &mut Table, after: u16, phase: u16) -> Option<bool> {
    let (head, plan) = planned(table);
    let (count, next) = (head[0] as usize, head[1] as usize);
    let is = |place: &usize| plan[*place] == i64::from(after);
    let Some(place) = (next.saturating_sub(1)..count).find(is) else {
        return Some((0..count).any(|place| is(&place)));
    };
    if count == cells::MOST_PHASES {
        return None;
    }
    plan[place + 1..=count].rotate_right(1);
    plan[place + 1] = i64::from(phase);
    head[0] += 1;
    Some(true)
}

/// Takes every phase of that name that has not begun out of this turn.
pub(super) fn remove(table: &mut Table, phase: u16) {
    let (head, plan) = planned(table);
    let mut place = head[1] as usize;
    while place < head[0] as usize {
        if plan[place] == i64::from(phase) {
            plan[place..head[0] as usize].rotate_left(1);
            head[0] -= 1;
            plan[head[0] as usize] = 0;
        } else {
            place += 1;
        }
    }
}

/// The number of phases that this turn has left.
pub(super) fn left(table: &mut Table) -> i64 {
    let (head, _) = planned(table);
    head[0] - head[1]
}

/// Takes seats out of the game. Gives those who are left if they are all on one side, and nothing otherwise.
pub(super) fn lose(program: &Program, table: &mut Table, seats: i64) -> i64 {
    table.cells[cells::OUT.index()] |= seats;
    let out = table.cells[cells::OUT.index()];
    let left = (0..program.seats).filter(|seat| out >> seat & 1 == 0);
    let mut team = None;
    let mut bits = 0;
    for seat in left {
        let own = program.teams[usize::from(seat)];
        if *team.get_or_insert(own) != own {
            return NOTHING;
        }
        bits |= 1 << seat;
    }
    bits
}
