//! Links between cards: attached ones, and stacks.
//!
//! The cards under another lie in a pile beside that of the zone, which the same players see; a mark says under
//! which card each of them lies. So they do not count, cannot be chosen and have no abilities.

use cgml::model::{Expr, Step};
use engine::ids::{Cell, NOTHING, Slot};
use engine::lists::ListVerb;
use engine::op::Op;
use engine::table::How;

use crate::code::Label;
use crate::compiler::{Compiler, Routine};
use crate::room::Coming;
use crate::scope::{Scope, Value};

impl<'g> Compiler<'g> {
    /// The cards that a link leads to a card from: those attached to it, or under it.
    pub(crate) fn linked(&mut self, first: Option<Cell>, card: &Expr, scope: &Scope) -> Value {
        let to = self.code.slot();
        let Some(first) = first else {
            self.code.emit(Op::NewList { to });
            return Value::In(to);
        };
        let value = self.value_slot(card, scope);
        self.code.emit(Op::NewList { to });
        self.code.emit(Op::PushMarked {
            list: to,
            first,
            value,
        });
        Value::In(to)
    }

    /// `ATTACH`: fails if a card would be attached to itself, directly or through others.
    pub(crate) fn attach(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(to)) = (self.operand(step, "card"), self.operand(step, "to")) else {
            return;
        };
        let Some(first) = self.layout.links.attached else {
            return;
        };
        let to = self.needed(to, scope);
        let to = self.slot(to);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let card = compiler.slot(card);
            let bearer = compiler.code.slot();
            compiler.put(bearer, Value::In(to));
            let again = compiler.code.here();
            let free = compiler.code.label();
            compiler.code.emit(Op::UnlessThere {
                a: bearer,
                to: free.pc(),
            });
            compiler.code.emit(Op::UnlessDifferent {
                a: bearer,
                b: card,
                to: scope.fail.pc(),
            });
            let next = compiler.mark(first, Value::In(bearer));
            compiler.put(bearer, next);
            compiler.code.jump(again);
            compiler.code.bind(free);
            compiler.set_mark(first, Value::In(card), Value::In(to), scope.fail);
        });
    }

    /// `DETACH`: fails if none of the cards is attached.
    pub(crate) fn detach(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(first)) = (self.operand(step, "card"), self.layout.links.attached)
        else {
            return;
        };
        let count = self.code.slot();
        self.set(count, 0);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let next = compiler.code.label();
            let bearer = compiler.mark(first, card);
            let a = compiler.slot(bearer);
            compiler.code.emit(Op::UnlessThere { a, to: next.pc() });
            compiler.set_mark(first, card, Value::Known(NOTHING), scope.fail);
            compiler.set(count, 1);
            compiler.code.bind(next);
        });
        self.code.emit(Op::UnlessTrue {
            a: count,
            to: scope.fail.pc(),
        });
    }

    /// The pile for cards under those of a pile, or nothing.
    fn pile_below(&mut self, pile: Slot) -> Slot {
        self.beside(pile, self.layout.links.below.clone())
    }

    fn beside(&mut self, pile: Slot, mut piles: Vec<i64>) -> Slot {
        piles.resize(self.program.piles.len(), NOTHING);
        let list = self.code.constant(piles);
        let to = self.code.slot();
        self.code.emit(Op::LookUp {
            to,
            list,
            index: pile,
        });
        to
    }

    /// The zone that a card counts as lying in.
    pub(crate) fn zone_of_card(&mut self, card: Slot) -> Value {
        let to = self.code.slot();
        self.code.emit(Op::PileOf { to, card });
        if self.layout.links.under.is_none() {
            return Value::In(to);
        }
        let done = self.code.label();
        let above = self.beside(to, self.layout.links.above.clone());
        self.code.emit(Op::UnlessThere {
            a: above,
            to: done.pc(),
        });
        self.put(to, Value::In(above));
        self.code.bind(done);
        Value::In(to)
    }

    /// `STACK`.
    pub(crate) fn stack(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(onto)) = (self.operand(step, "card"), self.operand(step, "onto"))
        else {
            return;
        };
        let is_under = self.word(step, "place") == Some("under");
        let onto = self.needed(onto, scope);
        let top = self.code.slot();
        self.put(top, onto);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let card = compiler.slot(card);
            compiler.code.emit(Op::UnlessDifferent {
                a: card,
                b: top,
                to: scope.fail.pc(),
            });
            let pile = compiler.code.slot();
            compiler.code.emit(Op::PileOf {
                to: pile,
                card: top,
            });
            let below = compiler.pile_below(pile);
            compiler.code.emit(Op::UnlessThere {
                a: below,
                to: scope.fail.pc(),
            });
            if is_under {
                compiler.ask_to_cover(Value::In(top));
                compiler.move_one(Value::In(card), Value::In(below), How::BOTTOM, scope);
            } else {
                compiler.stack_over(card, top, pile, scope);
                // Another one comes over the one that came first.
                compiler.put(top, Value::In(card));
            }
        });
    }

    /// Puts a card over the top card of a stack.
    fn stack_over(&mut self, card: Slot, top: Slot, pile: Slot, scope: &Scope) {
        let (comes, done) = (self.code.label(), self.code.label());
        let own = self.code.slot();
        self.code.emit(Op::PileOf { to: own, card });
        self.code.emit(Op::UnlessEqual {
            a: own,
            b: pile,
            to: comes.pc(),
        });
        self.cover(card, top, pile, scope.fail);
        self.take_over(card, top, scope.fail);
        if let Some(first) = self.layout.links.slots {
            self.code.emit(Op::PlaceBy { card, first });
        }
        self.code.jump(done);
        self.code.bind(comes);
        if let Some(first) = self.layout.links.slots {
            self.slots_differ = true;
            let slot = self.mark(first, Value::In(top));
            self.ask_for_slot(Some(slot));
        }
        self.ask_to_cover(Value::In(top));
        self.move_one(Value::In(card), Value::In(pile), How::USUAL, scope);
        self.code.bind(done);
    }

    /// The top card of a stack, and those under it, go under a card that comes to their pile.
    fn cover(&mut self, _card: Slot, top: Slot, pile: Slot, fail: Label) {
        let Some(first) = self.layout.links.under else {
            return;
        };
        let taken = self.code.taken();
        let below = self.pile_below(pile);
        let list = self.code.slot();
        self.code.emit(Op::NewList { to: list });
        self.code.emit(Op::Push { list, value: top });
        self.code.emit(Op::PushMarked {
            list,
            first,
            value: top,
        });
        let scope = Scope::new(fail);
        self.each_item(list, &scope, &mut |compiler, scope, item, _| {
            let card = compiler.slot(item);
            compiler.code.emit(Op::MoveCard {
                card,
                to: below,
                how: How::BOTTOM.0,
                otherwise: scope.fail.pc(),
            });
        });
        self.code.free(taken);
    }

    /// A card takes over what was on the one that it covers.
    fn take_over(&mut self, card: Slot, top: Slot, fail: Label) {
        let Some(first) = self.layout.links.under else {
            return;
        };
        self.code.emit(Op::TakeOver { card, from: top });
        self.set_mark(first, Value::In(top), Value::In(card), fail);
    }

    /// The card that is covered makes room for the one that comes.
    pub(crate) fn cover_before(&mut self, coming: Coming) {
        let Some(covered) = coming.along.covered else {
            return;
        };
        let taken = self.code.taken();
        let done = self.code.label();
        self.code.emit(Op::UnlessThere {
            a: covered,
            to: done.pc(),
        });
        let pile = self.code.slot();
        self.code.emit(Op::PileOf {
            to: pile,
            card: covered,
        });
        // It goes under the card: nothing is covered.
        self.code.emit(Op::UnlessEqual {
            a: pile,
            b: coming.to,
            to: done.pc(),
        });
        self.cover(coming.card, covered, pile, coming.fail);
        self.code.bind(done);
        self.code.free(taken);
    }

    /// The card that would have been covered comes back if the other one did not come.
    pub(crate) fn uncover(&mut self, coming: Coming) {
        let Some(covered) = coming.along.covered else {
            return;
        };
        let taken = self.code.taken();
        let done = self.code.label();
        self.code.emit(Op::UnlessThere {
            a: covered,
            to: done.pc(),
        });
        let (pile, card) = (self.code.slot(), covered);
        self.code.emit(Op::PileOf { to: pile, card });
        let below = self.pile_below(coming.to);
        self.code.emit(Op::UnlessEqual {
            a: pile,
            b: below,
            to: done.pc(),
        });
        self.code.emit(Op::MoveCard {
            card,
            to: coming.to,
            how: How::USUAL.0,
            otherwise: done.pc(),
        });
        if let Some(first) = self.layout.links.slots {
            self.code.emit(Op::PlaceBy { card, first });
        }
        self.code.bind(done);
        self.code.free(taken);
    }

    /// The cards under one that is about to move.
    pub(crate) fn gather_under(&mut self, coming: Coming) {
        let (Some(list), Some(first)) = (coming.along.under, self.layout.links.under) else {
            return;
        };
        self.code.emit(Op::NewList { to: list });
        self.code.emit(Op::PushMarked {
            list,
            first,
            value: coming.card,
        });
    }

    /// A card that has come takes over what was on the one it covers, or lies under another.
    pub(crate) fn settle_stack(&mut self, coming: Coming) {
        let (Some(first), Some(covered)) = (self.layout.links.under, coming.along.covered) else {
            return;
        };
        let taken = self.code.taken();
        let (over, done) = (self.code.label(), self.code.label());
        let alone = self.code.label();
        self.code.emit(Op::UnlessThere {
            a: covered,
            to: alone.pc(),
        });
        let above = self.beside(coming.to, self.layout.links.above.clone());
        self.code.emit(Op::UnlessThere {
            a: above,
            to: over.pc(),
        });
        self.code.emit(Op::ClearMarks { card: coming.card });
        self.set_mark(first, Value::In(coming.card), Value::In(covered), done);
        self.code.jump(done);
        self.code.bind(over);
        self.take_over(coming.card, covered, done);
        self.code.jump(done);
        // A card that comes out from under another lies under none.
        self.code.bind(alone);
        self.set_mark(first, Value::In(coming.card), Value::Known(NOTHING), done);
        self.code.bind(done);
        self.code.free(taken);
    }

    /// The cards that lay under one that has moved follow it: in play under it, elsewhere as cards of their own.
    pub(crate) fn follow(&mut self, coming: Coming, how: u8) {
        let (Some(list), Some(first)) = (coming.along.under, self.layout.links.under) else {
            return;
        };
        let Some(goal) = coming.along.goal else {
            return;
        };
        let taken = self.code.taken();
        let done = self.code.label();
        self.code.emit(Op::UnlessThere {
            a: list,
            to: done.pc(),
        });
        let count = self.code.slot();
        self.code.emit(Op::Length { to: count, list });
        self.code.emit(Op::UnlessFrom {
            a: count,
            value: 1,
            to: done.pc(),
        });
        let (in_play, under) = (self.code.label(), self.code.label());
        let scope = Scope::new(done);
        let above = self.beside(coming.to, self.layout.links.above.clone());
        self.code.emit(Op::UnlessMissing {
            a: above,
            to: under.pc(),
        });
        let below = self.pile_below(coming.to);
        self.code.emit(Op::UnlessMissing {
            a: below,
            to: in_play.pc(),
        });
        self.each_item(list, &scope, &mut |compiler, _, item, next| {
            let routine = Routine::Move {
                how,
                is_setup: coming.is_setup,
            };
            let values = [item, Value::In(goal), Value::In(coming.acting)];
            compiler.call_with(routine, &values, &Scope::new(next));
        });
        self.code.jump(done);
        self.code.bind(in_play);
        let reversed = self.code.slot();
        self.code.emit(Op::List {
            verb: ListVerb::Reverse,
            to: reversed,
            a: list,
            b: list,
        });
        self.each_item(reversed, &scope, &mut |compiler, scope, item, _| {
            let card = compiler.slot(item);
            compiler.code.emit(Op::MoveCard {
                card,
                to: below,
                how: How::TOP.0,
                otherwise: scope.fail.pc(),
            });
        });
        self.code.jump(done);
        self.code.bind(under);
        self.each_item(list, &scope, &mut |compiler, scope, item, _| {
            let card = compiler.slot(item);
            compiler.code.emit(Op::MoveCard {
                card,
                to: coming.to,
                how: How::BOTTOM.0,
                otherwise: scope.fail.pc(),
            });
            if let Some(covered) = coming.along.covered {
                compiler.set_mark(first, item, Value::In(covered), scope.fail);
            }
        });
        self.code.bind(done);
        self.code.free(taken);
    }
}
