//! `SET_VARIABLE` and `INCREMENT`: assignments.

use cgml::model::{Expr, ExprKind, Step, Type, VariableId};
use cgml::vocabulary::parameters::Parameter;
use engine::ids::{Cell, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};

/// Code for a variable that a path leads to, given its owner.
type Settable<'b, 'g> = &'b mut dyn FnMut(&mut Compiler<'g>, &Scope, VariableId, Option<Value>);

impl<'g> Compiler<'g> {
    pub(crate) fn set_variable(&mut self, step: &Step, scope: &Scope) {
        let (Some(path), Some(value)) = (
            self.operand(step, Parameter::Path),
            self.operand(step, Parameter::Value),
        ) else {
            return;
        };
        let path_type = match &path.ty {
            Type::List(element) if !matches!(value.ty, Type::List(_) | Type::Zone) => element,
            other => other,
        };
        let from = &value.ty;
        let value = match (from, path_type) {
            (Type::Zone, Type::List(_)) => Value::In(self.gather(value, scope)),
            _ => self.value_as(value, path_type, scope),
        };
        self.unless_no_word(value, from, path_type, scope.fail);
        if let Value::In(a) = value {
            self.unless_failed(a, scope);
        }
        if let ExprKind::Attribute(id, cards) = &path.kind {
            return self.set_attribute(*id, cards, value, scope);
        }
        self.assign(path, value, scope);
    }

    /// Goes to `scope.fail` if a value could not be evaluated; nothing is a value here.
    fn unless_failed(&mut self, a: Slot, scope: &Scope) {
        self.code.unless_evaluated(a, scope.fail);
    }

    pub(crate) fn increment(&mut self, step: &Step, scope: &Scope) {
        let Some(path) = self.operand(step, Parameter::Path) else {
            return;
        };
        let by = self
            .number(step, Parameter::By, scope)
            .unwrap_or(Value::Known(1));
        if let ExprKind::Attribute(id, cards) = &path.kind {
            return self.add_to_attribute(*id, cards, by, step, scope);
        }
        self.each_settable(path, scope, &mut |compiler, scope, variable, owner| {
            let cell = compiler.cell_of(variable, owner);
            if let (Some(cell), Value::Known(number), None) = (cell, by, step.result)
                && let Ok(value) = i32::try_from(number)
            {
                compiler.code.add_to_cell(cell, value, scope.fail);
                return;
            }
            let old = compiler.set_value_of(variable, owner, scope);
            let a = compiler.slot(old);
            let b = compiler.slot(by);
            let to = compiler.code.slot();
            compiler.code.add(to, a, b);
            compiler.code.unless_there(to, scope.fail);
            compiler.store(variable, owner, Value::In(to), scope);
            compiler.give(step, Value::In(to), scope);
        });
    }

    /// Sets what a path leads to: one variable, or that of several players.
    pub(crate) fn assign(&mut self, path: &Expr, value: Value, scope: &Scope) {
        self.each_settable(path, scope, &mut |compiler, scope, variable, owner| {
            compiler.store(variable, owner, value, scope);
        });
    }

    fn each_settable(&mut self, path: &Expr, scope: &Scope, body: Settable<'_, 'g>) {
        match &path.kind {
            ExprKind::Variable(id, None) => body(self, scope, *id, None),
            ExprKind::Variable(id, Some(owner)) if self.is_many(Some(owner)) => {
                let id = *id;
                self.each(owner, scope, &mut |compiler, scope, owner, _| {
                    body(compiler, scope, id, Some(owner));
                });
            }
            ExprKind::Variable(id, Some(owner)) => {
                let value = self.value(owner, scope);
                let value = self.owner_of_variable(*id, owner, value);
                body(self, scope, *id, Some(value));
            }
            ExprKind::Local(id) => {
                self.not_yet(format!("setting {id:?}"), path.origin);
            }
            _ => self.not_yet("setting this", path.origin),
        }
    }

    /// The cell of a variable, if it is known which.
    fn cell_of(&self, id: VariableId, owner: Option<Value>) -> Option<Cell> {
        let first = self.plan.layout.cell(id);
        match owner {
            None => Some(first),
            Some(Value::Known(owner)) if owner >= 0 => Some(Cell(first.0 + owner as u16)),
            Some(_) => None,
        }
    }

    /// Writes a variable whose owner is known already.
    pub(crate) fn store(
        &mut self,
        id: VariableId,
        owner: Option<Value>,
        value: Value,
        scope: &Scope,
    ) {
        let first = self.plan.layout.cell(id);
        let count = self.owners_of(id);
        let otherwise = scope.fail.pc();
        if self.width_of(id) > 1 {
            let index = self.slot(owner.unwrap_or(Value::Known(0)));
            let list = self.slot(value);
            let list = self.kept_form(id, list);
            self.code
                .store_list(first, index, count.max(1), list, otherwise);
            return;
        }
        if let (Some(cell), Value::Known(number)) = (self.cell_of(id, owner), value)
            && let Ok(number) = i32::try_from(number)
        {
            return self.set_cell(cell, number);
        }
        let from = self.slot(value);
        match (self.cell_of(id, owner), owner) {
            (Some(cell), _) => self.code.store(cell, from),
            (None, Some(Value::In(index))) => {
                self.code
                    .store_at(first, index, count.into(), from, otherwise)
            }
            (None, _) => self.code.jump(scope.fail),
        }
    }
}
