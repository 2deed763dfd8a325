//! Cards and piles.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use engine::facts;
use engine::ids::{Cell, Column, Constant, FAILED, NOTHING, Pc, Pile, Slot};
use engine::native::layout;
use engine::op::Op;
use engine::table::{Flip, Side};

use super::{Base, Cached, Emitter, I64, Kind, Perhaps};
use crate::tables::PileFact;

impl Emitter<'_, '_> {
    /// Writes an op that looks at cards; false if it is none.
    pub(super) fn card_op(&mut self, op: Op) -> bool {
        match op {
            Op::Count { to, pile } => {
                let count = self.pile_field(pile, layout::PILE_COUNT);
                self.write_to(to, count);
            }
            Op::CountAt { to, pile } => {
                let pile = self.some_pile(pile);
                let count = self.field(pile, layout::PILE_COUNT);
                self.write_to(to, count);
            }
            Op::CountAll { to, piles } => {
                let mut sum = self.number(0);
                for pile in &self.program.constants[piles.index()] {
                    let count = self.pile_field(Pile(*pile as u16), layout::PILE_COUNT);
                    sum = self.builder.ins().iadd(sum, count);
                }
                self.write_to(to, sum);
            }
            Op::UnlessFewer { pile, value, to } => {
                let count = self.pile_field(pile, layout::PILE_COUNT);
                let how = IntCC::SignedGreaterThanOrEqual;
                let holds = self.is_number(how, count, i64::from(value));
                self.jump_if(holds, to);
            }
            Op::UnlessHolds { pile, value, to } => {
                let count = self.pile_field(pile, layout::PILE_COUNT);
                let fewer = self.is_number(IntCC::SignedLessThan, count, i64::from(value));
                self.jump_if(fewer, to);
            }
            Op::Top { to, pile } | Op::FirstCardIn { cursor: to, pile } => {
                let top = self.pile_field(pile, layout::PILE_TOP);
                self.tops.insert(top, pile);
                self.write_card(to, top);
            }
            Op::TopAt { to, pile } | Op::FirstCard { cursor: to, pile } => {
                let pile = self.some_pile(pile);
                let top = self.field(pile, layout::PILE_TOP);
                self.write_card(to, top);
            }
            Op::BottomAt { to, pile } => {
                let pile = self.some_pile(pile);
                let bottom = self.field(pile, layout::PILE_BOTTOM);
                self.write_card(to, bottom);
            }
            Op::PileFor {
                to,
                first,
                seat,
                count,
            } => {
                let seat = self.read(seat);
                let is_seat = self.is_number(IntCC::UnsignedLessThan, seat, i64::from(count));
                let first = self.number(i64::from(first.0));
                let pile = self.builder.ins().iadd(seat, first);
                self.write_perhaps(to, is_seat, pile, NOTHING, Kind::Pile);
            }
            Op::Print { to, column, card } | Op::PrintNumber { to, column, card }
                if self.is_printed_for_certain(column, card) =>
            {
                let card = self.read(card);
                let values = self.tables.columns[column.index()].as_ptr();
                let value = self.constant(values, card);
                self.there.insert(value);
                self.write_to(to, value);
            }
            Op::Print { to, column, card } => {
                let card = self.read(card);
                let (is_card, printed) = self.printed(column, card);
                let value = self.select(is_card, printed, card);
                self.write_to(to, value);
            }
            Op::PrintNumber { to, column, card } => {
                let card = self.read(card);
                let (is_card, printed) = self.printed(column, card);
                let printed = self.needed(column, printed);
                let failed = self.number(FAILED);
                let value = self.select(is_card, printed, failed);
                self.write_to(to, value);
            }
            Op::PrintTop { to, column, pile } => {
                let card = self.pile_field(pile, layout::PILE_TOP);
                let (is_card, printed) = self.printed(column, card);
                let nothing = self.number(NOTHING);
                let value = self.select(is_card, printed, nothing);
                self.write_to(to, value);
            }
            Op::PrintTopNumber { to, column, pile } => {
                let card = self.pile_field(pile, layout::PILE_TOP);
                let (is_card, printed) = self.printed(column, card);
                let failed = self.number(FAILED);
                let value = self.select(is_card, printed, failed);
                self.write_to(to, value);
            }
            Op::LookUp { to, list, index } => {
                let length = self.program.constants[list.index()].len();
                if length == 0 {
                    return false;
                }
                let index = self.read(index);
                let is_there = self.is_number(IntCC::UnsignedLessThan, index, length as i64);
                let zero = self.number(0);
                let index = self.select(is_there, index, zero);
                let values = &self.tables.constants[list.index()];
                let are_there = values.iter().all(|value| *value > FAILED);
                let value = self.constant(values.as_ptr(), index);
                if are_there {
                    self.write_perhaps(to, is_there, value, FAILED, Kind::Other);
                } else {
                    let failed = self.number(FAILED);
                    let value = self.select(is_there, value, failed);
                    self.write_to(to, value);
                }
            }
            Op::OfCard { to, facts, card } => {
                let card = self.some_card(card);
                let facts = &self.tables.constants[facts.index()];
                let value = self.constant(facts.as_ptr(), card);
                let piles = 0..self.program.piles.len() as i64;
                if facts.iter().all(|fact| piles.contains(fact)) {
                    self.piles.insert(value);
                }
                if facts.iter().all(|fact| *fact > FAILED) {
                    self.there.insert(value);
                }
                self.write_to(to, value);
            }
            Op::UnlessAmong { card, among, to } => {
                let card = self.some_card(card);
                let word = match *self.program.constants[among.index()].as_slice() {
                    [word] => self.number(word),
                    _ => {
                        let set = self.tables.constants[among.index()].as_ptr();
                        let six = self.number(6);
                        let word = self.builder.ins().ushr(card, six);
                        self.constant(set, word)
                    }
                };
                self.jump_unless_in(word, card, to);
            }
            Op::UnlessRelated { a, b, relation, to } => {
                let (a, b) = (self.some_card(a), self.some_card(b));
                let words = facts::words(self.program.cards.len());
                let row = if words == 1 {
                    a
                } else {
                    let (words, six) = (self.number(words as i64), self.number(6));
                    let first = self.builder.ins().imul(a, words);
                    let word = self.builder.ins().ushr(b, six);
                    self.builder.ins().iadd(first, word)
                };
                let relation = self.tables.constants[relation.index()].as_ptr();
                let word = self.constant(relation, row);
                self.jump_unless_in(word, b, to);
            }
            Op::AddToSet { set, card } => {
                let card = self.some_card(card);
                let one = self.number(1);
                let bit = self.builder.ins().ishl(one, card);
                let before = self.read(set);
                let after = self.builder.ins().bor(before, bit);
                self.write_to(set, after);
            }
            Op::UnlessRelatedToSome {
                card,
                set,
                relation,
                to,
            } => {
                let card = self.some_card(card);
                let relation = self.tables.constants[relation.index()].as_ptr();
                let row = self.constant(relation, card);
                let set = self.read(set);
                let found = self.builder.ins().band(row, set);
                let is_none = self.is_number(IntCC::Equal, found, 0);
                self.jump_if(is_none, to);
            }
            Op::EachFacing {
                cursor,
                card,
                side,
                done,
            } => {
                let done = self.at(done);
                self.keep_for(done);
                self.next_card(cursor, card, done, |emit, next| {
                    let cards = emit.base(Base::Cards);
                    let address = emit.address(cards, next, layout::CARD);
                    let shown = emit.field(address, layout::CARD_FACE);
                    let below = emit.field(address, layout::CARD_BELOW);
                    let is_it = emit.is_number(IntCC::Equal, shown, side as i64);
                    (is_it, below)
                });
            }
            Op::SkipCards { cursor, count } => {
                let end = self.builder.create_block();
                let reached = self.builder.append_block_param(end, I64);
                let mut next = self.read(cursor);
                // Bases that are read on the way must be known at its end too.
                self.base(Base::Cards);
                for _ in 0..count {
                    let is_card = self.is_card(next);
                    let fine = self.builder.create_block();
                    let stop = [BlockArg::Value(next)];
                    self.builder.ins().brif(is_card, fine, &[], end, &stop);
                    self.builder.switch_to_block(fine);
                    next = self.below(next);
                }
                self.builder.ins().jump(end, &[BlockArg::Value(next)]);
                self.builder.switch_to_block(end);
                self.write_card(cursor, reached);
            }
            Op::Reveal { card, seats } => {
                let (card, seats) = (self.some_card(card), self.read(seats));
                let cards = self.base(Base::Cards);
                let state = self.address(cards, card, layout::CARD);
                let known = self.field(state, layout::CARD_KNOWN);
                let known = self.builder.ins().bor(known, seats);
                self.set_field(state, layout::CARD_KNOWN, known);
            }
            Op::Conceal { card, seats } => {
                let (card, seats) = (self.some_card(card), self.read(seats));
                let cards = self.base(Base::Cards);
                let state = self.address(cards, card, layout::CARD);
                let known = self.field(state, layout::CARD_KNOWN);
                let known = self.builder.ins().band_not(known, seats);
                self.set_field(state, layout::CARD_KNOWN, known);
            }
            Op::Flip {
                card,
                flip: Flip::To(side),
            } => self.flip(card, side),
            Op::UnlessFrequent {
                pile,
                keys,
                least,
                to,
            } => return self.unless_frequent(pile, keys, least, to),
            Op::PileOf { to, card } => self.card_field(to, card, layout::CARD_PILE),
            Op::FaceOf { to, card } => self.card_field(to, card, layout::CARD_FACE),
            Op::NoteMove {
                cell,
                card,
                to,
                others,
            } => return self.note_move(cell, card, to, others),
            Op::HolderOf { to, card, .. } => {
                let card = self.some_card(card);
                let cards = self.base(Base::Cards);
                let address = self.address(cards, card, layout::CARD);
                let pile = self.field(address, layout::CARD_PILE);
                let piles = self.tables.owners.len() as i64;
                let is_pile = self.is_number(IntCC::UnsignedLessThan, pile, piles);
                self.expect(is_pile);
                let owner = self.constant(self.tables.owners.as_ptr(), pile);
                let is_there = self.is_number(IntCC::SignedGreaterThan, owner, FAILED);
                self.expect(is_there);
                self.write_to(to, owner);
            }
            Op::OwnerOf { to, pile } => {
                let pile = self.read(pile);
                let piles = self.tables.owners.len() as i64;
                let is_pile = self.is_number(IntCC::UnsignedLessThan, pile, piles);
                self.expect(is_pile);
                let owner = self.constant(self.tables.owners.as_ptr(), pile);
                self.write_to(to, owner);
            }
            Op::EachCardIn {
                cursor,
                index,
                card,
                piles,
                done,
            } => {
                let done = self.at(done);
                self.keep_for(done);
                let (next, number) = (self.read(cursor), self.read(index));
                // Bases that are read on the way must be known at its end too.
                self.base(Base::Cards);
                self.base(Base::Piles);
                let (head, open, found) = (
                    self.builder.create_block(),
                    self.builder.create_block(),
                    self.builder.create_block(),
                );
                let [at, number_at] = [(); 2].map(|()| self.builder.append_block_param(head, I64));
                let begin = [next, number].map(BlockArg::Value);
                self.builder.ins().jump(head, &begin);
                self.builder.switch_to_block(head);
                let is_card = self.is_card(at);
                self.builder.ins().brif(is_card, found, &[], open, &[]);
                self.builder.switch_to_block(open);
                let count = self.program.constants[piles.index()].len() as i64;
                let is_open = self.is_number(IntCC::UnsignedLessThan, number_at, count);
                self.unless(is_open, done);
                let pile = self.constant(self.tables.constants[piles.index()].as_ptr(), number_at);
                let base = self.base(Base::Piles);
                let address = self.address(base, pile, layout::PILE);
                let top = self.field(address, layout::PILE_TOP);
                let after = self.builder.ins().iadd_imm_s(number_at, 1);
                let again = [top, after].map(BlockArg::Value);
                self.builder.ins().jump(head, &again);
                self.builder.switch_to_block(found);
                self.write_to(index, number_at);
                self.cards.insert(at);
                self.write_to(card, at);
                let below = self.below(at);
                self.write_card(cursor, below);
            }
            Op::EachCard { cursor, card, done } => {
                let next = self.read(cursor);
                let is_card = self.is_card(next);
                let done = self.at(done);
                self.unless(is_card, done);
                self.cards.insert(next);
                self.write_to(card, next);
                let below = self.below(next);
                self.write_card(cursor, below);
            }
            Op::EachPrinted {
                cursor,
                card,
                column,
                value,
                equal,
                done,
            } => {
                let done = self.at(done);
                let value = self.read(value);
                let worked = self.is_number(IntCC::NotEqual, value, FAILED);
                self.unless(worked, done);
                self.next_card(cursor, card, done, |emit, next| {
                    let values = emit.tables.columns[column.index()].as_ptr();
                    let printed = emit.constant(values, next);
                    let below = emit.below(next);
                    let how = if equal { IntCC::Equal } else { IntCC::NotEqual };
                    (emit.builder.ins().icmp(how, printed, value), below)
                });
            }
            Op::CardAt { to, pile, index } => {
                let pile = self.some_pile(pile);
                let index = self.read(index);
                let first = self.field(pile, layout::PILE_TOP);
                let count = self.field(pile, layout::PILE_COUNT);
                let nothing = self.number(NOTHING);
                self.write_to(to, nothing);
                let is_there = self
                    .builder
                    .ins()
                    .icmp(IntCC::UnsignedLessThan, index, count);
                let next = self.next();
                self.unless(is_there, next);
                self.spend_work(index);
                let head = self.builder.create_block();
                let card = self.builder.append_block_param(head, I64);
                let left = self.builder.append_block_param(head, I64);
                let begin = [first, index].map(BlockArg::Value);
                self.builder.ins().jump(head, &begin);
                self.builder.switch_to_block(head);
                let is_card = self.is_card(card);
                self.unless(is_card, next);
                let one = self.number(1);
                let fewer = self.builder.ins().isub(left, one);
                let below = self.below(card);
                let found = self.builder.create_block();
                let again = [below, fewer].map(BlockArg::Value);
                self.builder.ins().brif(left, head, &again, found, &[]);
                self.builder.switch_to_block(found);
                self.write_to(to, card);
            }
            Op::NamesOf { to, from, into } => {
                let (from, into) = (self.read(from), self.read(into));
                for pile in [from, into] {
                    let is_pile = self.is_pile(pile);
                    self.expect(is_pile);
                }
                let roles = self.tables.facts_of(PileFact::Role);
                let (from, into) = (self.constant(roles, from), self.constant(roles, into));
                let all = self.number(engine::program::Role::ALL.len() as i64);
                let row = self.builder.ins().imul(from, all);
                let index = self.builder.ins().iadd(row, into);
                let names = self.constant(self.tables.names.as_ptr(), index);
                self.write_to(to, names);
            }
            _ => return false,
        }
        true
    }

    /// Goes from the cursor to the next card of which a test holds, or to `done` if there is none.
    ///
    /// The test gives whether it holds of a card, and the card below.
    fn next_card(
        &mut self,
        cursor: Slot,
        card: Slot,
        done: Block,
        test: impl FnOnce(&mut Self, Value) -> (Value, Value),
    ) {
        let first = self.read(cursor);
        let (head, none) = (self.builder.create_block(), self.builder.create_block());
        let next = self.builder.append_block_param(head, I64);
        let passed = self.builder.append_block_param(head, I64);
        // Bases that are read on the way must be known at its ends too.
        self.base(Base::Cards);
        self.base(Base::Context);
        let zero = self.number(0);
        let begin = [first, zero].map(BlockArg::Value);
        self.builder.ins().jump(head, &begin);
        self.builder.switch_to_block(none);
        self.spend_work(passed);
        self.builder.ins().jump(done, &[]);
        self.builder.switch_to_block(head);
        let is_card = self.is_card(next);
        self.unless(is_card, none);
        let (is_it, below) = test(self, next);
        let found = self.builder.create_block();
        let further = self.builder.ins().iadd_imm_s(passed, 1);
        let again = [below, further].map(BlockArg::Value);
        self.builder.ins().brif(is_it, found, &[], head, &again);
        self.builder.switch_to_block(found);
        self.spend_work(passed);
        self.cards.insert(next);
        self.write_to(card, next);
        self.write_card(cursor, below);
    }

    /// A field of a card; what is no card stays what it is.
    fn card_field(&mut self, to: Slot, card: Slot, field: usize) {
        let card = self.read(card);
        if self.cards.contains(&card) {
            let cards = self.base(Base::Cards);
            let address = self.address(cards, card, layout::CARD);
            let value = self.field(address, field);
            self.there.insert(value);
            if field == layout::CARD_PILE {
                self.piles.insert(value);
            }
            return self.write_to(to, value);
        }
        let is_card = self.is_card(card);
        let zero = self.number(0);
        let index = self.select(is_card, card, zero);
        let cards = self.base(Base::Cards);
        let address = self.address(cards, index, layout::CARD);
        let value = self.field(address, field);
        let value = self.select(is_card, value, card);
        self.write_to(to, value);
    }

    /// A card shows a side, and exactly those see it who now may.
    fn flip(&mut self, card: Slot, side: Side) {
        let card = self.some_card(card);
        let cards = self.base(Base::Cards);
        let state = self.address(cards, card, layout::CARD);
        let pile = self.field(state, layout::CARD_PILE);
        let seen = if side == Side::Up {
            PileFact::SeenUp
        } else {
            PileFact::SeenDown
        };
        let seen = self.constant(self.tables.facts_of(seen), pile);
        let open = self.number(i64::from(layout::OPEN));
        let known = self.field(state, layout::CARD_KNOWN);
        let known = self.builder.ins().band(known, open);
        let mut known = self.builder.ins().bor(known, seen);
        if side == Side::Up && self.tables.same_fact(PileFact::TopSeen) != Some(0) {
            let above = self.field(state, layout::CARD_ABOVE);
            let is_top = self.is_number(IntCC::Equal, above, i64::from(layout::NO_CARD));
            let seers = self.constant(self.tables.facts_of(PileFact::TopSeen), pile);
            let all = self.builder.ins().bor(known, seers);
            known = self.select(is_top, all, known);
        }
        self.set_field(state, layout::CARD_KNOWN, known);
        let face = self.number(side as i64);
        self.set_field(state, layout::CARD_FACE, face);
    }

    /// Jumps unless a value is frequent among the cards of a pile; false if it cannot be counted in one number.
    fn unless_frequent(&mut self, pile: Slot, keys: Column, least: u8, to: Pc) -> bool {
        let Some(counters) = self.tables.counters(keys) else {
            return false;
        };
        let Some((start, full)) = counters.start_and_full(least) else {
            return false;
        };
        let pile = self.some_pile(pile);
        let first = self.field(pile, layout::PILE_TOP);
        let count = self.field(pile, layout::PILE_COUNT);
        let work = self.builder.ins().imul(count, count);
        self.spend_work(work);
        // Outside of the loop, where it is known afterwards as well.
        self.base(Base::Cards);
        let (head, after) = (self.builder.create_block(), self.builder.create_block());
        let card = self.builder.append_block_param(head, I64);
        let counted = self.builder.append_block_param(head, I64);
        let start = self.number(start);
        let begin = [first, start].map(BlockArg::Value);
        self.builder.ins().jump(head, &begin);
        self.builder.switch_to_block(head);
        let is_card = self.is_card(card);
        self.unless(is_card, after);
        let one = self.constant(counters.ones.as_ptr(), card);
        let more = self.builder.ins().iadd(counted, one);
        let again = [self.below(card), more].map(BlockArg::Value);
        self.builder.ins().jump(head, &again);
        self.builder.switch_to_block(after);
        let full = self.number(full);
        let frequent = self.builder.ins().band(counted, full);
        let is_none = self.is_number(IntCC::Equal, frequent, 0);
        self.jump_if(is_none, to);
        true
    }

    /// A cell becomes 0 if a card is in certain piles or goes there; false if the constant does not fit.
    fn note_move(&mut self, cell: Cell, card: Slot, to: Slot, others: Constant) -> bool {
        let others = &self.tables.constants[others.index()];
        let piles = self.program.piles.len();
        if others.len() != piles || others.iter().any(|other| !(0..=1).contains(other)) {
            return false;
        }
        let others = others.as_ptr();
        let card = self.some_card(card);
        let to = self.expect_pile(to);
        let cards = self.base(Base::Cards);
        let address = self.address(cards, card, layout::CARD);
        let from = self.field(address, layout::CARD_PILE);
        let is_pile = self.is_number(IntCC::UnsignedLessThan, from, piles as i64);
        self.expect(is_pile);
        let (from, to) = (self.constant(others, from), self.constant(others, to));
        let both = self.builder.ins().band(from, to);
        let (flags, cells) = (self.memory.cells, self.base(Base::Cells));
        let offset = cell.index() as i32 * 8;
        let before = self.builder.ins().load(I64, flags, cells, offset);
        let zero = self.number(0);
        let now = self.select(both, before, zero);
        self.builder.ins().store(flags, now, cells, offset);
        true
    }

    /// The card in a register; the interpreter sees to it that there is none.
    pub(super) fn some_card(&mut self, card: Slot) -> Value {
        let card = self.read(card);
        if self.cards.contains(&card) {
            return card;
        }
        match self.perhaps.get(&card).copied() {
            Some(Perhaps {
                holds,
                value,
                kind: Kind::Card,
            }) => {
                self.expect(holds);
                value
            }
            _ => {
                let is_card = self.is_card(card);
                self.expect(is_card);
                card
            }
        }
    }

    /// Jumps unless a card is in the word of a set where it would be.
    fn jump_unless_in(&mut self, word: Value, card: Value, to: Pc) {
        let shifted = self.builder.ins().ushr(word, card);
        let one = self.number(1);
        let bit = self.builder.ins().band(shifted, one);
        let is_clear = self.is_number(IntCC::Equal, bit, 0);
        self.jump_if(is_clear, to);
    }

    pub(super) fn is_card(&mut self, card: Value) -> Value {
        let cards = self.program.cards.len() as i64;
        self.is_number(IntCC::UnsignedLessThan, card, cards)
    }

    /// Writes a card as it is kept in the table into a register.
    fn write_card(&mut self, to: Slot, card: Value) {
        let is_card = self.is_card(card);
        self.write_perhaps(to, is_card, card, NOTHING, Kind::Card);
    }

    /// The card below one that is a card.
    pub(super) fn below(&mut self, card: Value) -> Value {
        let cards = self.base(Base::Cards);
        let address = self.address(cards, card, layout::CARD);
        self.field(address, layout::CARD_BELOW)
    }

    pub(super) fn pile_field(&mut self, pile: Pile, field: usize) -> Value {
        let offset = (pile.index() * layout::PILE + field) as i32;
        let piles = self.base(Base::Piles);
        let flags = self.memory.table;
        let value = self.builder.ins().uload16(I64, flags, piles, offset);
        self.there.insert(value);
        value
    }

    pub(super) fn field(&mut self, address: Value, field: usize) -> Value {
        self.builder
            .ins()
            .uload16(I64, self.memory.table, address, field as i32)
    }

    /// The address of the pile in a register; the interpreter sees to it that there is none.
    pub(super) fn some_pile(&mut self, pile: Slot) -> Value {
        let pile = self.expect_pile(pile);
        let piles = self.base(Base::Piles);
        self.address(piles, pile, layout::PILE)
    }

    /// The pile in a register; the interpreter sees to it that there is none.
    pub(super) fn expect_pile(&mut self, pile: Slot) -> Value {
        let pile = self.read(pile);
        if self.piles.contains(&pile) {
            return pile;
        }
        match self.perhaps.get(&pile).copied() {
            Some(Perhaps {
                holds,
                value,
                kind: Kind::Pile,
            }) => {
                self.expect(holds);
                value
            }
            _ => {
                let is_pile = self.is_pile(pile);
                self.expect(is_pile);
                pile
            }
        }
    }

    /// True if a value is a card, and what is printed on it.
    fn printed(&mut self, column: Column, card: Value) -> (Value, Value) {
        let is_card = self.is_card(card);
        let zero = self.number(0);
        let index = self.select(is_card, card, zero);
        let values = self.tables.columns[column.index()].as_ptr();
        (is_card, self.constant(values, index))
    }

    /// True if a register holds a card for certain, and every card has something in a column.
    fn is_printed_for_certain(&self, column: Column, card: Slot) -> bool {
        let values = &self.tables.columns[column.index()];
        let card = self.known.get(&Cached::Slot(card));
        card.is_some_and(|card| self.cards.contains(card))
            && !values.iter().any(|value| *value <= FAILED)
    }

    /// A printed value that must not be nothing.
    fn needed(&mut self, column: Column, printed: Value) -> Value {
        if !self.tables.columns[column.index()].contains(&NOTHING) {
            return printed;
        }
        let is_nothing = self.is_number(IntCC::Equal, printed, NOTHING);
        let failed = self.number(FAILED);
        self.select(is_nothing, failed, printed)
    }

    /// An element of a table that never changes.
    pub(super) fn constant(&mut self, table: *const i64, index: Value) -> Value {
        let table = self.number(table as i64);
        let address = self.address(table, index, 8);
        self.builder
            .ins()
            .load(I64, self.memory.constant, address, 0)
    }
}
