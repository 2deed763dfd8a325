//! `TRANSFER`, `GAIN`, `SPEND` and `REDUCE`.

pub(crate) mod known_pools;
pub(crate) mod transfers;

use cgml::model::Step;
use cgml::vocabulary::parameters::Parameter;
use engine::ids::NOTHING;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};
use crate::routines::Routine;

/// The parameters of an action that moves pieces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Transfer {
    /// The pool that they leave; without one they come from nowhere.
    from: Option<Parameter>,
    /// The pool that they go to; without one they are gone.
    to: Option<Parameter>,
    /// True if the action fails when there are too few of them.
    is_exact: bool,
}

impl Transfer {
    pub(crate) const BETWEEN: Self = Self {
        from: Some(Parameter::From),
        to: Some(Parameter::To),
        is_exact: false,
    };
    pub(crate) const GAIN: Self = Self {
        from: None,
        to: Some(Parameter::Pool),
        is_exact: false,
    };
    pub(crate) const SPEND: Self = Self {
        from: Some(Parameter::Pool),
        to: None,
        is_exact: true,
    };
    pub(crate) const REDUCE: Self = Self {
        is_exact: false,
        ..Self::SPEND
    };
}

impl Compiler<'_> {
    /// `GAIN`, `SPEND`, `REDUCE` and `TRANSFER`.
    pub(crate) fn transfer(&mut self, transfer: Transfer, step: &Step, scope: &Scope) {
        if self.transfer_at_once(transfer, step, scope) {
            return;
        }
        let pool = |compiler: &mut Self, parameter: Option<Parameter>| match parameter
            .and_then(|parameter| compiler.operand(step, parameter))
        {
            Some(pool) => {
                let value = compiler.pool(pool, scope);
                let a = compiler.slot(value);
                let to = scope.fail.pc();
                compiler.code.unless_there(a, to);
                Value::In(a)
            }
            None => Value::Known(NOTHING),
        };
        let (from, to) = (pool(self, transfer.from), pool(self, transfer.to));
        let count = self
            .number(step, Parameter::Count, scope)
            .unwrap_or(Value::Known(1));
        let exactly = transfer.is_exact || self.is_set(step, Parameter::Exactly);
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
