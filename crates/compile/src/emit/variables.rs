//! Variables: cells of the table, of players and of teams.

use cgml::model::{Expr, Type, VariableId, VariableValue};
use engine::ids::{Cell, FAILED};
use engine::op::Builder;
use engine::program::LIST_CELLS;

use crate::compiler::Compiler;
use crate::emit::players::is_player;
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    pub(crate) fn variable(
        &mut self,
        id: VariableId,
        owner: Option<&Expr>,
        scope: &Scope,
    ) -> Value {
        let owner = owner.map(|owner| {
            let value = self.value(owner, scope);
            self.owner_of_variable(id, owner, value)
        });
        self.variable_of(id, owner, scope)
    }

    pub(crate) fn owner_of_variable(
        &mut self,
        id: VariableId,
        owner: &Expr,
        value: Value,
    ) -> Value {
        let of_team = self.game.variables[id].scope == cgml::model::Scope::PerTeam;
        if of_team && is_player(owner) {
            return self.team_of(value);
        }
        value
    }

    /// The value of a variable whose owner is known already.
    pub(crate) fn variable_of(
        &mut self,
        id: VariableId,
        owner: Option<Value>,
        scope: &Scope,
    ) -> Value {
        if self.is_variable_changed(id) {
            let thing = crate::plan::effects::continuous_values::Thing::Variable(id.0);
            return self.changed_value(thing, owner.unwrap_or(Value::Known(0)));
        }
        self.set_value_of(id, owner, scope)
    }

    /// As [`Self::variable_of`], without what effects change.
    pub(crate) fn set_value_of(
        &mut self,
        id: VariableId,
        owner: Option<Value>,
        scope: &Scope,
    ) -> Value {
        let game = self.game;
        let variable = &game.variables[id];
        if let VariableValue::Computed(expr) = &variable.value {
            let mut inner = Scope::new(scope.fail);
            inner.acting = owner.or(scope.acting);
            inner.locals = self.locals_of_expr(expr);
            return self.value(expr, &inner);
        }
        let first = self.plan.layout.cell(id);
        let count = self.owners_of(id);
        if matches!(variable.ty, Type::List(_)) {
            let index = self.slot(owner.unwrap_or(Value::Known(0)));
            let to = self.code.slot();
            self.code.load_list(to, first, index, count.max(1));
            return self.kept(id, to);
        }
        match owner {
            None => self.load(first),
            Some(Value::Known(owner)) if (0..i64::from(count)).contains(&owner) => {
                self.load(Cell(first.0 + owner as u16))
            }
            Some(Value::Known(_)) => Value::Known(FAILED),
            Some(Value::In(index)) => {
                let to = self.code.slot();
                self.code.load_at(to, first, index, count.into());
                Value::In(to)
            }
        }
    }

    /// The number of cells that apart the values of two owners are.
    pub(crate) fn width_of(&self, id: VariableId) -> u16 {
        match self.game.variables[id].ty {
            Type::List(_) => LIST_CELLS,
            _ => 1,
        }
    }

    /// The number of owners that a variable has; 0 if it is the table's.
    pub(crate) fn owners_of(&self, id: VariableId) -> u8 {
        match self.game.variables[id].scope {
            cgml::model::Scope::Global => 0,
            cgml::model::Scope::PerPlayer => self.plan.setting.players,
            cgml::model::Scope::PerTeam => self.plan.layout.teams.len() as u8,
        }
    }
}
