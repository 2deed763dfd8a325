//! `ATTACH`, `DETACH` and `STACK`.

use cgml::model::Step;
use cgml::vocabulary::parameters::{Parameter, Word};
use engine::ids::{NOTHING, Slot};
use engine::op::Builder;
use engine::table::Placement;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// `ATTACH`: fails if a card would be attached to itself, directly or through others.
    pub(crate) fn attach(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(to)) = (
            self.operand(step, Parameter::Card),
            self.operand(step, Parameter::To),
        ) else {
            return;
        };
        let Some(first) = self.plan.layout.links.attached else {
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
            compiler.code.unless_there(bearer, free);
            compiler.code.unless_different(bearer, card, scope.fail);
            let next = compiler.mark(first, Value::In(bearer));
            compiler.put(bearer, next);
            compiler.code.jump(again);
            compiler.code.bind(free);
            compiler.set_mark(first, Value::In(card), Value::In(to), scope.fail);
        });
    }

    /// `DETACH`: fails if none of the cards is attached.
    pub(crate) fn detach(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(first)) = (
            self.operand(step, Parameter::Card),
            self.plan.layout.links.attached,
        ) else {
            return;
        };
        let count = self.code.slot();
        self.set(count, 0);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let next = compiler.code.label();
            let bearer = compiler.mark(first, card);
            let a = compiler.slot(bearer);
            compiler.code.unless_there(a, next);
            compiler.set_mark(first, card, Value::Known(NOTHING), scope.fail);
            compiler.set(count, 1);
            compiler.code.bind(next);
        });
        self.code.unless_true(count, scope.fail);
    }

    /// `STACK`: puts cards over a card, or under it.
    pub(crate) fn stack(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(onto)) = (
            self.operand(step, Parameter::Card),
            self.operand(step, Parameter::Onto),
        ) else {
            return;
        };
        let is_under = self.word(step, Parameter::Place) == Some(Word::Under);
        let onto = self.needed(onto, scope);
        let top = self.code.slot();
        self.put(top, onto);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let card = compiler.slot(card);
            compiler.code.unless_different(card, top, scope.fail);
            let pile = compiler.code.slot();
            compiler.code.pile_of(pile, top);
            let below = compiler.pile_below(pile);
            compiler.code.unless_there(below, scope.fail);
            if is_under {
                compiler.ask_to_cover(Value::In(top));
                compiler.move_one(Value::In(card), Value::In(below), Placement::BOTTOM, scope);
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
        self.code.pile_of(own, card);
        self.code.unless_equal(own, pile, comes);
        self.cover(card, top, pile, scope.fail);
        self.take_over(card, top, scope.fail);
        if let Some(first) = self.plan.layout.links.slots {
            self.code.place_by(card, first);
        }
        self.code.jump(done);
        self.code.bind(comes);
        if let Some(first) = self.plan.layout.links.slots {
            self.zones.slots_differ = true;
            let slot = self.mark(first, Value::In(top));
            self.ask_for_slot(Some(slot));
        }
        self.ask_to_cover(Value::In(top));
        self.move_one(Value::In(card), Value::In(pile), Placement::USUAL, scope);
        self.code.bind(done);
    }
}
