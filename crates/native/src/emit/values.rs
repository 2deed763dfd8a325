//! Values and jumps.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, JumpTableData, Value, types};
use engine::ids::{Cell, FAILED, NOTHING, Pc, Slot};
use engine::op::Op;
use engine::program::cells;

use super::{Base, Emitter, I64};

/// Numbers whose sums and differences are numbers again lie between minus this and this.
const SMALL: i64 = 1 << 62;

/// The values that count as missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Missing {
    /// No value as well as a failed one.
    Any,
    /// Only the value of an expression that failed.
    Failed,
}

impl Emitter<'_, '_> {
    /// Writes an op that computes a value; false if it is none.
    pub(super) fn value_op(&mut self, op: Op) -> bool {
        match op {
            Op::Set { to, value } => self.set(to, i64::from(value)),
            Op::SetWide { to, value } => {
                let value = self.program.constants[value.index()][0];
                self.set(to, value);
            }
            Op::SetNothing { to } => self.set(to, NOTHING),
            Op::Copy { to, from } => {
                let value = self.read(from);
                self.write_to(to, value);
            }
            Op::Load { to, cell } => {
                let value = self.cell(cell);
                self.write_to(to, value);
            }
            Op::Store { cell, from } => {
                let value = self.read(from);
                self.set_cell(cell, value);
            }
            Op::SetCell { cell, value } => {
                let value = self.number(i64::from(value));
                self.set_cell(cell, value);
            }
            Op::LoadAt {
                to,
                first,
                index,
                count,
            } => {
                let index = self.read(index);
                let is_there = self.is_number(IntCC::UnsignedLessThan, index, i64::from(count));
                let zero = self.number(0);
                let index = self.select(is_there, index, zero);
                let cells = self.base(Base::Cells);
                let address = self.address(cells, index, 8);
                let flags = self.memory.cells;
                let offset = first.index() as i32 * 8;
                let value = self.builder.ins().load(I64, flags, address, offset);
                let failed = self.number(FAILED);
                let value = self.select(is_there, value, failed);
                self.write_to(to, value);
            }
            Op::StoreAt {
                first,
                index,
                count,
                from,
                otherwise,
            } => {
                let index = self.read(index);
                let is_there = self.is_number(IntCC::UnsignedLessThan, index, i64::from(count));
                let otherwise = self.at(otherwise);
                self.unless(is_there, otherwise);
                let cells = self.base(Base::Cells);
                let address = self.address(cells, index, 8);
                let value = self.read(from);
                let (flags, offset) = (self.memory.cells, first.index() as i32 * 8);
                self.builder.ins().store(flags, value, address, offset);
            }
            Op::Add { to, a, b } => self.small(to, a, b, |e, a, b| e.builder.ins().iadd(a, b)),
            Op::Sub { to, a, b } => self.small(to, a, b, |e, a, b| e.builder.ins().isub(a, b)),
            Op::Least { to, a, b } => self.small(to, a, b, |e, a, b| e.builder.ins().smin(a, b)),
            Op::Most { to, a, b } => self.small(to, a, b, |e, a, b| e.builder.ins().smax(a, b)),
            Op::Mul { to, a, b } => {
                let (a, b) = (self.read(a), self.read(b));
                let (product, overflow) = self.builder.ins().smul_overflow(a, b);
                let zero = self.builder.ins().iconst(types::I8, 0);
                let is_number = self.builder.ins().icmp(IntCC::Equal, overflow, zero);
                self.expect(is_number);
                for value in [a, b, product] {
                    let is_number = self.is_there(value);
                    self.expect(is_number);
                }
                self.write_to(to, product);
            }
            Op::Mod { to, a, b } => {
                let (a, b) = (self.read(a), self.read(b));
                self.expect_small(a);
                let is_divisor = self.is_number(IntCC::SignedGreaterThan, b, 0);
                self.expect(is_divisor);
                let rest = self.builder.ins().srem(a, b);
                let raised = self.builder.ins().iadd(rest, b);
                let is_below = self.is_number(IntCC::SignedLessThan, rest, 0);
                let rest = self.select(is_below, raised, rest);
                self.write_to(to, rest);
            }
            Op::AddNumber { to, a, value } => {
                let a = self.read(a);
                self.expect_small(a);
                let value = self.number(i64::from(value));
                let sum = self.builder.ins().iadd(a, value);
                self.write_to(to, sum);
            }
            Op::AddToCell { cell, value, .. } => {
                let before = self.cell(cell);
                self.expect_small(before);
                let value = self.number(i64::from(value));
                let sum = self.builder.ins().iadd(before, value);
                self.set_cell(cell, sum);
            }
            Op::Max { to, b } => {
                // Nothing is smaller than every number.
                let (before, b) = (self.read(to), self.read(b));
                let larger = self.builder.ins().smax(before, b);
                self.extreme(to, before, b, larger);
            }
            Op::Min { to, b } => {
                let (before, b) = (self.read(to), self.read(b));
                let smaller = self.builder.ins().smin(before, b);
                let is_first = self.is_number(IntCC::Equal, before, NOTHING);
                let result = self.select(is_first, b, smaller);
                self.extreme(to, before, b, result);
            }
            Op::IsEqual { to, a, b } => {
                let (a, b) = (self.read(a), self.read(b));
                let is_equal = self.builder.ins().icmp(IntCC::Equal, a, b);
                let has_failed = self.either_failed(a, b);
                self.truth_or_failed(to, has_failed, is_equal);
            }
            Op::IsLess { to, a, b } => {
                let (a, b) = (self.read(a), self.read(b));
                let is_less = self.builder.ins().icmp(IntCC::SignedLessThan, a, b);
                let (no_a, no_b) = (self.is_missing(a), self.is_missing(b));
                let has_failed = self.builder.ins().bor(no_a, no_b);
                self.truth_or_failed(to, has_failed, is_less);
            }
            Op::Not { to, a } => {
                let a = self.read(a);
                let is_false = self.is_number(IntCC::Equal, a, 0);
                let has_failed = self.is_missing(a);
                self.truth_or_failed(to, has_failed, is_false);
            }
            Op::IsThere { to, a } => {
                let a = self.read(a);
                let is_there = self.is_there(a);
                let truth = self.truth(is_there);
                self.write_to(to, truth);
            }
            Op::Need { to, a } => {
                let a = self.read(a);
                let is_nothing = self.is_number(IntCC::Equal, a, NOTHING);
                let failed = self.number(FAILED);
                let value = self.select(is_nothing, failed, a);
                self.write_to(to, value);
            }
            Op::HasBit { to, bits, bit } => {
                let (bits, bit) = (self.read(bits), self.read(bit));
                let shifted = self.builder.ins().sshr(bits, bit);
                let one = self.number(1);
                let is_set = self.builder.ins().band(shifted, one);
                let is_bit = self.is_number(IntCC::UnsignedLessThan, bit, 63);
                let failed = self.number(FAILED);
                let value = self.select(is_bit, is_set, failed);
                self.write_to(to, value);
            }
            Op::SetBit { cell, bit } => {
                let bit = self.read(bit);
                let is_bit = self.is_number(IntCC::UnsignedLessThan, bit, 63);
                self.expect(is_bit);
                let (before, one) = (self.cell(cell), self.number(1));
                let set = self.builder.ins().ishl(one, bit);
                let bits = self.builder.ins().bor(before, set);
                self.set_cell(cell, bits);
            }
            Op::TakeTurn {} => {
                if self.program.direction != 0 {
                    self.next_seat();
                }
                let (turn, one) = (self.cell(cells::TURN), self.number(1));
                let turn = self.builder.ins().iadd(turn, one);
                self.set_cell(cells::TURN, turn);
                self.set_cell(cells::IN_TURN, one);
            }
            Op::ExtraTurn { seat } => self.extra_turn(seat),
            Op::Score { seat, from } => {
                let score = self.read(from);
                let has_none = self.is_missing(score);
                let zero = self.number(0);
                let score = self.select(has_none, zero, score);
                self.set_cell(Cell(cells::SCORES.0 + u16::from(seat.0)), score);
            }
            Op::EnterState { state } => {
                let state = self.number(i64::from(state.0));
                self.set_cell(cells::STATE, state);
                let nothing = self.number(NOTHING);
                self.set_cell(cells::PHASE, nothing);
            }
            // Nobody watches, and the game is not being prepared.
            Op::Tell { .. } | Op::StepFailed {} | Op::Ready {} => {}
            _ => return false,
        }
        true
    }

    /// Writes an op that jumps; false if it is none.
    pub(super) fn jump_op(&mut self, op: Op) -> bool {
        match op {
            Op::Jump { to } => self.go_to(to),
            Op::UnlessTrue { a, to } => self.jump_if_number(a, IntCC::NotEqual, 1, to),
            Op::UnlessFalse { a, to } => self.jump_if_number(a, IntCC::NotEqual, 0, to),
            Op::UnlessIs { a, value, to } => {
                self.jump_if_number(a, IntCC::NotEqual, value.into(), to);
            }
            Op::IfTrue { a, to } => self.jump_if_number(a, IntCC::Equal, 1, to),
            Op::IfIs { a, value, to } => self.jump_if_number(a, IntCC::Equal, value.into(), to),
            Op::UnlessFrom { a, value, to } => {
                self.jump_if_number(a, IntCC::SignedLessThan, value.into(), to);
            }
            Op::UnlessThere { a, to } => {
                let value = self.read(a);
                if self.is_certain(value) {
                    return true;
                }
                // Code that continues has a value that is there; all other code has to read it again.
                if let Some(perhaps) = self.perhaps.get(&value).copied() {
                    let is_missing = self.is_number_of(IntCC::Equal, perhaps.holds, 0);
                    self.jump_if(is_missing, to);
                    self.is_there_now(a, perhaps);
                } else {
                    self.jump_if_number(a, IntCC::SignedLessThanOrEqual, FAILED, to);
                    self.there.insert(value);
                }
            }
            Op::UnlessMissing { a, to } => {
                self.jump_if_number(a, IntCC::SignedGreaterThan, FAILED, to);
            }
            Op::UnlessEvaluated { a, to } => self.jump_if_number(a, IntCC::Equal, FAILED, to),
            Op::UnlessIsNot { a, value, to } => {
                let a = self.read(a);
                let is_it = self.is_number(IntCC::Equal, a, value.into());
                self.jump_if_or_missing(is_it, &[a], Missing::Failed, to);
            }
            Op::UnlessBelow { a, value, to } => {
                let a = self.read(a);
                let is_more = self.is_number(IntCC::SignedGreaterThanOrEqual, a, value.into());
                self.jump_if_or_missing(is_more, &[a], Missing::Any, to);
            }
            Op::UnlessEqual { a, b, to } => {
                let (a, b) = (self.read(a), self.read(b));
                let differs = self.builder.ins().icmp(IntCC::NotEqual, a, b);
                // Equal values have failed together.
                let one = if self.is_certain(b) { b } else { a };
                self.jump_if_or_missing(differs, &[one], Missing::Failed, to);
            }
            Op::UnlessDifferent { a, b, to } => {
                let (a, b) = (self.read(a), self.read(b));
                let is_equal = self.builder.ins().icmp(IntCC::Equal, a, b);
                self.jump_if_or_missing(is_equal, &[a, b], Missing::Failed, to);
            }
            Op::UnlessLess { a, b, to } => {
                let (a, b) = (self.read(a), self.read(b));
                let how = IntCC::SignedGreaterThanOrEqual;
                let not_less = self.builder.ins().icmp(how, a, b);
                self.jump_if_or_missing(not_less, &[a], Missing::Any, to);
            }
            Op::UnlessAtLeast { a, b, to } => {
                let (a, b) = (self.read(a), self.read(b));
                let is_less = self.builder.ins().icmp(IntCC::SignedLessThan, a, b);
                self.jump_if_or_missing(is_less, &[b], Missing::Any, to);
            }
            Op::IfEqual { a, b, to } => {
                let (a, b) = (self.read(a), self.read(b));
                let is_equal = self.builder.ins().icmp(IntCC::Equal, a, b);
                let worked = self.is_number(IntCC::NotEqual, a, FAILED);
                let both = self.builder.ins().band(is_equal, worked);
                self.jump_if(both, to);
            }
            Op::IfLess { a, b, to } => {
                let (a, b) = (self.read(a), self.read(b));
                let is_less = self.builder.ins().icmp(IntCC::SignedLessThan, a, b);
                let is_there = self.is_there(a);
                let both = self.builder.ins().band(is_less, is_there);
                self.jump_if(both, to);
            }
            Op::UnlessBit { bits, bit, to } => {
                let bits = self.read(bits);
                let mask = self.number(1 << bit);
                let bit = self.builder.ins().band(bits, mask);
                let is_clear = self.is_number(IntCC::Equal, bit, 0);
                self.jump_if(is_clear, to);
            }
            Op::UnlessCellIs { cell, value, to } => {
                let value_of = self.cell(cell);
                let differs = self.is_number(IntCC::NotEqual, value_of, value.into());
                self.jump_if(differs, to);
            }
            Op::UnlessCellIsNot { cell, value, to } => {
                let value_of = self.cell(cell);
                let is_it = self.is_number(IntCC::Equal, value_of, value.into());
                self.jump_if(is_it, to);
            }
            Op::UnlessBetter { record, value, to } => {
                let (value, best) = (self.read(value), self.read(record));
                let how = IntCC::SignedLessThanOrEqual;
                let no_better = self.builder.ins().icmp(how, value, best);
                self.new_record(record, value, no_better, to);
            }
            Op::UnlessWorse { record, value, to } => {
                let (value, best) = (self.read(value), self.read(record));
                let how = IntCC::SignedGreaterThanOrEqual;
                let no_worse = self.builder.ins().icmp(how, value, best);
                let has_best = self.is_number(IntCC::NotEqual, best, NOTHING);
                let no_worse = self.builder.ins().band(no_worse, has_best);
                self.new_record(record, value, no_worse, to);
            }
            Op::Switch { a, first, places } => {
                let value = self.read(a);
                let first = self.number(i64::from(first));
                let place = self.builder.ins().isub(value, first);
                let places = &self.program.constants[places.index()];
                let is_place = self.is_number(IntCC::UnsignedLessThan, place, places.len() as i64);
                let next = self.next();
                let mut targets = Vec::new();
                for place in places {
                    let target = self.at(Pc(*place as u32));
                    self.keep_for(target);
                    targets.push(target);
                }
                self.unless(is_place, next);
                let targets: Vec<_> = targets.into_iter().map(|at| self.call(at)).collect();
                let default = self.call(next);
                let table = JumpTableData::new(default, &targets);
                let table = self.builder.create_jump_table(table);
                let place = self.builder.ins().ireduce(types::I32, place);
                self.builder.ins().br_table(place, table);
                self.goes_on = false;
            }
            Op::EndTurn { leave } => {
                let zero = self.number(0);
                self.set_cell(cells::IN_TURN, zero);
                let next = self.cell(cells::NEXT_STATE);
                let asked = self.is_number(IntCC::SignedGreaterThanOrEqual, next, 0);
                self.jump_if(asked, leave);
            }
            _ => return false,
        }
        true
    }

    /// The turn of the seat whose extra turn waits, or of the next one, if it does not miss it.
    fn next_seat(&mut self) {
        let extra = self.cell(cells::EXTRA);
        let (usual, waits) = (self.builder.create_block(), self.builder.create_block());
        let after = self.builder.create_block();
        let current = self.builder.append_block_param(after, I64);
        // Outside of both ways, so that it is known afterwards as well.
        self.base(Base::Cells);
        self.builder.ins().brif(extra, waits, &[], usual, &[]);

        self.builder.switch_to_block(waits);
        let most = cells::MOST_EXTRA as i64;
        let is_some = self.is_number(IntCC::UnsignedLessThanOrEqual, extra, most);
        self.expect(is_some);
        let cells = self.base(Base::Cells);
        let address = self.address(cells, extra, 8);
        let (flags, offset) = (self.memory.cells, cells::EXTRA.index() as i32 * 8);
        let seat = self.builder.ins().load(I64, flags, address, offset);
        self.expect_taking_part(seat);
        let zero = self.number(0);
        self.builder.ins().store(flags, zero, address, offset);
        let one = self.number(1);
        let fewer = self.builder.ins().isub(extra, one);
        self.set_cell(cells::EXTRA, fewer);
        self.builder.ins().jump(after, &[BlockArg::Value(seat)]);

        self.builder.switch_to_block(usual);
        let seats = i64::from(self.program.seats);
        let (last, direction) = (self.cell(cells::LAST_OWN), self.cell(cells::DIRECTION));
        let seat = self.builder.ins().iadd(last, direction);
        let all = self.number(seats);
        let (lower, higher) = (
            self.builder.ins().isub(seat, all),
            self.builder.ins().iadd(seat, all),
        );
        let is_above = self.is_number(IntCC::SignedGreaterThanOrEqual, seat, seats);
        let is_below = self.is_number(IntCC::SignedLessThan, seat, 0);
        let seat = self.select(is_above, lower, seat);
        let seat = self.select(is_below, higher, seat);
        self.expect_taking_part(seat);
        self.set_cell(cells::LAST_OWN, seat);
        self.builder.ins().jump(after, &[BlockArg::Value(seat)]);

        self.builder.switch_to_block(after);
        self.set_cell(cells::CURRENT, current);
    }

    /// Expects a seat that is not out and does not miss its turn.
    fn expect_taking_part(&mut self, seat: Value) {
        let is_seat = self.is_seat(seat);
        self.expect(is_seat);
        let out = self.cell(cells::OUT);
        let out = self.builder.ins().ushr(out, seat);
        let one = self.number(1);
        let is_out = self.builder.ins().band(out, one);
        let cells = self.base(Base::Cells);
        let address = self.address(cells, seat, 8);
        let (flags, offset) = (self.memory.cells, cells::SKIPS.index() as i32 * 8);
        let skips = self.builder.ins().load(I64, flags, address, offset);
        let hindered = self.builder.ins().bor(is_out, skips);
        let is_free = self.is_number(IntCC::Equal, hindered, 0);
        self.expect(is_free);
    }

    /// A seat has a turn after this one, if there is such a seat and not too many wait.
    fn extra_turn(&mut self, seat: Slot) {
        let seat = self.read(seat);
        let is_seat = self.is_seat(seat);
        self.expect(is_seat);
        let waiting = self.cell(cells::EXTRA);
        let most = cells::MOST_EXTRA as i64;
        let has_room = self.is_number(IntCC::UnsignedLessThan, waiting, most);
        self.expect(has_room);
        let one = self.number(1);
        let more = self.builder.ins().iadd(waiting, one);
        self.set_cell(cells::EXTRA, more);
        let cells = self.base(Base::Cells);
        let address = self.address(cells, more, 8);
        let (flags, offset) = (self.memory.cells, cells::EXTRA.index() as i32 * 8);
        self.builder.ins().store(flags, seat, address, offset);
    }

    fn is_seat(&mut self, seat: Value) -> Value {
        let seats = i64::from(self.program.seats);
        self.is_number(IntCC::UnsignedLessThan, seat, seats)
    }

    fn set(&mut self, to: Slot, value: i64) {
        let value = self.number(value);
        self.write_to(to, value);
    }

    pub(super) fn cell(&mut self, cell: Cell) -> Value {
        let offset = cell.index() as i32 * 8;
        let (flags, cells) = (self.memory.cells, self.base(Base::Cells));
        self.builder.ins().load(I64, flags, cells, offset)
    }

    pub(super) fn set_cell(&mut self, cell: Cell, value: Value) {
        let offset = cell.index() as i32 * 8;
        let (flags, cells) = (self.memory.cells, self.base(Base::Cells));
        self.builder.ins().store(flags, value, cells, offset);
    }

    pub(super) fn is_there(&mut self, value: Value) -> Value {
        self.is_number(IntCC::SignedGreaterThan, value, FAILED)
    }

    fn either_failed(&mut self, a: Value, b: Value) -> Value {
        let a_failed = self.is_number(IntCC::Equal, a, FAILED);
        let b_failed = self.is_number(IntCC::Equal, b, FAILED);
        self.builder.ins().bor(a_failed, b_failed)
    }

    /// The larger or smaller value becomes that of a register, unless it or the other cannot be evaluated.
    fn extreme(&mut self, to: Slot, before: Value, b: Value, result: Value) {
        let failed = self.number(FAILED);
        let is_number = self.is_there(b);
        let result = self.select(is_number, result, failed);
        let had_failed = self.is_number(IntCC::Equal, before, FAILED);
        let result = self.select(had_failed, failed, result);
        self.write_to(to, result);
    }

    fn truth_or_failed(&mut self, to: Slot, has_failed: Value, truth: Value) {
        let truth = self.truth(truth);
        let failed = self.number(FAILED);
        let value = self.select(has_failed, failed, truth);
        self.write_to(to, value);
    }

    fn jump_if_number(&mut self, a: Slot, how: IntCC, number: i64, to: Pc) {
        let a = self.read(a);
        let holds = self.is_number(how, a, number);
        self.jump_if(holds, to);
    }

    /// Jumps if something holds, or if one of some values is missing (or failed, if nothing is a value here).
    fn jump_if_or_missing(&mut self, holds: Value, values: &[Value], what: Missing, to: Pc) {
        let mut tests = vec![holds];
        for value in values {
            if !self.is_certain(*value) {
                let how = match what {
                    Missing::Any => IntCC::SignedLessThanOrEqual,
                    Missing::Failed => IntCC::Equal,
                };
                tests.push(self.is_number(how, *value, FAILED));
            }
        }
        match tests.as_slice() {
            [first, others @ .., last] => {
                let block = self.at(to);
                self.keep_for(block);
                for test in [first].into_iter().chain(others) {
                    let rest = self.builder.create_block();
                    self.builder.ins().brif(*test, block, &[], rest, &[]);
                    self.builder.switch_to_block(rest);
                }
                self.jump_if(*last, to);
            }
            _ => self.jump_if(holds, to),
        }
    }

    /// Jumps if a value is no new record or missing, and keeps it otherwise.
    fn new_record(&mut self, record: Slot, value: Value, is_none: Value, to: Pc) {
        let missing = self.is_missing(value);
        let either = self.builder.ins().bor(is_none, missing);
        let (otherwise, fine) = (self.at(to), self.builder.create_block());
        self.keep_for(otherwise);
        self.builder.ins().brif(either, otherwise, &[], fine, &[]);
        self.builder.switch_to_block(fine);
        self.write_to(record, value);
    }

    /// Expects a number that is not so large that a sum could be none.
    fn expect_small(&mut self, value: Value) {
        let small = self.number(SMALL);
        let moved = self.builder.ins().iadd(value, small);
        let is_small = self.is_number(IntCC::SignedGreaterThanOrEqual, moved, 0);
        self.expect(is_small);
    }

    /// Computes a number from two small ones.
    fn small(
        &mut self,
        to: Slot,
        a: Slot,
        b: Slot,
        work_out: impl Fn(&mut Self, Value, Value) -> Value,
    ) {
        let (a, b) = (self.read(a), self.read(b));
        let small = self.number(SMALL);
        let moved_a = self.builder.ins().iadd(a, small);
        let moved_b = self.builder.ins().iadd(b, small);
        let both = self.builder.ins().bor(moved_a, moved_b);
        let are_small = self.is_number(IntCC::SignedGreaterThanOrEqual, both, 0);
        self.expect(are_small);
        let result = work_out(self, a, b);
        self.write_to(to, result);
    }
}
