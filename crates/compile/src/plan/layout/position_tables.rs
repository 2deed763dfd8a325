//! Small tables that a position keeps: waiting abilities, durations, links of a chain.
//!
//! A table has rows, the oldest first, and each row some parts. Its cells are one that counts the rows and, for
//! each part, as many as there may be rows.

use engine::ids::{Cell, Constant, Slot};
use engine::program::{RowsInfo, Text, ValueKind, VariableInfo};

use crate::compiler::Compiler;

/// A table of the position: rows in cells, and the cell that counts them.
#[derive(Debug, Clone, Default)]
pub(crate) struct PositionTable {
    /// The cell that counts the rows.
    pub(crate) count: Cell,
    /// The largest number of rows.
    pub(crate) most: u16,
    /// The first cell of each part.
    pub(crate) parts: Vec<Cell>,
    /// The operand of [`RemoveRow`](engine::op::Op::RemoveRow).
    pub(crate) constant: Constant,
}

impl PositionTable {
    /// The number of parts that a row has.
    pub(crate) fn width(&self) -> usize {
        self.parts.len()
    }

    /// Cell of a part of the first row; those of the others follow.
    pub(crate) fn part(&self, part: usize) -> Cell {
        self.parts[part]
    }
}

impl Compiler<'_> {
    /// Lays out a table for so many rows, with parts of these sorts.
    pub(crate) fn new_table(
        &mut self,
        name: &str,
        most: u16,
        sorts: &[ValueKind],
    ) -> PositionTable {
        let count = self.plan.layout.new_cell();
        let mut parts = Vec::new();
        for sort in sorts {
            let first = self.plan.layout.new_cells(most);
            parts.push(first);
            self.plan.program.variables.push(VariableInfo {
                name: Text {
                    id: name.to_owned(),
                    texts: Vec::new(),
                },
                first: first.0,
                owners: most,
                sort: *sort,
                items: ValueKind::Any,
                internal: true,
                ..VariableInfo::default()
            });
        }
        self.plan.program.rows.push(RowsInfo {
            count,
            most,
            parts: parts.clone(),
        });
        let mut table = vec![i64::from(count.0), i64::from(most)];
        table.extend(parts.iter().map(|part| i64::from(part.0)));
        let constant = self.code.constant(table);
        let rows = PositionTable {
            count,
            most,
            parts,
            constant,
        };
        self.plan.tables.push(rows.clone());
        rows
    }

    /// One part of the row at an index.
    pub(crate) fn part_of_row(&mut self, rows: &PositionTable, index: Slot, part: usize) -> Slot {
        let to = self.code.slot();
        self.load_part(rows, index, part, to);
        to
    }
}
