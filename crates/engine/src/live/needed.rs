//! Which registers will be read before they are written again.

use std::collections::BTreeMap;

use super::flow::flow;
use super::{Routine, leave_targets, successors};
use crate::ids::{Pc, Slot};
use crate::op::Op;
use crate::program::Program;

/// A set of registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Slots([u64; 4]);

impl Slots {
    pub(super) fn has(&self, slot: Slot) -> bool {
        self.0[slot.index() / 64] >> (slot.index() % 64) & 1 == 1
    }

    fn add(&mut self, slot: Slot) {
        self.0[slot.index() / 64] |= 1 << (slot.index() % 64);
    }

    fn remove(&mut self, slot: Slot) {
        self.0[slot.index() / 64] &= !(1 << (slot.index() % 64));
    }

    fn add_all(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
    }

    /// Those from `first` on, counted from there.
    fn from(&self, first: Slot) -> Self {
        let mut shifted = Self::default();
        for slot in first.0..=255 {
            if self.has(Slot(slot)) {
                shifted.add(Slot(slot - first.0));
            }
        }
        shifted
    }

    /// The same registers of a routine that begins at `first`.
    fn moved_to(&self, first: Slot) -> Self {
        let mut shifted = Self::default();
        for slot in 0..=255 - first.0 {
            if self.has(Slot(slot)) {
                shifted.add(Slot(slot + first.0));
            }
        }
        shifted
    }

    fn below(&self, end: Slot) -> Self {
        let mut below = *self;
        for slot in end.0..=255 {
            below.remove(Slot(slot));
        }
        below
    }
}

/// For a routine, which registers are needed before and after each op.
#[derive(Default)]
pub(super) struct Needed {
    before: BTreeMap<Pc, Slots>,
    pub(super) after: BTreeMap<Pc, Slots>,
    /// Which registers the callers need of it.
    results: Slots,
}

pub(super) fn needed(program: &Program, routines: &[Routine]) -> Vec<Needed> {
    let mut all: Vec<Needed> = routines.iter().map(|_| Needed::default()).collect();
    let number_of = |entry: Pc| routines.iter().position(|routine| routine.entry == entry);
    let left: Vec<Pc> = leave_targets(program).collect();
    let mut changed = true;
    while changed {
        changed = false;
        // What is needed after leaving all routines is needed in the first one all the time.
        let mut kept = Slots::default();
        for target in &left {
            let needed = number_of(*target).and_then(|number| all[number].before.get(target));
            kept.add_all(&needed.copied().unwrap_or_default());
        }
        for (number, routine) in routines.iter().enumerate() {
            let is_first = routine.entry == program.start || left.contains(&routine.entry);
            for pc in routine.ops.iter().rev().copied() {
                let op = program.ops[pc.index()];
                let mut after = if is_first { kept } else { Slots::default() };
                let flow = flow(&op);
                for next in successors(program, pc) {
                    let Some(mut before) = all[number].before.get(&next).copied() else {
                        continue;
                    };
                    if let Some(written) = flow.unless_jumping()
                        && next.0 == pc.0 + 1
                    {
                        before.remove(written);
                    }
                    after.add_all(&before);
                }
                if matches!(op, Op::Return {} | Op::Fail {}) {
                    after.add_all(&all[number].results);
                }
                let mut before = after;
                if let Op::Call { routine, at, .. } = op {
                    before = after.below(at);
                    if let Some(called) = number_of(routine) {
                        let mut results = all[called].results;
                        results.add_all(&after.from(at));
                        changed |= results != all[called].results;
                        all[called].results = results;
                        let arguments = all[called].before.get(&routine);
                        let arguments = arguments.copied().unwrap_or_default();
                        before.add_all(&arguments.moved_to(at));
                    }
                }
                for slot in flow.writes() {
                    before.remove(slot);
                }
                for slot in flow.reads() {
                    before.add(slot);
                }
                all[number].after.insert(pc, after);
                let earlier = all[number].before.insert(pc, before);
                changed |= earlier != Some(before);
            }
        }
    }
    all
}
