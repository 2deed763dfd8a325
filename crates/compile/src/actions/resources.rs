//! `TRANSFER`, `GAIN`, `SPEND` and `REDUCE`.

pub(crate) mod known_pools;
pub(crate) mod transfers;

use cgml::model::Step;
use cgml::vocabulary::actions::ActionKind;
use cgml::vocabulary::parameters::Parameter;
use engine::ids::NOTHING;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};
use crate::routines::Routine;

impl Compiler<'_> {
    /// `GAIN`, `SPEND`, `REDUCE` and `TRANSFER`.
    pub(crate) fn transfer(&mut self, action: ActionKind, step: &Step, scope: &Scope) {
        if self.transfer_at_once(action, step, scope) {
            return;
        }
        let pool = |compiler: &mut Self, parameter| match compiler.operand(step, parameter) {
            Some(pool) => {
                let value = compiler.pool(pool, scope);
                let a = compiler.slot(value);
                let to = scope.fail.pc();
                compiler.code.unless_there(a, to);
                Value::In(a)
            }
            None => Value::Known(NOTHING),
        };
        let (from, to) = match action {
            ActionKind::Transfer => (pool(self, Parameter::From), pool(self, Parameter::To)),
            ActionKind::Gain => (Value::Known(NOTHING), pool(self, Parameter::Pool)),
            ActionKind::Spend | ActionKind::Reduce => {
                (pool(self, Parameter::Pool), Value::Known(NOTHING))
            }
            _ => return self.not_yet(action.row().name, step.origin),
        };
        let count = self
            .number(step, Parameter::Count, scope)
            .unwrap_or(Value::Known(1));
        let exactly = action == ActionKind::Spend || self.is_set(step, Parameter::Exactly);
        let acting = self.acting(scope);
        let values = [from, to, count, Value::Known(exactly.into()), acting];
        let is_setup = scope.is_setup;
        self.call_with(Routine::Transfer { is_setup }, &values, scope);
        let cell = self.plan.layout.pools.moved;
        if step.result.is_some() {
            let moved = self.load(cell);
            self.give(step, moved, scope);
        }
        self.set_cell(cell, 0);
    }
}
