//! Moves of cards from pile to pile.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use engine::ids::Pile;
use engine::native::layout;
use engine::op::Op;
use engine::program::Role;
use engine::table::Placement;

use super::{Base, Emitter, I64};
use crate::tables::{PileFact, Start};

/// The number of things that may be on a card for its moves to be machine code: each takes some bytes of it.
const MOST_MARKS: usize = 32;

/// A pile: one that is known now, or one that a register says.
#[derive(Debug, Clone, Copy)]
enum PileRef {
    Known(Pile),
    Said(Value),
}

/// The sizes and ends of a pile, and where they are.
#[derive(Debug, Clone, Copy)]
struct PileAt {
    place: PileRef,
    /// Its number, as a value of the code.
    number: Value,
    /// Address of its state in the position.
    address: Value,
}

impl PileAt {
    fn is_certainly(&self, pile: Pile) -> bool {
        matches!(self.place, PileRef::Known(known) if known == pile)
    }

    fn is_certainly_other(&self, pile: Pile) -> bool {
        matches!(self.place, PileRef::Known(known) if known != pile)
    }
}

impl Emitter<'_, '_> {
    /// Writes an op that moves cards; false if it is none.
    pub(super) fn move_op(&mut self, op: Op) -> bool {
        if self.program.marks.len() > MOST_MARKS {
            return false;
        }
        match op {
            Op::MoveTop {
                from,
                to,
                otherwise,
            } if from != to && self.begins_anew_from(from) => {
                let (from, to) = (self.known_pile(from), self.known_pile(to));
                let card = self.field(from.address, layout::PILE_TOP);
                let is_card = self.is_card(card);
                let otherwise = self.at(otherwise);
                self.unless(is_card, otherwise);
                self.expect_room(to, otherwise);
                self.take_top(from, card);
                self.put(card, to, Placement::USUAL);
            }
            Op::MoveAll { from, to, .. } if from != to && self.is_moved_at_once(from, to) => {
                let (from, to) = (self.known_pile(from), self.known_pile(to));
                self.move_at_once(from, to);
            }
            Op::MoveAll {
                from,
                to,
                otherwise,
            } if from != to && self.begins_anew_from(from) => {
                let (from, to) = (self.known_pile(from), self.known_pile(to));
                let (next, otherwise) = (self.next(), self.at(otherwise));
                self.keep_for(next);
                self.keep_for(otherwise);
                let count = self.field(from.address, layout::PILE_COUNT);
                self.spend_work(count);
                let head = self.builder.create_block();
                self.builder.ins().jump(head, &[]);
                self.builder.switch_to_block(head);
                let card = self.field(from.address, layout::PILE_TOP);
                let is_card = self.is_card(card);
                self.unless(is_card, next);
                self.expect_room(to, otherwise);
                self.take_top(from, card);
                self.put(card, to, Placement::USUAL);
                self.builder.ins().jump(head, &[]);
                self.goes_on = false;
            }
            Op::MoveCard {
                card,
                to,
                how,
                otherwise,
            } => {
                let card = self.some_card(card);
                let number = self.read(to);
                let (number, to) = match self.constant_of(number) {
                    Some(pile) if (0..self.program.piles.len() as i64).contains(&pile) => {
                        (number, self.known_pile(Pile(pile as u16)))
                    }
                    _ => {
                        let number = self.expect_pile(to);
                        (number, self.said_pile(number))
                    }
                };
                let otherwise = self.at(otherwise);
                let top_of = self.tops.get(&card).copied();
                let top_of = top_of.filter(|pile| self.begins_anew_from(*pile));
                if let Some(pile) = top_of.filter(|pile| !to.is_certainly(*pile)) {
                    if !to.is_certainly_other(pile) {
                        let how = IntCC::NotEqual;
                        let is_other = self.is_number(how, number, i64::from(pile.0));
                        self.expect(is_other);
                    }
                    self.expect_room(to, otherwise);
                    let from = self.known_pile(pile);
                    self.take_top(from, card);
                } else {
                    let cards = self.base(Base::Cards);
                    let state = self.address(cards, card, layout::CARD);
                    let from = self.field(state, layout::CARD_PILE);
                    let is_other = self.builder.ins().icmp(IntCC::NotEqual, from, number);
                    self.expect(is_other);
                    let from = self.said_pile(from);
                    self.expect_begins_anew_from(from);
                    self.expect_room(to, otherwise);
                    self.take(from, state);
                }
                self.put(card, to, how);
            }
            _ => return false,
        }
        true
    }

    /// True if all cards of a pile can go to another one together: nothing is on them, there is room
    /// for any number, and nobody sees only those that come to lie on top.
    fn is_moved_at_once(&self, from: Pile, to: Pile) -> bool {
        let fact = |pile, fact| self.tables.fact(pile, fact);
        self.program.marks.is_empty()
            && fact(to, PileFact::Capacity) == i64::from(u16::MAX)
            && fact(from, PileFact::TopSeen) == 0
            && fact(to, PileFact::TopSeen) == 0
    }

    /// Moves all cards of a pile, as if they went one at a time from the top.
    fn move_at_once(&mut self, from: PileAt, to: PileAt) {
        let next = self.next();
        self.keep_for(next);
        let first = self.field(from.address, layout::PILE_TOP);
        let is_card = self.is_card(first);
        self.unless(is_card, next);
        let last = self.field(from.address, layout::PILE_BOTTOM);
        let count = self.field(from.address, layout::PILE_COUNT);
        self.spend_work(count);
        let before = self.field(to.address, layout::PILE_COUNT);
        let sum = self.builder.ins().iadd(before, count);
        self.set_field(to.address, layout::PILE_COUNT, sum);
        let (none, zero) = (self.number(i64::from(layout::NO_CARD)), self.number(0));
        self.set_field(from.address, layout::PILE_TOP, none);
        self.set_field(from.address, layout::PILE_BOTTOM, none);
        self.set_field(from.address, layout::PILE_COUNT, zero);
        let (face, known) = self.face_and_known(to, Placement::USUAL);
        let at_bottom = self.same_fact(to, PileFact::FirstOut) == Some(1);
        let (end, field, other, other_field) = if at_bottom {
            let (end, other) = (layout::PILE_BOTTOM, layout::PILE_TOP);
            (end, layout::CARD_ABOVE, other, layout::CARD_BELOW)
        } else {
            let (end, other) = (layout::PILE_TOP, layout::PILE_BOTTOM);
            (end, layout::CARD_BELOW, other, layout::CARD_ABOVE)
        };
        // The card that comes in first lies next to the one that came in last before.
        let neighbour = self.field(to.address, end);
        self.link(neighbour, other_field, to, other, first);
        self.set_field(to.address, end, last);

        let (head, after) = (self.builder.create_block(), self.builder.create_block());
        let card = self.builder.append_block_param(head, I64);
        let earlier = self.builder.append_block_param(head, I64);
        let begin = [first, neighbour].map(BlockArg::Value);
        self.builder.ins().jump(head, &begin);
        self.builder.switch_to_block(head);
        let cards = self.base(Base::Cards);
        let state = self.address(cards, card, layout::CARD);
        let below = self.field(state, layout::CARD_BELOW);
        self.set_field(state, field, earlier);
        if !at_bottom {
            self.set_field(state, layout::CARD_ABOVE, below);
        }
        self.set_field(state, layout::CARD_PILE, to.number);
        self.set_field(state, layout::CARD_FACE, face);
        self.set_field(state, layout::CARD_KNOWN, known);
        let is_more = self.is_card(below);
        let again = [below, card].map(BlockArg::Value);
        self.builder.ins().brif(is_more, head, &again, after, &[]);
        self.builder.switch_to_block(after);
    }

    /// True if what is on a card is reset wherever it goes from this pile. What leaves play may stay or be
    /// referred to by others: the interpreter sees to it.
    fn begins_anew_from(&self, pile: Pile) -> bool {
        let role = self.tables.fact(pile, PileFact::Role);
        self.program.marks.is_empty() || role != Role::Play as i64
    }

    /// As [`Self::begins_anew_from`], for a pile that a register says.
    fn expect_begins_anew_from(&mut self, pile: PileAt) {
        if self.program.marks.is_empty() {
            return;
        }
        let role = self.fact(pile, PileFact::Role);
        let is_not_play = self.is_number(IntCC::NotEqual, role, Role::Play as i64);
        self.expect(is_not_play);
    }

    /// Resets the marks of a card that comes from outside of play.
    fn begin_marks(&mut self, card: Value) {
        let (program, tables) = (self.program, self.tables);
        for (mark, start) in program.marks.iter().zip(&tables.starts) {
            // A token is made with what counts as printed on it.
            if mark.own {
                continue;
            }
            let start = match start {
                Start::Same(start) => self.number(*start),
                Start::OfCard(starts) => self.constant(starts.as_ptr(), card),
            };
            let cells = self.base(Base::Cells);
            let address = self.address(cells, card, 8);
            let (flags, offset) = (self.memory.cells, mark.first.index() as i32 * 8);
            self.builder.ins().store(flags, start, address, offset);
        }
    }

    fn known_pile(&mut self, pile: Pile) -> PileAt {
        let number = self.number(i64::from(pile.0));
        let piles = self.base(Base::Piles);
        let address = self.address(piles, number, layout::PILE);
        PileAt {
            place: PileRef::Known(pile),
            number,
            address,
        }
    }

    fn said_pile(&mut self, number: Value) -> PileAt {
        let piles = self.base(Base::Piles);
        let address = self.address(piles, number, layout::PILE);
        PileAt {
            place: PileRef::Said(number),
            number,
            address,
        }
    }

    /// Reads a constant fact about a pile.
    fn fact(&mut self, pile: PileAt, fact: PileFact) -> Value {
        match pile.place {
            PileRef::Known(pile) => self.number(self.tables.fact(pile, fact)),
            PileRef::Said(number) => self.constant(self.tables.facts_of(fact), number),
        }
    }

    /// A fact that is the same for all piles that may be meant.
    fn same_fact(&self, pile: PileAt, fact: PileFact) -> Option<i64> {
        match pile.place {
            PileRef::Known(pile) => Some(self.tables.fact(pile, fact)),
            PileRef::Said(_) => self.tables.same_fact(fact),
        }
    }

    fn expect_room(&mut self, pile: PileAt, otherwise: Block) {
        if self.same_fact(pile, PileFact::Capacity) == Some(i64::from(u16::MAX)) {
            return;
        }
        let capacity = self.fact(pile, PileFact::Capacity);
        let count = self.field(pile.address, layout::PILE_COUNT);
        let how = IntCC::UnsignedLessThan;
        let has_room = self.builder.ins().icmp(how, count, capacity);
        self.unless(has_room, otherwise);
    }

    pub(super) fn set_field(&mut self, address: Value, field: usize, value: Value) {
        let flags = self.memory.table;
        self.builder
            .ins()
            .istore16(flags, value, address, field as i32);
    }

    fn add_to_count(&mut self, pile: PileAt, number: i64) {
        let count = self.field(pile.address, layout::PILE_COUNT);
        let number = self.number(number);
        let count = self.builder.ins().iadd(count, number);
        self.set_field(pile.address, layout::PILE_COUNT, count);
    }

    /// Stores into a field of a card, or of the pile if there is no such card.
    fn link(&mut self, card: Value, field: usize, pile: PileAt, end: usize, value: Value) {
        let is_none = self.is_number(IntCC::Equal, card, i64::from(layout::NO_CARD));
        let cards = self.base(Base::Cards);
        let neighbour = self.address(cards, card, layout::CARD);
        let field = self.number(field as i64);
        let neighbour = self.builder.ins().iadd(neighbour, field);
        let end = self.number(end as i64);
        let end = self.builder.ins().iadd(pile.address, end);
        let address = self.select(is_none, end, neighbour);
        self.set_field(address, 0, value);
    }

    /// Takes the top card out of a pile.
    fn take_top(&mut self, from: PileAt, card: Value) {
        let cards = self.base(Base::Cards);
        let state = self.address(cards, card, layout::CARD);
        let below = self.field(state, layout::CARD_BELOW);
        let none = self.number(i64::from(layout::NO_CARD));
        self.add_to_count(from, -1);
        self.set_field(from.address, layout::PILE_TOP, below);
        self.link(below, layout::CARD_ABOVE, from, layout::PILE_BOTTOM, none);
        self.expose(from, below);
    }

    /// Takes a card out of its pile.
    fn take(&mut self, from: PileAt, state: Value) {
        let above = self.field(state, layout::CARD_ABOVE);
        let below = self.field(state, layout::CARD_BELOW);
        self.add_to_count(from, -1);
        self.link(above, layout::CARD_BELOW, from, layout::PILE_TOP, below);
        self.link(below, layout::CARD_ABOVE, from, layout::PILE_BOTTOM, above);
        if self.same_fact(from, PileFact::TopSeen) == Some(0) {
            return;
        }
        let after = self.builder.create_block();
        let was_top = self.is_number(IntCC::Equal, above, i64::from(layout::NO_CARD));
        self.unless(was_top, after);
        self.expose(from, below);
        self.builder.ins().jump(after, &[]);
        self.builder.switch_to_block(after);
    }

    /// Those who see the top card of a pile see the one that is on top now, if it lies face up.
    fn expose(&mut self, pile: PileAt, top: Value) {
        if self.same_fact(pile, PileFact::TopSeen) == Some(0) {
            return;
        }
        let after = self.builder.create_block();
        let is_card = self.is_card(top);
        self.unless(is_card, after);
        let cards = self.base(Base::Cards);
        let state = self.address(cards, top, layout::CARD);
        let face = self.field(state, layout::CARD_FACE);
        let is_up = self.is_number(IntCC::Equal, face, 0);
        self.unless(is_up, after);
        let known = self.field(state, layout::CARD_KNOWN);
        let seers = self.fact(pile, PileFact::TopSeen);
        let known = self.builder.ins().bor(known, seers);
        self.set_field(state, layout::CARD_KNOWN, known);
        self.builder.ins().jump(after, &[]);
        self.builder.switch_to_block(after);
    }

    /// Puts a card that is nowhere into a pile.
    fn put(&mut self, card: Value, to: PileAt, how: Placement) {
        self.begin_marks(card);
        let cards = self.base(Base::Cards);
        let state = self.address(cards, card, layout::CARD);
        self.add_to_count(to, 1);
        let none = self.number(i64::from(layout::NO_CARD));
        let forced = if how.has(Placement::BOTTOM) {
            Some(1)
        } else if how.has(Placement::TOP) {
            Some(0)
        } else {
            self.same_fact(to, PileFact::FirstOut)
        };
        match forced {
            Some(0) => self.put_on_top(card, state, to),
            Some(_) => self.put_at_bottom(card, state, to),
            None => {
                let (top, bottom) = (self.builder.create_block(), self.builder.create_block());
                let after = self.builder.create_block();
                let first_out = self.fact(to, PileFact::FirstOut);
                self.builder.ins().brif(first_out, bottom, &[], top, &[]);
                self.builder.switch_to_block(top);
                self.put_on_top(card, state, to);
                self.builder.ins().jump(after, &[]);
                self.builder.switch_to_block(bottom);
                self.put_at_bottom(card, state, to);
                self.builder.ins().jump(after, &[]);
                self.builder.switch_to_block(after);
            }
        }
        self.set_field(state, layout::CARD_PILE, to.number);
        let (face, known) = self.face_and_known(to, how);
        self.set_field(state, layout::CARD_FACE, face);
        let known = self.known_on_top(state, to, face, known, none);
        self.set_field(state, layout::CARD_KNOWN, known);
    }

    fn put_on_top(&mut self, card: Value, state: Value, to: PileAt) {
        let none = self.number(i64::from(layout::NO_CARD));
        let below = self.field(to.address, layout::PILE_TOP);
        self.set_field(to.address, layout::PILE_TOP, card);
        self.link(below, layout::CARD_ABOVE, to, layout::PILE_BOTTOM, card);
        self.set_field(state, layout::CARD_BELOW, below);
        self.set_field(state, layout::CARD_ABOVE, none);
    }

    fn put_at_bottom(&mut self, card: Value, state: Value, to: PileAt) {
        let none = self.number(i64::from(layout::NO_CARD));
        let above = self.field(to.address, layout::PILE_BOTTOM);
        self.set_field(to.address, layout::PILE_BOTTOM, card);
        self.link(above, layout::CARD_BELOW, to, layout::PILE_TOP, card);
        self.set_field(state, layout::CARD_ABOVE, above);
        self.set_field(state, layout::CARD_BELOW, none);
    }

    /// The face a card shows in a pile, and who sees it.
    fn face_and_known(&mut self, to: PileAt, how: Placement) -> (Value, Value) {
        let forced = if how.has(Placement::UP.and(Placement::DOWN)) {
            Some(i64::from(how.has(Placement::DOWN)))
        } else {
            self.same_fact(to, PileFact::FaceDown)
        };
        match forced {
            Some(face) => {
                let seen = if face == 0 {
                    PileFact::SeenUp
                } else {
                    PileFact::SeenDown
                };
                (self.number(face), self.fact(to, seen))
            }
            None => {
                let face = self.fact(to, PileFact::FaceDown);
                let up = self.fact(to, PileFact::SeenUp);
                let down = self.fact(to, PileFact::SeenDown);
                (face, self.select(face, down, up))
            }
        }
    }

    /// Seats that know a card that was put into a pile, if some see its top card.
    fn known_on_top(
        &mut self,
        state: Value,
        to: PileAt,
        face: Value,
        known: Value,
        none: Value,
    ) -> Value {
        if self.same_fact(to, PileFact::TopSeen) == Some(0) {
            return known;
        }
        let seers = self.fact(to, PileFact::TopSeen);
        let all = self.builder.ins().bor(known, seers);
        let above = self.field(state, layout::CARD_ABOVE);
        let is_top = self.builder.ins().icmp(IntCC::Equal, above, none);
        let is_up = self.is_number(IntCC::Equal, face, 0);
        let is_seen = self.builder.ins().band(is_top, is_up);
        self.select(is_seen, all, known)
    }

    pub(super) fn is_pile(&mut self, pile: Value) -> Value {
        let piles = self.program.piles.len() as i64;
        self.is_number(IntCC::UnsignedLessThan, pile, piles)
    }
}
