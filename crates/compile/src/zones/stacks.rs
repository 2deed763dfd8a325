//! Stacks on the table.
//!
//! The cards under another lie in a pile beside that of the zone, which the same players see; a mark says under
//! which card each of them lies. So they do not count, cannot be chosen and have no abilities.

use engine::ids::{NOTHING, Slot};
use engine::lists::ListVerb;
use engine::op::Op;
use engine::table::How;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::routines::Routine;
use crate::zones::zone_capacity::Coming;

impl Compiler<'_> {
    /// The pile for cards under those of a pile, or nothing.
    pub(crate) fn pile_below(&mut self, pile: Slot) -> Slot {
        self.beside(pile, self.plan.layout.links.below.clone())
    }

    pub(crate) fn beside(&mut self, pile: Slot, mut piles: Vec<i64>) -> Slot {
        piles.resize(self.plan.program.piles.len(), NOTHING);
        let list = self.code.constant(piles);
        let to = self.code.slot();
        self.code.emit(Op::LookUp {
            to,
            list,
            index: pile,
        });
        to
    }

    /// The top card of a stack, and those under it, go under a card that comes to their pile.
    pub(crate) fn cover(&mut self, _card: Slot, top: Slot, pile: Slot, fail: Label) {
        let Some(first) = self.plan.layout.links.under else {
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
    pub(crate) fn take_over(&mut self, card: Slot, top: Slot, fail: Label) {
        let Some(first) = self.plan.layout.links.under else {
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
        if let Some(first) = self.plan.layout.links.slots {
            self.code.emit(Op::PlaceBy { card, first });
        }
        self.code.bind(done);
        self.code.free(taken);
    }

    /// The cards under one that is about to move.
    pub(crate) fn gather_under(&mut self, coming: Coming) {
        let (Some(list), Some(first)) = (coming.along.under, self.plan.layout.links.under) else {
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
        let (Some(first), Some(covered)) = (self.plan.layout.links.under, coming.along.covered)
        else {
            return;
        };
        let taken = self.code.taken();
        let (over, done) = (self.code.label(), self.code.label());
        let alone = self.code.label();
        self.code.emit(Op::UnlessThere {
            a: covered,
            to: alone.pc(),
        });
        let above = self.beside(coming.to, self.plan.layout.links.above.clone());
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
        let (Some(list), Some(first)) = (coming.along.under, self.plan.layout.links.under) else {
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
        let above = self.beside(coming.to, self.plan.layout.links.above.clone());
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
