//! Resource pools as values: their pieces, owners and limits.

use cgml::model::{Expr, ExprKind, PoolHolder, PoolId, Type};
use cgml::vocabulary::events::EventFieldKind;
use cgml::vocabulary::operators::OperatorKind;
use engine::ids::{Cell, NOTHING, Slot};
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Context, Scope, Value};
use crate::plan::layout::pools::{FAR, POOLS_BELOW};

impl Compiler<'_> {
    /// Pieces lie where they lie at first.
    pub(crate) fn write_first_pieces(&mut self) {
        let game = self.game;
        for (id, pool) in game.pools.pairs() {
            let owners = match pool.holder {
                PoolHolder::Card(_) => continue,
                PoolHolder::Table => 0..1,
                PoolHolder::Player | PoolHolder::Team => {
                    0..self.plan.layout.pools.places[id.0 as usize].1
                }
            };
            let Some(start) = &pool.start else {
                continue;
            };
            let first = self.plan.layout.pools.cell(id);
            for owner in owners {
                let taken = self.code.taken();
                let next = self.code.label();
                let mut scope = Scope::new(next);
                if pool.holder == PoolHolder::Player {
                    scope.acting = Some(Value::Known(i64::from(owner)));
                }
                scope.locals = self.locals_of_expr(start);
                let value = self.needed(start, &scope);
                let from = self.slot(value);
                let cell = Cell(first.0 + owner);
                self.code.store(cell, from);
                self.code.bind(next);
                self.code.free(taken);
            }
        }
    }

    /// The number of pieces that a pool holds whose owner is known already.
    pub(crate) fn pieces(&mut self, id: PoolId, owner: Option<Value>) -> Value {
        let first = self.plan.layout.pools.cell(id);
        let (_, owners) = self.plan.layout.pools.places[id.0 as usize];
        match owner {
            None => self.load(first),
            Some(Value::Known(owner)) if (0..i64::from(owners)).contains(&owner) => {
                self.load(Cell(first.0 + owner as u16))
            }
            Some(Value::Known(_)) => Value::Known(engine::ids::FAILED),
            Some(Value::In(index)) => {
                let to = self.code.slot();
                self.code.load_at(to, first, index, owners);
                Value::In(to)
            }
        }
    }

    /// Owner of a pool, given a player or team: a team's may be reached through its players.
    pub(crate) fn owner_of_pool(&mut self, id: PoolId, owner: &Expr, value: Value) -> Value {
        let is_player = owner.ty == Type::Player || owner.ty.element() == Some(&Type::Player);
        if self.game.pools[id].holder == PoolHolder::Team && is_player {
            return self.team_of(value);
        }
        value
    }

    /// The number of pieces that lie in a pool that is a value: a temporary value, or what an event tells.
    pub(crate) fn pieces_in(&mut self, pool: Value) -> Value {
        let to = self.code.slot();
        self.put(to, pool);
        let done = self.code.label();
        self.code.unless_below(to, POOLS_BELOW, done);
        self.code.add_number(to, to, FAR);
        self.code.load_at(
            to,
            self.plan.layout.pools.first,
            to,
            self.plan.layout.pools.count,
        );
        self.code.bind(done);
        Value::In(to)
    }

    /// The pool that an expression is, as a value.
    pub(crate) fn pool(&mut self, expr: &Expr, scope: &Scope) -> Value {
        match &expr.kind {
            ExprKind::Pool(id, None) => self.pool_of(*id, None),
            ExprKind::Pool(id, Some(owner)) if !self.is_many(Some(owner)) => {
                let value = self.value(owner, scope);
                let value = self.owner_of_pool(*id, owner, value);
                self.pool_of(*id, Some(value))
            }
            ExprKind::Local(id) => scope.local(*id).unwrap_or(Value::Known(NOTHING)),
            ExprKind::Context(EventFieldKind::From) => {
                scope.context.from.unwrap_or(Value::Known(NOTHING))
            }
            ExprKind::Context(EventFieldKind::To) => {
                scope.context.to.unwrap_or(Value::Known(NOTHING))
            }
            ExprKind::ContextField(field) => match scope.context.fields {
                Some(first) => Value::In(Slot(first.0 + *field as u8)),
                None => Value::Known(NOTHING),
            },
            ExprKind::Operator(operation)
                if operation.operator.kind == OperatorKind::If && expr.ty == Type::Pool =>
            {
                let [test, yes, no] = operation.operands.as_slice() else {
                    return Value::Known(NOTHING);
                };
                self.branch(test, [yes, no], &Type::Pool, scope)
            }
            ExprKind::Function(definition, arguments) => {
                self.inlined(*definition, arguments, scope, |compiler, body, scope| {
                    compiler.pool(body, scope)
                })
            }
            ExprKind::Literal(cgml::model::Literal::Nothing) => Value::Known(NOTHING),
            _ => {
                self.not_yet("such a pool", expr.origin);
                Value::Known(NOTHING)
            }
        }
    }

    /// The pool of an owner, as a value; nothing without an owner.
    pub(crate) fn pool_of(&mut self, id: PoolId, owner: Option<Value>) -> Value {
        let (place, owners) = self.plan.layout.pools.places[id.0 as usize];
        let place = i32::from(place) - FAR;
        match owner {
            None => Value::Known(place.into()),
            Some(Value::Known(owner)) if (0..i64::from(owners)).contains(&owner) => {
                Value::Known(i64::from(place) + owner)
            }
            Some(Value::Known(_)) => Value::Known(NOTHING),
            Some(Value::In(owner)) => {
                let to = self.code.slot();
                let done = self.code.label();
                self.put(to, Value::In(owner));
                self.code.unless_there(to, done);
                self.code.add_number(to, to, place);
                self.code.bind(done);
                Value::In(to)
            }
        }
    }

    /// The number of pieces of a resource there are in all pools.
    pub(crate) fn sum_of_pieces(&mut self, resource: cgml::model::ResourceId) -> Slot {
        let sum = self.code.slot();
        self.set(sum, 0);
        for (id, pool) in self.game.pools.pairs() {
            if pool.resource != resource {
                continue;
            }
            let taken = self.code.taken();
            let (_, owners) = self.plan.layout.pools.places[id.0 as usize];
            let (first, count) = (self.plan.layout.pools.cell(id), owners.max(1));
            let (index, owner, held) = (self.code.slot(), self.code.slot(), self.code.slot());
            let limit = self.slot(Value::Known(i64::from(count)));
            self.set(index, 0);
            let next = self.code.here();
            let done = self.code.label();
            self.code.each_number(index, limit, owner, done);
            self.code.load_at(held, first, owner, count);
            // Cards of other kinds have no such pool.
            self.code.unless_there(held, next);
            self.code.add(sum, sum, held);
            self.code.jump(next);
            self.code.bind(done);
            self.code.free(taken);
        }
        sum
    }

    /// Goes on if so many pieces could be taken out of a pool.
    pub(crate) fn require_pieces(&mut self, pool: &Expr, count: Value, scope: &Scope) {
        let ExprKind::Pool(id, _) = &pool.kind else {
            return;
        };
        let least = self.game.pools[*id].min.as_ref();
        let least = least.map_or(Some(0), |least| {
            crate::plan::constants::constant(least, &self.plan.setting)
        });
        if let (Some(known), Some(least), Value::Known(count)) =
            (self.known_pool(pool, scope), least, count)
            && let Ok(value) = i32::try_from(least.saturating_add(count))
        {
            let a = self.held_in(known, scope);
            let to = scope.fail.pc();
            return self.code.unless_from(a, value, to);
        }
        let place = self.place_of_pool(pool, scope);
        let held = self.held_at(place);
        let bound = match least {
            Some(least) => self.slot(Value::Known(least)),
            None => self.bound_at(place, true, scope.fail),
        };
        let count = self.slot(count);
        let needed = self.code.slot();
        self.code.add(needed, bound, count);
        self.code.unless_at_least(held, needed, scope.fail);
    }

    /// Goes on if so many pieces could be put into a pool.
    pub(crate) fn require_capacity_for_pieces(&mut self, pool: &Expr, count: Value, scope: &Scope) {
        let ExprKind::Pool(id, _) = &pool.kind else {
            return;
        };
        if self.game.pools[*id].max.is_none() {
            return;
        }
        let place = self.place_of_pool(pool, scope);
        let held = self.held_at(place);
        let bound = self.bound_at(place, false, scope.fail);
        let count = self.slot(count);
        let needed = self.code.slot();
        self.code.add(needed, held, count);
        self.code.unless_at_least(bound, needed, scope.fail);
    }

    /// Register with the place of a pool; the step fails if there is no such pool.
    fn place_of_pool(&mut self, pool: &Expr, scope: &Scope) -> Slot {
        let value = self.pool(pool, scope);
        let place = self.code.slot();
        let a = self.slot(value);
        self.code.unless_there(a, scope.fail);
        self.code.add_number(place, a, FAR);
        place
    }

    pub(crate) fn held_at(&mut self, place: Slot) -> Slot {
        let to = self.code.slot();
        self.code.load_at(
            to,
            self.plan.layout.pools.first,
            place,
            self.plan.layout.pools.count,
        );
        to
    }

    /// The pool that is at a place.
    pub(crate) fn number_at(&mut self, place: Slot) -> Slot {
        let list = self.code.constant(self.plan.layout.pools.numbers());
        let to = self.code.slot();
        self.code.look_up(to, list, place);
        to
    }

    /// Owner of the pool at a place.
    pub(crate) fn owner_at(&mut self, place: Slot) -> Slot {
        let list = self.code.constant(self.plan.layout.pools.owners());
        let to = self.code.slot();
        self.code.look_up(to, list, place);
        to
    }

    /// Goes on if the pieces of an event leave a pool, whoever's it is.
    pub(crate) fn require_leaves(&mut self, id: PoolId, context: Context, otherwise: Label) {
        let Some(from) = context.from.filter(|_| !self.plan.layout.pools.is_empty()) else {
            return self.code.jump(otherwise);
        };
        let taken = self.code.taken();
        let from = self.slot(from);
        let place = self.code.slot();
        self.code.unless_there(from, otherwise);
        self.code.add_number(place, from, FAR);
        let number = self.number_at(place);
        self.code.unless_is(number, id.0 as i32, otherwise);
        self.code.free(taken);
    }
}
