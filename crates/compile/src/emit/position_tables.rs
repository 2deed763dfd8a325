//! PositionTable of position tables: added, read, changed, iterated and removed.

use engine::ids::{NOTHING, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::Value;
use crate::plan::layout::position_tables::PositionTable;

impl<'g> Compiler<'g> {
    /// All tables are empty.
    pub(crate) fn write_empty_tables(&mut self) {
        for rows in self.plan.tables.clone() {
            let values = self.code.constant(vec![NOTHING; usize::from(rows.most)]);
            for first in rows.parts {
                self.code.reset_all(first, values);
            }
        }
    }

    /// Adds a row; goes to `full` if there is no room.
    pub(crate) fn add_row(&mut self, rows: &PositionTable, values: &[Value], full: Label) {
        let taken = self.code.taken();
        let index = self.code.slot();
        self.code.load(index, rows.count);
        for (part, value) in rows.parts.iter().zip(values) {
            let inner = self.code.taken();
            let from = self.slot(*value);
            self.code.store_at(*part, index, rows.most, from, full);
            self.code.free(inner);
        }
        self.code.add_to_cell(rows.count, 1, full);
        self.code.free(taken);
    }

    /// Puts one part of the row at an index into a register.
    pub(crate) fn load_part(&mut self, rows: &PositionTable, index: Slot, part: usize, to: Slot) {
        self.code.load_at(to, rows.parts[part], index, rows.most);
    }

    /// Changes one part of the row at an index.
    pub(crate) fn set_part(
        &mut self,
        rows: &PositionTable,
        index: Slot,
        part: usize,
        value: Value,
    ) {
        let taken = self.code.taken();
        let next = self.code.label();
        let from = self.slot(value);
        self.code
            .store_at(rows.parts[part], index, rows.most, from, next);
        self.code.bind(next);
        self.code.free(taken);
    }

    /// Takes out the row at an index.
    pub(crate) fn remove_row(&mut self, rows: &PositionTable, index: Slot) {
        self.code.remove_row(rows.constant, index);
    }

    /// Goes on if there are rows.
    pub(crate) fn require_rows(&mut self, rows: &PositionTable, otherwise: Label) {
        self.code.unless_cell_is_not(rows.count, 0, otherwise);
    }

    /// Goes through the rows, the oldest first. The body gets the index of the row and where the next one
    /// begins. No row is taken out meanwhile: [`Self::remove_rows`] does that.
    pub(crate) fn each_row(
        &mut self,
        rows: &PositionTable,
        body: &mut dyn FnMut(&mut Compiler<'g>, Slot, Label),
    ) {
        let taken = self.code.taken();
        let (index, next_index, limit) = (self.code.slot(), self.code.slot(), self.code.slot());
        self.set(next_index, 0);
        let next = self.code.here();
        let done = self.code.label();
        self.code.load(limit, rows.count);
        self.code.each_number(next_index, limit, index, done);
        let inner = self.code.taken();
        body(self, index, next);
        self.code.free(inner);
        self.code.jump(next);
        self.code.bind(done);
        self.code.free(taken);
    }

    /// Takes out every row for which `body` goes on; it goes to the label for rows that stay.
    pub(crate) fn remove_rows(
        &mut self,
        rows: &PositionTable,
        body: &mut dyn FnMut(&mut Compiler<'g>, Slot, Label),
    ) {
        let taken = self.code.taken();
        let (index, limit) = (self.code.slot(), self.code.slot());
        self.set(index, 0);
        let again = self.code.here();
        let (stays, done) = (self.code.label(), self.code.label());
        self.code.load(limit, rows.count);
        self.code.unless_less(index, limit, done);
        let inner = self.code.taken();
        body(self, index, stays);
        self.code.free(inner);
        self.remove_row(rows, index);
        self.code.jump(again);
        self.code.bind(stays);
        self.code.add_number(index, index, 1);
        self.code.jump(again);
        self.code.bind(done);
        self.code.free(taken);
    }
}
