//! Calls of routines, and their ends.

use std::mem::offset_of;
use std::ops::Range;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, BlockCall, InstBuilder, JumpTableData, Value, types};
use engine::ids::{Pc, Slot};
use engine::native::{OPS_PER_JUMP, Parts, layout, passed};
use engine::op::Op;
use engine::position::STACK;

use super::{Base, Emitter, I64};
use crate::context::Context;

/// So many callers of a routine are told apart one by one.
const FEW_CALLERS: usize = 3;

impl Emitter<'_, '_> {
    /// Writes an op that calls a routine or ends one; false if it is none.
    pub(super) fn call_op(&mut self, op: Op) -> bool {
        match op {
            Op::Call {
                routine,
                at,
                otherwise,
            } => self.routine(routine, at, otherwise),
            Op::Ask {
                seat,
                meaning,
                value,
                ..
            } if self.program.answers_forced => self.answer_forced(seat, meaning, value),
            Op::Return {} => self.end_routine(layout::FRAME_PC),
            Op::Fail {} => self.end_routine(layout::FRAME_OTHERWISE),
            _ => return false,
        }
        true
    }

    fn routine(&mut self, routine: Pc, at: Slot, otherwise: Pc) {
        self.keep_all();
        let base = self.first_register();
        let most = (STACK - at.index()) as i64;
        let fits = self.is_number(IntCC::UnsignedLessThan, base, most);
        self.expect(fits);
        let waiting = self.own(layout::WAITING);
        let room = self.part(offset_of!(Parts, frame_room));
        let how = IntCC::UnsignedLessThan;
        let has_room = self.builder.ins().icmp(how, waiting, room);
        self.expect(has_room);
        self.spend(1);

        let frame = self.frame_at(waiting);
        let used = self.own(layout::USED);
        let next = self.number(i64::from(self.pc.0 + 1));
        let otherwise = self.number(i64::from(otherwise.0));
        for (field, value) in [
            (layout::FRAME_PC, next),
            (layout::FRAME_OTHERWISE, otherwise),
            (layout::FRAME_BASE, base),
            (layout::FRAME_LISTS, used),
        ] {
            let flags = self.memory.lists;
            self.builder
                .ins()
                .istore32(flags, value, frame, field as i32);
        }
        let one = self.number(1);
        let waiting = self.builder.ins().iadd(waiting, one);
        self.set_own(layout::WAITING, waiting);
        let first = self.number(at.index() as i64);
        let base = self.builder.ins().iadd(base, first);
        self.set_base(base);
        self.enter_routine(routine);
    }

    /// Answers a question that has only one answer; asks it otherwise.
    fn answer_forced(&mut self, seat: Slot, meaning: Slot, value: Slot) {
        let offered = self.own(layout::OFFERED);
        let is_one = self.is_number(IntCC::Equal, offered, 1);
        self.expect(is_one);
        let seat = self.read(seat);
        let seats = i64::from(self.program.seats);
        let is_seat = self.is_number(IntCC::UnsignedLessThan, seat, seats);
        self.expect(is_seat);
        self.spend(1);
        let choices = self.part(offset_of!(Parts, choices));
        let flags = self.memory.lists;
        let offset = layout::CHOICE_MEANING as i32;
        let chosen = self.builder.ins().uload16(I64, flags, choices, offset);
        self.write_to(meaning, chosen);
        let offset = layout::CHOICE_VALUE as i32;
        let chosen = self.builder.ins().load(I64, flags, choices, offset);
        self.write_to(value, chosen);
    }

    /// Goes back to the routine that waits, where this field says.
    fn end_routine(&mut self, field: usize) {
        self.keep_all();
        let waiting = self.own(layout::WAITING);
        let has_caller = self.is_number(IntCC::NotEqual, waiting, 0);
        self.expect(has_caller);
        let one = self.number(1);
        let waiting = self.builder.ins().isub(waiting, one);
        let frame = self.frame_at(waiting);
        let pc = self.frame_field(frame, field);
        let ops = self.program.ops.len() as i64;
        let is_op = self.is_number(IntCC::UnsignedLessThan, pc, ops);
        self.expect(is_op);
        self.set_own(layout::WAITING, waiting);
        let lists = self.frame_field(frame, layout::FRAME_LISTS);
        let used = self.own(layout::USED);
        let used = self.builder.ins().umin(used, lists);
        self.set_own(layout::USED, used);
        let base = self.frame_field(frame, layout::FRAME_BASE);
        self.set_base(base);
        let callers = if field == layout::FRAME_PC {
            self.tables.ends.get(&self.pc).cloned()
        } else {
            None
        };
        let callers = callers.unwrap_or_default();
        self.spend_passed(frame, &callers);
        self.go_back_to(pc, callers);
    }

    /// Pays for the code of the routine that ends: known beforehand if it is the end of one routine.
    fn spend_passed(&mut self, frame: Value, callers: &Range<usize>) {
        let known = self.tables.entries[callers.clone()].first();
        let cost = match known {
            Some(after) => match passed(self.program, *after, self.pc) {
                0 => return,
                cost => self.number(i64::from(cost)),
            },
            None if self.pc.0 >> OPS_PER_JUMP == 0 => return,
            None => {
                let after = self.frame_field(frame, layout::FRAME_PC);
                let ops = self.program.ops.len() as i64;
                let is_op = self.is_number(IntCC::UnsignedLessThan, after, ops);
                // Nothing is called before the first op.
                let first = self.number(0);
                let after = self.select(is_op, after, first);
                let called = self.number(self.tables.called.as_ptr() as i64);
                let address = self.address(called, after, 4);
                let flags = self.memory.constant;
                let routine = self.builder.ins().uload32(flags, address, 0);
                let end = self.number(i64::from(self.pc.0));
                let way = self.builder.ins().isub(end, routine);
                let zero = self.number(0);
                let way = self.builder.ins().smax(way, zero);
                let bits = self.number(i64::from(OPS_PER_JUMP));
                self.builder.ins().ushr(way, bits)
            }
        };
        self.spend_jumps(cost);
    }

    /// Goes on at an op, which most likely is one of these entries.
    fn go_back_to(&mut self, pc: Value, callers: Range<usize>) {
        let places = &self.tables.entries[callers.clone()];
        if places.len() <= FEW_CALLERS {
            for place in places {
                let is_it = self.is_number(IntCC::Equal, pc, i64::from(place.0));
                let block = self.blocks[place.index()];
                let others = self.builder.create_block();
                self.builder.ins().brif(is_it, block, &[], others, &[]);
                self.builder.switch_to_block(others);
            }
        }
        let numbers = self.number(self.tables.entry_numbers.as_ptr() as i64);
        let address = self.address(numbers, pc, 4);
        let flags = self.memory.constant;
        let number = self.builder.ins().load(types::I32, flags, address, 0);
        if places.len() <= FEW_CALLERS {
            return self.dispatch_to(number);
        }
        // A jump of its own for each end: where it goes is foreseen better than where all of them go.
        let blocks = places.iter();
        let blocks: Vec<_> = blocks
            .map(|pc| self.call(self.blocks[pc.index()]))
            .collect();
        let dispatch = [BlockArg::Value(number)];
        let pool = &mut self.builder.func.dfg.value_lists;
        let others = BlockCall::new(self.dispatch, dispatch, pool);
        let table = JumpTableData::new(others, &blocks);
        let table = self.builder.create_jump_table(table);
        let first = self.builder.ins().iconst(types::I32, callers.start as i64);
        let which = self.builder.ins().isub(number, first);
        self.builder.ins().br_table(which, table);
        self.goes_on = false;
    }

    fn frame_at(&mut self, waiting: Value) -> Value {
        let frames = self.part(offset_of!(Parts, frames));
        self.address(frames, waiting, layout::FRAME)
    }

    fn frame_field(&mut self, frame: Value, field: usize) -> Value {
        let flags = self.memory.lists;
        self.builder.ins().uload32(flags, frame, field as i32)
    }

    fn first_register(&mut self) -> Value {
        let (flags, position) = (self.memory.context, self.base(Base::Position));
        let offset = layout::BASE as i32;
        self.builder.ins().uload32(flags, position, offset)
    }

    fn set_base(&mut self, base: Value) {
        let (flags, position) = (self.memory.context, self.base(Base::Position));
        let offset = layout::BASE as i32;
        self.builder.ins().istore32(flags, base, position, offset);
        let stack = self.part(offset_of!(Parts, stack));
        let registers = self.address(stack, base, 8);
        let offset = offset_of!(Context, registers) as i32;
        let context = self.base(Base::Context);
        self.builder.ins().store(flags, registers, context, offset);
    }

    /// Goes on at the beginning of a routine; the call has been paid for.
    fn enter_routine(&mut self, routine: Pc) {
        let block = self.blocks[routine.index()];
        self.keep_for(block);
        self.builder.ins().jump(block, &[]);
        self.goes_on = false;
    }

    /// Goes on at an op that is known.
    pub(super) fn go_to(&mut self, pc: Pc) {
        let block = self.at(pc);
        self.keep_for(block);
        self.builder.ins().jump(block, &[]);
        self.goes_on = false;
    }

    fn dispatch_to(&mut self, number: Value) {
        let dispatch = self.dispatch;
        self.builder
            .ins()
            .jump(dispatch, &[BlockArg::Value(number)]);
        self.goes_on = false;
    }
}
