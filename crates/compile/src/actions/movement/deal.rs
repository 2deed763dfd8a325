//! `DEAL`, `DEAL_ROUND_ROBIN` and `DEAL_ALL`.

use cgml::model::{Step, Type};
use cgml::vocabulary::parameters::{Parameter, Word};
use engine::ids::{Pile, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};

impl<'g> Compiler<'g> {
    /// One card from the top, or to `done` if there is none.
    fn deal_one(
        &mut self,
        step: &Step,
        from: Value,
        to: Value,
        done: Label,
        result: Option<Slot>,
        scope: &Scope,
    ) {
        let card = self.end_of_pile(from, true);
        let a = self.slot(card);
        self.code.unless_there(a, done);
        let how = self.how(step);
        self.move_one(card, to, how, scope);
        self.note(step, card, result, scope);
    }

    /// The list of results, the pile to deal from and the piles to deal to; nothing if a step names none.
    fn dealing(
        &mut self,
        step: &Step,
        may_be_empty: bool,
        scope: &Scope,
    ) -> Option<(Option<Slot>, Value, Slot)> {
        let result = self.result_list(step, scope);
        let from = self.source(step, may_be_empty, scope);
        let targets = self.targets(step, scope);
        Some((result, from?, targets?))
    }

    fn count_of_deal(&mut self, step: &Step, scope: &Scope) -> Slot {
        let count = self.number(step, Parameter::Count, scope);
        self.slot(count.unwrap_or(Value::Known(0)))
    }

    /// `DEAL`: pile after pile.
    pub(crate) fn deal(&mut self, step: &Step, scope: &Scope) {
        if let Some((from, piles, count)) = self.known_deal(step, scope) {
            return self.code.deal(from, piles, count, scope.fail);
        }
        let Some((result, from, targets)) = self.dealing(step, true, scope) else {
            return;
        };
        let count = self.count_of_deal(step, scope);
        let done = self.code.label();
        self.each_item(targets, scope, &mut |compiler, scope, target, _| {
            compiler.count_to(count, scope, &mut |compiler, scope| {
                compiler.deal_one(step, from, target, done, result, scope);
            });
        });
        self.code.bind(done);
        self.finish_result(step, result, scope);
    }

    /// The piles and the number of cards of a deal in which all of that is known and nobody listens.
    fn known_deal(
        &mut self,
        step: &Step,
        scope: &Scope,
    ) -> Option<(Pile, engine::ids::Constant, u16)> {
        let plain = step.result.is_none() && step.argument(Parameter::Face).is_none();
        if !plain || self.is_heard(scope) || self.plan.setting.open_chance {
            return None;
        }
        let (from, to) = (
            self.operand(step, Parameter::From)?,
            self.operand(step, Parameter::To)?,
        );
        let count = match self.operand(step, Parameter::Count) {
            Some(count) => crate::plan::constants::constant(count, &self.plan.setting)?,
            None => i64::from(u16::MAX),
        };
        let from = self.known_pile(from, scope)?;
        let mut piles = match to.ty {
            Type::Zone => vec![i64::from(self.known_pile(to, scope)?.0)],
            _ => self.known_piles(to, scope)?,
        };
        if self.word(step, Parameter::Order) == Some(Word::Counterclockwise) {
            piles[1..].reverse();
        }
        let piles = self.code.constant(piles);
        Some((from, piles, u16::try_from(count.max(0)).ok()?))
    }

    /// `DEAL_ROUND_ROBIN`: one card to each pile in turn.
    pub(crate) fn deal_round_robin(&mut self, step: &Step, scope: &Scope) {
        if let Some((from, piles, count)) = self.known_deal(step, scope) {
            return self.code.deal_round(from, piles, count, scope.fail);
        }
        let Some((result, from, targets)) = self.dealing(step, true, scope) else {
            return;
        };
        let count = self.count_of_deal(step, scope);
        let done = self.code.label();
        self.count_to(count, scope, &mut |compiler, scope| {
            compiler.each_item(targets, scope, &mut |compiler, scope, target, _| {
                compiler.deal_one(step, from, target, done, result, scope);
            });
        });
        self.code.bind(done);
        self.finish_result(step, result, scope);
    }

    /// `DEAL_ALL`: one card to each pile in turn, until none is left.
    pub(crate) fn deal_all(&mut self, step: &Step, scope: &Scope) {
        if let Some((from, piles, count)) = self.known_deal(step, scope) {
            return self.code.deal_round(from, piles, count, scope.fail);
        }
        let Some((result, from, targets)) = self.dealing(step, false, scope) else {
            return;
        };
        let again = self.code.here();
        let done = self.code.label();
        self.each_item(targets, scope, &mut |compiler, scope, target, _| {
            compiler.deal_one(step, from, target, done, result, scope);
        });
        self.code.jump(again);
        self.code.bind(done);
        self.finish_result(step, result, scope);
    }

    /// Writes a body that is done so many times.
    pub(crate) fn count_to(
        &mut self,
        count: Slot,
        scope: &Scope,
        body: &mut dyn FnMut(&mut Compiler<'g>, &Scope),
    ) {
        let taken = self.code.taken();
        let index = self.code.slot();
        let item = self.code.slot();
        self.set(index, 0);
        let next = self.code.here();
        let done = self.code.label();
        self.code.each_number(index, count, item, done);
        body(self, scope);
        self.code.jump(next);
        self.code.bind(done);
        self.code.free(taken);
    }
}
