//! Transfers between pools that are known at compile time and that no rule listens to.

use cgml::model::{Expr, ExprKind, PoolHolder, PoolId, Step};
use cgml::vocabulary::events::Trigger;
use cgml::vocabulary::parameters::Parameter;
use engine::ids::{Cell, Slot};
use engine::op::Builder;

use super::Transfer;
use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};
use crate::plan::effects::event_keys::EventKey;

/// A pool that is known: only whose it is may turn out later.
#[derive(Clone, Copy)]
pub(crate) struct KnownPool {
    id: PoolId,
    /// The seat, team or card whose it is; nobody's if it is the table's.
    owner: Option<Value>,
}

impl<'g> Compiler<'g> {
    /// `GAIN`, `SPEND`, `REDUCE` and `TRANSFER`, if all pools are known and nobody hears of it.
    pub(crate) fn transfer_at_once(
        &mut self,
        transfer: Transfer,
        step: &Step,
        scope: &Scope,
    ) -> bool {
        let pool = |parameter| self.operand(step, parameter);
        let (from, to) = (transfer.from.and_then(pool), transfer.to.and_then(pool));
        let is_known = |pool: &Option<&Expr>| match pool {
            Some(pool) => self.id_of_known(pool).is_some(),
            None => true,
        };
        let leaves = from.and_then(|pool| self.id_of_known(pool));
        if self.plan.rehearsal.is_some()
            || !is_known(&from)
            || !is_known(&to)
            || !scope.is_setup && self.is_transfer_heard(leaves)
        {
            return false;
        }
        let taken = self.code.taken();
        let from = from.and_then(|pool| self.known_pool(pool, scope));
        let to = to.and_then(|pool| self.known_pool(pool, scope));
        let count = self
            .number(step, Parameter::Count, scope)
            .unwrap_or(Value::Known(1));
        let exactly = transfer.is_exact || self.is_set(step, Parameter::Exactly);
        let moved = self.code.slot();
        self.put(moved, count);
        let held = from.map(|pool| self.held_in(pool, scope));
        let room = to.map(|pool| self.held_in(pool, scope));
        if let (Some(pool), Some(held)) = (from, held) {
            self.limit_by_least(pool, held, moved, scope);
        }
        if let (Some(pool), Some(held)) = (to, room) {
            self.limit_by_most(pool, held, moved, scope);
        }
        if exactly || step.result.is_some() {
            let b = self.slot(Value::Known(0));
            self.code.most(moved, moved, b);
        }
        if exactly {
            let b = self.slot(count);
            self.code.unless_at_least(moved, b, scope.fail);
        }
        self.move_known_pieces([from, to], [held, room], moved, scope);
        self.give(step, Value::In(moved), scope);
        self.code.free(taken);
        true
    }

    /// Takes pieces from a pool and puts them into another, whose contents are in registers already.
    fn move_known_pieces(
        &mut self,
        [from, to]: [Option<KnownPool>; 2],
        [held, room]: [Option<Slot>; 2],
        moved: Slot,
        scope: &Scope,
    ) {
        let none = self.code.label();
        self.code.unless_from(moved, 1, none);
        if let (Some(pool), Some(a)) = (from, held) {
            self.code.sub(a, a, moved);
            self.keep_in(pool, a, scope);
        }
        if let Some(pool) = to {
            // It may be the pool that was just taken from.
            let again = from.is_some_and(|from| from.id == pool.id);
            let a = match room.filter(|_| !again) {
                Some(held) => held,
                None => self.held_in(pool, scope),
            };
            self.code.add(a, a, moved);
            self.keep_in(pool, a, scope);
        }
        self.code.bind(none);
    }

    /// True if anybody hears of pieces that leave a pool, or come from nowhere. Abilities about their own card hear
    /// only of what lies on it.
    fn is_transfer_heard(&self, from: Option<PoolId>) -> bool {
        let key = EventKey::Inner(Trigger::Transfer);
        let leaves_card =
            from.is_some_and(|id| matches!(self.game.pools[id].holder, PoolHolder::Card(_)));
        if leaves_card {
            self.is_heard_by_anyone(key)
        } else {
            self.is_heard_without_card(key)
        }
    }

    /// The pool that an expression is, if it is always the same, whosever it may be.
    fn id_of_known(&self, pool: &Expr) -> Option<PoolId> {
        match &pool.kind {
            ExprKind::Pool(id, owner) if !self.is_many(owner.as_deref()) => Some(*id),
            _ => None,
        }
    }

    /// The pool that an expression is, if it is always the same; fails without an owner.
    pub(crate) fn known_pool(&mut self, pool: &Expr, scope: &Scope) -> Option<KnownPool> {
        let id = self.id_of_known(pool)?;
        let ExprKind::Pool(_, owner) = &pool.kind else {
            return None;
        };
        let owner = owner.as_deref().map(|owner| {
            let value = self.needed(owner, scope);
            self.owner_of_pool(id, owner, value)
        });
        Some(KnownPool { id, owner })
    }

    /// The number of pieces that a pool holds, in a register of its own; fails if a card has no such pool.
    pub(crate) fn held_in(&mut self, pool: KnownPool, scope: &Scope) -> Slot {
        let held = self.pieces(pool.id, pool.owner);
        let held = self.slot(held);
        if matches!(self.game.pools[pool.id].holder, PoolHolder::Card(_)) {
            self.code.unless_there(held, scope.fail);
        }
        held
    }

    /// No more moves than a pool may give.
    fn limit_by_least(&mut self, pool: KnownPool, held: Slot, moved: Slot, scope: &Scope) {
        let taken = self.code.taken();
        let game = self.game;
        let b = match &game.pools[pool.id].min {
            None => held,
            Some(least) => {
                let b = self.bound_of(pool, least, scope);
                let to = self.code.slot();
                self.code.sub(to, held, b);
                to
            }
        };
        self.code.least(moved, moved, b);
        self.code.free(taken);
    }

    /// No more moves than a pool has room for.
    fn limit_by_most(&mut self, pool: KnownPool, held: Slot, moved: Slot, scope: &Scope) {
        let game = self.game;
        let Some(most) = &game.pools[pool.id].max else {
            return;
        };
        let taken = self.code.taken();
        let a = self.bound_of(pool, most, scope);
        let b = self.code.slot();
        self.code.sub(b, a, held);
        self.code.least(moved, moved, b);
        self.code.free(taken);
    }

    fn bound_of(&mut self, pool: KnownPool, bound: &'g Expr, scope: &Scope) -> Slot {
        let mut inner = Scope::new(scope.fail);
        if self.game.pools[pool.id].holder == PoolHolder::Player {
            inner.acting = pool.owner;
        }
        inner.locals = self.locals_of_expr(bound);
        let value = self.needed(bound, &inner);
        self.slot(value)
    }

    fn keep_in(&mut self, pool: KnownPool, from: Slot, scope: &Scope) {
        let first = self.plan.layout.pools.cell(pool.id);
        let (_, owners) = self.plan.layout.pools.places[pool.id.0 as usize];
        match pool.owner {
            None => self.code.store(first, from),
            Some(Value::Known(owner)) if (0..i64::from(owners)).contains(&owner) => {
                let cell = Cell(first.0 + owner as u16);
                self.code.store(cell, from);
            }
            Some(Value::Known(_)) => self.code.jump(scope.fail),
            Some(Value::In(index)) => self.code.store_at(first, index, owners, from, scope.fail),
        }
    }
}
