//! Register accesses of ops.

use crate::ids::Slot;

/// The registers that an op reads and writes. What an op both reads and writes counts as read.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Flow {
    reads: [Option<Slot>; 5],
    writes: [Option<Slot>; 2],
    unless_jumping: Option<Slot>,
    grown: Option<Slot>,
}

impl Flow {
    pub(crate) fn reads(&self) -> impl Iterator<Item = Slot> + use<> {
        self.reads.into_iter().flatten()
    }

    /// The registers it writes whether it jumps or not.
    pub(crate) fn writes(&self) -> impl Iterator<Item = Slot> + use<> {
        self.writes.into_iter().flatten()
    }

    /// The register it writes unless it jumps.
    pub(crate) fn unless_jumping(&self) -> Option<Slot> {
        self.unless_jumping
    }

    /// The register whose list gets longer.
    pub(crate) fn grown(&self) -> Option<Slot> {
        self.grown
    }

    pub(super) fn read(&mut self, slot: Slot) {
        fill(&mut self.reads, slot);
    }

    pub(super) fn write(&mut self, slot: Slot) {
        fill(&mut self.writes, slot);
    }

    pub(super) fn write_unless_jumping(&mut self, slot: Slot) {
        self.unless_jumping = Some(slot);
    }

    pub(super) fn grow(&mut self, slot: Slot) {
        self.grown = Some(slot);
    }
}

/// Notes a register in the first free place; the tables of ops are tested to have enough.
fn fill(places: &mut [Option<Slot>], slot: Slot) {
    let free = places.iter_mut().find(|place| place.is_none());
    *free.expect("no op of the table reads more than 5 registers or writes more than 2") =
        Some(slot);
}
