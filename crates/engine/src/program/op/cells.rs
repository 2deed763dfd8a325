//! Cells that an op reads or writes by its operands, as the table of ops says.

use std::ops::Range;

use crate::ids::{Cell, Constant};
use crate::program::LIST_CELLS;

/// An op's use of cells. Cells of turns, phases and marks that follow from what an op does to the game are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellAccess {
    /// Reading or writing.
    pub access: Access,
    /// The cells.
    pub cells: Cells,
}

/// The way in which an op uses cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Their values are read.
    Reads,
    /// They get other values, whatever they were.
    Writes,
    /// They are changed: the new value depends on the old one.
    Updates,
    /// A flag of the compiler is cleared; it follows from what the op beside it does.
    Notes,
}

/// The cells that an op uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cells {
    /// One cell.
    One(Cell),
    /// One of so many cells.
    Span(Cell, u16),
    /// One of so many lists; none means one list.
    Lists(Cell, u8),
    /// A cell for each card.
    PerCard(Cell),
    /// A cell for each value of a constant.
    Filled(Cell, Constant),
    /// A table: a constant has the cell that counts the rows, their largest number, and the first cell of each part.
    Rows(Constant),
}

impl CellAccess {
    /// True if the op depends on the values of the cells.
    pub fn reads(&self) -> bool {
        match self.access {
            Access::Reads | Access::Updates => true,
            Access::Writes | Access::Notes => false,
        }
    }

    /// True if the op changes a value that a game has in the cells.
    pub fn writes(&self) -> bool {
        match self.access {
            Access::Writes | Access::Updates => true,
            Access::Reads | Access::Notes => false,
        }
    }
}

impl Cells {
    /// Calls `visit` with every run of cells that may be used.
    pub fn each_range(
        self,
        cards: usize,
        constants: &[Vec<i64>],
        visit: &mut dyn FnMut(Range<usize>),
    ) {
        let mut run = |first: usize, count: usize| visit(first..first + count);
        match self {
            Self::One(cell) => run(cell.index(), 1),
            Self::Span(first, count) => run(first.index(), count.into()),
            Self::Lists(first, count) => {
                let count = u16::from(count).max(1) * LIST_CELLS;
                run(first.index(), count.into());
            }
            Self::PerCard(first) => run(first.index(), cards),
            Self::Filled(first, values) => {
                run(
                    first.index(),
                    constants.get(values.index()).map_or(0, Vec::len),
                );
            }
            Self::Rows(rows) => {
                let rows = constants.get(rows.index()).map(Vec::as_slice);
                if let Some([count, most, parts @ ..]) = rows {
                    run(*count as usize, 1);
                    for first in parts {
                        run(*first as usize, *most as usize);
                    }
                }
            }
        }
    }
}
