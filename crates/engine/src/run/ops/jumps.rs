//! Jumps, tests and calls. A test jumps where it does not hold for certain.

use crate::event::Watch;
use crate::fault::FaultKind;
use crate::ids::{Cell, Column, Constant, FAILED, NOTHING, Pc, Pile, Slot, is_missing};
use crate::position::{Frame, STACK};
use crate::run::execution::{Execution, Next};
use crate::run::{moving, passed};

impl<W: Watch> Execution<'_, W> {
    #[inline(always)]
    pub(crate) fn jump(&mut self, to: Pc) -> Next {
        self.go(to)
    }

    #[inline(always)]
    pub(crate) fn unless_true(&mut self, a: Slot, to: Pc) -> Next {
        self.go_unless(self.value(a) == 1, to)
    }

    #[inline(always)]
    pub(crate) fn unless_false(&mut self, a: Slot, to: Pc) -> Next {
        self.go_unless(self.value(a) == 0, to)
    }

    #[inline(always)]
    pub(crate) fn unless_equal(&mut self, a: Slot, b: Slot, to: Pc) -> Next {
        let (a, b) = (self.value(a), self.value(b));
        self.go_if(a != b || a == FAILED, to)
    }

    #[inline(always)]
    pub(crate) fn unless_different(&mut self, a: Slot, b: Slot, to: Pc) -> Next {
        let (a, b) = (self.value(a), self.value(b));
        self.go_if(a == b || a == FAILED || b == FAILED, to)
    }

    #[inline(always)]
    pub(crate) fn unless_less(&mut self, a: Slot, b: Slot, to: Pc) -> Next {
        let (a, b) = (self.value(a), self.value(b));
        self.go_if(a >= b || is_missing(a), to)
    }

    #[inline(always)]
    pub(crate) fn unless_at_least(&mut self, a: Slot, b: Slot, to: Pc) -> Next {
        let (a, b) = (self.value(a), self.value(b));
        self.go_if(a < b || is_missing(b), to)
    }

    #[inline(always)]
    pub(crate) fn unless_is(&mut self, a: Slot, value: i32, to: Pc) -> Next {
        self.go_unless(self.value(a) == i64::from(value), to)
    }

    #[inline(always)]
    pub(crate) fn unless_is_not(&mut self, a: Slot, value: i32, to: Pc) -> Next {
        let a = self.value(a);
        self.go_if(a == i64::from(value) || a == FAILED, to)
    }

    #[inline(always)]
    pub(crate) fn unless_below(&mut self, a: Slot, value: i32, to: Pc) -> Next {
        let a = self.value(a);
        self.go_if(a >= i64::from(value) || is_missing(a), to)
    }

    #[inline(always)]
    pub(crate) fn unless_from(&mut self, a: Slot, value: i32, to: Pc) -> Next {
        self.go_if(self.value(a) < i64::from(value), to)
    }

    #[inline(always)]
    pub(crate) fn unless_fewer(&mut self, pile: Pile, value: i32, to: Pc) -> Next {
        self.go_if(self.table.count(pile) >= i64::from(value), to)
    }

    #[inline(always)]
    pub(crate) fn unless_holds(&mut self, pile: Pile, value: i32, to: Pc) -> Next {
        self.go_if(self.table.count(pile) < i64::from(value), to)
    }

    #[inline(always)]
    pub(crate) fn unless_frequent(&mut self, pile: Slot, keys: Column, least: u8, to: Pc) -> Next {
        let Some(pile) = self.pile_in(pile) else {
            return self.go(to);
        };
        let count = usize::from(self.table.piles[pile.index()].count);
        self.work(count * count);
        let are_frequent = moving::are_frequent(self.program, self.table, pile, keys, least);
        self.go_unless(are_frequent, to)
    }

    #[inline(always)]
    pub(crate) fn unless_cell_is(&mut self, cell: Cell, value: i32, to: Pc) -> Next {
        self.go_unless(self.table.cells[cell.index()] == i64::from(value), to)
    }

    #[inline(always)]
    pub(crate) fn unless_cell_is_not(&mut self, cell: Cell, value: i32, to: Pc) -> Next {
        self.go_if(self.table.cells[cell.index()] == i64::from(value), to)
    }

    #[inline(always)]
    pub(crate) fn unless_there(&mut self, a: Slot, to: Pc) -> Next {
        self.go_if(is_missing(self.value(a)), to)
    }

    #[inline(always)]
    pub(crate) fn unless_missing(&mut self, a: Slot, to: Pc) -> Next {
        self.go_unless(is_missing(self.value(a)), to)
    }

    #[inline(always)]
    pub(crate) fn unless_bit(&mut self, bits: Slot, bit: u8, to: Pc) -> Next {
        self.go_if(self.value(bits) >> bit & 1 == 0, to)
    }

    #[inline(always)]
    pub(crate) fn unless_evaluated(&mut self, a: Slot, to: Pc) -> Next {
        self.go_if(self.value(a) == FAILED, to)
    }

    #[inline(always)]
    pub(crate) fn unless_better(&mut self, record: Slot, value: Slot, to: Pc) -> Next {
        let value = self.value(value);
        if is_missing(value) || value <= self.value(record) {
            return self.go(to);
        }
        self.give(record, value)
    }

    #[inline(always)]
    pub(crate) fn unless_worse(&mut self, record: Slot, value: Slot, to: Pc) -> Next {
        let (value, best) = (self.value(value), self.value(record));
        if is_missing(value) || (value >= best && best != NOTHING) {
            return self.go(to);
        }
        self.give(record, value)
    }

    #[inline(always)]
    pub(crate) fn if_true(&mut self, a: Slot, to: Pc) -> Next {
        self.go_if(self.value(a) == 1, to)
    }

    #[inline(always)]
    pub(crate) fn if_is(&mut self, a: Slot, value: i32, to: Pc) -> Next {
        self.go_if(self.value(a) == i64::from(value), to)
    }

    #[inline(always)]
    pub(crate) fn if_equal(&mut self, a: Slot, b: Slot, to: Pc) -> Next {
        let (a, b) = (self.value(a), self.value(b));
        self.go_if(a == b && a != FAILED, to)
    }

    #[inline(always)]
    pub(crate) fn if_less(&mut self, a: Slot, b: Slot, to: Pc) -> Next {
        let (a, b) = (self.value(a), self.value(b));
        self.go_if(a < b && !is_missing(a), to)
    }

    #[inline(always)]
    pub(crate) fn switch(&mut self, a: Slot, first: u16, places: Constant) -> Next {
        let places = &self.program.constants[places.index()];
        let place = usize::try_from(self.value(a).wrapping_sub(i64::from(first))).ok();
        match place.and_then(|place| places.get(place)) {
            Some(place) => self.go(Pc(*place as u32)),
            None => Next::Op,
        }
    }

    #[inline(always)]
    pub(crate) fn call(&mut self, routine: Pc, at: Slot, otherwise: Pc) -> Next {
        if !self.spend(1) {
            return Next::Stop(FaultKind::Endless);
        }
        let first = *self.base as usize + at.index();
        if first >= STACK {
            return Next::Stop(FaultKind::TooDeep);
        }
        self.frames.push(Frame {
            pc: self.after,
            otherwise,
            base: *self.base,
            lists: self.lists.used() as u32,
        });
        *self.base = first as u32;
        Next::Leave(routine)
    }

    #[inline(always)]
    pub(crate) fn ret(&mut self) -> Next {
        self.return_to(|caller| caller.pc)
    }

    #[inline(always)]
    pub(crate) fn fail(&mut self) -> Next {
        self.return_to(|caller| caller.otherwise)
    }

    #[inline(always)]
    fn return_to(&mut self, place: impl Fn(&Frame) -> Pc) -> Next {
        let Some(caller) = self.frames.pop() else {
            return Next::Stop(FaultKind::Broken);
        };
        // A routine over much code costs more than one over little.
        let passed = passed(self.program, caller.pc, self.pc);
        *self.fuel = self.fuel.saturating_sub(passed).max(1);
        self.lists.free(caller.lists as usize);
        *self.base = caller.base;
        Next::Leave(place(&caller))
    }

    #[inline(always)]
    pub(crate) fn leave(&mut self, to: Pc) -> Next {
        if !self.spend(1) {
            return Next::Stop(FaultKind::Endless);
        }
        if let Some(trial) = self.remembered.leave_trial() {
            self.frames.truncate(trial.frames as usize);
            *self.base = trial.base;
            return Next::Leave(trial.succeeded);
        }
        self.frames.clear();
        self.lists.free(0);
        *self.base = 0;
        Next::Leave(to)
    }
}
