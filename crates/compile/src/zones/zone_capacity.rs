//! Capacity of managed zones: computed by the card-move routine, just before the card comes in.

use cgml::model::{Block, Ordering, Overflow, ZoneId, ZoneOwner};
use engine::ids::{NOTHING, Slot};
use engine::op::Builder;
use engine::table::Placement;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::layout::zone_capacity::discard_pile;
use crate::routines::Routine;

/// A card that wants to come into a pile.
#[derive(Clone, Copy)]
pub(crate) struct Coming {
    pub(crate) card: Slot,
    pub(crate) to: Slot,
    pub(crate) acting: Slot,
    pub(crate) is_setup: bool,
    /// The arguments of the move.
    pub(crate) along: crate::zones::move_arguments::MoveArguments,
    /// Target if the card is refused.
    pub(crate) fail: Label,
    /// Target if the card was sent elsewhere.
    pub(crate) done: Label,
}

impl<'g> Compiler<'g> {
    /// Makes room for a card that comes in. Gives the register that is 1 if a card must go once it is in.
    pub(crate) fn ensure_capacity(&mut self, coming: Coming) -> Option<Slot> {
        if self.zones.managed.is_empty() {
            return None;
        }
        let ready = self.code.label();
        let pushes = self.code.slot();
        self.set(pushes, 0);
        self.each_managed(coming.to, ready, &mut |compiler, zone| {
            compiler.ensure_capacity_in(zone, coming, pushes, ready);
        });
        self.code.bind(ready);
        Some(pushes)
    }

    /// After a card has come in, the one that lay there longest goes, if it must.
    pub(crate) fn push_out(&mut self, coming: Coming, pushes: Option<Slot>) {
        let Some(pushes) = pushes else {
            return;
        };
        let done = self.code.label();
        self.code.unless_true(pushes, done);
        self.each_managed(coming.to, done, &mut |compiler, zone| {
            if matches!(
                compiler.game.zones[zone].zone_type.overflow,
                Overflow::Push(_)
            ) {
                let pushed = compiler.pushed_from_slot(zone, coming);
                let pushed = pushed.unwrap_or_else(|| compiler.oldest(zone, coming.to));
                compiler.send_away(zone, pushed, coming);
            }
            compiler.code.jump(done);
        });
        self.code.bind(done);
    }

    /// The number of further cards that a pile has room for.
    pub(crate) fn free_capacity(&mut self, pile: Slot) -> Value {
        let to = self.code.slot();
        self.code.room(to, pile);
        if self.zones.managed.is_empty() {
            return Value::In(to);
        }
        let done = self.code.label();
        self.each_managed(pile, done, &mut |compiler, zone| {
            let (limit, count) = compiler.limit_of(zone, pile, done);
            let none = compiler.slot(Value::Known(0));
            compiler.code.sub(to, limit, count);
            compiler.code.most(to, to, none);
            compiler.code.jump(done);
        });
        self.code.bind(done);
        Value::In(to)
    }

    /// The number of cards that a pile has room for in all; nothing if there is no limit.
    pub(crate) fn capacity(&mut self, pile: Slot) -> Value {
        let game = self.game;
        let to = self.code.slot();
        let done = self.code.label();
        self.set(to, NOTHING);
        for (zone, _) in game.zones.pairs() {
            if game.zones[zone].zone_type.capacity.is_none() {
                continue;
            }
            let next = self.code.label();
            let piles = self.plan.program.piles.iter();
            let is_of = piles.map(|pile| i64::from(u32::from(pile.zone) == zone.0));
            let list = is_of.collect();
            let list = self.code.constant(list);
            let taken = self.code.taken();
            let is_here = self.code.slot();
            self.code.look_up(is_here, list, pile);
            self.code.unless_true(is_here, next);
            let (limit, _) = self.limit_of(zone, pile, done);
            self.put(to, Value::In(limit));
            self.code.free(taken);
            self.code.jump(done);
            self.code.bind(next);
        }
        self.code.bind(done);
        Value::In(to)
    }

    /// Writes a body for each zone that is looked after, for piles of that zone; other piles go to `otherwise`.
    fn each_managed(
        &mut self,
        pile: Slot,
        otherwise: Label,
        body: &mut dyn FnMut(&mut Compiler<'g>, ZoneId),
    ) {
        let taken = self.code.taken();
        let zones = self.zones.managed.clone();
        let piles = self.plan.program.piles.iter();
        let numbers = piles
            .map(|pile| {
                let of = ZoneId(u32::from(pile.zone));
                let found = zones.iter().position(|zone| *zone == of);
                found.map_or(NOTHING, |position| position as i64)
            })
            .collect();
        let list = self.code.constant(numbers);
        let number = self.code.slot();
        self.code.look_up(number, list, pile);
        let labels: Vec<Label> = zones.iter().map(|_| self.code.label()).collect();
        self.code.switch(number, 0, &labels);
        self.code.jump(otherwise);
        for (zone, label) in zones.into_iter().zip(labels) {
            self.code.bind(label);
            let inner = self.code.taken();
            body(self, zone);
            self.code.free(inner);
        }
        self.code.free(taken);
    }

    /// The number of cards that a pile of a zone may have, and how many it has.
    pub(crate) fn limit_of(&mut self, zone: ZoneId, pile: Slot, fail: Label) -> (Slot, Slot) {
        let game = self.game;
        let mut scope = Scope::new(fail);
        if game.zones[zone].owner == ZoneOwner::Player {
            let owner = self.code.slot();
            self.code.owner_of(owner, pile);
            scope.acting = Some(Value::In(owner));
        }
        let limit = match &game.zones[zone].zone_type.capacity {
            Some(capacity) => {
                scope.locals = self.locals_of_expr(capacity);
                let limit = self.needed(capacity, &scope);
                self.slot(limit)
            }
            None => self.slot(Value::Known(i64::from(u16::MAX))),
        };
        let count = self.code.slot();
        self.code.count_at(count, pile);
        (limit, count)
    }

    fn ensure_capacity_in(&mut self, zone: ZoneId, coming: Coming, pushes: Slot, ready: Label) {
        if self.make_slot(zone, coming, pushes, ready) {
            return;
        }
        let again = self.code.here();
        let (limit, count) = self.limit_of(zone, coming.to, coming.fail);
        self.code.unless_at_least(count, limit, ready);
        let too_many = match self.game.zones[zone].zone_type.overflow {
            Overflow::Replace(_) => self.oldest(zone, coming.to),
            Overflow::Refuse | Overflow::Push(_) | Overflow::Discard(_) => coming.card,
        };
        self.overflow(zone, coming, too_many, pushes, again, ready);
    }

    /// A zone is full: what happens to the card too many, which is the one that lies there or the one that comes.
    /// Goes to `again` when one was sent away, and to `ready` if one is pushed out later.
    pub(crate) fn overflow(
        &mut self,
        zone: ZoneId,
        coming: Coming,
        too_many: Slot,
        pushes: Slot,
        again: Label,
        ready: Label,
    ) {
        match self.game.zones[zone].zone_type.overflow {
            Overflow::Refuse => self.code.jump(coming.fail),
            Overflow::Replace(_) => {
                self.send_away(zone, too_many, coming);
                self.code.jump(again);
            }
            Overflow::Push(_) => {
                self.set(pushes, 1);
                self.code.jump(ready);
            }
            Overflow::Discard(_) => {
                self.send_away(zone, coming.card, coming);
                self.code.jump(coming.done);
            }
        }
    }

    /// The card that has lain longest in a pile.
    fn oldest(&mut self, zone: ZoneId, pile: Slot) -> Slot {
        let first_out = self.game.zones[zone].zone_type.ordering == Ordering::Fifo;
        let oldest = self.end_of_pile(Value::In(pile), first_out);
        self.slot(oldest)
    }

    /// Removes a card too many: as the zone says, or to another zone. Goes to `fail` if that
    /// is not possible.
    pub(crate) fn send_away(&mut self, zone: ZoneId, card: Slot, coming: Coming) {
        let game = self.game;
        self.code.unless_there(card, coming.fail);
        let of = &game.zones[zone].zone_type;
        if let Some(effect) = &of.overflow_effect {
            return self.overflow_effect(effect, card, coming);
        }
        let target = match of.overflow {
            Overflow::Replace(to) | Overflow::Push(to) | Overflow::Discard(to) => to,
            Overflow::Refuse => None,
        };
        let Some(target) = target.or_else(|| discard_pile(game)) else {
            return self.code.jump(coming.fail);
        };
        let owner = match game.zones[target].owner {
            ZoneOwner::Table => None,
            ZoneOwner::Player | ZoneOwner::Team => Some(self.owner_or_acting(card, coming)),
        };
        let owner = match (game.zones[target].owner, owner) {
            (ZoneOwner::Team, Some(owner)) => Some(self.team_of(owner)),
            (_, owner) => owner,
        };
        let to = self.zone_of(target, owner);
        let scope = Scope::new(coming.fail);
        let routine = Routine::Move {
            how: Placement::USUAL,
            is_setup: coming.is_setup,
        };
        let values = [Value::In(card), to, Value::In(coming.acting)];
        self.call_with(routine, &values, &scope);
    }

    fn overflow_effect(&mut self, effect: &'g Block, card: Slot, coming: Coming) {
        let mut scope = Scope::new(coming.fail);
        scope.acting = Some(Value::In(coming.acting));
        scope.is_setup = coming.is_setup;
        self.bind_locals(&mut scope, effect);
        if let Some(local) = scope.locals.first_mut() {
            *local = Value::In(card);
        }
        self.steps(&effect.steps, &scope);
    }

    /// Owner of a card: the player who brought it, the owner of its zone, or the acting player.
    fn owner_or_acting(&mut self, card: Slot, coming: Coming) -> Value {
        let to = self.code.slot();
        let known = self.code.label();
        let column = self.plan.layout.owners;
        self.code.print(to, column, card);
        self.code.unless_missing(to, known);
        for pile in [None, Some(coming.to)] {
            let pile = match pile {
                Some(pile) => pile,
                None => {
                    self.code.pile_of(to, card);
                    to
                }
            };
            self.code.owner_of(to, pile);
            self.code.unless_missing(to, known);
        }
        self.put(to, Value::In(coming.acting));
        self.code.bind(known);
        Value::In(to)
    }
}
