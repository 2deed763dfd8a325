//! The routine of a transfer: bounds, replacements, and the rules that listen to it.

use cgml::model::{Pool, PoolHolder, PoolId, Timing};
use cgml::vocabulary::events::Trigger;
use engine::ids::{NOTHING, Slot};
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Context, Scope, Value};
use crate::events::proceed::Replaced;
use crate::plan::effects::event_keys::EventKey;
use crate::plan::layout::pools::{FAR, NO_LIMIT};

/// A transfer that is being written.
#[derive(Clone, Copy)]
pub(crate) struct Transfer {
    from: Slot,
    to: Slot,
    count: Slot,
    exactly: Slot,
    /// The positions of both pools.
    places: [Slot; 2],
    moved: Slot,
    fail: Label,
}

impl<'g> Compiler<'g> {
    /// The routine of pieces that move. Registers: from, to, how many, whether all or none, acting player.
    pub(crate) fn write_transfer(&mut self, is_setup: bool) {
        self.write_transfer_at(is_setup, Some(Timing::Pre));
    }

    /// The routine of pieces that move after rules have heard of it; `again` if something may replace it.
    pub(crate) fn write_transfer_on(&mut self, again: bool) {
        self.write_transfer_at(false, again.then_some(Timing::Replace));
    }

    /// Pieces move: rules before that are asked from this timing on.
    fn write_transfer_at(&mut self, is_setup: bool, from_timing: Option<Timing>) {
        self.begin_shared_part(Trigger::Transfer.row().trigger);
        let (from, to, count) = (self.code.slot(), self.code.slot(), self.code.slot());
        let (exactly, acting) = (self.code.slot(), self.code.slot());
        let (fail, done) = (self.code.label(), self.code.label());
        let transfer = Transfer {
            from,
            to,
            count,
            exactly,
            places: [self.code.slot(), self.code.slot()],
            moved: self.code.slot(),
            fail,
        };
        for (pool, place) in [from, to].into_iter().zip(transfer.places) {
            let next = self.code.label();
            self.set(place, NOTHING);
            self.code.unless_there(pool, next);
            self.code.add_number(place, pool, FAR);
            self.code.bind(next);
        }
        self.count_moving(transfer, done);
        let key = EventKey::Inner(Trigger::Transfer);
        let is_heard = !is_setup && self.is_heard_by_anyone(key);
        if !is_heard && self.plan.rehearsal.is_none() {
            self.move_pieces(transfer, done);
            self.keep_moved(transfer);
        } else {
            self.write_heard_transfer(transfer, acting, is_heard, from_timing, done);
        }
        self.code.bind(done);
        self.code.ret();
        self.code.bind(fail);
        self.code.fail();
    }

    fn write_heard_transfer(
        &mut self,
        transfer: Transfer,
        acting: Slot,
        is_heard: bool,
        from_timing: Option<Timing>,
        done: Label,
    ) {
        let key = EventKey::Inner(Trigger::Transfer);
        let player = self.player_of_transfer(transfer, acting);
        let card = self.card_of_transfer(transfer);
        let context = Context {
            card: Some(Value::In(card)),
            from: Some(Value::In(transfer.from)),
            to: Some(Value::In(transfer.to)),
            player: Some(Value::In(player)),
            fields: Some(transfer.moved),
        };
        let what = Replaced::Transfer {
            from: transfer.from,
            to: transfer.to,
            count: transfer.moved,
            exactly: transfer.exactly,
            acting,
        };
        let acting = Some(Value::In(acting));
        if let Some(from_timing) = from_timing.filter(|_| is_heard) {
            if from_timing == Timing::Pre {
                // An effect that breaks off the phase ends the other rules, not what was going to happen.
                let prepared = self.code.label();
                self.run_rules(key, Timing::Pre, acting, context, None, prepared);
                self.code.bind(prepared);
            }
            self.run_replacements(key, what, acting, context, None, done);
            self.count_moving(transfer, done);
        }
        self.move_pieces(transfer, done);
        let pools = transfer.places.map(|place| self.told_pool(place));
        for (name, value) in [
            (Trigger::Transfer.row().trigger, player),
            ("transfer.count", transfer.moved),
            ("transfer.card", card),
            ("transfer.from", pools[0]),
            ("transfer.to", pools[1]),
        ] {
            self.tell(name, Value::In(value));
        }
        if is_heard {
            self.reset_variables(key, None, context);
            self.trigger_abilities(key, acting, context, None);
            let over = self.code.label();
            self.run_rules(key, Timing::Post, acting, context, None, over);
            self.code.bind(over);
        }
        self.keep_moved(transfer);
    }

    /// The pool that is at a place, for those who are told; nothing without one.
    fn told_pool(&mut self, place: Slot) -> Slot {
        if self.plan.rehearsal.is_none() {
            return place;
        }
        let to = self.code.slot();
        let done = self.code.label();
        self.set(to, NOTHING);
        self.code.unless_there(place, done);
        let number = self.number_at(place);
        self.put(to, Value::In(number));
        self.code.bind(done);
        to
    }

    /// The number of pieces that can move; goes to `none` if none do, and fails if all must but cannot.
    fn count_moving(&mut self, transfer: Transfer, none: Label) {
        let taken = self.code.taken();
        let [from, to] = transfer.places;
        let moved = transfer.moved;
        self.put(moved, Value::In(transfer.count));
        for (place, is_least) in [(from, true), (to, false)] {
            let next = self.code.label();
            self.code.unless_there(place, next);
            let held = self.held_at(place);
            self.code.unless_there(held, transfer.fail);
            let bound = self.bound_at(place, is_least, transfer.fail);
            let (a, b) = if is_least {
                (held, bound)
            } else {
                (bound, held)
            };
            self.code.sub(bound, a, b);
            self.code.least(moved, moved, bound);
            self.code.bind(next);
        }
        let zero = self.slot(Value::Known(0));
        self.code.most(moved, moved, zero);
        let some = self.code.label();
        self.code.unless_true(transfer.exactly, some);
        self.code
            .unless_at_least(moved, transfer.count, transfer.fail);
        self.code.bind(some);
        self.code.unless_from(moved, 1, none);
        self.code.free(taken);
    }

    /// The least or the most that the pool at a place may hold.
    pub(crate) fn bound_at(&mut self, place: Slot, is_least: bool, fail: Label) -> Slot {
        let game = self.game;
        let bound = self.code.slot();
        self.set(bound, if is_least { 0 } else { NO_LIMIT });
        let of = |pool: &'g Pool| {
            if is_least {
                pool.min.as_ref()
            } else {
                pool.max.as_ref()
            }
        };
        if game.pools.iter().all(|pool| of(pool).is_none()) {
            return bound;
        }
        let taken = self.code.taken();
        let done = self.code.label();
        let number = self.number_at(place);
        let labels: Vec<Label> = game
            .pools
            .iter()
            .map(|pool| match of(pool) {
                Some(_) => self.code.label(),
                None => done,
            })
            .collect();
        self.code.switch(number, 0, &labels);
        self.code.jump(done);
        for (pool, label) in game.pools.iter().zip(labels) {
            let Some(expr) = of(pool) else {
                continue;
            };
            self.code.bind(label);
            let inner = self.code.taken();
            let mut scope = Scope::new(fail);
            if pool.holder == PoolHolder::Player {
                scope.acting = Some(Value::In(self.owner_at(place)));
            }
            scope.locals = self.locals_of_expr(expr);
            let value = self.needed(expr, &scope);
            self.put(bound, value);
            self.code.free(inner);
            self.code.jump(done);
        }
        self.code.bind(done);
        self.code.free(taken);
        bound
    }

    fn move_pieces(&mut self, transfer: Transfer, fail: Label) {
        let [from, to] = transfer.places;
        let b = transfer.moved;
        for (place, is_from) in [(from, true), (to, false)] {
            let taken = self.code.taken();
            let next = self.code.label();
            self.code.unless_there(place, next);
            let held = self.held_at(place);
            self.code.emit(if is_from {
                Op::Sub {
                    to: held,
                    a: held,
                    b,
                }
            } else {
                Op::Add {
                    to: held,
                    a: held,
                    b,
                }
            });
            self.code.store_at(
                self.plan.layout.pools.first,
                place,
                self.plan.layout.pools.count,
                held,
                fail,
            );
            self.code.bind(next);
            self.code.free(taken);
        }
    }

    fn keep_moved(&mut self, transfer: Transfer) {
        self.code
            .store(self.plan.layout.pools.moved, transfer.moved);
    }

    /// Owner of the pool that pieces leave, or else come to: a player, or the card's controller; the acting player if it is
    /// nobody's.
    fn player_of_transfer(&mut self, transfer: Transfer, acting: Slot) -> Slot {
        let game = self.game;
        let player = self.code.slot();
        let taken = self.code.taken();
        let known = self.code.label();
        for place in transfer.places {
            let next = self.code.label();
            self.code.unless_there(place, next);
            let number = self.number_at(place);
            let (of_player, of_card) = (self.code.label(), self.code.label());
            let labels: Vec<Label> = game
                .pools
                .iter()
                .map(|pool| match pool.holder {
                    PoolHolder::Player => of_player,
                    PoolHolder::Card(_) => of_card,
                    PoolHolder::Table | PoolHolder::Team => next,
                })
                .collect();
            let owner = self.owner_at(place);
            self.code.switch(number, 0, &labels);
            self.code.jump(next);
            self.code.bind(of_player);
            self.put(player, Value::In(owner));
            self.code.jump(known);
            self.code.bind(of_card);
            let controller = self.controller_of(Value::In(owner));
            self.put(player, controller);
            self.code.jump(known);
            self.code.bind(next);
        }
        self.put(player, Value::In(acting));
        self.code.bind(known);
        self.code.free(taken);
        player
    }

    /// The card that the pieces leave, or nothing.
    fn card_of_transfer(&mut self, transfer: Transfer) -> Slot {
        let pools = &self.plan.layout.pools;
        let owners = pools.owners();
        let numbers = pools.numbers();
        let cards = owners.into_iter().zip(numbers).map(|(owner, number)| {
            let holder = &self.game.pools[PoolId(number as u32)].holder;
            match holder {
                PoolHolder::Card(_) => owner,
                PoolHolder::Table | PoolHolder::Player | PoolHolder::Team => NOTHING,
            }
        });
        let list = cards.collect();
        let list = self.code.constant(list);
        let card = self.code.slot();
        let done = self.code.label();
        self.set(card, NOTHING);
        let [from, _] = transfer.places;
        self.code.unless_there(from, done);
        self.code.look_up(card, list, from);
        self.code.bind(done);
        card
    }
}
