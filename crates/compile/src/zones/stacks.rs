//! Stacks on the table.
//!
//! The cards under another lie in a pile beside that of the zone, which the same players see; a mark says under
//! which card each of them lies. So they do not count, cannot be chosen and have no abilities.

use engine::ids::{NOTHING, Slot};
use engine::lists::ListVerb;
use engine::op::Builder;
use engine::table::Placement;

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
        self.code.look_up(to, list, pile);
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
        self.code.new_list(list);
        self.code.push(list, top);
        self.code.push_marked(list, first, top);
        let scope = Scope::new(fail);
        self.each_item(list, &scope, &mut |compiler, scope, item, _| {
            let card = compiler.slot(item);
            compiler
                .code
                .move_card(card, below, Placement::BOTTOM, scope.fail);
        });
        self.code.free(taken);
    }

    /// A card takes over what was on the one that it covers.
    pub(crate) fn take_over(&mut self, card: Slot, top: Slot, fail: Label) {
        let Some(first) = self.plan.layout.links.under else {
            return;
        };
        self.code.take_over(card, top);
        self.set_mark(first, Value::In(top), Value::In(card), fail);
    }

    /// The card that is covered makes room for the one that comes.
    pub(crate) fn cover_before(&mut self, coming: Coming) {
        let Some(covered) = coming.along.covered else {
            return;
        };
        let taken = self.code.taken();
        let done = self.code.label();
        self.code.unless_there(covered, done);
        let pile = self.code.slot();
        self.code.pile_of(pile, covered);
        // It goes under the card: nothing is covered.
        self.code.unless_equal(pile, coming.to, done);
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
        self.code.unless_there(covered, done);
        let (pile, card) = (self.code.slot(), covered);
        self.code.pile_of(pile, card);
        let below = self.pile_below(coming.to);
        self.code.unless_equal(pile, below, done);
        self.code.move_card(card, coming.to, Placement::USUAL, done);
        if let Some(first) = self.plan.layout.links.slots {
            self.code.place_by(card, first);
        }
        self.code.bind(done);
        self.code.free(taken);
    }

    /// The cards under one that is about to move.
    pub(crate) fn gather_under(&mut self, coming: Coming) {
        let (Some(list), Some(first)) = (coming.along.under, self.plan.layout.links.under) else {
            return;
        };
        self.code.new_list(list);
        self.code.push_marked(list, first, coming.card);
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
        self.code.unless_there(covered, alone);
        let above = self.beside(coming.to, self.plan.layout.links.above.clone());
        self.code.unless_there(above, over);
        self.code.clear_marks(coming.card);
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
    pub(crate) fn follow(&mut self, coming: Coming, how: Placement) {
        let (Some(list), Some(first)) = (coming.along.under, self.plan.layout.links.under) else {
            return;
        };
        let Some(goal) = coming.along.goal else {
            return;
        };
        let taken = self.code.taken();
        let done = self.code.label();
        self.code.unless_there(list, done);
        let count = self.code.slot();
        self.code.length(count, list);
        self.code.unless_from(count, 1, done);
        let (in_play, under) = (self.code.label(), self.code.label());
        let scope = Scope::new(done);
        let above = self.beside(coming.to, self.plan.layout.links.above.clone());
        self.code.unless_missing(above, under);
        let below = self.pile_below(coming.to);
        self.code.unless_missing(below, in_play);
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
        self.code.list(ListVerb::Reverse, reversed, list, list);
        self.each_item(reversed, &scope, &mut |compiler, scope, item, _| {
            let card = compiler.slot(item);
            compiler
                .code
                .move_card(card, below, Placement::TOP, scope.fail);
        });
        self.code.jump(done);
        self.code.bind(under);
        self.each_item(list, &scope, &mut |compiler, scope, item, _| {
            let card = compiler.slot(item);
            compiler
                .code
                .move_card(card, coming.to, Placement::BOTTOM, scope.fail);
            if let Some(covered) = coming.along.covered {
                compiler.set_mark(first, item, Value::In(covered), scope.fail);
            }
        });
        self.code.bind(done);
        self.code.free(taken);
    }
}
