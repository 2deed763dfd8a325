//! The card-move routine: replacements, capacity, the move itself, and the rules that listen to it.

use crate::plan::effects::event_keys::EventKey;
use cgml::model::Timing;
use cgml::vocabulary::events::Trigger;
use engine::ids::Slot;
use engine::op::{Builder, Op};
use engine::table::Placement;

use crate::compiler::Compiler;
use crate::emit::scope::{Context, Scope, Value};
use crate::events::checks::Change;
use crate::events::proceed::Replaced;
use crate::routines::Routine;
use crate::zones::zone_capacity::Coming;

impl Compiler<'_> {
    /// The routine of a card that moves while rules listen, or room must be made for it. Registers: card, to,
    /// acting player.
    pub(crate) fn write_move(&mut self, how: Placement, is_setup: bool) {
        self.begin_shared_part(Trigger::Move.row().trigger);
        let (coming, from) = self.begin_move(is_setup);
        let Coming {
            card,
            to,
            acting,
            fail,
            ..
        } = coming;
        let (names, player) = (self.code.slot(), self.code.slot());
        let happens = self.code.label();
        // Moving within a zone is no event.
        self.code.unless_equal(from, to, happens);
        self.move_within_slots(coming);
        let put = Op::MoveCard {
            card,
            to,
            how,
            otherwise: fail.pc(),
        };
        self.code.emit(put);
        self.code.ret();
        self.code.bind(happens);
        let context = self.move_begins(coming, from, names, player);
        if is_setup {
            self.cover_before(coming);
            let pushes = self.ensure_capacity(coming);
            self.make_way(coming, from);
            self.code.emit(put);
            self.settle_in(coming);
            self.follow_card(card, names);
            self.end_keywords_on(card, names);
            self.push_out(coming, pushes);
        } else {
            // An effect that breaks off the phase ends the other rules, not what was going to happen.
            let prepared = self.code.label();
            let (key, acting) = (EventKey::Move, Some(Value::In(acting)));
            let heard = Some(names);
            self.run_rules(key, Timing::Pre, acting, context, heard, prepared);
            self.code.bind(prepared);
            self.replace_move(coming, how, context, names);
            if self.is_replaceable(EventKey::Move) {
                let goal = coming.along.goal.unwrap_or(to);
                let values = [card, goal, coming.acting].map(Value::In);
                self.pass_move_arguments(coming.along);
                let on = Routine::MoveOn { how, again: false };
                self.call_with(on, &values, &Scope::new(fail));
            } else {
                self.write_heard_move(coming, put, context, names);
            }
        }
        self.end_move(coming, how);
    }

    /// The routine of a card that moves after everything was asked that replaces it; `again` if it may be replaced
    /// by something else. Registers: card, to, acting player.
    pub(crate) fn write_move_on(&mut self, how: Placement, again: bool) {
        self.begin_shared_part(Trigger::Move.row().trigger);
        let (coming, from) = self.begin_move(false);
        let (names, player) = (self.code.slot(), self.code.slot());
        let context = self.move_begins(coming, from, names, player);
        if again {
            self.replace_move(coming, how, context, names);
        }
        let put = Op::MoveCard {
            card: coming.card,
            to: coming.to,
            how,
            otherwise: coming.fail.pc(),
        };
        self.write_heard_move(coming, put, context, names);
        self.end_move(coming, how);
    }

    /// The card that moves, and where it is. Registers: card, to, acting player.
    fn begin_move(&mut self, is_setup: bool) -> (Coming, Slot) {
        let (card, to, acting) = (self.code.slot(), self.code.slot(), self.code.slot());
        let from = self.code.slot();
        let coming = Coming {
            card,
            to,
            acting,
            is_setup,
            along: self.take_move_arguments(to),
            fail: self.code.label(),
            done: self.code.label(),
        };
        let fail = coming.fail.pc();
        for a in [card, to] {
            self.code.unless_there(a, fail);
        }
        self.code.pile_of(from, card);
        (coming, from)
    }

    /// Fields of the event of a card that moves.
    fn move_begins(&mut self, coming: Coming, from: Slot, names: Slot, player: Slot) -> Context {
        let Coming {
            card, to, acting, ..
        } = coming;
        self.names_of_move(names, from, to);
        self.cease(card, to, from, names);
        self.owner_of_event(player, from, to, acting);
        Context {
            card: Some(Value::In(card)),
            from: Some(Value::In(from)),
            to: Some(Value::In(to)),
            player: Some(Value::In(player)),
            fields: None,
        }
    }

    fn end_move(&mut self, coming: Coming, how: Placement) {
        self.code.bind(coming.done);
        self.follow(coming, how);
        self.code.ret();
        self.code.bind(coming.fail);
        self.uncover(coming);
        self.code.fail();
    }

    /// A card is going to move: what replaces that comes instead.
    fn replace_move(&mut self, coming: Coming, how: Placement, context: Context, names: Slot) {
        let what = Replaced::Move {
            how,
            card: coming.card,
            to: coming.along.goal.unwrap_or(coming.to),
            acting: coming.acting,
            along: coming.along,
        };
        let acting = Some(Value::In(coming.acting));
        let key = EventKey::Move;
        self.run_replacements(key, what, acting, context, Some(names), coming.done);
    }

    /// A card moves, and rules and abilities hear it.
    fn write_heard_move(&mut self, coming: Coming, put: Op, context: Context, names: Slot) {
        let acting = Some(Value::In(coming.acting));
        let key = EventKey::Move;
        let names = Some(names);
        self.cover_before(coming);
        let pushes = self.ensure_capacity(coming);
        if let Some(Value::In(from)) = context.from {
            self.make_way(coming, from);
        }
        self.note_keywords(coming.card);
        self.code.emit(put);
        self.settle_in(coming);
        if let Some(names) = names {
            self.put_first_counters(coming.card, names);
            self.follow_card(coming.card, names);
        }
        self.reset_variables(key, names, context);
        if let (Some(Value::In(from)), Some(Value::In(to))) = (context.from, context.to) {
            let scope = Scope::new(coming.done);
            self.changed(Change::Moved { from, to }, &scope);
        }
        self.trigger_abilities(key, acting, context, names);
        self.abilities.had = Vec::new();
        if let Some(names) = names {
            self.end_keywords_on(coming.card, names);
        }
        self.run_rules(key, Timing::Post, acting, context, names, coming.done);
        self.push_out(coming, pushes);
    }
}
