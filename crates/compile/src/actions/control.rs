//! `IF`, `REPEAT`, `WHILE`, `FOR_EACH`, `ATOMIC` and `TRY`.

pub(crate) mod players;

use cgml::model::{Step, Type};
use cgml::vocabulary::parameters::Parameter;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    pub(crate) fn if_else(&mut self, step: &Step, scope: &Scope) {
        let Some(condition) = self.operand(step, Parameter::Condition) else {
            return;
        };
        if let Some(known) = crate::plan::constants::constant(condition, &self.plan.setting) {
            let branch = if known == 1 {
                Parameter::Then
            } else {
                Parameter::Else
            };
            return self.steps(self.inner(step, branch), scope);
        }
        let otherwise = self.code.label();
        self.require(condition, true, otherwise, scope);
        self.steps(self.inner(step, Parameter::Then), scope);
        let others = self.inner(step, Parameter::Else);
        if others.is_empty() {
            return self.code.bind(otherwise);
        }
        let done = self.code.label();
        self.code.jump(done);
        self.code.bind(otherwise);
        self.steps(others, scope);
        self.code.bind(done);
    }

    pub(crate) fn repeat(&mut self, step: &Step, scope: &Scope) {
        let times = self
            .number(step, Parameter::Times, scope)
            .unwrap_or(Value::Known(0));
        let times = self.slot(times);
        let steps = self.inner(step, Parameter::Do);
        self.count_to(times, scope, &mut |compiler, scope| {
            compiler.steps(steps, scope);
        });
    }

    pub(crate) fn while_loop(&mut self, step: &Step, scope: &Scope) {
        let Some(condition) = self.operand(step, Parameter::Condition) else {
            return;
        };
        let again = self.code.here();
        let done = self.code.label();
        self.require(condition, true, done, scope);
        self.steps(self.inner(step, Parameter::Do), scope);
        self.code.jump(again);
        self.code.bind(done);
    }

    pub(crate) fn for_each(&mut self, step: &Step, scope: &Scope) {
        let Some(list) = self.operand(step, Parameter::In) else {
            return;
        };
        if list.ty.element() == Some(&Type::Pool) {
            return self.not_yet("FOR_EACH over pools", step.origin);
        }
        let steps = self.inner(step, Parameter::Do);
        // The list is fixed before the first round.
        let list = if crate::emit::lists::is_zones(&list.ty) {
            self.gather_filtered(list, None, scope)
        } else {
            self.gather(list, scope)
        };
        self.each_item(list, scope, &mut |compiler, scope, item, _| {
            let inner = match step.result {
                Some(local) => scope.with(local, item),
                None => scope.clone(),
            };
            compiler.steps(steps, &inner);
        });
    }

    pub(crate) fn atomic(&mut self, step: &Step, scope: &Scope) {
        let fail = self.code.label();
        let done = self.code.label();
        self.code.remember();
        self.steps(self.inner(step, Parameter::Do), &scope.failing(fail));
        self.code.forget();
        self.give(step, Value::Known(1), scope);
        self.code.jump(done);
        self.code.bind(fail);
        self.code.go_back();
        self.give(step, Value::Known(0), scope);
        self.code.bind(done);
    }

    pub(crate) fn try_else(&mut self, step: &Step, scope: &Scope) {
        let fail = self.code.label();
        let done = self.code.label();
        self.steps(self.inner(step, Parameter::Do), &scope.failing(fail));
        self.give(step, Value::Known(1), scope);
        self.code.jump(done);
        self.code.bind(fail);
        self.give(step, Value::Known(0), scope);
        self.steps(self.inner(step, Parameter::Else), scope);
        self.code.bind(done);
    }

    /// `canPerform`: the step is tried and undone.
    pub(crate) fn require_possible(
        &mut self,
        step: &Step,
        wanted: bool,
        otherwise: Label,
        scope: &Scope,
    ) {
        let fail = self.code.label();
        let done = self.code.label();
        let succeeded = self.code.label();
        self.code.attempt(succeeded);
        self.step(step, &scope.failing(fail));
        self.code.bind(succeeded);
        self.code.end_try();
        self.code.jump(if wanted { done } else { otherwise });
        self.code.bind(fail);
        self.code.end_try();
        if wanted {
            self.code.jump(otherwise);
        }
        self.code.bind(done);
    }
}
