//! Attributes and first counters of cards: assigned, bounded and reset.

use cgml::model::{AttributeId, CardDefId, CounterId, EventPattern, Expr, Step, Subject};
use engine::ids::{Cell, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::{Context, Scope, Value};
use crate::plan::effects::event_keys::EventKey;

impl Compiler<'_> {
    /// Sets an attribute of some cards, within its bounds; fails on cards that do not have it.
    pub(crate) fn set_attribute(
        &mut self,
        id: AttributeId,
        cards: &Expr,
        value: Value,
        scope: &Scope,
    ) {
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            compiler.store_attribute(id, card, value, scope);
        });
    }

    /// Adds to an attribute of some cards.
    pub(crate) fn add_to_attribute(
        &mut self,
        id: AttributeId,
        cards: &Expr,
        by: Value,
        step: &Step,
        scope: &Scope,
    ) {
        let first = self.plan.layout.marks.attribute(id);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let old = compiler.mark(first, card);
            let a = compiler.slot(old);
            let b = compiler.slot(by);
            let to = compiler.code.slot();
            compiler.code.add(to, a, b);
            compiler.code.unless_there(to, scope.fail);
            compiler.store_attribute(id, card, Value::In(to), scope);
            let new = compiler.mark(first, card);
            compiler.give(step, new, scope);
        });
    }

    fn store_attribute(&mut self, id: AttributeId, card: Value, value: Value, scope: &Scope) {
        let attribute = &self.game.attributes[id];
        let (least, most) = (attribute.min, attribute.max);
        let first = self.plan.layout.marks.attribute(id);
        if !attribute.kinds.is_empty() {
            let old = self.mark(first, card);
            let a = self.slot(old);
            self.code.unless_there(a, scope.fail);
        }
        let value = self.between(value, least, most);
        self.set_mark(first, card, value, scope.fail);
    }

    /// A card has come from one pile to another: into play it brings its first counters.
    pub(crate) fn put_first_counters(&mut self, card: Slot, names: Slot) {
        if !self.has_first_counters() {
            return;
        }
        let done = self.code.label();
        self.code
            .unless_bit(names, crate::plan::effects::event_keys::ENTER, done);
        let counters: Vec<CounterId> = self.game.counters.pairs().map(|(id, _)| id).collect();
        for id in counters {
            let brought = |card: &engine::program::CardInfo| {
                let printed = &self.game.cards[CardDefId(u32::from(card.kind))].counters;
                let found = printed.iter().find(|(counter, _)| *counter == id);
                found.map_or(0, |(_, count)| *count)
            };
            let values: Vec<i64> = self.plan.program.cards.iter().map(brought).collect();
            if values.iter().all(|count| *count == 0) {
                continue;
            }
            let taken = self.code.taken();
            let next = self.code.label();
            let list = self.code.constant(values);
            let to = self.code.slot();
            self.code.look_up(to, list, card);
            self.code.unless_from(to, 1, next);
            let first = self.plan.layout.marks.counter(id);
            self.set_mark(first, Value::In(card), Value::In(to), next);
            self.code.bind(next);
            self.code.free(taken);
        }
        self.code.bind(done);
    }

    /// Attributes that get their default again.
    pub(crate) fn reset_attributes(
        &mut self,
        key: EventKey,
        names: Option<Slot>,
        context: Context,
    ) {
        let game = self.game;
        for (id, attribute) in game.attributes.pairs() {
            for reset in &attribute.resets {
                if key.matches(&reset.event) {
                    let first = self.plan.layout.marks.attribute(id);
                    self.reset_mark(first, reset, names, context);
                }
            }
        }
    }

    /// The cards that an event is about get the first value of a mark again.
    pub(crate) fn reset_mark(
        &mut self,
        first: Cell,
        pattern: &EventPattern,
        names: Option<Slot>,
        context: Context,
    ) {
        let found = self
            .plan
            .program
            .marks
            .iter()
            .find(|mark| mark.first == first);
        let start = found.map(|mark| mark.start.clone()).unwrap_or_default();
        let values = self.code.constant(start);
        let taken = self.code.taken();
        let done = self.code.label();
        self.require_name(pattern, names, done);
        if pattern.subject == Subject::Any {
            self.code.reset_all(first, values);
        } else {
            let (card, index) = (self.code.slot(), self.code.slot());
            let limit = self.slot(Value::Known(self.plan.program.cards.len() as i64));
            self.set(index, 0);
            let next = self.code.here();
            self.code.each_number(index, limit, card, done);
            let inner = self.code.taken();
            let to = self.code.slot();
            self.code.look_up(to, values, card);
            // A value that stays is not told, so that nobody learns the order of the cards from it; most stay,
            // so that is asked first.
            let old = self.mark(first, Value::In(card));
            let old = self.slot(old);
            self.code.unless_different(old, to, next);
            let controller = self.controller_of(Value::In(card));
            self.require_subject(pattern, Some(Value::In(card)), controller, context, next);
            self.set_mark(first, Value::In(card), Value::In(to), next);
            self.code.free(inner);
            self.code.jump(next);
        }
        self.code.bind(done);
        self.code.free(taken);
    }
}
