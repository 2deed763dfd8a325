//! `ADD_COUNTER` and `REMOVE_COUNTER`.

use cgml::model::Step;
use cgml::vocabulary::parameters::Parameter;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    /// `ADD_COUNTER`: up to the most; fails if none could be put on.
    pub(crate) fn add_counters(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(id)) = (self.operand(step, Parameter::Card), self.counter_of(step))
        else {
            return;
        };
        let first = self.plan.layout.marks.counter(id);
        let most = self.game.counters[id].max;
        let count = self
            .number(step, Parameter::Count, scope)
            .unwrap_or(Value::Known(1));
        let (count, sum) = (self.slot(count), self.code.slot());
        self.set(sum, 0);
        let none = self.code.label();
        self.code.unless_from(count, 1, none);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let next = compiler.code.label();
            let old = compiler.mark(first, card);
            let old = compiler.slot(old);
            compiler.code.unless_there(old, next);
            let new = compiler.code.slot();
            compiler.code.add(new, old, count);
            let new = compiler.between(Value::In(new), None, most);
            compiler.set_mark(first, card, new, scope.fail);
            let new = compiler.slot(new);
            compiler.code.sub(old, new, old);
            compiler.code.add(sum, sum, old);
            compiler.code.bind(next);
        });
        self.code.unless_from(sum, 1, scope.fail);
        self.code.bind(none);
        self.give(step, Value::In(sum), scope);
    }

    /// `REMOVE_COUNTER`: fails, and takes none off, if a card has fewer.
    pub(crate) fn remove_counters(&mut self, step: &Step, scope: &Scope) {
        let (Some(cards), Some(id)) = (self.operand(step, Parameter::Card), self.counter_of(step))
        else {
            return;
        };
        let first = self.plan.layout.marks.counter(id);
        let count = self
            .number(step, Parameter::Count, scope)
            .unwrap_or(Value::Known(1));
        let (count, sum) = (self.slot(count), self.code.slot());
        self.set(sum, 0);
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let old = compiler.mark(first, card);
            let old = compiler.slot(old);
            compiler.code.unless_at_least(old, count, scope.fail);
        });
        self.each_marked(cards, scope, &mut |compiler, scope, card| {
            let old = compiler.mark(first, card);
            let old = compiler.slot(old);
            compiler.code.sub(old, old, count);
            compiler.set_mark(first, card, Value::In(old), scope.fail);
            compiler.code.add(sum, sum, count);
        });
        self.give(step, Value::In(sum), scope);
    }
}
