//! Lists and choices.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, MemFlagsData, Value, types};
use engine::ids::{Cell, Column, FAILED, Meaning, NOTHING, Slot};
use engine::lists::{LENGTH_BITS, ListVerb};
use engine::native::{Parts, layout};
use engine::op::Op;
use engine::program::{LIST_CELLS, cells};

use super::{Base, Emitter, I64};
use crate::context::TOO_MANY;

/// Keys below this are told apart by bits.
const SMALL_KEYS: i64 = 64;

impl Emitter<'_, '_> {
    /// Writes an op that makes or reads lists and choices; false if it is none.
    pub(super) fn list_op(&mut self, op: Op) -> bool {
        match op {
            Op::NewList { to } => {
                let used = self.own(layout::USED);
                let bits = self.number(i64::from(LENGTH_BITS));
                let list = self.builder.ins().ishl(used, bits);
                self.write_to(to, list);
            }
            Op::Push { list, value } => {
                let value = self.read(value);
                self.push(list, value);
            }
            Op::Length { to, list } => {
                let list = self.read(list);
                let length = self.length(list);
                let missing = self.is_missing(list);
                let failed = self.number(FAILED);
                let length = self.select(missing, failed, length);
                self.write_to(to, length);
            }
            Op::ItemAt { to, list, index } => {
                let (list, index) = (self.read(list), self.read(index));
                let nothing = self.number(NOTHING);
                self.write_to(to, nothing);
                let next = self.next();
                let item = self.item(list, index, next);
                self.write_to(to, item);
            }
            Op::EachItem {
                list,
                index,
                item,
                done,
            } => {
                let (list, number) = (self.read(list), self.read(index));
                let done = self.at(done);
                let found = self.item(list, number, done);
                self.write_to(item, found);
                self.write_next(index, number);
            }
            Op::EachNumber {
                index,
                limit,
                item,
                done,
            } => {
                let (number, limit) = (self.read(index), self.read(limit));
                let how = IntCC::SignedLessThan;
                let is_below = self.builder.ins().icmp(how, number, limit);
                let done = self.at(done);
                self.unless(is_below, done);
                self.write_to(item, number);
                self.write_next(index, number);
            }
            Op::MarkLists { to } => {
                let used = self.own(layout::USED);
                self.write_to(to, used);
            }
            Op::FreeLists { mark } => {
                let (used, mark) = (self.own(layout::USED), self.read(mark));
                let used = self.builder.ins().umin(used, mark);
                self.set_own(layout::USED, used);
            }
            Op::FreeAllLists {} => {
                let zero = self.number(0);
                self.set_own(layout::USED, zero);
            }
            Op::EnterPhase { phase } => {
                let zero = self.number(0);
                self.set_own(layout::USED, zero);
                let phase = self.number(i64::from(phase.0));
                self.set_cell(cells::PHASE, phase);
            }
            Op::List {
                verb: ListVerb::Distinct,
                to,
                a,
                b,
            } => self.distinct(to, a, b),
            Op::List { verb, to, a, b } => {
                let (a, b) = (self.read(a), self.read(b));
                match verb {
                    ListVerb::Contains | ListVerb::IndexOf => self.search(verb, to, a, b),
                    ListVerb::Take | ListVerb::Drop => self.part_of(verb, to, a, b),
                    _ => self.list_verb(to, a, b),
                }
            }
            Op::NewChoices {} => {
                let zero = self.number(0);
                self.set_own(layout::OFFERED, zero);
            }
            Op::Offer { meaning, value } => {
                let value = self.read(value);
                self.offer(meaning, value);
            }
            Op::OfferPlain { meaning } => {
                let nothing = self.number(NOTHING);
                self.offer(meaning, nothing);
            }
            Op::OfferPile { meaning, pile } => {
                let pile = self.some_pile(pile);
                let count = self.field(pile, layout::PILE_COUNT);
                let place = self.expect_choices(count);
                let first = self.field(pile, layout::PILE_TOP);
                self.each_card(first, place, layout::CHOICE, |emitter, card, place| {
                    emitter.put_choice(meaning, card, place);
                });
                self.spend_work(count);
                self.add_own(layout::OFFERED, count);
            }
            Op::OfferList { meaning, list } => {
                let items = self.some_items(list);
                let place = self.expect_choices(items.count);
                self.each_item(items, place, layout::CHOICE, |emitter, item, place| {
                    emitter.put_choice(meaning, item, place);
                });
                self.spend_work(items.count);
                self.add_own(layout::OFFERED, items.count);
            }
            Op::PushPile { list, pile } => {
                let pile = self.some_pile(pile);
                let count = self.field(pile, layout::PILE_COUNT);
                let place = self.expect_last(list, count);
                let first = self.field(pile, layout::PILE_TOP);
                self.each_card(first, place, 8, Self::put_element);
                self.spend_work(count);
                self.lengthen(list, count);
            }
            Op::PushPrinted { list, pile, column } => {
                let pile = self.some_pile(pile);
                let count = self.field(pile, layout::PILE_COUNT);
                let place = self.expect_last(list, count);
                let first = self.field(pile, layout::PILE_TOP);
                let values = self.tables.columns[column.index()].as_ptr();
                self.each_card(first, place, 8, |emitter, card, place| {
                    let value = emitter.constant(values, card);
                    emitter.put_element(value, place);
                });
                self.spend_work(count);
                self.lengthen(list, count);
            }
            Op::PushColumn {
                list,
                cards,
                column,
            } => {
                let cards = self.some_items(cards);
                let place = self.expect_last(list, cards.count);
                let values = self.tables.columns[column.index()].as_ptr();
                self.each_item(cards, place, 8, |emitter, card, place| {
                    let is_card = emitter.is_card(card);
                    let zero = emitter.number(0);
                    let index = emitter.select(is_card, card, zero);
                    let value = emitter.constant(values, index);
                    let value = emitter.select(is_card, value, card);
                    emitter.put_element(value, place);
                });
                self.spend_work(cards.count);
                self.lengthen(list, cards.count);
            }
            Op::PushList { list, from } => {
                let from = self.some_items(from);
                let place = self.expect_last(list, from.count);
                self.each_item(from, place, 8, Self::put_element);
                self.spend_work(from.count);
                self.lengthen(list, from.count);
            }
            Op::SumColumn { to, list, column } => return self.sum_column(to, list, column),
            Op::Sets {
                to,
                list,
                least,
                keys,
            } => self.melds(to, [list, least, keys, keys]),
            Op::Runs {
                to,
                list,
                least,
                numbers,
                keys,
            } => self.melds(to, [list, least, numbers, keys]),
            Op::PrintedSets {
                to, list, least, ..
            }
            | Op::PrintedRuns {
                to, list, least, ..
            } => self.melds(to, [list, least, least, least]),
            Op::Packing { to, lists, weights } => {
                self.melds(to, [lists, weights, weights, weights]);
            }
            Op::ListOf { to, constant } => {
                let items = &self.program.constants[constant.index()];
                if items.len() > 8 {
                    return false;
                }
                let used = self.own(layout::USED);
                let bits = self.number(i64::from(LENGTH_BITS));
                let list = self.builder.ins().ishl(used, bits);
                let count = self.number(items.len() as i64);
                let place = self.expect_elements(used, count);
                for (number, item) in items.iter().enumerate() {
                    let (flags, item) = (self.memory.lists, self.number(*item));
                    let offset = number as i32 * 8;
                    self.builder.ins().store(flags, item, place, offset);
                }
                self.add_own(layout::USED, count);
                let list = self.builder.ins().iadd(list, count);
                self.write_to(to, list);
            }
            Op::LoadList {
                to,
                first,
                index,
                count,
            } => self.load_list(to, first, index, count),
            Op::UnlessChoices { to } => {
                let offered = self.own(layout::OFFERED);
                let is_none = self.is_number(IntCC::Equal, offered, 0);
                self.jump_if(is_none, to);
            }
            Op::CountChoices { to } => {
                let offered = self.own(layout::OFFERED);
                self.write_to(to, offered);
            }
            _ => return false,
        }
        true
    }

    fn write_next(&mut self, index: Slot, number: Value) {
        let one = self.number(1);
        let number = self.builder.ins().iadd(number, one);
        self.write_to(index, number);
    }

    fn length(&mut self, list: Value) -> Value {
        let mask = self.number((1 << LENGTH_BITS) - 1);
        self.builder.ins().band(list, mask)
    }

    fn start(&mut self, list: Value) -> Value {
        let bits = self.number(i64::from(LENGTH_BITS));
        self.builder.ins().ushr(list, bits)
    }

    /// The element at a position of a list; goes on at a block if there is none.
    fn item(&mut self, list: Value, index: Value, otherwise: Block) -> Value {
        let length = self.length(list);
        let how = IntCC::UnsignedLessThan;
        let is_in = self.builder.ins().icmp(how, index, length);
        self.unless(is_in, otherwise);
        let start = self.start(list);
        let place = self.builder.ins().iadd(start, index);
        let used = self.own(layout::USED);
        let is_used = self.builder.ins().icmp(how, place, used);
        self.unless(is_used, otherwise);
        let elements = self.part(offset_of!(Parts, elements));
        let address = self.address(elements, place, 8);
        self.builder.ins().load(I64, self.memory.lists, address, 0)
    }

    /// The first elements of a list, or the others.
    fn part_of(&mut self, verb: ListVerb, to: Slot, list: Value, count: Value) {
        let both = self.builder.ins().bor(list, count);
        let are_there = self.is_number(IntCC::SignedGreaterThanOrEqual, both, 0);
        self.expect(are_there);
        let length = self.length(list);
        let first = self.builder.ins().umin(length, count);
        let part = if verb == ListVerb::Take {
            let list = self.builder.ins().isub(list, length);
            self.builder.ins().iadd(list, first)
        } else {
            let bits = self.number(i64::from(LENGTH_BITS));
            let further = self.builder.ins().ishl(first, bits);
            let list = self.builder.ins().iadd(list, further);
            self.builder.ins().isub(list, first)
        };
        self.write_to(to, part);
    }

    /// Copies a list that the position keeps.
    fn load_list(&mut self, to: Slot, first: Cell, index: Slot, count: u8) {
        let index = self.read(index);
        let how = IntCC::UnsignedLessThan;
        let is_there = self.is_number(how, index, i64::from(count));
        self.expect(is_there);
        let cells = self.base(Base::Cells);
        let address = self.address(cells, index, usize::from(LIST_CELLS) * 8);
        let address = self.behind(address, first.index() * 8);
        let flags = self.memory.cells;
        let length = self.builder.ins().load(I64, flags, address, 0);
        let fits = self.is_number(how, length, i64::from(LIST_CELLS));
        self.expect(fits);
        let used = self.own(layout::USED);
        let place = self.expect_elements(used, length);
        let first = self.behind(address, 8);
        let kept = Items {
            count: length,
            first,
            end: self.address(first, length, 8),
            flags,
        };
        self.each_item(kept, place, 8, Self::put_element);
        self.add_own(layout::USED, length);
        let bits = self.number(i64::from(LENGTH_BITS));
        let list = self.builder.ins().ishl(used, bits);
        let list = self.builder.ins().iadd(list, length);
        self.write_to(to, list);
    }

    /// Computes something made of lists.
    fn list_verb(&mut self, to: Slot, a: Value, b: Value) {
        let pc = self.number(i64::from(self.pc.0));
        let arguments = [self.base(Base::Context), pc, a, b];
        let call = self.builder.ins().call(self.steps.list, &arguments);
        let made = self.builder.inst_results(call)[0];
        let is_made = self.is_number(IntCC::NotEqual, made, TOO_MANY);
        self.expect(is_made);
        self.write_to(to, made);
    }

    /// Computes sets, runs or a packing.
    fn melds(&mut self, to: Slot, values: [Slot; 4]) {
        let [a, b, c, d] = values.map(|slot| self.read(slot));
        let pc = self.number(i64::from(self.pc.0));
        let arguments = [self.base(Base::Context), pc, a, b, c, d];
        let call = self.builder.ins().call(self.steps.melds, &arguments);
        let made = self.builder.inst_results(call)[0];
        let is_made = self.is_number(IntCC::NotEqual, made, TOO_MANY);
        self.expect(is_made);
        self.write_to(to, made);
    }

    /// Adds what is printed on cards; false if that could become too large.
    fn sum_column(&mut self, to: Slot, list: Slot, column: Column) -> bool {
        let printed = &self.tables.columns[column.index()];
        let small = i64::from(i32::MIN)..=i64::from(i32::MAX);
        if !printed.iter().all(|value| small.contains(value)) {
            return false;
        }
        let values = printed.as_ptr();
        let items = self.some_items(list);
        let (head, after) = (self.builder.create_block(), self.builder.create_block());
        let from = self.builder.append_block_param(head, I64);
        let sum = self.builder.append_block_param(head, I64);
        let zero = self.number(0);
        let begin = [items.first, zero].map(BlockArg::Value);
        self.builder.ins().jump(head, &begin);
        self.builder.switch_to_block(head);
        let is_left = self.builder.ins().icmp(IntCC::NotEqual, from, items.end);
        self.unless(is_left, after);
        let card = self.builder.ins().load(I64, self.memory.lists, from, 0);
        let is_card = self.is_card(card);
        self.expect(is_card);
        let value = self.constant(values, card);
        let larger = self.builder.ins().iadd(sum, value);
        let again = [self.behind(from, 8), larger].map(BlockArg::Value);
        self.builder.ins().jump(head, &again);
        self.builder.switch_to_block(after);
        self.spend_work(items.count);
        self.write_to(to, sum);
        true
    }

    /// The first element for each key, if the keys are small.
    fn distinct(&mut self, to: Slot, list: Slot, keys: Slot) {
        let items = self.some_items(list);
        let keys = if keys == list {
            items
        } else {
            self.some_items(keys)
        };
        let how = IntCC::UnsignedLessThanOrEqual;
        let have_keys = self.builder.ins().icmp(how, items.count, keys.count);
        self.expect(have_keys);
        let used = self.own(layout::USED);
        let first = self.expect_elements(used, items.count);
        let work = self.builder.ins().imul(items.count, items.count);
        let one = self.number(1);
        let work = self.builder.ins().ushr(work, one);
        self.expect_work(work);
        let [head, after] = [(); 2].map(|()| self.builder.create_block());
        let [from, key, place, seen] = [(); 4].map(|()| self.builder.append_block_param(head, I64));
        let (zero, three) = (self.number(0), self.number(3));
        let begin = [items.first, keys.first, first, zero].map(BlockArg::Value);
        self.builder.ins().jump(head, &begin);
        self.builder.switch_to_block(head);
        let is_left = self.builder.ins().icmp(IntCC::NotEqual, from, items.end);
        self.unless(is_left, after);
        let flags = self.memory.lists;
        let item = self.builder.ins().load(I64, flags, from, 0);
        let key_of = self.builder.ins().load(I64, flags, key, 0);
        let is_small = self.is_number(IntCC::UnsignedLessThan, key_of, SMALL_KEYS);
        self.expect(is_small);
        // The place is kept only if the key is new.
        self.put_element(item, place);
        let shifted = self.builder.ins().ushr(seen, key_of);
        let is_old = self.builder.ins().band(shifted, one);
        let is_new = self.builder.ins().bxor(is_old, one);
        let size = self.builder.ins().ishl(is_new, three);
        let next = self.builder.ins().iadd(place, size);
        let bit = self.builder.ins().ishl(one, key_of);
        let more = self.builder.ins().bor(seen, bit);
        let again = [self.behind(from, 8), self.behind(key, 8), next, more];
        self.builder.ins().jump(head, &again.map(BlockArg::Value));
        self.builder.switch_to_block(after);
        let size = self.builder.ins().isub(place, first);
        let count = self.builder.ins().ushr(size, three);
        self.add_own(layout::USED, count);
        let bits = self.number(i64::from(LENGTH_BITS));
        let made = self.builder.ins().ishl(used, bits);
        let made = self.builder.ins().iadd(made, count);
        self.write_to(to, made);
    }

    /// Looks for an element.
    fn search(&mut self, verb: ListVerb, to: Slot, list: Value, item: Value) {
        let (found, missing) = match verb {
            ListVerb::Contains => (Some(1), 0),
            _ => (None, -1),
        };
        let is_list = self.is_number(IntCC::SignedGreaterThanOrEqual, list, 0);
        self.expect(is_list);
        let length = self.length(list);
        self.expect_work(length);
        let missing = self.number(missing);
        self.write_to(to, missing);
        let (head, next) = (self.builder.create_block(), self.next());
        self.keep_for(next);
        let index = self.builder.append_block_param(head, I64);
        let zero = self.number(0);
        self.builder.ins().jump(head, &[BlockArg::Value(zero)]);
        self.builder.switch_to_block(head);
        let other = self.item(list, index, next);
        let is_it = self.builder.ins().icmp(IntCC::Equal, other, item);
        let one = self.number(1);
        let further = self.builder.ins().iadd(index, one);
        let at_end = self.builder.create_block();
        let again = [BlockArg::Value(further)];
        self.builder.ins().brif(is_it, at_end, &[], head, &again);
        self.builder.switch_to_block(at_end);
        let found = match found {
            Some(found) => self.number(found),
            None => index,
        };
        self.write_to(to, found);
    }

    /// The elements of a list that is there.
    fn some_items(&mut self, slot: Slot) -> Items {
        let list = self.read(slot);
        let is_list = self.is_number(IntCC::SignedGreaterThanOrEqual, list, 0);
        self.expect(is_list);
        let (start, count) = (self.start(list), self.length(list));
        let end = self.builder.ins().iadd(start, count);
        let used = self.own(layout::USED);
        let how = IntCC::UnsignedLessThanOrEqual;
        let is_used = self.builder.ins().icmp(how, end, used);
        self.expect(is_used);
        let elements = self.part(offset_of!(Parts, elements));
        Items {
            count,
            first: self.address(elements, start, 8),
            end: self.address(elements, end, 8),
            flags: self.memory.lists,
        }
    }

    /// Goes through elements; what is made of each is put at a place of its own, so many bytes after the last.
    fn each_item(
        &mut self,
        items: Items,
        place: Value,
        size: usize,
        then: impl FnOnce(&mut Self, Value, Value),
    ) {
        let (head, after) = (self.builder.create_block(), self.builder.create_block());
        let from = self.builder.append_block_param(head, I64);
        let to = self.builder.append_block_param(head, I64);
        let begin = [items.first, place].map(BlockArg::Value);
        self.builder.ins().jump(head, &begin);
        self.builder.switch_to_block(head);
        let is_left = self.builder.ins().icmp(IntCC::NotEqual, from, items.end);
        self.unless(is_left, after);
        let item = self.builder.ins().load(I64, items.flags, from, 0);
        then(self, item, to);
        let again = [self.behind(from, 8), self.behind(to, size)].map(BlockArg::Value);
        self.builder.ins().jump(head, &again);
        self.builder.switch_to_block(after);
    }

    /// As [`Self::each_item`], for the cards of a pile from the top.
    fn each_card(
        &mut self,
        first: Value,
        place: Value,
        size: usize,
        then: impl FnOnce(&mut Self, Value, Value),
    ) {
        // Outside of the loop, where it is known afterwards as well.
        self.base(Base::Cards);
        let (head, after) = (self.builder.create_block(), self.builder.create_block());
        let card = self.builder.append_block_param(head, I64);
        let to = self.builder.append_block_param(head, I64);
        let begin = [first, place].map(BlockArg::Value);
        self.builder.ins().jump(head, &begin);
        self.builder.switch_to_block(head);
        let is_card = self.is_card(card);
        self.unless(is_card, after);
        then(self, card, to);
        let again = [self.below(card), self.behind(to, size)].map(BlockArg::Value);
        self.builder.ins().jump(head, &again);
        self.builder.switch_to_block(after);
    }

    fn behind(&mut self, address: Value, size: usize) -> Value {
        let size = self.number(size as i64);
        self.builder.ins().iadd(address, size)
    }

    /// Expects that a list is the last one and that there is room for so many more elements; where they go.
    fn expect_last(&mut self, slot: Slot, count: Value) -> Value {
        let list = self.read(slot);
        let (start, length) = (self.start(list), self.length(list));
        let end = self.builder.ins().iadd(start, length);
        let used = self.own(layout::USED);
        let is_last = self.builder.ins().icmp(IntCC::Equal, end, used);
        self.expect(is_last);
        self.expect_elements(used, count)
    }

    fn expect_elements(&mut self, used: Value, count: Value) -> Value {
        let room = self.part(offset_of!(Parts, element_room));
        let needed = self.builder.ins().iadd(used, count);
        let how = IntCC::UnsignedLessThanOrEqual;
        let has_room = self.builder.ins().icmp(how, needed, room);
        self.expect(has_room);
        let elements = self.part(offset_of!(Parts, elements));
        self.address(elements, used, 8)
    }

    fn add_own(&mut self, number: usize, more: Value) {
        let before = self.own(number);
        let sum = self.builder.ins().iadd(before, more);
        self.set_own(number, sum);
    }

    /// The last list has become longer.
    fn lengthen(&mut self, slot: Slot, count: Value) {
        self.add_own(layout::USED, count);
        let list = self.read(slot);
        let list = self.builder.ins().iadd(list, count);
        self.write_to(slot, list);
    }

    fn put_element(&mut self, value: Value, place: Value) {
        let flags = self.memory.lists;
        self.builder.ins().store(flags, value, place, 0);
    }

    /// Adds an element to a list that is the last one.
    fn push(&mut self, slot: Slot, value: Value) {
        let one = self.number(1);
        let place = self.expect_last(slot, one);
        self.put_element(value, place);
        self.lengthen(slot, one);
    }

    /// Expects room for so many more choices; where they go.
    fn expect_choices(&mut self, count: Value) -> Value {
        let offered = self.own(layout::OFFERED);
        let room = self.part(offset_of!(Parts, choice_room));
        let needed = self.builder.ins().iadd(offered, count);
        let how = IntCC::UnsignedLessThanOrEqual;
        let has_room = self.builder.ins().icmp(how, needed, room);
        self.expect(has_room);
        let choices = self.part(offset_of!(Parts, choices));
        self.address(choices, offered, layout::CHOICE)
    }

    fn put_choice(&mut self, meaning: Meaning, value: Value, place: Value) {
        let meaning = self.builder.ins().iconst(types::I16, i64::from(meaning.0));
        let flags = self.memory.lists;
        let offset = layout::CHOICE_MEANING as i32;
        self.builder.ins().store(flags, meaning, place, offset);
        let offset = layout::CHOICE_VALUE as i32;
        self.builder.ins().store(flags, value, place, offset);
    }

    /// Appends a choice to those that are offered; leaves the code if there is no room.
    fn offer(&mut self, meaning: Meaning, value: Value) {
        let one = self.number(1);
        let place = self.expect_choices(one);
        self.put_choice(meaning, value, place);
        self.add_own(layout::OFFERED, one);
    }
}

/// The elements of a list: how many, where the first one is, where they end, and in which memory.
#[derive(Debug, Clone, Copy)]
struct Items {
    count: Value,
    first: Value,
    end: Value,
    flags: MemFlagsData,
}
