//! Writes machine code for the ops of a program.
//!
//! Registers, cells, cards and piles stay in the memory of the position, so that the code can be left and
//! entered between any two ops. Whatever is not as expected (a value that is no number, a card that is none, no
//! more room) leaves the code before anything is changed: the interpreter then executes that op.

mod calls;
mod cards;
mod lists;
mod moves;
mod values;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AliasRegionData, Block, BlockArg, FuncRef, InstBuilder, InstructionData, JumpTableData,
    MemFlagsData, Opcode, Type, Value, types,
};
use cranelift_frontend::FunctionBuilder;
use engine::ids::{FAILED, Pc, Pile, Slot};
use engine::live::{Slots, needed_registers};
use engine::native::{PER_JUMP, Parts, way_back};
use engine::op::{Op, Operand};
use engine::program::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::offset_of;

use crate::context::{Context, LEFT};
use crate::tables::Tables;

const I64: Type = types::I64;

/// Regions of memory for loads and stores, which never overlap.
#[derive(Debug, Clone, Copy)]
struct Memory {
    /// Registers of all routines on the stack.
    registers: MemFlagsData,
    /// Cards and piles.
    table: MemFlagsData,
    /// Values that the position keeps.
    cells: MemFlagsData,
    /// The elements of lists, and the choices.
    lists: MemFlagsData,
    /// The [`Context`] that the function was called with.
    context: MemFlagsData,
    /// Flags of memory that never changes.
    constant: MemFlagsData,
}

impl Memory {
    fn new(builder: &mut FunctionBuilder<'_>) -> Self {
        let mut region = |user_id, description: &'static str| {
            let regions = &mut builder.func.dfg.alias_regions;
            let region = regions.insert(AliasRegionData {
                user_id,
                description: description.into(),
            });
            MemFlagsData::trusted().with_alias_region(Some(region))
        };
        Self {
            registers: region(1, "registers"),
            table: region(2, "table"),
            cells: region(3, "cells"),
            lists: region(4, "lists"),
            context: region(5, "context"),
            constant: MemFlagsData::trusted().with_readonly().with_can_move(),
        }
    }
}

/// Base addresses that machine code works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Base {
    Context,
    Position,
    Registers,
    Cards,
    Piles,
    Cells,
}

/// Something whose value may be known already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cached {
    Base(Base),
    Slot(Slot),
}

/// A value that is missing unless something holds: who has asked for that needs not choose between both.
#[derive(Debug, Clone, Copy)]
struct Perhaps {
    /// The condition under which it is there.
    holds: Value,
    /// Its value if the condition holds.
    value: Value,
    kind: Kind,
}

/// Kind of a value, if it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Card,
    Pile,
    Other,
}

/// Functions that machine code calls.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Steps {
    /// Carries out any op.
    pub step: FuncRef,
    /// Carries out an op that makes no lists or choices and calls nothing.
    pub step_in_place: FuncRef,
    /// Computes what a list verb makes of two values.
    pub list: FuncRef,
    /// Computes what an op that makes sets, runs or a packing gives.
    pub melds: FuncRef,
}

/// The writer of one function.
pub(crate) struct Emitter<'a, 'b> {
    builder: FunctionBuilder<'b>,
    program: &'a Program,
    tables: &'a Tables,
    memory: Memory,
    steps: Steps,
    /// Block at which the code of each op begins.
    blocks: Vec<Block>,
    /// Goes to one of the entries, whose number it takes.
    dispatch: Block,
    /// The op that is being written.
    pc: Pc,
    /// Block that leaves the code at the op that is being written, if something is not as expected.
    slow: Option<Block>,
    /// Block in which the op that is being written pays for a way back, and the op that it leads to.
    ways_back: Vec<(Pc, Block)>,
    /// True if the code written so far goes on to the next op.
    goes_on: bool,
    /// True if the next op is reached in several ways.
    parts: bool,
    /// Ops that are reached otherwise than from the one before.
    is_target: Vec<bool>,
    /// The values that registers have, as far as this is known here.
    known: BTreeMap<Cached, Value>,
    /// The registers that the op has changed so far.
    changed: Vec<Slot>,
    /// For each op, the registers that are needed when it begins.
    needed: Vec<Slots>,
    /// The registers whose values are not in memory yet: they are known here, and go there before anybody else
    /// needs them. Those that nobody needs any more never do.
    unwritten: BTreeMap<Slot, Value>,
    /// Values that are cards for certain, wherever they are known.
    cards: BTreeSet<Value>,
    /// Values that are piles for certain, wherever they are known.
    piles: BTreeSet<Value>,
    /// The cards that lie on top of piles, as long as nothing was moved since they were looked up.
    tops: BTreeMap<Value, Pile>,
    /// Values that are missing unless something holds, wherever they are known.
    perhaps: BTreeMap<Value, Perhaps>,
    /// Values that are neither nothing nor failed for certain, wherever they are known.
    there: BTreeSet<Value>,
}

impl<'a, 'b> Emitter<'a, 'b> {
    /// Writes the whole function: its parameters are the context and which entry is meant.
    pub(crate) fn write(
        mut builder: FunctionBuilder<'b>,
        program: &'a Program,
        tables: &'a Tables,
        steps: Steps,
    ) -> FunctionBuilder<'b> {
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let [context, which] = *builder.block_params(entry) else {
            unreachable!("the function has two parameters");
        };
        let memory = Memory::new(&mut builder);
        let blocks: Vec<Block> = program.ops.iter().map(|_| builder.create_block()).collect();
        // The context is kept in a register of its own, whose value before the caller gets back.
        let before = builder.ins().get_pinned_reg(I64);
        let offset = offset_of!(Context, pinned) as i32;
        let flags = memory.context;
        builder.ins().store(flags, before, context, offset);
        builder.ins().set_pinned_reg(context);
        let dispatch = builder.create_block();
        let entry_number = builder.append_block_param(dispatch, types::I32);
        builder.ins().jump(dispatch, &[BlockArg::Value(which)]);
        builder.switch_to_block(dispatch);
        let mut emitter = Self {
            builder,
            program,
            tables,
            memory,
            steps,
            blocks,
            dispatch,
            pc: Pc(0),
            slow: None,
            ways_back: Vec::new(),
            goes_on: false,
            parts: false,
            is_target: targets(program, tables),
            known: BTreeMap::new(),
            changed: Vec::new(),
            needed: needed_registers(program),
            unwritten: BTreeMap::new(),
            cards: BTreeSet::new(),
            piles: BTreeSet::new(),
            tops: BTreeMap::new(),
            perhaps: BTreeMap::new(),
            there: BTreeSet::new(),
        };
        emitter.enter(entry_number);
        for pc in 0..program.ops.len() {
            emitter.op(Pc(pc as u32));
        }
        let mut builder = emitter.builder;
        builder.seal_all_blocks();
        builder
    }

    /// Goes to one of the entries.
    fn enter(&mut self, which: Value) {
        let nowhere = self.builder.create_block();
        let places = self.tables.entries.iter();
        let places: Vec<_> = places
            .map(|pc| self.call(self.blocks[pc.index()]))
            .collect();
        let default = self.call(nowhere);
        let table = JumpTableData::new(default, &places);
        let table = self.builder.create_jump_table(table);
        self.builder.ins().br_table(which, table);
        self.builder.switch_to_block(nowhere);
        self.leave(LEFT);
        self.known.clear();
    }

    /// Returns `result` to the caller of the machine code, and restores the pinned register.
    fn leave(&mut self, result: i64) {
        let result = self.number(result);
        let before = self.part(offset_of!(Context, pinned));
        self.builder.ins().set_pinned_reg(before);
        self.builder.ins().return_(&[result]);
        self.goes_on = false;
    }

    fn call(&mut self, block: Block) -> cranelift_codegen::ir::BlockCall {
        let pool = &mut self.builder.func.dfg.value_lists;
        cranelift_codegen::ir::BlockCall::new(block, std::iter::empty::<BlockArg>(), pool)
    }

    fn op(&mut self, pc: Pc) {
        let block = self.blocks[pc.index()];
        if self.goes_on {
            self.keep_for(block);
            self.builder.ins().jump(block, &[]);
        }
        self.builder.switch_to_block(block);
        self.pc = pc;
        self.slow = None;
        self.goes_on = true;
        self.parts = false;
        self.changed.clear();
        if self.is_target[pc.index()] {
            self.known.clear();
            self.unwritten.clear();
            self.tops.clear();
        }
        let (known, unwritten) = (self.known.clone(), self.unwritten.clone());
        let op = self.program.ops[pc.index()];
        let is_written = self.value_op(op)
            || self.jump_op(op)
            || self.card_op(op)
            || self.move_op(op)
            || self.list_op(op)
            || self.call_op(op);
        if !leaves_cards(&op) {
            self.tops.clear();
        }
        if !is_written {
            self.step_op(op);
            self.changed.extend(slots(&op));
        }
        self.write_ways_back(&known);
        if self.slow.is_some() || self.parts || !is_written {
            if self.goes_on {
                self.keep_for(self.next());
            }
            // Only what was known before, and was not changed since, is known in every way to the next op.
            self.known = known;
            self.changed.iter().for_each(|slot| {
                self.known.remove(&Cached::Slot(*slot));
                self.unwritten.remove(slot);
            });
        }
        if let Some(slow) = self.slow {
            if self.goes_on {
                let next = self.next();
                self.keep_for(next);
                self.builder.ins().jump(next, &[]);
            }
            let known = self.known.clone();
            let unwritten = std::mem::replace(&mut self.unwritten, unwritten);
            self.builder.switch_to_block(slow);
            self.step_op(op);
            self.known = known;
            self.unwritten = unwritten;
        }
    }

    /// Writes what the op pays where it goes back; without enough fuel the interpreter carries it out, and stops.
    fn write_ways_back(&mut self, known: &BTreeMap<Cached, Value>) {
        let ways_back = std::mem::take(&mut self.ways_back);
        if ways_back.is_empty() {
            return;
        }
        if self.goes_on {
            self.go_to(Pc(self.pc.0 + 1));
        }
        for (target, block) in ways_back {
            // Only what was known before the op is known on every way.
            self.known.clone_from(known);
            self.builder.switch_to_block(block);
            self.spend(way_back(self.pc, target));
            let target = self.blocks[target.index()];
            self.builder.ins().jump(target, &[]);
        }
    }

    /// Writes the registers that are needed at the op whose code begins with a block. The next op knows those
    /// that were not changed here, if nobody else goes there.
    fn keep_for(&mut self, block: Block) {
        let Some(target) = self.op_at(block) else {
            return;
        };
        let is_known_there = target.0 == self.pc.0 + 1 && !self.is_target[target.index()];
        let needed = self.needed[target.index()];
        let changed = std::mem::take(&mut self.changed);
        self.keep(|slot| needed.has(slot) && (!is_known_there || changed.contains(&slot)));
        self.changed = changed;
    }

    /// Writes the registers that are needed at this op.
    fn keep_all(&mut self) {
        let needed = self.needed[self.pc.index()];
        self.keep(|slot| needed.has(slot));
    }

    fn keep(&mut self, wanted: impl Fn(Slot) -> bool) {
        let slots: Vec<Slot> = self.unwritten.keys().copied().collect();
        for slot in slots.into_iter().filter(|slot| wanted(*slot)) {
            if let Some(value) = self.unwritten.remove(&slot) {
                let offset = slot.index() as i32 * 8;
                let (flags, registers) = (self.memory.registers, self.base(Base::Registers));
                self.builder.ins().store(flags, value, registers, offset);
            }
        }
    }

    /// The op whose code begins with a block, or to which it leads back.
    fn op_at(&self, block: Block) -> Option<Pc> {
        let mut ways_back = self.ways_back.iter();
        if let Some((target, _)) = ways_back.find(|(_, way)| *way == block) {
            return Some(*target);
        }
        let place = self.blocks.binary_search(&block).ok()?;
        Some(Pc(place as u32))
    }

    /// Lets the interpreter execute an op.
    fn step_op(&mut self, mut op: Op) {
        self.keep_all();
        self.unwritten.clear();
        if leaves(&op) {
            return self.leave(i64::from(self.pc.0));
        }
        let pc = self.number(i64::from(self.pc.0));
        let step = if is_in_place(&op) {
            self.steps.step_in_place
        } else {
            self.steps.step
        };
        let context = self.base(Base::Context);
        let call = self.builder.ins().call(step, &[context, pc]);
        let reached = self.builder.inst_results(call)[0];
        let mut targets = vec![Pc(self.pc.0 + 1)];
        op.targets(&mut |target| targets.push(*target));
        for target in targets {
            let is_it = self.is_number(IntCC::Equal, reached, i64::from(target.0));
            let block = self.blocks[target.index()];
            let others = self.builder.create_block();
            self.builder.ins().brif(is_it, block, &[], others, &[]);
            self.builder.switch_to_block(others);
        }
        self.leave(LEFT);
    }

    /// The code of the next op.
    fn next(&self) -> Block {
        self.blocks[self.pc.index() + 1]
    }

    /// Block from which this op goes to another one: a way back is paid for first.
    fn at(&mut self, pc: Pc) -> Block {
        if pc > self.pc {
            return self.blocks[pc.index()];
        }
        let found = self.ways_back.iter().find(|(target, _)| *target == pc);
        if let Some((_, block)) = found {
            return *block;
        }
        let block = self.builder.create_block();
        self.ways_back.push((pc, block));
        block
    }

    /// Block in which the interpreter executes this op.
    fn slow(&mut self) -> Block {
        let builder = &mut self.builder;
        *self.slow.get_or_insert_with(|| {
            let block = builder.create_block();
            builder.set_cold_block(block);
            block
        })
    }

    /// Goes on only if a condition holds; otherwise at a block.
    fn unless(&mut self, holds: Value, otherwise: Block) {
        self.parts |= self.blocks.get(self.pc.index() + 1) == Some(&otherwise);
        self.keep_for(otherwise);
        let fine = self.builder.create_block();
        self.builder.ins().brif(holds, fine, &[], otherwise, &[]);
        self.builder.switch_to_block(fine);
    }

    /// Leaves the code unless a condition holds.
    fn expect(&mut self, holds: Value) {
        let slow = self.slow();
        self.unless(holds, slow);
    }

    /// Ends the op with a jump if a condition holds.
    fn jump_if(&mut self, holds: Value, to: Pc) {
        let (block, next) = (self.at(to), self.next());
        self.keep_for(block);
        self.keep_for(next);
        self.builder.ins().brif(holds, block, &[], next, &[]);
        self.goes_on = false;
    }

    fn number(&mut self, number: i64) -> Value {
        self.builder.ins().iconst(I64, number)
    }

    fn is_number(&mut self, how: IntCC, value: Value, number: i64) -> Value {
        let number = self.number(number);
        self.builder.ins().icmp(how, value, number)
    }

    /// As [`Self::is_number`], for a truth value.
    fn is_number_of(&mut self, how: IntCC, truth: Value, number: i64) -> Value {
        let number = self.builder.ins().iconst(types::I8, number);
        self.builder.ins().icmp(how, truth, number)
    }

    fn is_missing(&mut self, value: Value) -> Value {
        self.is_number(IntCC::SignedLessThanOrEqual, value, FAILED)
    }

    /// True if a value is neither nothing nor failed for certain.
    fn is_certain(&self, value: Value) -> bool {
        self.there.contains(&value)
            || self.cards.contains(&value)
            || self
                .constant_of(value)
                .is_some_and(|number| number > FAILED)
    }

    fn read(&mut self, slot: Slot) -> Value {
        if let Some(value) = self.known.get(&Cached::Slot(slot)) {
            return *value;
        }
        let offset = slot.index() as i32 * 8;
        let (flags, registers) = (self.memory.registers, self.base(Base::Registers));
        let value = self.builder.ins().load(I64, flags, registers, offset);
        self.known.insert(Cached::Slot(slot), value);
        value
    }

    /// A base address, read once as long as it is known.
    fn base(&mut self, base: Base) -> Value {
        if let Some(value) = self.known.get(&Cached::Base(base)) {
            return *value;
        }
        let offset = match base {
            Base::Context => None,
            Base::Position => Some(offset_of!(Context, position)),
            Base::Registers => Some(offset_of!(Context, registers)),
            Base::Cards => Some(offset_of!(Parts, cards)),
            Base::Piles => Some(offset_of!(Parts, piles)),
            Base::Cells => Some(offset_of!(Parts, cells)),
        };
        let value = match offset {
            None => self.builder.ins().get_pinned_reg(I64),
            Some(offset) => self.part(offset),
        };
        self.known.insert(Cached::Base(base), value);
        value
    }

    /// The number that a value always is.
    fn constant_of(&self, value: Value) -> Option<i64> {
        let dfg = &self.builder.func.dfg;
        let inst = dfg.value_def(value).inst()?;
        match dfg.insts[inst] {
            InstructionData::UnaryImm {
                opcode: Opcode::Iconst,
                imm,
            } => Some(imm.bits()),
            _ => None,
        }
    }

    /// A register has a value from now on. It is written into memory when that is needed.
    fn write_to(&mut self, slot: Slot, value: Value) {
        self.unwritten.insert(slot, value);
        self.known.insert(Cached::Slot(slot), value);
        self.changed.push(slot);
    }

    /// A register has a value if something holds, and otherwise one that stands for no value.
    fn write_perhaps(&mut self, slot: Slot, holds: Value, value: Value, none: i64, kind: Kind) {
        let none = self.number(none);
        let either = self.select(holds, value, none);
        let perhaps = Perhaps { holds, value, kind };
        self.perhaps.insert(either, perhaps);
        self.write_to(slot, either);
    }

    /// From here on a register holds what it holds perhaps.
    fn is_there_now(&mut self, slot: Slot, perhaps: Perhaps) {
        let Perhaps { value, kind, .. } = perhaps;
        self.there.insert(value);
        match kind {
            Kind::Card => self.cards.insert(value),
            Kind::Pile => self.piles.insert(value),
            Kind::Other => false,
        };
        self.known.insert(Cached::Slot(slot), value);
        if let Some(unwritten) = self.unwritten.get_mut(&slot) {
            *unwritten = value;
        }
    }

    /// A truth value as 1 or 0.
    fn truth(&mut self, truth: Value) -> Value {
        self.builder.ins().uextend(I64, truth)
    }

    fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        self.builder.ins().select(condition, yes, no)
    }

    fn part(&mut self, offset: usize) -> Value {
        let (flags, context) = (self.memory.context, self.base(Base::Context));
        self.builder.ins().load(I64, flags, context, offset as i32)
    }

    /// A number of the position itself.
    fn own(&mut self, offset: usize) -> Value {
        let flags = self.memory.context;
        let position = self.base(Base::Position);
        self.builder.ins().load(I64, flags, position, offset as i32)
    }

    fn set_own(&mut self, offset: usize, value: Value) {
        let flags = self.memory.context;
        let position = self.base(Base::Position);
        self.builder
            .ins()
            .store(flags, value, position, offset as i32);
    }

    /// Pays for a way back or a call.
    fn spend(&mut self, cost: u32) {
        let offset = offset_of!(Context, fuel) as i32;
        let context = self.base(Base::Context);
        let fuel = self
            .builder
            .ins()
            .load(types::I32, self.memory.context, context, offset);
        let cost = self.builder.ins().iconst(types::I32, i64::from(cost));
        let enough = self
            .builder
            .ins()
            .icmp(IntCC::UnsignedGreaterThan, fuel, cost);
        self.expect(enough);
        let rest = self.builder.ins().isub(fuel, cost);
        self.builder
            .ins()
            .store(self.memory.context, rest, context, offset);
    }

    /// Pays for cards or elements that are moved, looked at or copied; whether there is anything left is asked
    /// at the next jump.
    fn spend_work(&mut self, count: Value) {
        let bits = self.number(i64::from(PER_JUMP.ilog2()));
        let jumps = self.builder.ins().ushr(count, bits);
        self.spend_jumps(jumps);
    }

    /// Pays for so many jumps; whether there is anything left is asked at the next one.
    fn spend_jumps(&mut self, jumps: Value) {
        let rest = self.fuel_without(jumps);
        let one = self.number(1);
        let rest = self.builder.ins().smax(rest, one);
        self.set_fuel(rest);
    }

    /// Pays for elements that are looked at, if there is enough.
    fn expect_work(&mut self, count: Value) {
        let bits = self.number(i64::from(PER_JUMP.ilog2()));
        let jumps = self.builder.ins().ushr(count, bits);
        let rest = self.fuel_without(jumps);
        let enough = self.is_number(IntCC::SignedGreaterThan, rest, 1);
        self.expect(enough);
        self.set_fuel(rest);
    }

    fn fuel_without(&mut self, jumps: Value) -> Value {
        let (flags, context) = (self.memory.context, self.base(Base::Context));
        let offset = offset_of!(Context, fuel) as i32;
        let fuel = self.builder.ins().uload32(flags, context, offset);
        self.builder.ins().isub(fuel, jumps)
    }

    fn set_fuel(&mut self, fuel: Value) {
        let (flags, context) = (self.memory.context, self.base(Base::Context));
        let offset = offset_of!(Context, fuel) as i32;
        self.builder.ins().istore32(flags, fuel, context, offset);
    }

    /// The address of an element in memory that begins at `start`.
    fn address(&mut self, start: Value, index: Value, size: usize) -> Value {
        let size = self.number(size as i64);
        let offset = self.builder.ins().imul(index, size);
        self.builder.ins().iadd(start, offset)
    }
}

/// The ops that are reached otherwise than from the one before.
fn targets(program: &Program, tables: &Tables) -> Vec<bool> {
    let mut is_target = vec![false; program.ops.len()];
    let mut mark = |pc: Pc| {
        if let Some(is_target) = is_target.get_mut(pc.index()) {
            *is_target = true;
        }
    };
    tables.entries.iter().copied().for_each(&mut mark);
    for op in &program.ops {
        let mut op = *op;
        op.targets(&mut |target| mark(*target));
        if let Op::Switch { places, .. } = op {
            let places = program.constants[places.index()].iter();
            places.for_each(|place| mark(Pc(*place as u32)));
        }
    }
    is_target
}

/// The registers that an op speaks of.
fn slots(op: &Op) -> impl Iterator<Item = Slot> {
    op.operands()
        .into_iter()
        .filter_map(|(_, operand)| match operand {
            Operand::Slot(slot) => Some(slot),
            _ => None,
        })
}

/// True if an op ends what a routine does for now.
fn leaves(op: &Op) -> bool {
    matches!(
        op,
        Op::Call { .. }
            | Op::Return {}
            | Op::Fail {}
            | Op::Leave { .. }
            | Op::Ask { .. }
            | Op::Settle { .. }
            | Op::SettleAt { .. }
            | Op::Pick { .. }
            | Op::End {}
            | Op::Stop { .. }
            | Op::Broken {}
    )
}

/// True if an op leaves all cards where they are, of those that stand between looking up a card and moving it.
fn leaves_cards(op: &Op) -> bool {
    matches!(
        op,
        Op::Set { .. }
            | Op::Copy { .. }
            | Op::Load { .. }
            | Op::Top { .. }
            | Op::PileFor { .. }
            | Op::NewList { .. }
            | Op::UnlessThere { .. }
    )
}

/// True if an op works on the table and registers alone.
fn is_in_place(op: &Op) -> bool {
    matches!(
        op,
        Op::Div { .. }
            | Op::Mod { .. }
            | Op::Absolute { .. }
            | Op::SetBit { .. }
            | Op::CardAt { .. }
            | Op::OfCard { .. }
            | Op::UnlessAmong { .. }
            | Op::UnlessRelated { .. }
            | Op::UnlessFrequent { .. }
            | Op::AddToSet { .. }
            | Op::UnlessRelatedToSome { .. }
            | Op::EachFacing { .. }
            | Op::SkipCards { .. }
            | Op::MoveTop { .. }
            | Op::NoteMove { .. }
            | Op::MoveCard { .. }
            | Op::MoveAll { .. }
            | Op::MoveAllAt { .. }
            | Op::Deal { .. }
            | Op::DealRound { .. }
            | Op::Shuffle { .. }
            | Op::Flip { .. }
            | Op::Reveal { .. }
            | Op::Conceal { .. }
            | Op::NamesOf { .. }
            | Op::Room { .. }
            | Op::TakeTurn {}
            | Op::SkipTurn { .. }
            | Op::NextPhase { .. }
            | Op::PlanPhases { .. }
            | Op::CountPhases { .. }
            | Op::Win { .. }
    )
}
