//! The registers that are still needed where a routine may wait, and what they hold.
//!
//! A position that waits may be hashed, compared and redealt: what counts are the registers that will be read
//! before they are written again. [`registers`] finds them from the ops alone, so that a compiler has nothing
//! to keep books about:
//!
//! - a register is needed at a place if some way on from there reads it before writing it. A routine's
//!   arguments are those it reads before writing; a call leaves nothing of the caller's registers from its
//!   `at` on but the first one, in which the routine has put what it computed;
//! - what a register holds follows from the ops that wrote it. Where they disagree, nothing is known:
//!   `ValueKind::Any`.

mod held;
mod needed;
mod taint;

use std::collections::BTreeMap;

use held::{Held, held};
use needed::needed;

pub use needed::Slots;
pub(crate) use taint::{ANSWER, FACE, VALUE};
pub use taint::{Taint, taint};

use crate::ids::{Pc, Slot};
use crate::op::Op;
use crate::program::{Program, ValueKind};

/// The registers that an op reads and those it writes. A call reads those of the routine it calls, which are
/// not among them.
pub fn reads_and_writes(op: &Op) -> (Vec<Slot>, Vec<Slot>) {
    let flow = op.flow();
    let writes = flow.writes().chain(flow.unless_jumping());
    (flow.reads().collect(), writes.collect())
}

/// The registers that an op writes wherever it goes on.
pub fn overwrites(op: &Op) -> Vec<Slot> {
    op.flow().writes().collect()
}

/// For each op, the registers that will be read before they are written again when it begins; all of them where
/// that is not known.
pub fn needed_registers(program: &Program) -> Vec<Slots> {
    needed::needed_before(program, &routines(program))
}

/// The registers that are still needed where a routine may wait.
#[derive(Debug, Clone, Default)]
pub struct Live {
    /// For each op, which of the places it is where a routine goes on: asked for at each decision. 0 if it is
    /// none.
    numbers: Vec<u32>,
    /// The registers of these places in order, each with what it holds.
    registers: Vec<Vec<(Slot, ValueKind)>>,
}

impl Live {
    /// The registers that are needed from a place on; nothing if no routine waits there.
    #[inline]
    pub(crate) fn at(&self, pc: Pc) -> Option<&[(Slot, ValueKind)]> {
        let number = *self.numbers.get(pc.index())?;
        let registers = self.registers.get((number as usize).checked_sub(1)?)?;
        Some(registers)
    }

    fn add(&mut self, at: Pc, registers: Vec<(Slot, ValueKind)>) {
        self.registers.push(registers);
        let count = self.numbers.len().max(at.index() + 1);
        self.numbers.resize(count, 0);
        self.numbers[at.index()] = self.registers.len() as u32;
    }
}

/// The registers that are needed after every op that may wait.
pub fn registers(program: &Program) -> Live {
    let routines = routines(program);
    let needed = needed(program, &routines);
    let held = held(program, &routines);
    let waiting = program.ops.iter().enumerate();
    let waiting = waiting.filter(|(_, op)| waits(op).is_some());
    // An op that cannot be reached needs nothing.
    let mut live: BTreeMap<Pc, BTreeMap<Slot, Held>> = waiting
        .map(|(pc, _)| (Pc(pc as u32 + 1), BTreeMap::new()))
        .collect();
    for (number, routine) in routines.iter().enumerate() {
        for pc in routine.ops.iter().copied() {
            let Some((from, below)) = waits(&program.ops[pc.index()]) else {
                continue;
            };
            let registers = live.entry(Pc(pc.0 + 1)).or_default();
            // Registers that the answer or the routine will write hold nothing yet.
            // What a routine leaves to one caller seems to be needed by every caller: not beyond its registers.
            let below = below.min(usize::from(program.frame));
            let slots = (0..below).filter(|slot| {
                needed[number].after[&pc].has(Slot(*slot as u8))
                    && !from.contains(&Some(Slot(*slot as u8)))
            });
            for slot in slots {
                let found = held[number][&pc].get(slot);
                let known = registers.entry(Slot(slot as u8)).or_default();
                *known = known.or(found);
            }
        }
    }
    let mut found = Live::default();
    for (at, registers) in live {
        let registers = registers.into_iter();
        let registers = registers.map(|(slot, held)| (slot, held.sort()));
        found.add(at, registers.collect());
    }
    found
}

/// For an op that may wait: the registers that are written by the answer, and how many of the routine's
/// registers are its own meanwhile.
fn waits(op: &Op) -> Option<([Option<Slot>; 2], usize)> {
    match *op {
        Op::Ask { meaning, value, .. } => Some(([Some(meaning), Some(value)], 256)),
        Op::Call { at, .. } => Some(([Some(at), None], at.index())),
        mut op => op.waits().then(|| ([op.result().copied(), None], 256)),
    }
}

/// The ops that a routine may reach without calling another one or returning.
struct Routine {
    entry: Pc,
    ops: Vec<Pc>,
}

fn routines(program: &Program) -> Vec<Routine> {
    let called = program.ops.iter().filter_map(|op| match *op {
        Op::Call { routine, .. } => Some(routine),
        _ => None,
    });
    let mut entries: Vec<Pc> = called.chain(leave_targets(program)).collect();
    entries.push(program.start);
    entries.sort();
    entries.dedup();
    let routines = entries.into_iter().map(|entry| Routine {
        entry,
        ops: reachable(program, entry),
    });
    routines.collect()
}

/// Ops at which the first routine resumes after all others were left.
fn leave_targets(program: &Program) -> impl Iterator<Item = Pc> {
    program.ops.iter().filter_map(|op| match *op {
        Op::Leave { to } => Some(to),
        _ => None,
    })
}

fn reachable(program: &Program, entry: Pc) -> Vec<Pc> {
    let mut seen = vec![false; program.ops.len()];
    let mut waiting = vec![entry];
    while let Some(pc) = waiting.pop() {
        if pc.index() < seen.len() && !seen[pc.index()] {
            seen[pc.index()] = true;
            waiting.extend(successors(program, pc));
        }
    }
    let all = (0..program.ops.len() as u32).map(Pc);
    all.filter(|pc| seen[pc.index()]).collect()
}

/// Successors of an op in its routine; after a call, where the routine resumes when that is over. Where a program
/// goes on after all routines were left is no successor: see `leave_targets`.
pub fn successors(program: &Program, pc: Pc) -> Vec<Pc> {
    let mut op = program.ops[pc.index()];
    let next = Pc(pc.0 + 1);
    if let Op::Leave { .. } = op {
        return Vec::new();
    }
    if let Op::Call { otherwise, .. } = op {
        return vec![next, otherwise];
    }
    if let Op::Switch { places, .. } = op {
        let places = program.constants.get(places.index());
        let places = places.into_iter().flatten();
        let places = places.map(|place| Pc(u32::try_from(*place).unwrap_or(u32::MAX)));
        return places.chain([next]).collect();
    }
    let mut all = if op.ends() { Vec::new() } else { vec![next] };
    op.targets(&mut |target| all.push(*target));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::small;

    fn live_after(program: &Program, is: impl Fn(&Op) -> bool) -> Vec<Vec<(u8, ValueKind)>> {
        let ops = program.ops.iter().enumerate();
        let places = ops.filter(|(_, op)| is(op));
        let registers = places.map(|(pc, _)| {
            let live = program
                .live_at(Pc(pc as u32 + 1))
                .expect("it may wait here");
            live.iter().map(|(slot, sort)| (slot.0, *sort)).collect()
        });
        registers.collect()
    }

    #[test]
    fn an_answer_that_waits_is_needed_and_what_is_written_again_is_not() {
        let program = small::program();
        let after_asks = live_after(&program, |op| matches!(op, Op::Ask { .. }));
        assert_eq!(after_asks, [vec![], vec![(5, ValueKind::Card)], vec![]],);
        let after_pairs = live_after(&small::pairs(), |op| matches!(op, Op::Ask { .. }));
        assert_eq!(
            after_pairs,
            [vec![(1, ValueKind::Cards), (3, ValueKind::Groups)]]
        );
        let after_calls = live_after(&program, |op| matches!(op, Op::Call { .. }));
        assert_eq!(after_calls, [vec![]]);
    }

    #[test]
    fn every_register_that_an_op_reads_is_told() {
        let [to, list, least, numbers, keys] = [0, 1, 2, 3, 4].map(Slot);
        let runs = Op::Runs {
            to,
            list,
            least,
            numbers,
            keys,
        };
        let (reads, writes) = reads_and_writes(&runs);
        assert_eq!(reads, [list, least, numbers, keys]);
        assert_eq!(writes, [to]);
    }
}
