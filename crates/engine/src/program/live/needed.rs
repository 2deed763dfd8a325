//! The registers that will be read before they are written again.

use std::collections::BTreeMap;

use super::{Routine, leave_targets, successors};
use crate::ids::{Pc, Slot};
use crate::op::Op;
use crate::program::Program;

/// A set of registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Slots([u64; 4]);

impl Slots {
    /// Every register that a routine may have.
    const ALL: Self = Self([u64::MAX; 4]);

    /// True if a register is among them.
    pub fn has(&self, slot: Slot) -> bool {
        self.0[slot.index() / 64] >> (slot.index() % 64) & 1 == 1
    }

    /// Adds a register to the set.
    pub fn add(&mut self, slot: Slot) {
        self.0[slot.index() / 64] |= 1 << (slot.index() % 64);
    }

    /// Takes a register out.
    pub fn remove(&mut self, slot: Slot) {
        self.0[slot.index() / 64] &= !(1 << (slot.index() % 64));
    }

    /// Adds all registers of another set.
    pub fn add_all(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
    }

    /// Those from `first` on, counted from there.
    pub(super) fn from(&self, first: Slot) -> Self {
        let (words, bits) = (first.index() / 64, first.index() % 64);
        let mut shifted = Self::default();
        for (place, word) in shifted.0.iter_mut().enumerate() {
            let at = |place: usize| self.0.get(place).copied().unwrap_or(0);
            let low = at(place + words) >> bits;
            let high = at(place + words + 1).checked_shl(64 - bits as u32);
            *word = low | high.unwrap_or(0);
        }
        shifted
    }

    /// The same registers of a routine that begins at `first`.
    pub fn moved_to(&self, first: Slot) -> Self {
        let (words, bits) = (first.index() / 64, first.index() % 64);
        let mut shifted = Self::default();
        for (place, word) in shifted.0.iter_mut().enumerate() {
            let at = |place: Option<usize>| place.map_or(0, |place| self.0[place]);
            let high = at(place.checked_sub(words)) << bits;
            let low = at(place.checked_sub(words + 1)).checked_shr(64 - bits as u32);
            *word = high | low.unwrap_or(0);
        }
        shifted
    }

    /// Those before `end`.
    pub fn below(&self, end: Slot) -> Self {
        let mut below = *self;
        for (place, word) in below.0.iter_mut().enumerate() {
            let bits = end.index().saturating_sub(place * 64).min(64);
            *word &= 1_u64
                .checked_shl(bits as u32)
                .map_or(u64::MAX, |bit| bit - 1);
        }
        below
    }

    fn remove_all(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine &= !theirs;
        }
    }
}

/// Facts about an op that never change.
struct OpFacts {
    successors: Vec<Pc>,
    reads: Slots,
    writes: Slots,
    unless_jumping: Option<Slot>,
}

impl OpFacts {
    fn of(program: &Program, pc: usize) -> Self {
        let flow = program.ops[pc].flow();
        let set = |slots: &mut dyn Iterator<Item = Slot>| {
            let mut set = Slots::default();
            slots.for_each(|slot| set.add(slot));
            set
        };
        Self {
            successors: successors(program, Pc(pc as u32)),
            reads: set(&mut flow.reads()),
            writes: set(&mut flow.writes()),
            unless_jumping: flow.unless_jumping(),
        }
    }
}

/// For a routine, which registers are needed before and after each op.
#[derive(Default)]
pub(super) struct Needed {
    before: BTreeMap<Pc, Slots>,
    pub(super) after: BTreeMap<Pc, Slots>,
    /// The registers that the callers need of it.
    results: Slots,
}

/// For each op, the registers that are needed when it begins, in whichever routine; all of them where no routine
/// is known to come.
pub(super) fn needed_before(program: &Program, routines: &[Routine]) -> Vec<Slots> {
    let mut before: Vec<Option<Slots>> = vec![None; program.ops.len()];
    for needed in needed(program, routines) {
        for (pc, slots) in needed.before {
            let known = before[pc.index()].get_or_insert_default();
            known.add_all(&slots);
        }
    }
    let before = before.into_iter();
    before.map(|slots| slots.unwrap_or(Slots::ALL)).collect()
}

pub(super) fn needed(program: &Program, routines: &[Routine]) -> Vec<Needed> {
    let known: Vec<OpFacts> = (0..program.ops.len())
        .map(|pc| OpFacts::of(program, pc))
        .collect();
    let mut all: Vec<Needed> = routines.iter().map(|_| Needed::default()).collect();
    let numbers: BTreeMap<Pc, usize> = routines
        .iter()
        .enumerate()
        .map(|(number, routine)| (routine.entry, number))
        .collect();
    let left: Vec<Pc> = leave_targets(program).collect();
    // A routine is looked at again if more is needed of it, or of a routine that it calls.
    let mut stale = vec![true; routines.len()];
    let mut kept = Slots::default();
    loop {
        // Registers that are needed after leaving all routines are needed in the first one all the time.
        let mut now = Slots::default();
        for target in &left {
            let needed = numbers
                .get(target)
                .and_then(|number| all[*number].before.get(target));
            now.add_all(&needed.copied().unwrap_or_default());
        }
        let is_first =
            |routine: &Routine| routine.entry == program.start || left.contains(&routine.entry);
        if now != kept {
            kept = now;
            for (number, routine) in routines.iter().enumerate() {
                stale[number] |= is_first(routine);
            }
        }
        let Some(number) = stale.iter().position(|stale| *stale) else {
            return all;
        };
        stale[number] = false;
        let routine = &routines[number];
        let always = if is_first(routine) {
            kept
        } else {
            Slots::default()
        };
        let arguments = all[number].before.get(&routine.entry).copied();
        let more = look_at(program, routine, number, &known, &numbers, always, &mut all);
        for number in more {
            stale[number] = true;
        }
        if all[number].before.get(&routine.entry).copied() != arguments {
            for (other, routine) in routines.iter().enumerate() {
                let mut ops = routine.ops.iter();
                stale[other] |= ops.any(|pc| {
                    matches!(program.ops[pc.index()], Op::Call { routine: called, .. }
                        if numbers.get(&called) == Some(&number))
                });
            }
        }
    }
}

/// Goes through a routine from its end until nothing changes; gives the routines of which more is needed.
fn look_at(
    program: &Program,
    routine: &Routine,
    number: usize,
    known: &[OpFacts],
    numbers: &BTreeMap<Pc, usize>,
    always: Slots,
    all: &mut [Needed],
) -> Vec<usize> {
    let mut more = Vec::new();
    let mut changed = true;
    while changed {
        changed = false;
        for pc in routine.ops.iter().rev().copied() {
            let op = program.ops[pc.index()];
            let own = &known[pc.index()];
            let mut after = always;
            for next in &own.successors {
                let Some(mut before) = all[number].before.get(next).copied() else {
                    continue;
                };
                if let Some(written) = own.unless_jumping
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
                if let Some(called) = numbers.get(&routine).copied() {
                    let mut results = all[called].results;
                    // The result of a routine is in its first register.
                    results.add_all(&after.from(at).below(Slot(1)));
                    if results != all[called].results {
                        all[called].results = results;
                        more.push(called);
                    }
                    let arguments = all[called].before.get(&routine);
                    let arguments = arguments.copied().unwrap_or_default();
                    before.add_all(&arguments.moved_to(at));
                }
            }
            before.remove_all(&own.writes);
            before.add_all(&own.reads);
            all[number].after.insert(pc, after);
            let earlier = all[number].before.insert(pc, before);
            changed |= earlier != Some(before);
        }
    }
    more
}
