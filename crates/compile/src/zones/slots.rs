//! Cards in slots. The cards of a zone with slots lie in the order of their slots.

use cgml::model::{Overflow, ZoneId};
use engine::ids::{NOTHING, Slot};
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::zones::zone_capacity::Coming;

impl Compiler<'_> {
    /// Goes on if a pile has slots.
    fn require_slots(&mut self, pile: Slot, otherwise: Label) {
        let taken = self.code.taken();
        let piles = self.piles_with_slots();
        let list = self.code.constant(piles);
        let a = self.code.slot();
        self.code.look_up(a, list, pile);
        self.code.unless_true(a, otherwise);
        self.code.free(taken);
    }

    /// A card that is moved within a zone with slots stays where it is, or goes to the slot it asks for.
    pub(crate) fn move_within_slots(&mut self, coming: Coming) {
        let (Some(slot), Some(_)) = (coming.along.slot, self.plan.layout.links.slots) else {
            return;
        };
        let (usual, stays) = (self.code.label(), self.code.label());
        self.require_slots(coming.to, usual);
        self.code.unless_there(slot, stays);
        let pushes = self.ensure_capacity(coming);
        self.settle_slot(coming);
        self.push_out(coming, pushes);
        self.code.bind(stays);
        self.code.ret();
        self.code.bind(usual);
    }

    /// Puts the cards of a pile into another order by one op. In a zone with slots they change places among
    /// themselves: free slots stay free.
    pub(crate) fn arrange(&mut self, pile: Slot, op: Op) {
        let Some(slots) = self.plan.layout.links.slots else {
            return self.code.emit(op);
        };
        let taken = self.code.taken();
        let places = self.code.slot();
        self.code.new_list(places);
        let usual = self.code.label();
        self.require_slots(pile, usual);
        let scope = Scope::new(usual);
        self.each_card(Value::In(pile), &scope, &mut |compiler, _, card, _| {
            let place = compiler.mark(slots, card);
            let value = compiler.slot(place);
            compiler.code.push(places, value);
        });
        self.code.bind(usual);
        self.code.emit(op);
        let done = self.code.label();
        let index = self.slot(Value::Known(0));
        let length = self.length_of(places);
        let a = self.slot(length);
        self.code.unless_from(a, 1, done);
        let scope = Scope::new(done);
        self.each_card(Value::In(pile), &scope, &mut |compiler, _, card, next| {
            let place = compiler.code.slot();
            compiler.code.item_at(place, places, index);
            compiler.set_mark(slots, card, Value::In(place), next);
            compiler.code.add_number(index, index, 1);
        });
        self.code.bind(done);
        self.code.free(taken);
    }

    /// Finds the slot of a card that comes into a zone with slots.
    pub(crate) fn make_slot(
        &mut self,
        zone: ZoneId,
        coming: Coming,
        pushes: Slot,
        ready: Label,
    ) -> bool {
        let Some(slot) = coming.along.slot.filter(|_| self.has_slots(zone)) else {
            return false;
        };
        let again = self.code.here();
        let choose = self.code.label();
        let (limit, _) = self.limit_of(zone, coming.to, coming.fail);
        self.code.unless_there(slot, choose);
        self.code.unless_from(slot, 0, coming.fail);
        self.code.unless_less(slot, limit, coming.fail);
        let occupant = self.in_slot(coming.to, slot, coming.card);
        self.code.unless_there(occupant, ready);
        self.overflow(zone, coming, occupant, pushes, again, ready);
        self.code.bind(choose);
        let free = self.first_free(coming.to);
        let full = self.code.label();
        self.code.unless_less(free, limit, full);
        self.put(slot, Value::In(free));
        self.code.jump(ready);
        self.code.bind(full);
        if matches!(
            self.game.zones[zone].zone_type.overflow,
            Overflow::Replace(_) | Overflow::Push(_)
        ) {
            let oldest = self.first_arrived(coming.to);
            let oldest_slot = self.slot_of(oldest);
            self.code.unless_there(oldest, coming.fail);
            if matches!(self.game.zones[zone].zone_type.overflow, Overflow::Push(_)) {
                self.put(slot, Value::In(oldest_slot));
            }
            self.overflow(zone, coming, oldest, pushes, again, ready);
        } else {
            self.overflow(zone, coming, coming.card, pushes, again, ready);
        }
        true
    }

    /// The slot of a card.
    fn slot_of(&mut self, card: Slot) -> Slot {
        match self.plan.layout.links.slots {
            Some(first) => {
                let value = self.mark(first, Value::In(card));
                self.slot(value)
            }
            None => self.slot(Value::Known(NOTHING)),
        }
    }

    /// The card in a slot of a pile, other than this one; nothing if it is free.
    fn in_slot(&mut self, pile: Slot, slot: Slot, other_than: Slot) -> Slot {
        let found = self.code.slot();
        let taken = self.code.taken();
        self.set(found, NOTHING);
        let done = self.code.label();
        let scope = Scope::new(done);
        self.each_card(Value::In(pile), &scope, &mut |compiler, _, card, next| {
            let a = compiler.slot(card);
            compiler.code.unless_different(a, other_than, next);
            let own = compiler.slot_of(a);
            compiler.code.unless_equal(own, slot, next);
            compiler.put(found, card);
            compiler.code.jump(done);
        });
        self.code.bind(done);
        self.code.free(taken);
        found
    }

    /// The first free slot of a pile: its cards lie in the order of their slots.
    fn first_free(&mut self, pile: Slot) -> Slot {
        let free = self.code.slot();
        let taken = self.code.taken();
        self.set(free, 0);
        let done = self.code.label();
        let scope = Scope::new(done);
        self.each_card(Value::In(pile), &scope, &mut |compiler, _, card, _| {
            let card = compiler.slot(card);
            let own = compiler.slot_of(card);
            compiler.code.unless_equal(own, free, done);
            compiler.code.add_number(free, free, 1);
        });
        self.code.bind(done);
        self.code.free(taken);
        free
    }

    /// The card that has lain longest in a pile with slots.
    fn first_arrived(&mut self, pile: Slot) -> Slot {
        let (found, record) = (self.code.slot(), self.code.slot());
        self.set(found, NOTHING);
        self.set(record, NOTHING);
        let Some((first, _)) = self.plan.layout.links.arrivals else {
            // There is room for one: it is the only card.
            self.code.top_at(found, pile);
            return found;
        };
        let taken = self.code.taken();
        let scope = Scope::new(self.code.label());
        self.each_card(Value::In(pile), &scope, &mut |compiler, _, card, next| {
            let value = compiler.mark(first, card);
            let value = compiler.slot(value);
            compiler.code.unless_worse(record, value, next);
            compiler.put(found, card);
        });
        self.code.bind(scope.fail);
        self.code.free(taken);
        found
    }

    /// The card that goes because another one has come to its slot.
    pub(crate) fn pushed_from_slot(&mut self, zone: ZoneId, coming: Coming) -> Option<Slot> {
        let slot = coming.along.slot.filter(|_| self.has_slots(zone))?;
        Some(self.in_slot(coming.to, slot, coming.card))
    }

    /// A card that has come into a zone with slots lies in its slot; elsewhere it has none.
    pub(crate) fn settle_slot(&mut self, coming: Coming) {
        let (Some(first), Some(slot)) = (self.plan.layout.links.slots, coming.along.slot) else {
            return;
        };
        let taken = self.code.taken();
        let (elsewhere, done) = (self.code.label(), self.code.label());
        self.require_slots(coming.to, elsewhere);
        self.set_mark(first, Value::In(coming.card), Value::In(slot), done);
        self.code.place_by(coming.card, first);
        if let Some((arrivals, counter)) = self.plan.layout.links.arrivals {
            self.code.add_to_cell(counter, 1, done);
            let now = self.load(counter);
            self.set_mark(arrivals, Value::In(coming.card), now, done);
        }
        self.code.jump(done);
        self.code.bind(elsewhere);
        let nothing = Value::Known(NOTHING);
        self.set_mark(first, Value::In(coming.card), nothing, done);
        self.code.bind(done);
        self.code.free(taken);
    }
}
