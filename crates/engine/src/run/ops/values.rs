//! Values: constants, cells, arithmetic and truth.

use crate::event::{Event, Watch};
use crate::ids::{Cell, Constant, FAILED, NOTHING, Pc, Slot, is_missing};
use crate::run::execution::{Execution, Next, within};

impl<W: Watch> Execution<'_, W> {
    #[inline(always)]
    pub(crate) fn set(&mut self, to: Slot, value: i32) -> Next {
        self.give(to, value.into())
    }

    #[inline(always)]
    pub(crate) fn set_wide(&mut self, to: Slot, value: Constant) -> Next {
        self.give(to, self.program.constants[value.index()][0])
    }

    #[inline(always)]
    pub(crate) fn set_nothing(&mut self, to: Slot) -> Next {
        self.give(to, NOTHING)
    }

    #[inline(always)]
    pub(crate) fn copy(&mut self, to: Slot, from: Slot) -> Next {
        self.give(to, self.value(from))
    }

    #[inline(always)]
    pub(crate) fn load(&mut self, to: Slot, cell: Cell) -> Next {
        self.give(to, self.table.cells[cell.index()])
    }

    #[inline(always)]
    pub(crate) fn store(&mut self, cell: Cell, from: Slot) -> Next {
        self.write(cell, self.value(from))
    }

    #[inline(always)]
    pub(crate) fn set_cell(&mut self, cell: Cell, value: i32) -> Next {
        self.write(cell, value.into())
    }

    #[inline(always)]
    pub(crate) fn load_at(&mut self, to: Slot, first: Cell, index: Slot, count: u16) -> Next {
        let value = match within(self.value(index), count) {
            Some(index) => self.table.cells[first.index() + index],
            None => FAILED,
        };
        self.give(to, value)
    }

    #[inline(always)]
    pub(crate) fn store_at(
        &mut self,
        first: Cell,
        index: Slot,
        count: u16,
        from: Slot,
        otherwise: Pc,
    ) -> Next {
        let Some(index) = within(self.value(index), count) else {
            return self.go(otherwise);
        };
        let cell = Cell(first.0 + index as u16);
        let value = self.value(from);
        let before = std::mem::replace(&mut self.table.cells[cell.index()], value);
        if before != value {
            self.report(Event::Changed { cell, value });
        }
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn remove_row(&mut self, rows: Constant, index: Slot) -> Next {
        let index = self.value(index);
        self.table
            .remove_row(&self.program.constants[rows.index()], index);
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn reset_all(&mut self, first: Cell, values: Constant) -> Next {
        let values = &self.program.constants[values.index()];
        self.table.cells[first.index()..first.index() + values.len()].copy_from_slice(values);
        Next::Op
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, to: Slot, a: Slot, b: Slot) -> Next {
        self.give(to, self.number(a, b, i64::checked_add))
    }

    #[inline(always)]
    pub(crate) fn sub(&mut self, to: Slot, a: Slot, b: Slot) -> Next {
        self.give(to, self.number(a, b, i64::checked_sub))
    }

    #[inline(always)]
    pub(crate) fn mul(&mut self, to: Slot, a: Slot, b: Slot) -> Next {
        self.give(to, self.number(a, b, i64::checked_mul))
    }

    #[inline(always)]
    pub(crate) fn div(&mut self, to: Slot, a: Slot, b: Slot) -> Next {
        self.give(to, self.number(a, b, floor_div))
    }

    #[inline(always)]
    pub(crate) fn modulo(&mut self, to: Slot, a: Slot, b: Slot) -> Next {
        self.give(to, self.number(a, b, floor_mod))
    }

    #[inline(always)]
    pub(crate) fn add_number(&mut self, to: Slot, a: Slot, value: i32) -> Next {
        self.give(to, sum(self.value(a), value))
    }

    #[inline(always)]
    pub(crate) fn add_to_cell(&mut self, cell: Cell, value: i32, otherwise: Pc) -> Next {
        match sum(self.table.cells[cell.index()], value) {
            FAILED => self.go(otherwise),
            sum => self.write(cell, sum),
        }
    }

    #[inline(always)]
    pub(crate) fn least(&mut self, to: Slot, a: Slot, b: Slot) -> Next {
        self.give(to, self.number(a, b, |a, b| Some(a.min(b))))
    }

    #[inline(always)]
    pub(crate) fn most(&mut self, to: Slot, a: Slot, b: Slot) -> Next {
        self.give(to, self.number(a, b, |a, b| Some(a.max(b))))
    }

    #[inline(always)]
    pub(crate) fn max(&mut self, to: Slot, b: Slot) -> Next {
        self.give(to, extreme(self.value(to), self.value(b), i64::max))
    }

    #[inline(always)]
    pub(crate) fn min(&mut self, to: Slot, b: Slot) -> Next {
        self.give(to, extreme(self.value(to), self.value(b), i64::min))
    }

    #[inline(always)]
    pub(crate) fn absolute(&mut self, to: Slot, a: Slot) -> Next {
        let a = self.value(a);
        self.give(to, if is_missing(a) { FAILED } else { a.abs() })
    }

    #[inline(always)]
    pub(crate) fn is_equal(&mut self, to: Slot, a: Slot, b: Slot) -> Next {
        let (a, b) = (self.value(a), self.value(b));
        let failed = a == FAILED || b == FAILED;
        self.give(to, if failed { FAILED } else { i64::from(a == b) })
    }

    #[inline(always)]
    pub(crate) fn is_less(&mut self, to: Slot, a: Slot, b: Slot) -> Next {
        self.give(to, self.number(a, b, |a, b| Some(i64::from(a < b))))
    }

    #[inline(always)]
    pub(crate) fn not(&mut self, to: Slot, a: Slot) -> Next {
        let a = self.value(a);
        let opposite = if is_missing(a) {
            FAILED
        } else {
            i64::from(a == 0)
        };
        self.give(to, opposite)
    }

    #[inline(always)]
    pub(crate) fn is_there(&mut self, to: Slot, a: Slot) -> Next {
        self.give(to, i64::from(!is_missing(self.value(a))))
    }

    #[inline(always)]
    pub(crate) fn need(&mut self, to: Slot, a: Slot) -> Next {
        let a = self.value(a);
        self.give(to, if a == NOTHING { FAILED } else { a })
    }

    #[inline(always)]
    pub(crate) fn has_bit(&mut self, to: Slot, bits: Slot, bit: Slot) -> Next {
        let value = match within(self.value(bit), 63) {
            Some(bit) => self.value(bits) >> bit & 1,
            None => FAILED,
        };
        self.give(to, value)
    }

    #[inline(always)]
    pub(crate) fn set_bit(&mut self, cell: Cell, bit: Slot) -> Next {
        match within(self.value(bit), 63) {
            Some(bit) => self.write(cell, self.table.cells[cell.index()] | 1 << bit),
            None => Next::Op,
        }
    }

    /// Evaluates a number from two; fails if one is missing or there is none.
    #[inline(always)]
    fn number(&self, a: Slot, b: Slot, evaluate: impl Fn(i64, i64) -> Option<i64>) -> i64 {
        let (a, b) = (self.value(a), self.value(b));
        if is_missing(a) || is_missing(b) {
            return FAILED;
        }
        evaluate(a, b)
            .filter(|value| !is_missing(*value))
            .unwrap_or(FAILED)
    }
}

/// A number and a small one together, unless that is more than a number can be.
#[inline(always)]
fn sum(a: i64, value: i32) -> i64 {
    if is_missing(a) {
        return FAILED;
    }
    a.checked_add(i64::from(value))
        .filter(|sum| !is_missing(*sum))
        .unwrap_or(FAILED)
}

/// The larger or smaller of a number and what was found before.
#[inline(always)]
fn extreme(before: i64, number: i64, choose: impl Fn(i64, i64) -> i64) -> i64 {
    if is_missing(number) || before == FAILED {
        FAILED
    } else if before == NOTHING {
        number
    } else {
        choose(before, number)
    }
}

fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let rounds_up = a % b != 0 && (a < 0) != (b < 0);
    Some(quotient - i64::from(rounds_up))
}

fn floor_mod(a: i64, b: i64) -> Option<i64> {
    let remainder = a.checked_rem(b)?;
    let wrong_sign = remainder != 0 && (remainder < 0) != (b < 0);
    Some(if wrong_sign { remainder + b } else { remainder })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_and_the_remainder_has_the_divisors_sign() {
        let pairs = [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3)];
        for (a, b) in pairs {
            let (quotient, remainder) = (floor_div(a, b), floor_mod(a, b));
            assert_eq!(quotient, Some((a as f64 / b as f64).floor() as i64));
            assert_eq!(remainder, quotient.map(|quotient| a - b * quotient));
        }
        assert_eq!(floor_div(1, 0), None);
        assert_eq!(floor_mod(1, 0), None);
    }
}
