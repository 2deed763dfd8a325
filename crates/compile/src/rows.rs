//! Small tables that a position keeps: what waits, what lasts, what a chain is made of.
//!
//! A table has rows, the oldest first, and each row some parts. Its cells are one that counts the rows and, for
//! each part, as many as there may be rows.

use engine::ids::{Cell, Constant, NOTHING, Slot};
use engine::op::Op;
use engine::program::{RowsInfo, Sort, Text, VariableInfo};

use crate::code::Label;
use crate::compiler::Compiler;
use crate::scope::Value;

/// Where the rows of a table lie.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rows {
    /// How many there are.
    pub(crate) count: Cell,
    /// How many there may be.
    most: u16,
    /// The first cell of each part.
    parts: Vec<Cell>,
    /// What [`Op::RemoveRow`] needs to know.
    constant: Constant,
}

impl Rows {
    /// How many parts a row has.
    pub(crate) fn width(&self) -> usize {
        self.parts.len()
    }

    /// Where a part of the first row lies; those of the others follow.
    pub(crate) fn part(&self, part: usize) -> Cell {
        self.parts[part]
    }
}

impl<'g> Compiler<'g> {
    /// Lays out a table for so many rows, with parts of these sorts.
    pub(crate) fn new_rows(&mut self, name: &str, most: u16, sorts: &[Sort]) -> Rows {
        let count = self.layout.new_cell();
        let mut parts = Vec::new();
        for sort in sorts {
            let first = self.layout.new_cells(most);
            parts.push(first);
            self.program.variables.push(VariableInfo {
                name: Text {
                    id: name.to_owned(),
                    texts: Vec::new(),
                },
                first: first.0,
                owners: most,
                sort: *sort,
                items: Sort::Any,
                internal: true,
                ..VariableInfo::default()
            });
        }
        self.program.rows.push(RowsInfo {
            count,
            most,
            parts: parts.clone(),
        });
        let mut table = vec![i64::from(count.0), i64::from(most)];
        table.extend(parts.iter().map(|part| i64::from(part.0)));
        let constant = self.code.constant(table);
        let rows = Rows {
            count,
            most,
            parts,
            constant,
        };
        self.tables.push(rows.clone());
        rows
    }

    /// All tables are empty.
    pub(crate) fn write_empty_tables(&mut self) {
        for rows in self.tables.clone() {
            let values = self.code.constant(vec![NOTHING; usize::from(rows.most)]);
            for first in rows.parts {
                self.code.emit(Op::ResetAll { first, values });
            }
        }
    }

    /// Adds a row; goes to `full` if there is no room.
    pub(crate) fn add_row(&mut self, rows: &Rows, values: &[Value], full: Label) {
        let taken = self.code.taken();
        let index = self.code.slot();
        self.code.emit(Op::Load {
            to: index,
            cell: rows.count,
        });
        for (part, value) in rows.parts.iter().zip(values) {
            let inner = self.code.taken();
            let from = self.slot(*value);
            self.code.emit(Op::StoreAt {
                first: *part,
                index,
                count: rows.most,
                from,
                otherwise: full.pc(),
            });
            self.code.free(inner);
        }
        self.code.emit(Op::AddToCell {
            cell: rows.count,
            value: 1,
            otherwise: full.pc(),
        });
        self.code.free(taken);
    }

    /// One part of the row at an index.
    pub(crate) fn part_of_row(&mut self, rows: &Rows, index: Slot, part: usize) -> Slot {
        let to = self.code.slot();
        self.load_part(rows, index, part, to);
        to
    }

    /// Puts one part of the row at an index into a register.
    pub(crate) fn load_part(&mut self, rows: &Rows, index: Slot, part: usize, to: Slot) {
        self.code.emit(Op::LoadAt {
            to,
            first: rows.parts[part],
            index,
            count: rows.most,
        });
    }

    /// Changes one part of the row at an index.
    pub(crate) fn set_part(&mut self, rows: &Rows, index: Slot, part: usize, value: Value) {
        let taken = self.code.taken();
        let next = self.code.label();
        let from = self.slot(value);
        self.code.emit(Op::StoreAt {
            first: rows.parts[part],
            index,
            count: rows.most,
            from,
            otherwise: next.pc(),
        });
        self.code.bind(next);
        self.code.free(taken);
    }

    /// Takes out the row at an index.
    pub(crate) fn remove_row(&mut self, rows: &Rows, index: Slot) {
        self.code.emit(Op::RemoveRow {
            rows: rows.constant,
            index,
        });
    }

    /// Goes on if there are rows.
    pub(crate) fn require_rows(&mut self, rows: &Rows, otherwise: Label) {
        self.code.emit(Op::UnlessCellIsNot {
            cell: rows.count,
            value: 0,
            to: otherwise.pc(),
        });
    }

    /// Goes through the rows, the oldest first. The body gets the index of the row and where the next one
    /// begins. No row is taken out meanwhile: [`Self::remove_rows`] does that.
    pub(crate) fn each_row(
        &mut self,
        rows: &Rows,
        body: &mut dyn FnMut(&mut Compiler<'g>, Slot, Label),
    ) {
        let taken = self.code.taken();
        let (index, next_index, limit) = (self.code.slot(), self.code.slot(), self.code.slot());
        self.set(next_index, 0);
        let next = self.code.here();
        let done = self.code.label();
        self.code.emit(Op::Load {
            to: limit,
            cell: rows.count,
        });
        self.code.emit(Op::EachNumber {
            index: next_index,
            limit,
            item: index,
            done: done.pc(),
        });
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
        rows: &Rows,
        body: &mut dyn FnMut(&mut Compiler<'g>, Slot, Label),
    ) {
        let taken = self.code.taken();
        let (index, limit) = (self.code.slot(), self.code.slot());
        self.set(index, 0);
        let again = self.code.here();
        let (stays, done) = (self.code.label(), self.code.label());
        self.code.emit(Op::Load {
            to: limit,
            cell: rows.count,
        });
        self.code.emit(Op::UnlessLess {
            a: index,
            b: limit,
            to: done.pc(),
        });
        let inner = self.code.taken();
        body(self, index, stays);
        self.code.free(inner);
        self.remove_row(rows, index);
        self.code.jump(again);
        self.code.bind(stays);
        self.code.emit(Op::AddNumber {
            to: index,
            a: index,
            value: 1,
        });
        self.code.jump(again);
        self.code.bind(done);
        self.code.free(taken);
    }
}
